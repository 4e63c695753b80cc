"""Furniture and vessels: a sofa, a vase, a grandfather clock, a bird cage, a bowl, a basket, a fishbowl."""

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import DEEP, INK, LIGHT, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES

_CLOTH, _WOOD = Tone(Role.MAIN, tint="#b4553c"), Tone(Role.MAIN, tint="#7a4a2b")
_CHINA, _BRASS = Tone(Role.MAIN, tint="#3f78b8"), Tone(Role.LIGHT, tint="#d8a938")
_BOWL = Tone(Role.MAIN, tint="#5f93b8")


def draw_sofa(pen: Pen, rng: Rng) -> None:
    """Draw a sofa with two cushions on the seat, two at its back, and arms."""
    for x in (-0.72, 0.72):
        pen.box(x - 0.05, -0.02, x + 0.05, 0.14, _WOOD)
    pen.box(-0.8, 0.3, 0.8, 0.96, _CLOTH.darken(0.12), radius=0.14, solid=True)
    for side in SIDES:
        low, high = sorted((side * 0.02, side * 0.66))
        pen.box(low, 0.44, high, 0.9, _CLOTH, radius=0.1, solid=True, fade=_CLOTH.darken(0.1))
        pen.box(low, 0.32, high, 0.52, _CLOTH.lighten(0.14), radius=0.06, solid=True)
    pen.box(-0.86, 0.1, 0.86, 0.34, _CLOTH.darken(0.06), radius=0.06, solid=True, fade=_CLOTH.darken(0.25))
    for side in SIDES:
        low, high = sorted((side * 0.64, side * 0.92))
        pen.box(low, 0.1, high, 0.64, _CLOTH.lighten(0.06), radius=0.12, solid=True, fade=_CLOTH.darken(0.15))


def draw_vase(pen: Pen, rng: Rng) -> None:
    """Draw a vase of porcelain with a slim neck, a lip and painted bands."""
    body = [(-0.15, 0.0), (0.15, 0.0), (0.27, 0.16), (0.34, 0.4), (0.26, 0.62), (0.12, 0.76), (0.11, 0.88),
        (0.18, 1.0), (-0.18, 1.0), (-0.11, 0.88), (-0.12, 0.76), (-0.26, 0.62), (-0.34, 0.4),
        (-0.27, 0.16)]  # fmt: skip
    pen.blob(body, _CHINA, corners=(0, 1, 7, 8), solid=True, fade=_CHINA.darken(0.2))
    pen.oval(0, 1.0, 0.18, 0.035, _CHINA.darken(0.5), line=0.8)
    for y, half in ((0.7, 0.16), (0.2, 0.27)):
        pen.stroke([(-half, y + 0.01), (0, y - 0.03), (half, y + 0.01)], 0.03, WHITE, start=0.7, end=0.7)
    for x in (-0.16, 0.0, 0.16):
        pen.oval(x, 0.42, 0.055, 0.075, WHITE, line=0.4)
    pen.stroke([(-0.24, 0.5), (-0.26, 0.38), (-0.21, 0.24)], 0.03, WHITE, start=0.3, end=0.2)


def draw_grandfather_clock(pen: Pen, rng: Rng) -> None:
    """Draw a tall clock in a wooden case: a hood with the dial, the pendulum behind glass, a base."""
    pen.box(-0.2, 0.0, 0.2, 0.24, _WOOD, solid=True)
    pen.box(-0.23, 0.0, 0.23, 0.05, _WOOD.darken(0.2))
    pen.box(-0.14, 0.22, 0.14, 0.72, _WOOD.lighten(0.06), solid=True, fade=_WOOD.darken(0.1))
    pen.box(-0.09, 0.27, 0.09, 0.66, DEEP.darken(0.4), line=0.7)
    pen.box(-0.008, 0.36, 0.008, 0.66, _BRASS, line=0.3)
    pen.oval(0, 0.35, 0.06, 0.06, _BRASS, solid=True)
    hood = [(-0.2, 0.7), (0.2, 0.7), (0.2, 0.98), (0.1, 1.06), (0.0, 1.1), (-0.1, 1.06), (-0.2, 0.98)]
    pen.blob(hood, _WOOD, corners=(0, 1, 2, 6), solid=True)
    pen.oval(0, 0.86, 0.145, 0.145, _BRASS)
    pen.oval(0, 0.86, 0.125, 0.125, WHITE, line=0.5)
    for hour in range(12):
        angle = np.radians(30 * hour)
        pen.oval(0.1 * np.sin(angle), 0.86 + 0.1 * np.cos(angle), 0.01, 0.01, INK, line=0)
    pen.stroke([(0, 0.86), (-0.03, 0.89), (-0.055, 0.92)], 0.018, INK, start=1, end=0.6)
    pen.stroke([(0, 0.86), (0.045, 0.88), (0.085, 0.895)], 0.014, INK, start=1, end=0.4)
    for x in (-0.19, 0.0, 0.19):
        pen.oval(x, 1.02 if x else 1.13, 0.028, 0.035, _BRASS, line=0.7)


def draw_cage(pen: Pen, rng: Rng) -> None:
    """Draw the bars of a bird cage with its dome, ring and tray; what is behind them remains visible."""
    for x in np.linspace(-0.4, 0.4, 9):
        top = 0.66 + 0.24 * float(np.sqrt(max(0.0, 1 - (x / 0.42) ** 2)))
        bar = [(float(x), 0.08), (float(x), 0.6), (float(x) * 0.75, top), (0.0, 0.96)]
        pen.stroke(bar, 0.018, _BRASS.darken(0.15), start=1, end=1, line=0.5)
    for y, half in ((0.62, 0.41), (0.34, 0.41)):
        pen.box(-half, y, half, y + 0.025, _BRASS, line=0.6)
    pen.box(-0.46, 0.0, 0.46, 0.1, _BRASS.darken(0.1), radius=0.03, solid=True)
    pen.oval(0, 0.985, 0.05, 0.04, _BRASS, line=0.8)


def draw_bowl(pen: Pen, rng: Rng) -> None:
    """Draw a bowl on its foot, the rim towards the viewer."""
    pen.box(-0.26, 0.0, 0.26, 0.1, _BOWL.darken(0.25))
    rim = [(-0.75, 0.62), (0.75, 0.62), (0.66, 0.36), (0.42, 0.12), (0.0, 0.06), (-0.42, 0.12), (-0.66, 0.36)]
    pen.blob(rim, _BOWL, corners=(0, 1), solid=True, fade=_BOWL.darken(0.22))
    pen.box(-0.78, 0.58, 0.78, 0.66, _BOWL.lighten(0.2), radius=0.03)
    pen.stroke([(-0.6, 0.42), (0, 0.36), (0.6, 0.42)], 0.035, LIGHT, start=0.8, end=0.8)


def draw_basket(pen: Pen, rng: Rng) -> None:
    """Draw a basket of wicker, open at its top, the handle behind what lies in it."""
    wicker = Tone(Role.MAIN, tint="#b9854a")
    pen.stroke([(-0.52, 0.5), (-0.44, 0.92), (0.0, 1.08), (0.44, 0.92), (0.52, 0.5)], 0.05, wicker.darken(0.15),
        start=1, end=1, line=0.7)  # fmt: skip
    pen.blob([(-0.62, 0.52), (0.62, 0.52), (0.54, 0.2), (0.46, 0.02), (-0.46, 0.02), (-0.54, 0.2)], wicker,
        corners=(0, 1, 3, 4), solid=True, fade=wicker.darken(0.15))  # fmt: skip
    for row in range(4):
        for column in range(8):
            x = -0.5 + 0.14 * column + 0.07 * (row % 2)
            if abs(x) < 0.5:
                pen.box(x - 0.045, 0.07 + 0.1 * row, x + 0.045, 0.12 + 0.1 * row, wicker.lighten(0.25), line=0.5)
    pen.box(-0.66, 0.48, 0.66, 0.57, wicker.darken(0.12), radius=0.03)


def draw_fishbowl(pen: Pen, rng: Rng) -> None:
    """Draw a round bowl of glass with water, gravel and a water plant; what swims in it is drawn over it."""
    glass, water = Tone(Role.WHITE, tint="#e4f1f7"), Tone(Role.SECOND, tint="#bfe2f0")
    pen.box(-0.3, 0.0, 0.3, 0.08, glass.darken(0.25), line=0.8)
    pen.oval(0, 0.5, 0.56, 0.46, glass, solid=True)
    pen.blob([(-0.51, 0.68), (0.51, 0.68), (0.55, 0.46), (0.36, 0.12), (0.0, 0.05), (-0.36, 0.12), (-0.55, 0.46)],
        water, corners=(0, 1), fade=water.darken(0.12), line=0.5)  # fmt: skip
    pen.blob([(-0.4, 0.17), (0.0, 0.22), (0.4, 0.17), (0.28, 0.09), (0.0, 0.055), (-0.28, 0.09)], _BRASS, line=0.5)
    weed = Tone(Role.SECOND, tint="#4f9a55")
    for x, top in ((0.3, 0.52), (0.36, 0.42), (0.24, 0.4)):
        pen.stroke([(x, 0.16), (x + 0.03, 0.3), (x - 0.01, top)], 0.035, weed, start=1, end=0.2, line=0.4)
    pen.oval(0, 0.95, 0.4, 0.055, glass.darken(0.12), line=0.9)
    pen.oval(0, 0.95, 0.34, 0.035, glass.lighten(0.3), line=0.5)
