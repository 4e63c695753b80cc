"""Vehicles: boat, car, train, rocket, balloon."""

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, INK, LIGHT, MAIN, SECOND, WHITE, Pen, Tone
from engines.painter.subjects.features import SIDES, draw_window


def draw_boat(pen: Pen, rng: Rng) -> None:
    """Draw a sailing boat on its reflection."""
    side = pen.at(0, 0.06, flip=rng.bernoulli(0.5))
    hull = [
        (-0.46, 0.17),
        (-0.2, 0.14),
        (0.2, 0.14),
        (0.54, 0.22),
        (0.38, 0.03),
        (0.3, -0.04),
        (-0.3, -0.04),
        (-0.4, 0.04),
    ]
    side.stroke([(0.02, 0.1), (0.02, 0.98)], 0.024, DEEP.lighten(0.1), start=1, end=0.7, line=0.6)
    main = [(-0.01, 0.24), (-0.03, 0.6), (-0.01, 0.95), (-0.22, 0.66), (-0.42, 0.27), (-0.2, 0.23)]
    side.blob(main, WHITE, corners=(0, 2, 4), solid=True, fade=WHITE.darken(0.14))
    side.blob([(-0.08, 0.83), (-0.02, 0.83), (-0.025, 0.72), (-0.16, 0.72)], ACCENT, corners=(0, 1, 2, 3), line=0.4)
    jib = [(0.05, 0.9), (0.16, 0.6), (0.48, 0.25), (0.24, 0.26), (0.06, 0.28)]
    side.blob(jib, MAIN, corners=(0, 2, 4), solid=True, fade=MAIN.darken(0.12))
    for y in (0.4, 0.55):
        side.stroke(
            [(-0.02, y), (-0.2, y - 0.02), (-0.37 + (y - 0.4) * 0.6, y - 0.02)],
            0.007,
            WHITE.darken(0.3),
            start=1,
            end=1,
        )
    side.fill([(0.02, 0.98), (-0.13, 0.955), (0.02, 0.925)], ACCENT, line=0.6)
    side.blob(hull, MAIN.darken(0.16), corners=(0, 3), solid=True, fade=MAIN.darken(0.4))
    side.stroke([(-0.44, 0.135), (-0.2, 0.105), (0.2, 0.105), (0.5, 0.175)], 0.028, LIGHT, start=0.7, end=0.4)
    for x in (-0.2, -0.05, 0.1):
        side.oval(x, 0.06, 0.022, 0.022, LIGHT, line=0.6, glow=0.5)
    for y, half, tone in (
        (-0.075, 0.5, WHITE),
        (-0.12, 0.36, WHITE.with_haze(0.4)),
        (-0.17, 0.24, WHITE.with_haze(0.5)),
    ):
        side.stroke(
            [(-half, y), (-half * 0.4, y + 0.016), (0, y - 0.006), (half * 0.5, y + 0.014), (half, y)],
            0.022,
            tone,
            start=0.1,
            end=0.1,
        )


def draw_car(pen: Pen, rng: Rng) -> None:
    """Draw a small rounded car in profile."""
    side = pen.at(0, 0.02, flip=rng.bernoulli(0.5))
    side.oval(0, 0.0, 0.6, 0.035, DEEP.darken(0.3), line=0)
    shell = [
        (-0.6, 0.12),
        (-0.62, 0.26),
        (-0.54, 0.37),
        (-0.38, 0.41),
        (-0.28, 0.56),
        (-0.12, 0.66),
        (0.1, 0.66),
        (0.26, 0.56),
        (0.36, 0.42),
        (0.54, 0.36),
        (0.63, 0.25),
        (0.62, 0.12),
        (0.4, 0.09),
        (-0.4, 0.09),
    ]
    side.blob(shell, MAIN, corners=(0, 11), solid=True, fade=MAIN.darken(0.2))
    glass = [(-0.25, 0.42), (-0.2, 0.53), (-0.1, 0.6), (-0.01, 0.61), (-0.01, 0.42)]
    side.blob(glass, DEEP.lighten(0.5), corners=(0, 3, 4), fade=WHITE)
    side.blob(
        [(0.03, 0.42), (0.03, 0.61), (0.11, 0.6), (0.22, 0.53), (0.3, 0.42)],
        DEEP.lighten(0.5),
        corners=(0, 1, 4),
        fade=WHITE,
    )
    for x in (-0.18, 0.1):
        side.fill([(x, 0.43), (x + 0.04, 0.43), (x + 0.1, 0.58), (x + 0.07, 0.585)], WHITE, line=0)
    side.stroke([(0.01, 0.42), (0.015, 0.25), (0.0, 0.14)], 0.009, MAIN.darken(0.5), start=1, end=1)
    side.box(-0.14, 0.35, -0.06, 0.366, WHITE, radius=0.007, line=0.5)
    side.stroke([(-0.58, 0.28), (-0.2, 0.3), (0.3, 0.3), (0.6, 0.27)], 0.016, WHITE, start=0.4, end=0.4)
    side.oval(0.575, 0.29, 0.036, 0.05, LIGHT, glow=1.0)
    side.oval(-0.595, 0.29, 0.022, 0.04, ACCENT, glow=0.8)
    for x in (-0.63, 0.5):
        side.box(x, 0.1, x + 0.13, 0.15, WHITE.darken(0.2), radius=0.02, solid=True)
    for x in (-0.36, 0.36):
        _draw_wheel(side, x, 0.11, 0.125)


def _draw_wheel(pen: Pen, x: float, y: float, radius: float) -> None:
    pen.oval(x, y, radius, radius, INK, solid=True)
    pen.oval(x, y, radius * 0.62, radius * 0.62, WHITE.darken(0.15), line=0.6)
    for rotation in range(0, 180, 36):
        angle = np.radians(rotation)
        reach = radius * 0.55
        pen.stroke(
            [
                (x - reach * np.cos(angle), y - reach * np.sin(angle)),
                (x + reach * np.cos(angle), y + reach * np.sin(angle)),
            ],
            radius * 0.12,
            DEEP,
            start=1,
            end=1,
        )
    pen.oval(x, y, radius * 0.2, radius * 0.2, LIGHT, line=0.5)


def draw_train(pen: Pen, rng: Rng) -> None:
    """Draw a steam engine with a carriage, steam above it."""
    side = pen.at(0, 0.02, 0.92, flip=rng.bernoulli(0.5))
    for x, y, size in ((0.26, 0.82, 0.06), (0.17, 0.9, 0.085), (0.03, 0.97, 0.105), (-0.14, 1.02, 0.12)):
        side.oval(x, y, size * 1.3, size, WHITE, solid=True, line=0.6)
    side.box(-0.9, -0.06, 0.9, -0.035, DEEP, line=0.5)
    for x in np.arange(-0.88, 0.86, 0.11):
        side.box(float(x), -0.085, float(x) + 0.06, -0.06, DEEP.lighten(0.2), line=0.4)
    side.box(-0.78, 0.1, -0.24, 0.5, SECOND, radius=0.03, solid=True, fade=SECOND.darken(0.2))
    side.box(-0.82, 0.49, -0.2, 0.55, DEEP, radius=0.02, solid=True)
    side.box(-0.78, 0.19, -0.24, 0.215, LIGHT, line=0.3)
    for x in (-0.72, -0.56, -0.4):
        draw_window(side, x, 0.28, x + 0.12, 0.43, True)
    side.box(-0.26, 0.09, -0.16, 0.13, INK)
    side.box(-0.16, 0.1, 0.12, 0.56, MAIN, solid=True, fade=MAIN.darken(0.2))
    side.blob([(-0.21, 0.55), (0.17, 0.55), (0.14, 0.615), (-0.18, 0.615)], DEEP, corners=(0, 1, 2, 3), solid=True)
    draw_window(side, -0.1, 0.34, 0.05, 0.49, True)
    side.box(0.1, 0.16, 0.56, 0.42, MAIN, radius=0.05, solid=True)
    for x in (0.18, 0.34, 0.5):
        side.box(x, 0.155, x + 0.022, 0.425, LIGHT, line=0.4)
    side.blob(
        [(0.4, 0.41), (0.5, 0.41), (0.5, 0.58), (0.55, 0.68), (0.35, 0.68), (0.4, 0.58)],
        DEEP,
        corners=(0, 1, 3, 4),
        solid=True,
    )
    side.blob([(0.2, 0.42), (0.32, 0.42), (0.3, 0.51), (0.26, 0.53), (0.22, 0.51)], LIGHT, corners=(0, 1), solid=True)
    side.oval(0.58, 0.3, 0.05, 0.12, DEEP, solid=True)
    side.oval(0.6, 0.46, 0.04, 0.04, LIGHT, glow=1.0)
    side.fill([(0.5, 0.1), (0.62, 0.1), (0.76, -0.03), (0.5, -0.03)], ACCENT, solid=True)
    side.box(-0.16, 0.08, 0.6, 0.15, DEEP)
    for x, radius in ((-0.66, 0.075), (-0.38, 0.075), (-0.06, 0.125), (0.22, 0.125), (0.46, 0.08)):
        _draw_wheel(side, x, radius - 0.035, radius)
    side.box(-0.08, 0.075, 0.24, 0.1, WHITE, radius=0.01, line=0.6)


def draw_rocket(pen: Pen, rng: Rng) -> None:
    """Draw a rocket taking off, tilted, with flame and smoke."""
    ship = pen.at(0, 0.12, 0.9, tilt=rng.choice((-1, 1)) * rng.uniform(8, 26))
    for x, y, size in (
        (-0.12, -0.16, 0.1),
        (0.12, -0.18, 0.11),
        (0.0, -0.26, 0.14),
        (-0.2, -0.28, 0.1),
        (0.2, -0.3, 0.11),
    ):
        ship.oval(x, y, size, size * 0.85, WHITE.with_haze(0.25), line=0.5)
    for half, low, tone in ((0.13, -0.3, ACCENT), (0.085, -0.2, LIGHT), (0.045, -0.1, WHITE)):
        flame = [(-half, 0.1), (half, 0.1), (half * 0.9, -0.02), (0.0, low), (-half * 0.9, -0.02)]
        ship.blob(flame, tone, corners=(3,), line=0.4, glow=1.0)
    for side in SIDES:
        fin = [(0.14, 0.36), (0.32, 0.14), (0.31, -0.02), (0.22, 0.06), (0.12, 0.1)]
        ship.blob([(x * side, y) for x, y in fin], MAIN, corners=(0, 2, 4), solid=True, fade=MAIN.darken(0.25))
    hull = [(0.0, 1.0), (0.11, 0.86), (0.18, 0.64), (0.185, 0.4), (0.13, 0.1), (0.0, 0.08)]
    ship.blob(hull + [(-x, y) for x, y in reversed(hull[1:-1])], WHITE, corners=(0,), solid=True)
    nose = [(0.0, 1.0), (0.075, 0.915), (0.142, 0.78), (0.0, 0.755), (-0.142, 0.78), (-0.075, 0.915)]
    ship.blob(nose, MAIN, corners=(0, 2, 4), solid=True)
    for y, radius in ((0.6, 0.075), (0.38, 0.05)):
        ship.oval(0, y, radius * 1.3, radius * 1.3, DEEP.lighten(0.2), solid=True)
        ship.oval(0, y, radius, radius, SECOND.lighten(0.3), line=0.6, fade=SECOND.darken(0.2), glow=0.3)
        ship.stroke(
            [(-radius * 0.6, y + radius * 0.1), (-radius * 0.35, y + radius * 0.55), (0.0, y + radius * 0.65)],
            0.016,
            WHITE,
            start=0.5,
            end=0.3,
        )
    ship.stroke([(-0.17, 0.28), (0.0, 0.25), (0.17, 0.28)], 0.03, MAIN, start=0.9, end=0.9)
    ship.blob(
        [(-0.03, 0.3), (0.03, 0.3), (0.04, 0.02), (0.0, -0.03), (-0.04, 0.02)],
        MAIN.darken(0.1),
        solid=True,
        corners=(0, 1),
    )
    ship.box(-0.1, 0.055, 0.1, 0.1, DEEP)


def draw_balloon(pen: Pen, rng: Rng) -> None:
    """Draw a hot-air balloon."""
    _draw_balloon(pen, MAIN)


def _draw_balloon(pen: Pen, tone: Tone) -> None:
    outline = [(0.0, 1.0), (0.22, 0.94), (0.35, 0.76), (0.33, 0.56), (0.2, 0.38), (0.09, 0.27), (0.0, 0.265)]
    for x in (-0.085, 0.085):
        pen.stroke([(x, 0.3), (x * 0.65, 0.14)], 0.008, DEEP, start=1, end=1)
    gores = ((1.0, tone), (0.66, WHITE), (0.32, tone.lighten(0.12)))
    for factor, shade in gores:
        half = [(x * factor, y) for x, y in outline]
        pen.blob(
            half + [(-x, y) for x, y in reversed(half[1:-1])],
            shade,
            solid=factor == 1.0,
            fade=shade.darken(0.18),
            line=1 if factor == 1.0 else 0.5,
        )
    band = [(-0.345, 0.66), (0.0, 0.6), (0.345, 0.66), (0.335, 0.58), (0.0, 0.51), (-0.335, 0.58)]
    pen.blob(band, ACCENT if tone.role is not ACCENT.role else LIGHT, corners=(0, 2, 3, 5), line=0.6)
    for x in (-0.22, -0.11, 0.0, 0.11, 0.22):
        pen.oval(x, 0.575 + 0.4 * x * x, 0.02, 0.02, LIGHT, line=0.3)
    pen.stroke([(-0.085, 0.28), (0, 0.262), (0.085, 0.28)], 0.03, DEEP, start=1, end=1)
    pen.blob([(-0.015, 0.2), (0.015, 0.2), (0.0, 0.27)], LIGHT, corners=(2,), line=0, glow=1.0)
    pen.box(-0.07, 0.02, 0.07, 0.145, SECOND.darken(0.3), radius=0.02, solid=True)
    pen.box(-0.08, 0.128, 0.08, 0.15, DEEP, radius=0.01, line=0.5)
    for y in (0.05, 0.08, 0.105):
        pen.stroke([(-0.065, y), (0.065, y)], 0.006, DEEP, start=1, end=1)
