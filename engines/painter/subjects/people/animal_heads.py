"""Heads of animals that act like people, in units of the head: middle at the origin, radius 1."""

from collections.abc import Callable, Mapping

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES

_PINK, _HORN = Tone(Role.ACCENT, tint="#f2a0a0"), Tone(Role.SECOND, tint="#cdbb98")
_NOSE, _DARK = Tone(Role.INK, tint="#33262a"), Tone(Role.DEEP, tint="#5a4030")
Ears = Callable[[Pen, Tone], None]


def draw_head(pen: Pen, kind: str, fur: Tone, belly: Tone) -> None:
    """Draw the head of an animal of *kind*."""
    _EARS[kind](pen, fur)
    pen.blob([(0, 1.08), (0.8, 0.82), (1.16, 0.0), (0.9, -0.72), (0, -1.05), (-0.9, -0.72), (-1.16, 0.0),
        (-0.8, 0.82)], fur, solid=True)  # fmt: skip
    face = _FACES.get(kind, _draw_muzzle)
    face(pen, fur, belly)
    for side in SIDES:
        pen.oval(side * 0.45, 0.12, 0.14, 0.18, INK, line=0)
        pen.oval(side * 0.45 - 0.05, 0.18, 0.05, 0.06, WHITE, line=0)


def _draw_muzzle(pen: Pen, fur: Tone, belly: Tone) -> None:
    pen.oval(0, -0.42, 0.62, 0.46, belly, line=0.5)
    pen.oval(0, -0.2, 0.2, 0.14, _NOSE, line=0)
    for side in SIDES:
        pen.stroke([(0, -0.32), (side * 0.08, -0.56), (side * 0.26, -0.54)], 0.07, _NOSE, start=0.8, end=0.8)


def _draw_whiskers(pen: Pen, fur: Tone, belly: Tone) -> None:
    _draw_muzzle(pen, fur, belly)
    for side in SIDES:
        for tip in (-0.2, -0.5):
            pen.stroke([(side * 0.45, -0.34), (side * 0.9, (tip - 0.34) / 2), (side * 1.3, tip)], 0.045, _NOSE,
                start=0.7, end=0.3)  # fmt: skip


def _draw_trunk(pen: Pen, fur: Tone, belly: Tone) -> None:
    pen.stroke([(0, -0.05), (0.05, -0.8), (0.02, -1.4), (0.4, -1.6)], 0.46, fur.darken(0.12), start=1.1, end=0.6,
        line=0.9)  # fmt: skip
    for side in SIDES:
        pen.stroke([(side * 0.42, -0.5), (side * 0.55, -0.85), (side * 0.4, -1.05)], 0.16, WHITE, start=1.0, end=0.3,
            line=0.7)  # fmt: skip


def _draw_bill(pen: Pen, fur: Tone, belly: Tone) -> None:
    orange = Tone(Role.ACCENT, tint="#f08a24")
    pen.blob([(-0.6, -0.26), (0, -0.06), (0.6, -0.26), (0.5, -0.6), (0, -0.72), (-0.5, -0.6)], orange, solid=True)
    pen.stroke([(-0.5, -0.36), (0, -0.44), (0.5, -0.36)], 0.05, orange.darken(0.4), start=0.8, end=0.8)


def _draw_long_muzzle(pen: Pen, fur: Tone, belly: Tone) -> None:
    pen.oval(0, -0.62, 0.66, 0.56, belly, line=0.7)
    for side in SIDES:
        pen.oval(side * 0.24, -0.5, 0.1, 0.13, _NOSE, line=0)
    pen.stroke([(-0.28, -0.86), (0, -0.95), (0.28, -0.86)], 0.07, _NOSE, start=0.7, end=0.7)


def _draw_pointed(pen: Pen, side: int, fur: Tone, inner: Tone = _PINK) -> None:
    pen.fill([(side * 0.25, 0.9), (side * 0.95, 1.65), (side * 1.08, 0.4)], fur, solid=True)
    pen.fill([(side * 0.5, 0.95), (side * 0.86, 1.34), (side * 0.94, 0.7)], inner, line=0.4)


def _draw_cat_ears(pen: Pen, fur: Tone) -> None:
    for side in SIDES:
        _draw_pointed(pen, side, fur)


def _draw_tufts(pen: Pen, fur: Tone) -> None:
    for side in SIDES:
        pen.fill([(side * 0.3, 0.9), (side * 0.75, 1.75), (side * 0.95, 0.6)], fur.darken(0.1), solid=True)


def _draw_floppy(pen: Pen, fur: Tone) -> None:
    for side in SIDES:
        ear = [(side * 0.5, 0.95), (side * 1.2, 0.85), (side * 1.55, -0.1), (side * 1.25, -0.75), (side * 0.95, -0.1)]
        pen.blob(ear, fur.darken(0.3), solid=True)


def _draw_round(pen: Pen, fur: Tone, size: float = 0.42, inner: Tone = _PINK) -> None:
    for side in SIDES:
        pen.oval(side * 0.85, 0.88, size, size, fur, solid=True)
        pen.oval(side * 0.85, 0.88, size * 0.6, size * 0.6, inner, line=0.4)


def _draw_flaps(pen: Pen, fur: Tone) -> None:
    for side in SIDES:
        ear = [(side * 0.6, 0.8), (side * 1.5, 1.1), (side * 2.1, 0.4), (side * 1.9, -0.6), (side * 1.2, -0.8),
            (side * 0.8, -0.3)]  # fmt: skip
        pen.blob(ear, fur.darken(0.06), solid=True)
        pen.blob([(x * 0.72 + side * 0.38, y * 0.66) for x, y in ear], _PINK.lighten(0.1), line=0.5)


def _draw_side_ears(pen: Pen, fur: Tone) -> None:
    for side in SIDES:
        pen.blob([(side * 0.8, 0.6), (side * 1.35, 0.75), (side * 1.7, 0.35), (side * 1.2, 0.2)], fur.darken(0.15),
            solid=True)  # fmt: skip


def _draw_wool(pen: Pen, fur: Tone) -> None:
    _draw_side_ears(pen, _PINK.lighten(0.2))
    for angle in np.radians(range(0, 360, 30)):
        pen.oval(1.0 * float(np.cos(angle)), 0.15 + 1.0 * float(np.sin(angle)), 0.42, 0.42, fur, line=0.8)


def _draw_goat_horns(pen: Pen, fur: Tone) -> None:
    _draw_side_ears(pen, fur)
    for side in SIDES:
        pen.stroke([(side * 0.35, 0.85), (side * 0.55, 1.5), (side * 1.1, 1.75)], 0.26, _HORN, start=1.1, end=0.3,
            line=0.9)  # fmt: skip


def _draw_ox_horns(pen: Pen, fur: Tone) -> None:
    _draw_side_ears(pen, fur)
    for side in SIDES:
        pen.stroke([(side * 0.5, 0.8), (side * 1.25, 1.0), (side * 1.3, 1.6)], 0.3, _HORN, start=1.1, end=0.3, line=0.9)


_ANTLER = (
    ((0.3, 0.8), (0.55, 1.5), (0.8, 2.1)),
    ((0.5, 1.35), (0.9, 1.5), (1.15, 1.8)),
    ((0.62, 1.7), (0.5, 1.95), (0.42, 2.2)),
)


def _draw_antlers(pen: Pen, fur: Tone) -> None:
    _draw_side_ears(pen, fur)
    for side in SIDES:
        for path in _ANTLER:
            pen.stroke([(side * x, y) for x, y in path], 0.18, _DARK, start=1, end=0.6, line=0.7)


def _draw_long_ears(pen: Pen, fur: Tone) -> None:
    for side in SIDES:
        ear = [(side * 0.3, 0.85), (side * 0.45, 1.7), (side * 0.8, 2.1), (side * 1.0, 1.6), (side * 0.85, 0.7)]
        pen.blob(ear, fur, solid=True)
        pen.blob([(x * 0.6 + side * 0.26, y * 0.72 + 0.36) for x, y in ear], _PINK, line=0.4)


def _draw_ossicones(pen: Pen, fur: Tone) -> None:
    _draw_side_ears(pen, fur)
    for side in SIDES:
        pen.stroke([(side * 0.35, 0.9), (side * 0.4, 1.3), (side * 0.42, 1.6)], 0.18, fur.darken(0.2), start=1, end=1,
            line=0.7)  # fmt: skip
        pen.oval(side * 0.42, 1.68, 0.2, 0.18, _DARK, line=0.7)


def _draw_spines(pen: Pen, fur: Tone) -> None:
    """Draw dark spines in three rows, from ear to ear, and round ears before them."""
    for reach, tint in ((1.95, "#4a3324"), (1.65, "#6a4a34"), (1.35, "#8a6446")):
        tone = Tone(Role.DEEP, tint=tint)
        angles = np.radians(np.arange(-18, 199, 216 / 17) + (6 if reach < 1.5 else 0))
        tips = [(reach * float(np.cos(at)), reach * float(np.sin(at))) for at in angles]
        dips = [(0.8 * reach * float(np.cos(at + 0.11)), 0.8 * reach * float(np.sin(at + 0.11))) for at in angles]
        edge = [point for pair in zip(tips, dips, strict=True) for point in pair]
        pen.fill([*edge[:-1], (-0.7, -0.6), (0.7, -0.6)], tone, line=0.7)
    for side in SIDES:
        pen.oval(side * 0.98, 0.55, 0.3, 0.3, fur.darken(0.12), line=0.8)


def _draw_pointed_snout(pen: Pen, fur: Tone, belly: Tone) -> None:
    pen.blob([(-0.62, -0.1), (0, 0.12), (0.62, -0.1), (0.34, -0.72), (0, -0.98), (-0.34, -0.72)], belly, line=0.7)
    pen.oval(0, -0.86, 0.2, 0.17, _NOSE, line=0)
    pen.stroke([(-0.26, -1.0), (0, -1.1), (0.26, -1.0)], 0.05, _NOSE, start=0.7, end=0.7)


def _draw_crest(pen: Pen, fur: Tone) -> None:
    for x, y in ((-0.7, 0.75), (-0.35, 1.0), (0.0, 1.1), (0.35, 1.0), (0.7, 0.75)):
        pen.fill([(x - 0.24, y - 0.15), (x * 1.25, y + 0.5), (x + 0.24, y - 0.15)], fur.darken(0.3), line=0.8)


def _draw_snout(pen: Pen, fur: Tone, belly: Tone) -> None:
    pen.blob([(-0.75, -0.3), (0, -0.12), (0.75, -0.3), (0.85, -0.75), (0, -1.12), (-0.85, -0.75)], belly, line=0.8)
    for side in SIDES:
        pen.oval(side * 0.2, -0.32, 0.08, 0.06, _NOSE, line=0)
        pen.fill([(side * 0.3, -0.68), (side * 0.42, -0.9), (side * 0.54, -0.66)], WHITE, line=0.6)
    pen.stroke([(-0.62, -0.62), (0, -0.74), (0.62, -0.62)], 0.07, _NOSE, start=0.7, end=0.7)


def _draw_beak(pen: Pen, fur: Tone, belly: Tone) -> None:
    for side in SIDES:
        pen.oval(side * 0.42, -0.08, 0.5, 0.62, belly, line=0)
    pen.oval(0, -0.45, 0.72, 0.5, belly, line=0)
    orange = Tone(Role.ACCENT, tint="#f08a24")
    pen.blob([(-0.26, -0.16), (0, -0.08), (0.26, -0.16), (0, -0.55)], orange, corners=(3,), line=0.8)


def _draw_no_ears(pen: Pen, fur: Tone) -> None:
    """Draw no ears."""


def _draw_nothing(pen: Pen, fur: Tone) -> None:
    pen.stroke([(0.0, 0.95), (0.1, 1.3), (0.35, 1.4)], 0.16, fur.darken(0.1), start=1, end=0.3, line=0.6)


_EARS: Mapping[str, Ears] = {
    "cat": _draw_cat_ears, "spitz": _draw_cat_ears, "dog": _draw_floppy, "bear": _draw_round, "squirrel": _draw_tufts,
    "mouse": lambda pen, fur: _draw_round(pen, fur, 0.75), "elephant": _draw_flaps, "sheep": _draw_wool,
    "goat": _draw_goat_horns, "ox": _draw_ox_horns, "deer": _draw_antlers, "donkey": _draw_long_ears,
    "giraffe": _draw_ossicones, "hedgehog": _draw_spines,
    "dinosaur": _draw_crest, "penguin": _draw_no_ears, "duck": _draw_nothing,
}  # fmt: skip
_FACES: Mapping[str, Callable[[Pen, Tone, Tone], None]] = {
    "cat": _draw_whiskers, "mouse": _draw_whiskers, "elephant": _draw_trunk, "duck": _draw_bill,
    "hedgehog": _draw_pointed_snout,
    "dinosaur": _draw_snout, "penguin": _draw_beak, "donkey": _draw_long_muzzle,
    "ox": _draw_long_muzzle, "giraffe": _draw_long_muzzle, "goat": _draw_long_muzzle,
}  # fmt: skip
