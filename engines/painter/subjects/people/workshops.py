"""Workplaces: benches, counters, machines."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import Depth, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#d8322f")
_STEEL = Tone(Role.SECOND, tint="#b7bec8")
_WOOD = Tone(Role.DEEP, tint="#8a5a32")
_LEAF = Tone(Role.SECOND, tint="#4a9a4a")
_TOP = 0.4


def _draw_anvil(model: Model, tone: Tone) -> None:
    """Draw an anvil on a stump with a glowing horseshoe and sparks."""
    pen = model.body
    pen.box(-0.2, 0, 0.2, 0.13, _WOOD, radius=0.02, solid=True)
    pen.fill([(-0.17, 0.13), (0.17, 0.13), (0.09, 0.22), (0.1, 0.26), (-0.1, 0.26), (-0.09, 0.22)], tone, solid=True)
    pen.blob([(-0.42, 0.35), (-0.2, 0.26), (0.26, 0.26), (0.28, 0.36), (-0.2, 0.37)], tone.lighten(0.12),
        corners=(0, 2, 3),
        solid=True)  # fmt: skip
    glow = Tone(Role.ACCENT, tint="#ff8a1f")
    arc = [
        (0.02 + 0.085 * float(np.cos(a)), 0.41 + 0.05 * float(np.sin(a))) for a in np.radians(np.linspace(-30, 210, 11))
    ]
    pen.stroke(arc, 0.045, glow, start=1, end=1, line=0.6, glow=0.8)
    for angle in (25, 60, 115, 150):
        at = np.radians(angle)
        near, far = 0.14, 0.24
        spark = [(0.02 + r * float(np.cos(at)), 0.42 + 0.8 * r * float(np.sin(at))) for r in (near, 0.19, far)]
        pen.stroke(spark, 0.018, Tone(Role.LIGHT, tint="#ffd23f"), start=1, end=0.3, glow=0.8)


def _draw_forge(model: Model, tone: Tone) -> None:
    """Draw a brick forge with a fire behind the smith."""
    pen = model.body.at(-0.5, 0)
    pen.box(-0.24, 0, 0.24, 0.4, tone, solid=True)
    for row in range(4):
        pen.box(-0.24, 0.1 * row, 0.24, 0.1 * row + 0.012, tone.lighten(0.4), line=0)
    pen.fill(
        [(-0.24, 0.62), (0.24, 0.62), (0.12, 0.9), (0.12, 1.12), (-0.12, 1.12), (-0.12, 0.9)],
        tone.darken(0.15),
        solid=True,
    )
    pen.blob([(-0.18, 0.4), (-0.14, 0.54), (-0.06, 0.46), (0.0, 0.62), (0.07, 0.47), (0.14, 0.55), (0.18, 0.4)],
        Tone(Role.ACCENT, tint="#ff7a1f"), corners=(0, 6), glow=0.8)  # fmt: skip
    pen.blob([(-0.08, 0.4), (-0.02, 0.5), (0.08, 0.4)], _GOLD, corners=(0, 2), line=0, glow=0.9)


def _draw_counter(pen: Pen, tone: Tone, half: float = 0.48) -> None:
    pen.box(-half + 0.03, 0, half - 0.03, _TOP - 0.03, tone, solid=True)
    for x in np.linspace(-half + 0.03, half - 0.03, 6)[1:-1]:
        pen.box(float(x) - 0.004, 0.02, float(x) + 0.004, _TOP - 0.05, tone.darken(0.3), line=0)
    pen.box(-half, _TOP - 0.05, half, _TOP, tone.darken(0.25), radius=0.01, line=0.9)


def _draw_coffee_bar(model: Model, tone: Tone) -> None:
    """Draw a counter with an espresso machine and cups."""
    pen = model.body
    _draw_counter(pen, tone, 0.62)
    machine = pen.at(-0.4, _TOP)
    machine.box(-0.2, 0.0, 0.2, 0.05, INK, line=0.7)
    machine.box(-0.2, 0.2, 0.2, 0.4, Tone(Role.ACCENT, tint="#c8312c"), radius=0.03, solid=True)
    machine.box(-0.18, 0.05, -0.12, 0.22, _STEEL, line=0.7)
    machine.box(0.12, 0.05, 0.18, 0.22, _STEEL, line=0.7)
    machine.oval(-0.1, 0.3, 0.042, 0.042, WHITE, line=0.7)
    for x in (0.0, 0.1):
        machine.oval(x, 0.3, 0.024, 0.024, _GOLD, line=0.5)
    machine.box(-0.04, 0.14, 0.04, 0.21, INK, line=0.5)
    machine.fill([(-0.05, 0.12), (0.05, 0.12), (0.035, 0.05), (-0.035, 0.05)], WHITE, line=0.7)
    for x in (-0.13, -0.04, 0.05, 0.13):
        machine.fill([(x - 0.04, 0.47), (x + 0.04, 0.47), (x + 0.03, 0.4), (x - 0.03, 0.4)], WHITE, line=0.6)
    cup = pen.at(0.44, _TOP)
    cup.fill([(-0.09, 0.13), (0.09, 0.13), (0.06, 0.0), (-0.06, 0.0)], WHITE, solid=True)
    cup.stroke([(0.08, 0.11), (0.15, 0.07), (0.07, 0.03)], 0.022, WHITE, start=1, end=1, line=0.6)
    for x in (-0.03, 0.03):
        cup.stroke([(x, 0.16), (x + 0.03, 0.23), (x, 0.3)], 0.022, WHITE, start=0.6, end=0.4)


def _draw_blackboard(model: Model, tone: Tone) -> None:
    """Draw a blackboard with formulas behind the person."""
    pen = model.body.at(0, 0.5)
    pen.box(-0.6, -0.04, 0.6, 0.7, _WOOD, solid=True)
    pen.box(-0.56, 0.0, 0.56, 0.66, tone, line=0.6)
    chalk = Tone(Role.WHITE, tint="#fbfbf4")
    for x in (-0.36, 0.38):
        pen.stroke([(x - 0.17, 0.54), (x, 0.58), (x + 0.15, 0.54)], 0.022, chalk, start=1, end=1)
        pen.stroke([(x - 0.17, 0.44), (x - 0.05, 0.44), (x + 0.04, 0.44)], 0.022, chalk, start=1, end=1)
    pen.fill([(-0.5, 0.14), (-0.26, 0.14), (-0.38, 0.34)], chalk, line=0)
    pen.fill([(-0.47, 0.16), (-0.29, 0.16), (-0.38, 0.3)], tone, line=0)
    pen.oval(0.38, 0.24, 0.1, 0.1, chalk, line=0)
    pen.oval(0.38, 0.24, 0.08, 0.08, tone, line=0)
    pen.stroke([(0.38, 0.24), (0.43, 0.29), (0.47, 0.26)], 0.016, chalk, start=1, end=1)


def _draw_loom(model: Model, tone: Tone) -> None:
    pen = model.body
    for side in SIDES:
        pen.box(side * 0.46 - 0.035, 0, side * 0.46 + 0.035, 0.86, tone, solid=True)
    pen.box(-0.5, 0.8, 0.5, 0.86, tone, line=0.9)
    pen.box(-0.46, 0.36, 0.46, 0.41, tone.darken(0.15), line=0.9)
    pen.box(-0.42, 0.1, 0.42, 0.37, Tone(Role.ACCENT, tint="#c8405a"), solid=True)
    for y, color in ((0.15, "#f6cb2d"), (0.22, "#3a7fb8"), (0.29, "#f6cb2d")):
        pen.box(-0.42, y, 0.42, y + 0.025, Tone(Role.LIGHT, tint=color), line=0)
    for x in np.linspace(-0.4, 0.4, 15):
        if abs(x) > 0.2:
            pen.box(float(x) - 0.005, 0.4, float(x) + 0.005, 0.81, WHITE, line=0)


def _draw_table(pen: Pen, tone: Tone, half: float = 0.44, top: float = _TOP) -> None:
    for side in SIDES:
        x = side * (half - 0.07)
        pen.box(x - 0.03, 0, x + 0.03, top - 0.03, tone.darken(0.2), line=0.8)
    pen.box(-half, top - 0.055, half, top, tone, radius=0.012, solid=True)


def _draw_sewing_machine(model: Model, tone: Tone) -> None:
    """Draw a table with a sewing machine and cloth that hangs down."""
    pen = model.body
    _draw_table(pen, _WOOD, 0.56)
    cloth = Tone(Role.ACCENT, tint="#d8587a")
    pen.blob([(-0.16, _TOP + 0.02), (-0.5, _TOP + 0.03), (-0.56, 0.16), (-0.48, 0.02), (-0.36, 0.14), (-0.28, 0.04),
        (-0.2, 0.22)],
        cloth, corners=(0,), solid=True)  # fmt: skip
    machine = pen.at(0.26, _TOP)
    machine.box(-0.22, 0.0, 0.2, 0.06, tone, radius=0.015, solid=True)
    machine.box(0.08, 0.05, 0.19, 0.27, tone, radius=0.02, solid=True)
    machine.blob([(-0.22, 0.18), (-0.22, 0.28), (0.0, 0.3), (0.2, 0.3), (0.2, 0.22), (0.0, 0.2)], tone, corners=(0,
        1, 3, 4),
        solid=True)  # fmt: skip
    machine.box(-0.21, 0.12, -0.13, 0.2, tone, line=0.8)
    machine.box(-0.175, 0.05, -0.163, 0.13, _STEEL, line=0.4)
    machine.oval(0.23, 0.22, 0.05, 0.07, _GOLD, line=0.8)
    machine.box(0.02, 0.29, 0.07, 0.37, _RED, line=0.7)
    machine.box(-0.15, 0.23, 0.1, 0.25, _GOLD, line=0)


def _draw_dummy(model: Model, tone: Tone) -> None:
    """Draw a dressmaker's dummy behind the person."""
    pen = model.body.at(-0.48, 0)
    pen.box(-0.014, 0.05, 0.014, 0.4, _WOOD, line=0.6)
    pen.fill([(-0.13, 0), (0.13, 0), (0, 0.1)], _WOOD, line=0.7)
    pen.blob([(-0.05, 0.98), (0.05, 0.98), (0.15, 0.9), (0.09, 0.7), (0.14, 0.44), (-0.14, 0.44), (-0.09, 0.7),
        (-0.15, 0.9)], tone,
        corners=(0, 1, 4, 5), solid=True)  # fmt: skip
    pen.oval(0, 1.0, 0.04, 0.035, _WOOD, line=0.7)


def _draw_easel(model: Model, tone: Tone) -> None:
    """Draw an easel with a landscape on its canvas."""
    pen = model.body.at(0.56, 0)
    for x in (-0.2, 0.2):
        pen.stroke([(x, 0.0), (x * 0.5, 0.6), (0, 1.2)], 0.036, _WOOD, start=1, end=1, line=0.6)
    pen.box(-0.26, 0.4, 0.26, 0.44, _WOOD, line=0.8)
    pen.box(-0.24, 0.44, 0.24, 1.02, tone, solid=True)
    pen.box(-0.2, 0.48, 0.2, 0.98, Tone(Role.LIGHT, tint="#9fd4ee"), line=0.4)
    pen.blob(
        [(-0.2, 0.48), (-0.2, 0.66), (-0.08, 0.8), (0.04, 0.66), (0.2, 0.74), (0.2, 0.48)],
        _LEAF,
        corners=(0, 1, 4, 5),
        line=0.6,
    )
    pen.oval(0.1, 0.87, 0.055, 0.055, _GOLD, line=0.4)


def _draw_operating_table(model: Model, tone: Tone) -> None:
    """Draw a patient under a sheet, and the lamp above."""
    pen = model.body
    pen.box(-0.06, 0, 0.06, 0.24, _STEEL, solid=True)
    pen.box(-0.54, 0.2, 0.54, 0.26, _STEEL, line=0.9)
    pen.oval(-0.46, 0.35, 0.095, 0.09, model.skin, solid=True)
    pen.oval(-0.49, 0.39, 0.085, 0.06, Tone(Role.DEEP, tint="#3a2a22"), line=0.6)
    pen.blob([(-0.38, 0.25), (-0.34, 0.4), (0.0, 0.42), (0.4, 0.36), (0.54, 0.25)], tone, corners=(0, 4), solid=True)


def _draw_surgical_lamp(model: Model, tone: Tone) -> None:
    pen = model.body.at(-0.42, 0.95)
    pen.stroke([(-0.1, 0.32), (0.02, 0.26), (0, 0.1)], 0.03, _STEEL, start=1, end=1, line=0.6)
    pen.blob([(-0.2, 0.0), (-0.12, 0.12), (0.12, 0.12), (0.2, 0.0)], _STEEL, corners=(0, 3), solid=True)
    for x in (-0.1, 0, 0.1):
        pen.oval(x, 0.01, 0.045, 0.03, tone, line=0.5, glow=0.7)


def _draw_dentist_chair(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.box(-0.08, 0, 0.08, 0.12, _STEEL, line=0.8)
    pen.blob(
        [(-0.5, 0.46), (-0.42, 0.5), (-0.2, 0.24), (0.2, 0.2), (0.5, 0.12), (0.5, 0.06), (-0.2, 0.12)], tone, solid=True
    )


def _draw_wheel(model: Model, tone: Tone) -> None:
    """Draw a potter's wheel with a pot."""
    pen = model.body
    pen.box(-0.05, 0, 0.05, 0.22, _WOOD, line=0.8)
    pen.box(-0.28, 0.02, 0.28, 0.07, _WOOD, line=0.8)
    pen.oval(0, 0.23, 0.3, 0.045, _STEEL, solid=True)
    pen.blob([(-0.09, 0.24), (-0.17, 0.34), (-0.1, 0.46), (-0.12, 0.52), (0.12, 0.52), (0.1, 0.46), (0.17, 0.34),
        (0.09, 0.24)],
        tone, corners=(0, 3, 4, 7), solid=True)  # fmt: skip
    pen.oval(0, 0.52, 0.12, 0.026, tone.darken(0.4), line=0.6)
    for y in (0.32, 0.4):
        pen.stroke([(-0.14, y), (0, y - 0.014), (0.14, y)], 0.01, tone.darken(0.3), start=1, end=1)


def _draw_awning(model: Model, tone: Tone) -> None:
    pen = model.body
    for side in SIDES:
        pen.box(side * 0.56 - 0.02, 0, side * 0.56 + 0.02, 1.12, _WOOD, line=0.8)
    for number in range(8):
        x = -0.66 + 0.165 * number
        stripe = [(x * 0.85, 1.3), ((x + 0.165) * 0.85, 1.3), (x + 0.165, 1.1), (x + 0.0825, 1.04), (x, 1.1)]
        pen.fill(stripe, tone if number % 2 else WHITE, line=0.8)


def _draw_stall(model: Model, tone: Tone) -> None:
    """Draw a market stall: a counter of fruit under a striped awning."""
    pen = model.body
    _draw_counter(pen, _WOOD, 0.58)
    for row, y in enumerate((_TOP + 0.03, _TOP + 0.09)):
        for number, x in enumerate(np.linspace(-0.5, 0.5, 11 - row)):
            color = ("#e8832f", "#d8322f", "#8ab82f")[int((x + 0.5) * 2.99)]
            if abs(x) > 0.13 or row == 0:
                pen.oval(float(x), y, 0.05, 0.05, Tone(Role.ACCENT, tint=color).darken(0.08 * (number % 2)), line=0.7)


def _draw_cart(model: Model, tone: Tone) -> None:
    """Draw a cart with a round oven, roasted sweet potatoes and smoke."""
    pen = model.body
    pen.box(-0.5, 0.14, 0.5, 0.2, _WOOD, line=0.9)
    for side in SIDES:
        pen.oval(side * 0.34, 0.1, 0.1, 0.1, INK, solid=True)
        pen.oval(side * 0.34, 0.1, 0.045, 0.045, _STEEL, line=0.5)
    pen.box(-0.3, 0.2, 0.3, 0.42, tone, radius=0.05, solid=True)
    pen.box(-0.12, 0.23, 0.12, 0.34, Tone(Role.ACCENT, tint="#ff8a1f"), radius=0.02, line=0.7, glow=0.5)
    pen.oval(0, 0.42, 0.3, 0.045, tone.darken(0.3), line=0.9)
    for x in (-0.22, -0.08, 0.07, 0.21):
        pen.blob(
            [(x - 0.09, 0.45), (x, 0.5), (x + 0.09, 0.46), (x, 0.41)],
            Tone(Role.ACCENT, tint="#9a4a3a"),
            corners=(0, 2),
            solid=True,
        )
    for x in (-0.42, 0.42):
        pen.stroke([(x, 0.5), (x + 0.05, 0.64), (x - 0.03, 0.78)], 0.04, WHITE, start=0.4, end=0.7)


def _draw_stove(model: Model, tone: Tone) -> None:
    """Draw a stove with a wok of vegetables over a flame."""
    pen = model.body
    pen.box(-0.46, 0, 0.46, 0.33, tone, solid=True)
    pen.box(-0.34, 0.05, 0.06, 0.22, INK, radius=0.02, line=0.7)
    for x in (0.16, 0.26, 0.36):
        pen.oval(x, 0.16, 0.034, 0.034, _RED, line=0.6)
    pen.box(-0.5, 0.3, 0.5, 0.345, tone.darken(0.3), line=0.8)
    for x in (-0.12, -0.04, 0.04, 0.12):
        pen.blob(
            [(x - 0.035, 0.34), (x, 0.42), (x + 0.035, 0.34)],
            Tone(Role.ACCENT, tint="#ff8a1f"),
            corners=(0, 1, 2),
            line=0,
        )
    for x, y, color in (
        (-0.14, 0.53, "#e8482f"),
        (-0.04, 0.56, "#4a9a3a"),
        (0.06, 0.54, "#f6a92d"),
        (0.15, 0.52, "#4a9a3a"),
    ):
        pen.oval(x, y, 0.06, 0.055, Tone(Role.ACCENT, tint=color), line=0.6)
    pen.blob([(-0.28, 0.52), (0.28, 0.52), (0.18, 0.4), (-0.18, 0.4)], INK, corners=(0, 1), solid=True)
    pen.stroke([(0.26, 0.49), (0.4, 0.53), (0.5, 0.57)], 0.036, _WOOD, start=1, end=1, line=0.7)


def _draw_workbench(model: Model, tone: Tone) -> None:
    """Draw a bench with planks and shavings."""
    pen = model.body
    _draw_table(pen, tone, 0.52)
    pen.box(-0.5, _TOP, 0.3, _TOP + 0.05, Tone(Role.LIGHT, tint="#e8c48a"), solid=True)
    for x in (-0.42, -0.34, 0.4):
        pen.oval(x, _TOP + 0.07, 0.035, 0.03, Tone(Role.LIGHT, tint="#e8c48a"), line=0.7)


def _draw_cart_mine(model: Model, tone: Tone) -> None:
    """Draw a mine cart full of coal."""
    pen = model.body.at(-0.5, 0)
    for x in (-0.1, 0.1):
        pen.oval(x, 0.06, 0.06, 0.06, INK, line=0.7)
    for x in (-0.13, -0.04, 0.05, 0.13):
        pen.oval(x, 0.34, 0.075, 0.06, INK, solid=True)
    pen.fill([(-0.22, 0.34), (0.22, 0.34), (0.15, 0.1), (-0.15, 0.1)], tone, solid=True)


def _draw_barber_chair(model: Model, tone: Tone) -> None:
    """Draw a customer in a barber's chair, covered by a cape."""
    pen = model.body.at(-0.34, 0)
    pen.box(-0.05, 0, 0.05, 0.12, _STEEL, line=0.7)
    pen.blob([(-0.22, 0.1), (-0.2, 0.44), (0, 0.54), (0.2, 0.44), (0.22, 0.1)], tone, corners=(0, 4), solid=True)
    pen.oval(0, 0.62, 0.115, 0.125, model.skin, solid=True)
    pen.blob([(-0.12, 0.62), (-0.11, 0.74), (0, 0.8), (0.11, 0.74), (0.12, 0.62), (0, 0.7)], Tone(Role.DEEP,
        tint="#8a4a22"),
        corners=(0, 4), solid=True)  # fmt: skip
    for side in SIDES:
        pen.oval(side * 0.045, 0.61, 0.014, 0.018, INK, line=0)


def _draw_mortar(model: Model, tone: Tone) -> None:
    """Draw a stone mortar with herbs in front of who pounds."""
    pen = model.body
    for x, y in ((-0.1, 0.31), (0.1, 0.32), (0.0, 0.34)):
        pen.oval(x, y, 0.07, 0.05, Tone(Role.SECOND, tint="#5aa04a"), line=0.6)
    pen.blob([(-0.25, 0.33), (0.25, 0.33), (0.2, 0.12), (0.1, 0.06), (0.15, 0.0), (-0.15, 0.0), (-0.1, 0.06),
        (-0.2, 0.12)], tone, corners=(0, 1, 4, 5), solid=True)  # fmt: skip
    pen.box(-0.26, 0.3, 0.26, 0.345, tone.lighten(0.15), radius=0.015, line=0.8)


def _draw_pestle(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.stroke([(0.34, 0.86), (0.17, 0.6), (0.0, 0.34)], 0.075, tone, start=0.7, end=1.25, line=0.9)


WORKSHOPS: dict[str, Part] = {
    "anvil": build_part(Slot.PLACE, "#4a5260", _draw_anvil, Depth.PLACE),
    "forge": build_part(Slot.ON, "#8a4a3a", _draw_forge, Depth.BACKDROP),
    "coffee_bar": build_part(Slot.PLACE, "#6a4327", _draw_coffee_bar, Depth.PLACE),
    "blackboard": build_part(Slot.PLACE, "#2f5a44", _draw_blackboard, Depth.BACKDROP),
    "loom": build_part(Slot.PLACE, "#9a6a3a", _draw_loom, Depth.PLACE),
    "sewing_machine": build_part(Slot.PLACE, "#26262c", _draw_sewing_machine, Depth.PLACE),
    "dummy": build_part(Slot.ON, "#d9b990", _draw_dummy, Depth.BACKDROP),
    "easel": build_part(Slot.PLACE, "#fbf8f0", _draw_easel, Depth.PLACE),
    "operating_table": build_part(Slot.PLACE, "#8fd0cf", _draw_operating_table, Depth.PLACE),
    "surgical_lamp": build_part(Slot.ON, "#fff3b0", _draw_surgical_lamp, Depth.BACKDROP),
    "dentist_chair": build_part(Slot.PLACE, "#4fa8a0", _draw_dentist_chair, Depth.PLACE),
    "potter_wheel": build_part(Slot.PLACE, "#b8683f", _draw_wheel, Depth.PLACE),
    "stall": Part(Slot.PLACE, "#d8322f", ((Depth.BACKDROP, _draw_awning), (Depth.PLACE, _draw_stall))),
    "cart": build_part(Slot.PLACE, "#5a626c", _draw_cart, Depth.PLACE),
    "stove": build_part(Slot.PLACE, "#d8dde2", _draw_stove, Depth.PLACE),
    "workbench": build_part(Slot.PLACE, "#9a6a3a", _draw_workbench, Depth.PLACE),
    "mine_cart": build_part(Slot.ON, "#7a6a5a", _draw_cart_mine, Depth.BACKDROP),
    "mortar": build_part(Slot.PLACE, "#9aa0a8", _draw_mortar, Depth.PLACE),
    "pestle": build_part(Slot.TOOL, "#9a6a3a", _draw_pestle, Depth.TOOLS),
    "barber_chair": build_part(Slot.PLACE, "#f4f1ea", _draw_barber_chair, Depth.PLACE),
}
