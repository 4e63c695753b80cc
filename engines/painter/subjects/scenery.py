"""Things of the Chinese garden, kitchen and festival, and a waterfall."""

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, INK, LIGHT, SECOND, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES

_ROCK, _WATER = Tone(Role.DEEP, tint="#6f6a66"), Tone(Role.SECOND, tint="#8ec5e8")
_TILE, _LACQUER = Tone(Role.DEEP, tint="#3f5a58"), Tone(Role.MAIN, tint="#b3382c")
_STONE = Tone(Role.MAIN, tint="#b9b0a0")
_DOUGH, _HAW = Tone(Role.WHITE, tint="#f7eddc"), Tone(Role.MAIN, tint="#cf2a2a")
_STICK = Tone(Role.DEEP, tint="#b98a52")


def draw_waterfall(pen: Pen, rng: Rng) -> None:
    """Draw water that falls from a cliff between rocks into a pool with spray."""
    for side in SIDES:
        cliff = [
            (0.16, -0.02),
            (0.2, 0.3),
            (0.15, 0.6),
            (0.19, 0.93),
            (0.4, 1.0),
            (0.62, 0.9),
            (0.66, 0.5),
            (0.74, -0.02),
        ]
        pen.blob([(side * x, y) for x, y in cliff], _ROCK, corners=(0, 3, 7), solid=True, fade=_ROCK.darken(0.25))
        for x, y, reach in ((0.3, 0.8, 0.12), (0.42, 0.55, 0.14), (0.3, 0.32, 0.1), (0.5, 0.2, 0.12)):
            crack = [(side * x, y), (side * (x + 0.06), y - reach * 0.6), (side * (x + 0.03), y - reach)]
            pen.stroke(crack, 0.014, _ROCK.darken(0.4), start=0.6, end=0.1)
        for x, y in ((0.34, 0.98), (0.5, 0.93), (0.24, 0.97)):
            pen.oval(side * x, y, 0.1, 0.055, Tone(Role.SECOND, tint="#4f8a4b"), line=0.6)
    pen.fill([(-0.2, 0.95), (0.2, 0.95), (0.24, 0.05), (-0.24, 0.05)], _WATER.lighten(0.25), fade=WHITE, line=0.5)
    for x in np.linspace(-0.17, 0.17, 9):
        sway, top = float(x), rng.uniform(0.6, 0.95)
        tone = WHITE if rng.bernoulli(0.6) else _WATER.darken(0.12)
        pen.stroke([(sway, top), (sway * 1.1, top - 0.25), (sway * 1.2, top - 0.55)], 0.022, tone, start=0.4, end=0.3)
    pen.oval(0, 0.0, 0.82, 0.09, _WATER, line=0.6)
    for x, y, radius in (
        (-0.2, 0.05, 0.08),
        (0.2, 0.05, 0.08),
        (-0.07, 0.07, 0.09),
        (0.08, 0.06, 0.09),
        (0.0, 0.02, 0.1),
    ):
        pen.oval(x, y, radius, radius * 0.75, WHITE, line=0.3)
    for x, reach in ((-0.5, 0.14), (0.48, 0.16), (0.1, 0.2)):
        pen.stroke([(x - reach, -0.03), (x, -0.02), (x + reach, -0.03)], 0.012, WHITE, start=0.1, end=0.1)


def draw_pavilion(pen: Pen, rng: Rng) -> None:
    """Draw a Chinese pavilion: upswept roof on red columns, a railing, steps."""
    pen.box(-0.5, 0.0, 0.5, 0.08, _STONE, solid=True)
    pen.box(-0.16, -0.03, 0.16, 0.05, _STONE.darken(0.15), line=0.7)
    pen.box(-0.34, 0.08, 0.34, 0.5, SECOND.with_haze(0.6), line=0.2)
    for x in (-0.4, -0.2, 0.2, 0.4):
        pen.box(x - 0.025, 0.08, x + 0.025, 0.52, _LACQUER, solid=True)
    for side in SIDES:
        pen.box(min(side * 0.2, side * 0.4), 0.2, max(side * 0.2, side * 0.4), 0.225, _LACQUER.darken(0.1), line=0.6)
        for x in (0.25, 0.3, 0.35):
            pen.box(side * x - 0.008, 0.08, side * x + 0.008, 0.2, _LACQUER.darken(0.1), line=0.4)
    pen.box(-0.44, 0.47, 0.44, 0.54, _LACQUER.darken(0.15), solid=True)
    roof = [(-0.72, 0.66), (-0.52, 0.54), (0.0, 0.52), (0.52, 0.54), (0.72, 0.66), (0.4, 0.68), (0.16, 0.82),
        (0.0, 0.96), (-0.16, 0.82), (-0.4, 0.68)]  # fmt: skip
    pen.blob(roof, _TILE, corners=(0, 4, 7), solid=True, fade=_TILE.darken(0.2))
    for x in (-0.42, -0.28, -0.14, 0.0, 0.14, 0.28, 0.42):
        pen.stroke([(x * 0.12, 0.93), (x * 0.5, 0.76), (x, 0.57)], 0.012, _TILE.lighten(0.25), start=0.6, end=1)
    pen.oval(0, 0.98, 0.04, 0.05, LIGHT, line=0.7)


def draw_bun(pen: Pen, rng: Rng) -> None:
    """Draw a steamed bun with its folds, and steam."""
    body = [(-0.62, 0.16), (-0.58, 0.42), (-0.34, 0.68), (-0.1, 0.8), (0.0, 0.84), (0.1, 0.8), (0.34, 0.68),
        (0.58, 0.42), (0.62, 0.16), (0.4, 0.02), (0.0, 0.0), (-0.4, 0.02)]  # fmt: skip
    pen.blob(body, _DOUGH, solid=True, fade=_DOUGH.darken(0.14))
    for x in (-0.5, -0.33, -0.16, 0.0, 0.16, 0.33, 0.5):
        pen.stroke([(x * 0.08, 0.79), (x * 0.55, 0.64), (x, 0.36)], 0.026, _DOUGH.darken(0.3), start=0.9, end=0.2)
    pen.oval(0.0, 0.8, 0.07, 0.045, _DOUGH.darken(0.22), line=0.7)


def draw_candied_haws(pen: Pen, rng: Rng) -> None:
    """Draw candied haws on a stick."""
    pen.stroke([(0.0, -0.02), (0.0, 1.06)], 0.035, _STICK, start=1, end=0.6, line=0.6)
    for number in range(5):
        y = 0.28 + 0.165 * number
        pen.oval(0, y, 0.115, 0.098, _HAW, solid=True, fade=_HAW.darken(0.2))
        pen.oval(-0.04, y + 0.035, 0.03, 0.022, WHITE, line=0)
        pen.oval(0.045, y - 0.03, 0.012, 0.012, LIGHT, line=0)


def draw_dragon_boat(pen: Pen, rng: Rng) -> None:
    """Draw a dragon boat with its head, tail, drum and paddlers."""
    boat = pen.at(0, 0, flip=rng.bernoulli(0.5))
    for number in range(6):
        x = -0.5 + 0.18 * number
        boat.stroke([(x + 0.05, 0.36), (x - 0.06, 0.16), (x - 0.12, -0.04)], 0.024, _STICK, start=1, end=1, line=0.5)
        boat.blob([(x - 0.06, 0.24), (x - 0.03, 0.42), (x + 0.05, 0.42), (x + 0.07, 0.24)], (LIGHT, SECOND)[number % 2])
        boat.oval(x + 0.02, 0.48, 0.05, 0.055, Tone(Role.WHITE, tint="#e8b98c"))
        boat.stroke([(x - 0.03, 0.515), (x + 0.07, 0.515)], 0.024, ACCENT, start=1, end=1)
    hull = [(-0.86, 0.3), (-0.7, 0.22), (0.0, 0.2), (0.62, 0.22), (0.78, 0.34), (0.7, 0.06), (0.5, 0.0), (-0.55, 0.0),
        (-0.74, 0.08)]  # fmt: skip
    boat.blob(hull, _LACQUER, corners=(0, 4), solid=True, fade=_LACQUER.darken(0.25))
    for number in range(10):
        boat.oval(-0.6 + 0.13 * number, 0.11, 0.05, 0.05, LIGHT, line=0.6)
    neck = [(0.6, 0.2), (0.74, 0.46), (0.7, 0.62), (0.84, 0.78), (1.0, 0.74), (1.08, 0.62), (0.96, 0.6), (0.9, 0.56),
        (0.94, 0.4), (0.84, 0.2)]  # fmt: skip
    boat.blob(neck, _LACQUER.lighten(0.08), corners=(0, 5, 9), solid=True)
    boat.oval(0.88, 0.68, 0.035, 0.035, WHITE)
    boat.oval(0.89, 0.68, 0.016, 0.016, INK, line=0)
    boat.stroke([(0.82, 0.76), (0.74, 0.86), (0.76, 0.94)], 0.03, LIGHT, start=1, end=0.2, line=0.5)
    boat.stroke([(0.7, 0.6), (0.6, 0.56), (0.62, 0.46), (0.54, 0.4)], 0.05, LIGHT.darken(0.05), start=0.3, end=0.6)
    boat.stroke([(1.02, 0.62), (1.1, 0.52), (1.04, 0.44)], 0.016, LIGHT, start=1, end=0.2)
    boat.stroke([(-0.8, 0.24), (-0.94, 0.42), (-0.86, 0.6), (-0.98, 0.7)], 0.07, _LACQUER, start=1, end=0.3, line=0.7)
    for y, half in ((-0.03, 0.9), (-0.08, 0.62)):
        boat.stroke([(-half, y), (-half * 0.4, y + 0.02), (half * 0.4, y - 0.01), (half, y)], 0.028, WHITE,
            start=0.1, end=0.1)  # fmt: skip
