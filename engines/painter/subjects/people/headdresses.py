"""Crowns and other headwear of rank, faith and stage, in units of the head."""

import numpy as np

from engines.painter.shapes import WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import Depth, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#c8312c")


def _draw_crown(model: Model, tone: Tone) -> None:
    head = model.head
    points = [(-0.95, 0.5), (-1.12, 1.45), (-0.55, 1.0), (0, 1.65), (0.55, 1.0), (1.12, 1.45), (0.95, 0.5)]
    head.fill(points, tone, solid=True)
    head.box(-0.97, 0.44, 0.97, 0.68, tone.darken(0.15), line=0.6)
    for x, y in ((-1.1, 1.5), (0, 1.72), (1.1, 1.5)):
        head.oval(x, y, 0.14, 0.14, _RED, line=0.5)
    for x in (-0.5, 0, 0.5):
        head.oval(x, 0.57, 0.1, 0.09, Tone(Role.ACCENT, tint="#3a6fd0"), line=0)


def _draw_tiara(model: Model, tone: Tone) -> None:
    head = model.head
    head.fill([(-0.8, 0.7), (-0.75, 1.15), (-0.4, 1.0), (0, 1.6), (0.4, 1.0), (0.75, 1.15), (0.8, 0.7), (0, 0.85)],
        tone,
        solid=True)  # fmt: skip
    head.oval(0, 1.12, 0.13, 0.17, Tone(Role.ACCENT, tint="#d0317a"), line=0.5)


def _draw_mian(model: Model, tone: Tone) -> None:
    """Draw the crown of a Chinese emperor: a flat board with strings of beads."""
    head = model.head
    head.box(-0.62, 0.6, 0.62, 1.3, tone, radius=0.1, solid=True)
    head.fill([(-1.3, 1.3), (1.3, 1.3), (1.15, 1.56), (-1.15, 1.56)], tone, solid=True)
    head.box(-1.3, 1.2, 1.3, 1.34, _GOLD, line=0.5)
    head.box(-0.64, 0.6, 0.64, 0.8, _GOLD, line=0.5)
    for x in (-1.15, -0.92, 0.92, 1.15):
        for y in np.arange(0.05, 1.15, 0.2):
            head.oval(x, float(y), 0.09, 0.09, _RED if round(y * 5) % 2 else WHITE, line=0.4)


def _draw_dome(head: Pen, tone: Tone, bottom: float = 0.3, top: float = 1.3, width: float = 1.1) -> None:
    head.blob(
        [(-width, bottom), (-width * 0.92, (bottom + top) / 2 + 0.1), (-width * 0.45, top - 0.05), (0, top),
         (width * 0.45, top - 0.05), (width * 0.92, (bottom + top) / 2 + 0.1), (width, bottom)],
        tone, corners=(0, 6), solid=True,
    )  # fmt: skip


def _draw_nemes(model: Model, tone: Tone) -> None:
    """Draw the striped headcloth of a pharaoh with the cobra."""
    head = model.head
    for side in SIDES:
        lappet = [(side * 0.8, 0.7), (side * 1.5, 0.2), (side * 1.45, -0.9), (side * 0.95, -1.7), (side * 0.6, -1.6),
            (side * 0.86, -0.5)]  # fmt: skip
        head.fill(lappet, tone, solid=True)
        for y in (0.1, -0.35, -0.8, -1.25):
            head.fill([(side * 0.78, y), (side * 1.42, y + 0.05), (side * 1.42, y - 0.13), (side * 0.78, y - 0.18)],
                Tone(Role.DEEP, tint="#254a9a"), line=0)  # fmt: skip
    _draw_dome(head, tone, 0.32, 1.28, 1.12)
    for x in (-0.7, -0.35, 0.35, 0.7):
        head.stroke([(x * 0.6, 1.2), (x * 0.95, 0.85), (x * 1.15, 0.45)], 0.12, Tone(Role.DEEP, tint="#254a9a"),
            start=1,
            end=1)  # fmt: skip
    head.box(-1.08, 0.28, 1.08, 0.48, _GOLD.darken(0.1), line=0.6)
    head.blob([(-0.14, 0.5), (-0.2, 0.9), (0, 1.1), (0.2, 0.9), (0.14, 0.5)], _GOLD.darken(0.2), line=0.7)


def _draw_laurel(model: Model, tone: Tone) -> None:
    head = model.head
    for side in SIDES:
        for number in range(5):
            angle = np.radians(20 + 17 * number)
            at = (side * 1.1 * float(np.cos(angle)), 0.1 + 0.98 * float(np.sin(angle)))
            head.oval(*at, 0.26, 0.12, tone, rotation=side * (70 - 22 * number), line=0.6)


def _draw_turban(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-1.1, 0.3), (-1.3, 0.9), (-0.6, 1.45), (0.6, 1.45), (1.3, 0.9), (1.1, 0.3), (0, 0.55)], tone,
        corners=(0, 5), solid=True)  # fmt: skip
    for y in (0.55, 0.9):
        head.stroke([(-1.15, y), (0, y + 0.35), (1.15, y)], 0.07, tone.darken(0.25), start=1, end=1)
    head.oval(0, 0.82, 0.18, 0.2, _GOLD, line=0.6)


def _draw_veil(model: Model, tone: Tone) -> None:
    """Draw the veil of a nun, white around the face."""
    head = model.head
    head.blob(
        [(-1.2, -0.9), (-1.16, 0.5), (-0.6, 1.15), (0, 1.28), (0.6, 1.15), (1.16, 0.5), (1.2, -0.9), (0.75, -1.0),
         (0.86, 0.2), (0, 0.62), (-0.86, 0.2), (-0.75, -1.0)],
        tone, corners=(0, 6, 7, 11), solid=True,
    )  # fmt: skip
    head.stroke([(-0.86, 0.1), (-0.5, 0.5), (0, 0.62), (0.5, 0.5), (0.86, 0.1)], 0.2, WHITE, start=1, end=1, line=0.6)


def _draw_veil_behind(model: Model, tone: Tone) -> None:
    model.head.blob([(-1.1, 0.6), (0, 1.2), (1.1, 0.6), (1.7, -1.9), (0, -1.8), (-1.7, -1.9)], tone, corners=(3, 5),
        solid=True)  # fmt: skip


def _draw_bride_veil(model: Model, tone: Tone) -> None:
    head = model.head
    for x in (-0.7, -0.35, 0, 0.35, 0.7):
        head.oval(x, 0.98 - 0.3 * x * x, 0.2, 0.18, Tone(Role.ACCENT, tint="#f6a8bf"), line=0.5)


def _draw_scholar_hat(model: Model, tone: Tone) -> None:
    """Draw the square cloth hat of a Chinese scholar with two ribbons."""
    head = model.head
    for side in SIDES:
        head.blob([(side * 0.6, 0.7), (side * 1.35, 0.4), (side * 1.55, -0.7), (side * 1.2, -0.8), (side * 1.05, 0.1)],
            tone.darken(0.05), corners=(2, 3), line=0.8)  # fmt: skip
    head.fill([(-0.98, 0.4), (-0.85, 1.5), (-0.3, 1.7), (0.3, 1.7), (0.85, 1.5), (0.98, 0.4)], tone, solid=True)
    head.box(-1.0, 0.38, 1.0, 0.66, tone.darken(0.25), line=0.6)
    head.oval(0, 0.54, 0.16, 0.14, Tone(Role.LIGHT, tint="#8fd0b0"), line=0.5)


def _draw_official_hat(model: Model, tone: Tone) -> None:
    """Draw the black hat of a Chinese official with two long wings."""
    head = model.head
    for side in SIDES:
        head.blob([(side * 0.9, 0.62), (side * 1.6, 0.74), (side * 2.3, 0.66), (side * 1.6, 0.48)], tone, line=0.8)
    head.blob([(-1.0, 0.36), (-0.92, 1.0), (-0.55, 1.2), (-0.5, 1.6), (0.5, 1.6), (0.55, 1.2), (0.92, 1.0), (1.0,
        0.36)],
        tone, corners=(0, 7), solid=True)  # fmt: skip


def _draw_qing_headdress(model: Model, tone: Tone) -> None:
    """Draw the wide headdress of a Manchu princess with a flower."""
    head = model.head
    head.blob([(-1.5, 0.95), (-1.5, 1.5), (0, 1.7), (1.5, 1.5), (1.5, 0.95), (0.3, 1.0), (0.2, 0.7), (-0.2, 0.7),
        (-0.3, 1.0)],
        tone, corners=(0, 1, 3, 4), solid=True)  # fmt: skip
    for angle in range(0, 360, 72):
        at = np.radians(angle)
        head.oval(0.22 * float(np.cos(at)), 1.32 + 0.22 * float(np.sin(at)), 0.18, 0.18, _RED, line=0.5)
    head.oval(0, 1.32, 0.14, 0.14, _GOLD, line=0)
    for side in SIDES:
        head.oval(side * 1.05, 1.26, 0.2, 0.2, Tone(Role.ACCENT, tint="#f2a0b8"), line=0.5)
        head.stroke([(side * 1.4, 1.0), (side * 1.42, 0.4), (side * 1.4, -0.2)], 0.1, _RED, start=1, end=1)


def _draw_opera_crown(model: Model, tone: Tone) -> None:
    """Draw the headdress of a Peking opera: a fan of beads with two long pheasant feathers."""
    head = model.head
    for side in SIDES:
        feather = [(side * 0.5, 1.2), (side * 1.2, 2.4), (side * 2.3, 2.7), (side * 3.0, 1.9)]
        head.stroke(feather, 0.17, Tone(Role.DEEP, tint="#9a5a2a"), start=1, end=0.4, line=0.6)
    for ring, radius in ((1.55, 0.17), (1.25, 0.2)):
        for angle in np.radians(np.linspace(12, 168, 9)):
            at = (ring * float(np.cos(angle)) * 0.95, 0.12 + ring * float(np.sin(angle)))
            head.oval(*at, radius, radius, tone if ring > 1.4 else Tone(Role.ACCENT, tint="#3f86d8"), line=0.5)
    head.stroke([(-1.0, 0.3), (0, 0.76), (1.0, 0.3)], 0.2, _GOLD, start=1, end=1, line=0.5)
    for side in SIDES:
        head.oval(side * 1.25, 0.1, 0.24, 0.24, _RED, line=0.5)
        head.stroke([(side * 1.25, 0.0), (side * 1.3, -0.5), (side * 1.25, -1.0)], 0.12, _RED, start=1, end=1)


def _draw_crown_small(model: Model, tone: Tone) -> None:
    """Draw the phoenix crown of a Chinese bride with strings of pearls."""
    head = model.head
    for ring, radius in ((1.4, 0.17), (1.12, 0.19)):
        for angle in np.radians(np.linspace(20, 160, 8)):
            at = (ring * float(np.cos(angle)), 0.15 + ring * float(np.sin(angle)))
            head.oval(*at, radius, radius, tone if ring > 1.3 else _RED, line=0.5)
    head.oval(0, 1.75, 0.22, 0.26, _RED, line=0.6)
    for side in SIDES:
        for y in (0.4, 0.15, -0.1, -0.35, -0.6):
            head.oval(side * 1.2, y, 0.09, 0.09, WHITE, line=0.5)
        head.oval(side * 1.2, -0.85, 0.11, 0.15, _RED, line=0.5)


def _draw_feathers(model: Model, tone: Tone) -> None:
    """Draw a crown of feathers."""
    head = model.head
    for number, angle in enumerate(np.radians(np.linspace(12, 168, 9))):
        x, y = float(np.cos(angle)), float(np.sin(angle))
        feather = [(0.9 * x, 0.3 + 0.8 * y), (1.4 * x - 0.16 * y, 0.3 + 1.4 * y), (1.75 * x, 0.3 + 1.75 * y),
            (1.4 * x + 0.16 * y, 0.3 + 1.4 * y)]  # fmt: skip
        head.blob(feather, tone if number % 2 else WHITE, corners=(0, 2), line=0.7)
    head.stroke([(-1.0, 0.36), (0, 0.6), (1.0, 0.36)], 0.26, _GOLD, start=1, end=1, line=0.6)


def _draw_mitre(model: Model, tone: Tone) -> None:
    head = model.head
    head.fill([(-0.86, 0.4), (-1.0, 1.2), (0, 2.3), (1.0, 1.2), (0.86, 0.4)], tone, solid=True)
    head.box(-0.9, 0.4, 0.9, 0.62, _GOLD, line=0.6)
    head.box(-0.09, 0.62, 0.09, 2.0, _GOLD, line=0.5)
    head.box(-0.5, 1.16, 0.5, 1.34, _GOLD, line=0.5)


def _draw_monkey_crown(model: Model, tone: Tone) -> None:
    """Draw the golden circlet of the Monkey King with two long feathers."""
    head = model.head
    for side in SIDES:
        feather = [(side * 0.4, 0.9), (side * 1.0, 2.2), (side * 2.0, 2.6), (side * 2.7, 2.0)]
        head.stroke(feather, 0.17, Tone(Role.ACCENT, tint="#c8312c"), start=1, end=0.4, line=0.6)
    head.fill(
        [(-0.9, 0.5), (-0.7, 1.0), (-0.3, 0.85), (0, 1.4), (0.3, 0.85), (0.7, 1.0), (0.9, 0.5), (0, 0.7)],
        tone,
        solid=True,
    )
    head.oval(0, 0.95, 0.14, 0.16, Tone(Role.ACCENT, tint="#c8312c"), line=0.5)


def _draw_halo(model: Model, tone: Tone) -> None:
    path = [(-0.9, 1.5), (0, 1.3), (0.9, 1.5), (0, 1.72), (-0.9, 1.5)]
    model.head.stroke(path, 0.17, tone, start=1, end=1, line=0.6, glow=0.5)


HEADDRESSES: dict[str, Part] = {
    "halo": build_part(Slot.HAT, "#f6cb2d", _draw_halo, Depth.HAT),
    "monkey_crown": build_part(Slot.HAT, "#f0b92f", _draw_monkey_crown, Depth.HAT),
    "crown": build_part(Slot.HAT, "#f4c22f", _draw_crown, Depth.HAT),
    "tiara": build_part(Slot.HAT, "#f4c22f", _draw_tiara, Depth.HAT),
    "mian": build_part(Slot.HAT, "#2a2630", _draw_mian, Depth.HAT),
    "nemes": build_part(Slot.HAT, "#f0c040", _draw_nemes, Depth.HAT),
    "laurel": build_part(Slot.HAT, "#5f9a4a", _draw_laurel, Depth.HAT),
    "turban": build_part(Slot.HAT, "#e8e0d0", _draw_turban, Depth.HAT),
    "veil": build_part(Slot.HAT, "#26252c", _draw_veil, Depth.HAT),
    "bride_veil": Part(Slot.HAT, "#fbf6f2", ((Depth.HAIR_BEHIND, _draw_veil_behind), (Depth.HAT, _draw_bride_veil))),
    "scholar_hat": build_part(Slot.HAT, "#3a4a6a", _draw_scholar_hat, Depth.HAT),
    "official_hat": build_part(Slot.HAT, "#24222a", _draw_official_hat, Depth.HAT),
    "qing_headdress": build_part(Slot.HAT, "#2a2630", _draw_qing_headdress, Depth.HAT),
    "opera_crown": build_part(Slot.HAT, "#f0c040", _draw_opera_crown, Depth.HAT),
    "opera_crown_small": build_part(Slot.HAT, "#f0c040", _draw_crown_small, Depth.HAT),
    "feathers": build_part(Slot.HAT, "#c8342f", _draw_feathers, Depth.HAT),
    "mitre": build_part(Slot.HAT, "#fbfbf6", _draw_mitre, Depth.HAT),
}
