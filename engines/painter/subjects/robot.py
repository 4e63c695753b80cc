"""Robot."""

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, INK, LIGHT, MAIN, SECOND, WHITE, Pen, Tone
from engines.painter.subjects.features import SIDES


def draw_robot(pen: Pen, rng: Rng) -> None:
    """Draw a standing robot with a screen for a face, one hand raised."""
    metal = MAIN
    raised = rng.choice((-1, 1))
    _draw_legs(pen)
    for side in SIDES:
        _draw_arm(pen, side, side == raised)
    trunk = [
        (-0.17, 0.57),
        (0.17, 0.57),
        (0.2, 0.52),
        (0.175, 0.3),
        (0.13, 0.25),
        (-0.13, 0.25),
        (-0.175, 0.3),
        (-0.2, 0.52),
    ]
    pen.blob(trunk, metal, corners=(0, 1), fade=metal.darken(0.25), solid=True)
    _draw_chest(pen, rng)
    pen.box(-0.055, 0.56, 0.055, 0.63, metal.darken(0.35), solid=True)
    for y in (0.583, 0.607):
        pen.box(-0.06, y - 0.006, 0.06, y + 0.006, metal.darken(0.6), line=0)
    _draw_head(pen, rng)


def _draw_head(pen: Pen, rng: Rng) -> None:
    metal = MAIN.lighten(0.12)
    pen.stroke([(0, 0.88), (0, 0.975)], 0.018, DEEP.lighten(0.2), start=1, end=1, line=0.6)
    pen.oval(0, 0.985, 0.03, 0.03, ACCENT, solid=True, glow=0.9)
    for side in SIDES:
        pen.box(side * 0.2, 0.69, side * 0.25, 0.81, SECOND, radius=0.02, solid=True)
    pen.box(-0.215, 0.615, 0.215, 0.885, metal, radius=0.075, fade=metal.darken(0.22), solid=True)
    pen.box(-0.172, 0.66, 0.172, 0.84, INK, radius=0.055, fade=DEEP.darken(0.3))
    eye = ACCENT if rng.bernoulli(0.4) else LIGHT
    for side in SIDES:
        pen.oval(side * 0.078, 0.765, 0.042, 0.05, eye, line=0, glow=1.0)
        pen.oval(side * 0.078 - 0.012, 0.782, 0.013, 0.015, WHITE, line=0, glow=1.0)
    pen.stroke([(-0.05, 0.7), (0.0, 0.685), (0.05, 0.7)], 0.014, eye, start=0.7, end=0.7, glow=0.9)
    pen.stroke([(-0.15, 0.855), (-0.05, 0.868), (0.08, 0.868)], 0.014, WHITE, start=0.3, end=0.1)


def _draw_chest(pen: Pen, rng: Rng) -> None:
    pen.box(-0.105, 0.36, 0.105, 0.51, MAIN.lighten(0.4), radius=0.025, line=0.7)
    pen.oval(-0.05, 0.45, 0.036, 0.036, DEEP, line=0.6)
    pen.oval(-0.05, 0.45, 0.024, 0.024, ACCENT, line=0, glow=0.7)
    for number in range(3):
        height = rng.uniform(0.02, 0.085)
        x = 0.02 + number * 0.028
        pen.box(x, 0.38, x + 0.018, 0.38 + height, (LIGHT, SECOND, ACCENT)[number], line=0.3, glow=0.4)
    for number in range(3):
        pen.oval(-0.075 + number * 0.026, 0.39, 0.009, 0.009, (ACCENT, LIGHT, SECOND)[number], line=0.3, glow=0.4)
    for x in (-0.14, 0.14):
        for y in (0.53, 0.31):
            pen.oval(x, y, 0.012, 0.012, MAIN.darken(0.45), line=0.3)
    pen.box(-0.12, 0.275, 0.12, 0.3, SECOND, radius=0.01, line=0.7)


def _draw_arm(pen: Pen, side: int, raised: bool) -> None:
    path = (
        [(0.2, 0.5), (0.31, 0.5), (0.37, 0.62), (0.385, 0.7)]
        if raised
        else [(0.2, 0.5), (0.29, 0.44), (0.32, 0.33), (0.3, 0.25)]
    )
    hand_x, hand_y = path[-1]
    pen.stroke([(x * side, y) for x, y in path], 0.062, MAIN.darken(0.22), start=1, end=0.95, solid=True, line=1)
    joint_x, joint_y = path[2] if not raised else (0.345, 0.55)
    pen.oval(side * joint_x, joint_y, 0.042, 0.042, SECOND, solid=True)
    pen.oval(side * 0.2, 0.5, 0.056, 0.056, SECOND, solid=True)
    pen.oval(side * 0.2, 0.5, 0.024, 0.024, SECOND.darken(0.4), line=0)
    up = 1 if raised else -1
    for lean in (-1, 0.1, 1.1):
        finger = [
            (side * hand_x, hand_y + up * 0.02),
            (side * (hand_x + 0.035 * lean), hand_y + up * 0.06),
            (side * (hand_x + 0.03 * lean), hand_y + up * 0.105),
        ]
        pen.stroke(finger, 0.03, MAIN.lighten(0.2), start=1, end=0.7, line=0.8, solid=True)
    pen.oval(side * hand_x, hand_y + up * 0.01, 0.043, 0.043, MAIN.darken(0.1), solid=True)


def _draw_legs(pen: Pen) -> None:
    for side in SIDES:
        pen.stroke(
            [(side * 0.085, 0.28), (side * 0.09, 0.15), (side * 0.09, 0.05)],
            0.07,
            MAIN.darken(0.3),
            start=1,
            end=1,
            solid=True,
            line=1,
        )
        for y in (0.19, 0.165, 0.14):
            pen.box(side * 0.052, y - 0.007, side * 0.125, y + 0.005, MAIN.darken(0.6), line=0)
        foot = [(0.03, 0.0), (0.03, 0.05), (0.06, 0.085), (0.12, 0.085), (0.165, 0.045), (0.17, 0.0)]
        pen.blob([(x * side, y) for x, y in foot], SECOND, corners=(0, 5), fade=SECOND.darken(0.25), solid=True)
        pen.box(side * 0.03, -0.006, side * 0.17, 0.012, INK.lighten(0.1), line=0)


def draw_astronaut(pen: Pen, rng: Rng) -> None:
    """Draw an astronaut afloat, a tether behind."""
    suit = WHITE
    body = pen.at(0, 0.04, 0.94, tilt=rng.choice(SIDES) * rng.uniform(6, 18))
    body.stroke([(0.1, 0.4), (0.5, 0.3), (0.55, 0.05), (0.85, -0.1)], 0.018, SECOND, start=1, end=0.6, line=0.5)
    body.box(-0.2, 0.3, 0.2, 0.62, suit.darken(0.25), radius=0.06, solid=True)
    for side in SIDES:
        body.stroke(
            [(side * 0.09, 0.3), (side * 0.13, 0.16), (side * 0.17, 0.03)],
            0.14,
            suit.darken(0.05),
            start=1,
            end=0.9,
            solid=True,
            line=1,
        )
        body.stroke([(side * 0.12, 0.14), (side * 0.17, 0.13)], 0.05, MAIN, start=0.6, end=0.6)
        body.blob(
            [(side * 0.1, 0.03), (side * 0.24, 0.05), (side * 0.29, -0.02), (side * 0.12, -0.05)],
            suit.darken(0.2),
            solid=True,
        )
        up = 0.2 if side > 0 else -0.06
        body.stroke(
            [(side * 0.14, 0.52), (side * 0.28, 0.5), (side * 0.36, 0.5 + up)],
            0.12,
            suit.darken(0.02),
            start=1,
            end=0.85,
            solid=True,
            line=1,
        )
        body.oval(side * 0.37, 0.51 + up * 1.15, 0.065, 0.065, MAIN, solid=True)
    trunk = [(-0.14, 0.6), (0.14, 0.6), (0.18, 0.5), (0.16, 0.28), (0.0, 0.24), (-0.16, 0.28), (-0.18, 0.5)]
    body.blob(trunk, suit, solid=True, fade=suit.darken(0.15))
    body.box(-0.09, 0.36, 0.09, 0.48, suit.darken(0.25), radius=0.02, line=0.8)
    for x, tone in ((-0.055, ACCENT), (0.0, LIGHT), (0.055, SECOND)):
        body.oval(x, 0.44, 0.018, 0.018, tone, line=0.4, glow=0.5)
    body.box(-0.07, 0.38, 0.07, 0.405, DEEP, radius=0.008, line=0)
    _draw_helmet(body, suit)


def _draw_helmet(body: Pen, suit: Tone) -> None:
    """Draw the helmet and what its visor mirrors."""
    body.oval(0, 0.77, 0.225, 0.215, suit, solid=True, fade=suit.darken(0.12))
    visor = [
        (-0.165, 0.79),
        (-0.12, 0.88),
        (0.0, 0.905),
        (0.12, 0.88),
        (0.165, 0.79),
        (0.13, 0.69),
        (0.0, 0.66),
        (-0.13, 0.69),
    ]
    body.blob(visor, DEEP, fade=ACCENT.darken(0.3), glow=0.15, solid=True)
    body.blob([(-0.12, 0.82), (-0.06, 0.875), (0.0, 0.88), (-0.07, 0.82), (-0.11, 0.76)], WHITE, line=0, glow=0.3)
    body.oval(0.08, 0.72, 0.02, 0.02, LIGHT, line=0, glow=0.5)
    for side in SIDES:
        body.oval(side * 0.22, 0.77, 0.035, 0.06, SECOND, solid=True)
