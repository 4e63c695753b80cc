"""Books, gifts, luggage and other things that people carry."""

from collections.abc import Sequence

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import LEFT, RIGHT, XY, Depth, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#d8322f")
_WOOD = Tone(Role.DEEP, tint="#7a4a26")


def _draw_book(model: Model, tone: Tone) -> None:
    """Draw an open book, its cover towards the viewer."""
    pen = model.torso.at(0, 0.13)
    pen.fill([(0, 0.1), (-0.19, 0.15), (-0.19, -0.06), (0, -0.11), (0.19, -0.06), (0.19, 0.15)], tone, solid=True)
    for side in SIDES:
        pages = [(0, 0.13), (side * 0.17, 0.18), (side * 0.17, 0.15), (0, 0.1)]
        pen.fill(pages, WHITE, line=0.7)
        pen.box(min(side * 0.05, side * 0.14), 0.0, max(side * 0.05, side * 0.14), 0.035, _GOLD, line=0.4)
    pen.stroke([(0, 0.12), (0, 0.0), (0, -0.11)], 0.014, tone.darken(0.4), start=1, end=1)


def _draw_closed_book(model: Model, tone: Tone) -> None:
    """Draw a closed book in the left hand."""
    pen = model.at_hand(LEFT, tilt=10)
    pen.box(-0.09, -0.06, 0.09, 0.18, tone, radius=0.01, solid=True)
    pen.box(-0.06, 0.08, 0.06, 0.12, _GOLD, line=0.5)
    pen.box(0.07, -0.05, 0.09, 0.17, WHITE, line=0.4)


def _draw_newspaper(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.17)
    for side in SIDES:
        pen.fill([(0, -0.15), (0, 0.13), (side * 0.26, 0.17), (side * 0.26, -0.11)], tone, solid=True)
        pen.fill([(side * 0.04, 0.08), (side * 0.22, 0.11), (side * 0.22, 0.07), (side * 0.04, 0.04)], INK, line=0)
        for y in (0.0, -0.035, -0.07):
            pen.fill([(side * 0.04, y), (side * 0.22, y + 0.03), (side * 0.22, y + 0.018), (side * 0.04, y - 0.012)],
                tone.darken(0.5), line=0)  # fmt: skip


def _draw_scroll(model: Model, tone: Tone) -> None:
    """Draw an unrolled scroll of paper with columns of writing."""
    pen = model.torso.at(0, 0.1)
    pen.box(-0.13, -0.17, 0.13, 0.15, tone, solid=True)
    for x in (-0.085, -0.03, 0.025, 0.08):
        for y in (-0.11, -0.05, 0.01, 0.07):
            pen.box(x - 0.012, y, x + 0.012, y + 0.036, INK, line=0)
    for y in (-0.17, 0.15):
        pen.box(-0.17, y - 0.026, 0.17, y + 0.026, _WOOD, radius=0.015, solid=True)


def _draw_map(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.14)
    for number in range(4):
        x = -0.2 + 0.1 * number
        fold = 0.02 if number % 2 else -0.02
        pen.fill([(x, -0.1 + fold), (x + 0.1, -0.1 - fold), (x + 0.1, 0.1 - fold), (x, 0.1 + fold)],
            tone.darken(0.1) if number % 2 else tone, line=0.8)  # fmt: skip
    pen.stroke([(-0.16, -0.03), (-0.04, 0.05), (0.06, -0.02), (0.13, 0.04)], 0.016, _RED, start=1, end=1)
    pen.fill([(0.1, 0.01), (0.16, 0.07), (0.14, 0.07), (0.1, 0.03)], _RED, line=0)


def _draw_globe(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT)
    pen.oval(0, 0.12, 0.12, 0.12, tone, solid=True)
    pen.oval(-0.03, 0.15, 0.05, 0.04, Tone(Role.SECOND, tint="#4a9a5a"), line=0.4)
    pen.oval(0.04, 0.08, 0.035, 0.05, Tone(Role.SECOND, tint="#4a9a5a"), line=0.4)


def _draw_letter(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-8)
    pen.box(-0.13, -0.03, 0.13, 0.15, tone, solid=True)
    pen.stroke([(-0.13, 0.15), (0, 0.04), (0.13, 0.15)], 0.016, INK, start=1, end=1)
    pen.oval(0, 0.05, 0.03, 0.03, _RED, line=0.5)


def _draw_parcel(model: Model, tone: Tone) -> None:
    """Draw a cardboard box with tape and a label in front of the chest."""
    pen = model.torso.at(0, 0.1)
    pen.box(-0.2, -0.14, 0.2, 0.14, tone, solid=True)
    pen.fill([(-0.2, 0.14), (0.2, 0.14), (0.16, 0.19), (-0.16, 0.19)], tone.lighten(0.25), line=0.8)
    pen.box(-0.035, -0.14, 0.035, 0.14, tone.lighten(0.4), line=0.5)
    pen.box(0.06, -0.09, 0.17, 0.0, WHITE, line=0.5)
    for y in (-0.07, -0.04):
        pen.box(0.075, y, 0.155, y + 0.014, INK, line=0)


def _draw_post_bag(model: Model, tone: Tone) -> None:
    model.torso.stroke([(0.1, 0.33), (0.0, 0.15), (-0.13, -0.02)], 0.034, tone.darken(0.2), start=1, end=1, line=0.5)
    pen = model.torso.at(-0.15, -0.1)
    for x in (-0.05, 0.03):
        pen.fill([(x - 0.05, 0.08), (x + 0.05, 0.08), (x + 0.05, 0.16), (x - 0.05, 0.16)], WHITE, line=0.6)
    pen.box(-0.12, -0.1, 0.12, 0.1, tone, radius=0.03, solid=True)
    pen.box(-0.12, 0.0, 0.12, 0.1, tone.darken(0.18), radius=0.02, line=0.6)


def _draw_suitcase(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    pen.stroke([(-0.05, -0.05), (0, 0.0), (0.05, -0.05)], 0.02, INK, start=1, end=1)
    pen.box(-0.14, -0.27, 0.14, -0.05, tone, radius=0.02, solid=True)
    for x in (-0.08, 0.08):
        pen.box(x - 0.014, -0.27, x + 0.014, -0.05, tone.darken(0.35), line=0)


def _draw_shopping(model: Model, tone: Tone) -> None:
    for side, color in ((LEFT, Tone(Role.ACCENT, tint="#f6cb2d")), (RIGHT, tone)):
        pen = model.at_hand(side)
        pen.stroke([(-0.05, -0.06), (0, 0.01), (0.05, -0.06)], 0.016, INK, start=1, end=1)
        pen.fill([(-0.11, -0.06), (0.11, -0.06), (0.12, -0.3), (-0.12, -0.3)], color, solid=True)
        pen.box(-0.04, -0.2, 0.04, -0.14, WHITE, line=0)


def _draw_flowers(model: Model, tone: Tone) -> None:
    """Draw a bunch of flowers in front of the chest."""
    pen = model.torso.at(0, 0.13)
    for x, y in ((-0.1, 0.1), (0.1, 0.1), (0, 0.16), (-0.05, 0.05), (0.06, 0.05)):
        pen.stroke(
            [(0, -0.14), (x * 0.4, -0.02), (x, y)], 0.018, Tone(Role.SECOND, tint="#3f8a47"), start=1, end=1, line=0.4
        )
        for angle in np.radians(range(0, 360, 72)):
            pen.oval(x + 0.036 * float(np.cos(angle)), y + 0.036 * float(np.sin(angle)), 0.034, 0.034, tone, line=0.5)
        pen.oval(x, y, 0.025, 0.025, _GOLD, line=0)
    pen.fill([(-0.1, 0.0), (0.1, 0.0), (0.03, -0.17), (-0.03, -0.17)], WHITE, line=0.8)


def _draw_balloons(model: Model, tone: Tone) -> None:
    _draw_balloon(model, tone, -0.1, 0.42)
    _draw_balloon(model, Tone(Role.ACCENT, tint="#f6cb2d"), 0.12, 0.46)
    _draw_balloon(model, Tone(Role.ACCENT, tint="#2f6fd0"), 0.0, 0.58)


def _draw_balloon(model: Model, tone: Tone, x: float = 0.0, y: float = 0.5) -> None:
    pen = model.at_hand(RIGHT)
    pen.stroke([(0, 0), (x * 0.5, y * 0.5), (x, y - 0.1)], 0.01, INK, start=1, end=1)
    pen.oval(x, y, 0.1, 0.12, tone, solid=True)
    pen.fill([(x - 0.02, y - 0.14), (x + 0.02, y - 0.14), (x, y - 0.11)], tone)


def _draw_gift(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.1)
    pen.box(-0.15, -0.12, 0.15, 0.12, tone, solid=True)
    pen.box(-0.025, -0.12, 0.025, 0.12, _GOLD, line=0.4)
    pen.box(-0.17, 0.08, 0.17, 0.14, tone.darken(0.12), line=0.7)
    for side in SIDES:
        pen.blob([(0, 0.14), (side * 0.1, 0.24), (side * 0.12, 0.16)], _GOLD, corners=(0,), line=0.7)


def _draw_fan(model: Model, tone: Tone) -> None:
    """Draw an open folding fan."""
    pen = model.at_hand(RIGHT, tilt=-20)
    arc = [(0.24 * float(np.cos(a)), 0.24 * float(np.sin(a))) for a in np.radians(np.linspace(20, 160, 15))]
    pen.fill([(0, 0), *arc], tone, solid=True)
    inner = [(0.12 * float(np.cos(a)), 0.12 * float(np.sin(a))) for a in np.radians(np.linspace(20, 160, 15))]
    pen.fill([(0, 0), *inner], _WOOD, line=0.6)
    for angle in np.radians(np.linspace(20, 160, 8)):
        pen.stroke([(0, 0), (0.12 * float(np.cos(angle)), 0.12 * float(np.sin(angle))),
            (0.235 * float(np.cos(angle)), 0.235 * float(np.sin(angle)))], 0.01, tone.darken(0.4), start=1,
            end=1)  # fmt: skip


def _draw_rod(pen: Pen, points: Sequence[XY], width: float, tone: Tone) -> None:
    pen.stroke(points, width, tone, start=1, end=1, line=0.7)


def _draw_round_fan(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-12)
    _draw_rod(pen, [(0, -0.1), (0, 0.0), (0, 0.1)], 0.022, _WOOD)
    pen.oval(0, 0.2, 0.13, 0.13, tone, solid=True)
    pen.oval(-0.02, 0.2, 0.04, 0.04, Tone(Role.ACCENT, tint="#e8688a"), line=0.5)
    pen.stroke([(-0.08, 0.13), (0.02, 0.17), (0.08, 0.27)], 0.016, Tone(Role.SECOND, tint="#4a9a5a"), start=1, end=0.6)


def _draw_parasol(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.06), (0, 0.2), (0, 0.58)], 0.022, _WOOD)
    pen.blob([(-0.36, 0.48), (-0.24, 0.62), (0, 0.72), (0.24, 0.62), (0.36, 0.48), (0.18, 0.52), (0, 0.49), (-0.18,
        0.52)],
        tone, corners=(0, 4), solid=True)  # fmt: skip
    for x in (-0.17, 0, 0.17):
        pen.stroke([(0, 0.71), (x * 0.6, 0.63), (x, 0.51)], 0.012, tone.darken(0.35), start=1, end=1)


def _draw_lantern(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(-0.04, -0.02), (0.1, 0.1), (0.2, 0.14)], 0.022, _WOOD)
    pen.stroke([(0.2, 0.14), (0.2, 0.08), (0.2, 0.04)], 0.012, INK, start=1, end=1)
    pen.oval(0.2, -0.06, 0.1, 0.095, tone, solid=True, glow=0.4)
    for y in (0.02, -0.16):
        pen.box(0.14, y, 0.26, y + 0.03, _GOLD, line=0.6)
    for x in (0.18, 0.2, 0.22):
        pen.box(x - 0.005, -0.25, x + 0.005, -0.15, tone, line=0)


def _draw_flag(model: Model, tone: Tone) -> None:
    """Draw the small flag of a guide."""
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.08), (0, 0.12), (0, 0.34)], 0.02, _WOOD)
    pen.fill([(0, 0.34), (0.24, 0.26), (0, 0.18)], tone, solid=True)


def _draw_diploma(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=50)
    pen.box(-0.04, -0.12, 0.04, 0.22, tone, radius=0.02, solid=True)
    pen.box(-0.046, 0.02, 0.046, 0.07, _RED, line=0.6)


def _draw_carrying_pole(model: Model, tone: Tone) -> None:
    """Draw a pole across the shoulder with a loaded basket at each end."""
    pen = model.torso
    _draw_rod(pen, [(-0.5, 0.28), (0, 0.35), (0.5, 0.28)], 0.032, _WOOD)
    for side in SIDES:
        x = side * 0.46
        for end in (-0.1, 0.1):
            pen.stroke([(x, 0.29), (x + end * 0.6, 0.1), (x + end, -0.05)], 0.012, INK, start=1, end=1)
        for offset in (-0.08, -0.02, 0.05, 0.09):
            pen.oval(x + offset, -0.04, 0.05, 0.055, Tone(Role.SECOND, tint="#5f9a4a"), line=0.6)
        pen.blob(
            [(x - 0.15, -0.05), (x + 0.15, -0.05), (x + 0.1, -0.22), (x - 0.1, -0.22)],
            tone,
            corners=(0, 1, 2, 3),
            solid=True,
        )
        for y in (-0.1, -0.16):
            pen.box(x - 0.13, y, x + 0.13, y + 0.012, tone.darken(0.35), line=0)


def _draw_cat(model: Model, tone: Tone) -> None:
    """Draw a cat in the arms."""
    pen = model.torso.at(0, 0.12)
    pen.oval(0.03, -0.02, 0.16, 0.11, tone, solid=True)
    pen.stroke([(0.16, -0.03), (0.26, -0.1), (0.24, 0.06)], 0.045, tone, start=1, end=0.6, line=0.7)
    for side in SIDES:
        pen.fill(
            [(-0.08 + side * 0.085, 0.15), (-0.08 + side * 0.02, 0.16), (-0.08 + side * 0.085, 0.24)], tone, line=0.8
        )
    pen.oval(-0.08, 0.1, 0.098, 0.088, tone, solid=True)
    for side in SIDES:
        pen.oval(-0.08 + side * 0.04, 0.11, 0.016, 0.02, INK, line=0)
    pen.fill([(-0.095, 0.085), (-0.065, 0.085), (-0.08, 0.065)], Tone(Role.ACCENT, tint="#e8738a"), line=0)


def _draw_child(model: Model, tone: Tone) -> None:
    """Draw a small child in the arms."""
    pen = model.torso.at(0.02, 0.12)
    pen.blob([(-0.1, 0.1), (0.12, 0.1), (0.16, -0.1), (0.12, -0.24), (-0.06, -0.2)], tone, solid=True)
    pen.oval(0.0, 0.17, 0.085, 0.09, model.skin, solid=True)
    pen.blob(
        [(-0.09, 0.18), (-0.05, 0.27), (0.05, 0.27), (0.09, 0.18), (0, 0.22)],
        Tone(Role.DEEP, tint="#4a2f1e"),
        corners=(0, 3),
    )
    for side in SIDES:
        pen.oval(side * 0.035, 0.16, 0.012, 0.016, INK, line=0)


def _draw_lifebuoy(model: Model, tone: Tone) -> None:
    pen = model.body.at(0.36, 0.24)
    pen.oval(0, 0, 0.24, 0.24, tone, solid=True)
    for angle in (45, 135, 225, 315):
        at = np.radians([angle - 15, angle + 15])
        pen.fill([(r * float(np.cos(a)), r * float(np.sin(a))) for r, a in ((0.13, at[0]), (0.24, at[0]), (0.24,
            at[1]), (0.13, at[1]))],
            WHITE, line=0.5)  # fmt: skip
    pen.oval(0, 0, 0.12, 0.12, Tone(Role.AIR), line=0.8)


def _draw_puppy(model: Model, tone: Tone) -> None:
    """Draw a puppy in the arms."""
    pen = model.torso.at(0, 0.12)
    pen.oval(0.03, -0.02, 0.16, 0.11, tone, solid=True)
    pen.stroke([(0.16, 0.0), (0.25, 0.06), (0.23, 0.15)], 0.045, tone, start=1, end=0.6, line=0.7)
    pen.oval(-0.08, 0.1, 0.1, 0.09, tone, solid=True)
    for side in SIDES:
        ear = [(-0.08 + side * 0.07, 0.17), (-0.08 + side * 0.14, 0.14), (-0.08 + side * 0.13, 0.02)]
        pen.blob(ear, tone.darken(0.35), solid=True)
        pen.oval(-0.08 + side * 0.04, 0.12, 0.016, 0.02, INK, line=0)
    pen.oval(-0.08, 0.07, 0.055, 0.042, tone.lighten(0.5), line=0.6)
    pen.oval(-0.08, 0.085, 0.022, 0.016, INK, line=0)


def _draw_cake_in_hand(model: Model, tone: Tone) -> None:
    """Draw a cake with candles in front of the chest."""
    pen = model.torso.at(0, 0.06)
    _draw_cake(pen, tone)


def _draw_cake(pen: Pen, tone: Tone) -> None:
    pen.oval(0, 0.0, 0.2, 0.03, WHITE, line=0.8)
    pen.box(-0.16, 0.0, 0.16, 0.12, Tone(Role.LIGHT, tint="#f6e2c4"), radius=0.01, solid=True)
    pen.blob([(-0.17, 0.12), (-0.17, 0.06), (-0.1, 0.09), (-0.04, 0.05), (0.03, 0.09), (0.1, 0.05), (0.17, 0.08),
        (0.17, 0.12)],
        tone, corners=(0, 7), solid=True)  # fmt: skip
    for x in (-0.1, 0.0, 0.1):
        pen.box(x - 0.01, 0.12, x + 0.01, 0.2, Tone(Role.ACCENT, tint="#2f6fd0"), line=0.5)
        pen.oval(x, 0.225, 0.016, 0.028, Tone(Role.LIGHT, tint="#ffb02d"), line=0.4, glow=0.7)


def _draw_birthday_cake(model: Model, tone: Tone) -> None:
    """Draw a cake with candles on a table."""
    pen = model.body
    pen.box(-0.42, 0.3, 0.42, 0.36, Tone(Role.DEEP, tint="#8a5a32"), radius=0.01, solid=True)
    for x in (-0.34, 0.34):
        pen.box(x - 0.03, 0, x + 0.03, 0.3, Tone(Role.DEEP, tint="#6a4327"), line=0.8)
    _draw_cake(pen.at(0, 0.37, 1.2), tone)


CARRIED: dict[str, Part] = {
    "puppy": build_part(Slot.TOOL, "#c98a4a", _draw_puppy, Depth.TOOLS),
    "cake_in_hand": build_part(Slot.TOOL, "#f08ab0", _draw_cake_in_hand, Depth.TOOLS),
    "birthday_cake": build_part(Slot.PLACE, "#f08ab0", _draw_birthday_cake, Depth.PLACE),
    "book": build_part(Slot.TOOL, "#b8402f", _draw_book, Depth.TOOLS),
    "closed_book": build_part(Slot.TOOL, "#8a2f2f", _draw_closed_book, Depth.TOOLS),
    "newspaper": build_part(Slot.TOOL, "#f4f1e6", _draw_newspaper, Depth.TOOLS),
    "scroll": build_part(Slot.TOOL, "#fbf4e0", _draw_scroll, Depth.TOOLS),
    "map": build_part(Slot.TOOL, "#f0e3bd", _draw_map, Depth.TOOLS),
    "globe": build_part(Slot.TOOL, "#3f86c8", _draw_globe, Depth.TOOLS),
    "letter": build_part(Slot.TOOL, "#fbf8f0", _draw_letter, Depth.TOOLS),
    "parcel": build_part(Slot.TOOL, "#c99a5f", _draw_parcel, Depth.TOOLS),
    "post_bag": build_part(Slot.TOOL, "#7a5230", _draw_post_bag, Depth.OVER),
    "suitcase": build_part(Slot.TOOL, "#8a5a35", _draw_suitcase, Depth.TOOLS),
    "shopping": build_part(Slot.TOOL, "#e0527a", _draw_shopping, Depth.TOOLS),
    "flowers": build_part(Slot.TOOL, "#e8587a", _draw_flowers, Depth.TOOLS),
    "balloon": build_part(Slot.TOOL, "#d8322f", _draw_balloon, Depth.TOOLS),
    "balloons": build_part(Slot.TOOL, "#d8322f", _draw_balloons, Depth.TOOLS),
    "gift": build_part(Slot.TOOL, "#d8322f", _draw_gift, Depth.TOOLS),
    "fan": build_part(Slot.TOOL, "#e8484a", _draw_fan, Depth.TOOLS),
    "round_fan": build_part(Slot.TOOL, "#fbf4e6", _draw_round_fan, Depth.TOOLS),
    "parasol": build_part(Slot.TOOL, "#e0524a", _draw_parasol, Depth.TOOLS),
    "lantern": build_part(Slot.TOOL, "#e8422f", _draw_lantern, Depth.TOOLS),
    "flag": build_part(Slot.TOOL, "#d8322f", _draw_flag, Depth.TOOLS),
    "diploma": build_part(Slot.TOOL, "#fbf6e4", _draw_diploma, Depth.TOOLS),
    "carrying_pole": build_part(Slot.TOOL, "#b98a50", _draw_carrying_pole, Depth.TOOLS),
    "cat": build_part(Slot.TOOL, "#e08a3a", _draw_cat, Depth.TOOLS),
    "child": build_part(Slot.TOOL, "#5fa8e0", _draw_child, Depth.TOOLS),
    "lifebuoy": build_part(Slot.TOOL, "#e8502f", _draw_lifebuoy, Depth.TOOLS),
}
