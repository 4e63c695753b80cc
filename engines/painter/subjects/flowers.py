"""Flowers: single blooms, a spray of several, lotus, a blossoming branch."""

from collections.abc import Callable

import numpy as np

from engines.painter.curves import spline
from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, LIGHT, MAIN, SECOND, Pen, Tone
from engines.painter.subjects.features import draw_leaf

Bloom = Callable[[Pen, Tone], None]
_PETAL = [(0, 0), (0.16, 0.3), (0.21, 0.68), (0.1, 0.98), (0.0, 0.94), (-0.1, 0.98), (-0.21, 0.68), (-0.16, 0.3)]
_SLIM = [(0, 0), (0.1, 0.35), (0.115, 0.72), (0.0, 1.0), (-0.115, 0.72), (-0.1, 0.35)]
_ROUND = [(0, 0), (0.3, 0.35), (0.36, 0.75), (0.16, 1.0), (0.0, 0.93), (-0.16, 1.0), (-0.36, 0.75), (-0.3, 0.35)]


def draw_flower(pen: Pen, rng: Rng) -> None:
    """Draw a spray of one kind of flower, a great bloom in front."""
    _draw_spray(pen, rng, rng.choice((draw_daisy, draw_poppy, draw_peony)))


def draw_sunflower(pen: Pen, rng: Rng) -> None:
    """Draw sunflowers."""
    _draw_spray(pen, rng, draw_sun_bloom)


def draw_rose(pen: Pen, rng: Rng) -> None:
    """Draw roses."""
    _draw_spray(pen, rng, draw_rose_bloom)


def draw_tulip(pen: Pen, rng: Rng) -> None:
    """Draw tulips."""
    _draw_spray(pen, rng, draw_tulip_bloom)


def _draw_spray(pen: Pen, rng: Rng, bloom: Bloom) -> None:
    side = rng.choice((-1, 1))
    heads = [
        (side * -0.02, 0.7, 0.27, MAIN, 0.0),
        (side * 0.31, 0.5, 0.17, ACCENT if rng.bernoulli(0.5) else MAIN.lighten(0.2), -14.0 * side),
        (side * -0.31, 0.43, 0.15, MAIN.lighten(0.25), 16.0 * side),
        (side * 0.22, 0.86, 0.11, MAIN.lighten(0.1), -8.0 * side),
    ]
    for x, y, size, _, _ in heads:
        stem = [(x * 0.12, -0.08), (x * 0.3, y * 0.4), (x * 0.85, y * 0.75), (x, y)]
        pen.stroke(stem, 0.03 * (0.6 + size), SECOND.darken(0.12), start=1, end=0.8, line=0.8)
    for x, y, length, rise in (
        (0.06, 0.06, 0.36, 50),
        (-0.05, 0.1, 0.34, 128),
        (0.1, 0.26, 0.25, 18),
        (-0.08, 0.3, 0.22, 160),
        (0.0, 0.0, 0.4, 24),
        (0.0, 0.0, 0.38, 152),
    ):
        rotation = rise if side > 0 else 180 - rise
        draw_leaf(pen, side * x, y, length, rotation, SECOND.lighten(0.08 * (length > 0.3)), 0.3)
    for x, y, size, tone, tilt in reversed(heads):
        bloom(pen.at(x, y, size, tilt=tilt), tone)


def _draw_ring(
    pen: Pen,
    outline: list[tuple[float, float]],
    count: int,
    size: float,
    tone: Tone,
    rotation: float = 0.0,
    squash: float = 1.0,
) -> None:
    shape = spline(outline, corners=(0,))
    for number in range(count):
        angle = np.radians(rotation + 360.0 * number / count)
        x, y = shape[:, 0] * size, shape[:, 1] * size
        points = np.column_stack(
            [x * np.cos(angle) - y * np.sin(angle), (x * np.sin(angle) + y * np.cos(angle)) * squash]
        )
        shade = tone.darken(0.1) if number % 2 else tone
        pen.fill(points, shade, solid=True, fade=shade.darken(0.08), line=0.8)
        spine = np.array([(0, 0.45), (0, 0.8)]) * size
        tip = [(-spine[k, 1] * np.sin(angle), spine[k, 1] * np.cos(angle) * squash) for k in (0, 1)]
        pen.stroke(tip, 0.035 * size, shade.darken(0.18), start=1, end=0.1)


def _draw_seeds(pen: Pen, radius: float, tone: Tone, dots: Tone, count: int) -> None:
    pen.oval(0, 0, radius, radius, tone, solid=True, fade=tone.darken(0.15))
    for number in range(count):
        distance = radius * 0.88 * np.sqrt((number + 0.5) / count)
        angle = number * np.radians(137.507)
        pen.oval(
            float(distance * np.cos(angle)),
            float(distance * np.sin(angle)),
            radius * 0.075,
            radius * 0.075,
            dots,
            line=0,
        )


def draw_daisy(pen: Pen, tone: Tone) -> None:
    """Draw a daisy of radius 1."""
    _draw_ring(pen, _SLIM, 14, 1.0, tone.lighten(0.15), 12)
    _draw_ring(pen, _SLIM, 12, 0.84, tone.lighten(0.32))
    _draw_seeds(pen, 0.3, LIGHT, ACCENT.lighten(0.1), 26)


def draw_sun_bloom(pen: Pen, tone: Tone) -> None:
    """Draw a sunflower's head of radius 1."""
    _draw_ring(pen, _SLIM, 18, 1.08, tone.darken(0.1), 10)
    _draw_ring(pen, _SLIM, 18, 0.95, tone.lighten(0.12))
    _draw_seeds(pen, 0.46, DEEP.darken(0.1), MAIN.darken(0.25), 60)


def draw_poppy(pen: Pen, tone: Tone) -> None:
    """Draw a poppy of radius 1, open towards you."""
    _draw_ring(pen, _ROUND, 4, 1.05, tone.darken(0.06), 45, 0.92)
    _draw_ring(pen, _ROUND, 4, 0.85, tone.lighten(0.1), 8, 0.92)
    _draw_seeds(pen, 0.2, DEEP, LIGHT, 14)


def draw_peony(pen: Pen, tone: Tone) -> None:
    """Draw a full peony of radius 1."""
    for size, count, shade, rotation in (
        (1.05, 8, -0.12, 0),
        (0.88, 7, 0.0, 20),
        (0.68, 6, 0.14, 5),
        (0.48, 5, 0.28, 40),
        (0.28, 4, 0.42, 10),
    ):
        shaded = tone.lighten(shade) if shade > 0 else tone.darken(-shade)
        _draw_ring(pen, _ROUND, count, size, shaded, rotation)
    pen.oval(0, 0, 0.09, 0.09, LIGHT, line=0.5)


def draw_rose_bloom(pen: Pen, tone: Tone) -> None:
    """Draw a rose of radius 1: outer petals and a spiral heart."""
    _draw_ring(pen, _ROUND, 5, 1.05, tone.darken(0.14), 0)
    _draw_ring(pen, _ROUND, 5, 0.88, tone, 36)
    pen.oval(0, 0, 0.56, 0.54, tone.lighten(0.08), solid=True)
    for number in range(9):
        angle, radius = number * 68.0, 0.52 - 0.05 * number
        start, end = np.radians(angle), np.radians(angle + 150)
        arc = np.linspace(start, end, 7)
        path = np.column_stack([radius * np.cos(arc), radius * np.sin(arc)])
        shade = tone.lighten(0.2) if number % 2 else tone.darken(0.2)
        pen.stroke(path, 0.13 - 0.008 * number, shade, start=0.1, end=0.1, line=0.3)


def draw_tulip_bloom(pen: Pen, tone: Tone) -> None:
    """Draw a tulip's cup, about 1 around its middle."""
    back = [(-0.5, -0.2), (-0.42, 0.6), (-0.2, 1.0), (0.0, 0.55), (0.2, 1.0), (0.42, 0.6), (0.5, -0.2), (0, -0.75)]
    pen.blob(back, tone.darken(0.22), corners=(2, 3, 4), solid=True)
    for side in (-1, 1):
        outer = [(0, -0.8), (0.5, -0.5), (0.66, 0.1), (0.62, 0.95), (0.25, 0.55), (0.05, -0.1)]
        pen.blob([(side * x, y) for x, y in outer], tone.darken(0.06), corners=(3,), solid=True)
    middle = [(0, -0.82), (0.3, -0.55), (0.36, 0.1), (0.0, 0.85), (-0.36, 0.1), (-0.3, -0.55)]
    pen.blob(middle, tone.lighten(0.12), corners=(3,), solid=True, fade=tone)
    pen.stroke([(0, -0.5), (0.02, 0.1), (0, 0.6)], 0.05, tone.darken(0.12), start=0.6, end=0.1)


def draw_lotus(pen: Pen, rng: Rng) -> None:
    """Draw a lotus above its leaves."""
    side = rng.choice((-1, 1))
    for x, y, size, tilt in ((-0.32, 0.2, 0.3, 6), (0.36, 0.12, 0.26, -8), (0.05, 0.02, 0.36, 0)):
        pad = pen.at(side * x, y, size, tilt=tilt)
        rim = [
            (0.06, 0.0),
            (0.5, 0.28),
            (1.0, 0.08),
            (0.75, -0.26),
            (0.0, -0.36),
            (-0.75, -0.26),
            (-1.0, 0.04),
            (-0.55, 0.3),
            (-0.1, 0.33),
        ]
        pad.blob(rim, SECOND.darken(0.08), corners=(0,), solid=True, fade=SECOND.darken(0.25))
        for end in ((0.85, 0.05), (0.5, -0.25), (0.0, -0.3), (-0.5, -0.24), (-0.85, 0.02), (-0.4, 0.24)):
            pad.stroke([(0.02, 0.0), (end[0] * 0.6, end[1] * 0.7), end], 0.03, SECOND.lighten(0.2), start=1, end=0.2)
    pen.stroke([(0, 0.02), (0.02 * side, 0.3), (0, 0.55)], 0.028, SECOND.darken(0.15), start=1, end=1, line=0.8)
    bloom = pen.at(0, 0.5, 0.42)
    for tilt, size, shade in (
        (78, 0.86, -0.1),
        (-78, 0.86, -0.1),
        (52, 0.96, -0.04),
        (-52, 0.96, -0.04),
        (28, 1.02, 0.06),
        (-28, 1.02, 0.06),
        (0, 1.08, 0.14),
    ):
        tone = MAIN.lighten(shade) if shade > 0 else MAIN.darken(-shade)
        bloom.at(0, 0, size, tilt=tilt).blob(
            _build_petal_cup(), tone.lighten(0.35), corners=(0, 3), fade=tone, solid=True
        )
    for tilt, size in ((58, 0.72), (-58, 0.72), (30, 0.7), (-30, 0.7)):
        bloom.at(0, -0.04, size, tilt=tilt).blob(
            _build_petal_cup(), MAIN.lighten(0.45), corners=(0, 3), fade=MAIN.lighten(0.1), solid=True
        )
    bud = pen.at(side * 0.36, 0.62, 0.2, tilt=-10 * side)
    pen.stroke(
        [(side * 0.1, 0.0), (side * 0.3, 0.3), (side * 0.36, 0.62)],
        0.018,
        SECOND.darken(0.15),
        start=1,
        end=1,
        line=0.8,
    )
    for tilt in (18, -18, 0):
        bud.at(0, 0, 1.0, tilt=tilt).blob(_build_petal_cup(), MAIN.lighten(0.3), corners=(0, 3), fade=MAIN, solid=True)


def _build_petal_cup() -> list[tuple[float, float]]:
    return [(0, 0), (0.22, 0.3), (0.2, 0.66), (0.0, 1.0), (-0.2, 0.66), (-0.22, 0.3)]


def draw_blossom_branch(pen: Pen, rng: Rng) -> None:
    """Draw a blossoming branch of cherry or plum."""
    side = rng.choice((-1, 1))
    trunk = [(-0.5, 0.02), (-0.28, 0.28), (-0.06, 0.42), (0.16, 0.66), (0.42, 0.9)]
    twigs = [
        [(-0.16, 0.37), (-0.22, 0.6), (-0.14, 0.86)],
        [(0.06, 0.55), (0.3, 0.52), (0.5, 0.6)],
        [(0.2, 0.7), (0.16, 0.84), (0.22, 1.0)],
        [(-0.35, 0.2), (-0.45, 0.42), (-0.42, 0.6)],
    ]
    pen.stroke([(side * x, y) for x, y in trunk], 0.06, DEEP, start=1, end=0.2, solid=True, line=0.8)
    for twig in twigs:
        pen.stroke([(side * x, y) for x, y in twig], 0.026, DEEP, start=1, end=0.2, line=0.6)
    spots = [
        (-0.14, 0.86),
        (0.5, 0.6),
        (0.22, 1.0),
        (-0.42, 0.6),
        (0.42, 0.9),
        (-0.2, 0.55),
        (0.28, 0.53),
        (0.02, 0.5),
        (0.17, 0.8),
        (-0.3, 0.3),
    ]
    for number, (x, y) in enumerate(spots):
        size = rng.uniform(0.055, 0.1)
        bloom = pen.at(side * x + rng.uniform(-0.02, 0.02), y, size, tilt=rng.uniform(0, 72))
        tone = (MAIN, ACCENT, MAIN.lighten(0.25))[number % 3]
        _draw_ring(bloom, _ROUND, 5, 1.0, tone.lighten(0.3))
        _draw_seeds(bloom, 0.16, LIGHT, tone, 7)
