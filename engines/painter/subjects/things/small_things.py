"""Small things: a macaron, a colored pencil, daisies, a dandelion, wisteria, fireflies."""

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import INK, LIGHT, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES, draw_leaf

_SHELLS = ("#e88fae", "#8fc79a", "#e9c46a", "#a78bc9", "#8a5a3c")
_LEADS = ("#d8322f", "#2f6fd0", "#3f9b47", "#f6cb2d", "#7b45b5", "#f07f1f")
_WOOD, _LEAF = Tone(Role.LIGHT, tint="#e8c592"), Tone(Role.SECOND, tint="#4f8f45")
_PETAL, _HEART = Tone(Role.WHITE, tint="#fbf9f2"), Tone(Role.LIGHT, tint="#f2b92c")
_DOWN, _WISTERIA = Tone(Role.WHITE, tint="#f4f2ec"), Tone(Role.MAIN, tint="#9b6cc4")


def draw_macaron(pen: Pen, rng: Rng) -> None:
    """Draw a macaron: two round shells with ruffled feet, cream between them."""
    shell = Tone(Role.MAIN, tint=rng.choice(_SHELLS))
    foot = shell.darken(0.14)
    for y, sign in ((0.3, -1), (0.46, 1)):
        dome = [(-0.56, y), (-0.52, y + sign * 0.18), (-0.3, y + sign * 0.3), (0.0, y + sign * 0.34),
            (0.3, y + sign * 0.3), (0.52, y + sign * 0.18), (0.56, y)]  # fmt: skip
        if sign < 0:
            dome = [(x, max(0.0, at)) for x, at in dome]
        pen.blob(dome, shell, corners=(0, 6), solid=True, fade=shell.darken(0.12))
        for x in np.linspace(-0.52, 0.52, 12):
            pen.oval(float(x), y, 0.06, 0.045, foot, line=0.4)
    pen.box(-0.54, 0.335, 0.54, 0.425, WHITE.darken(0.05), radius=0.04, line=0.7)
    pen.oval(-0.22, 0.68, 0.13, 0.05, shell.lighten(0.5), rotation=14, line=0)


def draw_colored_pencil(pen: Pen, rng: Rng) -> None:
    """Draw an upright pencil with a colored shaft, the bare cone of wood and a colored tip."""
    tone = Tone(Role.MAIN, tint=rng.choice(_LEADS))
    pen.box(-0.075, 0.0, 0.075, 0.76, tone, solid=True)
    pen.box(-0.025, 0.0, 0.025, 0.76, tone.lighten(0.22), line=0.3)
    pen.box(-0.075, 0.0, 0.075, 0.05, tone.darken(0.3), line=0.6)
    pen.fill([(-0.075, 0.76), (-0.025, 0.74), (0.025, 0.76), (0.075, 0.76), (0.025, 0.92), (-0.025, 0.92)], _WOOD)
    pen.fill([(-0.027, 0.91), (0.027, 0.91), (0.0, 1.0)], tone)


def draw_daisies(pen: Pen, rng: Rng) -> None:
    """Draw three daisies: narrow white petals around a yellow heart."""
    for x, y, size in ((-0.3, 0.58, 0.19), (0.32, 0.5, 0.17), (0.02, 0.78, 0.23)):
        pen.stroke([(x * 0.25, 0.0), (x * 0.5, y * 0.5), (x, y)], 0.028, _LEAF, start=1, end=0.8, line=0.5)
        draw_leaf(pen, x * 0.4, y * 0.32, 0.22, 35 if x > 0 else 145, _LEAF)
        flower = pen.at(x, y, size)
        for petal in range(14):
            angle = petal * 360 / 14
            at = np.radians(angle)
            flower.oval(0.66 * np.cos(at), 0.66 * np.sin(at), 0.36, 0.125, _PETAL, rotation=angle, line=0.5)
        flower.oval(0, 0, 0.34, 0.34, _HEART, solid=True, fade=_HEART.darken(0.2))


def draw_dandelion(pen: Pen, rng: Rng) -> None:
    """Draw a dandelion clock: a ball of seeds with umbrellas of down, some of them adrift."""
    pen.stroke([(0.05, 0.0), (-0.02, 0.35), (0.0, 0.7)], 0.03, _LEAF, start=1, end=0.8, line=0.6)
    for tilt in (25, 60, 125, 155):
        draw_leaf(pen, 0.04, 0.02, 0.34, tilt, _LEAF, 0.26)
    head = pen.at(0, 0.74, 0.27)
    head.oval(0, 0, 0.86, 0.86, _DOWN.darken(0.12), line=0.4)
    for ring, count in ((0.92, 22), (0.62, 15), (0.33, 8)):
        for number in range(count):
            angle = 2 * np.pi * (number + 0.5 * (ring < 0.9)) / count
            x, y = ring * np.cos(angle), ring * np.sin(angle)
            head.stroke([(x * 0.2, y * 0.2), (x * 0.6, y * 0.6), (x, y)], 0.025, _LEAF.darken(0.1), start=1, end=1)
            _draw_down(head.at(x, y, 0.15, tilt=float(np.degrees(angle)) - 90))
    head.oval(0, 0, 0.17, 0.17, Tone(Role.DEEP, tint="#7a5a3a"), line=0.6)
    for x, y, tilt in ((0.42, 0.98, -40), (0.58, 0.8, -60), (0.5, 1.12, -30)):
        seed = pen.at(x, y, 0.07, tilt=tilt)
        seed.stroke([(0, -1.2), (0, -0.5), (0, 0)], 0.12, _LEAF.darken(0.4), start=1.6, end=0.8)
        _draw_down(seed)


def _draw_down(pen: Pen) -> None:
    """Draw the umbrella of one seed."""
    for x in (-0.9, -0.45, 0.0, 0.45, 0.9):
        pen.stroke([(0, 0), (x * 0.5, 0.55), (x, 0.95 - 0.35 * abs(x))], 0.16, _DOWN, start=0.8, end=0.6, line=0.3)


def draw_wisteria(pen: Pen, rng: Rng) -> None:
    """Draw hanging clusters of wisteria under a branch with leaves."""
    pen.stroke([(-0.7, 0.98), (-0.2, 1.04), (0.3, 0.98), (0.72, 1.05)], 0.05, Tone(Role.DEEP, tint="#6b4a34"),
        start=1, end=0.6, line=0.7)  # fmt: skip
    for x, length in ((-0.5, 0.62), (-0.24, 0.8), (0.04, 0.96), (0.32, 0.76), (0.56, 0.58)):
        draw_leaf(pen, x, 1.0, 0.24, 30, _LEAF)
        draw_leaf(pen, x, 1.0, 0.24, 150, _LEAF)
        for step in np.linspace(0.0, 1.0, 9):
            half, y = 0.115 * (1 - 0.85 * step), 0.95 - length * float(step)
            for side in (-1, 0, 1):
                tone = _WISTERIA.lighten(0.35 * float(step)) if side else _WISTERIA.darken(0.1)
                pen.oval(x + side * half, y + rng.uniform(-0.015, 0.015), 0.06, 0.048, tone, line=0.4)


def draw_firefly(pen: Pen, rng: Rng) -> None:
    """Draw a firefly: dark head and wings, a glowing tail with its light around it."""
    glow = Tone(Role.LIGHT, tint="#f4f06a")
    for radius, haze in ((0.52, 0.75), (0.4, 0.5)):
        pen.oval(0.0, 0.26, radius, radius * 0.9, glow.with_haze(haze), line=0, glow=0.35)
    for side in SIDES:
        wing = [(side * 0.05, 0.66), (side * 0.42, 0.88), (side * 0.54, 0.66), (side * 0.3, 0.44), (side * 0.06, 0.46)]
        pen.blob(wing, Tone(Role.WHITE, tint="#b9c4d8"), line=0.7)
        pen.stroke([(side * 0.05, 0.84), (side * 0.16, 0.98), (side * 0.3, 1.02)], 0.022, INK, start=1, end=0.5)
    pen.blob([(-0.15, 0.4), (0.15, 0.4), (0.15, 0.2), (0.0, 0.04), (-0.15, 0.2)], glow, solid=True, glow=1.0)
    pen.oval(0, 0.54, 0.15, 0.2, Tone(Role.DEEP, tint="#4a3a34"), solid=True)
    pen.oval(0, 0.78, 0.12, 0.1, Tone(Role.ACCENT, tint="#b8452f"), solid=True)
    for side in SIDES:
        pen.oval(side * 0.06, 0.82, 0.035, 0.035, LIGHT, line=0.4)
