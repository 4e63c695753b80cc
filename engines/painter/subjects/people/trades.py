"""Tools of trades, in the hand."""

from collections.abc import Sequence

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import LEFT, RIGHT, XY, Depth, Model, Part, Slot, build_part

_RED = Tone(Role.ACCENT, tint="#d8322f")
_STEEL = Tone(Role.SECOND, tint="#c3cad3")
_WOOD = Tone(Role.DEEP, tint="#7a4a26")


def _draw_rod(pen: Pen, points: Sequence[XY], width: float, tone: Tone) -> None:
    pen.stroke(points, width, tone, start=1, end=1, line=0.7)


def _draw_hammer(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=26)
    _draw_rod(pen, [(0, -0.1), (0, 0.08), (0, 0.24)], 0.04, _WOOD)
    pen.box(-0.13, 0.2, 0.13, 0.33, tone, radius=0.015, solid=True)


def _draw_saw(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=60)
    teeth = [(-0.03 - 0.028 * (step % 2), 0.06 + 0.42 * step / 12) for step in range(13)]
    pen.fill([(0.09, 0.06), (0.05, 0.48), *teeth[::-1]], tone, solid=True)
    pen.box(-0.05, -0.07, 0.1, 0.08, _WOOD, radius=0.04, solid=True)


def _draw_wrench(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-14)
    pen.box(-0.03, -0.12, 0.03, 0.28, tone, radius=0.02, solid=True)
    pen.oval(0, 0.33, 0.095, 0.09, tone, solid=True)
    pen.fill([(-0.035, 0.32), (0.035, 0.32), (0.045, 0.45), (-0.045, 0.45)], INK, line=0)


def _draw_torch(model: Model, tone: Tone) -> None:
    """Draw a welding torch with sparks."""
    pen = model.at_hand(RIGHT, tilt=-70)
    pen.box(-0.025, -0.05, 0.025, 0.2, _STEEL, radius=0.01, solid=True)
    for angle in range(0, 360, 30):
        at = np.radians(angle)
        far = 0.17 if angle % 60 else 0.11
        _draw_rod(pen, [(0, 0.24), (far * 0.5 * float(np.cos(at)), 0.24 + far * 0.5 * float(np.sin(at))),
            (far * float(np.cos(at)), 0.24 + far * float(np.sin(at)))], 0.018, tone)  # fmt: skip
    pen.oval(0, 0.24, 0.065, 0.065, WHITE, line=0, glow=0.8)


def _draw_pickaxe(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-16)
    _draw_rod(pen, [(0, -0.3), (0, 0.0), (0, 0.32)], 0.04, _WOOD)
    pen.blob([(-0.26, 0.2), (0, 0.38), (0.26, 0.2), (0, 0.28)], tone, corners=(0, 2), solid=True)


def _draw_broom(model: Model, tone: Tone) -> None:
    """Draw a long broom from the hands down to the ground, and leaves."""
    pen = model.body
    _draw_rod(pen, [(0.02, 0.68), (0.18, 0.44), (0.34, 0.2)], 0.036, _WOOD)
    bristles = [(0.29, 0.23), (0.39, 0.19), (0.58, 0.02), (0.5, 0.0), (0.42, 0.01), (0.34, 0.0), (0.28, 0.03)]
    pen.fill(bristles, tone, solid=True)
    for x in (0.36, 0.42, 0.48):
        pen.stroke([(0.34, 0.2), (x - 0.02, 0.1), (x, 0.02)], 0.01, tone.darken(0.4), start=1, end=1)
    for x, y, color in (
        (0.66, 0.03, "#d86a2a"),
        (0.76, 0.06, "#e8b02a"),
        (0.7, 0.1, "#c8402a"),
        (-0.34, 0.02, "#d86a2a"),
    ):
        pen.blob([(x - 0.05, y), (x, y + 0.035), (x + 0.05, y + 0.01), (x, y - 0.025)], Tone(Role.ACCENT, tint=color),
            corners=(0, 2), line=0.6)  # fmt: skip


def _draw_rake(model: Model, tone: Tone) -> None:
    pen = model.body
    _draw_rod(pen, [(0.3, 1.0), (0.33, 0.6), (0.36, 0.16)], 0.034, _WOOD)
    pen.box(0.22, 0.12, 0.5, 0.17, tone, line=0.7)
    for x in np.linspace(0.235, 0.485, 6):
        pen.box(float(x) - 0.01, 0.0, float(x) + 0.01, 0.13, tone, line=0.5)


def _draw_hoe(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-10)
    _draw_rod(pen, [(0, -0.5), (0, 0.0), (0, 0.42)], 0.034, _WOOD)
    pen.fill([(-0.03, 0.44), (0.03, 0.44), (0.2, 0.38), (0.17, 0.24), (0.04, 0.38)], tone, solid=True)


def _draw_mop(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.stroke([(0.02, 0.68), (0.18, 0.44), (0.36, 0.14)], 0.034, _WOOD, start=1, end=1, line=0.7)
    for x in np.linspace(0.24, 0.56, 8):
        pen.stroke([(0.36, 0.15), (float(x), 0.08), (float(x) + 0.02, 0.01)], 0.04, tone, start=0.8, end=1, line=0.5)
    bucket = pen.at(-0.42, 0)
    bucket.fill([(-0.12, 0.2), (0.12, 0.2), (0.09, 0), (-0.09, 0)], Tone(Role.ACCENT, tint="#3f7fc0"), solid=True)


def _draw_scalpel(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-10)
    pen.box(-0.016, -0.06, 0.016, 0.16, tone, line=0.7)
    pen.fill([(-0.016, 0.16), (0.016, 0.16), (0.02, 0.28), (-0.016, 0.23)], WHITE)


def _draw_syringe(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-14)
    pen.box(-0.04, 0.02, 0.04, 0.24, WHITE, radius=0.01, line=0.8)
    pen.box(-0.032, 0.1, 0.032, 0.23, tone, line=0)
    pen.box(-0.006, 0.24, 0.006, 0.38, _STEEL, line=0.4)
    pen.box(-0.012, -0.1, 0.012, 0.03, _STEEL, line=0.5)
    pen.box(-0.05, -0.12, 0.05, -0.09, _STEEL, line=0.6)


def _draw_clipboard(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT, tilt=8)
    pen.box(-0.1, -0.05, 0.1, 0.22, tone, radius=0.01, solid=True)
    pen.box(-0.08, -0.03, 0.08, 0.18, WHITE, line=0.4)
    pen.box(-0.04, 0.18, 0.04, 0.24, _STEEL, line=0.5)
    for y in (0.02, 0.06, 0.1, 0.14):
        pen.box(-0.06, y, 0.06, y + 0.012, INK, line=0)


def _draw_tooth(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT)
    pen.blob([(-0.11, 0.16), (-0.05, 0.2), (0, 0.17), (0.05, 0.2), (0.11, 0.16), (0.09, 0.02), (0.05, -0.06), (0.02,
        0.05),
        (-0.02, 0.05), (-0.05, -0.06), (-0.09, 0.02)], tone, corners=(6, 9), solid=True)  # fmt: skip


def _draw_brush(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-30)
    pen.box(-0.014, -0.1, 0.014, 0.16, _WOOD, line=0.6)
    pen.blob([(-0.026, 0.16), (0.026, 0.16), (0.02, 0.24), (0, 0.29), (-0.02, 0.24)], tone, corners=(0, 1, 3))


def _draw_palette(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT)
    pen.blob([(-0.2, 0.02), (-0.14, 0.14), (0.04, 0.16), (0.14, 0.05), (0.06, -0.02), (0.03, -0.1), (-0.12, -0.1)],
        tone,
        solid=True)  # fmt: skip
    for x, y, color in ((-0.13, 0.03, "#d8322f"), (-0.1, 0.1, "#f6cb2d"), (-0.01, 0.115, "#3f9b47"), (0.07, 0.07,
        "#2f6fd0"),
            (-0.08, -0.05, "#7b45b5")):  # fmt: skip
        pen.oval(x, y, 0.032, 0.027, Tone(Role.ACCENT, tint=color), line=0.4)


def _draw_scissors(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-16)
    for side in SIDES:
        pen.fill([(side * 0.012, 0.03), (side * 0.075, 0.3), (side * 0.03, 0.3), (-side * 0.02, 0.05)], tone, line=0.8)
        pen.oval(side * 0.05, -0.03, 0.05, 0.055, _RED, line=0.8)
        pen.oval(side * 0.05, -0.03, 0.025, 0.03, WHITE, line=0.4)


def _draw_comb(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT, tilt=14)
    pen.box(-0.02, -0.02, 0.02, 0.24, tone, line=0.6)
    for y in np.linspace(0.04, 0.22, 8):
        pen.box(-0.075, float(y), -0.015, float(y) + 0.012, tone, line=0)


def _draw_duster(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-14)
    _draw_rod(pen, [(0, -0.12), (0, 0.0), (0, 0.14)], 0.024, _WOOD)
    for y in (0.14, 0.2, 0.26):
        for side in SIDES:
            pen.oval(side * 0.04, y, 0.055, 0.05, tone, line=0.6)
    pen.oval(0, 0.32, 0.055, 0.055, tone, line=0.6)


def _draw_watering_can(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    pen.box(-0.05, -0.2, 0.15, -0.02, tone, radius=0.02, solid=True)
    pen.stroke([(-0.03, -0.04), (0.04, 0.05), (0.13, -0.04)], 0.026, tone.darken(0.2), start=1, end=1, line=0.5)
    pen.stroke([(0.14, -0.17), (0.22, -0.08), (0.28, 0.0)], 0.036, tone, start=1, end=1, line=0.6)
    pen.fill([(0.24, 0.0), (0.32, -0.05), (0.34, 0.02), (0.29, 0.06)], tone.darken(0.15), line=0.7)
    for number in range(5):
        x = 0.34 + 0.03 * number
        pen.stroke([(x - 0.02, 0.0 - 0.02 * number), (x + 0.01, -0.1), (x + 0.02, -0.3)], 0.016, Tone(Role.LIGHT,
            tint="#7cc4ee"),
            start=1, end=1)  # fmt: skip


def _draw_net(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-22)
    _draw_rod(pen, [(0, -0.25), (0, 0.0), (0, 0.3)], 0.026, _WOOD)
    pen.blob([(-0.11, 0.42), (0, 0.3), (0.11, 0.42), (0.26, 0.3), (0.3, 0.5), (0.1, 0.54)], tone, line=0.8)


def _draw_fishing_rod(model: Model, tone: Tone) -> None:
    """Draw a bent rod with a line and a fish."""
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(-0.1, -0.1), (0.14, 0.22), (0.38, 0.38), (0.5, 0.34)], 0.024, tone)
    pen.stroke([(0.5, 0.34), (0.5, 0.1), (0.5, -0.12)], 0.01, INK, start=1, end=1)
    fish = Tone(Role.ACCENT, tint="#6f9fc0")
    pen.blob([(0.5, -0.1), (0.58, -0.2), (0.5, -0.33), (0.42, -0.2)], fish, solid=True)
    pen.fill([(0.5, -0.31), (0.57, -0.41), (0.43, -0.41)], fish.darken(0.2))
    pen.oval(0.52, -0.17, 0.013, 0.013, INK, line=0)


def _draw_knitting(model: Model, tone: Tone) -> None:
    """Draw knitting with two needles and a ball of wool."""
    pen = model.torso.at(0, 0.2)
    for side in SIDES:
        pen.stroke(
            [(side * 0.2, 0.14), (side * 0.08, 0.06), (-side * 0.06, -0.02)], 0.02, _STEEL, start=1, end=0.6, line=0.6
        )
    pen.fill([(-0.11, 0.03), (0.11, 0.03), (0.12, -0.19), (-0.12, -0.19)], tone, solid=True)
    for y in (-0.02, -0.08, -0.14):
        pen.box(-0.115, y, 0.115, y + 0.016, tone.darken(0.3), line=0)
    ball = model.body.at(0.44, 0.09)
    ball.oval(0, 0, 0.1, 0.1, tone, solid=True)
    for lift in (-0.03, 0.02):
        ball.stroke([(-0.08, lift), (0, lift + 0.04), (0.08, lift)], 0.014, tone.darken(0.35), start=1, end=1)


def _draw_chalk(model: Model, tone: Tone) -> None:
    model.at_hand(RIGHT, tilt=-25).box(-0.016, 0.0, 0.016, 0.1, tone, line=0.5)


def _draw_pointer(model: Model, tone: Tone) -> None:
    _draw_rod(model.at_hand(RIGHT, tilt=-35), [(0, -0.03), (0, 0.14), (0, 0.3)], 0.02, tone)


def _draw_blueprint(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.13)
    pen.box(-0.22, -0.13, 0.22, 0.13, tone, solid=True)
    pen.fill([(-0.1, -0.06), (0.1, -0.06), (0.1, 0.03), (0, 0.09), (-0.1, 0.03)], WHITE, line=0)
    pen.fill([(-0.085, -0.045), (0.085, -0.045), (0.085, 0.025), (0, 0.072), (-0.085, 0.025)], tone, line=0)
    for side in SIDES:
        pen.box(side * 0.16 - 0.03, 0.06, side * 0.16 + 0.03, 0.07, WHITE, line=0)
        pen.box(side * 0.16 - 0.03, 0.0, side * 0.16 + 0.03, 0.01, WHITE, line=0)


def _draw_magnifier(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-12)
    pen.box(-0.025, -0.12, 0.025, 0.1, _WOOD, radius=0.015, solid=True)
    pen.oval(0, 0.24, 0.15, 0.15, tone, line=0.9)
    pen.oval(0, 0.24, 0.118, 0.118, Tone(Role.LIGHT, tint="#bfe4f2"), line=0.5)
    pen.stroke([(-0.06, 0.24), (-0.04, 0.3), (0.02, 0.33)], 0.024, WHITE, start=1, end=0.6)


def _draw_spyglass(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-60)
    for low, high, width in ((-0.1, 0.06, 0.032), (0.06, 0.2, 0.045), (0.2, 0.34, 0.058)):
        pen.box(-width, low, width, high, tone, radius=0.008, solid=True)


TRADE_TOOLS: dict[str, Part] = {
    "hammer": build_part(Slot.TOOL, "#5a626c", _draw_hammer, Depth.TOOLS),
    "saw": build_part(Slot.TOOL, "#c3cad3", _draw_saw, Depth.TOOLS),
    "wrench": build_part(Slot.TOOL, "#8b97a5", _draw_wrench, Depth.TOOLS),
    "torch": build_part(Slot.TOOL, "#f6b02d", _draw_torch, Depth.TOOLS),
    "pickaxe": build_part(Slot.TOOL, "#6b7480", _draw_pickaxe, Depth.TOOLS),
    "broom": build_part(Slot.TOOL, "#d9b365", _draw_broom, Depth.TOOLS),
    "rake": build_part(Slot.TOOL, "#8b97a5", _draw_rake, Depth.TOOLS),
    "hoe": build_part(Slot.TOOL, "#8b97a5", _draw_hoe, Depth.TOOLS),
    "mop": build_part(Slot.TOOL, "#d8dde2", _draw_mop, Depth.TOOLS),
    "scalpel": build_part(Slot.TOOL, "#c3cad3", _draw_scalpel, Depth.TOOLS),
    "syringe": build_part(Slot.TOOL, "#7cc4ee", _draw_syringe, Depth.TOOLS),
    "clipboard": build_part(Slot.TOOL, "#a8683a", _draw_clipboard, Depth.TOOLS),
    "tooth": build_part(Slot.TOOL, "#ffffff", _draw_tooth, Depth.TOOLS),
    "brush": build_part(Slot.TOOL, "#2b2320", _draw_brush, Depth.TOOLS),
    "palette": build_part(Slot.TOOL, "#d9a86a", _draw_palette, Depth.TOOLS),
    "scissors": build_part(Slot.TOOL, "#c3cad3", _draw_scissors, Depth.TOOLS),
    "comb": build_part(Slot.TOOL, "#2f5f9a", _draw_comb, Depth.TOOLS),
    "duster": build_part(Slot.TOOL, "#f0c0d0", _draw_duster, Depth.TOOLS),
    "watering_can": build_part(Slot.TOOL, "#4a9a8a", _draw_watering_can, Depth.TOOLS),
    "net": build_part(Slot.TOOL, "#f4f6f4", _draw_net, Depth.TOOLS),
    "fishing_rod": build_part(Slot.TOOL, "#6b4426", _draw_fishing_rod, Depth.TOOLS),
    "knitting": build_part(Slot.TOOL, "#d8506a", _draw_knitting, Depth.TOOLS),
    "chalk": build_part(Slot.TOOL, "#ffffff", _draw_chalk, Depth.TOOLS),
    "pointer": build_part(Slot.TOOL, "#8a5a30", _draw_pointer, Depth.TOOLS),
    "blueprint": build_part(Slot.TOOL, "#2f6fd0", _draw_blueprint, Depth.TOOLS),
    "magnifier": build_part(Slot.TOOL, "#34343e", _draw_magnifier, Depth.TOOLS),
    "spyglass": build_part(Slot.TOOL, "#d2a347", _draw_spyglass, Depth.TOOLS),
}
