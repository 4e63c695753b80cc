"""Landmarks: the Eiffel Tower, the Great Wall, a windmill, a village."""

import numpy as np

from engines.painter.curves import Points, spline
from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, INK, MAIN, SECOND, WHITE, Pen, Role, Tone
from engines.painter.subjects.buildings import draw_house
from engines.painter.subjects.features import SIDES, draw_window
from engines.painter.subjects.plants import draw_crown

_IRON, _STONE = Tone(Role.DEEP, tint="#6e5a48"), Tone(Role.MAIN, tint="#b9a27c")
_SAIL, _BRICK = Tone(Role.WHITE, tint="#f4ead6"), Tone(Role.MAIN, tint="#b5563c")


def draw_eiffel_tower(pen: Pen, rng: Rng) -> None:
    """Draw the lattice tower of Paris: four curved legs, an arch between them, three platforms, a mast."""
    pen.box(-0.4, -0.03, 0.4, 0.0, DEEP.lighten(0.3), line=0.5)
    for side in SIDES:
        leg = [(0.36, 0.0), (0.2, 0.0), (0.13, 0.16), (0.075, 0.3), (0.0, 0.9), (0.018, 0.9), (0.115, 0.3),
            (0.22, 0.14)]  # fmt: skip
        pen.blob([(x * side, y) for x, y in leg], _IRON, corners=(0, 1, 4, 5), solid=True, fade=_IRON.darken(0.15))
    pen.fill([(-0.08, 0.3), (0.08, 0.3), (0.02, 0.9), (-0.02, 0.9)], _IRON.lighten(0.08), line=0.6)
    pen.stroke([(-0.2, 0.02), (-0.13, 0.14), (0.0, 0.185), (0.13, 0.14), (0.2, 0.02)], 0.022, _IRON.lighten(0.15),
        start=1, end=1, line=0.6)  # fmt: skip
    for low, high, left, right in ((0.0, 0.15, 0.27, 0.19), (0.16, 0.3, 0.17, 0.09)):
        for side in SIDES:
            for step in np.linspace(0.0, 0.66, 3):
                y, x = low + (high - low) * step, left + (right - left) * step
                above = (high - low) * 0.34
                pen.stroke([(side * (x - 0.05), y), (side * (x + 0.03), y + above)], 0.007, INK, start=1, end=1)
                pen.stroke([(side * (x + 0.05), y), (side * (x - 0.06), y + above)], 0.007, INK, start=1, end=1)
    for step in np.linspace(0.33, 0.8, 8):
        half = 0.075 * (0.92 - step) / 0.6
        for side in SIDES:
            pen.stroke([(-side * half, step), (side * half * 0.9, step + 0.055)], 0.006, INK, start=1, end=1)
    for y, half, height in ((0.155, 0.235, 0.032), (0.3, 0.125, 0.028), (0.875, 0.04, 0.03)):
        pen.box(-half, y, half, y + height, _IRON.darken(0.12), solid=True, line=0.8)
        pen.stroke([(-half, y + height * 1.25), (half, y + height * 1.25)], 0.006, INK, start=1, end=1)
    pen.stroke([(0.0, 0.9), (0.0, 1.06)], 0.014, _IRON.darken(0.2), start=1, end=0.4)


def draw_great_wall(pen: Pen, rng: Rng) -> None:
    """Draw the Great Wall: a crenellated wall that winds over ridges, with watchtowers."""
    for x, y, rx, ry in ((-0.62, 0.3, 0.5, 0.3), (0.55, 0.34, 0.6, 0.42), (0.0, 0.16, 0.9, 0.26)):
        pen.oval(x, y - 0.2, rx, ry + 0.1, SECOND.darken(0.12 if ry < 0.3 else 0.02), solid=True, line=0.7)
    path = spline([(0.62, 0.86), (0.36, 0.66), (0.5, 0.5), (0.12, 0.42), (-0.2, 0.5), (-0.42, 0.3), (-0.12, 0.16),
        (0.24, 0.12), (0.46, -0.06)], closed=False)  # fmt: skip
    scale = np.linspace(0.35, 1.0, len(path))
    for start in range(len(path) - 1):
        _draw_wall_segment(pen, path[start], path[start + 1], scale[start])
    for place, size in ((0.02, 0.34), (0.33, 0.5), (0.6, 0.72), (0.93, 0.95)):
        x, y = path[int(place * (len(path) - 1))]
        _draw_watchtower(pen.at(float(x), float(y), size))


def _draw_wall_segment(pen: Pen, start: Points, end: Points, scale: float) -> None:
    """Draw the wall from *start* to *end*, a battlement on its near edge."""
    (ax, ay), (bx, by) = (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
    high, deep = 0.1 * scale, 0.045 * scale
    pen.fill([(ax, ay), (bx, by), (bx, by + high), (ax, ay + high)], _STONE.darken(0.1), line=0)
    pen.fill([(ax, ay + high), (bx, by + high), (bx, by + high + deep), (ax, ay + high + deep)],
        _STONE.lighten(0.25), line=0)  # fmt: skip
    pen.stroke([(ax, ay + high), (bx, by + high)], 0.014 * scale, _STONE.darken(0.4), start=1, end=1)
    pen.stroke([(ax, ay), (bx, by)], 0.01 * scale, _STONE.darken(0.45), start=1, end=1)
    x, y, half = (ax + bx) / 2, (ay + by) / 2 + high, 0.012 * scale
    pen.box(x - half, y, x + half, y + 0.035 * scale, _STONE.darken(0.05), line=0.4)


def _draw_watchtower(pen: Pen) -> None:
    pen.box(-0.12, -0.04, 0.12, 0.24, _STONE, solid=True, fade=_STONE.darken(0.2))
    pen.box(-0.14, 0.22, 0.14, 0.26, _STONE.darken(0.25), line=0.7)
    for x in (-0.13, -0.045, 0.04, 0.115):
        pen.box(x - 0.02, 0.26, x + 0.025, 0.31, _STONE, line=0.6)
    for x in (-0.06, 0.06):
        pen.blob([(x - 0.025, 0.06), (x + 0.025, 0.06), (x + 0.025, 0.13), (x, 0.16), (x - 0.025, 0.13)], INK,
            corners=(0, 1), line=0.5)  # fmt: skip


def draw_windmill(pen: Pen, rng: Rng) -> None:
    """Draw a Dutch windmill: a tapering tower with a cap and four latticed sails."""
    body = [(-0.2, 0.0), (0.2, 0.0), (0.115, 0.6), (-0.115, 0.6)]
    pen.fill(body, _BRICK, solid=True, fade=_BRICK.darken(0.2))
    pen.fill([(0.06, 0.0), (0.2, 0.0), (0.115, 0.6), (0.03, 0.6)], _BRICK.darken(0.2), line=0)
    pen.box(-0.24, 0.26, 0.24, 0.29, DEEP.lighten(0.1), line=0.8)
    for x in np.linspace(-0.22, 0.22, 8):
        pen.stroke([(float(x), 0.29), (float(x), 0.335)], 0.01, DEEP, start=1, end=1)
    pen.stroke([(-0.24, 0.335), (0.24, 0.335)], 0.012, DEEP, start=1, end=1)
    pen.blob([(-0.135, 0.59), (0.135, 0.59), (0.1, 0.7), (0.0, 0.75), (-0.1, 0.7)], DEEP, corners=(0, 1), solid=True)
    pen.box(-0.05, 0.0, 0.05, 0.14, DEEP.darken(0.1), radius=0.02)
    for x, y in ((-0.05, 0.42), (0.04, 0.18)):
        draw_window(pen, x - 0.028, y, x + 0.028, y + 0.075, True)
    rotation = rng.uniform(28, 52)
    for quarter in range(4):
        sail = pen.at(0.0, 0.64, tilt=rotation + 90 * quarter)
        sail.box(0.02, 0.07, 0.125, 0.46, _SAIL, line=0.9)
        for y in np.linspace(0.14, 0.42, 5):
            sail.stroke([(0.0, float(y)), (0.125, float(y))], 0.008, DEEP, start=1, end=1)
        sail.stroke([(0.07, 0.07), (0.07, 0.46)], 0.006, DEEP, start=1, end=1)
        sail.stroke([(0.0, 0.0), (0.0, 0.48)], 0.026, DEEP.darken(0.1), start=1, end=0.8)
    pen.oval(0.0, 0.64, 0.04, 0.04, ACCENT, solid=True)


def draw_village(pen: Pen, rng: Rng) -> None:
    """Draw a village: a church spire, houses near and far, trees between them."""
    church = pen.at(0.08, 0.3)
    church.box(-0.07, 0.0, 0.07, 0.36, WHITE.darken(0.08), solid=True, fade=WHITE.darken(0.2))
    church.fill([(-0.095, 0.35), (0.095, 0.35), (0.0, 0.62)], MAIN.darken(0.2), solid=True)
    church.stroke([(0.0, 0.6), (0.0, 0.7)], 0.012, DEEP, start=1, end=1)
    church.stroke([(-0.03, 0.665), (0.03, 0.665)], 0.012, DEEP, start=1, end=1)
    draw_window(church, -0.025, 0.2, 0.025, 0.29, True, arch=True)
    for x, y, size in ((-0.4, 0.34, 0.36), (0.5, 0.32, 0.38)):
        draw_house(pen.at(x, y, size, flip=rng.bernoulli(0.5)), rng)
    for x, y in ((-0.13, 0.36), (0.27, 0.38)):
        draw_crown(pen, rng, x, y, 0.09, 0.11, SECOND.darken(0.1))
    for x, y, size in ((-0.5, 0.04, 0.52), (0.42, 0.0, 0.58), (-0.02, 0.1, 0.44)):
        draw_house(pen.at(x, y, size, flip=rng.bernoulli(0.5)), rng)
