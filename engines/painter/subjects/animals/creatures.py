"""Creatures: fish, whale, butterfly, dragonfly, horse."""

import numpy as np

from engines.painter.curves import rotate
from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, INK, LIGHT, MAIN, SECOND, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES, draw_round_eye

_WING = Tone(Role.WHITE, tint="#cfe6ee")


def draw_fish(pen: Pen, rng: Rng) -> None:
    """Draw two koi circling each other, seen from above the water."""
    rotation = rng.uniform(-30, 30)
    _draw_ripples(pen)
    _draw_koi(pen.at(-0.14, 0.6, 0.86, tilt=rotation + 35), MAIN, WHITE, rng)
    _draw_koi(pen.at(0.2, 0.3, 0.62, tilt=rotation + 205), ACCENT, LIGHT.lighten(0.2), rng)


def _draw_ripples(pen: Pen) -> None:
    for radius in (0.72, 0.56):
        arc = np.radians(np.linspace(-40, 150, 24))
        path = np.column_stack([radius * np.cos(arc), 0.46 + radius * 0.62 * np.sin(arc)])
        pen.stroke(path, 0.012, WHITE.with_haze(0.35), start=0.1, end=0.1)


def _draw_koi(pen: Pen, tone: Tone, belly: Tone, rng: Rng) -> None:
    tail = [
        (-0.42, 0.02),
        (-0.6, 0.16),
        (-0.82, 0.2),
        (-0.74, 0.08),
        (-0.66, 0.0),
        (-0.78, -0.12),
        (-0.8, -0.24),
        (-0.58, -0.12),
    ]
    pen.blob(tail, tone.lighten(0.35), corners=(2, 6), fade=tone.lighten(0.1), solid=True)
    for y in (0.12, 0.05, -0.06, -0.14):
        pen.stroke([(-0.46, y * 0.15), (-0.6, y * 0.6), (-0.74, y * 1.2)], 0.01, tone.darken(0.15), start=0.4, end=0.2)
    for side in SIDES:
        fin = [(0.2, 0.1), (0.16, 0.26), (0.02, 0.34), (0.0, 0.22), (0.08, 0.1)]
        pen.blob([(x, y * side) for x, y in fin], tone.lighten(0.4), corners=(2,), solid=True)
        small = [(-0.16, 0.08), (-0.24, 0.18), (-0.32, 0.19), (-0.26, 0.06)]
        pen.blob([(x, y * side) for x, y in small], tone.lighten(0.35), corners=(2,), solid=True)
    trunk = [
        (0.48, 0.0),
        (0.42, 0.08),
        (0.26, 0.145),
        (0.04, 0.15),
        (-0.2, 0.1),
        (-0.44, 0.035),
        (-0.44, -0.035),
        (-0.2, -0.1),
        (0.04, -0.15),
        (0.26, -0.145),
        (0.42, -0.08),
    ]
    pen.blob(trunk, belly, solid=True)
    _draw_koi_pattern(pen, tone, belly, rng)


def _draw_koi_pattern(pen: Pen, tone: Tone, belly: Tone, rng: Rng) -> None:
    """Draw patches, scales, back fin, eyes and barbels."""
    patch = [(0.36, 0.1), (0.14, 0.145), (0.1, 0.02), (0.18, -0.08), (0.34, -0.06), (0.4, 0.02)]
    pen.blob(patch, tone, line=0)
    back = [(-0.02, 0.14), (-0.24, 0.085), (-0.34, 0.02), (-0.26, -0.08), (-0.08, -0.13), (0.02, -0.04), (-0.06, 0.04)]
    pen.blob(back, tone, line=0)
    for _ in range(5):
        pen.oval(rng.uniform(-0.3, 0.3), rng.uniform(-0.06, 0.06), 0.025, 0.018, tone.darken(0.2), line=0)
    for row in np.arange(-0.34, 0.2, 0.055):
        for y in (-0.055, 0.0, 0.055):
            pen.stroke(
                [(row - 0.015, y + 0.022), (row - 0.028, y), (row - 0.015, y - 0.022)],
                0.007,
                tone.darken(0.3),
                start=0.3,
                end=0.3,
            )
    dorsal = [(0.12, 0.0), (0.0, 0.035), (-0.16, 0.02), (-0.22, 0.0), (-0.1, -0.012)]
    pen.blob(dorsal, tone.darken(0.12), line=0.6)
    for side in SIDES:
        pen.oval(0.37, side * 0.075, 0.02, 0.018, INK, line=0)
        pen.oval(0.376, side * 0.08, 0.007, 0.007, WHITE, line=0)
        pen.stroke(
            [(0.45, side * 0.045), (0.53, side * 0.07), (0.56, side * 0.11)], 0.009, belly.darken(0.3), start=1, end=0.2
        )
        pen.stroke(
            [(0.27, side * 0.12), (0.24, side * 0.07), (0.25, side * 0.03)], 0.01, tone.darken(0.35), start=0.3, end=0.3
        )


def draw_whale(pen: Pen, rng: Rng) -> None:
    """Draw a whale with a spout."""
    whale_pen = pen.at(0, 0.06, flip=rng.bernoulli(0.5))
    for lean in (-0.22, -0.1, 0.06, 0.2):
        whale_pen.stroke(
            [(0.16, 0.6), (0.16 + lean * 0.4, 0.82), (0.16 + lean, 0.86), (0.16 + lean * 1.3, 0.74)],
            0.03,
            WHITE,
            start=0.7,
            end=0.3,
            line=0.5,
        )
    fluke = [
        (-0.5, 0.34),
        (-0.62, 0.52),
        (-0.84, 0.62),
        (-0.74, 0.44),
        (-0.72, 0.36),
        (-0.8, 0.26),
        (-0.86, 0.12),
        (-0.64, 0.2),
    ]
    whale_pen.at(-0.02, 0.14, tilt=0).blob(fluke, MAIN.darken(0.15), corners=(2, 6), solid=True)
    trunk = [
        (-0.6, 0.48),
        (-0.42, 0.38),
        (-0.2, 0.5),
        (0.1, 0.6),
        (0.38, 0.56),
        (0.55, 0.4),
        (0.58, 0.22),
        (0.44, 0.08),
        (0.12, 0.0),
        (-0.2, 0.06),
        (-0.44, 0.22),
        (-0.66, 0.38),
    ]
    whale_pen.blob(trunk, MAIN, solid=True, fade=MAIN.darken(0.1))
    _draw_whale_front(whale_pen)


def _draw_whale_front(whale_pen: Pen) -> None:
    """Draw the grooved belly, flipper, eye and spots."""
    belly = [(0.57, 0.28), (0.3, 0.24), (0.0, 0.14), (-0.2, 0.07), (0.12, 0.005), (0.44, 0.085), (0.56, 0.18)]
    whale_pen.blob(belly, WHITE, corners=(0,), line=0.6)
    for y in np.linspace(0.06, 0.2, 5):
        whale_pen.stroke(
            [(0.54 - (0.2 - y) * 0.4, y + 0.04), (0.3, y - 0.005), (0.05, y * 0.6)],
            0.009,
            MAIN.lighten(0.2),
            start=0.6,
            end=0.2,
        )
    whale_pen.blob(
        [(0.24, 0.16), (0.16, 0.0), (0.02, -0.12), (0.0, -0.02), (0.08, 0.12)],
        MAIN.darken(0.2),
        corners=(2,),
        solid=True,
    )
    draw_round_eye(whale_pen, 0.38, 0.31, 0.026)
    for x, y in ((-0.1, 0.46), (0.02, 0.5), (-0.2, 0.4), (0.12, 0.52), (-0.02, 0.42)):
        whale_pen.oval(x, y, 0.016, 0.012, MAIN.lighten(0.3), line=0)


def draw_butterfly(pen: Pen, rng: Rng) -> None:
    """Draw a butterfly with open wings."""
    tilted = pen.at(0, 0.48, tilt=rng.uniform(-16, 16))
    for side in SIDES:
        lower = [
            (0.03, -0.04),
            (0.2, -0.06),
            (0.38, -0.18),
            (0.36, -0.34),
            (0.26, -0.42),
            (0.2, -0.5),
            (0.14, -0.4),
            (0.06, -0.26),
        ]
        _draw_wing(tilted, side, lower, SECOND, (0.2, -0.22), corners=(5,))
        upper = [
            (0.03, 0.04),
            (0.1, 0.24),
            (0.28, 0.44),
            (0.5, 0.48),
            (0.56, 0.36),
            (0.5, 0.16),
            (0.4, 0.0),
            (0.2, -0.06),
        ]
        _draw_wing(tilted, side, upper, MAIN, (0.3, 0.22), corners=(3,))
        tilted.stroke([(side * 0.015, 0.2), (side * 0.08, 0.36), (side * 0.16, 0.42)], 0.012, INK, start=0.8, end=0.7)
        tilted.oval(side * 0.165, 0.425, 0.016, 0.016, INK, line=0)
    tilted.blob([(0, 0.16), (0.03, 0.05), (0.026, -0.15), (0, -0.34), (-0.026, -0.15), (-0.03, 0.05)], DEEP, solid=True)
    tilted.oval(0, 0.19, 0.036, 0.036, DEEP.darken(0.2), solid=True)


def draw_dragonfly(pen: Pen, rng: Rng) -> None:
    """Draw a dragonfly from above: a long jointed tail, four narrow wings with veins, two large eyes."""
    tilted = pen.at(0, 0.5, tilt=rng.uniform(-35, 35))
    for side in SIDES:
        for tilt, length, wide in ((12.0, 0.62, 0.085), (-16.0, 0.56, 0.1)):
            wing = tilted.at(0.0, 0.2 if tilt > 0 else 0.11, flip=side < 0, tilt=0.0)
            edge = rotate([(0.02, 0.0), (length * 0.5, wide), (length * 0.92, wide * 0.8), (length, 0.0),
                (length * 0.85, -wide * 0.55), (length * 0.4, -wide * 0.6)], tilt)  # fmt: skip
            wing.blob([(float(x), float(y)) for x, y in edge], _WING, corners=(0,), line=1.0)
            for reach in (0.35, 0.55, 0.75):
                vein = rotate([(length * reach, wide * 0.75), (length * (reach + 0.06), -wide * 0.45)], tilt)
                wing.stroke([(float(x), float(y)) for x, y in vein], 0.006, INK, start=1, end=1)
            spine = rotate([(0.02, 0.0), (length * 0.96, wide * 0.15)], tilt)
            wing.stroke([(float(x), float(y)) for x, y in spine], 0.009, INK, start=1, end=0.6)
            spot = rotate([(length * 0.88, wide * 0.62)], tilt)[0]
            wing.oval(float(spot[0]), float(spot[1]), 0.026, 0.013, ACCENT, line=0.3)
    for number in range(7):
        y = 0.02 - 0.075 * number
        tilted.oval(0.0, y, 0.03 - 0.0022 * number, 0.045, MAIN.darken(0.04 * (number % 2)), solid=True, line=0.8)
    tilted.oval(0.0, 0.16, 0.06, 0.12, MAIN, solid=True)
    tilted.oval(0.0, 0.3, 0.055, 0.045, MAIN.darken(0.1), solid=True)
    for side in SIDES:
        tilted.oval(side * 0.05, 0.32, 0.04, 0.045, ACCENT, solid=True)
        tilted.oval(side * 0.04, 0.335, 0.012, 0.012, WHITE, line=0)


def _draw_wing(
    pen: Pen,
    side: int,
    outline: list[tuple[float, float]],
    tone: Tone,
    center: tuple[float, float],
    corners: tuple[int, ...],
) -> None:
    points = [(x * side, y) for x, y in outline]
    pen.blob(points, INK.lighten(0.04), corners=(0, *corners), solid=True)
    cx, cy = center[0] * side, center[1]

    def shrunk(factor: float) -> list[tuple[float, float]]:
        return [(cx + (x - cx) * factor, cy + (y - cy) * factor) for x, y in points]

    pen.blob(shrunk(0.82), tone, corners=(0,), fade=tone.lighten(0.2), line=0, glow=0.2)
    pen.blob(shrunk(0.46), tone.lighten(0.35), line=0, fade=ACCENT.lighten(0.2))
    for x, y in points[1:]:
        pen.stroke(
            [(0.03 * side, 0.0), ((x + cx) / 2 * 0.8, (y + cy) / 2 * 0.8), (x * 0.93, y * 0.93)],
            0.011,
            INK.lighten(0.04),
            start=0.9,
            end=0.6,
        )
        near = (cx + (x - cx) * 0.9, cy + (y - cy) * 0.9)
        pen.oval(near[0], near[1], 0.016, 0.016, WHITE, line=0)
    pen.oval(cx * 1.05, cy * 1.05, 0.045, 0.045, ACCENT, line=0.5, glow=0.3)
    pen.oval(cx * 1.05, cy * 1.05, 0.018, 0.018, INK, line=0)


def draw_horse(pen: Pen, rng: Rng) -> None:
    """Draw a standing horse in profile."""
    horse_pen = pen.at(0.02, 0, flip=rng.bernoulli(0.5))
    fur, mane = MAIN, DEEP
    for x, bend, tone in (
        (0.2, 0.05, fur.darken(0.28)),
        (-0.2, -0.05, fur.darken(0.28)),
        (0.12, -0.02, fur),
        (-0.28, 0.04, fur),
    ):
        top = 0.42
        leg = [
            (x - 0.055, top),
            (x + 0.055, top),
            (x + 0.032 + bend * 0.3, 0.22),
            (x + 0.024 + bend, 0.06),
            (x - 0.018 + bend, 0.06),
            (x - 0.02 + bend * 0.3, 0.22),
        ]
        horse_pen.blob(leg, tone, corners=(3, 4), solid=True, fade=tone.darken(0.25))
        horse_pen.fill(
            [(x - 0.024 + bend, 0.06), (x + 0.03 + bend, 0.06), (x + 0.042 + bend, 0.0), (x - 0.034 + bend, 0.0)],
            INK.lighten(0.1),
        )
    tail = [(-0.34, 0.56), (-0.46, 0.5), (-0.5, 0.32), (-0.46, 0.14), (-0.41, 0.28), (-0.38, 0.42)]
    horse_pen.blob(tail, mane, corners=(3,), solid=True)
    trunk = [
        (-0.36, 0.58),
        (-0.2, 0.62),
        (0.0, 0.585),
        (0.12, 0.62),
        (0.2, 0.74),
        (0.27, 0.88),
        (0.32, 0.95),
        (0.37, 0.92),
        (0.45, 0.8),
        (0.51, 0.72),
        (0.49, 0.66),
        (0.43, 0.67),
        (0.36, 0.76),
        (0.33, 0.7),
        (0.31, 0.56),
        (0.25, 0.42),
        (0.1, 0.36),
        (-0.12, 0.36),
        (-0.3, 0.38),
        (-0.38, 0.48),
    ]
    horse_pen.blob(trunk, fur, solid=True, fade=fur.darken(0.2))
    _draw_horse_head(horse_pen, fur, mane)


def _draw_horse_head(horse_pen: Pen, fur: Tone, mane: Tone) -> None:
    """Draw ears, mane and face."""
    for x in (0.31, 0.35):
        horse_pen.blob([(x - 0.03, 0.91), (x - 0.005, 1.01), (x + 0.022, 0.91)], fur.darken(0.08), corners=(1,))
    hair = [
        (0.33, 0.98),
        (0.24, 0.92),
        (0.16, 0.8),
        (0.06, 0.66),
        (0.12, 0.6),
        (0.17, 0.64),
        (0.22, 0.72),
        (0.27, 0.82),
        (0.32, 0.88),
    ]
    horse_pen.blob(hair, mane, corners=(0, 3), solid=True)
    for k in range(4):
        horse_pen.stroke(
            [
                (0.28 - 0.045 * k, 0.91 - 0.08 * k),
                (0.24 - 0.045 * k, 0.83 - 0.075 * k),
                (0.21 - 0.03 * k, 0.74 - 0.05 * k),
            ],
            0.01,
            mane.lighten(0.3),
            start=0.3,
            end=0.3,
        )
    horse_pen.stroke([(0.34, 0.97), (0.38, 0.9), (0.4, 0.84)], 0.035, mane, start=1, end=0.2)
    horse_pen.oval(0.385, 0.845, 0.016, 0.016, INK, line=0)
    horse_pen.oval(0.389, 0.85, 0.005, 0.005, WHITE, line=0)
    horse_pen.oval(0.49, 0.705, 0.009, 0.013, INK, line=0)
    horse_pen.stroke([(0.5, 0.675), (0.465, 0.688), (0.45, 0.7)], 0.008, INK, start=0.7, end=0.3)
