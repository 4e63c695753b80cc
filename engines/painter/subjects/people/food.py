"""Food and drink, and what they are served with."""

from collections.abc import Sequence

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.people.model import LEFT, RIGHT, XY, Depth, Model, Part, Slot, build_part

_RED = Tone(Role.ACCENT, tint="#d8322f")
_WOOD = Tone(Role.DEEP, tint="#7a4a26")


def _draw_rod(pen: Pen, points: Sequence[XY], width: float, tone: Tone) -> None:
    pen.stroke(points, width, tone, start=1, end=1, line=0.7)


def _draw_spoon(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-10)
    _draw_rod(pen, [(0, -0.06), (0, 0.08), (0, 0.22)], 0.026, tone)
    pen.oval(0, 0.27, 0.052, 0.07, tone, solid=True)


def _draw_rolling_pin(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-30)
    pen.box(-0.018, -0.1, 0.018, 0.38, tone.darken(0.3), radius=0.01, line=0.7)
    pen.box(-0.05, -0.02, 0.05, 0.3, tone, radius=0.03, solid=True)


def _draw_cleaver(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-8)
    pen.box(-0.02, -0.1, 0.02, 0.05, _WOOD, line=0.7)
    pen.box(-0.03, 0.05, 0.15, 0.32, tone, radius=0.01, solid=True)


def _draw_kitchen_knife(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-8)
    pen.box(-0.02, -0.1, 0.02, 0.05, _WOOD, line=0.7)
    pen.fill([(-0.03, 0.05), (0.06, 0.05), (0.05, 0.2), (-0.03, 0.38)], tone, solid=True)


def _draw_tray(model: Model, tone: Tone) -> None:
    """Draw a tray with a bottle and two glasses on the raised hand."""
    pen = model.at_hand(RIGHT)
    pen.oval(0, 0.05, 0.2, 0.035, tone, solid=True)
    pen.box(-0.1, 0.06, -0.03, 0.2, Tone(Role.DEEP, tint="#2f6b45"), radius=0.02, solid=True)
    pen.box(-0.08, 0.19, -0.05, 0.29, Tone(Role.DEEP, tint="#2f6b45"), line=0.7)
    for x in (0.04, 0.13):
        pen.fill([(x - 0.04, 0.19), (x + 0.04, 0.19), (x + 0.012, 0.12), (x - 0.012, 0.12)], _RED, line=0.7)
        pen.box(x - 0.007, 0.06, x + 0.007, 0.13, WHITE, line=0.4)


def _draw_cup(pen: Pen, tone: Tone) -> None:
    pen.fill([(-0.07, 0.1), (0.07, 0.1), (0.05, -0.05), (-0.05, -0.05)], tone, solid=True)
    pen.stroke([(0.06, 0.08), (0.12, 0.05), (0.055, -0.01)], 0.022, tone, start=1, end=1, line=0.6)
    for x in (-0.03, 0.03):
        pen.stroke([(x, 0.13), (x + 0.03, 0.19), (x - 0.01, 0.25)], 0.02, WHITE, start=0.6, end=0.4)


def _draw_mug(model: Model, tone: Tone) -> None:
    _draw_cup(model.at_hand(RIGHT, 1.15), tone)


def _draw_tea_cup(model: Model, tone: Tone) -> None:
    """Draw a cup of tea on its saucer at the mouth."""
    pen = model.at_hand(RIGHT)
    pen.blob(
        [(-0.11, 0.09), (0.09, 0.09), (0.06, -0.02), (-0.01, -0.05), (-0.08, -0.02)], tone, corners=(0, 1), solid=True
    )
    pen.oval(-0.01, 0.09, 0.1, 0.024, Tone(Role.DEEP, tint="#9a6a2a"), line=0.6)
    for x in (-0.05, 0.02):
        pen.stroke([(x, 0.13), (x + 0.03, 0.2), (x - 0.01, 0.27)], 0.022, WHITE, start=0.6, end=0.4)


def _draw_pitcher(model: Model, tone: Tone) -> None:
    """Draw a small pitcher that pours milk into a cup in the other hand."""
    pen = model.at_hand(RIGHT, tilt=40)
    pen.fill([(-0.08, -0.08), (0.07, -0.08), (0.05, 0.1), (-0.12, 0.12)], tone, solid=True)
    pen.stroke([(0.05, 0.07), (0.14, 0.03), (0.06, -0.05)], 0.026, tone, start=1, end=1, line=0.6)
    cup = model.at_hand(LEFT)
    cup.fill([(-0.1, 0.1), (0.1, 0.1), (0.07, -0.06), (-0.07, -0.06)], WHITE, solid=True)
    cup.oval(0, 0.1, 0.1, 0.026, Tone(Role.DEEP, tint="#8a5a30"), line=0.6)


def _draw_bowl_food(model: Model, tone: Tone) -> None:
    """Draw a bowl of noodles in one hand and chopsticks in the other."""
    bowl = model.at_hand(LEFT)
    bowl.blob([(-0.13, 0.1), (0.13, 0.1), (0.08, -0.04), (-0.08, -0.04)], tone, corners=(0, 1), solid=True)
    for x in (-0.08, -0.03, 0.02, 0.07):
        bowl.stroke(
            [(x, 0.09), (x + 0.02, 0.16), (x + 0.05, 0.1)],
            0.024,
            Tone(Role.LIGHT, tint="#f3d27a"),
            start=1,
            end=1,
            line=0.4,
        )
    sticks = model.at_hand(RIGHT, tilt=58)
    for x in (-0.012, 0.022):
        _draw_rod(sticks, [(x, -0.06), (x, 0.1), (x * 0.3, 0.26)], 0.014, _WOOD)


def _draw_ice_cream(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    pen.fill([(-0.065, 0.08), (0.065, 0.08), (0, -0.1)], Tone(Role.LIGHT, tint="#d9a05a"), solid=True)
    pen.oval(0, 0.13, 0.085, 0.08, tone, solid=True)
    pen.oval(0, 0.22, 0.065, 0.06, WHITE, solid=True)


def _draw_watermelon(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.17)
    pen.blob([(-0.2, 0.1), (0.2, 0.1), (0.13, -0.04), (0, -0.09), (-0.13, -0.04)], Tone(Role.SECOND, tint="#3f9b47"),
        corners=(0, 1), solid=True)  # fmt: skip
    pen.blob([(-0.17, 0.1), (0.17, 0.1), (0.11, -0.02), (0, -0.06), (-0.11, -0.02)], tone, corners=(0, 1), line=0.5)
    for x, y in ((-0.08, 0.06), (0, 0.03), (0.08, 0.06), (-0.04, 0.0), (0.05, -0.01)):
        pen.oval(x, y, 0.011, 0.017, INK, line=0)


def _draw_bento(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT)
    pen.box(-0.16, -0.05, 0.14, 0.09, tone, radius=0.02, solid=True)
    pen.box(-0.14, 0.05, 0.0, 0.14, WHITE, radius=0.03, line=0.6)
    pen.oval(-0.07, 0.1, 0.022, 0.022, _RED, line=0)
    for x, color in ((0.04, "#f6cb2d"), (0.1, "#3f9b47")):
        pen.oval(x, 0.1, 0.036, 0.045, Tone(Role.ACCENT, tint=color), line=0.5)
    sticks = model.at_hand(RIGHT, tilt=55)
    for x in (-0.012, 0.022):
        _draw_rod(sticks, [(x, -0.06), (x, 0.1), (x * 0.3, 0.24)], 0.014, _WOOD)


def _draw_platter(model: Model, tone: Tone) -> None:
    """Draw a covered silver platter on the raised hand."""
    pen = model.at_hand(RIGHT)
    pen.oval(0, 0.05, 0.19, 0.03, tone, line=0.8)
    dome = [(0.15 * float(np.cos(a)), 0.06 + 0.14 * float(np.sin(a))) for a in np.radians(np.linspace(0, 180, 13))]
    pen.fill(dome, tone.lighten(0.2), solid=True)
    pen.oval(0, 0.215, 0.025, 0.025, tone, line=0.6)


def _draw_chopsticks(model: Model, tone: Tone) -> None:
    """Draw chopsticks with a dumpling."""
    pen = model.at_hand(RIGHT, tilt=30)
    for x in (-0.014, 0.02):
        pen.stroke([(x, -0.06), (x, 0.1), (x * 0.4, 0.25)], 0.016, tone, start=1, end=1, line=0.6)
    pen.blob(
        [(-0.075, 0.26), (0, 0.33), (0.075, 0.26), (0, 0.22)],
        Tone(Role.LIGHT, tint="#fbf1dc"),
        corners=(0, 2),
        solid=True,
    )


def _draw_honey(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.1)
    pen.box(-0.11, -0.11, 0.11, 0.1, tone, radius=0.03, solid=True)
    pen.box(-0.13, 0.08, 0.13, 0.14, WHITE, radius=0.02, line=0.8)
    pen.fill(
        [(0.05 * float(np.cos(a)), 0.05 * float(np.sin(a)) - 0.01) for a in np.radians(range(0, 360, 60))],
        WHITE,
        line=0.6,
    )


def _draw_candy_haws(model: Model, tone: Tone) -> None:
    """Draw a straw pole stuck with candied haws."""
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.6), (0, 0.0), (0, 0.2)], 0.03, _WOOD)
    pen.box(-0.085, 0.14, 0.085, 0.5, Tone(Role.LIGHT, tint="#d9b365"), radius=0.03, solid=True)
    for number, (x, y) in enumerate(
        ((-0.07, 0.2), (0.07, 0.2), (-0.07, 0.32), (0.07, 0.32), (-0.06, 0.44), (0.06, 0.44), (0, 0.5))
    ):
        stick = pen.at(x, y, tilt=(35 if x < 0 else -35) if x else 0)
        for step in range(3):
            stick.oval(0, 0.04 + 0.055 * step, 0.034, 0.034, tone.darken(0.06 * (number % 2)), line=0.5)


FOOD: dict[str, Part] = {
    "spoon": build_part(Slot.TOOL, "#b98a50", _draw_spoon, Depth.TOOLS),
    "rolling_pin": build_part(Slot.TOOL, "#d9a86a", _draw_rolling_pin, Depth.TOOLS),
    "cleaver": build_part(Slot.TOOL, "#c3cad3", _draw_cleaver, Depth.TOOLS),
    "kitchen_knife": build_part(Slot.TOOL, "#dfe4ea", _draw_kitchen_knife, Depth.TOOLS),
    "tray": build_part(Slot.TOOL, "#c3cad3", _draw_tray, Depth.TOOLS),
    "mug": build_part(Slot.TOOL, "#d8503f", _draw_mug, Depth.TOOLS),
    "tea_cup": build_part(Slot.TOOL, "#f4f1ea", _draw_tea_cup, Depth.TOOLS),
    "pitcher": build_part(Slot.TOOL, "#c3cad3", _draw_pitcher, Depth.TOOLS),
    "bowl_food": build_part(Slot.TOOL, "#c8403a", _draw_bowl_food, Depth.TOOLS),
    "ice_cream": build_part(Slot.TOOL, "#f3a3bd", _draw_ice_cream, Depth.TOOLS),
    "watermelon": build_part(Slot.TOOL, "#e8484a", _draw_watermelon, Depth.TOOLS),
    "bento": build_part(Slot.TOOL, "#b8302f", _draw_bento, Depth.TOOLS),
    "platter": build_part(Slot.TOOL, "#c3cad3", _draw_platter, Depth.TOOLS),
    "chopsticks": build_part(Slot.TOOL, "#7a4a26", _draw_chopsticks, Depth.TOOLS),
    "honey_pot": build_part(Slot.TOOL, "#e8a02a", _draw_honey, Depth.TOOLS),
    "candy_haws": build_part(Slot.TOOL, "#c8202a", _draw_candy_haws, Depth.TOOLS),
}
