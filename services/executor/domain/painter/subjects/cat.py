"""Cat, and its relatives tiger and fox."""

from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import ACCENT, INK, LIGHT, MAIN, WHITE, Pen, Tone
from services.executor.domain.painter.subjects.features import SIDES, cat_eye, collar, round_eye, whiskers
from services.executor.domain.painter.subjects.sitting import Coat, body, ears, head, muzzle

_HEAD = [
    (0.0, 0.88),
    (0.1, 0.862),
    (0.185, 0.8),
    (0.225, 0.71),
    (0.262, 0.62),
    (0.17, 0.575),
    (0.08, 0.535),
    (0.0, 0.528),
]
_EAR = [(0.055, 0.83), (0.1, 0.93), (0.2, 1.02), (0.232, 0.9), (0.222, 0.74)]
_EAR_INSIDE = [(0.1, 0.84), (0.13, 0.91), (0.19, 0.97), (0.207, 0.89), (0.197, 0.8)]


def cat(pen: Pen, dice: Dice) -> None:
    """Draw a seated cat that looks at you, tabby, patched or plain."""
    coat = Coat(MAIN, MAIN.light(0.72), MAIN.light(0.55), MAIN.dark(0.42))
    curl = dice.pick((-1, 1))
    _tail(pen, curl, coat.body, coat.marks if dice.chance(0.7) else coat.body.dark(0.1))
    body(pen, coat)
    stripes = dice.chance(0.75)
    if stripes:
        _flank_stripes(pen, coat.marks)
    ears(pen, _EAR, _EAR_INSIDE, coat.body, ACCENT.light(0.45), 2, 2)
    head(pen, _HEAD, coat.body.light(0.04), corners=(4,))
    if stripes:
        _forehead_stripes(pen, coat.marks)
    else:
        pen.blob([(0, 0.8), (0.035, 0.72), (0.07, 0.65), (0, 0.6), (-0.07, 0.65), (-0.035, 0.72)], coat.breast, line=0)
    _cheeks(pen, coat.breast)
    for side in SIDES:
        cat_eye(pen, side * 0.1, 0.708, side, 0.056, LIGHT if dice.named("eyes").chance(0.5) else ACCENT.light(0.15))
    muzzle(pen, 0.637, ACCENT.light(0.2), INK)
    whiskers(pen, 0.09, 0.607, 0.27, WHITE.dark(0.05))
    if dice.chance(0.6):
        collar(pen, 0.525, 0.13)


def tiger(pen: Pen, dice: Dice) -> None:
    """Draw a seated tiger."""
    coat = Coat(MAIN, WHITE, MAIN.light(0.4), INK)
    _tail(pen, dice.pick((-1, 1)), coat.body, coat.marks)
    body(pen, coat, girth=1.12)
    _flank_stripes(pen, coat.marks)
    for side in SIDES:
        pen.oval(side * 0.17, 0.86, 0.075, 0.075, coat.body, solid=True)
        pen.oval(side * 0.17, 0.855, 0.042, 0.042, INK, line=0)
        pen.oval(side * 0.175, 0.87, 0.018, 0.018, WHITE, line=0)
    head(pen, [(x * 1.06, y) for x, y in _HEAD], coat.body, corners=(4,))
    for side in SIDES:
        pen.oval(side * 0.098, 0.752, 0.062, 0.036, WHITE, line=0)
        pen.blob([(side * 0.17, 0.64), (side * 0.272, 0.625), (side * 0.2, 0.57), (side * 0.1, 0.545)], WHITE, line=0)
    _forehead_stripes(pen, coat.marks, wide=1.5)
    _cheeks(pen, WHITE, 1.2)
    for side in SIDES:
        cat_eye(pen, side * 0.1, 0.705, side, 0.046, LIGHT)
    muzzle(pen, 0.64, ACCENT.light(0.1), INK, 1.2)
    whiskers(pen, 0.1, 0.6, 0.25, WHITE)


def fox(pen: Pen, dice: Dice) -> None:
    """Draw a seated fox with its brush beside it."""
    coat = Coat(MAIN, WHITE, INK.light(0.12), MAIN.dark(0.3))
    side = dice.pick((-1, 1))
    brush = [(0.12, 0.02), (0.32, -0.02), (0.5, 0.08), (0.52, 0.3), (0.4, 0.5), (0.36, 0.34), (0.3, 0.2), (0.16, 0.14)]
    pen.blob([(x * side, y) for x, y in brush], coat.body, corners=(4,), fade=coat.body.dark(0.2), solid=True)
    tip = [(0.52, 0.3), (0.4, 0.5), (0.365, 0.36), (0.42, 0.3), (0.47, 0.32)]
    pen.blob([(x * side, y) for x, y in tip], WHITE, corners=(1,), line=0.5)
    body(pen, coat, girth=0.9)
    ears(pen, _EAR, _EAR_INSIDE, coat.body, INK.light(0.15), 2, 2)
    face = [(0.0, 0.86), (0.1, 0.85), (0.18, 0.78), (0.27, 0.66), (0.17, 0.585), (0.075, 0.525), (0.0, 0.5)]
    head(pen, face, coat.body, corners=(3,))
    for cheek in SIDES:
        white = [(0.02, 0.6), (0.06, 0.66), (0.15, 0.655), (0.268, 0.658), (0.17, 0.588), (0.08, 0.53), (0.0, 0.505)]
        pen.blob([(x * cheek, y) for x, y in white], WHITE, corners=(3,), line=0)
        round_eye(pen, cheek * 0.1, 0.705, 0.036, ACCENT)
    muzzle(pen, 0.56, INK, INK, 0.9)


def _tail(pen: Pen, side: int, tone: Tone, rings: Tone) -> None:
    path = [(0.16, 0.05), (0.33, 0.03), (0.44, 0.13), (0.43, 0.3), (0.37, 0.42), (0.385, 0.53), (0.45, 0.57)]
    pen.stroke([(side * x, y) for x, y in path], 0.085, tone, start=1.0, end=0.35, solid=True, line=1.0)
    for x, y, lean in ((0.4, 0.36, 0.02), (0.375, 0.46, 0.0), (0.44, 0.22, 0.0)):
        ring = [(side * (x - 0.034), y - lean), (side * x, y + 0.008), (side * (x + 0.034), y + lean)]
        pen.stroke(ring, 0.026, rings, start=0.7, end=0.7)


def _flank_stripes(pen: Pen, tone: Tone) -> None:
    for side in SIDES:
        for y, inner, outer in (
            (0.47, 0.12, 0.168),
            (0.4, 0.125, 0.196),
            (0.325, 0.135, 0.212),
            (0.17, 0.2, 0.262),
            (0.105, 0.2, 0.275),
        ):
            path = [(side * outer, y + 0.012), (side * (inner + outer) / 2, y), (side * inner, y - 0.024)]
            pen.stroke(path, 0.026, tone, start=0.9, end=0.1)


def _forehead_stripes(pen: Pen, tone: Tone, wide: float = 1.0) -> None:
    pen.stroke([(0, 0.855), (0, 0.77)], 0.026 * wide, tone, start=0.9, end=0.1)
    for side in SIDES:
        pen.stroke(
            [(side * 0.05, 0.856), (side * 0.048, 0.82), (side * 0.032, 0.775)], 0.024 * wide, tone, start=0.9, end=0.1
        )
        pen.stroke(
            [(side * 0.222, 0.705), (side * 0.195, 0.69), (side * 0.165, 0.695)], 0.02 * wide, tone, start=0.9, end=0.1
        )
        pen.stroke(
            [(side * 0.245, 0.655), (side * 0.21, 0.645), (side * 0.175, 0.655)], 0.02 * wide, tone, start=0.9, end=0.1
        )


def _cheeks(pen: Pen, tone: Tone, size: float = 1.0) -> None:
    for side in SIDES:
        pen.oval(side * 0.047, 0.59, 0.062 * size, 0.045 * size, tone, line=0)
    pen.oval(0, 0.556, 0.04, 0.024, tone.dark(0.03), line=0)
