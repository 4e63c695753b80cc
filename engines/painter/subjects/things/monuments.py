"""Monuments and structures: the Temple of Heaven, the Oriental Pearl Tower, Big Ben, a suspension bridge, a road."""

import numpy as np

from engines.painter.curves import oval
from engines.painter.rng import Rng
from engines.painter.shapes import DEEP, INK, LIGHT, SECOND, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES

_TILE, _LACQUER = Tone(Role.MAIN, tint="#2c56a4"), Tone(Role.ACCENT, tint="#b3382c")
_MARBLE, _GOLD = Tone(Role.WHITE, tint="#ece6d8"), Tone(Role.LIGHT, tint="#e2b13c")
_PEARL, _CONCRETE = Tone(Role.ACCENT, tint="#c8507e"), Tone(Role.MAIN, tint="#aab3c2")
_SANDSTONE, _ROOF = Tone(Role.MAIN, tint="#c9a25e"), Tone(Role.DEEP, tint="#4f5a55")
_STEEL, _ASPHALT = Tone(Role.MAIN, tint="#c0432f"), Tone(Role.DEEP, tint="#4d5058")


def draw_temple_of_heaven(pen: Pen, rng: Rng) -> None:
    """Draw the Hall of Prayer: three round blue roofs, one above the other, on terraces of marble."""
    for y, half in ((0.0, 0.72), (0.07, 0.61), (0.14, 0.51)):
        pen.box(-half, y, half, y + 0.075, _MARBLE, solid=True, fade=_MARBLE.darken(0.15))
        for x in np.linspace(-half + 0.03, half - 0.03, 13):
            pen.box(float(x) - 0.008, y + 0.05, float(x) + 0.008, y + 0.1, _MARBLE.darken(0.1), line=0.5)
    pen.fill([(-0.1, 0.0), (0.1, 0.0), (0.07, 0.215), (-0.07, 0.215)], _MARBLE.darken(0.22), line=0.6)
    for y, half, wide, tall in ((0.215, 0.36, 0.54, 0.2), (0.46, 0.26, 0.41, 0.15), (0.66, 0.17, 0.3, 0.12)):
        pen.box(-half, y, half, y + tall, _LACQUER, solid=True, fade=_LACQUER.darken(0.2))
        for x in np.linspace(-half, half, 7):
            pen.box(float(x) - 0.012, y, float(x) + 0.012, y + tall, _LACQUER.darken(0.35), line=0.3)
        pen.box(-half, y + tall - 0.035, half, y + tall, _GOLD, line=0.5)
        eave, crest = y + tall - 0.01, y + tall + 0.13
        roof = [(-wide, eave), (0, eave - 0.03), (wide, eave), (wide * 0.62, eave + 0.06), (wide * 0.3, crest),
            (-wide * 0.3, crest), (-wide * 0.62, eave + 0.06)]  # fmt: skip
        pen.blob(roof, _TILE, corners=(0, 2), solid=True, fade=_TILE.darken(0.25))
        for x in np.linspace(-0.8, 0.8, 7):
            rib = [(x * wide * 0.3, crest - 0.02), (x * wide * 0.62, eave + 0.055), (x * wide, eave + 0.005)]
            pen.stroke(rib, 0.01, _TILE.lighten(0.3), start=0.6, end=1)
    pen.blob([(-0.12, 0.88), (0.12, 0.88), (0.05, 0.97), (0, 1.02), (-0.05, 0.97)], _TILE, corners=(0, 1))
    pen.oval(0, 1.04, 0.05, 0.06, _GOLD, line=0.8)


def draw_pearl_tower(pen: Pen, rng: Rng) -> None:
    """Draw the Oriental Pearl Tower: slanted legs, columns, two large spheres, a small one and a mast."""
    for side in SIDES:
        leg = [(side * 0.34, 0.0), (side * 0.27, 0.0), (side * 0.05, 0.3), (side * 0.09, 0.33)]
        pen.fill(leg, _CONCRETE, line=0.8)
    for x in (-0.07, 0.0, 0.07):
        pen.box(x - 0.024, 0.0, x + 0.024, 0.64, _CONCRETE, solid=True, fade=_CONCRETE.darken(0.2))
    pen.box(-0.035, 0.6, 0.035, 0.86, _CONCRETE, solid=True)
    pen.fill([(-0.022, 0.84), (0.022, 0.84), (0.005, 1.16), (-0.005, 1.16)], _CONCRETE.darken(0.15))
    for y, radius in ((0.3, 0.17), (0.64, 0.125), (0.85, 0.055)):
        pen.oval(0, y, radius, radius, _PEARL, solid=True, fade=_PEARL.darken(0.25))
        pen.box(-radius * 0.98, y - radius * 0.13, radius * 0.98, y + radius * 0.13, _PEARL.lighten(0.4), line=0.5)
        pen.oval(-radius * 0.4, y + radius * 0.5, radius * 0.22, radius * 0.16, WHITE, line=0)
    for x in (-0.26, 0.26):
        pen.oval(x, 0.06, 0.07, 0.06, _PEARL, solid=True)


def draw_big_ben(pen: Pen, rng: Rng) -> None:
    """Draw the clock tower of London: a shaft with narrow windows, the dial, and the pointed roof."""
    pen.box(-0.17, 0.0, 0.17, 0.58, _SANDSTONE, solid=True, fade=_SANDSTONE.darken(0.15))
    for x in (-0.115, -0.04, 0.035, 0.11):
        for y in (0.05, 0.24, 0.42):
            pen.box(x - 0.014, y, x + 0.02, y + 0.13, _SANDSTONE.darken(0.4), line=0.4)
    pen.box(-0.2, 0.55, 0.2, 0.8, _SANDSTONE.lighten(0.08), solid=True)
    pen.box(-0.215, 0.53, 0.215, 0.56, _SANDSTONE.darken(0.2), line=0.7)
    pen.box(-0.225, 0.79, 0.225, 0.825, _SANDSTONE.darken(0.2), line=0.7)
    _draw_dial(pen.at(0, 0.675, 0.105))
    pen.box(-0.17, 0.825, 0.17, 0.89, _SANDSTONE.darken(0.12), line=0.7)
    for x in (-0.11, -0.035, 0.04, 0.115):
        pen.box(x - 0.022, 0.83, x + 0.018, 0.885, _SANDSTONE.darken(0.5), line=0.3)
    pen.fill([(-0.21, 0.885), (0.21, 0.885), (0.1, 1.02), (-0.1, 1.02)], _ROOF, solid=True)
    pen.box(-0.09, 1.02, 0.09, 1.07, _GOLD, line=0.7)
    pen.fill([(-0.11, 1.07), (0.11, 1.07), (0.0, 1.28)], _ROOF, solid=True)
    pen.stroke([(0, 1.27), (0, 1.36)], 0.02, _GOLD, start=1, end=0.5)
    for side in SIDES:
        spire = [(side * 0.19, 0.825), (side * 0.23, 0.825), (side * 0.21, 0.96)]
        pen.fill(spire, _ROOF, line=0.6)


def _draw_dial(pen: Pen) -> None:
    """Draw the face of a clock with its hands, radius 1."""
    pen.oval(0, 0, 1.12, 1.12, _GOLD, line=0.9)
    pen.oval(0, 0, 0.96, 0.96, WHITE, line=0.6, glow=0.6)
    for hour in range(12):
        angle = np.radians(30 * hour)
        pen.oval(0.78 * np.sin(angle), 0.78 * np.cos(angle), 0.075, 0.075, INK, line=0)
    pen.stroke([(0, 0), (-0.17, 0.28), (-0.32, 0.5)], 0.13, INK, start=1, end=0.6)
    pen.stroke([(0, 0), (0.3, 0.3), (0.54, 0.52)], 0.1, INK, start=1, end=0.4)


def draw_suspension_bridge(pen: Pen, rng: Rng) -> None:
    """Draw a suspension bridge: two towers, the cables between them, the hangers and the deck."""
    for side in SIDES:
        for x in (0.48, 0.58):
            pen.box(side * x - 0.025, -0.06, side * x + 0.025, 1.0, _STEEL, solid=True)
        for y in (0.36, 0.58, 0.78, 0.94):
            pen.box(side * 0.53 - 0.05, y, side * 0.53 + 0.05, y + 0.05, _STEEL.darken(0.1), line=0.5)
        pen.box(side * 0.53 - 0.12, -0.1, side * 0.53 + 0.12, 0.02, Tone(Role.DEEP, tint="#8d8a86"), line=0.7)
    across = np.linspace(-1.0, 1.0, 81)
    middle = np.abs(across) <= 0.53
    cable = np.where(middle, 0.34 + 0.62 * (across / 0.53) ** 2, 0.96 - 0.68 * (np.abs(across) - 0.53) / 0.47)
    for number in range(4, 77, 4):
        hanger = float(across[number])
        pen.box(hanger - 0.006, 0.26, hanger + 0.006, float(cable[number]), _STEEL, line=0.2)
    for start, end in ((0, 19), (18, 63), (62, 81)):
        pen.stroke(
            np.column_stack([across[start:end:3], cable[start:end:3]]), 0.026, _STEEL.darken(0.15), start=1, end=1
        )
    pen.box(-1.02, 0.2, 1.02, 0.28, _STEEL.darken(0.12), solid=True)
    for place in np.linspace(-0.96, 0.96, 25):
        pen.box(float(place) - 0.02, 0.215, float(place) + 0.02, 0.245, _STEEL.darken(0.45), line=0)


def draw_road(pen: Pen, rng: Rng) -> None:
    """Draw a road that winds towards the horizon, narrower with the distance, with its broken middle line."""
    t = np.linspace(0.0, 1.0, 60)
    middle, half = 0.22 * np.sin(t * 5.2) * (1 - 0.75 * t), 0.4 * (1 - t) ** 1.5 + 0.016
    y = 0.66 * (1 - (1 - t) ** 1.6)
    for extra, tone in ((1.22, SECOND.lighten(0.25)), (1.1, WHITE), (1.0, _ASPHALT)):
        left, right = np.column_stack([middle - half * extra, y]), np.column_stack([middle + half * extra, y])
        pen.fill(np.vstack([left, right[::-1]]), tone, line=0.5, fade=tone.darken(0.1))
    for start in range(0, 54, 6):
        part = slice(start, start + 4)
        width = half[part] * 0.07
        dash = np.vstack([
            np.column_stack([middle[part] - width, y[part]]),
            np.column_stack([middle[part] + width, y[part]])[::-1],
        ])  # fmt: skip
        pen.fill(dash, LIGHT.lighten(0.2), line=0)


def draw_kennel(pen: Pen, rng: Rng) -> None:
    """Draw a kennel: boards, a gable roof, a round dark door with a bone above it."""
    wood, roof = Tone(Role.MAIN, tint="#b97a44"), Tone(Role.ACCENT, tint="#b3402f")
    wall = [(-0.46, 0.0), (0.46, 0.0), (0.46, 0.5), (0.0, 0.9), (-0.46, 0.5)]
    pen.fill(wall, wood, solid=True, fade=wood.darken(0.15))
    for y in (0.14, 0.28, 0.42):
        pen.stroke([(-0.45, y), (0.0, y), (0.45, y)], 0.012, wood.darken(0.3), start=1, end=1)
    for side in SIDES:
        pen.fill([(0, 0.88), (side * 0.6, 0.38), (side * 0.66, 0.48), (0, 1.02)], roof, solid=True)
    pen.fill(np.vstack([oval(0, 0.3, 0.21, 0.24, 0, 0, 180, 30), [(-0.21, 0.0), (0.21, 0.0)]]), DEEP.darken(0.5))
    pen.box(-0.1, 0.62, 0.1, 0.66, WHITE, line=0.6)
    for x in (-0.11, 0.11):
        for y in (0.615, 0.665):
            pen.oval(x, y, 0.032, 0.03, WHITE, line=0.5)
