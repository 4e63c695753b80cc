"""Helmets and masks, in units of the head."""

from engines.painter.shapes import INK, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import Depth, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#c8312c")
_STEEL = Tone(Role.SECOND, tint="#b7bec8")
_BAND = Tone(Role.DEEP, tint="#4a2c1c")


def _draw_dome(head: Pen, tone: Tone, bottom: float = 0.3, top: float = 1.3, width: float = 1.1) -> None:
    head.blob(
        [(-width, bottom), (-width * 0.92, (bottom + top) / 2 + 0.1), (-width * 0.45, top - 0.05), (0, top),
         (width * 0.45, top - 0.05), (width * 0.92, (bottom + top) / 2 + 0.1), (width, bottom)],
        tone, corners=(0, 6), solid=True,
    )  # fmt: skip


def _draw_helmet(model: Model, tone: Tone) -> None:
    """Draw the helmet of a modern soldier with a strap."""
    head = model.head
    for side in SIDES:
        head.stroke([(side * 0.96, 0.3), (side * 0.86, -0.5), (side * 0.3, -1.02)], 0.1, _BAND, start=1, end=1)
    _draw_dome(head, tone, 0.22, 1.38, 1.22)
    head.box(-1.3, 0.16, 1.3, 0.4, tone.darken(0.2), radius=0.1, line=0.7)
    for x, y in ((-0.5, 0.9), (0.35, 1.05), (0.75, 0.62), (-0.1, 0.6)):
        head.oval(x, y, 0.24, 0.13, tone.darken(0.3), line=0)


def _draw_hard_hat(model: Model, tone: Tone) -> None:
    head = model.head
    _draw_dome(head, tone, 0.4, 1.4, 1.12)
    head.box(-0.14, 0.5, 0.14, 1.48, tone.darken(0.15), radius=0.08, line=0.6)
    head.box(-1.3, 0.3, 1.3, 0.52, tone.darken(0.1), radius=0.1, line=0.8)


def _draw_miner_helmet(model: Model, tone: Tone) -> None:
    _draw_hard_hat(model, tone)
    model.head.oval(0, 0.86, 0.36, 0.36, _STEEL, line=0.7)
    model.head.oval(0, 0.86, 0.25, 0.25, Tone(Role.LIGHT, tint="#fff3a0"), line=0, glow=0.7)


def _draw_bike_helmet(model: Model, tone: Tone) -> None:
    """Draw the round helmet of a rider, with a visor and a strap."""
    head = model.head
    for side in SIDES:
        head.stroke([(side * 0.98, 0.3), (side * 0.86, -0.5), (side * 0.25, -1.02)], 0.1, INK, start=1, end=1)
    _draw_dome(head, tone, 0.26, 1.4, 1.2)
    head.blob([(-1.1, 0.5), (0, 0.66), (1.1, 0.5), (0.95, 0.2), (0, 0.3), (-0.95, 0.2)], Tone(Role.DEEP,
        tint="#2b3448"),
        corners=(0, 2))  # fmt: skip


def _draw_samurai_helmet(model: Model, tone: Tone) -> None:
    """Draw a kabuto: a dome, neck guards, and golden horns."""
    head = model.head
    for side in SIDES:
        guard = [(side * 0.9, 0.6), (side * 1.75, 0.1), (side * 1.6, -0.75), (side * 1.0, -0.5)]
        head.fill(guard, tone.darken(0.1), solid=True)
        for y in (0.2, -0.15):
            head.stroke([(side * 0.98, y), (side * 1.3, y - 0.1), (side * 1.66, y - 0.22)], 0.07, _RED, start=1, end=1)
    _draw_dome(head, tone, 0.3, 1.3, 1.16)
    head.blob([(-1.2, 0.28), (0, 0.52), (1.2, 0.28), (0.9, 0.16), (0, 0.3), (-0.9, 0.16)], _GOLD, corners=(0, 3))
    for side in SIDES:
        horn = [(side * 0.14, 0.6), (side * 0.62, 0.9), (side * 0.95, 1.5), (side * 1.0, 2.15), (side * 0.66, 1.4),
            (side * 0.3, 1.05)]  # fmt: skip
        head.blob(horn, _GOLD, corners=(3,), solid=True)
    head.oval(0, 0.76, 0.24, 0.24, _RED, line=0.7)


def _draw_gladiator_helmet(model: Model, tone: Tone) -> None:
    """Draw a Roman helmet with a tall crest and cheek guards."""
    head = model.head
    crest = [(-0.95, 1.05), (-1.05, 1.6), (-0.55, 2.05), (0, 2.2), (0.55, 2.05), (1.05, 1.6), (0.95, 1.05), (0, 1.2)]
    head.blob(crest, _RED, corners=(0, 6), solid=True)
    for x in (-0.7, -0.35, 0, 0.35, 0.7):
        head.stroke([(x * 0.9, 1.2), (x * 1.0, 1.6), (x * 1.1, 2.0)], 0.05, _RED.darken(0.3), start=1, end=0.5)
    _draw_dome(head, tone, 0.22, 1.32, 1.14)
    for side in SIDES:
        head.blob([(side * 1.12, 0.3), (side * 0.62, 0.26), (side * 0.6, -0.5), (side * 0.5, -0.95), (side * 1.0,
            -0.5)],
            tone.darken(0.08), corners=(0, 1, 3), solid=True)  # fmt: skip
    head.box(-1.18, 0.22, 1.18, 0.42, _GOLD, line=0.7)


def _draw_viking_helmet(model: Model, tone: Tone) -> None:
    head = model.head
    for side in SIDES:
        horn = [(side * 0.85, 0.6), (side * 1.5, 0.75), (side * 1.85, 1.75), (side * 1.25, 1.2), (side * 0.85, 1.05)]
        head.blob(horn, Tone(Role.LIGHT, tint="#f1e3c2"), corners=(2,), solid=True)
    _draw_dome(head, tone, 0.3, 1.3, 1.08)
    head.box(-1.12, 0.26, 1.12, 0.48, _GOLD, line=0.7)
    head.box(-0.1, -0.3, 0.1, 1.26, _GOLD, line=0.5)


def _draw_general_helmet(model: Model, tone: Tone) -> None:
    """Draw the helmet of a Chinese general: a pointed dome, a red plume, ear flaps."""
    head = model.head
    head.blob([(0, 1.75), (-0.3, 2.1), (-0.1, 2.7), (0.35, 2.35), (0.25, 1.9)], _RED, solid=True)
    for side in SIDES:
        head.blob([(side * 1.1, 0.4), (side * 1.3, -0.6), (side * 0.95, -0.95), (side * 0.8, 0.2)], _RED.darken(0.1),
            corners=(0, 2), solid=True)  # fmt: skip
    head.blob([(-1.1, 0.34), (-0.85, 1.05), (-0.15, 1.5), (0, 1.95), (0.15, 1.5), (0.85, 1.05), (1.1, 0.34)], tone,
        corners=(0, 3, 6), solid=True)  # fmt: skip
    head.box(-1.14, 0.28, 1.14, 0.5, _GOLD, line=0.7)
    head.oval(0, 0.72, 0.2, 0.22, _RED, line=0.6)


def _draw_welding_mask(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-1.05, 1.0), (0, 1.32), (1.05, 1.0), (1.05, -0.4), (0.5, -1.2), (-0.5, -1.2), (-1.05, -0.4)], tone,
        corners=(0, 2), solid=True)  # fmt: skip
    head.box(-0.66, -0.12, 0.66, 0.42, INK, radius=0.06, line=0.8)
    head.box(-0.56, -0.02, 0.56, 0.32, Tone(Role.LIGHT, tint="#4fd08a"), line=0, glow=0.3)


def _draw_diving_mask(model: Model, tone: Tone) -> None:
    """Draw the mask and the snorkel of a diver."""
    head = model.head
    _draw_dome(head, Tone(Role.DEEP, tint="#23303f"), 0.1, 1.16, 1.06)
    head.box(-0.84, -0.32, 0.84, 0.42, tone, radius=0.2, line=0.9)
    head.box(-0.7, -0.2, 0.7, 0.3, Tone(Role.LIGHT, tint="#a8e3f2"), radius=0.15, line=0.4)
    for side in SIDES:
        head.oval(side * 0.36, 0.02, 0.11, 0.14, INK, line=0)
    head.stroke([(0.1, -0.62), (0.7, -0.75), (1.25, -0.3), (1.3, 1.4)], 0.17, tone, start=1, end=1, line=0.7)


def _draw_headgear(model: Model, tone: Tone) -> None:
    """Draw the padded headgear of a boxer."""
    head = model.head
    head.blob([(-1.1, -0.4), (-1.12, 0.6), (0, 1.22), (1.12, 0.6), (1.1, -0.4), (0.76, -0.5), (0.72, 0.3), (0, 0.5),
        (-0.72, 0.3),
        (-0.76, -0.5)], tone, corners=(0, 4), solid=True)  # fmt: skip


def _draw_fire_helmet(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-1.05, 0.4), (-0.9, 1.1), (0, 1.45), (0.9, 1.1), (1.05, 0.4)], tone, corners=(0, 4), solid=True)
    head.blob(
        [(-1.5, 0.3), (0, 0.6), (1.5, 0.3), (1.1, 0.2), (0, 0.36), (-1.1, 0.2)],
        tone.darken(0.2),
        corners=(0, 2),
        solid=True,
    )
    head.fill([(-0.36, 0.6), (0.36, 0.6), (0.42, 1.15), (0, 1.4), (-0.42, 1.15)], _GOLD, line=0.8)


def _draw_space_helmet(model: Model, tone: Tone) -> None:
    head = model.head
    head.oval(0, 0.05, 1.5, 1.45, tone, solid=True)
    head.blob([(-1.1, 0.0), (-0.9, 0.7), (0, 0.95), (0.9, 0.7), (1.1, 0.0), (0.9, -0.7), (0, -0.9), (-0.9, -0.7)],
        Tone(Role.DEEP, tint="#26344a"), solid=True)  # fmt: skip
    head.stroke([(-0.75, 0.1), (-0.6, 0.5), (-0.2, 0.72)], 0.16, Tone(Role.LIGHT, tint="#bfe4f2"), start=1, end=0.5)


def _draw_knight_helmet(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(0.0, 1.2), (-0.3, 2.0), (-1.4, 1.9), (-1.7, 0.8), (-1.0, 1.2)], _RED, corners=(0,))
    head.blob([(-1.05, 0.6), (0, 1.32), (1.05, 0.6), (1.05, -0.6), (0, -1.2), (-1.05, -0.6)], tone, solid=True)
    head.box(-0.8, -0.1, 0.8, 0.14, INK, line=0.5)
    head.box(-0.07, -1.1, 0.07, 1.25, tone.darken(0.3), line=0.4)
    for x in (-0.5, -0.26, 0.26, 0.5):
        head.oval(x, -0.5, 0.08, 0.14, INK, line=0)


HELMETS: dict[str, Part] = {
    "helmet": build_part(Slot.HAT, "#66744a", _draw_helmet, Depth.HAT),
    "hard_hat": build_part(Slot.HAT, "#f6c52d", _draw_hard_hat, Depth.HAT),
    "miner_helmet": build_part(Slot.HAT, "#f0a92d", _draw_miner_helmet, Depth.HAT),
    "bike_helmet": build_part(Slot.HAT, "#f6c52d", _draw_bike_helmet, Depth.HAT),
    "samurai_helmet": build_part(Slot.HAT, "#34343e", _draw_samurai_helmet, Depth.HAT),
    "gladiator_helmet": build_part(Slot.HAT, "#d2a347", _draw_gladiator_helmet, Depth.HAT),
    "viking_helmet": build_part(Slot.HAT, "#9aa5b0", _draw_viking_helmet, Depth.HAT),
    "general_helmet": build_part(Slot.HAT, "#d8a83c", _draw_general_helmet, Depth.HAT),
    "welding_mask": build_part(Slot.HAT, "#5a626c", _draw_welding_mask, Depth.HAT),
    "diving_mask": build_part(Slot.HAT, "#f0a92d", _draw_diving_mask, Depth.HAT),
    "headgear": build_part(Slot.HAT, "#d8322f", _draw_headgear, Depth.HAT),
    "fire_helmet": build_part(Slot.HAT, "#d8202a", _draw_fire_helmet, Depth.HAT),
    "space_helmet": build_part(Slot.HAT, "#f4f6f8", _draw_space_helmet, Depth.HAT),
    "knight_helmet": build_part(Slot.HAT, "#aab2bd", _draw_knight_helmet, Depth.HAT),
}
