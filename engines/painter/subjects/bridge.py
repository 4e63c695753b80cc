"""Bridge."""

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, LIGHT, MAIN, WHITE, Pen
from engines.painter.subjects.features import draw_grass_tuft


def draw_bridge(pen: Pen, rng: Rng) -> None:
    """Draw an arched bridge with its reflection below and railings above."""
    x = np.linspace(-1.05, 1.05, 60)
    deck = 0.24 + 0.5 * np.cos(x * np.pi / 2.4)
    arch_x = np.linspace(-0.52, 0.52, 40)
    arch = 0.08 + 0.46 * np.sqrt(np.clip(1 - (arch_x / 0.52) ** 2, 0, 1))
    stone = MAIN.lighten(0.12)
    lower = np.vstack(
        [
            np.array([(1.05, 0.0), (0.52, 0.0)]),
            np.column_stack([arch_x, arch])[::-1],
            np.array([(-0.52, 0.0), (-1.05, 0.0)]),
        ]
    )
    pen.fill(np.vstack([np.column_stack([x, deck]), lower]), stone, solid=True, fade=stone.darken(0.25))
    for angle in np.radians(np.linspace(8, 172, 13)):
        inner = (0.53 * np.cos(angle), 0.08 + 0.47 * np.sin(angle))
        outer = (0.62 * np.cos(angle), 0.08 + 0.57 * np.sin(angle))
        pen.stroke([inner, outer], 0.01, stone.darken(0.4), start=1, end=1)
    for _ in range(26):
        px = rng.uniform(-0.95, 0.95)
        py = rng.uniform(0.05, 0.24 + 0.5 * float(np.cos(px * np.pi / 2.4)) - 0.05)
        if (px / 0.64) ** 2 + ((py - 0.08) / 0.58) ** 2 > 1:
            pen.stroke([(px, py), (px + 0.07, py)], 0.008, stone.darken(0.3), start=1, end=1)
    for px in np.linspace(-1.0, 1.0, 13):
        level = 0.24 + 0.5 * float(np.cos(px * np.pi / 2.4))
        pen.box(float(px) - 0.012, level, float(px) + 0.012, level + 0.13, ACCENT.darken(0.08), line=0.7)
    pen.stroke(np.column_stack([x, deck + 0.13])[::6], 0.03, ACCENT, start=1, end=1, line=0.7)
    pen.stroke(np.column_stack([x, deck + 0.02])[::6], 0.035, stone.lighten(0.3), start=1, end=1, line=0.6)
    for level in (-0.05, -0.1, -0.16):
        pen.stroke(
            [(-0.7, level), (-0.2, level + 0.012), (0.25, level - 0.008), (0.7, level)],
            0.018,
            WHITE.with_haze(0.3),
            start=0.1,
            end=0.1,
        )
    for px in (-1.0, -0.85, 0.85, 1.0):
        pen.oval(px, 0.02, 0.1, 0.055, DEEP.lighten(0.25), solid=True)
        draw_grass_tuft(pen, px, 0.04, 0.08, LIGHT.darken(0.35))
