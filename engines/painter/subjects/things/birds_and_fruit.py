"""A crane, a gull, a starfish, and fruit: a persimmon, a pomegranate."""

import numpy as np

from engines.painter.curves import oval
from engines.painter.rng import Rng
from engines.painter.shapes import INK, LIGHT, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES

_PLUMAGE, _BLACK = Tone(Role.WHITE, tint="#f6f3ec"), Tone(Role.DEEP, tint="#26262c")
_CROWN, _BEAK = Tone(Role.ACCENT, tint="#c8332b"), Tone(Role.LIGHT, tint="#e0a83a")
_STAR, _KAKI, _SEED = Tone(Role.MAIN, tint="#e8824a"), Tone(Role.MAIN, tint="#e8792a"), Tone(Role.MAIN, tint="#c4273d")
_CALYX = Tone(Role.SECOND, tint="#5a8a3c")


def draw_crane(pen: Pen, rng: Rng) -> None:
    """Draw a red-crowned crane on its long legs: white body, black neck and tail."""
    bird = pen.at(0, 0, flip=rng.bernoulli(0.5))
    for x in (0.02, 0.12):
        bird.stroke([(x, 0.0), (x + 0.01, 0.2), (x - 0.02, 0.42)], 0.022, _BLACK, start=1, end=1, line=0.5)
        bird.stroke([(x - 0.02, 0.0), (x + 0.04, 0.01), (x + 0.1, 0.0)], 0.02, _BLACK, start=1, end=0.5)
    for tilt, reach in ((0.0, 0.0), (0.05, 0.03), (-0.05, 0.05)):
        tail = [(-0.18, 0.52), (-0.34, 0.5 + tilt), (-0.42 - reach, 0.34 + tilt), (-0.28, 0.44 + tilt)]
        bird.blob(tail, _BLACK, corners=(2,))
    body = [(-0.32, 0.52), (-0.1, 0.66), (0.14, 0.66), (0.28, 0.54), (0.18, 0.42), (-0.02, 0.38), (-0.22, 0.42)]
    bird.blob(body, _PLUMAGE, solid=True, fade=_PLUMAGE.darken(0.1))
    for y in (0.6, 0.54, 0.48):
        bird.stroke([(-0.2, y - 0.02), (-0.02, y - 0.05), (0.12, y)], 0.014, _PLUMAGE.darken(0.3), start=0.4, end=0.4)
    bird.stroke([(0.2, 0.56), (0.36, 0.66), (0.28, 0.82), (0.36, 0.97)], 0.075, _BLACK, start=1.4, end=0.8, line=0.8)
    bird.oval(0.38, 0.99, 0.062, 0.052, _PLUMAGE, solid=True)
    bird.blob([(0.33, 1.02), (0.38, 1.055), (0.43, 1.02), (0.38, 1.01)], _CROWN)
    bird.fill([(0.43, 1.01), (0.64, 0.955), (0.43, 0.975)], _BEAK)
    bird.oval(0.4, 0.995, 0.012, 0.012, INK, line=0)


def draw_gull(pen: Pen, rng: Rng) -> None:
    """Draw a gull in flight: white body, gray wings with black tips."""
    gray = Tone(Role.SECOND, tint="#aeb8c4")
    bird = pen.at(0, 0, flip=rng.bernoulli(0.5))
    for side, lift in ((-1, 0.92), (1, 1.0)):
        wing = [(side * 0.04, 0.5), (side * 0.34, lift - 0.12), (side * 0.84, lift - 0.24), (side * 0.5, lift - 0.34),
            (side * 0.1, 0.34)]  # fmt: skip
        bird.blob(wing, gray, corners=(2,), solid=True)
        tip = [(side * 0.62, lift - 0.15), (side * 0.86, lift - 0.25), (side * 0.62, lift - 0.27)]
        bird.blob(tip, _BLACK, corners=(1,))
    bird.blob([(-0.5, 0.22), (-0.3, 0.3), (-0.52, 0.34)], _PLUMAGE.darken(0.08), corners=(0, 2))
    bird.blob([(-0.38, 0.28), (-0.1, 0.4), (0.2, 0.47), (0.38, 0.44), (0.3, 0.3), (0.0, 0.2), (-0.24, 0.22)], _PLUMAGE,
        solid=True, fade=_PLUMAGE.darken(0.12))  # fmt: skip
    bird.oval(0.36, 0.43, 0.095, 0.085, _PLUMAGE, line=0.9)
    bird.fill([(0.43, 0.46), (0.58, 0.4), (0.43, 0.4)], _BEAK)
    bird.oval(0.38, 0.455, 0.016, 0.016, INK, line=0)


def draw_starfish(pen: Pen, rng: Rng) -> None:
    """Draw a starfish with five soft arms and rows of dots."""
    angles = np.radians(90 + 36 * np.arange(10))
    radius = np.where(np.arange(10) % 2, 0.24, 0.54)
    rim = [(float(r * np.cos(a)), float(0.5 + r * np.sin(a))) for r, a in zip(radius, angles, strict=True)]
    pen.blob(rim, _STAR, solid=True, fade=_STAR.darken(0.15))
    for arm in range(5):
        angle = np.radians(90 + 72 * arm)
        for reach, size in ((0.12, 0.03), (0.22, 0.026), (0.31, 0.022), (0.39, 0.017)):
            pen.oval(reach * np.cos(angle), 0.5 + reach * np.sin(angle), size, size, _STAR.lighten(0.5), line=0.4)
    pen.oval(0, 0.5, 0.05, 0.05, _STAR.lighten(0.5), line=0.5)


def draw_persimmon(pen: Pen, rng: Rng) -> None:
    """Draw a flat, orange persimmon with its four-lobed green calyx."""
    pen.blob([(-0.56, 0.36), (-0.46, 0.68), (-0.14, 0.78), (0.14, 0.78), (0.46, 0.68), (0.56, 0.36), (0.4, 0.06),
        (0.0, 0.0), (-0.4, 0.06)], _KAKI, solid=True, fade=_KAKI.darken(0.18))  # fmt: skip
    for x, tip in ((-0.3, 0.62), (-0.1, 0.56), (0.1, 0.56), (0.3, 0.62)):
        pen.blob([(0, 0.78), (x * 0.3, 0.84), (x * 1.1, 0.78), (x * 1.3, tip), (x * 0.5, 0.66)], _CALYX, corners=(3,))
    pen.box(-0.03, 0.76, 0.03, 0.9, Tone(Role.DEEP, tint="#6b4a2c"), line=0.7)
    pen.oval(-0.28, 0.48, 0.1, 0.06, _KAKI.lighten(0.5), rotation=35, line=0)


def draw_pomegranate(pen: Pen, rng: Rng) -> None:
    """Draw a pomegranate with its crown, broken open over its seeds."""
    pen.oval(0, 0.42, 0.46, 0.42, _SEED, solid=True, fade=_SEED.darken(0.2))
    pen.fill([(-0.12, 0.8), (-0.17, 1.0), (-0.07, 0.92), (0.0, 1.03), (0.07, 0.92), (0.17, 1.0), (0.12, 0.8)],
        _SEED.darken(0.1), solid=True)  # fmt: skip
    pen.blob([(-0.04, 0.62), (0.3, 0.54), (0.34, 0.3), (0.12, 0.1), (-0.1, 0.28)], LIGHT.lighten(0.5), line=0.8)
    for x, y in ((0.04, 0.52), (0.15, 0.48), (0.25, 0.42), (0.02, 0.4), (0.13, 0.36), (0.23, 0.3), (0.03, 0.27),
            (0.13, 0.22), (-0.04, 0.33)):  # fmt: skip
        pen.oval(x, y, 0.056, 0.048, _SEED.lighten(0.12), line=0.6)
        pen.oval(x - 0.015, y + 0.015, 0.012, 0.012, WHITE, line=0)
    pen.oval(-0.26, 0.56, 0.07, 0.1, _SEED.lighten(0.4), rotation=-30, line=0)


def draw_igloo(pen: Pen, rng: Rng) -> None:
    """Draw an igloo: a dome of snow blocks with its entrance."""
    snow = Tone(Role.WHITE, tint="#e6f0f7")
    joint = snow.darken(0.3)
    pen.fill(np.vstack([oval(0, 0, 0.7, 0.78, 0, 0, 180, 40)]), snow, solid=True, fade=snow.darken(0.14))
    for level in (0.2, 0.4, 0.58):
        half = 0.7 * float(np.sqrt(1 - (level / 0.78) ** 2))
        pen.stroke([(-half, level), (0, level - 0.03), (half, level)], 0.014, joint, start=1, end=1)
    for level, offset in ((0.0, 0.0), (0.2, 0.12), (0.4, 0.0)):
        for x in np.arange(-0.6, 0.61, 0.24) + offset:
            if abs(x) < 0.66 - 0.5 * level:
                pen.stroke([(float(x), level), (float(x) * 0.97, level + 0.09), (float(x) * 0.93, level + 0.18)], 0.012,
                    joint, start=1, end=1)  # fmt: skip
    for side in SIDES:
        pen.oval(side * 0.68, 0.0, 0.16, 0.06, WHITE, line=0.5)
    pen.fill(np.vstack([oval(0.1, 0, 0.3, 0.38, 0, 0, 180, 30)]), snow.darken(0.06), solid=True)
    pen.fill(np.vstack([oval(0.12, 0, 0.2, 0.27, 0, 0, 180, 30)]), Tone(Role.DEEP, tint="#2c4560"))
