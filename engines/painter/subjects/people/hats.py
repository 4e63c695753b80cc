"""Hats and caps, in units of the head: its middle is the origin, its radius 1."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import Depth, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#c8312c")
_BAND = Tone(Role.DEEP, tint="#4a2c1c")


def _draw_brim(head: Pen, tone: Tone, width: float, y: float = 0.42, thick: float = 0.16, droop: float = 0.0) -> None:
    head.blob(
        [(-width, y - droop), (-width * 0.5, y + thick), (0, y + thick * 1.1), (width * 0.5, y + thick), (width,
            y - droop),
         (width * 0.5, y - thick), (0, y - thick), (-width * 0.5, y - thick)],
        tone, corners=(0, 4), solid=True,
    )  # fmt: skip


def _draw_hat(head: Pen, tone: Tone, brim: float, top: float, width: float = 0.95, droop: float = 0.0) -> None:
    """Draw a hat with a crown, a band and a *brim*."""
    crown = [(-width, 0.4), (-width * 0.82, top - 0.1), (-0.3, top + 0.02), (0, top - 0.12), (0.3, top + 0.02),
        (width * 0.82, top - 0.1), (width, 0.4)]  # fmt: skip
    head.blob(crown, tone, corners=(0, 6), solid=True)
    head.box(-width * 0.97, 0.44, width * 0.97, 0.68, _BAND, line=0.6)
    _draw_brim(head, tone.darken(0.08), brim, droop=droop)


def _draw_cowboy_hat(model: Model, tone: Tone) -> None:
    head = model.head
    _draw_hat(head, tone, 1.0, 1.5, 0.85)
    head.blob([(-1.95, 0.85), (-1.4, 0.42), (0, 0.24), (1.4, 0.42), (1.95, 0.85), (1.2, 0.62), (0, 0.5), (-1.2, 0.62)],
        tone.darken(0.12), corners=(0, 4), solid=True)  # fmt: skip


def _draw_straw_hat(model: Model, tone: Tone) -> None:
    _draw_hat(model.head, tone, 1.9, 1.25, droop=0.08)


def _draw_sun_hat(model: Model, tone: Tone) -> None:
    _draw_hat(model.head, tone, 1.75, 1.2, droop=0.2)


def _draw_fedora(model: Model, tone: Tone) -> None:
    _draw_hat(model.head, tone, 1.5, 1.35, droop=0.05)


def _draw_cone_hat(model: Model, tone: Tone) -> None:
    """Draw the conical bamboo hat of East Asia."""
    head = model.head
    head.fill([(-2.0, 0.28), (0, 1.7), (2.0, 0.28), (1.0, 0.42), (0, 0.48), (-1.0, 0.42)], tone, solid=True,
        fade=tone.darken(0.15))  # fmt: skip
    for x in (-1.2, -0.6, 0, 0.6, 1.2):
        head.stroke([(0, 1.66), (x * 0.5, 1.05), (x, 0.44)], 0.045, tone.darken(0.3), start=1, end=1)


def _draw_top_hat(model: Model, tone: Tone) -> None:
    head = model.head
    head.box(-0.82, 0.4, 0.82, 2.05, tone, radius=0.08, solid=True)
    head.box(-0.84, 0.55, 0.84, 0.82, _RED, line=0.6)
    _draw_brim(head, tone, 1.35, thick=0.13)


def _draw_tricorn(model: Model, tone: Tone) -> None:
    """Draw the hat of a pirate captain with skull and crossed bones."""
    head = model.head
    head.blob([(-1.85, 0.72), (-1.0, 1.1), (0, 1.75), (1.0, 1.1), (1.85, 0.72), (1.1, 0.42), (0, 0.3), (-1.1, 0.42)],
        tone, corners=(0, 4), solid=True)  # fmt: skip
    head.stroke([(-1.8, 0.74), (0, 0.36), (1.8, 0.74)], 0.1, _GOLD, start=1, end=1, line=0.5)
    head.oval(0, 1.08, 0.3, 0.28, WHITE, line=0.6)
    head.box(-0.17, 0.68, 0.17, 0.9, WHITE, line=0.4)
    for side in SIDES:
        head.oval(side * 0.12, 1.06, 0.09, 0.1, INK, line=0)
        head.stroke([(side * 0.55, 0.6), (0, 0.76), (-side * 0.55, 0.92)], 0.09, WHITE, start=1, end=1)


def _draw_nurse_cap(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-0.85, 0.62), (-0.98, 1.32), (0, 1.48), (0.98, 1.32), (0.85, 0.62), (0, 0.8)], tone, corners=(0, 1,
        3, 4),
        solid=True)  # fmt: skip
    head.box(-0.09, 0.9, 0.09, 1.36, _RED, line=0)
    head.box(-0.23, 1.04, 0.23, 1.22, _RED, line=0)


def _draw_dome(head: Pen, tone: Tone, bottom: float = 0.3, top: float = 1.3, width: float = 1.1) -> None:
    head.blob(
        [(-width, bottom), (-width * 0.92, (bottom + top) / 2 + 0.1), (-width * 0.45, top - 0.05), (0, top),
         (width * 0.45, top - 0.05), (width * 0.92, (bottom + top) / 2 + 0.1), (width, bottom)],
        tone, corners=(0, 6), solid=True,
    )  # fmt: skip


def _draw_scrub_cap(model: Model, tone: Tone) -> None:
    _draw_dome(model.head, tone, 0.34, 1.3, 1.08)
    model.head.box(-1.06, 0.28, 1.06, 0.48, tone.darken(0.2), radius=0.08, line=0.6)


def _draw_toque(model: Model, tone: Tone) -> None:
    head = model.head
    for x, y in ((-0.62, 1.42), (0.62, 1.42), (0, 1.62)):
        head.oval(x, y, 0.58, 0.52, tone, solid=True)
    head.box(-0.86, 0.46, 0.86, 1.2, tone.darken(0.06), radius=0.05, solid=True)


def _draw_beret(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-1.05, 0.45), (-1.35, 0.9), (-0.5, 1.32), (0.7, 1.22), (1.25, 0.8), (1.0, 0.45), (0, 0.62)], tone,
        corners=(0, 5), solid=True)  # fmt: skip
    head.stroke([(-0.1, 1.26), (-0.08, 1.4), (0.02, 1.5)], 0.1, tone.darken(0.2), start=1, end=1)


def _draw_cap(model: Model, tone: Tone) -> None:
    """Draw a cap with a visor."""
    head = model.head
    _draw_dome(head, tone, 0.4, 1.3, 1.04)
    head.blob([(-0.95, 0.42), (0, 0.62), (0.95, 0.42), (0.75, 0.16), (0, 0.28), (-0.75, 0.16)], tone.darken(0.25),
        corners=(0, 2), solid=True)  # fmt: skip


def _draw_peaked_cap(model: Model, tone: Tone) -> None:
    """Draw the cap of officers, captains and chauffeurs."""
    head = model.head
    head.blob([(-0.95, 0.5), (-1.4, 1.1), (-0.6, 1.42), (0.6, 1.42), (1.4, 1.1), (0.95, 0.5)], tone, corners=(0, 5),
        solid=True)  # fmt: skip
    head.box(-0.98, 0.4, 0.98, 0.66, INK, line=0.5)
    head.oval(0, 0.92, 0.22, 0.22, _GOLD, line=0.6)
    head.blob([(-0.9, 0.42), (0, 0.52), (0.9, 0.42), (0.6, 0.14), (0, 0.06), (-0.6, 0.14)], INK, corners=(0, 2))


def _draw_sailor_cap(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-0.9, 0.5), (-1.25, 0.98), (0, 1.24), (1.25, 0.98), (0.9, 0.5)], tone, corners=(0, 4), solid=True)
    head.box(-0.95, 0.4, 0.95, 0.68, Tone(Role.DEEP, tint="#24407a"), line=0.6)
    head.oval(0, 1.2, 0.16, 0.12, _RED, line=0.5)


def _draw_mortarboard(model: Model, tone: Tone) -> None:
    head = model.head
    _draw_dome(head, tone, 0.42, 1.1, 0.98)
    head.fill([(-1.5, 1.15), (0, 1.6), (1.5, 1.15), (0, 0.75)], tone, solid=True)
    head.stroke([(0, 1.18), (0.8, 1.0), (1.2, 0.9), (1.22, 0.3)], 0.08, _GOLD, start=1, end=1)
    head.oval(1.22, 0.24, 0.13, 0.2, _GOLD, line=0.5)


def _draw_pith_helmet(model: Model, tone: Tone) -> None:
    head = model.head
    _draw_dome(head, tone, 0.42, 1.45, 1.0)
    head.box(-0.98, 0.44, 0.98, 0.66, tone.darken(0.25), line=0.5)
    _draw_brim(head, tone.darken(0.06), 1.45, 0.4, 0.15, droop=0.14)
    head.oval(0, 1.46, 0.12, 0.1, tone.darken(0.2), line=0.5)


def _draw_bee_veil(model: Model, tone: Tone) -> None:
    """Draw the hat of a beekeeper with a net around the face."""
    head = model.head
    net = Tone(Role.DEEP, tint="#3c3c40")
    for x in (-0.9, -0.45, 0, 0.45, 0.9):
        head.stroke([(x * 1.15, 0.4), (x * 1.2, -0.3), (x * 0.95, -1.1)], 0.05, net, start=1, end=1)
    for y in (0.1, -0.35, -0.8):
        head.stroke([(-1.1, y), (0, y - 0.1), (1.1, y)], 0.05, net, start=1, end=1)
    head.stroke([(-1.0, -1.1), (0, -1.22), (1.0, -1.1)], 0.14, net, start=1, end=1)
    _draw_hat(head, tone, 1.7, 1.25)


def _draw_wizard_hat(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-0.95, 0.4), (-0.3, 1.5), (0.3, 2.4), (0.5, 1.4), (0.95, 0.4)], tone, corners=(0, 2, 4), solid=True)
    _draw_brim(head, tone.darken(0.1), 1.6, thick=0.17)
    for x, y in ((-0.2, 0.9), (0.35, 1.3), (0.2, 1.9)):
        head.oval(x, y, 0.12, 0.12, _GOLD, line=0)


def _draw_bandana(model: Model, tone: Tone) -> None:
    head = model.head
    _draw_dome(head, tone, 0.4, 1.16, 1.04)
    head.fill([(1.0, 0.5), (1.6, 0.7), (1.35, 0.3), (1.55, -0.05)], tone.darken(0.15), line=0.7)


def _draw_headband(model: Model, tone: Tone) -> None:
    model.head.stroke([(-1.0, 0.4), (0, 0.56), (1.0, 0.4)], 0.24, tone, start=1, end=1, line=0.6)


def _draw_headscarf(model: Model, tone: Tone) -> None:
    """Draw a scarf tied under the chin, over the hair."""
    head = model.head
    head.blob(
        [(-1.12, -0.5), (-1.14, 0.5), (-0.6, 1.15), (0, 1.26), (0.6, 1.15), (1.14, 0.5), (1.12, -0.5), (0.6, -1.05),
         (0.86, -0.2), (0.7, 0.45), (0, 0.66), (-0.7, 0.45), (-0.86, -0.2), (-0.6, -1.05)],
        tone, corners=(7, 13), solid=True,
    )  # fmt: skip
    for x, y in ((-0.7, 0.85), (0, 1.0), (0.7, 0.85), (0.98, 0.1), (-0.98, 0.1)):
        head.oval(x, y, 0.1, 0.1, WHITE, line=0)
    head.fill([(0, -1.0), (-0.4, -1.35), (-0.1, -1.15), (0, -1.5), (0.1, -1.15), (0.4, -1.35)], tone.darken(0.15))


def _draw_hood(model: Model, tone: Tone) -> None:
    model.head.blob(
        [(-1.2, -0.8), (-1.2, 0.6), (-0.6, 1.25), (0, 1.45), (0.6, 1.25), (1.2, 0.6), (1.2, -0.8), (0.8, -0.7),
         (0.82, 0.2), (0, 0.7), (-0.82, 0.2), (-0.8, -0.7)],
        tone, corners=(0, 6), solid=True,
    )  # fmt: skip


def _draw_beanie(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-1.05, 0.4), (-0.9, 1.0), (0, 1.35), (0.9, 1.0), (1.05, 0.4)], tone, corners=(0, 4), solid=True)
    head.box(-1.1, 0.32, 1.1, 0.64, tone.darken(0.2), radius=0.12, line=0.7)
    head.oval(0, 1.38, 0.2, 0.18, WHITE, line=0.6)


def _draw_fur_hat(model: Model, tone: Tone) -> None:
    head = model.head
    for x in np.linspace(-0.9, 0.9, 6):
        head.oval(float(x), 1.0 - 0.25 * float(x) ** 2, 0.32, 0.36, tone, line=0.6)
    for x in np.linspace(-1.0, 1.0, 7):
        head.oval(float(x), 0.5, 0.25, 0.22, tone.lighten(0.15), line=0.6)


def _draw_earflaps(model: Model, tone: Tone) -> None:
    """Draw a winter hat with ear flaps."""
    head = model.head
    for side in SIDES:
        head.blob([(side * 1.1, 0.5), (side * 1.3, -0.2), (side * 1.0, -0.7), (side * 0.85, 0.1)], tone, solid=True)
    head.blob([(-1.1, 0.4), (-0.95, 1.0), (0, 1.35), (0.95, 1.0), (1.1, 0.4)], tone, corners=(0, 4), solid=True)
    head.box(-1.1, 0.36, 1.1, 0.76, Tone(Role.LIGHT, tint="#e8d8b8"), radius=0.15, line=0.7)


def _draw_deerstalker(model: Model, tone: Tone) -> None:
    """Draw the checked hat of Sherlock Holmes."""
    head = model.head
    head.blob([(-1.05, 0.4), (-0.85, 1.05), (0, 1.32), (0.85, 1.05), (1.05, 0.4)], tone, corners=(0, 4), solid=True)
    for x in (-0.6, -0.2, 0.2, 0.6):
        head.stroke([(x * 0.7, 1.18 - abs(x) * 0.3), (x, 0.8), (x * 1.2, 0.44)], 0.07, tone.darken(0.4), start=1, end=1)
    for y in (0.62, 0.9):
        head.stroke([(-0.95, y), (0, y + 0.06), (0.95, y)], 0.06, tone.darken(0.4), start=1, end=1)
    head.blob(
        [(-1.0, 0.44), (0, 0.6), (1.0, 0.44), (1.3, 0.1), (0, 0.3), (-1.3, 0.1)],
        tone.darken(0.2),
        corners=(3, 5),
        solid=True,
    )
    head.oval(0, 1.36, 0.14, 0.1, tone.darken(0.3), line=0.5)


def _draw_headphones(model: Model, tone: Tone) -> None:
    head = model.head
    head.stroke([(-1.1, 0.0), (-0.95, 0.95), (0, 1.32), (0.95, 0.95), (1.1, 0.0)], 0.17, tone, start=1, end=1, line=0.6)
    for side in SIDES:
        head.oval(side * 1.12, -0.05, 0.27, 0.38, tone.lighten(0.15), solid=True)


def _draw_maid_band(model: Model, tone: Tone) -> None:
    for x in np.linspace(-0.8, 0.8, 7):
        model.head.oval(float(x), 1.12 - 0.42 * float(x) ** 2, 0.2, 0.2, tone, line=0.7)


def _draw_flower_crown(model: Model, tone: Tone) -> None:
    for number, x in enumerate(np.linspace(-0.85, 0.85, 6)):
        at = (float(x), 1.0 - 0.45 * float(x) ** 2)
        model.head.oval(*at, 0.22, 0.2, tone if number % 2 else Tone(Role.ACCENT, tint="#f6c94a"), line=0.6)
        model.head.oval(*at, 0.08, 0.08, WHITE, line=0)


HATS: dict[str, Part] = {
    "cowboy_hat": build_part(Slot.HAT, "#a8683a", _draw_cowboy_hat, Depth.HAT),
    "straw_hat": build_part(Slot.HAT, "#e2bd6a", _draw_straw_hat, Depth.HAT),
    "sun_hat": build_part(Slot.HAT, "#f0dfae", _draw_sun_hat, Depth.HAT),
    "fedora": build_part(Slot.HAT, "#6a5a48", _draw_fedora, Depth.HAT),
    "cone_hat": build_part(Slot.HAT, "#dcb764", _draw_cone_hat, Depth.HAT),
    "top_hat": build_part(Slot.HAT, "#26242c", _draw_top_hat, Depth.HAT),
    "tricorn": build_part(Slot.HAT, "#24222a", _draw_tricorn, Depth.HAT),
    "nurse_cap": build_part(Slot.HAT, "#ffffff", _draw_nurse_cap, Depth.HAT),
    "scrub_cap": build_part(Slot.HAT, "#3fa39a", _draw_scrub_cap, Depth.HAT),
    "toque": build_part(Slot.HAT, "#ffffff", _draw_toque, Depth.HAT),
    "beret": build_part(Slot.HAT, "#b8302f", _draw_beret, Depth.HAT),
    "cap": build_part(Slot.HAT, "#2f6fd0", _draw_cap, Depth.HAT),
    "peaked_cap": build_part(Slot.HAT, "#ffffff", _draw_peaked_cap, Depth.HAT),
    "sailor_cap": build_part(Slot.HAT, "#ffffff", _draw_sailor_cap, Depth.HAT),
    "mortarboard": build_part(Slot.HAT, "#26252c", _draw_mortarboard, Depth.HAT),
    "pith_helmet": build_part(Slot.HAT, "#d8c391", _draw_pith_helmet, Depth.HAT),
    "bee_veil": build_part(Slot.HAT, "#ecd9a0", _draw_bee_veil, Depth.HAT),
    "wizard_hat": build_part(Slot.HAT, "#4a3f9a", _draw_wizard_hat, Depth.HAT),
    "bandana": build_part(Slot.HAT, "#c8342f", _draw_bandana, Depth.HAT),
    "headband": build_part(Slot.HAT, "#d8322f", _draw_headband, Depth.HAT),
    "headscarf": build_part(Slot.HAT, "#d0483f", _draw_headscarf, Depth.HAT),
    "hood": build_part(Slot.HAT, "#5a4a3a", _draw_hood, Depth.HAT),
    "beanie": build_part(Slot.HAT, "#2f5fa8", _draw_beanie, Depth.HAT),
    "fur_hat": build_part(Slot.HAT, "#8a6a4a", _draw_fur_hat, Depth.HAT),
    "earflaps": build_part(Slot.HAT, "#5a4a3a", _draw_earflaps, Depth.HAT),
    "deerstalker": build_part(Slot.HAT, "#a8865a", _draw_deerstalker, Depth.HAT),
    "headphones": build_part(Slot.HAT, "#d0312f", _draw_headphones, Depth.HAT),
    "maid_band": build_part(Slot.HAT, "#ffffff", _draw_maid_band, Depth.HAT),
    "flower_crown": build_part(Slot.HAT, "#f07a9a", _draw_flower_crown, Depth.HAT),
}
