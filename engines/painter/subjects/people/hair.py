"""Hair, beards, and what is worn on the face."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.bodies import draw_features
from engines.painter.subjects.people.model import Depth, Model, Part, Slot

_BLACK, _GRAY = "#2b2320", "#d9d8d4"


def _draw_cap(head: Pen, tone: Tone, fringe: float = 0.42) -> None:
    """Draw hair over the top of the head down to the *fringe*."""
    head.blob(
        [(-1.0, -0.12), (-1.04, 0.45), (-0.62, 0.98), (0, 1.14), (0.62, 0.98), (1.04, 0.45), (1.0, -0.12),
         (0.84, 0.28), (0.5, fringe + 0.14), (0.05, fringe), (-0.45, fringe + 0.12), (-0.84, 0.28)],
        tone, corners=(0, 6), solid=True,
    )  # fmt: skip


def _draw_short(model: Model, tone: Tone) -> None:
    _draw_cap(model.head, tone)


def _draw_long_behind(model: Model, tone: Tone) -> None:
    model.head.blob(
        [(-1.05, 0.3), (0, 1.12), (1.05, 0.3), (1.3, -0.9), (1.05, -1.75), (0, -1.6), (-1.05, -1.75), (-1.3, -0.9)],
        tone.darken(0.1), solid=True,
    )  # fmt: skip


def _draw_bob_behind(model: Model, tone: Tone) -> None:
    model.head.blob(
        [(-1.1, 0.4), (0, 1.1), (1.1, 0.4), (1.2, -0.75), (0.7, -0.95), (-0.7, -0.95), (-1.2, -0.75)],
        tone.darken(0.1), corners=(3, 6),
    )  # fmt: skip


def _draw_parted(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob(
        [(-1.06, -0.5), (-1.08, 0.4), (-0.6, 1.0), (0, 1.14), (0.6, 1.0), (1.08, 0.4), (1.06, -0.5), (0.86, 0.1),
         (0.5, 0.5), (0.0, 0.78), (-0.5, 0.5), (-0.86, 0.1)],
        tone, corners=(0, 6), solid=True,
    )  # fmt: skip


def _draw_pigtails(model: Model, tone: Tone) -> None:
    for side in SIDES:
        lock = [(side * 0.95, 0.2), (side * 1.5, 0.15), (side * 1.62, -0.5), (side * 1.3, -1.05), (side * 1.12, -0.4)]
        model.head.blob(lock, tone, corners=(3,), solid=True)
        model.head.oval(side * 1.02, 0.2, 0.16, 0.16, Tone(Role.ACCENT, tint="#e04a5f"), line=0.6)


def _draw_ponytail(model: Model, tone: Tone) -> None:
    lock = [(0.4, 0.95), (1.2, 1.0), (1.7, 0.2), (1.5, -0.9), (1.15, -0.1), (0.8, 0.5)]
    model.head.blob(lock, tone.darken(0.08), corners=(3,), solid=True)


def _draw_bun(model: Model, tone: Tone) -> None:
    model.head.oval(0, 1.22, 0.42, 0.36, tone, solid=True)


def _draw_topknot(model: Model, tone: Tone) -> None:
    """Draw the knot of a samurai or a scholar, with its band."""
    head = model.head
    head.oval(0, 1.32, 0.26, 0.34, tone, solid=True)
    head.box(-0.2, 1.02, 0.2, 1.16, Tone(Role.ACCENT, tint="#c23a2f"), line=0.7)


def _draw_geisha_hair(model: Model, tone: Tone) -> None:
    head = model.head
    for side in SIDES:
        head.oval(side * 0.85, 0.42, 0.62, 0.5, tone, solid=True)
    head.oval(0, 1.12, 0.7, 0.58, tone, solid=True)
    _draw_cap(head, tone, 0.5)
    head.stroke([(-1.1, 1.0), (0, 1.3), (1.1, 1.0)], 0.09, Tone(Role.LIGHT, tint="#f2c94c"), start=1, end=1, line=0.6)
    for x, y in ((0.78, 1.02), (1.0, 0.86), (0.9, 1.22)):
        head.oval(x, y, 0.16, 0.16, Tone(Role.ACCENT, tint="#e8486a"), line=0.6)
    for x in (1.2, 1.32):
        head.stroke([(x, 0.8), (x, 0.5), (x, 0.2)], 0.05, Tone(Role.LIGHT, tint="#f2c94c"), start=1, end=1)


def _draw_hanfu_hair(model: Model, tone: Tone) -> None:
    """Draw two loops on the head and flowers, over long hair."""
    head = model.head
    for side in SIDES:
        head.oval(side * 0.5, 1.32, 0.36, 0.48, tone, rotation=-side * 20, solid=True)
        head.oval(side * 0.5, 1.32, 0.14, 0.26, model.skin.darken(0.1), rotation=-side * 20, line=0.5)
    head.oval(0, 1.08, 0.2, 0.18, Tone(Role.ACCENT, tint="#f07a9a"), line=0.6)
    head.oval(0, 1.08, 0.08, 0.08, Tone(Role.LIGHT, tint="#f6d365"), line=0)


def _draw_afro(model: Model, tone: Tone) -> None:
    for angle in np.radians(np.linspace(-20, 200, 9)):
        model.head.oval(0.85 * float(np.cos(angle)), 0.3 + 0.75 * float(np.sin(angle)), 0.52, 0.5, tone, line=0.6)


def _draw_mohawk(model: Model, tone: Tone) -> None:
    spikes = [(-0.25, 0.7), (-0.5, 1.5), (-0.2, 1.3), (0.0, 1.9), (0.2, 1.3), (0.5, 1.5), (0.25, 0.7)]
    model.head.fill(spikes, tone, solid=True)


def _draw_wild(model: Model, tone: Tone) -> None:
    """Draw tousled hair that stands off at the sides."""
    for side in SIDES:
        tuft = [(side * 0.7, 0.8), (side * 1.5, 0.75), (side * 1.2, 0.4), (side * 1.55, 0.05), (side * 1.0, -0.25),
            (side * 0.85, 0.3)]  # fmt: skip
        model.head.fill(tuft, tone, line=0.8)


def _draw_full_beard(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob(
        [(-0.94, -0.1), (-0.55, -0.42), (0, -0.36), (0.55, -0.42), (0.94, -0.1), (0.86, -0.85), (0, -1.4), (-0.86,
            -0.85)],
        tone, corners=(0, 4), solid=True,
    )  # fmt: skip
    head.oval(0, -0.58, 0.2, 0.08, Tone(Role.ACCENT, tint="#8e3a35"), line=0)


def _draw_long_beard(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-0.62, -0.5), (0, -0.62), (0.62, -0.5), (0.5, -1.5), (0, -2.3), (-0.5, -1.5)], tone, corners=(0, 2, 4),
        solid=True)  # fmt: skip
    for side in SIDES:
        head.blob([(0, -0.4), (side * 0.4, -0.42), (side * 0.7, -0.8), (side * 0.3, -0.58)], tone.darken(0.08),
            corners=(0, 2), line=0.7)  # fmt: skip


def _draw_goatee(model: Model, tone: Tone) -> None:
    model.head.blob([(-0.2, -0.78), (0.2, -0.78), (0.1, -1.2), (0, -1.4), (-0.1, -1.2)], tone, corners=(0, 1, 3))
    _draw_moustache(model, tone)


def _draw_moustache(model: Model, tone: Tone) -> None:
    for side in SIDES:
        curl = [(0, -0.34), (side * 0.34, -0.38), (side * 0.66, -0.3), (side * 0.4, -0.52), (0, -0.48)]
        model.head.blob(curl, tone, corners=(0, 2, 4), line=0.7)


def _draw_glasses(model: Model, tone: Tone) -> None:
    head = model.head
    for side in SIDES:
        head.oval(side * 0.4, -0.05, 0.34, 0.32, tone, line=0.6)
        head.oval(side * 0.4, -0.05, 0.27, 0.25, WHITE, line=0)
        head.oval(side * 0.38, -0.06, 0.11, 0.14, INK, line=0)
    head.box(-0.1, -0.08, 0.1, 0.0, tone, line=0)


def _draw_sunglasses(model: Model, tone: Tone) -> None:
    head = model.head
    for side in SIDES:
        head.blob([(side * 0.08, 0.14), (side * 0.78, 0.16), (side * 0.7, -0.26), (side * 0.2, -0.24)], tone,
            corners=(0, 1), line=0.8)  # fmt: skip
        head.stroke([(side * 0.25, 0.06), (side * 0.34, -0.02), (side * 0.38, -0.14)], 0.06, WHITE, start=1, end=0.4)
    head.box(-0.14, 0.06, 0.14, 0.14, tone, line=0)


def _draw_surgical_mask(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-0.9, -0.18), (0, -0.12), (0.9, -0.18), (0.72, -0.74), (0, -1.06), (-0.72, -0.74)], tone,
        corners=(0, 2), solid=True)  # fmt: skip
    for y in (-0.4, -0.62):
        head.stroke([(-0.6, y), (0, y - 0.06), (0.6, y)], 0.05, tone.darken(0.25), start=1, end=1)


def _draw_eye_patch(model: Model, tone: Tone) -> None:
    head = model.head
    head.stroke([(-1.0, 0.5), (0.0, 0.2), (0.9, -0.25)], 0.1, tone, start=1, end=1)
    head.blob([(0.1, 0.18), (0.68, 0.1), (0.62, -0.3), (0.36, -0.42), (0.12, -0.22)], tone, line=0.7)


def _draw_white_face(model: Model, tone: Tone) -> None:
    """Draw the painted face of a geisha: white, red lips, red at the eyes."""
    head = model.head
    head.oval(0, -0.12, 0.82, 0.86, tone, line=0)
    for side in SIDES:
        head.stroke(
            [(side * 0.2, 0.0), (side * 0.4, 0.06), (side * 0.66, 0.14)], 0.12, Tone(Role.ACCENT, tint="#d84a4a")
        )
    draw_features(model)
    head.blob([(-0.16, -0.5), (0, -0.44), (0.16, -0.5), (0, -0.68)], Tone(Role.ACCENT, tint="#cf1f2c"), corners=(0, 2))


def _draw_opera_face(model: Model, tone: Tone) -> None:
    """Draw the painted face of a Peking opera: white with pink from the brows to the cheeks."""
    head = model.head
    head.oval(0, -0.08, 0.84, 0.9, tone, line=0)
    pink = Tone(Role.ACCENT, tint="#ef5f7f")
    for side in SIDES:
        head.oval(side * 0.44, -0.02, 0.32, 0.44, pink, rotation=side * 16, line=0)
        head.stroke([(side * 0.14, -0.06), (side * 0.4, 0.04), (side * 0.74, 0.26)], 0.2, INK, start=0.5, end=0.3)
        head.stroke([(side * 0.16, 0.24), (side * 0.42, 0.4), (side * 0.7, 0.56)], 0.1, INK, start=0.8, end=0.4)
        head.oval(side * 0.38, -0.03, 0.06, 0.05, WHITE, line=0)
    head.oval(0, -0.56, 0.16, 0.1, Tone(Role.ACCENT, tint="#c81f2e"), line=0)


def _draw_mime_face(model: Model, tone: Tone) -> None:
    head = model.head
    head.oval(0, -0.08, 0.86, 0.9, tone, line=0)
    draw_features(model)
    for side in SIDES:
        head.fill([(side * 0.3, -0.2), (side * 0.44, -0.2), (side * 0.37, -0.5)], INK, line=0)
    head.oval(0, -0.56, 0.18, 0.08, Tone(Role.ACCENT, tint="#cf1f2c"), line=0)


def _draw_asleep(model: Model, tone: Tone) -> None:
    """Cover the eyes with closed lids, and draw the letters of sleep."""
    model.head.oval(0, -0.1, 0.66, 0.42, model.skin, line=0)
    draw_features(model, is_asleep=True)
    for x, y, size in ((1.5, 0.7, 0.4), (2.0, 1.4, 0.56)):
        zed = [(-1, 1), (1, 1), (-0.2, -0.6), (1, -0.6), (1, -1), (-1, -1), (0.2, 0.6), (-1, 0.6)]
        model.head.fill([(x + size * px / 1.6, y + size * py / 1.6) for px, py in zed], tone, line=0.6)


def _draw_monkey_face(model: Model, tone: Tone) -> None:
    """Draw brown fur around a face in the shape of a peach, with red around the eyes."""
    head = model.head
    for side in SIDES:
        head.oval(side * 1.12, 0.0, 0.32, 0.36, tone, solid=True)
        head.oval(side * 1.12, 0.0, 0.18, 0.22, model.skin, line=0.5)
    head.oval(0, 0, 1.08, 1.1, tone, solid=True)
    peach = [(0, 0.42), (0.5, 0.66), (0.82, 0.2), (0.6, -0.5), (0, -0.95), (-0.6, -0.5), (-0.82, 0.2), (-0.5, 0.66)]
    head.blob(peach, model.skin, corners=(0,), line=0.7)
    for side in SIDES:
        head.oval(side * 0.36, 0.02, 0.26, 0.24, Tone(Role.ACCENT, tint="#d8402f"), line=0)
    draw_features(model)


HAIR: dict[str, Part] = {
    "bald": Part(Slot.HAIR, _BLACK, ()),
    "short": Part(Slot.HAIR, _BLACK, ((Depth.FACE, _draw_short),)),
    "long": Part(Slot.HAIR, _BLACK, ((Depth.HAIR_BEHIND, _draw_long_behind), (Depth.FACE, _draw_parted))),
    "bob": Part(Slot.HAIR, _BLACK, ((Depth.HAIR_BEHIND, _draw_bob_behind), (Depth.FACE, _draw_short))),
    "pigtails": Part(Slot.HAIR, _BLACK, ((Depth.HAIR_BEHIND, _draw_pigtails), (Depth.FACE, _draw_short))),
    "ponytail": Part(Slot.HAIR, _BLACK, ((Depth.HAIR_BEHIND, _draw_ponytail), (Depth.FACE, _draw_short))),
    "bun": Part(Slot.HAIR, _BLACK, ((Depth.HAIR_BEHIND, _draw_bun), (Depth.FACE, _draw_parted))),
    "topknot": Part(Slot.HAIR, _BLACK, ((Depth.HAIR_BEHIND, _draw_topknot), (Depth.FACE, _draw_parted))),
    "geisha_hair": Part(Slot.HAIR, _BLACK, ((Depth.HAIR_BEHIND, _draw_geisha_hair), (Depth.FACE, _draw_parted))),
    "hanfu_hair": Part(Slot.HAIR, _BLACK, (
        (Depth.HAIR_BEHIND, _draw_long_behind), (Depth.FACE, _draw_parted), (Depth.HAT, _draw_hanfu_hair),
    )),
    "afro": Part(Slot.HAIR, _BLACK, ((Depth.HAIR_BEHIND, _draw_afro), (Depth.FACE, _draw_short))),
    "mohawk": Part(Slot.HAIR, "#e0317a", ((Depth.FACE, _draw_mohawk),)),
    "wild": Part(Slot.HAIR, _GRAY, ((Depth.HAIR_BEHIND, _draw_wild), (Depth.FACE, _draw_short))),
    "beard": Part(Slot.BEARD, "#4a2f1e", ((Depth.FACE, _draw_full_beard),)),
    "long_beard": Part(Slot.BEARD, _GRAY, ((Depth.HAT, _draw_long_beard),)),
    "goatee": Part(Slot.BEARD, _BLACK, ((Depth.FACE, _draw_goatee),)),
    "moustache": Part(Slot.BEARD, _BLACK, ((Depth.FACE, _draw_moustache),)),
    "monkey_face": Part(Slot.ON, "#a8682f", ((Depth.FACE, _draw_monkey_face),)),
    "glasses": Part(Slot.ON, "#2b2b33", ((Depth.FACE, _draw_glasses),)),
    "sunglasses": Part(Slot.ON, "#20222b", ((Depth.FACE, _draw_sunglasses),)),
    "surgical_mask": Part(Slot.ON, "#8fd0cf", ((Depth.FACE, _draw_surgical_mask),)),
    "eye_patch": Part(Slot.ON, "#1c1a1d", ((Depth.FACE, _draw_eye_patch),)),
    "white_face": Part(Slot.ON, "#fdf7f2", ((Depth.FACE, _draw_white_face),)),
    "opera_face": Part(Slot.ON, "#fdf4ee", ((Depth.FACE, _draw_opera_face),)),
    "mime_face": Part(Slot.ON, "#fdfaf6", ((Depth.FACE, _draw_mime_face),)),
    "asleep": Part(Slot.ON, "#3c5a9a", ((Depth.FACE, _draw_asleep),)),
}  # fmt: skip
