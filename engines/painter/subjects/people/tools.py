"""What people hold: weapons, tools, vessels and other things, at a hand."""

from collections.abc import Sequence

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import LEFT, RIGHT, XY, Depth, DrawPart, Model, Part, Slot

_GOLD, _RED = Tone(Role.LIGHT, tint="#f0b92f"), Tone(Role.ACCENT, tint="#d8322f")
_STEEL, _WOOD = Tone(Role.SECOND, tint="#c3cad3"), Tone(Role.DEEP, tint="#7a4a26")


def _draw_rod(pen: Pen, points: Sequence[XY], width: float, tone: Tone) -> None:
    pen.stroke(points, width, tone, start=1, end=1, line=0.7)


def _draw_blade(pen: Pen, length: float, width: float, tone: Tone) -> None:
    """Draw a blade upward from the hand, with a guard and a grip."""
    pen.fill([(-width, 0.06), (width, 0.06), (width, length * 0.88), (0, length), (-width, length * 0.88)], tone, solid=True)
    pen.box(-0.085, 0.035, 0.085, 0.07, _GOLD, line=0.8)
    pen.box(-0.02, -0.1, 0.02, 0.04, _WOOD, line=0.7)


def _draw_sword(model: Model, tone: Tone) -> None:
    _draw_blade(model.at_hand(RIGHT, tilt=-14), 0.52, 0.032, tone)


def _draw_short_sword(model: Model, tone: Tone) -> None:
    _draw_blade(model.at_hand(RIGHT, tilt=-14), 0.4, 0.042, tone)


def _draw_katana(model: Model, tone: Tone) -> None:
    """Draw a long, slightly bent blade with a round guard and a wrapped grip."""
    pen = model.at_hand(RIGHT, tilt=-16)
    blade = [(-0.025, 0.06), (0.025, 0.06), (0.03, 0.36), (0.075, 0.66), (-0.01, 0.5), (-0.028, 0.3)]
    pen.blob(blade, tone, corners=(0, 1, 3), solid=True)
    pen.oval(0, 0.055, 0.065, 0.025, _GOLD, line=0.8)
    pen.box(-0.024, -0.16, 0.024, 0.045, Tone(Role.DEEP, tint="#8a1f24"), line=0.7)
    for y in (-0.12, -0.06, 0.0):
        pen.box(-0.024, y, 0.024, y + 0.02, WHITE, line=0)


def _draw_saber(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-20)
    pen.blob([(-0.03, 0.05), (0.03, 0.05), (0.07, 0.26), (0.17, 0.46), (0.03, 0.36), (-0.02, 0.22)], tone,
        corners=(0, 1, 3), solid=True)  # fmt: skip
    pen.stroke([(-0.05, 0.05), (0.07, 0.05), (0.08, -0.05), (0.01, -0.08)], 0.026, _GOLD, start=1, end=1, line=0.6)


def _draw_spear(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.56), (0, 0.0), (0, 0.46)], 0.03, _WOOD)
    pen.fill([(-0.055, 0.46), (0, 0.42), (0.055, 0.46), (0, 0.7)], tone, solid=True)
    pen.blob([(-0.05, 0.42), (0.05, 0.42), (0.07, 0.28), (0, 0.32), (-0.07, 0.28)], _RED)


def _draw_halberd(model: Model, tone: Tone) -> None:
    """Draw the long glaive of a Chinese general."""
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.58), (0, 0.0), (0, 0.34)], 0.034, _WOOD)
    pen.blob([(-0.03, 0.32), (0.04, 0.32), (0.12, 0.46), (0.13, 0.62), (0.02, 0.78), (0.0, 0.55)], tone, corners=(0, 1, 4),
        solid=True)  # fmt: skip
    pen.blob([(-0.05, 0.34), (0.05, 0.34), (0.08, 0.2), (0, 0.24), (-0.08, 0.2)], _RED)


def _draw_trident(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.56), (0, 0.0), (0, 0.5)], 0.03, tone)
    for x in (-0.1, 0, 0.1):
        _draw_rod(pen, [(0, 0.4), (x, 0.46), (x, 0.62)], 0.024, tone)
        pen.fill([(x - 0.03, 0.62), (x + 0.03, 0.62), (x, 0.72)], tone)


def _draw_rifle(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0.0, 0.12, tilt=-62)
    pen.box(-0.022, -0.2, 0.022, 0.56, tone, radius=0.01, solid=True)
    pen.fill([(-0.03, -0.1), (0.03, -0.08), (0.07, -0.36), (-0.02, -0.38)], _WOOD, solid=True)
    pen.fill([(-0.02, 0.08), (-0.02, 0.16), (-0.1, 0.14), (-0.12, 0.04)], INK)


def _draw_shield(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT)
    pen.oval(0, 0, 0.2, 0.22, tone, solid=True)
    pen.oval(0, 0, 0.155, 0.175, tone.darken(0.35), line=0.7)
    pen.oval(0, 0, 0.065, 0.07, _GOLD, solid=True)
    for angle in np.radians(range(0, 360, 60)):
        pen.oval(0.178 * float(np.cos(angle)), 0.197 * float(np.sin(angle)), 0.018, 0.018, _GOLD, line=0.4)


def _draw_tall_shield(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT)
    pen.box(-0.15, -0.3, 0.15, 0.24, tone, radius=0.04, solid=True)
    pen.box(-0.13, -0.28, 0.13, 0.22, tone.darken(0.12), radius=0.03, line=0.6)
    pen.box(-0.02, -0.26, 0.02, 0.2, _GOLD, line=0.4)
    pen.box(-0.12, -0.05, 0.12, -0.01, _GOLD, line=0.4)
    pen.oval(0, -0.03, 0.05, 0.05, _GOLD, solid=True)


def _draw_axe(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-12)
    _draw_rod(pen, [(0, -0.26), (0, 0.0), (0, 0.34)], 0.036, _WOOD)
    pen.blob([(-0.02, 0.3), (0.02, 0.34), (0.19, 0.42), (0.2, 0.12), (0.02, 0.2), (-0.02, 0.2)], tone, corners=(2, 3),
        solid=True)  # fmt: skip


def _draw_bow(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT)
    _draw_rod(pen, [(0.14, 0.42), (0.02, 0.26), (-0.04, 0), (0.02, -0.26), (0.14, -0.42)], 0.036, tone)
    right, left = model.arms.right[1], model.arms.left[1]
    draw = (right[0] - left[0], right[1] - left[1])
    pen.stroke([(0.14, 0.42), draw, (0.14, -0.42)], 0.01, INK, start=1, end=1)
    _draw_rod(pen, [draw, (0, 0), (-0.16, 0)], 0.018, _WOOD)
    pen.fill([(-0.16, 0.035), (-0.16, -0.035), (-0.25, 0)], _STEEL)


def _draw_quiver(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0.1, 0.2, tilt=-22)
    for x in (-0.04, 0.0, 0.04):
        pen.box(x - 0.008, 0.1, x + 0.008, 0.28, _WOOD, line=0.4)
        pen.fill([(x - 0.022, 0.22), (x + 0.022, 0.22), (x, 0.33)], WHITE, line=0.5)
    pen.box(-0.06, -0.2, 0.06, 0.14, tone, solid=True)


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
    _draw_rod(pen, [(0.02, 0.84), (0.18, 0.5), (0.34, 0.2)], 0.036, _WOOD)
    bristles = [(0.29, 0.23), (0.39, 0.19), (0.58, 0.02), (0.5, 0.0), (0.42, 0.01), (0.34, 0.0), (0.28, 0.03)]
    pen.fill(bristles, tone, solid=True)
    for x in (0.36, 0.42, 0.48):
        pen.stroke([(0.34, 0.2), (x - 0.02, 0.1), (x, 0.02)], 0.01, tone.darken(0.4), start=1, end=1)
    for x, y, color in ((0.66, 0.03, "#d86a2a"), (0.76, 0.06, "#e8b02a"), (0.7, 0.1, "#c8402a"), (-0.34, 0.02, "#d86a2a")):
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


def _draw_staff(model: Model, tone: Tone) -> None:
    _draw_rod(model.at_hand(RIGHT), [(0, -0.6), (0, 0.0), (0, 0.42)], 0.038, tone)


def _draw_crook(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.6), (0, 0.0), (0, 0.4), (0.06, 0.52), (0.15, 0.48), (0.15, 0.38)], 0.036, tone)


def _draw_ring_staff(model: Model, tone: Tone) -> None:
    """Draw the staff of a Buddhist monk with rings."""
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.6), (0, 0.0), (0, 0.36)], 0.034, _WOOD)
    pen.oval(0, 0.48, 0.1, 0.13, tone, line=0.8)
    pen.oval(0, 0.48, 0.06, 0.085, WHITE, line=0.5)
    for side in SIDES:
        pen.oval(side * 0.1, 0.4, 0.04, 0.055, tone, line=0.7)


def _draw_scepter(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.22), (0, 0.0), (0, 0.24)], 0.036, tone)
    pen.oval(0, 0.29, 0.065, 0.065, Tone(Role.ACCENT, tint="#3a6fd0"), solid=True)
    pen.box(-0.014, 0.34, 0.014, 0.43, tone, line=0.5)
    pen.box(-0.04, 0.37, 0.04, 0.395, tone, line=0.5)


def _draw_crook_and_flail(model: Model, tone: Tone) -> None:
    for side in SIDES:
        pen = model.torso.at(0, 0.07, tilt=side * 48)
        _draw_rod(pen, [(0, -0.1), (0, 0.14), (0, 0.28)], 0.032, tone)
        if side > 0:
            _draw_rod(pen, [(0, 0.27), (0.05, 0.35), (0.11, 0.29)], 0.03, tone)
        else:
            for x in (-0.09, -0.06, -0.03):
                pen.stroke([(0, 0.28), (x, 0.26), (x, 0.12)], 0.018, Tone(Role.DEEP, tint="#254a9a"), start=1, end=1, line=0.4)


def _draw_pointer(model: Model, tone: Tone) -> None:
    _draw_rod(model.at_hand(RIGHT, tilt=-35), [(0, -0.03), (0, 0.14), (0, 0.3)], 0.02, tone)


def _draw_chalk(model: Model, tone: Tone) -> None:
    model.at_hand(RIGHT, tilt=-25).box(-0.016, 0.0, 0.016, 0.1, tone, line=0.5)


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
    pen.blob([(-0.11, 0.16), (-0.05, 0.2), (0, 0.17), (0.05, 0.2), (0.11, 0.16), (0.09, 0.02), (0.05, -0.06), (0.02, 0.05),
        (-0.02, 0.05), (-0.05, -0.06), (-0.09, 0.02)], tone, corners=(6, 9), solid=True)  # fmt: skip


def _draw_brush(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-30)
    pen.box(-0.014, -0.1, 0.014, 0.16, _WOOD, line=0.6)
    pen.blob([(-0.026, 0.16), (0.026, 0.16), (0.02, 0.24), (0, 0.29), (-0.02, 0.24)], tone, corners=(0, 1, 3))


def _draw_palette(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT)
    pen.blob([(-0.2, 0.02), (-0.14, 0.14), (0.04, 0.16), (0.14, 0.05), (0.06, -0.02), (0.03, -0.1), (-0.12, -0.1)], tone,
        solid=True)  # fmt: skip
    for x, y, color in ((-0.13, 0.03, "#d8322f"), (-0.1, 0.1, "#f6cb2d"), (-0.01, 0.115, "#3f9b47"), (0.07, 0.07, "#2f6fd0"),
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
    pen.blob([(-0.11, 0.09), (0.09, 0.09), (0.06, -0.02), (-0.01, -0.05), (-0.08, -0.02)], tone, corners=(0, 1), solid=True)
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
        bowl.stroke([(x, 0.09), (x + 0.02, 0.16), (x + 0.05, 0.1)], 0.024, Tone(Role.LIGHT, tint="#f3d27a"), start=1, end=1, line=0.4)
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


def _draw_book(model: Model, tone: Tone) -> None:
    """Draw an open book, its cover towards the viewer."""
    pen = model.torso.at(0, 0.13)
    pen.fill([(0, 0.1), (-0.19, 0.15), (-0.19, -0.06), (0, -0.11), (0.19, -0.06), (0.19, 0.15)], tone, solid=True)
    for side in SIDES:
        pages = [(0, 0.13), (side * 0.17, 0.18), (side * 0.17, 0.15), (0, 0.1)]
        pen.fill(pages, WHITE, line=0.7)
        pen.box(min(side * 0.05, side * 0.14), 0.0, max(side * 0.05, side * 0.14), 0.035, _GOLD, line=0.4)
    pen.stroke([(0, 0.12), (0, 0.0), (0, -0.11)], 0.014, tone.darken(0.4), start=1, end=1)


def _draw_newspaper(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.17)
    for side in SIDES:
        pen.fill([(0, -0.15), (0, 0.13), (side * 0.26, 0.17), (side * 0.26, -0.11)], tone, solid=True)
        pen.fill([(side * 0.04, 0.08), (side * 0.22, 0.11), (side * 0.22, 0.07), (side * 0.04, 0.04)], INK, line=0)
        for y in (0.0, -0.035, -0.07):
            pen.fill([(side * 0.04, y), (side * 0.22, y + 0.03), (side * 0.22, y + 0.018), (side * 0.04, y - 0.012)],
                tone.darken(0.5), line=0)  # fmt: skip


def _draw_scroll(model: Model, tone: Tone) -> None:
    """Draw bamboo slips unrolled between the hands."""
    pen = model.torso.at(0, 0.13)
    pen.box(-0.17, -0.1, 0.17, 0.1, tone, solid=True)
    for x in np.linspace(-0.15, 0.15, 8):
        pen.box(float(x) - 0.005, -0.1, float(x) + 0.005, 0.1, tone.darken(0.35), line=0)
    for side in SIDES:
        pen.box(side * 0.19 - 0.03, -0.13, side * 0.19 + 0.03, 0.13, _WOOD, radius=0.015, solid=True)


def _draw_fan(model: Model, tone: Tone) -> None:
    """Draw an open folding fan."""
    pen = model.at_hand(RIGHT, tilt=-20)
    arc = [(0.24 * float(np.cos(a)), 0.24 * float(np.sin(a))) for a in np.radians(np.linspace(20, 160, 15))]
    pen.fill([(0, 0), *arc], tone, solid=True)
    inner = [(0.12 * float(np.cos(a)), 0.12 * float(np.sin(a))) for a in np.radians(np.linspace(20, 160, 15))]
    pen.fill([(0, 0), *inner], _WOOD, line=0.6)
    for angle in np.radians(np.linspace(20, 160, 8)):
        pen.stroke([(0, 0), (0.12 * float(np.cos(angle)), 0.12 * float(np.sin(angle))),
            (0.235 * float(np.cos(angle)), 0.235 * float(np.sin(angle)))], 0.01, tone.darken(0.4), start=1, end=1)  # fmt: skip


def _draw_round_fan(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-12)
    _draw_rod(pen, [(0, -0.1), (0, 0.0), (0, 0.1)], 0.022, _WOOD)
    pen.oval(0, 0.2, 0.13, 0.13, tone, solid=True)
    pen.oval(-0.02, 0.2, 0.04, 0.04, Tone(Role.ACCENT, tint="#e8688a"), line=0.5)
    pen.stroke([(-0.08, 0.13), (0.02, 0.17), (0.08, 0.27)], 0.016, Tone(Role.SECOND, tint="#4a9a5a"), start=1, end=0.6)


def _draw_parasol(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.06), (0, 0.2), (0, 0.58)], 0.022, _WOOD)
    pen.blob([(-0.36, 0.48), (-0.24, 0.62), (0, 0.72), (0.24, 0.62), (0.36, 0.48), (0.18, 0.52), (0, 0.49), (-0.18, 0.52)],
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


def _draw_flowers(model: Model, tone: Tone) -> None:
    """Draw a bunch of flowers in front of the chest."""
    pen = model.torso.at(0, 0.13)
    for x, y in ((-0.1, 0.1), (0.1, 0.1), (0, 0.16), (-0.05, 0.05), (0.06, 0.05)):
        pen.stroke([(0, -0.14), (x * 0.4, -0.02), (x, y)], 0.018, Tone(Role.SECOND, tint="#3f8a47"), start=1, end=1, line=0.4)
        for angle in np.radians(range(0, 360, 72)):
            pen.oval(x + 0.036 * float(np.cos(angle)), y + 0.036 * float(np.sin(angle)), 0.034, 0.034, tone, line=0.5)
        pen.oval(x, y, 0.025, 0.025, _GOLD, line=0)
    pen.fill([(-0.1, 0.0), (0.1, 0.0), (0.03, -0.17), (-0.03, -0.17)], WHITE, line=0.8)


def _draw_balloons(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    for x, y, color in ((-0.1, 0.42, tone), (0.12, 0.46, Tone(Role.ACCENT, tint="#f6cb2d")), (0.0, 0.58, Tone(Role.ACCENT, tint="#2f6fd0"))):
        pen.stroke([(0, 0), (x * 0.5, y * 0.5), (x, y - 0.1)], 0.01, INK, start=1, end=1)
        pen.oval(x, y, 0.1, 0.12, color, solid=True)
        pen.fill([(x - 0.02, y - 0.14), (x + 0.02, y - 0.14), (x, y - 0.11)], color)


def _draw_kite(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    pen.stroke([(0, 0), (0.16, 0.12), (0.3, 0.32)], 0.01, INK, start=1, end=1)
    pen.fill([(0.3, 0.2), (0.48, 0.38), (0.4, 0.62), (0.2, 0.42)], tone, solid=True)
    pen.fill([(0.3, 0.2), (0.48, 0.38), (0.34, 0.41)], Tone(Role.ACCENT, tint="#f6cb2d"), line=0.5)
    pen.fill([(0.4, 0.62), (0.2, 0.42), (0.34, 0.41)], Tone(Role.ACCENT, tint="#2f6fd0"), line=0.5)
    for x, y in ((0.33, 0.12), (0.38, 0.06), (0.35, 0.0)):
        pen.fill([(x - 0.04, y + 0.02), (x + 0.04, y - 0.02), (x + 0.04, y + 0.02), (x - 0.04, y - 0.02)], tone, line=0.5)


def _draw_phone(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=6)
    pen.box(-0.055, -0.05, 0.055, 0.16, tone, radius=0.015, solid=True)
    pen.box(-0.043, -0.03, 0.043, 0.14, Tone(Role.LIGHT, tint="#a8dcf5"), line=0.3, glow=0.2)


def _draw_handset(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-8)
    pen.stroke([(-0.06, 0.1), (0.015, 0.08), (0.03, 0.0), (0.015, -0.08), (-0.06, -0.12)], 0.06, tone, start=1.1, end=1.1, line=0.8)


def _draw_camera(model: Model, tone: Tone) -> None:
    """Draw a camera with a large lens in front of the face."""
    pen = model.torso.at(0, 0.43)
    pen.box(-0.14, -0.08, 0.14, 0.08, tone, radius=0.02, solid=True)
    pen.box(-0.05, 0.07, 0.05, 0.115, tone, radius=0.01, line=0.8)
    pen.oval(0, -0.005, 0.078, 0.078, _STEEL, line=0.9)
    pen.oval(0, -0.005, 0.056, 0.056, INK, line=0)
    pen.oval(-0.018, 0.016, 0.02, 0.02, WHITE, line=0)
    pen.box(0.08, 0.035, 0.12, 0.06, WHITE, line=0)


def _draw_hanging_camera(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.stroke([(side * 0.06, 0.34), (side * 0.08, 0.24), (side * 0.06, 0.15)], 0.016, INK, start=1, end=1)
    pen = model.torso.at(0, 0.12)
    pen.box(-0.09, -0.05, 0.09, 0.055, tone, radius=0.015, solid=True)
    pen.oval(0, 0, 0.045, 0.045, _STEEL, line=0.8)
    pen.oval(0, 0, 0.03, 0.03, INK, line=0)


def _draw_microphone(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=22)
    pen.fill([(-0.03, -0.1), (0.03, -0.1), (0.045, 0.1), (-0.045, 0.1)], INK, solid=True)
    pen.oval(0, 0.14, 0.068, 0.068, tone, solid=True)


def _draw_baton(model: Model, tone: Tone) -> None:
    _draw_rod(model.at_hand(RIGHT, tilt=-24), [(0, -0.04), (0, 0.14), (0, 0.34)], 0.02, tone)


def _draw_wand_and_rabbit(model: Model, tone: Tone) -> None:
    """Draw a wand with a star, and a rabbit in a hat."""
    wand = model.at_hand(RIGHT, tilt=-26)
    _draw_rod(wand, [(0, -0.05), (0, 0.1), (0, 0.26)], 0.026, INK)
    wand.box(-0.014, 0.2, 0.014, 0.28, WHITE, line=0.4)
    for angle in np.radians(range(0, 360, 45)):
        wand.oval(0.09 * float(np.cos(angle)), 0.33 + 0.09 * float(np.sin(angle)), 0.014, 0.014, _GOLD, line=0, glow=0.6)
    hat = model.at_hand(LEFT)
    hat.oval(0, 0.2, 0.085, 0.08, WHITE, solid=True)
    for side in SIDES:
        hat.oval(side * 0.045, 0.33, 0.027, 0.09, WHITE, rotation=-side * 8, line=0.7)
        hat.oval(side * 0.03, 0.215, 0.012, 0.014, INK, line=0)
    hat.oval(0, 0.185, 0.014, 0.01, Tone(Role.ACCENT, tint="#e8738a"), line=0)
    hat.box(-0.1, -0.08, 0.1, 0.14, tone, radius=0.01, solid=True)
    hat.oval(0, 0.14, 0.15, 0.03, tone, line=0.8)
    hat.box(-0.1, 0.03, 0.1, 0.075, _RED, line=0.4)


def _draw_globe(model: Model, tone: Tone) -> None:
    pen = model.at_hand(LEFT)
    pen.oval(0, 0.12, 0.12, 0.12, tone, solid=True)
    pen.oval(-0.03, 0.15, 0.05, 0.04, Tone(Role.SECOND, tint="#4a9a5a"), line=0.4)
    pen.oval(0.04, 0.08, 0.035, 0.05, Tone(Role.SECOND, tint="#4a9a5a"), line=0.4)


def _draw_map(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.14)
    for number in range(4):
        x = -0.2 + 0.1 * number
        fold = 0.02 if number % 2 else -0.02
        pen.fill([(x, -0.1 + fold), (x + 0.1, -0.1 - fold), (x + 0.1, 0.1 - fold), (x, 0.1 + fold)],
            tone.darken(0.1) if number % 2 else tone, line=0.8)  # fmt: skip
    pen.stroke([(-0.16, -0.03), (-0.04, 0.05), (0.06, -0.02), (0.13, 0.04)], 0.016, _RED, start=1, end=1)
    pen.fill([(0.1, 0.01), (0.16, 0.07), (0.14, 0.07), (0.1, 0.03)], _RED, line=0)


def _draw_torch_fire(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-10)
    pen.fill([(-0.025, -0.16), (0.025, -0.16), (0.05, 0.12), (-0.05, 0.12)], _WOOD, solid=True)
    pen.blob([(-0.08, 0.14), (-0.06, 0.28), (0, 0.42), (0.07, 0.26), (0.08, 0.14), (0, 0.08)], tone, corners=(2,), glow=0.5)
    pen.blob([(-0.035, 0.15), (0, 0.28), (0.035, 0.15), (0, 0.11)], _GOLD, corners=(1,), line=0, glow=0.8)


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


def _draw_parcel(model: Model, tone: Tone) -> None:
    """Draw a cardboard box with tape and a label in front of the chest."""
    pen = model.torso.at(0, 0.1)
    pen.box(-0.2, -0.14, 0.2, 0.14, tone, solid=True)
    pen.fill([(-0.2, 0.14), (0.2, 0.14), (0.16, 0.19), (-0.16, 0.19)], tone.lighten(0.25), line=0.8)
    pen.box(-0.035, -0.14, 0.035, 0.14, tone.lighten(0.4), line=0.5)
    pen.box(0.06, -0.09, 0.17, 0.0, WHITE, line=0.5)
    for y in (-0.07, -0.04):
        pen.box(0.075, y, 0.155, y + 0.014, INK, line=0)


def _draw_letter(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-8)
    pen.box(-0.13, -0.03, 0.13, 0.15, tone, solid=True)
    pen.stroke([(-0.13, 0.15), (0, 0.04), (0.13, 0.15)], 0.016, INK, start=1, end=1)
    pen.oval(0, 0.05, 0.03, 0.03, _RED, line=0.5)


def _draw_mail_bag(model: Model, tone: Tone) -> None:
    model.torso.stroke([(0.1, 0.33), (0.0, 0.15), (-0.13, -0.02)], 0.034, tone.darken(0.2), start=1, end=1, line=0.5)
    pen = model.torso.at(-0.15, -0.1)
    for x in (-0.05, 0.03):
        pen.fill([(x - 0.05, 0.08), (x + 0.05, 0.08), (x + 0.05, 0.16), (x - 0.05, 0.16)], WHITE, line=0.6)
    pen.box(-0.12, -0.1, 0.12, 0.1, tone, radius=0.03, solid=True)
    pen.box(-0.12, 0.0, 0.12, 0.1, tone.darken(0.18), radius=0.02, line=0.6)


def _draw_watering_can(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    pen.box(-0.05, -0.2, 0.15, -0.02, tone, radius=0.02, solid=True)
    pen.stroke([(-0.03, -0.04), (0.04, 0.05), (0.13, -0.04)], 0.026, tone.darken(0.2), start=1, end=1, line=0.5)
    pen.stroke([(0.14, -0.17), (0.22, -0.08), (0.28, 0.0)], 0.036, tone, start=1, end=1, line=0.6)
    pen.fill([(0.24, 0.0), (0.32, -0.05), (0.34, 0.02), (0.29, 0.06)], tone.darken(0.15), line=0.7)
    for number in range(5):
        x = 0.34 + 0.03 * number
        pen.stroke([(x - 0.02, 0.0 - 0.02 * number), (x + 0.01, -0.1), (x + 0.02, -0.3)], 0.016, Tone(Role.LIGHT, tint="#7cc4ee"),
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


def _draw_ball(model: Model, tone: Tone) -> None:
    """Draw a basketball in front of the chest."""
    pen = model.torso.at(0, 0.12)
    pen.oval(0, 0, 0.15, 0.15, tone, solid=True)
    for points in ([(-0.15, 0), (0, 0.0), (0.15, 0)], [(0, 0.15), (0.0, 0), (0, -0.15)], [(-0.1, 0.11), (-0.05, 0), (-0.1, -0.11)],
            [(0.1, 0.11), (0.05, 0), (0.1, -0.11)]):  # fmt: skip
        pen.stroke(points, 0.014, INK, start=1, end=1)


def _draw_football(model: Model, tone: Tone) -> None:
    pen = model.body.at(0.46, 0.12)
    pen.oval(0, 0, 0.11, 0.11, tone, solid=True)
    pen.fill([(0.04 * float(np.sin(a)), 0.04 * float(np.cos(a))) for a in np.radians(range(0, 360, 72))], INK, line=0)
    for angle in np.radians(range(0, 360, 72)):
        at = (0.09 * float(np.sin(angle)), 0.09 * float(np.cos(angle)))
        pen.oval(*at, 0.026, 0.026, INK, line=0)


def _draw_racket(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-16)
    pen.box(-0.02, -0.08, 0.02, 0.14, _WOOD, line=0.7)
    pen.oval(0, 0.27, 0.115, 0.145, tone, line=0.9)
    pen.oval(0, 0.27, 0.09, 0.12, WHITE, line=0.5)
    for x in (-0.045, 0, 0.045):
        pen.box(x - 0.005, 0.16, x + 0.005, 0.38, tone, line=0)
        pen.box(-0.085, 0.265 + x * 1.4, 0.085, 0.275 + x * 1.4, tone, line=0)
    pen.oval(0.26, 0.36, 0.05, 0.05, Tone(Role.ACCENT, tint="#d6e84a"), line=0.7)


def _draw_gloves(model: Model, tone: Tone) -> None:
    """Draw boxing gloves."""
    for side in (LEFT, RIGHT):
        pen = model.at_hand(side)
        pen.oval(0, 0.02, 0.085, 0.085, tone, solid=True)
        pen.oval((0.06, -0.06)[side], 0.0, 0.035, 0.045, tone.darken(0.15), line=0.6)
        pen.box(-0.05, -0.085, 0.05, -0.05, WHITE, line=0.6)


def _draw_pompoms(model: Model, tone: Tone) -> None:
    for side in (LEFT, RIGHT):
        pen = model.at_hand(side)
        for angle in range(0, 360, 24):
            at = np.radians(angle)
            far = 0.13 if angle % 48 else 0.1
            pen.fill([(0.03 * float(np.sin(at)), -0.03 * float(np.cos(at))), (far * float(np.cos(at)), far * float(np.sin(at))),
                (-0.03 * float(np.sin(at)), 0.03 * float(np.cos(at)))], tone if angle % 48 else _GOLD, line=0.5)  # fmt: skip


def _draw_ribbon(model: Model, tone: Tone) -> None:
    """Draw long silk ribbons around a dancer."""
    for side, hand in ((-1, model.arms.left[1]), (1, model.arms.right[1])):
        x, y = hand
        path = [(x, y), (x + side * 0.16, y + 0.08), (x + side * 0.24, y - 0.12), (x + side * 0.14, y - 0.3),
            (x + side * 0.26, y - 0.46)]  # fmt: skip
        model.torso.stroke(path, 0.05, tone, start=0.6, end=0.3, line=0.7)


def _draw_bubbles(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.06), (0.0, 0.03), (0.03, 0.1)], 0.016, _RED)
    for x, y, radius in ((0.2, 0.1, 0.07), (0.36, 0.22, 0.1), (0.24, 0.34, 0.06), (0.5, 0.06, 0.06), (0.52, 0.42, 0.075)):
        pen.oval(x, y, radius, radius, tone, line=0.8)
        pen.oval(x - radius * 0.35, y + radius * 0.35, radius * 0.28, radius * 0.24, WHITE, line=0)


def _draw_cat(model: Model, tone: Tone) -> None:
    """Draw a cat in the arms."""
    pen = model.torso.at(0, 0.12)
    pen.oval(0.03, -0.02, 0.16, 0.11, tone, solid=True)
    pen.stroke([(0.16, -0.03), (0.26, -0.1), (0.24, 0.06)], 0.045, tone, start=1, end=0.6, line=0.7)
    for side in SIDES:
        pen.fill([(-0.08 + side * 0.085, 0.15), (-0.08 + side * 0.02, 0.16), (-0.08 + side * 0.085, 0.24)], tone, line=0.8)
    pen.oval(-0.08, 0.1, 0.098, 0.088, tone, solid=True)
    for side in SIDES:
        pen.oval(-0.08 + side * 0.04, 0.11, 0.016, 0.02, INK, line=0)
    pen.fill([(-0.095, 0.085), (-0.065, 0.085), (-0.08, 0.065)], Tone(Role.ACCENT, tint="#e8738a"), line=0)


def _draw_child(model: Model, tone: Tone) -> None:
    """Draw a small child in the arms."""
    pen = model.torso.at(0.02, 0.12)
    pen.blob([(-0.1, 0.1), (0.12, 0.1), (0.16, -0.1), (0.12, -0.24), (-0.06, -0.2)], tone, solid=True)
    pen.oval(0.0, 0.17, 0.085, 0.09, model.skin, solid=True)
    pen.blob([(-0.09, 0.18), (-0.05, 0.27), (0.05, 0.27), (0.09, 0.18), (0, 0.22)], Tone(Role.DEEP, tint="#4a2f1e"), corners=(0, 3))
    for side in SIDES:
        pen.oval(side * 0.035, 0.16, 0.012, 0.016, INK, line=0)


def _draw_gift(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.1)
    pen.box(-0.15, -0.12, 0.15, 0.12, tone, solid=True)
    pen.box(-0.025, -0.12, 0.025, 0.12, _GOLD, line=0.4)
    pen.box(-0.17, 0.08, 0.17, 0.14, tone.darken(0.12), line=0.7)
    for side in SIDES:
        pen.blob([(0, 0.14), (side * 0.1, 0.24), (side * 0.12, 0.16)], _GOLD, corners=(0,), line=0.7)


def _draw_duster(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-14)
    _draw_rod(pen, [(0, -0.12), (0, 0.0), (0, 0.14)], 0.024, _WOOD)
    for y in (0.14, 0.2, 0.26):
        for side in SIDES:
            pen.oval(side * 0.04, y, 0.055, 0.05, tone, line=0.6)
    pen.oval(0, 0.32, 0.055, 0.055, tone, line=0.6)


def _draw_platter(model: Model, tone: Tone) -> None:
    """Draw a covered silver platter on the raised hand."""
    pen = model.at_hand(RIGHT)
    pen.oval(0, 0.05, 0.19, 0.03, tone, line=0.8)
    dome = [(0.15 * float(np.cos(a)), 0.06 + 0.14 * float(np.sin(a))) for a in np.radians(np.linspace(0, 180, 13))]
    pen.fill(dome, tone.lighten(0.2), solid=True)
    pen.oval(0, 0.215, 0.025, 0.025, tone, line=0.6)


def _draw_flag(model: Model, tone: Tone) -> None:
    """Draw the small flag of a guide."""
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.08), (0, 0.12), (0, 0.34)], 0.02, _WOOD)
    pen.fill([(0, 0.34), (0.24, 0.26), (0, 0.18)], tone, solid=True)


def _draw_candy_haws(model: Model, tone: Tone) -> None:
    """Draw a straw pole stuck with candied haws."""
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.6), (0, 0.0), (0, 0.2)], 0.03, _WOOD)
    pen.box(-0.085, 0.14, 0.085, 0.5, Tone(Role.LIGHT, tint="#d9b365"), radius=0.03, solid=True)
    for number, (x, y) in enumerate(((-0.07, 0.2), (0.07, 0.2), (-0.07, 0.32), (0.07, 0.32), (-0.06, 0.44), (0.06, 0.44), (0, 0.5))):
        stick = pen.at(x, y, tilt=(35 if x < 0 else -35) if x else 0)
        for step in range(3):
            stick.oval(0, 0.04 + 0.055 * step, 0.034, 0.034, tone.darken(0.06 * (number % 2)), line=0.5)


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
        pen.blob([(x - 0.15, -0.05), (x + 0.15, -0.05), (x + 0.1, -0.22), (x - 0.1, -0.22)], tone, corners=(0, 1, 2, 3), solid=True)
        for y in (-0.1, -0.16):
            pen.box(x - 0.13, y, x + 0.13, y + 0.012, tone.darken(0.35), line=0)


def _held(color: str, draw: DrawPart, depth: Depth = Depth.HELD) -> Part:
    return Part(Slot.HELD, color, ((depth, draw),))


TOOLS: dict[str, Part] = {
    name: _held(color, draw)
    for name, color, draw in (
        ("sword", "#dfe4ea", _draw_sword),
        ("short_sword", "#dfe4ea", _draw_short_sword),
        ("katana", "#e4e8ee", _draw_katana),
        ("saber", "#dfe4ea", _draw_saber),
        ("spear", "#c3cad3", _draw_spear),
        ("halberd", "#c3cad3", _draw_halberd),
        ("trident", "#d2a347", _draw_trident),
        ("rifle", "#2f3238", _draw_rifle),
        ("shield", "#b8342f", _draw_shield),
        ("tall_shield", "#b8302f", _draw_tall_shield),
        ("axe", "#aab3be", _draw_axe),
        ("bow", "#8a5a30", _draw_bow),
        ("hammer", "#5a626c", _draw_hammer),
        ("saw", "#c3cad3", _draw_saw),
        ("wrench", "#8b97a5", _draw_wrench),
        ("torch", "#f6b02d", _draw_torch),
        ("pickaxe", "#6b7480", _draw_pickaxe),
        ("broom", "#d9b365", _draw_broom),
        ("rake", "#8b97a5", _draw_rake),
        ("hoe", "#8b97a5", _draw_hoe),
        ("staff", "#8a5a30", _draw_staff),
        ("crook", "#8a5a30", _draw_crook),
        ("ring_staff", "#f0b92f", _draw_ring_staff),
        ("scepter", "#f0b92f", _draw_scepter),
        ("crook_and_flail", "#f0b92f", _draw_crook_and_flail),
        ("pointer", "#8a5a30", _draw_pointer),
        ("chalk", "#ffffff", _draw_chalk),
        ("scalpel", "#c3cad3", _draw_scalpel),
        ("syringe", "#7cc4ee", _draw_syringe),
        ("clipboard", "#a8683a", _draw_clipboard),
        ("tooth", "#ffffff", _draw_tooth),
        ("brush", "#2b2320", _draw_brush),
        ("palette", "#d9a86a", _draw_palette),
        ("scissors", "#c3cad3", _draw_scissors),
        ("comb", "#2f5f9a", _draw_comb),
        ("spoon", "#b98a50", _draw_spoon),
        ("rolling_pin", "#d9a86a", _draw_rolling_pin),
        ("cleaver", "#c3cad3", _draw_cleaver),
        ("kitchen_knife", "#dfe4ea", _draw_kitchen_knife),
        ("tray", "#c3cad3", _draw_tray),
        ("mug", "#d8503f", _draw_mug),
        ("tea_cup", "#f4f1ea", _draw_tea_cup),
        ("pitcher", "#c3cad3", _draw_pitcher),
        ("bowl_food", "#c8403a", _draw_bowl_food),
        ("ice_cream", "#f3a3bd", _draw_ice_cream),
        ("watermelon", "#e8484a", _draw_watermelon),
        ("bento", "#b8302f", _draw_bento),
        ("book", "#b8402f", _draw_book),
        ("newspaper", "#f4f1e6", _draw_newspaper),
        ("scroll", "#d9b76a", _draw_scroll),
        ("fan", "#e8484a", _draw_fan),
        ("round_fan", "#fbf4e6", _draw_round_fan),
        ("parasol", "#e0524a", _draw_parasol),
        ("lantern", "#e8422f", _draw_lantern),
        ("flowers", "#e8587a", _draw_flowers),
        ("balloons", "#d8322f", _draw_balloons),
        ("kite", "#e8484a", _draw_kite),
        ("phone", "#2b2f3a", _draw_phone),
        ("handset", "#d8322f", _draw_handset),
        ("camera", "#2b2d33", _draw_camera),
        ("microphone", "#b7bec8", _draw_microphone),
        ("baton", "#f6f1e4", _draw_baton),
        ("wand_and_rabbit", "#26242c", _draw_wand_and_rabbit),
        ("globe", "#3f86c8", _draw_globe),
        ("map", "#f0e3bd", _draw_map),
        ("torch_fire", "#f0782a", _draw_torch_fire),
        ("suitcase", "#8a5a35", _draw_suitcase),
        ("shopping", "#e0527a", _draw_shopping),
        ("parcel", "#c99a5f", _draw_parcel),
        ("letter", "#fbf8f0", _draw_letter),
        ("watering_can", "#4a9a8a", _draw_watering_can),
        ("net", "#f4f6f4", _draw_net),
        ("fishing_rod", "#6b4426", _draw_fishing_rod),
        ("ball", "#e8832f", _draw_ball),
        ("football", "#fbfbfb", _draw_football),
        ("racket", "#d8322f", _draw_racket),
        ("gloves", "#d8322f", _draw_gloves),
        ("pompoms", "#d8322f", _draw_pompoms),
        ("ribbon", "#e8486a", _draw_ribbon),
        ("bubbles", "#c8ecf8", _draw_bubbles),
        ("cat", "#e08a3a", _draw_cat),
        ("child", "#5fa8e0", _draw_child),
        ("gift", "#d8322f", _draw_gift),
        ("duster", "#f0c0d0", _draw_duster),
        ("platter", "#c3cad3", _draw_platter),
        ("flag", "#d8322f", _draw_flag),
        ("candy_haws", "#c8202a", _draw_candy_haws),
        ("carrying_pole", "#b98a50", _draw_carrying_pole),
    )
} | {
    "quiver": _held("#7a4a26", _draw_quiver, Depth.BACK),
    "hanging_camera": _held("#2b2d33", _draw_hanging_camera, Depth.OVER),
    "mail_bag": _held("#7a5230", _draw_mail_bag, Depth.OVER),
}
"""What is held, by name."""
