"""Weapons and shields."""

from collections.abc import Sequence

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import LEFT, RIGHT, XY, Depth, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#d8322f")
_STEEL = Tone(Role.SECOND, tint="#c3cad3")
_WOOD = Tone(Role.DEEP, tint="#7a4a26")


def _draw_blade(pen: Pen, length: float, width: float, tone: Tone) -> None:
    """Draw a blade upward from the hand, with a guard and a grip."""
    pen.fill(
        [(-width, 0.06), (width, 0.06), (width, length * 0.88), (0, length), (-width, length * 0.88)], tone, solid=True
    )
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


def _draw_rod(pen: Pen, points: Sequence[XY], width: float, tone: Tone) -> None:
    pen.stroke(points, width, tone, start=1, end=1, line=0.7)


def _draw_spear(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.56), (0, 0.0), (0, 0.46)], 0.03, _WOOD)
    pen.fill([(-0.055, 0.46), (0, 0.42), (0.055, 0.46), (0, 0.7)], tone, solid=True)
    pen.blob([(-0.05, 0.42), (0.05, 0.42), (0.07, 0.28), (0, 0.32), (-0.07, 0.28)], _RED)


def _draw_halberd(model: Model, tone: Tone) -> None:
    """Draw the long glaive of a Chinese general."""
    pen = model.at_hand(RIGHT)
    _draw_rod(pen, [(0, -0.58), (0, 0.0), (0, 0.34)], 0.034, _WOOD)
    pen.blob([(-0.03, 0.32), (0.04, 0.32), (0.12, 0.46), (0.13, 0.62), (0.02, 0.78), (0.0, 0.55)], tone, corners=(0,
        1, 4),
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


def _draw_club(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-16)
    pen.blob([(-0.03, -0.1), (0.03, -0.1), (0.06, 0.14), (0.12, 0.36), (0.03, 0.46), (-0.09, 0.4), (-0.08, 0.16)], tone,
        corners=(0, 1), solid=True)  # fmt: skip
    for x, y in ((-0.03, 0.28), (0.05, 0.35), (0.01, 0.18)):
        pen.oval(x, y, 0.02, 0.016, tone.darken(0.4), line=0)


def _draw_pistol(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    pen.box(-0.03, 0.0, 0.17, 0.06, tone, radius=0.01, solid=True)
    pen.fill([(-0.03, 0.04), (0.04, 0.02), (0.02, -0.1), (-0.05, -0.1)], tone, solid=True)


def _draw_torch_fire(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-10)
    pen.fill([(-0.025, -0.16), (0.025, -0.16), (0.05, 0.12), (-0.05, 0.12)], _WOOD, solid=True)
    pen.blob(
        [(-0.08, 0.14), (-0.06, 0.28), (0, 0.42), (0.07, 0.26), (0.08, 0.14), (0, 0.08)], tone, corners=(2,), glow=0.5
    )
    pen.blob([(-0.035, 0.15), (0, 0.28), (0.035, 0.15), (0, 0.11)], _GOLD, corners=(1,), line=0, glow=0.8)


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
                pen.stroke(
                    [(0, 0.28), (x, 0.26), (x, 0.12)], 0.018, Tone(Role.DEEP, tint="#254a9a"), start=1, end=1, line=0.4
                )


def _draw_golden_staff(model: Model, tone: Tone) -> None:
    """Draw a red staff with golden ends, held up at a slant."""
    pen = model.at_hand(RIGHT, tilt=24)
    pen.box(-0.024, -0.5, 0.024, 0.4, Tone(Role.ACCENT, tint="#c8312c"), line=0.8)
    for low, high in ((-0.56, -0.42), (0.3, 0.46)):
        pen.box(-0.034, low, 0.034, high, tone, radius=0.01, solid=True)


WEAPONS: dict[str, Part] = {
    "golden_staff": build_part(Slot.TOOL, "#f0b92f", _draw_golden_staff, Depth.TOOLS),
    "sword": build_part(Slot.TOOL, "#dfe4ea", _draw_sword, Depth.TOOLS),
    "short_sword": build_part(Slot.TOOL, "#dfe4ea", _draw_short_sword, Depth.TOOLS),
    "katana": build_part(Slot.TOOL, "#e4e8ee", _draw_katana, Depth.TOOLS),
    "saber": build_part(Slot.TOOL, "#dfe4ea", _draw_saber, Depth.TOOLS),
    "spear": build_part(Slot.TOOL, "#c3cad3", _draw_spear, Depth.TOOLS),
    "halberd": build_part(Slot.TOOL, "#c3cad3", _draw_halberd, Depth.TOOLS),
    "trident": build_part(Slot.TOOL, "#d2a347", _draw_trident, Depth.TOOLS),
    "rifle": build_part(Slot.TOOL, "#2f3238", _draw_rifle, Depth.TOOLS),
    "shield": build_part(Slot.TOOL, "#b8342f", _draw_shield, Depth.TOOLS),
    "tall_shield": build_part(Slot.TOOL, "#b8302f", _draw_tall_shield, Depth.TOOLS),
    "axe": build_part(Slot.TOOL, "#aab3be", _draw_axe, Depth.TOOLS),
    "bow": build_part(Slot.TOOL, "#8a5a30", _draw_bow, Depth.TOOLS),
    "quiver": build_part(Slot.TOOL, "#7a4a26", _draw_quiver, Depth.BACK),
    "club": build_part(Slot.TOOL, "#8a5a32", _draw_club, Depth.TOOLS),
    "pistol": build_part(Slot.TOOL, "#26262c", _draw_pistol, Depth.TOOLS),
    "torch_fire": build_part(Slot.TOOL, "#f0782a", _draw_torch_fire, Depth.TOOLS),
    "staff": build_part(Slot.TOOL, "#8a5a30", _draw_staff, Depth.TOOLS),
    "crook": build_part(Slot.TOOL, "#8a5a30", _draw_crook, Depth.TOOLS),
    "ring_staff": build_part(Slot.TOOL, "#f0b92f", _draw_ring_staff, Depth.TOOLS),
    "scepter": build_part(Slot.TOOL, "#f0b92f", _draw_scepter, Depth.TOOLS),
    "crook_and_flail": build_part(Slot.TOOL, "#f0b92f", _draw_crook_and_flail, Depth.TOOLS),
}
