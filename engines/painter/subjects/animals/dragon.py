"""Dragon: the long eastern one, winding through clouds."""

import numpy as np

from engines.painter.curves import ribbon, spline
from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, INK, LIGHT, MAIN, SECOND, WHITE, Pen
from engines.painter.subjects.features import SIDES

_SPINE = [
    (-0.5, 0.06),
    (-0.3, 0.0),
    (-0.16, 0.14),
    (-0.3, 0.32),
    (-0.46, 0.46),
    (-0.34, 0.64),
    (-0.1, 0.58),
    (0.06, 0.36),
    (0.24, 0.2),
    (0.42, 0.3),
    (0.4, 0.52),
    (0.24, 0.7),
]


def draw_dragon(pen: Pen, rng: Rng) -> None:
    """Draw a dragon, its head at the upper right or left."""
    body_pen = pen.at(0, 0, flip=rng.bernoulli(0.5))
    for x, y, size in ((-0.42, 0.2, 0.16), (0.3, 0.02, 0.18), (0.05, 0.75, 0.14)):
        draw_cloud_scroll(body_pen, x, y, size)
    spine = spline(_SPINE, closed=False, steps=14)
    t = np.linspace(0, 1, len(spine))
    widths = 0.02 + 0.135 * np.sin(np.clip(t * 1.25, 0, 1) * np.pi / 2) * (1 - 0.25 * t)
    along = np.gradient(spine, axis=0)
    normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.hypot(along[:, 0], along[:, 1])[:, None]
    for number in range(4, len(spine) - 6, 4):
        base, out = spine[number], normal[number] * widths[number]
        step = along[number] * 2.2
        body_pen.fill(
            np.array([base + out * 0.4 - step, base + out * 0.95 - step * 1.4, base + out * 0.4 + step]),
            ACCENT,
            line=0.7,
        )
    for number in (40, 58, 104, 124):
        _draw_claw(body_pen, spine[number], normal[number], 1 if number in (40, 104) else -1)
    body_pen.fill(ribbon(spine, widths), MAIN, solid=True)
    belly = spine - normal * widths[:, None] * 0.27
    body_pen.fill(ribbon(belly, widths * 0.42), LIGHT.lighten(0.1), line=0)
    for number in range(6, len(spine) - 4, 3):
        a, b = (
            belly[number] - normal[number] * widths[number] * 0.2,
            belly[number] + normal[number] * widths[number] * 0.2,
        )
        body_pen.stroke(np.array([a, b]), 0.009, MAIN.darken(0.3), start=1, end=1)
        for shift in (0.1, 0.3):
            place = spine[number] + normal[number] * widths[number] * shift
            tangent = along[number] / np.hypot(*along[number])
            arc = [
                place - tangent * 0.012 + normal[number] * 0.016,
                place + tangent * 0.014,
                place - tangent * 0.012 - normal[number] * 0.016,
            ]
            body_pen.stroke(np.array(arc), 0.007, MAIN.darken(0.35), start=0.5, end=0.5)
    tip = spine[0]
    for tilt in (150, 185, 220):
        body_pen.at(float(tip[0]), float(tip[1]), 0.14, tilt=tilt).blob(
            [(0, 0), (0.5, 0.16), (1, 0), (0.5, -0.12)], ACCENT, corners=(0, 2)
        )
    _draw_head(body_pen.at(0.24, 0.72, 0.52, tilt=14))


def _draw_claw(pen: Pen, root: np.ndarray, normal: np.ndarray, side: int) -> None:
    knee = root + normal * 0.12 * side
    foot = knee + np.array([0.07, -0.05])
    pen.stroke(np.array([root, knee, foot]), 0.055, MAIN.darken(0.12), start=1, end=0.6, solid=True, line=0.9)
    for dx, dy in ((0.06, 0.02), (0.055, -0.03), (0.01, -0.06)):
        pen.stroke(np.array([foot, foot + np.array([dx, dy])]), 0.022, LIGHT, start=1, end=0.1, line=0.5)


def _draw_head(pen: Pen) -> None:
    for dx, dy in ((-0.34, 0.16), (-0.4, 0.0), (-0.36, -0.16), (-0.24, 0.3), (-0.26, -0.28)):
        pen.stroke(
            [(0, 0), (dx * 0.6, dy * 0.5 + 0.02), (dx, dy)], 0.13, SECOND, start=1, end=0.1, line=0.7, solid=True
        )
    for lean in (0.0, 0.09):
        pen.stroke(
            [(-0.02 + lean, 0.14), (-0.14 + lean, 0.34), (-0.32 + lean, 0.42), (-0.3 + lean, 0.56)],
            0.05,
            LIGHT.darken(0.1),
            start=1,
            end=0.2,
            line=0.8,
        )
        pen.stroke([(-0.13 + lean, 0.34), (-0.08 + lean, 0.46)], 0.035, LIGHT.darken(0.1), start=1, end=0.2, line=0.6)
    jaw = [(0.0, -0.12), (0.2, -0.2), (0.42, -0.2), (0.5, -0.14), (0.3, -0.08), (0.1, 0.0)]
    pen.blob(jaw, MAIN.darken(0.08), solid=True)
    pen.blob([(0.08, -0.02), (0.26, -0.1), (0.48, -0.14), (0.5, -0.02), (0.2, 0.04)], ACCENT.darken(0.35), line=0.5)
    for x in (0.2, 0.3, 0.4):
        pen.fill([(x - 0.02, -0.105), (x + 0.02, -0.11), (x, -0.05)], WHITE, line=0.3)
    _draw_skull(pen)


def _draw_skull(pen: Pen) -> None:
    """Draw the upper head: teeth, eye, brow, whiskers."""
    skull = [
        (-0.14, -0.06),
        (-0.12, 0.12),
        (0.02, 0.2),
        (0.16, 0.17),
        (0.26, 0.1),
        (0.42, 0.1),
        (0.54, 0.12),
        (0.58, 0.04),
        (0.52, -0.03),
        (0.3, -0.01),
        (0.12, -0.04),
        (0.0, -0.12),
    ]
    pen.blob(skull, MAIN.lighten(0.06), solid=True)
    for x in (0.28, 0.38, 0.48):
        pen.fill([(x - 0.022, -0.01), (x + 0.022, -0.012), (x + 0.004, -0.08)], WHITE, line=0.3)
    pen.oval(0.53, 0.075, 0.02, 0.014, INK, line=0)
    pen.oval(0.13, 0.1, 0.056, 0.046, WHITE, line=0.8)
    pen.oval(0.145, 0.1, 0.028, 0.034, LIGHT, line=0, glow=1.0)
    pen.oval(0.15, 0.1, 0.014, 0.024, INK, line=0)
    pen.stroke([(0.03, 0.16), (0.13, 0.2), (0.24, 0.17)], 0.045, SECOND, start=0.3, end=0.2, line=0.6)
    for side in SIDES:
        pen.stroke(
            [(0.5, 0.03), (0.66, 0.12 * side + 0.08), (0.74, 0.28 * side), (0.9, 0.3 * side + 0.06)],
            0.022,
            LIGHT,
            start=1,
            end=0.1,
            line=0.4,
        )


def draw_cloud_scroll(pen: Pen, x: float, y: float, size: float) -> None:
    """Draw an auspicious cloud: scrolls on a flat tail."""
    local = pen.at(x, y, size)
    outline = [
        (-1.3, -0.12),
        (-0.9, 0.02),
        (-0.75, 0.3),
        (-0.4, 0.36),
        (-0.2, 0.62),
        (0.22, 0.62),
        (0.42, 0.36),
        (0.75, 0.32),
        (0.9, 0.04),
        (1.3, -0.1),
        (0.6, -0.2),
        (-0.5, -0.18),
    ]
    local.blob(outline, WHITE, corners=(0, 9), solid=True, fade=WHITE.with_haze(0.5))
    for cx, cy, radius in ((0.0, 0.22, 0.26), (-0.52, 0.08, 0.17), (0.55, 0.08, 0.17)):
        arc = np.linspace(0, 3.4 * np.pi, 26)
        shrink = radius * (1 - arc / (4.2 * np.pi))
        local.stroke(
            np.column_stack([cx + shrink * np.cos(arc), cy + shrink * np.sin(arc)]),
            0.035,
            MAIN.lighten(0.2).with_haze(0.2),
            start=0.5,
            end=0.5,
        )
