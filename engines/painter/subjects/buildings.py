"""Buildings: house, castle, lighthouse, pagoda."""

from dataclasses import replace

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, GROUND, INK, LIGHT, MAIN, SECOND, WHITE, Layer, Pen, Tone
from engines.painter.subjects.features import SIDES, draw_grass_tuft, draw_window
from engines.painter.subjects.plants import draw_crown


def draw_house(pen: Pen, rng: Rng) -> None:
    """Draw a cottage seen from a corner: gabled front, long roof, chimney with smoke, path and bushes."""
    lit = rng.bernoulli(0.8)
    wall, roof = WHITE.darken(0.04), MAIN
    if rng.bernoulli(0.7):
        draw_crown(pen, rng, -0.46, 0.38, 0.14, 0.24, SECOND.darken(0.12))
        draw_crown(pen, rng, 0.56, 0.32, 0.12, 0.2, SECOND.darken(0.06))
    _draw_chimney(pen, rng)
    pen.fill(
        [(-0.02, 0.0), (0.5, 0.02), (0.5, 0.38), (-0.02, 0.36)], wall.darken(0.2), solid=True, fade=wall.darken(0.32)
    )
    pen.fill([(-0.02, 0.0), (0.5, 0.02), (0.5, 0.06), (-0.02, 0.05)], DEEP.lighten(0.35), line=0.5)
    pen.fill(
        [(-0.2, 0.72), (0.44, 0.7), (0.57, 0.35), (0.03, 0.33)], roof.darken(0.12), solid=True, fade=roof.darken(0.28)
    )
    for row in np.linspace(0.12, 0.88, 7):
        tiles = [(-0.2 + 0.23 * row, 0.72 - 0.39 * row), (0.44 + 0.13 * row, 0.7 - 0.35 * row)]
        pen.stroke(tiles, 0.008, roof.darken(0.5), start=1, end=1)
    _draw_front(pen, wall, roof)
    for left in (0.1, 0.3):
        draw_window(pen, left, 0.15, left + 0.12, 0.28, lit)
        pen.box(left - 0.012, 0.125, left + 0.132, 0.15, SECOND, line=0.5)
        for spot in np.linspace(left, left + 0.12, 5):
            pen.oval(float(spot), 0.16, 0.016, 0.016, ACCENT, line=0.2)
    draw_window(pen, -0.26, 0.44, -0.14, 0.57, lit)
    draw_window(pen, -0.355, 0.17, -0.255, 0.3, lit)
    _draw_door(pen, lit)
    _draw_garden(pen, rng)


def _draw_chimney(pen: Pen, rng: Rng) -> None:
    pen.box(0.2, 0.6, 0.3, 0.88, MAIN.darken(0.3), solid=True)
    pen.box(0.185, 0.87, 0.315, 0.91, MAIN.darken(0.42))
    drift = rng.choice(SIDES)
    for number, (dx, dy, size) in enumerate(
        ((0.02, 0.95, 0.04), (0.06, 1.02, 0.055), (0.13, 1.09, 0.07), (0.22, 1.14, 0.08))
    ):
        pen.oval(0.25 + drift * dx, dy, size * 1.2, size * 0.8, WHITE.with_haze(0.1 + 0.15 * number), line=0.4)


def _draw_front(pen: Pen, wall: Tone, roof: Tone) -> None:
    gable = [(-0.42, 0.0), (-0.02, 0.0), (-0.02, 0.38), (-0.2, 0.72), (-0.42, 0.38)]
    pen.fill(gable, wall, solid=True, fade=wall.darken(0.1))
    pen.fill([(-0.42, 0.0), (-0.02, 0.0), (-0.02, 0.05), (-0.42, 0.05)], DEEP.lighten(0.45), line=0.5)
    for y in (0.12, 0.2, 0.28, 0.36):
        pen.stroke([(-0.41, y), (-0.03, y)], 0.005, wall.darken(0.25), start=1, end=1)
    pen.fill([(-0.49, 0.3), (-0.44, 0.27), (-0.2, 0.68), (0.04, 0.3), (0.085, 0.33), (-0.2, 0.78)], roof, solid=True)


def _draw_door(pen: Pen, lit: bool) -> None:
    pen.box(-0.225, 0.0, -0.085, 0.29, WHITE, radius=0.02)
    pen.box(-0.21, 0.0, -0.1, 0.275, ACCENT.darken(0.12), radius=0.015, fade=ACCENT.darken(0.3))
    pen.box(-0.19, 0.17, -0.12, 0.25, LIGHT if lit else DEEP.lighten(0.2), line=0.5, glow=0.6 if lit else 0)
    pen.oval(-0.118, 0.12, 0.009, 0.009, LIGHT, line=0.3)
    pen.fill([(-0.235, -0.0), (-0.075, 0.0), (-0.065, -0.03), (-0.245, -0.03)], DEEP.lighten(0.5), line=0.6)


def _draw_garden(pen: Pen, rng: Rng) -> None:
    path = [(-0.22, -0.03), (-0.09, -0.03), (-0.02, -0.1), (0.12, -0.2), (-0.16, -0.2), (-0.2, -0.11)]
    pen.blob(path, GROUND.lighten(0.45), corners=(0, 1, 3, 4), line=0.4)
    for x in (-0.43, -0.33, 0.03, 0.18, 0.42, 0.52):
        draw_crown(pen, rng, x, 0.03, rng.uniform(0.05, 0.085), 0.055, SECOND.darken(rng.uniform(0.0, 0.15)))
        for _ in range(3):
            pen.oval(
                x + rng.uniform(-0.05, 0.05),
                rng.uniform(0.02, 0.07),
                0.011,
                0.011,
                rng.choice((ACCENT, LIGHT)),
                line=0.2,
            )
    for x in (-0.5, -0.3, 0.25, 0.45):
        draw_grass_tuft(pen, x, -0.06, 0.05, SECOND.darken(0.1))


def draw_castle(pen: Pen, rng: Rng) -> None:
    """Draw a castle with towers of several heights, pointed roofs and flags."""
    stone = WHITE.darken(0.14)
    towers = [(-0.36, 0.12, 0.62), (0.37, 0.12, 0.58), (-0.18, 0.12, 0.78), (0.2, 0.12, 0.72), (0.01, 0.15, 0.92)]
    for number, (x, width, top) in enumerate(towers):
        _draw_tower(
            pen, x + rng.uniform(-0.015, 0.015), width, top * 0.72, top * 1.02, stone.darken(0.1 - 0.02 * number), rng
        )
    pen.box(-0.44, 0.0, 0.45, 0.3, stone, solid=True, fade=stone.darken(0.16))
    for x in np.arange(-0.44, 0.44, 0.0685):
        pen.box(float(x), 0.29, float(x) + 0.04, 0.335, stone, line=0.6)
    for _ in range(26):
        x, y = rng.uniform(-0.42, 0.38), rng.uniform(0.02, 0.26)
        pen.stroke([(x, y), (x + 0.045, y)], 0.006, stone.darken(0.3), start=1, end=1)
    gate = [(-0.085, 0.0), (0.095, 0.0), (0.095, 0.14), (0.005, 0.235), (-0.085, 0.14)]
    pen.blob(gate, DEEP, corners=(0, 1), fade=DEEP.darken(0.3))
    for x in np.linspace(-0.06, 0.07, 5):
        pen.stroke([(float(x), 0.0), (float(x), 0.18)], 0.008, INK, start=1, end=1)
    for x in (-0.28, 0.29):
        draw_window(pen, x - 0.03, 0.11, x + 0.03, 0.2, True, arch=True)


def _draw_tower(pen: Pen, x: float, width: float, wall_top: float, tip: float, stone: Tone, rng: Rng) -> None:
    half = width / 2
    pen.box(x - half, 0.0, x + half, wall_top, stone, solid=True, fade=stone.darken(0.14))
    pen.fill(
        [(x + half * 0.35, 0), (x + half, 0), (x + half, wall_top), (x + half * 0.35, wall_top)],
        stone.darken(0.14),
        line=0,
    )
    pen.box(x - half * 1.2, wall_top - 0.015, x + half * 1.2, wall_top + 0.02, stone.lighten(0.1), line=0.8)
    roof = [(x - half * 1.35, wall_top + 0.02), (x + half * 1.35, wall_top + 0.02), (x, tip)]
    pen.fill(roof, MAIN, solid=True, fade=MAIN.darken(0.15))
    pen.fill([(x + half * 0.35, wall_top + 0.02), roof[1], roof[2]], MAIN.darken(0.25), line=0)
    pen.stroke([(x, tip - 0.01), (x, tip + 0.07)], 0.009, INK, start=1, end=1)
    side = rng.choice(SIDES)
    pen.blob(
        [(x, tip + 0.07), (x + side * 0.045, tip + 0.06), (x + side * 0.085, tip + 0.055), (x, tip + 0.028)],
        ACCENT,
        corners=(0, 2, 3),
        line=0.5,
    )
    draw_window(pen, x - half * 0.38, wall_top - 0.14, x + half * 0.38, wall_top - 0.05, True, arch=True)


def draw_lighthouse(pen: Pen, rng: Rng) -> None:
    """Draw a striped lighthouse on its rock, its beam across the sky."""
    side = rng.choice(SIDES)
    beam = [(0, 0.86), (side * 1.6, 1.16), (side * 1.6, 0.82)]
    # Light is not part of the tower, which stands at the requested position.
    replace(pen, layer=min(pen.layer, Layer.MIDDLE)).fill(beam, LIGHT.lighten(0.2).with_haze(0.45), line=0, glow=0.25)
    rock = [
        (-0.48, -0.08),
        (-0.38, 0.05),
        (-0.22, 0.13),
        (-0.1, 0.11),
        (0.1, 0.14),
        (0.26, 0.1),
        (0.4, 0.03),
        (0.5, -0.08),
    ]
    pen.blob(rock, DEEP.lighten(0.12), corners=(0, 7), solid=True, fade=DEEP.darken(0.15))
    for x, y in ((-0.3, 0.03), (-0.05, 0.05), (0.2, 0.02)):
        pen.stroke([(x, y), (x + 0.06, y - 0.03), (x + 0.1, y - 0.08)], 0.012, DEEP.darken(0.4), start=0.3, end=0.1)
    pen.box(0.1, 0.1, 0.3, 0.22, WHITE, solid=True)
    pen.fill([(0.07, 0.21), (0.33, 0.21), (0.2, 0.31)], MAIN, solid=True)
    draw_window(pen, 0.17, 0.13, 0.23, 0.19, True)
    for number in range(6):
        low, high = 0.1 + number * 0.108, 0.1 + (number + 1) * 0.108
        left, right = 0.115 - 0.05 * number / 6, 0.115 - 0.05 * (number + 1) / 6
        tone = MAIN if number % 2 == 0 else WHITE
        pen.fill([(-left, low), (left, low), (right, high), (-right, high)], tone, line=0.7)
        pen.fill([(left * 0.3, low), (left, low), (right, high), (right * 0.3, high)], tone.darken(0.2), line=0)
    for y in (0.28, 0.5):
        draw_window(pen, -0.03, y, 0.02, y + 0.08, True, arch=True)
    pen.box(-0.1, 0.745, 0.1, 0.775, DEEP, line=0.8)
    pen.box(-0.055, 0.775, 0.055, 0.875, LIGHT.lighten(0.3), glow=1.0)
    for x in (-0.055, -0.018, 0.018, 0.055):
        pen.box(x - 0.004, 0.775, x + 0.004, 0.875, DEEP, line=0)
    dome = [(-0.08, 0.875), (0.08, 0.875), (0.05, 0.94), (0.0, 0.97), (-0.05, 0.94)]
    pen.blob(dome, MAIN.darken(0.1), corners=(0, 1), solid=True)
    pen.stroke([(0, 0.96), (0, 1.03)], 0.01, DEEP, start=1, end=0.5)


def draw_pagoda(pen: Pen, rng: Rng) -> None:
    """Draw a pagoda of several stories with curved eaves."""
    storeys = rng.integer(4, 5)
    pen.box(-0.36, -0.02, 0.36, 0.04, WHITE.darken(0.2), solid=True)
    for number in range(storeys):
        low = 0.04 + number * 0.8 / storeys
        high = low + 0.8 / storeys
        half = 0.24 - 0.032 * number
        pen.box(-half, low, half, high - 0.05, MAIN.lighten(0.06), solid=True, fade=MAIN.darken(0.15))
        for x in np.linspace(-half, half, 4):
            pen.box(float(x) - 0.011, low, float(x) + 0.011, high - 0.05, MAIN.darken(0.35), line=0.5)
        for x in np.linspace(-half, half, 4)[:-1] + half / 3:
            draw_window(pen, float(x) - half * 0.18, low + 0.03, float(x) + half * 0.18, high - 0.07, True)
        wide = half + 0.13
        eave = [
            (-wide, high - 0.028),
            (-wide * 0.72, high - 0.062),
            (0, high - 0.07),
            (wide * 0.72, high - 0.062),
            (wide, high - 0.028),
            (half * 0.9, high + 0.022),
            (-half * 0.9, high + 0.022),
        ]
        pen.blob(eave, DEEP, corners=(0, 4), solid=True)
        pen.stroke(
            [
                (-wide * 0.98, high - 0.03),
                (-wide * 0.6, high - 0.056),
                (0, high - 0.062),
                (wide * 0.6, high - 0.056),
                (wide * 0.98, high - 0.03),
            ],
            0.012,
            LIGHT,
            start=0.6,
            end=0.6,
        )
        for side in SIDES:
            pen.oval(side * wide * 0.95, high - 0.062, 0.014, 0.018, ACCENT, line=0.3, glow=0.6)
    pen.stroke([(0, 0.84), (0, 0.93), (0, 1.05)], 0.03, LIGHT.darken(0.1), start=1, end=0.2, line=0.6)
    for y in (0.9, 0.94, 0.98):
        pen.oval(0, y, 0.028, 0.01, LIGHT, line=0.4)
