"""Things on a table or in the hand: coffee, cake, book, umbrella, lantern, teapot."""

import numpy as np

from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, DEEP, INK, LIGHT, MAIN, SECOND, WHITE, Pen
from engines.painter.subjects.features import SIDES, draw_leaf


def draw_coffee(pen: Pen, rng: Rng) -> None:
    """Draw a steaming cup on its saucer, a leaf poured into the milk."""
    cup = pen.at(0, 0.02, flip=rng.bernoulli(0.5))
    cup.oval(0, 0.07, 0.52, 0.09, WHITE.darken(0.06), solid=True)
    cup.oval(0, 0.085, 0.34, 0.05, WHITE.darken(0.22), line=0.5)
    handle = [(0.28, 0.42), (0.44, 0.44), (0.48, 0.3), (0.36, 0.2), (0.22, 0.2)]
    cup.stroke(handle, 0.06, MAIN.darken(0.08), start=1, end=1, solid=True, line=1)
    bowl = [
        (-0.34, 0.5),
        (-0.32, 0.34),
        (-0.22, 0.14),
        (-0.12, 0.07),
        (0.12, 0.07),
        (0.22, 0.14),
        (0.32, 0.34),
        (0.34, 0.5),
    ]
    cup.blob(bowl, MAIN, corners=(0, 7), solid=True, fade=MAIN.darken(0.2))
    cup.oval(0, 0.5, 0.34, 0.09, MAIN.lighten(0.35), solid=True)
    cup.oval(0, 0.495, 0.305, 0.074, DEEP.darken(0.1), line=0.5)
    cup.oval(0, 0.49, 0.24, 0.055, LIGHT.darken(0.1), line=0)
    for tilt in (-0.12, 0.0, 0.12):
        cup.oval(tilt, 0.492 - abs(tilt) * 0.1, 0.045, 0.032, DEEP.lighten(0.1), line=0)
    cup.stroke([(-0.2, 0.49), (0.0, 0.475), (0.2, 0.49)], 0.014, LIGHT, start=0.4, end=0.4)
    cup.blob([(-0.27, 0.4), (-0.2, 0.4), (-0.17, 0.25), (-0.21, 0.22)], MAIN.lighten(0.4), line=0)
    for x, height in ((-0.14, 0.94), (0.02, 1.04), (0.17, 0.9)):
        steam = [(x, 0.56), (x + 0.06, 0.66), (x - 0.05, 0.77), (x + 0.05, 0.88), (x, height)]
        cup.stroke(steam, 0.034, WHITE.with_haze(0.25), start=0.2, end=0.1)
    for x, y, tilt in ((-0.6, 0.0, 25), (-0.47, -0.06, -10), (0.58, -0.04, 40)):
        bean = cup.at(x, y, 0.09, tilt=tilt)
        bean.oval(0, 0.3, 0.62, 0.42, DEEP, solid=True)
        bean.stroke([(-0.55, 0.3), (-0.1, 0.38), (0.1, 0.22), (0.55, 0.3)], 0.1, DEEP.darken(0.5), start=0.5, end=0.5)


def draw_cake(pen: Pen, rng: Rng) -> None:
    """Draw a layered cake with icing, berries and candles."""
    pen.oval(0, 0.06, 0.56, 0.075, WHITE.darken(0.1), solid=True)
    for low, high, half, tone in ((0.07, 0.38, 0.43, LIGHT), (0.36, 0.64, 0.31, MAIN.lighten(0.3))):
        side = [
            (-half, low + 0.02),
            (-half * 0.5, low - 0.025),
            (half * 0.5, low - 0.025),
            (half, low + 0.02),
            (half, high),
            (-half, high),
        ]
        pen.blob(side, tone, corners=(0, 3, 4, 5), solid=True, fade=tone.darken(0.12))
        pen.stroke(
            [(-half, (low + high) / 2 - 0.02), (0, (low + high) / 2 - 0.055), (half, (low + high) / 2 - 0.02)],
            0.035,
            ACCENT.lighten(0.15),
            start=1,
            end=1,
        )
        pen.oval(0, high, half, half * 0.16, WHITE, solid=True)
        drops = 9
        edge: list[tuple[float, float]] = [(-half, high + 0.005)]
        for number in range(drops):
            x = -half + 2 * half * (number + 0.5) / drops
            reach = rng.uniform(0.05, 0.13)
            width = half / drops * 0.8
            sag = high - half * 0.16 * np.sqrt(max(0.0, 1 - (x / half) ** 2))
            edge += [(x - width, sag - reach * 0.3), (x, sag - reach), (x + width, sag - reach * 0.3)]
        edge += [(half, high + 0.005), (0.0, high - half * 0.05)]
        pen.blob(edge, WHITE, line=0.8)
        _draw_berries(pen, half, high)
    _draw_candles(pen)


def _draw_berries(pen: Pen, half: float, high: float) -> None:
    """Draw berries on the front rim of a layer."""
    for number in range(7):
        angle = np.radians(200 + number * 140 / 6)
        pen.oval(
            half * 0.86 * np.cos(angle),
            high + half * 0.13 * np.sin(angle) + 0.03,
            0.035,
            0.035,
            ACCENT,
            solid=True,
            line=0.7,
        )
        pen.oval(
            half * 0.86 * np.cos(angle) - 0.01,
            high + half * 0.13 * np.sin(angle) + 0.042,
            0.009,
            0.009,
            WHITE,
            line=0,
        )


def _draw_candles(pen: Pen) -> None:
    """Draw three burning candles."""
    for x in (-0.14, 0.0, 0.14):
        pen.box(x - 0.016, 0.64, x + 0.016, 0.82, SECOND, line=0.6)
        for y in (0.68, 0.73, 0.78):
            pen.stroke([(x - 0.016, y - 0.012), (x + 0.016, y + 0.012)], 0.01, WHITE, start=1, end=1)
        pen.blob(
            [(x, 0.83), (x + 0.03, 0.87), (x, 0.96), (x - 0.03, 0.87)],
            LIGHT.lighten(0.1),
            corners=(2,),
            line=0.4,
            glow=1.0,
        )


def draw_book(pen: Pen, rng: Rng) -> None:
    """Draw an open book on a pile of books."""
    low = 0.0
    for number, (half, height, tone) in enumerate(((0.5, 0.13, MAIN), (0.44, 0.11, SECOND), (0.47, 0.12, ACCENT))):
        shift = rng.uniform(-0.04, 0.04)
        pen.box(shift - half, low, shift + half, low + height, tone, radius=0.025, solid=True, fade=tone.darken(0.2))
        pen.box(shift - half * 0.9, low + height * 0.2, shift + half + 0.005, low + height * 0.8, WHITE, line=0.5)
        for y in np.linspace(0.3, 0.7, 4):
            pen.stroke(
                [(shift - half * 0.86, low + height * float(y)), (shift + half * 0.98, low + height * float(y))],
                0.005,
                WHITE.darken(0.3),
                start=1,
                end=1,
            )
        pen.box(
            shift - half * 0.98,
            low,
            shift - half * 0.86,
            low + height,
            tone.darken(0.12 + 0.05 * number),
            radius=0.02,
            line=0.6,
        )
        low += height
    _draw_open_book(pen, low)


def _draw_open_book(pen: Pen, low: float) -> None:
    """Draw an open book whose back lies at the height *low*."""
    for side in SIDES:
        cover = [
            (0.0, low + 0.0),
            (0.3, low + 0.02),
            (0.6, low + 0.12),
            (0.6, low + 0.44),
            (0.3, low + 0.34),
            (0.0, low + 0.32),
        ]
        pen.blob([(x * side, y) for x, y in cover], MAIN.darken(0.3), corners=(0, 2, 3, 5), solid=True)
        for lift in (0.0, 0.025, 0.05):
            page = [
                (0.0, low + 0.02 + lift),
                (0.25, low + 0.08 + lift),
                (0.56 - lift, low + 0.13 + lift),
                (0.56 - lift, low + 0.44 + lift),
                (0.25, low + 0.42 + lift),
                (0.0, low + 0.34 + lift),
            ]
            pen.blob(
                [(x * side, y) for x, y in page],
                WHITE.darken(0.1 - lift * 2),
                corners=(0, 2, 3, 5),
                line=0.6,
                solid=lift == 0.05,
            )
        for row in range(6):
            y = low + 0.165 + row * 0.043
            pen.stroke(
                [(side * 0.06, y - 0.008), (side * 0.25, y + 0.045), (side * 0.47, y + 0.062)],
                0.011,
                DEEP.lighten(0.25),
                start=0.9,
                end=0.9,
            )
    bookmark = [(0.0, low + 0.38), (0.03, low + 0.2), (0.02, low - 0.05), (0.07, low - 0.2)]
    pen.stroke(bookmark, 0.035, ACCENT, start=0.8, end=1, line=0.5)


def draw_umbrella(pen: Pen, rng: Rng) -> None:
    """Draw an open umbrella."""
    tilted = pen.at(0, 0.05, tilt=rng.choice(SIDES) * rng.uniform(4, 16))
    tilted.stroke(
        [(0, 0.95), (0, 0.5), (0, 0.14), (0.03, 0.04), (0.1, 0.03), (0.13, 0.1)], 0.03, DEEP, start=1, end=1, line=0.8
    )
    tilted.stroke(
        [(0, 0.2), (0, 0.12), (0.035, 0.045), (0.1, 0.035), (0.128, 0.1)],
        0.045,
        ACCENT.darken(0.2),
        start=1,
        end=1,
        line=0.8,
    )
    dome = [(-0.56, 0.52), (-0.46, 0.72), (-0.26, 0.88), (0.0, 0.94), (0.26, 0.88), (0.46, 0.72), (0.56, 0.52)]
    scallops = [(0.42, 0.56), (0.28, 0.5), (0.14, 0.555), (0.0, 0.49), (-0.14, 0.555), (-0.28, 0.5), (-0.42, 0.56)]
    tilted.blob(dome + scallops, MAIN, corners=(0, 6, 8, 10, 12), solid=True, fade=MAIN.darken(0.12))
    for left, right in ((-0.28, 0.0), (0.28, 0.56)):
        bulge = 1.0 if right > 0.3 else 0.0
        panel = [
            (0.0, 0.93),
            ((right + bulge * 0.0) * 0.72, 0.82 if right > 0.3 else 0.75),
            (right, 0.5 if right < 0.5 else 0.52),
            ((left + right) / 2, 0.556),
            (left, 0.5),
            (left * 0.75, 0.76),
        ]
        tilted.blob(panel, LIGHT, corners=(0, 2, 4), line=0.7, fade=LIGHT.darken(0.12))
    panel = [(0.0, 0.93), (-0.42, 0.75), (-0.56, 0.52), (-0.42, 0.556), (-0.28, 0.5), (-0.21, 0.76)]
    tilted.blob(panel, MAIN.darken(0.15), corners=(0, 2, 4), line=0.7)
    tilted.stroke([(0, 0.93), (0, 1.02)], 0.022, DEEP, start=1, end=0.6, line=0.5)
    for x, y in ((-0.56, 0.52), (-0.28, 0.5), (0.0, 0.49), (0.28, 0.5), (0.56, 0.52)):
        tilted.oval(x, y - 0.005, 0.012, 0.012, DEEP, line=0)


def draw_lantern(pen: Pen, rng: Rng) -> None:
    """Draw a paper lantern."""
    pen.stroke([(0, 0.8), (0, 1.4)], 0.014, DEEP, start=1, end=1)
    pen.blob(
        [
            (0, 0.82),
            (0.24, 0.78),
            (0.37, 0.58),
            (0.37, 0.46),
            (0.24, 0.27),
            (0, 0.23),
            (-0.24, 0.27),
            (-0.37, 0.46),
            (-0.37, 0.58),
            (-0.24, 0.78),
        ],
        MAIN,
        solid=True,
        fade=ACCENT.lighten(0.15),
        glow=0.55,
    )
    for x_rib in (-0.26, -0.13, 0.0, 0.13, 0.26):
        pen.stroke(
            [(x_rib * 0.45, 0.815), (x_rib, 0.68), (x_rib * 1.12, 0.52), (x_rib, 0.37), (x_rib * 0.45, 0.235)],
            0.012,
            LIGHT,
            start=1,
            end=1,
            glow=0.4,
        )
    for y_cap in (0.8, 0.2):
        pen.box(-0.15, y_cap, 0.15, y_cap + 0.05, LIGHT.darken(0.1), radius=0.015, solid=True)
    pen.stroke([(0, 0.2), (0, 0.14)], 0.014, ACCENT, start=1, end=1)
    pen.oval(0, 0.13, 0.03, 0.03, LIGHT, line=0.6)
    for x_thread in np.linspace(-0.035, 0.035, 5):
        pen.stroke([(float(x_thread) * 0.5, 0.11), (float(x_thread), -0.06)], 0.014, ACCENT, start=1, end=0.6)


def draw_teapot(pen: Pen, rng: Rng) -> None:
    """Draw a teapot."""
    pot = pen.at(-0.03, 0.02, flip=rng.bernoulli(0.5))
    pot.stroke([(0.28, 0.28), (0.46, 0.34), (0.5, 0.5), (0.6, 0.58)], 0.11, MAIN, start=1, end=0.55, solid=True, line=1)
    pot.stroke(
        [(-0.26, 0.5), (-0.46, 0.54), (-0.52, 0.36), (-0.4, 0.22), (-0.28, 0.2)],
        0.055,
        MAIN.darken(0.12),
        start=1,
        end=1,
        solid=True,
        line=1,
    )
    pot.blob(
        [
            (0, 0.62),
            (0.2, 0.58),
            (0.36, 0.38),
            (0.3, 0.14),
            (0.16, 0.02),
            (0, 0.0),
            (-0.16, 0.02),
            (-0.3, 0.14),
            (-0.36, 0.38),
            (-0.2, 0.58),
        ],
        MAIN,
        solid=True,
        fade=MAIN.darken(0.2),
    )
    pot.oval(0, 0.6, 0.2, 0.05, MAIN.lighten(0.1), solid=True)
    pot.blob([(-0.15, 0.61), (0.0, 0.72), (0.15, 0.61), (0.0, 0.58)], MAIN.darken(0.06), solid=True)
    pot.oval(0, 0.73, 0.045, 0.04, ACCENT, solid=True)
    for tilt in (90, 18, -54, 162, 234):
        draw_leaf(pot, 0.0, 0.3, 0.15, tilt, WHITE, 0.5)
    pot.oval(0, 0.3, 0.035, 0.035, ACCENT, line=0.4)
    pot.stroke([(-0.3, 0.005), (0, -0.01), (0.3, 0.005)], 0.02, INK, start=0.1, end=0.1)
