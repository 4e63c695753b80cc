"""Cat, and its relatives tiger and fox."""

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, INK, LIGHT, MAIN, WHITE, Pen, Tone
from engines.painter.subjects.animals.seated_animal import FurColors, draw_body, draw_ears, draw_head, draw_muzzle
from engines.painter.subjects.features import SIDES, draw_cat_eye, draw_collar, draw_round_eye, draw_whiskers

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


def draw_cat(pen: Pen, rng: Rng) -> None:
    """Draw a seated cat that looks at you, tabby, patched or plain."""
    fur = FurColors(MAIN, MAIN.lighten(0.72), MAIN.lighten(0.55), MAIN.darken(0.42))
    curl = rng.choice((-1, 1))
    _draw_tail(pen, curl, fur.body, fur.markings if rng.bernoulli(0.7) else fur.body.darken(0.1))
    draw_body(pen, fur)
    stripes = rng.bernoulli(0.75)
    if stripes:
        _draw_flank_stripes(pen, fur.markings)
    draw_ears(pen, _EAR, _EAR_INSIDE, fur.body, ACCENT.lighten(0.45), 2, 2)
    draw_head(pen, _HEAD, fur.body.lighten(0.04), corners=(4,))
    if stripes:
        _draw_forehead_stripes(pen, fur.markings)
    else:
        pen.blob([(0, 0.8), (0.035, 0.72), (0.07, 0.65), (0, 0.6), (-0.07, 0.65), (-0.035, 0.72)], fur.breast, line=0)
    _draw_cheeks(pen, fur.breast)
    for side in SIDES:
        draw_cat_eye(
            pen, side * 0.1, 0.708, side, 0.056, LIGHT if rng.derive("eyes").bernoulli(0.5) else ACCENT.lighten(0.15)
        )
    draw_muzzle(pen, 0.637, ACCENT.lighten(0.2), INK)
    draw_whiskers(pen, 0.09, 0.607, 0.27, WHITE.darken(0.05))
    if rng.bernoulli(0.6):
        draw_collar(pen, 0.525, 0.13)


def draw_tiger(pen: Pen, rng: Rng) -> None:
    """Draw a seated tiger."""
    fur = FurColors(MAIN, WHITE, MAIN.lighten(0.4), INK)
    _draw_tail(pen, rng.choice((-1, 1)), fur.body, fur.markings)
    draw_body(pen, fur, girth=1.12)
    _draw_flank_stripes(pen, fur.markings)
    for side in SIDES:
        pen.oval(side * 0.17, 0.86, 0.075, 0.075, fur.body, solid=True)
        pen.oval(side * 0.17, 0.855, 0.042, 0.042, INK, line=0)
        pen.oval(side * 0.175, 0.87, 0.018, 0.018, WHITE, line=0)
    draw_head(pen, [(x * 1.06, y) for x, y in _HEAD], fur.body, corners=(4,))
    for side in SIDES:
        pen.oval(side * 0.098, 0.752, 0.062, 0.036, WHITE, line=0)
        pen.blob([(side * 0.17, 0.64), (side * 0.272, 0.625), (side * 0.2, 0.57), (side * 0.1, 0.545)], WHITE, line=0)
    _draw_forehead_stripes(pen, fur.markings, wide=1.5)
    _draw_cheeks(pen, WHITE, 1.2)
    for side in SIDES:
        draw_cat_eye(pen, side * 0.1, 0.705, side, 0.046, LIGHT)
    draw_muzzle(pen, 0.64, ACCENT.lighten(0.1), INK, 1.2)
    draw_whiskers(pen, 0.1, 0.6, 0.25, WHITE)


def draw_fox(pen: Pen, rng: Rng) -> None:
    """Draw a seated fox with its brush next to it."""
    fur = FurColors(MAIN, WHITE, INK.lighten(0.12), MAIN.darken(0.3))
    side = rng.choice((-1, 1))
    brush = [(0.12, 0.02), (0.32, -0.02), (0.5, 0.08), (0.52, 0.3), (0.4, 0.5), (0.36, 0.34), (0.3, 0.2), (0.16, 0.14)]
    pen.blob([(x * side, y) for x, y in brush], fur.body, corners=(4,), fade=fur.body.darken(0.2), solid=True)
    tip = [(0.52, 0.3), (0.4, 0.5), (0.365, 0.36), (0.42, 0.3), (0.47, 0.32)]
    pen.blob([(x * side, y) for x, y in tip], WHITE, corners=(1,), line=0.5)
    draw_body(pen, fur, girth=0.9)
    draw_ears(pen, _EAR, _EAR_INSIDE, fur.body, INK.lighten(0.15), 2, 2)
    face = [(0.0, 0.86), (0.1, 0.85), (0.18, 0.78), (0.27, 0.66), (0.17, 0.585), (0.075, 0.525), (0.0, 0.5)]
    draw_head(pen, face, fur.body, corners=(3,))
    for cheek in SIDES:
        white = [(0.02, 0.6), (0.06, 0.66), (0.15, 0.655), (0.268, 0.658), (0.17, 0.588), (0.08, 0.53), (0.0, 0.505)]
        pen.blob([(x * cheek, y) for x, y in white], WHITE, corners=(3,), line=0)
        draw_round_eye(pen, cheek * 0.1, 0.705, 0.036, ACCENT)
    draw_muzzle(pen, 0.56, INK, INK, 0.9)


def _draw_tail(pen: Pen, side: int, tone: Tone, rings: Tone) -> None:
    path = [(0.16, 0.05), (0.33, 0.03), (0.44, 0.13), (0.43, 0.3), (0.37, 0.42), (0.385, 0.53), (0.45, 0.57)]
    pen.stroke([(side * x, y) for x, y in path], 0.085, tone, start=1.0, end=0.35, solid=True, line=1.0)
    for x, y, lean in ((0.4, 0.36, 0.02), (0.375, 0.46, 0.0), (0.44, 0.22, 0.0)):
        ring = [(side * (x - 0.034), y - lean), (side * x, y + 0.008), (side * (x + 0.034), y + lean)]
        pen.stroke(ring, 0.026, rings, start=0.7, end=0.7)


def _draw_flank_stripes(pen: Pen, tone: Tone) -> None:
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


def _draw_forehead_stripes(pen: Pen, tone: Tone, wide: float = 1.0) -> None:
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


def _draw_cheeks(pen: Pen, tone: Tone, size: float = 1.0) -> None:
    for side in SIDES:
        pen.oval(side * 0.047, 0.59, 0.062 * size, 0.045 * size, tone, line=0)
    pen.oval(0, 0.556, 0.04, 0.024, tone.darken(0.03), line=0)
