"""Plants that stand by themselves: trees, mushrooms, bamboo, cactus, fruit."""

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, MAIN, SECOND, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import draw_grass_tuft, draw_leaf

_BAMBOO = Tone(Role.SECOND, tint="#6f9a4e")
_MAPLE, _CHERRY = Tone(Role.MAIN, tint="#cf3b2a"), Tone(Role.MAIN, tint="#f0a3bd")
_MAPLE_LEAF = [(0.0, -0.6), (0.06, -0.2), (0.5, -0.3), (0.4, -0.1), (0.8, 0.2), (0.55, 0.25), (0.6, 0.55), (0.25, 0.35),
    (0.22, 0.7), (0.0, 1.0), (-0.22, 0.7), (-0.25, 0.35), (-0.6, 0.55), (-0.55, 0.25), (-0.8, 0.2), (-0.4, -0.1),
    (-0.5, -0.3), (-0.06, -0.2)]  # fmt: skip
"""A leaf of height about 1.6, its stem at the bottom."""


def draw_crown(pen: Pen, rng: Rng, x: float, y: float, rx: float, ry: float, tone: Tone) -> None:
    """Draw a leafy crown: lobed outline, lighter clumps towards the light, a few leaf marks."""
    for dx, dy, size, shade in (
        (0.0, -0.1, 1.0, -0.22),
        (0.1, 0.0, 0.86, -0.08),
        (-0.16, 0.14, 0.66, 0.05),
        (-0.26, 0.26, 0.4, 0.17),
    ):
        lobes = 9
        angle = np.linspace(0, 2 * np.pi, lobes * 4, endpoint=False)
        ripple = 1.0 + 0.085 * np.abs(np.sin(angle * lobes / 2)) + 0.05 * rng.uniforms(len(angle), -1, 1)
        px = x + dx * rx + rx * size * ripple * np.cos(angle)
        py = y + dy * ry + ry * size * ripple * np.sin(angle)
        shaded = tone.lighten(shade) if shade > 0 else tone.darken(-shade)
        pen.blob(
            list(zip(px.tolist(), py.tolist(), strict=True)), shaded, solid=size == 1.0, line=0.9 if size == 1.0 else 0
        )


def draw_tree(pen: Pen, rng: Rng) -> None:
    """Draw an old tree with a wide crown."""
    _draw_tree(pen, rng, MAIN if rng.bernoulli(0.45) else SECOND)


def draw_maple(pen: Pen, rng: Rng) -> None:
    """Draw a maple in its red autumn leaves, some of them on the ground."""
    _draw_tree(pen, rng, _MAPLE)
    for _ in range(12):
        leaf = pen.at(rng.uniform(-0.45, 0.45), rng.uniform(-0.06, 0.03), 0.05, tilt=rng.uniform(0, 360))
        leaf.fill(_MAPLE_LEAF, _MAPLE.lighten(rng.uniform(0.0, 0.15)), line=0.4)
    for _ in range(10):
        leaf = pen.at(rng.uniform(-0.4, 0.4), rng.uniform(0.5, 0.92), 0.07, tilt=rng.uniform(-40, 40))
        leaf.fill(_MAPLE_LEAF, _MAPLE.lighten(0.22), line=0.4)


def draw_cherry_tree(pen: Pen, rng: Rng) -> None:
    """Draw a cherry tree in bloom."""
    _draw_tree(pen, rng, _CHERRY)
    for _ in range(26):
        x, y = rng.uniform(-0.4, 0.4), rng.uniform(0.5, 0.94)
        for angle in np.radians((90, 162, 234, 306, 18)):
            pen.oval(x + 0.018 * float(np.cos(angle)), y + 0.018 * float(np.sin(angle)), 0.012, 0.012, WHITE, line=0.2)
        pen.oval(x, y, 0.008, 0.008, ACCENT, line=0)


def _draw_tree(pen: Pen, rng: Rng, tone: Tone) -> None:
    trunk = [
        (-0.17, -0.02),
        (-0.08, 0.06),
        (-0.065, 0.22),
        (-0.06, 0.42),
        (0.05, 0.42),
        (0.06, 0.22),
        (0.085, 0.06),
        (0.19, -0.02),
        (0.06, 0.01),
        (-0.04, -0.02),
    ]
    for side, x, y in ((-1, 0.26, 0.56), (1, 0.3, 0.6), (-1, 0.1, 0.75), (1, 0.12, 0.72)):
        pen.stroke(
            [(side * 0.02, 0.3), (side * x * 0.6, y - 0.12), (side * x, y)],
            0.05,
            DEEP.lighten(0.05),
            start=1,
            end=0.3,
            line=0.8,
        )
    pen.blob(trunk, DEEP.lighten(0.08), corners=(0, 7), solid=True, fade=DEEP.darken(0.2))
    for x in (-0.025, 0.01, 0.035):
        pen.stroke([(x * 1.8, 0.03), (x, 0.2), (x * 0.8, 0.38)], 0.01, DEEP.darken(0.3), start=0.5, end=0.2)
    for x, y, rx, ry in ((-0.26, 0.58, 0.21, 0.16), (0.27, 0.6, 0.22, 0.16), (0.0, 0.76, 0.31, 0.22)):
        draw_crown(pen, rng, x, y, rx, ry, tone)
    draw_crown(pen, rng, 0.1, 0.56, 0.16, 0.1, tone.lighten(0.04))
    for _ in range(9):
        x, y = rng.uniform(-0.35, 0.35), rng.uniform(0.5, 0.9)
        pen.oval(x, y, 0.012, 0.012, ACCENT, line=0.3, glow=0.2)
    for x in (-0.2, 0.14, 0.24):
        draw_grass_tuft(pen, x, -0.02, 0.06, SECOND.darken(0.15))


def draw_conifer(pen: Pen, tone: Tone, snow: bool = False, tiers: int = 5) -> None:
    """Draw a fir of height 1 and width about 0.5."""
    pen.box(-0.03, 0.0, 0.03, 0.14, DEEP.darken(0.1), line=0.6)
    for number in range(tiers):
        low = 0.1 + 0.78 * number / tiers
        high = low + 0.42 - 0.03 * number
        width = 0.27 * (1 - number / (tiers + 0.8))
        edge = [
            (0, min(1.0, high)),
            (width * 0.5, low + 0.1),
            (width, low),
            (width * 0.55, low + 0.025),
            (width * 0.2, low - 0.012),
            (-width * 0.25, low + 0.022),
            (-width * 0.6, low - 0.005),
            (-width, low + 0.01),
            (-width * 0.5, low + 0.11),
        ]
        shaded = tone.darken(0.2 - 0.05 * number)
        pen.blob(edge, shaded, corners=(0, 2, 7), line=0.7, solid=True)
        if snow:
            cap = [
                (0, min(1.0, high)),
                (width * 0.4, low + 0.13),
                (width * 0.1, low + 0.1),
                (-width * 0.2, low + 0.12),
                (-width * 0.75, low + 0.06),
                (-width * 0.4, low + 0.14),
            ]
            pen.blob(cap, WHITE, corners=(0,), line=0)


def draw_forest(pen: Pen, rng: Rng) -> None:
    """Draw a group of firs and a leafy tree before them."""
    for x, size in ((-0.42, 0.74), (0.44, 0.8), (-0.2, 0.95), (0.24, 0.9), (0.02, 1.08)):
        tone = SECOND.darken(rng.uniform(0, 0.2))
        draw_conifer(pen.at(x + rng.uniform(-0.04, 0.04), 0, size * rng.uniform(0.9, 1.05)), tone)
    draw_tree(pen.at(rng.choice((-0.3, 0.3)), -0.06, 0.62), rng)


def draw_mushroom(pen: Pen, rng: Rng) -> None:
    """Draw a big toadstool with small ones next to it."""
    side = rng.choice((-1, 1))
    _draw_toadstool(pen.at(side * 0.33, -0.01, 0.5, tilt=-9 * side), MAIN)
    _draw_toadstool(pen.at(-side * 0.34, -0.02, 0.36, tilt=10 * side), MAIN.lighten(0.15))
    _draw_toadstool(pen, MAIN)
    for x in (-0.26, -0.12, 0.16, 0.3):
        draw_grass_tuft(pen, x, -0.02, 0.09, SECOND)


def _draw_toadstool(pen: Pen, tone: Tone) -> None:
    stem = [
        (-0.075, 0.55),
        (0.075, 0.55),
        (0.08, 0.3),
        (0.125, 0.06),
        (0.08, -0.02),
        (-0.08, -0.02),
        (-0.125, 0.06),
        (-0.08, 0.3),
    ]
    pen.blob(stem, WHITE, solid=True, fade=WHITE.darken(0.2))
    skirt = [(-0.085, 0.46), (0.085, 0.46), (0.15, 0.37), (0.06, 0.39), (0.0, 0.365), (-0.06, 0.39), (-0.15, 0.37)]
    pen.blob(skirt, WHITE.darken(0.04), line=0.7)
    gills = [(-0.4, 0.55), (0.0, 0.6), (0.4, 0.55), (0.2, 0.5), (0.0, 0.485), (-0.2, 0.5)]
    pen.blob(gills, WHITE.darken(0.18))
    for x in np.linspace(-0.3, 0.3, 13):
        pen.stroke([(x * 0.3, 0.57), (float(x), 0.515)], 0.009, WHITE.darken(0.4), start=0.6, end=0.8)
    cap = [
        (-0.44, 0.57),
        (-0.41, 0.72),
        (-0.25, 0.9),
        (0.0, 0.98),
        (0.25, 0.9),
        (0.41, 0.72),
        (0.44, 0.57),
        (0.25, 0.545),
        (0.0, 0.57),
        (-0.25, 0.545),
    ]
    pen.blob(cap, tone, corners=(0, 6), solid=True, fade=tone.darken(0.16))
    for x, y, rx, ry in (
        (-0.02, 0.83, 0.085, 0.065),
        (-0.24, 0.74, 0.06, 0.055),
        (0.22, 0.74, 0.07, 0.055),
        (0.05, 0.65, 0.06, 0.035),
        (-0.35, 0.62, 0.03, 0.03),
        (0.36, 0.62, 0.028, 0.028),
        (-0.13, 0.61, 0.035, 0.022),
        (0.12, 0.91, 0.035, 0.022),
    ):
        pen.oval(x, y, rx, ry, WHITE, line=0.5)


def draw_bamboo(pen: Pen, rng: Rng) -> None:
    """Draw stems of bamboo with their leaves."""
    for number, x in enumerate((-0.2, 0.06, 0.25)):
        lean, width = rng.uniform(-0.06, 0.06), (0.05, 0.062, 0.036)[number]
        tone = _BAMBOO.darken(0.06 * number)
        joints = 6
        for joint in range(joints):
            low, high = joint / joints * 1.15 - 0.05, (joint + 1) / joints * 1.15 - 0.06
            left, right = x + lean * low, x + lean * high
            outline = [
                (left - width / 2, low),
                (left + width / 2, low),
                (right + width * 0.44, (low + high) / 2),
                (right + width / 2, high),
                (right - width / 2, high),
                (right - width * 0.44, (low + high) / 2),
            ]
            pen.blob(outline, tone, corners=(0, 1, 3, 4), solid=True, line=0.8)
            pen.stroke(
                [(right - width * 0.55, high + 0.005), (right + width * 0.55, high + 0.005)],
                0.012,
                tone.darken(0.35),
                start=0.8,
                end=0.8,
            )
        for _ in range(4):
            y = rng.uniform(0.35, 1.05)
            for tilt in (-25, -50, 205, 230):
                draw_leaf(
                    pen,
                    x + lean * y,
                    y,
                    rng.uniform(0.14, 0.24),
                    tilt + rng.uniform(-12, 12),
                    _BAMBOO.lighten(rng.uniform(0, 0.15)),
                    0.2,
                )


def draw_cactus(pen: Pen, rng: Rng) -> None:
    """Draw a tall cactus with two arms and a bloom."""
    side = rng.choice((-1, 1))
    for sign, low, high, reach in ((side, 0.34, 0.7, 0.25), (-side, 0.45, 0.64, 0.22)):
        arm = [(0.0, low), (sign * reach * 0.8, low + 0.02), (sign * reach, low + 0.12), (sign * reach, high)]
        pen.stroke(arm, 0.11, SECOND.darken(0.05), start=1, end=0.8, solid=True, line=1)
    pen.box(-0.095, -0.02, 0.095, 0.95, SECOND, radius=0.094, solid=True, fade=SECOND.darken(0.2))
    for x in (-0.05, 0.0, 0.05):
        pen.stroke([(x, 0.02), (x * 1.1, 0.5), (x * 0.8, 0.9)], 0.009, SECOND.darken(0.3), start=0.8, end=0.4)
        for y in np.linspace(0.1, 0.85, 9):
            pen.stroke([(x - 0.014, float(y)), (x + 0.014, float(y) + 0.008)], 0.006, WHITE, start=0.4, end=0.4)
    for tilt in (-50, -20, 20, 50, 0):
        pen.at(0, 0.93, 0.1, tilt=tilt).blob(
            [(0, 0), (0.3, 0.5), (0, 1), (-0.3, 0.5)], ACCENT, corners=(0, 2), line=0.5
        )


def draw_apple(pen: Pen, rng: Rng) -> None:
    """Draw an apple with a leaf."""
    half = [(0.0, 0.68), (0.1, 0.76), (0.28, 0.76), (0.41, 0.6), (0.4, 0.35), (0.26, 0.08), (0.12, 0.0), (0.0, 0.04)]
    outline = half + [(-x, y) for x, y in reversed(half) if x > 0]
    pen.blob(outline, MAIN, solid=True, fade=MAIN.darken(0.2))
    pen.oval(0.0, 0.7, 0.1, 0.035, MAIN.darken(0.3), line=0)
    pen.stroke([(0, 0.68), (0.02, 0.8), (0.07, 0.92)], 0.035, DEEP, start=0.7, end=1, line=0.6)
    draw_leaf(pen, 0.03, 0.79, 0.3, rng.uniform(15, 40), SECOND)
    pen.blob([(-0.3, 0.6), (-0.2, 0.67), (-0.17, 0.6), (-0.26, 0.46), (-0.32, 0.48)], WHITE.darken(0.02), line=0)
