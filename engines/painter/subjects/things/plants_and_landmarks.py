"""Lavender, lilies, a willow, a cliff; the gate tower of Tiananmen, the Colosseum; a Chinese knot, a harp, a pipa."""

import numpy as np

from engines.painter.curves import oval
from engines.painter.rng import Rng
from engines.painter.shapes import INK, LIGHT, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES, draw_leaf

_LEAF, _LAVENDER = Tone(Role.SECOND, tint="#5f8a4a"), Tone(Role.MAIN, tint="#8467b8")
_LILY, _ANTHER = Tone(Role.WHITE, tint="#f8f3ea"), Tone(Role.LIGHT, tint="#d98a2b")
_BARK, _ROCK = Tone(Role.DEEP, tint="#6b513c"), Tone(Role.DEEP, tint="#7d7268")
_WALL, _ROOF = Tone(Role.ACCENT, tint="#a8322a"), Tone(Role.LIGHT, tint="#dba437")
_STONE, _RED, _WOOD = Tone(Role.MAIN, tint="#cdb48a"), Tone(Role.MAIN, tint="#d0282a"), Tone(Role.MAIN, tint="#b5793f")


def draw_lavender(pen: Pen, rng: Rng) -> None:
    """Draw a bunch of lavender: thin stalks with spikes of small purple flowers."""
    for x, top in ((-0.42, 0.72), (-0.26, 0.9), (-0.1, 0.8), (0.06, 1.0), (0.22, 0.84), (0.38, 0.76)):
        pen.stroke([(x * 0.25, 0.0), (x * 0.6, top * 0.45), (x, top)], 0.018, _LEAF, start=1, end=0.8, line=0.4)
        draw_leaf(pen, x * 0.3, 0.05, 0.26, 90 - x * 90, _LEAF, 0.14)
        for step in range(7):
            y, half = top - 0.045 * step, 0.022 + 0.006 * step
            for side in SIDES:
                pen.oval(
                    x - 0.02 * step * x + side * half, y, 0.032, 0.026, _LAVENDER.lighten(0.3 * (step % 2)), line=0.4
                )
        pen.oval(x, top + 0.02, 0.022, 0.035, _LAVENDER.lighten(0.2), line=0.4)


def draw_lilies(pen: Pen, rng: Rng) -> None:
    """Draw three lilies: six pointed petals, bent back, with long stamens."""
    for x, y, size in ((-0.3, 0.6, 0.27), (0.32, 0.54, 0.25), (0.02, 0.84, 0.3)):
        pen.stroke([(x * 0.2, 0.0), (x * 0.5, y * 0.5), (x, y)], 0.03, _LEAF, start=1, end=0.8, line=0.5)
        draw_leaf(pen, x * 0.35, y * 0.3, 0.34, 50 if x > 0 else 130, _LEAF, 0.2)
        flower = pen.at(x, y, size)
        for number in (0, 2, 4, 1, 3, 5):
            petal = flower.at(0, 0, tilt=60 * number + 30)
            outline = [(0.0, 0.0), (0.35, 0.23), (0.75, 0.18), (1.05, 0.0), (0.75, -0.18), (0.35, -0.23)]
            petal.blob(outline, _LILY.darken(0.06 * (number % 2)), corners=(0, 3), solid=True)
            petal.stroke([(0.1, 0.0), (0.5, 0.02), (0.9, 0.0)], 0.03, _LEAF.lighten(0.5), start=0.8, end=0.2)
        for number in range(5):
            angle = np.radians(72 * number + 12)
            flower.stroke([(0, 0), (0.24 * np.cos(angle), 0.24 * np.sin(angle)), (0.42 * np.cos(angle),
                0.42 * np.sin(angle))], 0.03, _LEAF.lighten(0.3), start=1, end=1)  # fmt: skip
            flower.oval(0.45 * np.cos(angle), 0.45 * np.sin(angle), 0.075, 0.05, _ANTHER, line=0.5)


def draw_willow(pen: Pen, rng: Rng) -> None:
    """Draw a willow: a bent trunk and long twigs that hang down to the ground."""
    trunk = [(-0.1, 0.0), (0.1, 0.0), (0.06, 0.3), (0.14, 0.62), (0.02, 0.74), (-0.1, 0.62), (-0.04, 0.3)]
    pen.blob(trunk, _BARK, corners=(0, 1), solid=True, fade=_BARK.darken(0.2))
    for x in (-0.3, -0.12, 0.1, 0.3):
        pen.oval(x, 0.82 - 0.25 * abs(x), 0.24, 0.16, _LEAF.darken(0.08), line=0.6)
    for number, x in enumerate(np.linspace(-0.56, 0.56, 19)):
        top = 0.94 - 0.55 * x * x + rng.uniform(-0.03, 0.03)
        low = 0.12 + rng.uniform(0.0, 0.2) + (0.24 if abs(x) < 0.14 else 0.0)
        tone = (_LEAF, _LEAF.lighten(0.2), _LEAF.darken(0.15))[number % 3]
        twig = [(float(x) * 0.75, top), (float(x) * 1.05, (top + low) / 2 + 0.1), (float(x) * 1.08, low)]
        pen.stroke(twig, 0.045, tone, start=0.9, end=0.2, line=0.5)


def draw_cliff(pen: Pen, rng: Rng) -> None:
    """Draw a cliff: a rock face that drops steeply on one side, grass on its top."""
    rock = [(-0.75, 0.0), (0.42, 0.0), (0.34, 0.26), (0.44, 0.5), (0.36, 0.72), (0.5, 0.92), (0.2, 0.95), (-0.75, 0.86)]
    pen.blob(rock, _ROCK, corners=(0, 1, 5, 7), solid=True, fade=_ROCK.darken(0.25))
    for x, top, low in ((-0.5, 0.8, 0.3), (-0.2, 0.84, 0.4), (0.08, 0.86, 0.2), (0.26, 0.7, 0.36), (-0.34, 0.4, 0.05)):
        pen.stroke(
            [(x, top), (x + 0.06, (top + low) / 2), (x - 0.02, low)], 0.03, _ROCK.darken(0.35), start=0.7, end=0.2
        )
    pen.blob([(-0.75, 0.84), (0.2, 0.9), (0.52, 0.9), (0.46, 0.97), (-0.1, 0.99), (-0.75, 0.93)], _LEAF, corners=(0, 5))


def draw_gate_tower(pen: Pen, rng: Rng) -> None:
    """Draw the gate tower of the Forbidden City: a red wall with arches, a hall under two golden roofs."""
    pen.fill([(-1.0, 0.0), (1.0, 0.0), (0.96, 0.4), (-0.96, 0.4)], _WALL, solid=True, fade=_WALL.darken(0.15))
    pen.box(-0.98, 0.38, 0.98, 0.44, WHITE.darken(0.1), line=0.7)
    for x, half in ((0.0, 0.1), (-0.32, 0.075), (0.32, 0.075), (-0.62, 0.06), (0.62, 0.06)):
        arch = np.vstack([oval(x, 0.16, half, half * 1.3, 0, 0, 180, 20), [(x - half, 0.0), (x + half, 0.0)]])
        pen.fill(arch, INK, line=0.8)
    for y, half, wide, tall in ((0.44, 0.72, 0.9, 0.2), (0.76, 0.54, 0.7, 0.1)):
        pen.box(-half, y, half, y + tall, _WALL.darken(0.25), line=0.7)
        for x in np.linspace(-half, half, 11):
            pen.box(float(x) - 0.018, y, float(x) + 0.018, y + tall, _WALL.lighten(0.12), line=0.4)
        eave, ridge = y + tall - 0.01, y + tall + 0.15
        roof = [(-wide, eave + 0.03), (-wide * 0.9, eave - 0.02), (wide * 0.9, eave - 0.02), (wide, eave + 0.03),
            (wide * 0.72, ridge), (-wide * 0.72, ridge)]  # fmt: skip
        pen.fill(roof, _ROOF, solid=True, fade=_ROOF.darken(0.2))
        for x in np.linspace(-0.85, 0.85, 15):
            pen.stroke([(x * wide * 0.8, ridge), (x * wide * 0.9, (ridge + eave) / 2), (x * wide, eave)], 0.012,
                _ROOF.darken(0.3), start=1, end=1)  # fmt: skip
        pen.box(-wide * 0.72, ridge - 0.02, wide * 0.72, ridge + 0.03, _ROOF.darken(0.15), line=0.7)


def draw_colosseum(pen: Pen, rng: Rng) -> None:
    """Draw the Colosseum: three rows of arches, the outer wall broken down on one side."""
    wall = [(-0.9, 0.0), (0.9, 0.0), (0.92, 0.5), (0.6, 0.54), (0.44, 0.7), (0.28, 0.72), (0.14, 0.96), (-0.86, 0.9),
        (-0.94, 0.4)]  # fmt: skip
    pen.fill(wall, _STONE, solid=True, fade=_STONE.darken(0.18))
    for row, (y, last) in enumerate(((0.04, 0.86), (0.3, 0.86), (0.58, 0.3))):
        pen.stroke(
            [(-0.9, y + 0.235), (0.0, y + 0.225), (last, y + 0.235)], 0.025, _STONE.lighten(0.35), start=1, end=1
        )
        for x in np.arange(-0.8, last, 0.16):
            half, tall = 0.048, 0.11
            arch = [oval(float(x), y + tall, half, half * 1.2, 0, 0, 180, 16), np.array([(x - half, y), (x + half, y)])]
            pen.fill(np.vstack(arch), _STONE.darken(0.62 - 0.05 * row), line=0.6)
    for x in np.arange(-0.78, 0.1, 0.16):
        pen.box(float(x) - 0.025, 0.83, float(x) + 0.025, 0.88, _STONE.darken(0.5), line=0.4)


def draw_chinese_knot(pen: Pen, rng: Rng) -> None:
    """Draw a Chinese knot: a woven red diamond with loops, a bead and a tassel."""
    pen.stroke([(0, 0.84), (0.06, 0.98), (0, 1.06), (-0.06, 0.98), (0, 0.84)], 0.025, _RED, start=1, end=1, line=0.6)
    for side in SIDES:
        for x, y in ((0.34, 0.64), (0.22, 0.78), (0.22, 0.48)):
            pen.oval(side * x, y, 0.085, 0.07, _RED.darken(0.1), rotation=side * 20)
            pen.oval(side * x, y, 0.04, 0.03, WHITE.darken(0.05), rotation=side * 20, line=0.5)
    pen.fill([(0, 0.36), (0.3, 0.63), (0, 0.9), (-0.3, 0.63)], _RED, solid=True)
    for t in np.linspace(-0.72, 0.72, 5):
        across, up = 0.15 * float(t), 0.135 * float(t)
        pen.stroke([(across - 0.14, 0.63 + up + 0.125), (across, 0.63 + up), (across + 0.14, 0.63 + up - 0.125)], 0.02,
            _RED.lighten(0.35), start=1, end=1)  # fmt: skip
        pen.stroke([(across - 0.14, 0.63 - up - 0.125), (across, 0.63 - up), (across + 0.14, 0.63 - up + 0.125)], 0.02,
            _RED.darken(0.35), start=1, end=1)  # fmt: skip
    pen.oval(0, 0.32, 0.055, 0.05, LIGHT, line=0.8)
    pen.fill([(-0.05, 0.28), (0.05, 0.28), (0.09, 0.0), (-0.09, 0.0)], _RED, solid=True, fade=_RED.darken(0.2))
    for x in (-0.045, 0.0, 0.045):
        pen.stroke([(x * 0.7, 0.26), (x, 0.13), (x * 1.4, 0.01)], 0.01, _RED.darken(0.4), start=1, end=1)


def draw_harp(pen: Pen, rng: Rng) -> None:
    """Draw a harp: column, curved neck, sound box and strings."""
    for x in np.linspace(-0.24, 0.26, 11):
        t = (float(x) + 0.3) / 0.6
        pen.stroke([(float(x), 0.1 + 0.56 * t), (float(x), 0.5 + 0.1 * t), (float(x), 0.98 - 0.22 * np.sin(t * 2.4))],
            0.008, INK, start=1, end=1)  # fmt: skip
    pen.stroke([(-0.3, 0.06), (0.0, 0.36), (0.36, 0.76)], 0.11, _WOOD, start=1.2, end=0.7, line=0.8)
    neck = [(-0.34, 0.98), (-0.16, 1.0), (0.04, 0.84), (0.24, 0.74), (0.38, 0.8)]
    pen.stroke(neck, 0.09, _WOOD.lighten(0.1), start=1, end=0.8, line=0.8)
    pen.box(-0.385, 0.04, -0.305, 1.0, _WOOD.darken(0.08), radius=0.03, solid=True)
    pen.oval(-0.345, 1.03, 0.07, 0.06, LIGHT, line=0.8)
    pen.box(-0.44, 0.0, -0.08, 0.07, _WOOD.darken(0.25), radius=0.02)


def draw_pipa(pen: Pen, rng: Rng) -> None:
    """Draw a pipa: a pear-shaped body with frets, a bent neck with pegs, four strings."""
    body = [(-0.06, 0.62), (0.06, 0.62), (0.15, 0.46), (0.27, 0.26), (0.22, 0.06), (0.0, 0.0), (-0.22, 0.06),
        (-0.27, 0.26), (-0.15, 0.46)]  # fmt: skip
    pen.blob(body, _WOOD, corners=(0, 1), solid=True, fade=_WOOD.darken(0.12))
    pen.box(-0.05, 0.58, 0.05, 0.9, _WOOD.darken(0.35), solid=True)
    pen.blob([(-0.05, 0.88), (0.05, 0.88), (0.08, 1.0), (0.02, 1.06), (-0.06, 1.0)], _WOOD.darken(0.35), corners=(0, 1))
    for side in SIDES:
        for y in (0.84, 0.93):
            pen.box(min(side * 0.05, side * 0.19), y, max(side * 0.05, side * 0.19), y + 0.03, INK, radius=0.01)
    for y in (0.76, 0.7, 0.64, 0.58, 0.52, 0.46, 0.4):
        half = 0.045 if y > 0.6 else 0.075
        pen.box(-half, y, half, y + 0.014, LIGHT.lighten(0.4), line=0.4)
    pen.box(-0.1, 0.12, 0.1, 0.155, _WOOD.darken(0.5), line=0.6)
    for x in (-0.03, -0.01, 0.01, 0.03):
        pen.box(x - 0.003, 0.15, x + 0.003, 0.9, WHITE, line=0.15)
    for side in SIDES:
        pen.oval(side * 0.13, 0.27, 0.02, 0.045, INK, rotation=side * 20, line=0)
