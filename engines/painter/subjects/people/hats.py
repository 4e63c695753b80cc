"""Hats, helmets and other headwear, in units of the head: its middle is the origin, its radius 1."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import Depth, Model, Part, Slot

_GOLD, _RED, _STEEL = Tone(Role.LIGHT, tint="#f0b92f"), Tone(Role.ACCENT, tint="#c8312c"), Tone(Role.SECOND, tint="#b7bec8")
_BAND = Tone(Role.DEEP, tint="#4a2c1c")


def _draw_dome(head: Pen, tone: Tone, bottom: float = 0.3, top: float = 1.3, width: float = 1.1) -> None:
    head.blob(
        [(-width, bottom), (-width * 0.92, (bottom + top) / 2 + 0.1), (-width * 0.45, top - 0.05), (0, top),
         (width * 0.45, top - 0.05), (width * 0.92, (bottom + top) / 2 + 0.1), (width, bottom)],
        tone, corners=(0, 6), solid=True,
    )  # fmt: skip


def _draw_brim(head: Pen, tone: Tone, width: float, y: float = 0.42, thick: float = 0.16, droop: float = 0.0) -> None:
    head.blob(
        [(-width, y - droop), (-width * 0.5, y + thick), (0, y + thick * 1.1), (width * 0.5, y + thick), (width, y - droop),
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
    head.blob([(-0.85, 0.62), (-0.98, 1.32), (0, 1.48), (0.98, 1.32), (0.85, 0.62), (0, 0.8)], tone, corners=(0, 1, 3, 4),
        solid=True)  # fmt: skip
    head.box(-0.09, 0.9, 0.09, 1.36, _RED, line=0)
    head.box(-0.23, 1.04, 0.23, 1.22, _RED, line=0)


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
    """Draw the cap of officers, captains and drivers."""
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
    head.blob([(-1.1, 0.5), (0, 0.66), (1.1, 0.5), (0.95, 0.2), (0, 0.3), (-0.95, 0.2)], Tone(Role.DEEP, tint="#2b3448"),
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
        head.blob([(side * 1.12, 0.3), (side * 0.62, 0.26), (side * 0.6, -0.5), (side * 0.5, -0.95), (side * 1.0, -0.5)],
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
    head.fill([(-0.8, 0.7), (-0.75, 1.15), (-0.4, 1.0), (0, 1.6), (0.4, 1.0), (0.75, 1.15), (0.8, 0.7), (0, 0.85)], tone,
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
        head.stroke([(x * 0.6, 1.2), (x * 0.95, 0.85), (x * 1.15, 0.45)], 0.12, Tone(Role.DEEP, tint="#254a9a"), start=1,
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
    head.blob([(-1.0, 0.36), (-0.92, 1.0), (-0.55, 1.2), (-0.5, 1.6), (0.5, 1.6), (0.55, 1.2), (0.92, 1.0), (1.0, 0.36)],
        tone, corners=(0, 7), solid=True)  # fmt: skip


def _draw_qing_headdress(model: Model, tone: Tone) -> None:
    """Draw the wide headdress of a Manchu princess with a flower."""
    head = model.head
    head.blob([(-1.5, 0.95), (-1.5, 1.5), (0, 1.7), (1.5, 1.5), (1.5, 0.95), (0.3, 1.0), (0.2, 0.7), (-0.2, 0.7), (-0.3, 1.0)],
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


def _draw_headphones(model: Model, tone: Tone) -> None:
    head = model.head
    head.stroke([(-1.1, 0.0), (-0.95, 0.95), (0, 1.32), (0.95, 0.95), (1.1, 0.0)], 0.17, tone, start=1, end=1, line=0.6)
    for side in SIDES:
        head.oval(side * 1.12, -0.05, 0.27, 0.38, tone.lighten(0.15), solid=True)


def _draw_feathers(model: Model, tone: Tone) -> None:
    """Draw a crown of feathers."""
    head = model.head
    for number, angle in enumerate(np.radians(np.linspace(12, 168, 9))):
        x, y = float(np.cos(angle)), float(np.sin(angle))
        feather = [(0.9 * x, 0.3 + 0.8 * y), (1.4 * x - 0.16 * y, 0.3 + 1.4 * y), (1.75 * x, 0.3 + 1.75 * y),
            (1.4 * x + 0.16 * y, 0.3 + 1.4 * y)]  # fmt: skip
        head.blob(feather, tone if number % 2 else WHITE, corners=(0, 2), line=0.7)
    head.stroke([(-1.0, 0.36), (0, 0.6), (1.0, 0.36)], 0.26, _GOLD, start=1, end=1, line=0.6)


def _draw_wizard_hat(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-0.95, 0.4), (-0.3, 1.5), (0.3, 2.4), (0.5, 1.4), (0.95, 0.4)], tone, corners=(0, 2, 4), solid=True)
    _draw_brim(head, tone.darken(0.1), 1.6, thick=0.17)
    for x, y in ((-0.2, 0.9), (0.35, 1.3), (0.2, 1.9)):
        head.oval(x, y, 0.12, 0.12, _GOLD, line=0)


def _draw_maid_band(model: Model, tone: Tone) -> None:
    for x in np.linspace(-0.8, 0.8, 7):
        model.head.oval(float(x), 1.12 - 0.42 * float(x) ** 2, 0.2, 0.2, tone, line=0.7)


def _draw_flower_crown(model: Model, tone: Tone) -> None:
    for number, x in enumerate(np.linspace(-0.85, 0.85, 6)):
        at = (float(x), 1.0 - 0.45 * float(x) ** 2)
        model.head.oval(*at, 0.22, 0.2, tone if number % 2 else Tone(Role.ACCENT, tint="#f6c94a"), line=0.6)
        model.head.oval(*at, 0.08, 0.08, WHITE, line=0)


def _draw_hood(model: Model, tone: Tone) -> None:
    model.head.blob(
        [(-1.2, -0.8), (-1.2, 0.6), (-0.6, 1.25), (0, 1.45), (0.6, 1.25), (1.2, 0.6), (1.2, -0.8), (0.8, -0.7),
         (0.82, 0.2), (0, 0.7), (-0.82, 0.2), (-0.8, -0.7)],
        tone, corners=(0, 6), solid=True,
    )  # fmt: skip


HATS: dict[str, Part] = {
    name: Part(Slot.HAT, color, ((Depth.HAT, draw),))
    for name, color, draw in (
        ("cowboy_hat", "#a8683a", _draw_cowboy_hat),
        ("straw_hat", "#e2bd6a", _draw_straw_hat),
        ("sun_hat", "#f0dfae", _draw_sun_hat),
        ("fedora", "#6a5a48", _draw_fedora),
        ("cone_hat", "#dcb764", _draw_cone_hat),
        ("top_hat", "#26242c", _draw_top_hat),
        ("tricorn", "#24222a", _draw_tricorn),
        ("nurse_cap", "#ffffff", _draw_nurse_cap),
        ("scrub_cap", "#3fa39a", _draw_scrub_cap),
        ("toque", "#ffffff", _draw_toque),
        ("beret", "#b8302f", _draw_beret),
        ("cap", "#2f6fd0", _draw_cap),
        ("peaked_cap", "#ffffff", _draw_peaked_cap),
        ("sailor_cap", "#ffffff", _draw_sailor_cap),
        ("helmet", "#66744a", _draw_helmet),
        ("hard_hat", "#f6c52d", _draw_hard_hat),
        ("miner_helmet", "#f0a92d", _draw_miner_helmet),
        ("bike_helmet", "#f6c52d", _draw_bike_helmet),
        ("samurai_helmet", "#34343e", _draw_samurai_helmet),
        ("gladiator_helmet", "#d2a347", _draw_gladiator_helmet),
        ("viking_helmet", "#9aa5b0", _draw_viking_helmet),
        ("general_helmet", "#d8a83c", _draw_general_helmet),
        ("crown", "#f4c22f", _draw_crown),
        ("tiara", "#f4c22f", _draw_tiara),
        ("mian", "#2a2630", _draw_mian),
        ("nemes", "#f0c040", _draw_nemes),
        ("laurel", "#5f9a4a", _draw_laurel),
        ("turban", "#e8e0d0", _draw_turban),
        ("bandana", "#c8342f", _draw_bandana),
        ("headband", "#d8322f", _draw_headband),
        ("headscarf", "#d0483f", _draw_headscarf),
        ("veil", "#26252c", _draw_veil),
        ("scholar_hat", "#3a4a6a", _draw_scholar_hat),
        ("official_hat", "#24222a", _draw_official_hat),
        ("qing_headdress", "#2a2630", _draw_qing_headdress),
        ("opera_crown", "#f0c040", _draw_opera_crown),
        ("mortarboard", "#26252c", _draw_mortarboard),
        ("pith_helmet", "#d8c391", _draw_pith_helmet),
        ("bee_veil", "#ecd9a0", _draw_bee_veil),
        ("welding_mask", "#5a626c", _draw_welding_mask),
        ("diving_mask", "#f0a92d", _draw_diving_mask),
        ("headphones", "#d0312f", _draw_headphones),
        ("feathers", "#c8342f", _draw_feathers),
        ("wizard_hat", "#4a3f9a", _draw_wizard_hat),
        ("maid_band", "#ffffff", _draw_maid_band),
        ("flower_crown", "#f07a9a", _draw_flower_crown),
        ("hood", "#5a4a3a", _draw_hood),
    )
} | {
    "bride_veil": Part(Slot.HAT, "#fbf6f2", ((Depth.HAIR_BEHIND, _draw_veil_behind), (Depth.HAT, _draw_bride_veil))),
}
"""Headwear by name."""
