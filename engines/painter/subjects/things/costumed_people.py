"""People in costume: a fisherman with his rod, a knight in armor, a dancing lion."""

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import INK, LIGHT, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES

_SKIN, _STRAW = Tone(Role.WHITE, tint="#e8b98c"), Tone(Role.LIGHT, tint="#d9b365")
_COAT, _TROUSERS = Tone(Role.MAIN, tint="#3d6a92"), Tone(Role.DEEP, tint="#4a4640")
_STEEL, _PLUME = Tone(Role.MAIN, tint="#aab2bd"), Tone(Role.ACCENT, tint="#c0392b")
_FUR, _GOLD = Tone(Role.MAIN, tint="#d8322f"), Tone(Role.LIGHT, tint="#f2b92c")


def draw_fisherman(pen: Pen, rng: Rng) -> None:
    """Draw a seated man in a straw hat with a bent rod, a line and a fish on its hook."""
    pen.box(-0.52, 0.0, -0.12, 0.22, Tone(Role.DEEP, tint="#8a6a48"), radius=0.03, solid=True)
    pen.blob([(-0.42, 0.2), (-0.1, 0.36), (0.1, 0.34), (0.12, 0.04), (0.02, 0.0), (-0.02, 0.2), (-0.36, 0.18)],
        _TROUSERS, solid=True)  # fmt: skip
    pen.blob([(0.0, 0.0), (0.2, 0.0), (0.2, 0.06), (0.1, 0.1), (0.0, 0.08)], INK)
    pen.blob([(-0.44, 0.22), (-0.1, 0.24), (-0.12, 0.56), (-0.22, 0.66), (-0.38, 0.62)], _COAT, solid=True)
    pen.oval(-0.24, 0.75, 0.115, 0.125, _SKIN, solid=True)
    pen.blob([(-0.25, 0.67), (-0.13, 0.69), (-0.12, 0.6), (-0.2, 0.56)], WHITE)
    pen.oval(-0.17, 0.77, 0.014, 0.02, INK, line=0)
    hat = [(-0.56, 0.8), (-0.24, 1.02), (0.08, 0.8), (-0.24, 0.84)]
    pen.fill(hat, _STRAW, solid=True, fade=_STRAW.darken(0.2))
    pen.stroke([(-0.05, 0.42), (0.3, 0.74), (0.66, 0.98), (0.84, 0.92)], 0.026, Tone(Role.DEEP, tint="#6b4426"),
        start=1.4, end=0.5, line=0.6)  # fmt: skip
    pen.stroke([(-0.24, 0.56), (-0.14, 0.44), (0.02, 0.46)], 0.09, _COAT.darken(0.12), start=1, end=0.9, line=0.8)
    pen.oval(0.03, 0.47, 0.05, 0.045, _SKIN)
    pen.stroke([(0.84, 0.92), (0.85, 0.6), (0.84, 0.34)], 0.01, INK, start=1, end=1)
    fish = Tone(Role.ACCENT, tint="#6f9fc0")
    pen.blob([(0.84, 0.36), (0.92, 0.24), (0.84, 0.1), (0.77, 0.24)], fish, corners=(0,), solid=True)
    pen.fill([(0.84, 0.12), (0.93, 0.02), (0.76, 0.02)], fish.darken(0.15))
    pen.oval(0.86, 0.29, 0.014, 0.014, INK, line=0)


def draw_knight(pen: Pen, rng: Rng) -> None:
    """Draw a standing knight in plate armor: helmet with visor and plume, a shield, a raised sword."""
    for side in SIDES:
        pen.box(min(side * 0.03, side * 0.17), 0.03, max(side * 0.03, side * 0.17), 0.4, _STEEL, solid=True)
        pen.oval(side * 0.1, 0.22, 0.085, 0.05, _STEEL.lighten(0.25), line=0.7)
        pen.blob([(side * 0.02, 0.0), (side * 0.24, 0.0), (side * 0.17, 0.07), (side * 0.03, 0.08)], _STEEL.darken(0.2))
    pen.blob([(-0.22, 0.36), (0.22, 0.36), (0.25, 0.6), (0.2, 0.74), (-0.2, 0.74), (-0.25, 0.6)], _STEEL, solid=True)
    pen.stroke([(0, 0.72), (0, 0.55), (0, 0.42)], 0.02, _STEEL.darken(0.35), start=1, end=1)
    pen.box(-0.22, 0.37, 0.22, 0.42, Tone(Role.DEEP, tint="#7a4a2b"))
    pen.stroke([(0.24, 0.68), (0.4, 0.6), (0.44, 0.72)], 0.11, _STEEL.darken(0.08), start=1, end=0.9, line=0.8)
    pen.fill([(0.42, 0.78), (0.475, 0.78), (0.475, 1.26), (0.448, 1.34), (0.42, 1.26)], _STEEL.lighten(0.4), solid=True)
    pen.box(0.34, 0.75, 0.56, 0.79, _GOLD)
    pen.box(0.425, 0.66, 0.47, 0.76, Tone(Role.DEEP, tint="#7a4a2b"))
    for side in SIDES:
        pen.oval(side * 0.25, 0.69, 0.1, 0.085, _STEEL.lighten(0.15), solid=True)
    pen.blob([(0.0, 1.06), (-0.04, 1.22), (-0.22, 1.24), (-0.34, 1.06), (-0.2, 1.1)], _PLUME, corners=(0,))
    pen.blob([(-0.16, 0.74), (0.16, 0.74), (0.18, 0.92), (0.12, 1.05), (0, 1.09), (-0.12, 1.05), (-0.18, 0.92)],
        _STEEL.lighten(0.1), solid=True)  # fmt: skip
    pen.box(-0.15, 0.91, 0.15, 0.95, INK)
    pen.box(-0.014, 0.76, 0.014, 1.07, _STEEL.darken(0.25), line=0.4)
    for x in (-0.09, -0.05, 0.05, 0.09):
        pen.oval(x, 0.83, 0.013, 0.022, INK, line=0)
    shield = [(-0.52, 0.66), (-0.14, 0.66), (-0.15, 0.42), (-0.33, 0.22), (-0.51, 0.42)]
    pen.blob(shield, _PLUME, corners=(0, 1, 3), solid=True)
    pen.box(-0.36, 0.28, -0.3, 0.64, _GOLD, line=0.5)
    pen.box(-0.5, 0.48, -0.16, 0.54, _GOLD, line=0.5)


def draw_lion_dance(pen: Pen, rng: Rng) -> None:
    """Draw the lion of a lion dance: a large head with round eyes and a beard, a scaled back, dancers' legs."""
    for x in (-0.62, -0.44, 0.2, 0.4):
        pen.box(x - 0.06, 0.06, x + 0.06, 0.34, _GOLD, solid=True)
        for y in (0.1, 0.18, 0.26):
            pen.box(x - 0.07, y, x + 0.07, y + 0.035, _FUR, line=0.5)
        pen.blob([(x - 0.07, 0.0), (x + 0.12, 0.0), (x + 0.06, 0.08), (x - 0.06, 0.08)], INK)
    back = [(-0.86, 0.42), (-0.7, 0.66), (-0.35, 0.78), (0.1, 0.76), (0.2, 0.3), (-0.2, 0.26), (-0.7, 0.26)]
    pen.blob(back, _FUR, solid=True, fade=_FUR.darken(0.12))
    for row in range(3):
        for column in range(5):
            pen.oval(-0.64 + 0.16 * column + 0.08 * (row % 2), 0.62 - 0.12 * row, 0.075, 0.05, _GOLD, line=0.5)
    for x in np.linspace(-0.74, 0.1, 10):
        pen.oval(float(x), 0.28, 0.05, 0.055, WHITE, line=0.6)
    pen.stroke([(-0.82, 0.5), (-0.98, 0.66), (-0.92, 0.84)], 0.1, _GOLD, start=0.6, end=1, line=0.7)
    for angle in np.linspace(0, 330, 12):
        at = np.radians(angle)
        pen.oval(0.42 + 0.37 * np.cos(at), 0.62 + 0.36 * np.sin(at), 0.09, 0.09, WHITE, line=0.7)
    pen.oval(0.42, 0.62, 0.36, 0.35, _FUR, solid=True)
    pen.blob([(0.36, 0.92), (0.42, 1.16), (0.48, 0.92)], _GOLD, corners=(0, 1, 2))
    for side in SIDES:
        pen.oval(0.42 + side * 0.3, 0.9, 0.09, 0.07, _GOLD, rotation=side * 40)
        pen.oval(0.42 + side * 0.16, 0.73, 0.125, 0.115, WHITE, line=0.9)
        pen.oval(0.42 + side * 0.15, 0.72, 0.06, 0.065, INK, line=0)
        pen.oval(0.42 + side * 0.13, 0.75, 0.02, 0.02, WHITE, line=0)
        brow = [(0.42 + side * 0.04, 0.85), (0.42 + side * 0.16, 0.9), (0.42 + side * 0.29, 0.82)]
        pen.stroke(brow, 0.06, LIGHT, start=1, end=0.4, line=0.7)
    pen.oval(0.42, 0.6, 0.08, 0.055, _GOLD, solid=True)
    pen.blob([(0.16, 0.5), (0.42, 0.54), (0.68, 0.5), (0.6, 0.34), (0.42, 0.3), (0.24, 0.34)], INK, corners=(0, 2))
    pen.box(0.24, 0.46, 0.6, 0.51, WHITE, line=0.6)
    pen.blob([(0.32, 0.4), (0.52, 0.4), (0.42, 0.32)], Tone(Role.ACCENT, tint="#e8738a"))
    for x in np.linspace(0.22, 0.62, 7):
        beard = [(float(x), 0.34), (float(x), 0.24), (float(x) + 0.02, 0.14)]
        pen.stroke(beard, 0.06, WHITE, start=1, end=0.3, line=0.6)
