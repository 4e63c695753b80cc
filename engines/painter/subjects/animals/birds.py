"""Birds on a branch: songbird and owl."""

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, INK, LIGHT, MAIN, SECOND, WHITE, Pen
from engines.painter.subjects.features import SIDES, draw_leaf, draw_round_eye


def draw_bird(pen: Pen, rng: Rng, *, has_twig: bool = True) -> None:
    """Draw a songbird, on a twig unless it is on something else."""
    bird_pen = pen.at(0, 0, flip=rng.bernoulli(0.5))
    if has_twig:
        _draw_twig(bird_pen)
    tail = [(-0.22, 0.36), (-0.56, 0.14), (-0.62, 0.2), (-0.5, 0.3), (-0.6, 0.27), (-0.58, 0.35), (-0.28, 0.48)]
    bird_pen.blob(tail, MAIN.darken(0.3), corners=(1, 2, 4, 5), solid=True)
    trunk = [
        (-0.3, 0.42),
        (-0.14, 0.56),
        (0.0, 0.7),
        (0.04, 0.84),
        (0.16, 0.93),
        (0.3, 0.9),
        (0.37, 0.79),
        (0.36, 0.62),
        (0.32, 0.42),
        (0.18, 0.26),
        (-0.04, 0.22),
        (-0.22, 0.3),
    ]
    bird_pen.blob(trunk, MAIN, solid=True, fade=MAIN.darken(0.06))
    belly = [
        (0.3, 0.7),
        (0.345, 0.56),
        (0.31, 0.42),
        (0.18, 0.275),
        (-0.02, 0.235),
        (0.02, 0.34),
        (0.13, 0.46),
        (0.2, 0.6),
    ]
    bird_pen.blob(belly, LIGHT.lighten(0.3), line=0)
    beak = [(0.345, 0.84), (0.48, 0.795), (0.35, 0.765)]
    bird_pen.fill(beak, ACCENT, solid=True)
    bird_pen.stroke([(0.35, 0.8), (0.46, 0.796)], 0.008, INK, start=0.6, end=0.6)
    bird_pen.blob([(0.18, 0.86), (0.28, 0.87), (0.35, 0.82), (0.3, 0.77), (0.2, 0.78)], DEEP, line=0)
    draw_round_eye(bird_pen, 0.265, 0.825, 0.028)
    _draw_wing_and_feet(bird_pen)


def _draw_wing_and_feet(pen: Pen) -> None:
    """Draw the folded wing and the feet of the songbird."""
    wing = [
        (0.16, 0.62),
        (0.02, 0.66),
        (-0.14, 0.52),
        (-0.34, 0.36),
        (-0.46, 0.26),
        (-0.2, 0.3),
        (0.02, 0.33),
        (0.14, 0.44),
    ]
    pen.blob(wing, SECOND, corners=(4,), solid=True, fade=SECOND.darken(0.25))
    for number in range(4):
        y = 0.58 - number * 0.06
        pen.stroke(
            [(0.08 - number * 0.01, y), (-0.1, y - 0.08), (-0.3 - 0.03 * number, y - 0.22 + 0.035 * number)],
            0.02,
            SECOND.darken(0.35),
            start=0.2,
            end=0.7,
        )
    for x in (0.06, 0.16):
        pen.stroke(
            [(x, 0.25), (x + 0.02, 0.17), (x + 0.01, 0.115)], 0.022, ACCENT.darken(0.3), start=1, end=0.8, line=0.4
        )
        for toe in (-0.03, 0.015, 0.05):
            pen.stroke(
                [(x + 0.01, 0.125), (x + toe, 0.095), (x + toe * 1.3, 0.06)],
                0.017,
                ACCENT.darken(0.3),
                start=1,
                end=0.5,
                line=0.3,
            )


def _draw_twig(pen: Pen) -> None:
    pen.stroke(
        [(-0.62, 0.0), (-0.3, 0.06), (0.1, 0.08), (0.45, 0.12), (0.72, 0.22)],
        0.055,
        DEEP.lighten(0.1),
        start=1,
        end=0.25,
        solid=True,
        line=0.8,
    )
    pen.stroke([(0.3, 0.1), (0.42, 0.02), (0.55, 0.0)], 0.025, DEEP.lighten(0.1), start=1, end=0.3, line=0.6)
    for x, y, tilt in (
        (0.7, 0.21, 30),
        (0.5, 0.15, 80),
        (0.55, 0.0, -25),
        (0.46, 0.01, -80),
        (-0.45, 0.04, 110),
        (-0.5, 0.0, 240),
        (-0.2, 0.04, -60),
    ):
        draw_leaf(pen, x, y, 0.17, tilt, SECOND.lighten(0.1), 0.36)


def draw_owl(pen: Pen, rng: Rng, *, has_twig: bool = True) -> None:
    """Draw an owl that looks at you, from a branch unless it is on something else."""
    if has_twig:
        _draw_twig(pen)
    pen.blob(
        [(-0.12, 0.2), (-0.16, -0.05), (0.0, -0.08), (0.16, -0.05), (0.12, 0.2)],
        MAIN.darken(0.4),
        corners=(1, 3),
        solid=True,
    )
    trunk = [(0.0, 0.92), (0.18, 0.92), (0.3, 0.97), (0.31, 0.75), (0.33, 0.5), (0.28, 0.24), (0.14, 0.1), (0.0, 0.08)]
    pen.blob(
        trunk + [(-x, y) for x, y in reversed(trunk[1:-1])], MAIN, corners=(2, 12), solid=True, fade=MAIN.darken(0.15)
    )
    breast = [(0.0, 0.56), (0.17, 0.52), (0.21, 0.34), (0.12, 0.14), (0.0, 0.1)]
    pen.blob(breast + [(-x, y) for x, y in reversed(breast[1:-1])], LIGHT.lighten(0.25), line=0.4)
    for row in range(5):
        for column in range(-2, 3):
            x, y = column * 0.075 + (row % 2) * 0.037, 0.48 - row * 0.075
            if abs(x) < 0.19 - row * 0.018:
                pen.stroke(
                    [(x - 0.025, y + 0.015), (x, y - 0.015), (x + 0.025, y + 0.015)],
                    0.014,
                    MAIN.darken(0.2),
                    start=0.4,
                    end=0.4,
                )
    for side in SIDES:
        wing = [(0.27, 0.62), (0.37, 0.45), (0.34, 0.24), (0.22, 0.12), (0.2, 0.32), (0.23, 0.5)]
        pen.blob([(x * side, y) for x, y in wing], MAIN.darken(0.3), corners=(3,), solid=True)
        for y in (0.44, 0.35, 0.26):
            pen.stroke(
                [(side * 0.35, y + 0.03), (side * 0.28, y), (side * 0.22, y + 0.02)],
                0.014,
                MAIN.darken(0.55),
                start=0.3,
                end=0.3,
            )
        pen.oval(side * 0.14, 0.73, 0.16, 0.165, MAIN.lighten(0.45), solid=True, line=0.8)
        pen.oval(side * 0.135, 0.73, 0.1, 0.1, LIGHT, line=1.0, glow=0.6)
        pen.oval(side * 0.13, 0.73, 0.062, 0.066, INK, line=0)
        pen.oval(side * 0.13 - 0.02, 0.755, 0.022, 0.022, WHITE, line=0)
        for toe in (0.06, 0.1, 0.14):
            pen.stroke(
                [(side * toe, 0.12), (side * toe, 0.07), (side * toe, 0.03)], 0.03, ACCENT, start=1, end=0.5, line=0.5
            )
    pen.blob([(-0.04, 0.7), (0.04, 0.7), (0.0, 0.58)], ACCENT, corners=(2,), solid=True)
