"""Flowers: single blooms, a spray of several, lotus, a blossoming branch."""

from collections.abc import Callable

import numpy as np

from services.executor.domain.painter.curves import smooth
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import ACCENT, DEEP, LIGHT, MAIN, SECOND, Pen, Tone
from services.executor.domain.painter.subjects.features import leaf

Bloom = Callable[[Pen, Tone], None]
_PETAL = [(0, 0), (0.16, 0.3), (0.21, 0.68), (0.1, 0.98), (0.0, 0.94), (-0.1, 0.98), (-0.21, 0.68), (-0.16, 0.3)]
_SLIM = [(0, 0), (0.1, 0.35), (0.115, 0.72), (0.0, 1.0), (-0.115, 0.72), (-0.1, 0.35)]
_ROUND = [(0, 0), (0.3, 0.35), (0.36, 0.75), (0.16, 1.0), (0.0, 0.93), (-0.16, 1.0), (-0.36, 0.75), (-0.3, 0.35)]


def flower(pen: Pen, dice: Dice) -> None:
    """Draw a spray of one kind of flower, a great bloom in front."""
    _spray(pen, dice, dice.pick((daisy, poppy, peony)))


def sunflower(pen: Pen, dice: Dice) -> None:
    """Draw sunflowers."""
    _spray(pen, dice, sun_bloom)


def rose(pen: Pen, dice: Dice) -> None:
    """Draw roses."""
    _spray(pen, dice, rose_bloom)


def tulip(pen: Pen, dice: Dice) -> None:
    """Draw tulips."""
    _spray(pen, dice, tulip_bloom)


def _spray(pen: Pen, dice: Dice, bloom: Bloom) -> None:
    side = dice.pick((-1, 1))
    heads = [
        (side * -0.02, 0.7, 0.27, MAIN, 0.0),
        (side * 0.31, 0.5, 0.17, ACCENT if dice.chance(0.5) else MAIN.light(0.2), -14.0 * side),
        (side * -0.31, 0.43, 0.15, MAIN.light(0.25), 16.0 * side),
        (side * 0.22, 0.86, 0.11, MAIN.light(0.1), -8.0 * side),
    ]
    for x, y, size, _, _ in heads:
        stem = [(x * 0.12, -0.08), (x * 0.3, y * 0.4), (x * 0.85, y * 0.75), (x, y)]
        pen.stroke(stem, 0.03 * (0.6 + size), SECOND.dark(0.12), start=1, end=0.8, line=0.8)
    for x, y, length, rise in (
        (0.06, 0.06, 0.36, 50),
        (-0.05, 0.1, 0.34, 128),
        (0.1, 0.26, 0.25, 18),
        (-0.08, 0.3, 0.22, 160),
        (0.0, 0.0, 0.4, 24),
        (0.0, 0.0, 0.38, 152),
    ):
        turn = rise if side > 0 else 180 - rise
        leaf(pen, side * x, y, length, turn, SECOND.light(0.08 * (length > 0.3)), 0.3)
    for x, y, size, tone, tilt in reversed(heads):
        bloom(pen.at(x, y, size, tilt=tilt), tone)


def _ring(
    pen: Pen,
    outline: list[tuple[float, float]],
    count: int,
    size: float,
    tone: Tone,
    turn: float = 0.0,
    squash: float = 1.0,
) -> None:
    shape = smooth(outline, corners=(0,))
    for number in range(count):
        angle = np.radians(turn + 360.0 * number / count)
        x, y = shape[:, 0] * size, shape[:, 1] * size
        points = np.column_stack(
            [x * np.cos(angle) - y * np.sin(angle), (x * np.sin(angle) + y * np.cos(angle)) * squash]
        )
        shade = tone.dark(0.1) if number % 2 else tone
        pen.fill(points, shade, solid=True, fade=shade.dark(0.08), line=0.8)
        spine = np.array([(0, 0.45), (0, 0.8)]) * size
        tip = [(-spine[k, 1] * np.sin(angle), spine[k, 1] * np.cos(angle) * squash) for k in (0, 1)]
        pen.stroke(tip, 0.035 * size, shade.dark(0.18), start=1, end=0.1)


def _seeds(pen: Pen, radius: float, tone: Tone, dots: Tone, count: int) -> None:
    pen.oval(0, 0, radius, radius, tone, solid=True, fade=tone.dark(0.15))
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


def daisy(pen: Pen, tone: Tone) -> None:
    """Draw a daisy of radius 1."""
    _ring(pen, _SLIM, 14, 1.0, tone.light(0.15), 12)
    _ring(pen, _SLIM, 12, 0.84, tone.light(0.32))
    _seeds(pen, 0.3, LIGHT, ACCENT.light(0.1), 26)


def sun_bloom(pen: Pen, tone: Tone) -> None:
    """Draw a sunflower's head of radius 1."""
    _ring(pen, _SLIM, 18, 1.08, tone.dark(0.1), 10)
    _ring(pen, _SLIM, 18, 0.95, tone.light(0.12))
    _seeds(pen, 0.46, DEEP.dark(0.1), MAIN.dark(0.25), 60)


def poppy(pen: Pen, tone: Tone) -> None:
    """Draw a poppy of radius 1, open towards you."""
    _ring(pen, _ROUND, 4, 1.05, tone.dark(0.06), 45, 0.92)
    _ring(pen, _ROUND, 4, 0.85, tone.light(0.1), 8, 0.92)
    _seeds(pen, 0.2, DEEP, LIGHT, 14)


def peony(pen: Pen, tone: Tone) -> None:
    """Draw a full peony of radius 1."""
    for size, count, shade, turn in (
        (1.05, 8, -0.12, 0),
        (0.88, 7, 0.0, 20),
        (0.68, 6, 0.14, 5),
        (0.48, 5, 0.28, 40),
        (0.28, 4, 0.42, 10),
    ):
        shaded = tone.light(shade) if shade > 0 else tone.dark(-shade)
        _ring(pen, _ROUND, count, size, shaded, turn)
    pen.oval(0, 0, 0.09, 0.09, LIGHT, line=0.5)


def rose_bloom(pen: Pen, tone: Tone) -> None:
    """Draw a rose of radius 1: outer petals and a spiral heart."""
    _ring(pen, _ROUND, 5, 1.05, tone.dark(0.14), 0)
    _ring(pen, _ROUND, 5, 0.88, tone, 36)
    pen.oval(0, 0, 0.56, 0.54, tone.light(0.08), solid=True)
    for number in range(9):
        angle, radius = number * 68.0, 0.52 - 0.05 * number
        start, end = np.radians(angle), np.radians(angle + 150)
        arc = np.linspace(start, end, 7)
        path = np.column_stack([radius * np.cos(arc), radius * np.sin(arc)])
        shade = tone.light(0.2) if number % 2 else tone.dark(0.2)
        pen.stroke(path, 0.13 - 0.008 * number, shade, start=0.1, end=0.1, line=0.3)


def tulip_bloom(pen: Pen, tone: Tone) -> None:
    """Draw a tulip's cup, about 1 around its middle."""
    back = [(-0.5, -0.2), (-0.42, 0.6), (-0.2, 1.0), (0.0, 0.55), (0.2, 1.0), (0.42, 0.6), (0.5, -0.2), (0, -0.75)]
    pen.blob(back, tone.dark(0.22), corners=(2, 3, 4), solid=True)
    for side in (-1, 1):
        outer = [(0, -0.8), (0.5, -0.5), (0.66, 0.1), (0.62, 0.95), (0.25, 0.55), (0.05, -0.1)]
        pen.blob([(side * x, y) for x, y in outer], tone.dark(0.06), corners=(3,), solid=True)
    middle = [(0, -0.82), (0.3, -0.55), (0.36, 0.1), (0.0, 0.85), (-0.36, 0.1), (-0.3, -0.55)]
    pen.blob(middle, tone.light(0.12), corners=(3,), solid=True, fade=tone)
    pen.stroke([(0, -0.5), (0.02, 0.1), (0, 0.6)], 0.05, tone.dark(0.12), start=0.6, end=0.1)


def lotus(pen: Pen, dice: Dice) -> None:
    """Draw a lotus above its leaves."""
    side = dice.pick((-1, 1))
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
        pad.blob(rim, SECOND.dark(0.08), corners=(0,), solid=True, fade=SECOND.dark(0.25))
        for end in ((0.85, 0.05), (0.5, -0.25), (0.0, -0.3), (-0.5, -0.24), (-0.85, 0.02), (-0.4, 0.24)):
            pad.stroke([(0.02, 0.0), (end[0] * 0.6, end[1] * 0.7), end], 0.03, SECOND.light(0.2), start=1, end=0.2)
    pen.stroke([(0, 0.02), (0.02 * side, 0.3), (0, 0.55)], 0.028, SECOND.dark(0.15), start=1, end=1, line=0.8)
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
        tone = MAIN.light(shade) if shade > 0 else MAIN.dark(-shade)
        bloom.at(0, 0, size, tilt=tilt).blob(_petal_cup(), tone.light(0.35), corners=(0, 3), fade=tone, solid=True)
    for tilt, size in ((58, 0.72), (-58, 0.72), (30, 0.7), (-30, 0.7)):
        bloom.at(0, -0.04, size, tilt=tilt).blob(
            _petal_cup(), MAIN.light(0.45), corners=(0, 3), fade=MAIN.light(0.1), solid=True
        )
    bud = pen.at(side * 0.36, 0.62, 0.2, tilt=-10 * side)
    pen.stroke(
        [(side * 0.1, 0.0), (side * 0.3, 0.3), (side * 0.36, 0.62)], 0.018, SECOND.dark(0.15), start=1, end=1, line=0.8
    )
    for tilt in (18, -18, 0):
        bud.at(0, 0, 1.0, tilt=tilt).blob(_petal_cup(), MAIN.light(0.3), corners=(0, 3), fade=MAIN, solid=True)


def _petal_cup() -> list[tuple[float, float]]:
    return [(0, 0), (0.22, 0.3), (0.2, 0.66), (0.0, 1.0), (-0.2, 0.66), (-0.22, 0.3)]


def blossom_branch(pen: Pen, dice: Dice) -> None:
    """Draw a blossoming branch of cherry or plum."""
    side = dice.pick((-1, 1))
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
        size = dice.between(0.055, 0.1)
        bloom = pen.at(side * x + dice.between(-0.02, 0.02), y, size, tilt=dice.between(0, 72))
        tone = (MAIN, ACCENT, MAIN.light(0.25))[number % 3]
        _ring(bloom, _ROUND, 5, 1.0, tone.light(0.3))
        _seeds(bloom, 0.16, LIGHT, tone, 7)
