"""Dog, panda, bear and rabbit."""

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, INK, LIGHT, MAIN, SECOND, WHITE, Pen
from engines.painter.subjects.animals.seated_animal import FurColors, draw_body, draw_ears, draw_head, draw_muzzle
from engines.painter.subjects.features import SIDES, draw_blush, draw_collar, draw_leaf, draw_round_eye


def draw_dog(pen: Pen, rng: Rng) -> None:
    """Draw a seated dog with hanging ears and its tongue out."""
    fur = FurColors(MAIN, MAIN.lighten(0.75), MAIN.lighten(0.5), MAIN.darken(0.4))
    side = rng.choice((-1, 1))
    pen.stroke(
        [(side * 0.2, 0.05), (side * 0.36, 0.12), (side * 0.42, 0.27), (side * 0.38, 0.38)],
        0.085,
        fur.body,
        start=1,
        end=0.3,
        solid=True,
        line=1,
    )
    draw_body(pen, fur)
    face = [(0.0, 0.915), (0.1, 0.89), (0.175, 0.825), (0.2, 0.72), (0.17, 0.61), (0.1, 0.53), (0.0, 0.51)]
    draw_head(pen, face, fur.body.lighten(0.04))
    pen.blob([(0, 0.86), (0.035, 0.78), (0.045, 0.7), (0, 0.66), (-0.045, 0.7), (-0.035, 0.78)], fur.breast, line=0)
    pen.blob(
        [
            (0, 0.705),
            (0.07, 0.68),
            (0.125, 0.61),
            (0.1, 0.545),
            (0, 0.515),
            (-0.1, 0.545),
            (-0.125, 0.61),
            (-0.07, 0.68),
        ],
        fur.breast,
        line=0.5,
        solid=True,
    )
    for ear in SIDES:
        flap = [(0.1, 0.89), (0.185, 0.87), (0.25, 0.76), (0.265, 0.62), (0.225, 0.53), (0.175, 0.6), (0.16, 0.72)]
        pen.blob([(x * ear, y) for x, y in flap], fur.markings, fade=fur.markings.darken(0.15), solid=True)
        pen.stroke(
            [(ear * 0.055, 0.805), (ear * 0.085, 0.815), (ear * 0.115, 0.8)], 0.016, fur.markings, start=0.5, end=0.3
        )
        draw_round_eye(pen, ear * 0.083, 0.745, 0.033)
    tongue = [(-0.035, 0.552), (0.035, 0.552), (0.036, 0.5), (0.0, 0.47), (-0.036, 0.5)]
    pen.blob(tongue, ACCENT.lighten(0.2), line=0.7)
    pen.stroke([(0, 0.55), (0, 0.5)], 0.007, ACCENT.darken(0.2), start=1, end=0.4)
    draw_muzzle(pen, 0.65, INK, INK, 1.35)
    draw_collar(pen, 0.475, 0.13, SECOND)


def draw_panda(pen: Pen, rng: Rng) -> None:
    """Draw a seated panda with a stem of bamboo."""
    fur = FurColors(WHITE, WHITE, INK.lighten(0.08), INK.lighten(0.08))
    draw_body(pen, fur, girth=1.22)
    band = [(0.0, 0.6), (0.16, 0.57), (0.24, 0.42), (0.2, 0.34), (0.1, 0.39), (0.0, 0.4)]
    pen.blob(band + [(-x, y) for x, y in reversed(band[1:-1])], fur.markings, line=0, solid=True)
    for side in SIDES:
        arm = [(0.12, 0.5), (0.2, 0.5), (0.25, 0.36), (0.17, 0.2), (0.06, 0.21), (0.07, 0.28), (0.12, 0.33)]
        pen.blob([(x * side, y) for x, y in arm], fur.markings, solid=True)
        pen.oval(side * 0.2, 0.03, 0.11, 0.06, fur.markings, solid=True)
        pen.oval(side * 0.185, 0.86, 0.078, 0.076, fur.markings, solid=True)
    face = [(0.0, 0.905), (0.13, 0.87), (0.225, 0.79), (0.25, 0.68), (0.2, 0.56), (0.1, 0.51), (0.0, 0.5)]
    draw_head(pen, face, WHITE)
    for side in SIDES:
        patch = [(0.055, 0.76), (0.115, 0.775), (0.158, 0.7), (0.148, 0.64), (0.1, 0.635), (0.06, 0.69)]
        pen.blob([(x * side, y) for x, y in patch], fur.markings, line=0)
        draw_round_eye(pen, side * 0.1, 0.708, 0.027, MAIN.darken(0.3))
    draw_blush(pen, 0.17, 0.595, 0.035)
    draw_muzzle(pen, 0.625, INK, INK, 1.0)
    lean = rng.choice((-1, 1))
    pen.stroke(
        [(lean * 0.02, 0.12), (lean * 0.07, 0.35), (lean * 0.12, 0.62)], 0.03, SECOND, start=0.9, end=0.8, line=0.8
    )
    for y, tilt in ((0.6, 35), (0.56, 150), (0.46, 20)):
        x = lean * (0.02 + 0.1 * (y - 0.12) / 0.5)
        draw_leaf(pen, x, y, 0.16, tilt if lean > 0 else 180 - tilt, SECOND.darken(0.05), 0.24)


def draw_bear(pen: Pen, rng: Rng) -> None:
    """Draw a seated bear."""
    fur = FurColors(MAIN.darken(0.12), MAIN.lighten(0.5), MAIN.darken(0.3), MAIN.darken(0.45))
    draw_body(pen, fur, girth=1.25)
    for side in SIDES:
        pen.oval(side * 0.175, 0.865, 0.07, 0.068, fur.body, solid=True)
        pen.oval(side * 0.175, 0.862, 0.04, 0.038, fur.breast, line=0)
    face = [(0.0, 0.912), (0.13, 0.877), (0.215, 0.79), (0.235, 0.68), (0.19, 0.56), (0.1, 0.51), (0.0, 0.5)]
    draw_head(pen, face, fur.body)
    pen.oval(0, 0.6, 0.11, 0.085, fur.breast, solid=True, line=0.5)
    for side in SIDES:
        draw_round_eye(pen, side * 0.088, 0.725, 0.028)
    draw_blush(pen, 0.16, 0.63, 0.032)
    draw_muzzle(pen, 0.65, INK, INK, 1.25)
    if rng.bernoulli(0.6):
        pen.stroke([(-0.17, 0.5), (0, 0.44), (0.17, 0.5)], 0.075, ACCENT, start=0.8, end=0.8, line=0.9)
        pen.stroke([(0.08, 0.46), (0.12, 0.36), (0.1, 0.27)], 0.07, ACCENT.darken(0.08), start=0.7, end=0.95, line=0.9)


def draw_rabbit(pen: Pen, rng: Rng) -> None:
    """Draw a seated rabbit, ears up, one perhaps bent."""
    light = rng.bernoulli(0.5)
    fur = FurColors(
        MAIN.lighten(0.72 if light else 0.25), WHITE, MAIN.lighten(0.85 if light else 0.5), MAIN.darken(0.1)
    )
    pen.oval(rng.choice((-1, 1)) * 0.28, 0.1, 0.085, 0.085, WHITE, solid=True)
    small = pen.at(0, 0, 0.84)
    draw_body(small, fur, girth=1.12)
    tall = [(0.02, 0.62), (0.035, 0.78), (0.07, 0.95), (0.115, 1.03), (0.15, 0.96), (0.145, 0.8), (0.12, 0.62)]
    inside = [(0.058, 0.66), (0.068, 0.8), (0.09, 0.92), (0.113, 0.975), (0.128, 0.92), (0.122, 0.8), (0.1, 0.66)]
    draw_ears(pen, tall, inside, fur.body, ACCENT.lighten(0.5), 3, 3)
    face = [(0.0, 0.74), (0.09, 0.718), (0.16, 0.66), (0.185, 0.575), (0.165, 0.495), (0.09, 0.44), (0.0, 0.43)]
    draw_head(pen, face, fur.body)
    for side in SIDES:
        pen.oval(side * 0.045, 0.487, 0.06, 0.042, WHITE, line=0)
        draw_round_eye(pen, side * 0.095, 0.595, 0.036, DEEP)
    draw_blush(pen, 0.135, 0.515, 0.03)
    draw_muzzle(pen, 0.53, ACCENT.lighten(0.15), INK, 0.85)
    if rng.bernoulli(0.5):
        draw_collar(pen, 0.43, 0.1, LIGHT)
