"""Dog and bear-like friends: dog, panda, bear, rabbit."""

from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import ACCENT, DEEP, INK, LIGHT, MAIN, SECOND, WHITE, Pen
from services.executor.domain.painter.subjects.features import SIDES, blush, collar, leaf, round_eye
from services.executor.domain.painter.subjects.sitting import Coat, body, ears, head, muzzle


def dog(pen: Pen, dice: Dice) -> None:
    """Draw a seated dog with hanging ears and its tongue out."""
    coat = Coat(MAIN, MAIN.light(0.75), MAIN.light(0.5), MAIN.dark(0.4))
    side = dice.pick((-1, 1))
    pen.stroke(
        [(side * 0.2, 0.05), (side * 0.36, 0.12), (side * 0.42, 0.27), (side * 0.38, 0.38)],
        0.085,
        coat.body,
        start=1,
        end=0.3,
        solid=True,
        line=1,
    )
    body(pen, coat)
    face = [(0.0, 0.915), (0.1, 0.89), (0.175, 0.825), (0.2, 0.72), (0.17, 0.61), (0.1, 0.53), (0.0, 0.51)]
    head(pen, face, coat.body.light(0.04))
    pen.blob([(0, 0.86), (0.035, 0.78), (0.045, 0.7), (0, 0.66), (-0.045, 0.7), (-0.035, 0.78)], coat.breast, line=0)
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
        coat.breast,
        line=0.5,
        solid=True,
    )
    for ear in SIDES:
        flap = [(0.1, 0.89), (0.185, 0.87), (0.25, 0.76), (0.265, 0.62), (0.225, 0.53), (0.175, 0.6), (0.16, 0.72)]
        pen.blob([(x * ear, y) for x, y in flap], coat.marks, fade=coat.marks.dark(0.15), solid=True)
        pen.stroke(
            [(ear * 0.055, 0.805), (ear * 0.085, 0.815), (ear * 0.115, 0.8)], 0.016, coat.marks, start=0.5, end=0.3
        )
        round_eye(pen, ear * 0.083, 0.745, 0.033)
    tongue = [(-0.035, 0.552), (0.035, 0.552), (0.036, 0.5), (0.0, 0.47), (-0.036, 0.5)]
    pen.blob(tongue, ACCENT.light(0.2), line=0.7)
    pen.stroke([(0, 0.55), (0, 0.5)], 0.007, ACCENT.dark(0.2), start=1, end=0.4)
    muzzle(pen, 0.65, INK, INK, 1.35)
    collar(pen, 0.475, 0.13, SECOND)


def panda(pen: Pen, dice: Dice) -> None:
    """Draw a seated panda with a stem of bamboo."""
    coat = Coat(WHITE, WHITE, INK.light(0.08), INK.light(0.08))
    body(pen, coat, girth=1.22)
    band = [(0.0, 0.6), (0.16, 0.57), (0.24, 0.42), (0.2, 0.34), (0.1, 0.39), (0.0, 0.4)]
    pen.blob(band + [(-x, y) for x, y in reversed(band[1:-1])], coat.marks, line=0, solid=True)
    for side in SIDES:
        arm = [(0.12, 0.5), (0.2, 0.5), (0.25, 0.36), (0.17, 0.2), (0.06, 0.21), (0.07, 0.28), (0.12, 0.33)]
        pen.blob([(x * side, y) for x, y in arm], coat.marks, solid=True)
        pen.oval(side * 0.2, 0.03, 0.11, 0.06, coat.marks, solid=True)
        pen.oval(side * 0.185, 0.86, 0.078, 0.076, coat.marks, solid=True)
    face = [(0.0, 0.905), (0.13, 0.87), (0.225, 0.79), (0.25, 0.68), (0.2, 0.56), (0.1, 0.51), (0.0, 0.5)]
    head(pen, face, WHITE)
    for side in SIDES:
        patch = [(0.055, 0.76), (0.115, 0.775), (0.158, 0.7), (0.148, 0.64), (0.1, 0.635), (0.06, 0.69)]
        pen.blob([(x * side, y) for x, y in patch], coat.marks, line=0)
        round_eye(pen, side * 0.1, 0.708, 0.027, MAIN.dark(0.3))
    blush(pen, 0.17, 0.595, 0.035)
    muzzle(pen, 0.625, INK, INK, 1.0)
    lean = dice.pick((-1, 1))
    pen.stroke(
        [(lean * 0.02, 0.12), (lean * 0.07, 0.35), (lean * 0.12, 0.62)], 0.03, SECOND, start=0.9, end=0.8, line=0.8
    )
    for y, tilt in ((0.6, 35), (0.56, 150), (0.46, 20)):
        x = lean * (0.02 + 0.1 * (y - 0.12) / 0.5)
        leaf(pen, x, y, 0.16, tilt if lean > 0 else 180 - tilt, SECOND.dark(0.05), 0.24)


def bear(pen: Pen, dice: Dice) -> None:
    """Draw a seated bear."""
    coat = Coat(MAIN.dark(0.12), MAIN.light(0.5), MAIN.dark(0.3), MAIN.dark(0.45))
    body(pen, coat, girth=1.25)
    for side in SIDES:
        pen.oval(side * 0.175, 0.865, 0.07, 0.068, coat.body, solid=True)
        pen.oval(side * 0.175, 0.862, 0.04, 0.038, coat.breast, line=0)
    face = [(0.0, 0.912), (0.13, 0.877), (0.215, 0.79), (0.235, 0.68), (0.19, 0.56), (0.1, 0.51), (0.0, 0.5)]
    head(pen, face, coat.body)
    pen.oval(0, 0.6, 0.11, 0.085, coat.breast, solid=True, line=0.5)
    for side in SIDES:
        round_eye(pen, side * 0.088, 0.725, 0.028)
    blush(pen, 0.16, 0.63, 0.032)
    muzzle(pen, 0.65, INK, INK, 1.25)
    if dice.chance(0.6):
        pen.stroke([(-0.17, 0.5), (0, 0.44), (0.17, 0.5)], 0.075, ACCENT, start=0.8, end=0.8, line=0.9)
        pen.stroke([(0.08, 0.46), (0.12, 0.36), (0.1, 0.27)], 0.07, ACCENT.dark(0.08), start=0.7, end=0.95, line=0.9)


def rabbit(pen: Pen, dice: Dice) -> None:
    """Draw a seated rabbit, ears up, one perhaps bent."""
    light = dice.chance(0.5)
    coat = Coat(MAIN.light(0.72 if light else 0.25), WHITE, MAIN.light(0.85 if light else 0.5), MAIN.dark(0.1))
    pen.oval(dice.pick((-1, 1)) * 0.28, 0.1, 0.085, 0.085, WHITE, solid=True)
    small = pen.at(0, 0, 0.84)
    body(small, coat, girth=1.12)
    tall = [(0.02, 0.62), (0.035, 0.78), (0.07, 0.95), (0.115, 1.03), (0.15, 0.96), (0.145, 0.8), (0.12, 0.62)]
    inside = [(0.058, 0.66), (0.068, 0.8), (0.09, 0.92), (0.113, 0.975), (0.128, 0.92), (0.122, 0.8), (0.1, 0.66)]
    ears(pen, tall, inside, coat.body, ACCENT.light(0.5), 3, 3)
    face = [(0.0, 0.74), (0.09, 0.718), (0.16, 0.66), (0.185, 0.575), (0.165, 0.495), (0.09, 0.44), (0.0, 0.43)]
    head(pen, face, coat.body)
    for side in SIDES:
        pen.oval(side * 0.045, 0.487, 0.06, 0.042, WHITE, line=0)
        round_eye(pen, side * 0.095, 0.595, 0.036, DEEP)
    blush(pen, 0.135, 0.515, 0.03)
    muzzle(pen, 0.53, ACCENT.light(0.15), INK, 0.85)
    if dice.chance(0.5):
        collar(pen, 0.43, 0.1, LIGHT)
