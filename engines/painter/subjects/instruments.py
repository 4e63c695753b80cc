"""Instruments that no icon shows."""

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, LIGHT, WHITE, Pen, Role, Tone

_LACQUER = Tone(Role.MAIN, tint="#6b3524")


def draw_guqin(pen: Pen, rng: Rng) -> None:
    """Draw a guqin, the long Chinese zither: a narrow lacquered body with seven strings, on a low stand."""
    for x in (-0.55, 0.52):
        pen.fill([(x - 0.05, 0.0), (x + 0.05, 0.0), (x + 0.03, 0.26), (x - 0.03, 0.26)], DEEP, solid=True)
    pen.box(-0.78, 0.24, 0.76, 0.29, DEEP.lighten(0.08), radius=0.015, solid=True)
    body = pen.at(0.0, 0.33, tilt=rng.uniform(3, 7))
    outline = [(-0.86, 0.03), (-0.86, 0.27), (-0.62, 0.29), (-0.55, 0.255), (-0.48, 0.29), (0.3, 0.27), (0.38, 0.235),
        (0.46, 0.265), (0.84, 0.24), (0.88, 0.16), (0.84, 0.07), (0.46, 0.05), (0.38, 0.08), (0.3, 0.045),
        (-0.48, 0.015), (-0.55, 0.05), (-0.62, 0.015)]  # fmt: skip
    body.fill([(x, y - 0.05) for x, y in outline], _LACQUER.darken(0.4), line=1)
    body.blob(outline, _LACQUER, corners=(0, 1, 2, 4, 5, 7, 11, 13, 14, 16), solid=True, fade=_LACQUER.darken(0.15))
    body.box(-0.79, 0.03, -0.755, 0.27, LIGHT.darken(0.15), line=0.6)
    for number in range(7):
        y = 0.06 + 0.03 * number
        body.stroke([(-0.77, y), (0.84, 0.09 + 0.021 * number)], 0.008, WHITE, start=1, end=1)
    for x in np.linspace(-0.6, 0.72, 13):
        body.oval(float(x), 0.05 if abs(x) > 0.3 else 0.045, 0.011, 0.011, WHITE.darken(0.05), line=0.4)
    for x in (-0.775, -0.76):
        body.stroke([(x, 0.03), (x - 0.03, -0.12), (x - 0.01, -0.24)], 0.022, ACCENT, start=1, end=0.6)
