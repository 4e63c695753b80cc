"""Tables and desks, and what lies on them."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import RIGHT, XY, Depth, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#d8322f")
_WOOD = Tone(Role.DEEP, tint="#8a5a32")
_TOP = 0.4


def _draw_table(pen: Pen, tone: Tone, half: float = 0.44, top: float = _TOP) -> None:
    for side in SIDES:
        x = side * (half - 0.07)
        pen.box(x - 0.03, 0, x + 0.03, top - 0.03, tone.darken(0.2), line=0.8)
    pen.box(-half, top - 0.055, half, top, tone, radius=0.012, solid=True)


def _draw_baker_table(model: Model, tone: Tone) -> None:
    """Draw a table with loaves of bread."""
    pen = model.body
    _draw_table(pen, _WOOD, 0.56)
    for x, y, width in ((-0.38, 0.06, 0.16), (0.38, 0.06, 0.16), (-0.3, 0.16, 0.12), (0.32, 0.16, 0.12)):
        pen.blob([(x - width, _TOP + y - 0.06), (x - width * 0.8, _TOP + y + 0.05), (x, _TOP + y + 0.08),
            (x + width * 0.8, _TOP + y + 0.05),
            (x + width, _TOP + y - 0.06)], tone, corners=(0, 4), solid=True)  # fmt: skip
        for cut in (-0.4, 0, 0.4):
            pen.stroke([(x + cut * width - 0.02, _TOP + y + 0.04), (x + cut * width, _TOP + y + 0.02),
                (x + cut * width + 0.02, _TOP + y - 0.02)],
                0.016, tone.lighten(0.5), start=1, end=1)  # fmt: skip
    pen.oval(0, _TOP + 0.025, 0.15, 0.04, Tone(Role.LIGHT, tint="#f6e6c4"), solid=True)


def _draw_counter(pen: Pen, tone: Tone, half: float = 0.48) -> None:
    pen.box(-half + 0.03, 0, half - 0.03, _TOP - 0.03, tone, solid=True)
    for x in np.linspace(-half + 0.03, half - 0.03, 6)[1:-1]:
        pen.box(float(x) - 0.004, 0.02, float(x) + 0.004, _TOP - 0.05, tone.darken(0.3), line=0)
    pen.box(-half, _TOP - 0.05, half, _TOP, tone.darken(0.25), radius=0.01, line=0.9)


def _draw_meat_counter(model: Model, tone: Tone) -> None:
    """Draw a counter with a ham, a steak and sausages."""
    pen = model.body
    _draw_counter(pen, Tone(Role.SECOND, tint="#e8ecef"), 0.56)
    pen.oval(-0.34, _TOP + 0.1, 0.18, 0.11, tone, solid=True)
    pen.oval(-0.44, _TOP + 0.1, 0.07, 0.085, Tone(Role.LIGHT, tint="#f6d0c4"), line=0.6)
    pen.oval(-0.44, _TOP + 0.1, 0.024, 0.028, WHITE, line=0.5)
    pen.blob(
        [(0.2, _TOP), (0.24, _TOP + 0.13), (0.42, _TOP + 0.15), (0.5, _TOP + 0.03), (0.4, _TOP)],
        tone.darken(0.05),
        solid=True,
    )
    pen.oval(0.34, _TOP + 0.07, 0.04, 0.032, WHITE, line=0.5)
    for x in (-0.1, 0.0, 0.1):
        pen.stroke(
            [(x - 0.05, _TOP + 0.03), (x, _TOP + 0.015), (x + 0.05, _TOP + 0.03)],
            0.05,
            tone.darken(0.2),
            start=0.9,
            end=0.9,
            line=0.6,
        )


def _draw_sushi_counter(model: Model, tone: Tone) -> None:
    pen = model.body
    _draw_counter(pen, _WOOD, 0.56)
    pen.box(-0.5, _TOP, 0.5, _TOP + 0.03, Tone(Role.LIGHT, tint="#e8c48a"), line=0.7)
    for x, color in ((-0.42, "#f0703a"), (-0.25, "#d8322f"), (0.25, "#f0703a"), (0.42, "#f6cb2d")):
        pen.oval(x, _TOP + 0.06, 0.075, 0.045, WHITE, line=0.7)
        pen.blob([(x - 0.09, _TOP + 0.07), (x, _TOP + 0.13), (x + 0.09, _TOP + 0.07), (x, _TOP + 0.08)],
            Tone(Role.ACCENT, tint=color),
            corners=(0, 2), solid=True)  # fmt: skip


def _draw_desk(model: Model, tone: Tone) -> None:
    """Draw a desk with books and a lamp."""
    pen = model.body
    _draw_counter(pen, tone, 0.54)
    for number, color in enumerate(("#c8403a", "#3a7fb8", "#e8b02f")):
        pen.box(
            -0.48,
            _TOP + 0.05 * number,
            -0.24 - 0.02 * number,
            _TOP + 0.05 * (number + 1),
            Tone(Role.ACCENT, tint=color),
            line=0.7,
        )
    pen.box(0.32, _TOP, 0.48, _TOP + 0.025, INK, line=0.6)
    pen.stroke([(0.4, _TOP), (0.44, _TOP + 0.14), (0.36, _TOP + 0.24)], 0.022, INK, start=1, end=1)
    pen.fill([(0.24, _TOP + 0.2), (0.4, _TOP + 0.3), (0.44, _TOP + 0.2), (0.34, _TOP + 0.13)], _GOLD, solid=True)


def _draw_writing(model: Model, tone: Tone) -> None:
    """Draw a sheet on the desk, and the pen in the hand that writes on it."""
    pen = model.body
    pen.fill([(-0.16, _TOP - 0.05), (0.16, _TOP - 0.05), (0.11, _TOP + 0.05), (-0.11, _TOP + 0.05)], tone, line=0.9)
    for y in (-0.02, 0.0, 0.02):
        pen.box(-0.09, _TOP + y - 0.004, 0.02, _TOP + y + 0.004, INK, line=0)
    hand = model.at_hand(RIGHT)
    hand.stroke([(-0.09, -0.09), (0.0, 0.02), (0.1, 0.15)], 0.03, _RED, start=0.4, end=1, line=0.6)


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
            ((x - 0.04, 0.33), (x + 0.03, 0.335), (x + 0.1, 0.33)), ((x + 0.03, 0.37), (x + 0.03, 0.28), (x + 0.03,
            0.2)),
            ((x + 0.03, 0.3), (x - 0.02, 0.25), (x - 0.06, 0.21)), ((x + 0.03, 0.3), (x + 0.08, 0.25), (x + 0.13,
            0.21)),
        )  # fmt: skip
        for stroke in strokes:
            pen.stroke(stroke, 0.026, INK, start=0.8, end=0.5)
    pen.box(0.36, _TOP, 0.5, _TOP + 0.04, INK, radius=0.01, line=0.7)


def _draw_tea_table(model: Model, tone: Tone) -> None:
    pen = model.body
    _draw_table(pen, tone, 0.5, 0.24)
    pot = pen.at(-0.3, 0.24)
    pot.oval(0, 0.08, 0.11, 0.085, Tone(Role.ACCENT, tint="#9a5236"), solid=True)
    pot.stroke(
        [(0.09, 0.07), (0.16, 0.1), (0.19, 0.15)],
        0.034,
        Tone(Role.ACCENT, tint="#9a5236"),
        start=1.1,
        end=0.7,
        line=0.6,
    )
    pot.oval(0, 0.17, 0.028, 0.022, Tone(Role.ACCENT, tint="#9a5236"), line=0.7)
    for x in (0.2, 0.36):
        pen.fill([(x - 0.05, 0.31), (x + 0.05, 0.31), (x + 0.03, 0.24), (x - 0.03, 0.24)], WHITE, line=0.7)


def _draw_dumpling(pen: Pen, x: float, y: float) -> None:
    dough = Tone(Role.LIGHT, tint="#fbf1dc")
    pen.blob([(x - 0.065, y - 0.015), (x - 0.04, y + 0.04), (x, y + 0.06), (x + 0.04, y + 0.04), (x + 0.065,
        y - 0.015), (x, y - 0.03)],
        dough, corners=(0, 4), line=0.9)  # fmt: skip
    for fold in (-0.025, 0, 0.025):
        pen.stroke(
            [(x + fold, y + 0.045), (x + fold, y + 0.03), (x + fold * 0.8, y + 0.015)],
            0.008,
            dough.darken(0.4),
            start=1,
            end=1,
        )


def _draw_dumpling_table(model: Model, tone: Tone) -> None:
    """Draw a table with a plate of dumplings and bowls."""
    pen = model.body
    _draw_table(pen, tone, 0.54)
    pen.oval(0, _TOP + 0.01, 0.27, 0.045, Tone(Role.LIGHT, tint="#5fa0d8"), solid=True)
    for row, count in ((0.04, 5), (0.1, 3)):
        for x in np.linspace(-0.17, 0.17, count) * (1 if count == 5 else 0.65):
            _draw_dumpling(pen, float(x), _TOP + row)
    for x in (-0.42, 0.42):
        pen.blob(
            [(x - 0.09, _TOP + 0.09), (x + 0.09, _TOP + 0.09), (x + 0.05, _TOP), (x - 0.05, _TOP)],
            _RED,
            corners=(0, 1),
            solid=True,
        )


def _draw_dinner_table(model: Model, tone: Tone) -> None:
    """Draw a table with a plate of food."""
    pen = model.body
    _draw_table(pen, tone, 0.5)
    pen.oval(0, _TOP + 0.02, 0.2, 0.045, WHITE, solid=True)
    for x, color in ((-0.08, "#d8502f"), (0.02, "#4a9a3a"), (0.09, "#f6b02d")):
        pen.oval(x, _TOP + 0.055, 0.06, 0.045, Tone(Role.ACCENT, tint=color), line=0.6)
    pen.fill(
        [(0.32, _TOP + 0.15), (0.42, _TOP + 0.15), (0.4, _TOP), (0.34, _TOP)],
        Tone(Role.LIGHT, tint="#a8dcf5"),
        line=0.7,
    )


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
    for x, y, color in ((-0.17, 0.35, INK), (-0.08, 0.38, WHITE), (0.0, 0.35, INK), (0.09, 0.4, WHITE), (0.17, 0.35,
        INK), (0.04, 0.43, INK),
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


TABLES: dict[str, Part] = {
    "baker_table": build_part(Slot.PLACE, "#d0863a", _draw_baker_table, Depth.PLACE),
    "meat_counter": build_part(Slot.PLACE, "#d8605a", _draw_meat_counter, Depth.PLACE),
    "sushi_counter": build_part(Slot.PLACE, "#8a5a32", _draw_sushi_counter, Depth.PLACE),
    "writing": build_part(Slot.TOOL, "#fbfaf6", _draw_writing, Depth.TOOLS),
    "desk": build_part(Slot.PLACE, "#8a5a32", _draw_desk, Depth.PLACE),
    "laptop": build_part(Slot.PLACE, "#9aa5b0", _draw_laptop, Depth.PLACE),
    "calligraphy": build_part(Slot.PLACE, "#6a3a22", _draw_calligraphy_desk, Depth.PLACE),
    "tea_table": build_part(Slot.PLACE, "#6a3a22", _draw_tea_table, Depth.PLACE),
    "dumplings": build_part(Slot.PLACE, "#b5652f", _draw_dumpling_table, Depth.PLACE),
    "dinner": build_part(Slot.PLACE, "#b5752f", _draw_dinner_table, Depth.PLACE),
    "go_board": build_part(Slot.PLACE, "#e0b060", _draw_board_game, Depth.PLACE),
    "crystal_ball": build_part(Slot.PLACE, "#9fc8f0", _draw_crystal_ball, Depth.PLACE),
    "flasks": build_part(Slot.PLACE, "#f0b92f", _draw_flasks, Depth.PLACE),
    "lectern": build_part(Slot.PLACE, "#8a5a32", _draw_lectern, Depth.PLACE),
    "news_desk": build_part(Slot.PLACE, "#2f4a8a", _draw_news_desk, Depth.PLACE),
}
