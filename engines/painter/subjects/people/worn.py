"""Smaller things worn: badges, bags, wings."""

import numpy as np

from engines.painter.shapes import WHITE, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.bodies import draw_arms, draw_torso
from engines.painter.subjects.people.cloth import draw_hem
from engines.painter.subjects.people.hair import HAIR
from engines.painter.subjects.people.model import Depth, DrawPart, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#d8322f")
_STEEL = Tone(Role.SECOND, tint="#b7bec8")
_LEAF = Tone(Role.SECOND, tint="#4a9a4a")


def _draw_backpack(model: Model, tone: Tone) -> None:
    pen = model.torso
    pen.box(-0.2, -0.02, 0.2, 0.36, tone, radius=0.05, solid=True)
    pen.box(-0.22, 0.34, 0.22, 0.42, Tone(Role.SECOND, tint="#6a8a4a"), radius=0.04, solid=True)


def _draw_straps(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.stroke(
            [(side * 0.085, 0.33), (side * 0.1, 0.2), (side * 0.11, 0.06)],
            0.032,
            tone.darken(0.2),
            start=1,
            end=1,
            line=0.5,
        )


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
        fin = [
            (x - 0.04, y + 0.03),
            (x + 0.04, y + 0.03),
            (x + side * 0.02 + 0.09, y - 0.12),
            (x + side * 0.02 - 0.09, y - 0.12),
        ]
        model.body.fill(fin, tone, solid=True)


def _draw_clerical_collar(model: Model, tone: Tone) -> None:
    model.torso.box(-0.055, 0.31, 0.055, 0.35, tone, radius=0.01, line=0.7)


def _draw_whistle(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.stroke([(side * 0.06, 0.34), (side * 0.05, 0.25), (0, 0.19)], 0.014, tone, start=1, end=1)
    model.torso.oval(0.01, 0.17, 0.035, 0.026, tone, line=0.7)


def _draw_medals(model: Model, tone: Tone) -> None:
    for x, color in ((0.05, "#d8322f"), (0.09, "#2f6fd0")):
        model.torso.box(x - 0.014, 0.2, x + 0.014, 0.24, Tone(Role.ACCENT, tint=color), line=0.4)
        model.torso.oval(x, 0.185, 0.018, 0.018, tone, line=0.5)


def _draw_boutonniere(model: Model, tone: Tone) -> None:
    for angle in np.radians(range(0, 360, 72)):
        model.torso.oval(
            0.085 + 0.022 * float(np.cos(angle)), 0.22 + 0.022 * float(np.sin(angle)), 0.02, 0.02, tone, line=0.4
        )


def _draw_red_scarf(model: Model, tone: Tone) -> None:
    """Draw the red neckerchief of Chinese pupils."""
    model.torso.fill([(-0.09, 0.35), (0.09, 0.35), (0, 0.25)], tone, solid=True)
    for side in SIDES:
        model.torso.fill([(0, 0.27), (side * 0.035, 0.24), (side * 0.06, 0.1), (side * 0.01, 0.12)], tone, line=0.7)


def _draw_medal_gold(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.fill([(side * 0.04, 0.34), (side * 0.08, 0.34), (0.015, 0.14), (-0.015, 0.14)], _RED, line=0.5)
    model.torso.oval(0, 0.12, 0.05, 0.05, tone, solid=True)


def _draw_earpiece(model: Model, tone: Tone) -> None:
    model.head.oval(0.95, -0.1, 0.1, 0.12, tone, line=0.5)
    model.head.stroke([(0.95, -0.2), (1.05, -0.6), (0.9, -1.0)], 0.07, tone, start=1, end=1)


def _draw_pipe(model: Model, tone: Tone) -> None:
    head = model.head
    head.stroke([(0.1, -0.56), (0.6, -0.72), (0.95, -0.8)], 0.12, tone, start=1, end=1, line=0.6)
    head.blob([(0.85, -0.85), (0.85, -0.4), (1.2, -0.4), (1.2, -0.85)], tone, corners=(1, 2), solid=True)
    for y in (-0.1, 0.2):
        head.oval(1.1 + 0.1 * y, y, 0.12, 0.12, WHITE, line=0.4)


def _draw_singing(model: Model, tone: Tone) -> None:
    model.head.oval(0, -0.56, 0.2, 0.2, tone, line=0.6)


def _draw_wings(model: Model, tone: Tone) -> None:
    for side in SIDES:
        wing = [(side * 0.05, 0.26), (side * 0.3, 0.46), (side * 0.5, 0.4), (side * 0.46, 0.2), (side * 0.36, 0.04),
            (side * 0.2, 0.0),
            (side * 0.06, 0.1)]  # fmt: skip
        model.torso.blob(wing, tone, corners=(0,), solid=True)
        for y in (0.12, 0.22):
            model.torso.stroke(
                [(side * 0.1, y), (side * 0.28, y + 0.04), (side * 0.44, y + 0.02)],
                0.014,
                tone.darken(0.3),
                start=1,
                end=0.5,
            )


def _draw_braids(model: Model, tone: Tone) -> None:
    for side in SIDES:
        for step in range(5):
            model.head.oval(side * (0.98 + 0.03 * step), -0.2 - 0.3 * step, 0.2, 0.19, tone, line=0.7)
        model.head.oval(side * 1.1, -1.6, 0.13, 0.1, _RED, line=0.5)


def _draw_belly(model: Model, tone: Tone) -> None:
    """Draw the belly of a sumo wrestler."""
    torso = model.torso
    torso.oval(0, 0.13, 0.25, 0.2, model.skin, solid=True)
    for side in SIDES:
        torso.stroke(
            [(side * 0.02, 0.2), (side * 0.1, 0.17), (side * 0.18, 0.21)], 0.016, model.skin.darken(0.3), start=1, end=1
        )
    torso.oval(0, 0.06, 0.014, 0.014, model.skin.darken(0.4), line=0)
    torso.blob(
        [(-0.23, 0.06), (0.23, 0.06), (0.16, -0.06), (0, -0.1), (-0.16, -0.06)], tone, corners=(0, 1), solid=True
    )
    torso.fill([(-0.05, -0.02), (0.05, -0.02), (0.04, -0.16), (-0.04, -0.16)], tone.lighten(0.1), line=0.8)


def _draw_kungfu_suit(model: Model, tone: Tone) -> None:
    """Draw a jacket with a standing collar and knotted buttons."""
    draw_torso(model, tone, 0.02)
    torso = model.torso
    torso.box(-0.06, 0.31, 0.06, 0.345, tone.darken(0.2), line=0.5)
    torso.stroke([(0, 0.32), (0, 0.15), (0, -0.02)], 0.012, tone.darken(0.45), start=1, end=1)
    for y in (0.1, 0.17, 0.24):
        torso.box(-0.045, y, 0.045, y + 0.016, Tone(Role.DEEP, tint="#2b2b33"), line=0.4)
    torso.box(-0.13, 0.005, 0.13, 0.055, Tone(Role.DEEP, tint="#2b2b33"), line=0.6)


def _sleeved(color: str, draw: DrawPart, width: float = 0.09) -> Part:
    layers = ((Depth.TORSO, draw), (Depth.ARMS, lambda model, tone: draw_arms(model, tone, width)))
    return Part(Slot.WEAR, color, layers, is_garment=True)


def _draw_space_suit(model: Model, tone: Tone) -> None:
    draw_torso(model, tone, 0.04)
    model.torso.box(-0.09, 0.06, 0.09, 0.2, _STEEL, radius=0.02, line=0.8)
    for x, color in ((-0.05, "#d8322f"), (0.0, "#f6cb2d"), (0.05, "#2f6fd0")):
        model.torso.oval(x, 0.13, 0.02, 0.02, Tone(Role.ACCENT, tint=color), line=0.4)


def _draw_qipao(model: Model, tone: Tone) -> None:
    """Draw a tight dress with a standing collar, a slanted closure and flowers."""
    draw_hem(model, tone, 0.9, 0.0)
    draw_torso(model, tone)
    torso = model.torso
    torso.box(-0.05, 0.31, 0.05, 0.35, tone.darken(0.2), line=0.6)
    torso.stroke([(0, 0.31), (0.06, 0.24), (0.12, 0.2)], 0.016, _GOLD, start=1, end=1)
    for x, y in ((-0.05, 0.12), (0.05, 0.02), (-0.04, -0.1), (0.05, -0.18)):
        for angle in np.radians(range(0, 360, 72)):
            torso.oval(x + 0.02 * float(np.cos(angle)), y + 0.02 * float(np.sin(angle)), 0.017, 0.017, _GOLD, line=0)


def _draw_toga_plain(model: Model, tone: Tone) -> None:
    """Draw the kilt and the bare chest of a pharaoh."""
    draw_torso(model, model.skin)
    torso = model.torso
    torso.fill([(-0.13, 0.05), (0.13, 0.05), (0.17, -0.2), (-0.17, -0.2)], tone, solid=True)
    torso.fill([(-0.05, 0.04), (0.05, 0.04), (0.07, -0.22), (-0.07, -0.22)], _GOLD, line=0.6)
    for y in (-0.16, -0.1, -0.04):
        torso.box(-0.06, y, 0.06, y + 0.02, Tone(Role.DEEP, tint="#254a9a"), line=0)
    torso.box(-0.135, 0.03, 0.135, 0.075, Tone(Role.DEEP, tint="#254a9a"), line=0.6)


def _draw_red_nose(model: Model, tone: Tone) -> None:
    face = model.head.at(0.2, 0) if model.is_turned else model.head
    face.oval(0, -0.24, 0.22, 0.21, tone, solid=True)


WORN: dict[str, Part] = {
    "red_nose": build_part(Slot.ON, "#e8322f", _draw_red_nose, Depth.FACE),
    "backpack": Part(Slot.ON, "#d8502f", ((Depth.BACK, _draw_backpack), (Depth.OVER, _draw_straps))),
    "back_basket": Part(Slot.ON, "#c99a5f", ((Depth.BACK, _draw_back_basket), (Depth.OVER, _draw_straps))),
    "air_tank": Part(Slot.ON, "#f0a92d", ((Depth.BACK, _draw_air_tank), (Depth.OVER, _draw_straps))),
    "fins": build_part(Slot.ON, "#f0a92d", _draw_fins, Depth.FEET),
    "clerical_collar": build_part(Slot.ON, "#ffffff", _draw_clerical_collar, Depth.OVER),
    "whistle": build_part(Slot.ON, "#d8322f", _draw_whistle, Depth.OVER),
    "medals": build_part(Slot.ON, "#f0b92f", _draw_medals, Depth.OVER),
    "boutonniere": build_part(Slot.ON, "#d8322f", _draw_boutonniere, Depth.OVER),
    "red_scarf": build_part(Slot.ON, "#d8202f", _draw_red_scarf, Depth.OVER),
    "gold_medal": build_part(Slot.ON, "#f0b92f", _draw_medal_gold, Depth.OVER),
    "earpiece": build_part(Slot.ON, "#26262c", _draw_earpiece, Depth.FRONT),
    "pipe": build_part(Slot.ON, "#5a3420", _draw_pipe, Depth.FRONT),
    "singing": build_part(Slot.ON, "#8a1f2a", _draw_singing, Depth.FACE),
    "wings": build_part(Slot.ON, "#fbfbf6", _draw_wings, Depth.BACK),
    "braids": Part(Slot.HAIR, "#2b2320", (*HAIR["short"].layers, (Depth.OVER, _draw_braids))),
    "big_belly": build_part(Slot.ON, "#34406a", _draw_belly, Depth.OVER),
    "skin": Part(Slot.ON, "#f4cba8", ()),
    "bare_feet": Part(Slot.ON, "#f4cba8", ()),
    "kungfu_suit": _sleeved("#fbfbf6", _draw_kungfu_suit, 0.09),
    "space_suit": _sleeved("#f4f6f8", _draw_space_suit, 0.11),
    "qipao": _sleeved("#c8202f", _draw_qipao, 0.07),
    "toga_plain": Part(Slot.WEAR, "#fbf6e4", ((Depth.TORSO, _draw_toga_plain),), is_garment=True),
}
