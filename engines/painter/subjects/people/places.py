"""Where people work, sit, ride and sleep: workplaces, seats and vehicles."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import XY, Depth, DrawPart, Model, Part, Slot

_GOLD, _RED = Tone(Role.LIGHT, tint="#f0b92f"), Tone(Role.ACCENT, tint="#d8322f")
_STEEL, _WOOD = Tone(Role.SECOND, tint="#b7bec8"), Tone(Role.DEEP, tint="#8a5a32")
_LEAF, _TOP = Tone(Role.SECOND, tint="#4a9a4a"), 0.4


def _draw_table(pen: Pen, tone: Tone, half: float = 0.44, top: float = _TOP) -> None:
    for side in SIDES:
        x = side * (half - 0.07)
        pen.box(x - 0.03, 0, x + 0.03, top - 0.03, tone.darken(0.2), line=0.8)
    pen.box(-half, top - 0.055, half, top, tone, radius=0.012, solid=True)


def _draw_counter(pen: Pen, tone: Tone, half: float = 0.48) -> None:
    pen.box(-half + 0.03, 0, half - 0.03, _TOP - 0.03, tone, solid=True)
    for x in np.linspace(-half + 0.03, half - 0.03, 6)[1:-1]:
        pen.box(float(x) - 0.004, 0.02, float(x) + 0.004, _TOP - 0.05, tone.darken(0.3), line=0)
    pen.box(-half, _TOP - 0.05, half, _TOP, tone.darken(0.25), radius=0.01, line=0.9)


def _draw_anvil(model: Model, tone: Tone) -> None:
    """Draw an anvil on a stump with a glowing horseshoe and sparks."""
    pen = model.body
    pen.box(-0.2, 0, 0.2, 0.13, _WOOD, radius=0.02, solid=True)
    pen.fill([(-0.17, 0.13), (0.17, 0.13), (0.09, 0.22), (0.1, 0.26), (-0.1, 0.26), (-0.09, 0.22)], tone, solid=True)
    pen.blob([(-0.42, 0.35), (-0.2, 0.26), (0.26, 0.26), (0.28, 0.36), (-0.2, 0.37)], tone.lighten(0.12), corners=(0, 2, 3),
        solid=True)  # fmt: skip
    glow = Tone(Role.ACCENT, tint="#ff8a1f")
    arc = [(0.02 + 0.085 * float(np.cos(a)), 0.41 + 0.05 * float(np.sin(a))) for a in np.radians(np.linspace(-30, 210, 11))]
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
    pen.fill([(-0.24, 0.62), (0.24, 0.62), (0.12, 0.9), (0.12, 1.12), (-0.12, 1.12), (-0.12, 0.9)], tone.darken(0.15), solid=True)
    pen.blob([(-0.18, 0.4), (-0.14, 0.54), (-0.06, 0.46), (0.0, 0.62), (0.07, 0.47), (0.14, 0.55), (0.18, 0.4)],
        Tone(Role.ACCENT, tint="#ff7a1f"), corners=(0, 6), glow=0.8)  # fmt: skip
    pen.blob([(-0.08, 0.4), (-0.02, 0.5), (0.08, 0.4)], _GOLD, corners=(0, 2), line=0, glow=0.9)


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


def _draw_sewing_machine(model: Model, tone: Tone) -> None:
    """Draw a table with a sewing machine and cloth that hangs down."""
    pen = model.body
    _draw_table(pen, _WOOD, 0.56)
    cloth = Tone(Role.ACCENT, tint="#d8587a")
    pen.blob([(-0.16, _TOP + 0.02), (-0.5, _TOP + 0.03), (-0.56, 0.16), (-0.48, 0.02), (-0.36, 0.14), (-0.28, 0.04), (-0.2, 0.22)],
        cloth, corners=(0,), solid=True)  # fmt: skip
    machine = pen.at(0.26, _TOP)
    machine.box(-0.22, 0.0, 0.2, 0.06, tone, radius=0.015, solid=True)
    machine.box(0.08, 0.05, 0.19, 0.27, tone, radius=0.02, solid=True)
    machine.blob([(-0.22, 0.18), (-0.22, 0.28), (0.0, 0.3), (0.2, 0.3), (0.2, 0.22), (0.0, 0.2)], tone, corners=(0, 1, 3, 4),
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
    pen.blob([(-0.05, 0.98), (0.05, 0.98), (0.15, 0.9), (0.09, 0.7), (0.14, 0.44), (-0.14, 0.44), (-0.09, 0.7), (-0.15, 0.9)], tone,
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
    pen.blob([(-0.2, 0.48), (-0.2, 0.66), (-0.08, 0.8), (0.04, 0.66), (0.2, 0.74), (0.2, 0.48)], _LEAF, corners=(0, 1, 4, 5), line=0.6)
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
    pen.blob([(-0.5, 0.46), (-0.42, 0.5), (-0.2, 0.24), (0.2, 0.2), (0.5, 0.12), (0.5, 0.06), (-0.2, 0.12)], tone, solid=True)


def _draw_wheel(model: Model, tone: Tone) -> None:
    """Draw a potter's wheel with a pot."""
    pen = model.body
    pen.box(-0.05, 0, 0.05, 0.22, _WOOD, line=0.8)
    pen.box(-0.28, 0.02, 0.28, 0.07, _WOOD, line=0.8)
    pen.oval(0, 0.23, 0.3, 0.045, _STEEL, solid=True)
    pen.blob([(-0.09, 0.24), (-0.17, 0.34), (-0.1, 0.46), (-0.12, 0.52), (0.12, 0.52), (0.1, 0.46), (0.17, 0.34), (0.09, 0.24)],
        tone, corners=(0, 3, 4, 7), solid=True)  # fmt: skip
    pen.oval(0, 0.52, 0.12, 0.026, tone.darken(0.4), line=0.6)
    for y in (0.32, 0.4):
        pen.stroke([(-0.14, y), (0, y - 0.014), (0.14, y)], 0.01, tone.darken(0.3), start=1, end=1)


def _draw_stall(model: Model, tone: Tone) -> None:
    """Draw a market stall: a counter of fruit under a striped awning."""
    pen = model.body
    _draw_counter(pen, _WOOD, 0.58)
    for row, y in enumerate((_TOP + 0.03, _TOP + 0.09)):
        for number, x in enumerate(np.linspace(-0.5, 0.5, 11 - row)):
            color = ("#e8832f", "#d8322f", "#8ab82f")[int((x + 0.5) * 2.99)]
            if abs(x) > 0.13 or row == 0:
                pen.oval(float(x), y, 0.05, 0.05, Tone(Role.ACCENT, tint=color).darken(0.08 * (number % 2)), line=0.7)


def _draw_awning(model: Model, tone: Tone) -> None:
    pen = model.body
    for side in SIDES:
        pen.box(side * 0.56 - 0.02, 0, side * 0.56 + 0.02, 1.12, _WOOD, line=0.8)
    for number in range(8):
        x = -0.66 + 0.165 * number
        stripe = [(x * 0.85, 1.3), ((x + 0.165) * 0.85, 1.3), (x + 0.165, 1.1), (x + 0.0825, 1.04), (x, 1.1)]
        pen.fill(stripe, tone if number % 2 else WHITE, line=0.8)


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
        pen.blob([(x - 0.09, 0.45), (x, 0.5), (x + 0.09, 0.46), (x, 0.41)], Tone(Role.ACCENT, tint="#9a4a3a"), corners=(0, 2), solid=True)
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
        pen.blob([(x - 0.035, 0.34), (x, 0.42), (x + 0.035, 0.34)], Tone(Role.ACCENT, tint="#ff8a1f"), corners=(0, 1, 2), line=0)
    for x, y, color in ((-0.14, 0.53, "#e8482f"), (-0.04, 0.56, "#4a9a3a"), (0.06, 0.54, "#f6a92d"), (0.15, 0.52, "#4a9a3a")):
        pen.oval(x, y, 0.06, 0.055, Tone(Role.ACCENT, tint=color), line=0.6)
    pen.blob([(-0.28, 0.52), (0.28, 0.52), (0.18, 0.4), (-0.18, 0.4)], INK, corners=(0, 1), solid=True)
    pen.stroke([(0.26, 0.49), (0.4, 0.53), (0.5, 0.57)], 0.036, _WOOD, start=1, end=1, line=0.7)


def _draw_baker_table(model: Model, tone: Tone) -> None:
    """Draw a table with loaves of bread."""
    pen = model.body
    _draw_table(pen, _WOOD, 0.56)
    for x, y, width in ((-0.38, 0.06, 0.16), (0.38, 0.06, 0.16), (-0.3, 0.16, 0.12), (0.32, 0.16, 0.12)):
        pen.blob([(x - width, _TOP + y - 0.06), (x - width * 0.8, _TOP + y + 0.05), (x, _TOP + y + 0.08), (x + width * 0.8, _TOP + y + 0.05),
            (x + width, _TOP + y - 0.06)], tone, corners=(0, 4), solid=True)  # fmt: skip
        for cut in (-0.4, 0, 0.4):
            pen.stroke([(x + cut * width - 0.02, _TOP + y + 0.04), (x + cut * width, _TOP + y + 0.02), (x + cut * width + 0.02, _TOP + y - 0.02)],
                0.016, tone.lighten(0.5), start=1, end=1)  # fmt: skip
    pen.oval(0, _TOP + 0.025, 0.15, 0.04, Tone(Role.LIGHT, tint="#f6e6c4"), solid=True)


def _draw_meat_counter(model: Model, tone: Tone) -> None:
    """Draw a counter with a ham, a steak and sausages."""
    pen = model.body
    _draw_counter(pen, Tone(Role.SECOND, tint="#e8ecef"), 0.56)
    pen.oval(-0.34, _TOP + 0.1, 0.18, 0.11, tone, solid=True)
    pen.oval(-0.44, _TOP + 0.1, 0.07, 0.085, Tone(Role.LIGHT, tint="#f6d0c4"), line=0.6)
    pen.oval(-0.44, _TOP + 0.1, 0.024, 0.028, WHITE, line=0.5)
    pen.blob([(0.2, _TOP), (0.24, _TOP + 0.13), (0.42, _TOP + 0.15), (0.5, _TOP + 0.03), (0.4, _TOP)], tone.darken(0.05), solid=True)
    pen.oval(0.34, _TOP + 0.07, 0.04, 0.032, WHITE, line=0.5)
    for x in (-0.1, 0.0, 0.1):
        pen.stroke([(x - 0.05, _TOP + 0.03), (x, _TOP + 0.015), (x + 0.05, _TOP + 0.03)], 0.05, tone.darken(0.2), start=0.9, end=0.9, line=0.6)


def _draw_sushi_counter(model: Model, tone: Tone) -> None:
    pen = model.body
    _draw_counter(pen, _WOOD, 0.56)
    pen.box(-0.5, _TOP, 0.5, _TOP + 0.03, Tone(Role.LIGHT, tint="#e8c48a"), line=0.7)
    for x, color in ((-0.42, "#f0703a"), (-0.25, "#d8322f"), (0.25, "#f0703a"), (0.42, "#f6cb2d")):
        pen.oval(x, _TOP + 0.06, 0.075, 0.045, WHITE, line=0.7)
        pen.blob([(x - 0.09, _TOP + 0.07), (x, _TOP + 0.13), (x + 0.09, _TOP + 0.07), (x, _TOP + 0.08)], Tone(Role.ACCENT, tint=color),
            corners=(0, 2), solid=True)  # fmt: skip


def _draw_desk(model: Model, tone: Tone) -> None:
    """Draw a desk with books and a lamp."""
    pen = model.body
    _draw_counter(pen, tone, 0.54)
    for number, color in enumerate(("#c8403a", "#3a7fb8", "#e8b02f")):
        pen.box(-0.48, _TOP + 0.05 * number, -0.24 - 0.02 * number, _TOP + 0.05 * (number + 1), Tone(Role.ACCENT, tint=color), line=0.7)
    pen.box(0.32, _TOP, 0.48, _TOP + 0.025, INK, line=0.6)
    pen.stroke([(0.4, _TOP), (0.44, _TOP + 0.14), (0.36, _TOP + 0.24)], 0.022, INK, start=1, end=1)
    pen.fill([(0.24, _TOP + 0.2), (0.4, _TOP + 0.3), (0.44, _TOP + 0.2), (0.34, _TOP + 0.13)], _GOLD, solid=True)


def _draw_laptop(model: Model, tone: Tone) -> None:
    pen = model.body
    _draw_table(pen, _WOOD, 0.5)
    pen.fill([(-0.2, _TOP), (0.2, _TOP), (0.24, _TOP + 0.23), (-0.24, _TOP + 0.23)], tone, solid=True)
    pen.oval(0, _TOP + 0.12, 0.035, 0.035, WHITE, line=0)


def _draw_calligraphy_desk(model: Model, tone: Tone) -> None:
    """Draw a table with a sheet of calligraphy and an ink stone."""
    pen = model.body
    _draw_table(pen, tone, 0.54)
    pen.fill([(-0.28, _TOP + 0.01), (0.28, _TOP + 0.01), (0.34, 0.12), (-0.34, 0.12)], WHITE, line=0.8)
    for x in (-0.16, 0.02):
        strokes: tuple[tuple[XY, XY, XY], ...] = (
            ((x - 0.04, 0.33), (x + 0.03, 0.335), (x + 0.1, 0.33)), ((x + 0.03, 0.37), (x + 0.03, 0.28), (x + 0.03, 0.2)),
            ((x + 0.03, 0.3), (x - 0.02, 0.25), (x - 0.06, 0.21)), ((x + 0.03, 0.3), (x + 0.08, 0.25), (x + 0.13, 0.21)),
        )  # fmt: skip
        for stroke in strokes:
            pen.stroke(stroke, 0.026, INK, start=0.8, end=0.5)
    pen.box(0.36, _TOP, 0.5, _TOP + 0.04, INK, radius=0.01, line=0.7)


def _draw_tea_table(model: Model, tone: Tone) -> None:
    pen = model.body
    _draw_table(pen, tone, 0.5, 0.24)
    pot = pen.at(-0.3, 0.24)
    pot.oval(0, 0.08, 0.11, 0.085, Tone(Role.ACCENT, tint="#9a5236"), solid=True)
    pot.stroke([(0.09, 0.07), (0.16, 0.1), (0.19, 0.15)], 0.034, Tone(Role.ACCENT, tint="#9a5236"), start=1.1, end=0.7, line=0.6)
    pot.oval(0, 0.17, 0.028, 0.022, Tone(Role.ACCENT, tint="#9a5236"), line=0.7)
    for x in (0.2, 0.36):
        pen.fill([(x - 0.05, 0.31), (x + 0.05, 0.31), (x + 0.03, 0.24), (x - 0.03, 0.24)], WHITE, line=0.7)


def _draw_dumpling_table(model: Model, tone: Tone) -> None:
    """Draw a table with a plate of dumplings and bowls."""
    pen = model.body
    _draw_table(pen, tone, 0.54)
    pen.oval(0, _TOP + 0.01, 0.27, 0.045, Tone(Role.LIGHT, tint="#5fa0d8"), solid=True)
    for row, count in ((0.04, 5), (0.1, 3)):
        for x in np.linspace(-0.17, 0.17, count) * (1 if count == 5 else 0.65):
            _draw_dumpling(pen, float(x), _TOP + row)
    for x in (-0.42, 0.42):
        pen.blob([(x - 0.09, _TOP + 0.09), (x + 0.09, _TOP + 0.09), (x + 0.05, _TOP), (x - 0.05, _TOP)], _RED, corners=(0, 1), solid=True)


def _draw_dumpling(pen: Pen, x: float, y: float) -> None:
    dough = Tone(Role.LIGHT, tint="#fbf1dc")
    pen.blob([(x - 0.065, y - 0.015), (x - 0.04, y + 0.04), (x, y + 0.06), (x + 0.04, y + 0.04), (x + 0.065, y - 0.015), (x, y - 0.03)],
        dough, corners=(0, 4), line=0.9)  # fmt: skip
    for fold in (-0.025, 0, 0.025):
        pen.stroke([(x + fold, y + 0.045), (x + fold, y + 0.03), (x + fold * 0.8, y + 0.015)], 0.008, dough.darken(0.4), start=1, end=1)


def _draw_dinner_table(model: Model, tone: Tone) -> None:
    """Draw a table with a plate of food."""
    pen = model.body
    _draw_table(pen, tone, 0.5)
    pen.oval(0, _TOP + 0.02, 0.2, 0.045, WHITE, solid=True)
    for x, color in ((-0.08, "#d8502f"), (0.02, "#4a9a3a"), (0.09, "#f6b02d")):
        pen.oval(x, _TOP + 0.055, 0.06, 0.045, Tone(Role.ACCENT, tint=color), line=0.6)
    pen.fill([(0.32, _TOP + 0.15), (0.42, _TOP + 0.15), (0.4, _TOP), (0.34, _TOP)], Tone(Role.LIGHT, tint="#a8dcf5"), line=0.7)


def _draw_board_game(model: Model, tone: Tone) -> None:
    """Draw a Go board with black and white stones."""
    pen = model.body
    _draw_table(pen, _WOOD, 0.46, 0.3)
    board = [(-0.34, 0.3), (0.34, 0.3), (0.28, 0.46), (-0.28, 0.46)]
    pen.fill(board, tone, solid=True)
    for step in range(1, 6):
        y = 0.3 + 0.16 * step / 6
        half = 0.34 - 0.06 * step / 6
        pen.box(-half, y - 0.003, half, y + 0.003, _WOOD, line=0)
    for step in range(1, 8):
        low, high = -0.34 + 0.68 * step / 8, -0.28 + 0.56 * step / 8
        pen.stroke([(low, 0.3), ((low + high) / 2, 0.38), (high, 0.46)], 0.006, _WOOD, start=1, end=1)
    for x, y, color in ((-0.17, 0.35, INK), (-0.08, 0.38, WHITE), (0.0, 0.35, INK), (0.09, 0.4, WHITE), (0.17, 0.35, INK), (0.04, 0.43, INK),
            (-0.13, 0.42, WHITE)):  # fmt: skip
        pen.oval(x, y, 0.034, 0.022, color, line=0.6)


def _draw_crystal_ball(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.fill([(-0.46, 0), (0.46, 0), (0.4, 0.34), (-0.4, 0.34)], Tone(Role.DEEP, tint="#5a2f7a"), solid=True)
    for x in (-0.3, 0.3):
        pen.oval(x, 0.17, 0.035, 0.035, _GOLD, line=0)
    pen.fill([(-0.1, 0.34), (0.1, 0.34), (0.06, 0.4), (-0.06, 0.4)], _GOLD, line=0.8)
    pen.oval(0, 0.5, 0.14, 0.14, tone, solid=True, glow=0.4)
    pen.oval(-0.05, 0.55, 0.035, 0.03, WHITE, line=0)


def _draw_flasks(model: Model, tone: Tone) -> None:
    """Draw a bench with bubbling flasks."""
    pen = model.body
    _draw_counter(pen, _WOOD, 0.56)
    for x, color in ((-0.38, "#7ad04a"), (0.38, "#c84ad0")):
        pen.oval(x, _TOP + 0.1, 0.12, 0.105, Tone(Role.ACCENT, tint=color), solid=True)
        pen.box(x - 0.035, _TOP + 0.18, x + 0.035, _TOP + 0.3, WHITE, line=0.7)
        for dx, dy in ((0.02, 0.36), (-0.03, 0.43), (0.03, 0.5)):
            pen.oval(x + dx, _TOP + dy, 0.024, 0.024, Tone(Role.ACCENT, tint=color), line=0.5)
    pen.box(-0.08, _TOP, 0.08, _TOP + 0.03, tone, line=0.6)


def _draw_lectern(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.fill([(-0.24, 0), (0.24, 0), (0.28, 0.42), (-0.28, 0.42)], tone, solid=True)
    pen.box(-0.32, 0.4, 0.32, 0.46, tone.darken(0.2), line=0.9)
    for side in SIDES:
        x = side * 0.1
        pen.stroke([(x, 0.46), (x * 0.8, 0.52), (x * 0.5, 0.6)], 0.016, INK, start=1, end=1)
        pen.oval(x * 0.5, 0.61, 0.028, 0.032, INK, line=0)
    pen.oval(0, 0.22, 0.08, 0.08, _GOLD, line=0.7)


def _draw_news_desk(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.fill([(-0.54, 0.36), (0.54, 0.36), (0.46, 0), (-0.46, 0)], tone, solid=True)
    pen.box(-0.58, 0.34, 0.58, 0.41, WHITE, line=0.8)
    pen.box(-0.3, 0.12, 0.3, 0.26, _RED, line=0.6)
    for x in (-0.2, -0.1, 0.0, 0.1, 0.2):
        pen.box(x - 0.025, 0.15, x + 0.025, 0.23, WHITE, line=0)


def _draw_shelves(model: Model, tone: Tone) -> None:
    """Draw shelves of books behind the person."""
    pen = model.body
    pen.box(-0.66, 0, 0.66, 1.2, tone, solid=True)
    colors = ("#c8403a", "#3a7fb8", "#e8b02f", "#4a9a5a", "#7a4a9a")
    for row in range(4):
        y = 0.06 + 0.29 * row
        pen.box(-0.62, y, 0.62, y + 0.24, tone.darken(0.4), line=0.5)
        for number in range(14):
            x, height = -0.6 + 0.087 * number, 0.16 + 0.03 * ((number * 7 + row * 3) % 3)
            pen.box(x, y, x + 0.07, y + height, Tone(Role.ACCENT, tint=colors[(number * 3 + row) % 5]), line=0.5)


def _draw_tea_bushes(model: Model, tone: Tone) -> None:
    """Draw rows of tea bushes around the waist."""
    pen = model.body
    for y, shift, shade in ((0.2, 0.08, 0.18), (0.08, 0.0, 0.0)):
        for x in np.linspace(-0.4, 0.4, 5):
            pen.oval(float(x) + shift, y, 0.15, 0.14, tone.darken(shade), line=0.7)
        for x in np.linspace(-0.44, 0.44, 9):
            leaf = [(float(x) - 0.03, y + 0.07), (float(x), y + 0.15), (float(x) + 0.03, y + 0.07)]
            pen.fill(leaf, tone.lighten(0.35), line=0.5)


def _draw_flower_bed(model: Model, tone: Tone) -> None:
    pen = model.body
    for x in np.linspace(-0.44, 0.5, 8):
        stem = float(x) + 0.01
        high = 0.14 + 0.05 * abs(float(np.sin(7 * x)))
        pen.stroke([(stem, 0), (stem, high / 2), (stem, high)], 0.018, _LEAF, start=1, end=1)
        pen.oval(stem - 0.03, high * 0.45, 0.035, 0.018, _LEAF, rotation=30, line=0.4)
        petals = tone if round(float(x) * 7) % 2 else _GOLD
        for angle in np.radians(range(0, 360, 72)):
            pen.oval(stem + 0.034 * float(np.cos(angle)), high + 0.034 * float(np.sin(angle)), 0.03, 0.03, petals, line=0.5)
        pen.oval(stem, high, 0.022, 0.022, WHITE, line=0)


def _draw_crops(model: Model, tone: Tone) -> None:
    """Draw green shoots in rows."""
    pen = model.body
    for x in np.linspace(-0.42, 0.42, 8):
        for lean in (-0.05, 0, 0.05):
            pen.stroke([(float(x), 0), (float(x) + lean * 0.6, 0.08), (float(x) + lean, 0.16)], 0.022, tone, start=1, end=0.3, line=0.4)


def _draw_beehives(model: Model, tone: Tone) -> None:
    pen = model.body.at(-0.48, 0)
    for row, width in enumerate((0.2, 0.21, 0.17, 0.1)):
        pen.box(-width, 0.1 * row, width, 0.1 * row + 0.1, tone, radius=0.045, solid=True)
    pen.oval(0, 0.1, 0.06, 0.06, INK, line=0.6)
    for x, y in ((0.3, 0.34), (-0.1, 0.52), (0.22, 0.56), (0.9, 0.62)):
        pen.oval(x, y, 0.045, 0.032, _GOLD, line=0.6)
        pen.box(x - 0.008, y - 0.03, x + 0.012, y + 0.03, INK, line=0)
        pen.oval(x, y + 0.045, 0.035, 0.022, WHITE, line=0.5)


def _draw_sheep(model: Model, tone: Tone) -> None:
    for x, size, flip in ((-0.46, 1.0, False), (0.62, 0.85, True)):
        pen = model.body.at(x, 0, size, flip=flip)
        for leg in (-0.1, 0.08):
            pen.box(leg - 0.02, 0, leg + 0.02, 0.12, INK, line=0.5)
        for dx, dy in ((-0.12, 0.18), (0, 0.14), (0.11, 0.18), (-0.06, 0.25), (0.07, 0.26)):
            pen.oval(dx, dy, 0.095, 0.085, tone, line=0.7)
        pen.oval(0.19, 0.25, 0.065, 0.075, INK, line=0.6)
        pen.oval(0.2, 0.27, 0.016, 0.016, WHITE, line=0)


def _draw_logs(model: Model, tone: Tone) -> None:
    for x, y in ((-0.52, 0.1), (-0.32, 0.1), (-0.42, 0.27)):
        model.body.oval(x, y, 0.1, 0.1, tone.darken(0.3), solid=True)
        model.body.oval(x, y, 0.075, 0.075, tone.lighten(0.3), line=0.5)
        model.body.oval(x, y, 0.035, 0.035, tone, line=0.4)


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
    pen.blob([(-0.12, 0.62), (-0.11, 0.74), (0, 0.8), (0.11, 0.74), (0.12, 0.62), (0, 0.7)], Tone(Role.DEEP, tint="#8a4a22"),
        corners=(0, 4), solid=True)  # fmt: skip
    for side in SIDES:
        pen.oval(side * 0.045, 0.61, 0.014, 0.018, INK, line=0)


def _draw_skateboard(model: Model, tone: Tone) -> None:
    pen = model.body
    for x in (-0.2, 0.2):
        pen.oval(x, 0.035, 0.042, 0.042, WHITE, line=0.9)
        pen.oval(x, 0.035, 0.016, 0.016, INK, line=0)
    pen.stroke([(-0.42, 0.14), (-0.3, 0.085), (0, 0.08), (0.3, 0.085), (0.42, 0.14)], 0.055, tone, start=0.9, end=0.9, line=0.9)


def _draw_skates(model: Model, tone: Tone) -> None:
    for _, foot in (model.legs.left, model.legs.right):
        x, y = foot
        model.body.box(x - 0.1, y - 0.06, x + 0.1, y - 0.04, tone, line=0.6)
        for dx in (-0.05, 0.05):
            model.body.box(x + dx - 0.008, y - 0.05, x + dx + 0.008, y - 0.02, tone, line=0)


def _draw_scooter(model: Model, tone: Tone) -> None:
    """Draw a delivery scooter with a box behind the rider."""
    pen = model.body
    for x in (-0.32, 0.4):
        pen.oval(x, 0.11, 0.12, 0.12, INK, solid=True)
        pen.oval(x, 0.11, 0.05, 0.05, _STEEL, line=0.6)
    pen.blob([(-0.44, 0.18), (-0.42, 0.36), (-0.1, 0.42), (0.04, 0.3), (0.04, 0.2), (0.22, 0.18), (0.2, 0.1), (-0.2, 0.1)], tone,
        corners=(4,), solid=True)  # fmt: skip
    pen.box(-0.3, 0.4, 0.08, 0.46, INK, radius=0.025, line=0.7)
    pen.box(-0.6, 0.42, -0.22, 0.82, Tone(Role.ACCENT, tint="#f6c52d"), radius=0.02, solid=True)
    pen.box(-0.6, 0.7, -0.22, 0.74, Tone(Role.DEEP, tint="#8a6a1a"), line=0)
    pen.oval(-0.41, 0.57, 0.085, 0.085, WHITE, line=0.6)
    pen.box(-0.45, 0.53, -0.37, 0.6, _RED, line=0)


def _draw_scooter_front(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.blob([(0.2, 0.12), (0.27, 0.36), (0.3, 0.56), (0.38, 0.54), (0.4, 0.3), (0.48, 0.2), (0.38, 0.14)], tone, corners=(2, 3),
        solid=True)  # fmt: skip
    pen.stroke([(0.22, 0.63), (0.32, 0.6), (0.38, 0.55)], 0.036, INK, start=1, end=1)
    pen.oval(0.4, 0.46, 0.04, 0.05, _GOLD, line=0.7, glow=0.4)


def _draw_stool(model: Model, tone: Tone) -> None:
    x, y = model.legs.hip
    for side in SIDES:
        model.body.box(x + side * 0.13 - 0.02, 0, x + side * 0.13 + 0.02, y - 0.02, tone.darken(0.25), line=0.8)
    model.body.box(x - 0.18, y - 0.08, x + 0.18, y - 0.02, tone, radius=0.02, solid=True)


def _draw_armchair(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.box(-0.28, 0.1, 0.28, 0.72, tone.darken(0.12), radius=0.1, solid=True)
    for side in SIDES:
        pen.box(side * 0.28 - 0.07, 0.03, side * 0.28 + 0.07, 0.36, tone, radius=0.06, solid=True)
    pen.box(-0.24, 0.06, 0.24, 0.25, tone.lighten(0.1), radius=0.03, solid=True)


def _draw_throne(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.fill([(-0.26, 0), (0.26, 0), (0.28, 1.0), (0, 1.22), (-0.28, 1.0)], tone, solid=True)
    pen.box(-0.2, 0.3, 0.2, 0.98, Tone(Role.ACCENT, tint="#a82434"), radius=0.04, line=0.8)
    for side in SIDES:
        pen.oval(side * 0.28, 1.04, 0.05, 0.05, tone, line=0.8)
        pen.box(side * 0.27 - 0.05, 0, side * 0.27 + 0.05, 0.38, tone.darken(0.1), line=0.9)


def _draw_bed(model: Model, tone: Tone) -> None:
    """Draw the blanket, the pillow and the frame of a bed around the person."""
    pen = model.body
    pen.box(-0.34, 0, 0.34, 0.5, tone, radius=0.05, solid=True)
    for x in (-0.2, 0.0, 0.2):
        for y in (0.12, 0.3):
            pen.oval(x, y, 0.04, 0.04, tone.lighten(0.5), line=0.5)
    pen.box(-0.36, 0.42, 0.36, 0.54, WHITE, radius=0.03, solid=True)
    pen.box(-0.42, -0.02, 0.42, 0.08, _WOOD, solid=True)


def _draw_headboard(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.box(-0.46, 0, 0.46, 0.98, _WOOD, radius=0.1, solid=True)
    pen.box(-0.3, 0.48, 0.3, 0.84, WHITE, radius=0.08, solid=True)


def _draw_swing(model: Model, tone: Tone) -> None:
    pen = model.body
    for side in SIDES:
        pen.stroke([(side * 0.2, 0.24), (side * 0.21, 0.8), (side * 0.22, 1.34)], 0.018, tone, start=1, end=1, line=0.5)
    pen.box(-0.26, 0.2, 0.26, 0.25, _WOOD, line=0.9)
    pen.box(-0.4, 1.32, 0.4, 1.38, _WOOD, line=0.9)


def _draw_rope(model: Model, tone: Tone) -> None:
    (left_x, left_y), (right_x, right_y) = model.arms.left[1], model.arms.right[1]
    hip = model.legs.hip[1]
    path = [(left_x, hip + left_y), (left_x - 0.24, 0.8), (-0.2, 1.22), (0.2, 1.22), (right_x + 0.24, 0.8), (right_x, hip + right_y)]
    model.body.stroke(path, 0.024, tone, start=1, end=1, line=0.5)


def _draw_dog_leash(model: Model, tone: Tone) -> None:
    """Draw a dog on a leash."""
    pen = model.body.at(0.56, 0)
    hand = model.arms.right[1]
    model.body.stroke([(hand[0], model.legs.hip[1] + hand[1]), (0.4, 0.32), (0.62, 0.34)], 0.014, _RED, start=1, end=1)
    for x in (-0.12, -0.05, 0.08, 0.14):
        pen.box(x - 0.024, 0, x + 0.024, 0.16, tone.darken(0.1), line=0.7)
    pen.blob([(-0.18, 0.22), (-0.1, 0.29), (0.1, 0.29), (0.18, 0.24), (0.16, 0.13), (-0.16, 0.13)], tone, solid=True)
    pen.stroke([(-0.17, 0.24), (-0.24, 0.32), (-0.22, 0.42)], 0.045, tone, start=1, end=0.6, line=0.7)
    pen.oval(0.2, 0.36, 0.1, 0.09, tone, solid=True)
    pen.oval(0.28, 0.33, 0.055, 0.042, tone.lighten(0.4), line=0.6)
    pen.oval(0.325, 0.345, 0.02, 0.018, INK, line=0)
    pen.oval(0.22, 0.39, 0.016, 0.018, INK, line=0)
    pen.blob([(0.12, 0.43), (0.07, 0.38), (0.08, 0.28), (0.14, 0.34)], tone.darken(0.3), line=0.7)
    pen.box(0.12, 0.25, 0.2, 0.285, _RED, line=0.4)


def _draw_backpack(model: Model, tone: Tone) -> None:
    pen = model.torso
    pen.box(-0.2, -0.02, 0.2, 0.36, tone, radius=0.05, solid=True)
    pen.box(-0.22, 0.34, 0.22, 0.42, Tone(Role.SECOND, tint="#6a8a4a"), radius=0.04, solid=True)


def _draw_straps(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.stroke([(side * 0.085, 0.33), (side * 0.1, 0.2), (side * 0.11, 0.06)], 0.032, tone.darken(0.2), start=1, end=1, line=0.5)


def _draw_back_basket(model: Model, tone: Tone) -> None:
    """Draw a basket of leaves on the back."""
    pen = model.torso
    for x in (-0.15, -0.05, 0.05, 0.15):
        pen.oval(x, 0.32, 0.075, 0.08, _LEAF, line=0.6)
    pen.fill([(-0.24, 0.32), (0.24, 0.32), (0.18, -0.06), (-0.18, -0.06)], tone, solid=True)


def _draw_air_tank(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.box(side * 0.13 - 0.07, -0.02, side * 0.13 + 0.07, 0.38, tone, radius=0.06, solid=True)


def _draw_fins(model: Model, tone: Tone) -> None:
    for side, (_, (x, y)) in zip(SIDES, (model.legs.left, model.legs.right), strict=True):
        fin = [(x - 0.04, y + 0.03), (x + 0.04, y + 0.03), (x + side * 0.02 + 0.09, y - 0.12), (x + side * 0.02 - 0.09, y - 0.12)]
        model.body.fill(fin, tone, solid=True)


def _draw_jacks(model: Model, tone: Tone) -> None:
    """Draw clubs in the air."""
    for x, y in ((-0.32, 1.02), (0, 1.24), (0.32, 1.02)):
        model.body.oval(x, y, 0.07, 0.07, tone if x else _GOLD, solid=True)


def _place(color: str, draw: DrawPart, behind: DrawPart | None = None, slot: Slot = Slot.PLACE) -> Part:
    layers = [(Depth.PLACE, draw)]
    return Part(slot, color, [(Depth.BACKDROP, behind), *layers] if behind else layers)


def _behind(color: str, draw: DrawPart, depth: Depth = Depth.BACKDROP, slot: Slot = Slot.ON) -> Part:
    return Part(slot, color, ((depth, draw),))


PLACES: dict[str, Part] = {
    "anvil": _place("#4a5260", _draw_anvil), "forge": _behind("#8a4a3a", _draw_forge),
    "coffee_bar": _place("#6a4327", _draw_coffee_bar), "blackboard": _behind("#2f5a44", _draw_blackboard, slot=Slot.PLACE),
    "loom": _place("#9a6a3a", _draw_loom), "sewing_machine": _place("#26262c", _draw_sewing_machine),
    "dummy": _behind("#d9b990", _draw_dummy), "easel": _place("#fbf8f0", _draw_easel),
    "operating_table": _place("#8fd0cf", _draw_operating_table), "surgical_lamp": _behind("#fff3b0", _draw_surgical_lamp),
    "dentist_chair": _place("#4fa8a0", _draw_dentist_chair), "potter_wheel": _place("#b8683f", _draw_wheel),
    "stall": _place("#d8322f", _draw_stall, _draw_awning), "cart": _place("#5a626c", _draw_cart), "stove": _place("#d8dde2", _draw_stove),
    "baker_table": _place("#d0863a", _draw_baker_table), "meat_counter": _place("#d8605a", _draw_meat_counter),
    "sushi_counter": _place("#8a5a32", _draw_sushi_counter), "desk": _place("#8a5a32", _draw_desk), "laptop": _place("#9aa5b0", _draw_laptop),
    "calligraphy": _place("#6a3a22", _draw_calligraphy_desk), "tea_table": _place("#6a3a22", _draw_tea_table),
    "dumplings": _place("#b5652f", _draw_dumpling_table), "dinner": _place("#b5752f", _draw_dinner_table),
    "go_board": _place("#e0b060", _draw_board_game), "crystal_ball": _place("#9fc8f0", _draw_crystal_ball),
    "flasks": _place("#f0b92f", _draw_flasks), "lectern": _place("#8a5a32", _draw_lectern), "news_desk": _place("#2f4a8a", _draw_news_desk),
    "shelves": _behind("#7a4a26", _draw_shelves), "tea_bushes": _place("#4a8a3a", _draw_tea_bushes),
    "flower_bed": _place("#e8587a", _draw_flower_bed), "crops": _place("#4a9a3a", _draw_crops), "beehives": _behind("#e0a83a", _draw_beehives),
    "sheep": _behind("#fbf6ec", _draw_sheep), "logs": _behind("#8a5a32", _draw_logs), "workbench": _place("#9a6a3a", _draw_workbench),
    "mine_cart": _behind("#7a6a5a", _draw_cart_mine), "barber_chair": _place("#f4f1ea", _draw_barber_chair),
    "skateboard": _place("#e8486a", _draw_skateboard, slot=Slot.ON), "skates": _behind("#b7bec8", _draw_skates, Depth.FEET),
    "scooter": Part(Slot.PLACE, "#2f6fd0", ((Depth.BACK, _draw_scooter), (Depth.PLACE, _draw_scooter_front))),
    "stool": _behind("#8a5a32", _draw_stool, Depth.BACK), "armchair": _behind("#b5483a", _draw_armchair, Depth.BACK),
    "throne": _behind("#f0b92f", _draw_throne, Depth.BACKDROP), "bed": _place("#3f7fc0", _draw_bed, _draw_headboard),
    "swing": _behind("#8a5a32", _draw_swing, Depth.BACK), "rope": _behind("#d8322f", _draw_rope, Depth.HELD),
    "dog_leash": _behind("#b5793f", _draw_dog_leash, Depth.HELD),
    "backpack": Part(Slot.ON, "#d8502f", ((Depth.BACK, _draw_backpack), (Depth.OVER, _draw_straps))),
    "back_basket": Part(Slot.ON, "#c99a5f", ((Depth.BACK, _draw_back_basket), (Depth.OVER, _draw_straps))),
    "air_tank": Part(Slot.ON, "#f0a92d", ((Depth.BACK, _draw_air_tank), (Depth.OVER, _draw_straps))),
    "fins": _behind("#f0a92d", _draw_fins, Depth.FEET), "balls": _behind("#d8322f", _draw_jacks),
}  # fmt: skip
"""Places, seats, vehicles and what is around a person, by name."""
