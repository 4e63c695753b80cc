"""What people play, perform and take photos with."""

from collections.abc import Sequence

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import LEFT, RIGHT, XY, Depth, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#d8322f")
_STEEL = Tone(Role.SECOND, tint="#c3cad3")
_WOOD = Tone(Role.DEEP, tint="#7a4a26")


def _draw_kite(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    pen.stroke([(0, 0), (0.16, 0.12), (0.3, 0.32)], 0.01, INK, start=1, end=1)
    pen.fill([(0.3, 0.2), (0.48, 0.38), (0.4, 0.62), (0.2, 0.42)], tone, solid=True)
    pen.fill([(0.3, 0.2), (0.48, 0.38), (0.34, 0.41)], Tone(Role.ACCENT, tint="#f6cb2d"), line=0.5)
    pen.fill([(0.4, 0.62), (0.2, 0.42), (0.34, 0.41)], Tone(Role.ACCENT, tint="#2f6fd0"), line=0.5)
    for x, y in ((0.33, 0.12), (0.38, 0.06), (0.35, 0.0)):
        pen.fill(
            [(x - 0.04, y + 0.02), (x + 0.04, y - 0.02), (x + 0.04, y + 0.02), (x - 0.04, y - 0.02)], tone, line=0.5
        )


def _draw_phone(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=6)
    pen.box(-0.055, -0.05, 0.055, 0.16, tone, radius=0.015, solid=True)
    pen.box(-0.043, -0.03, 0.043, 0.14, Tone(Role.LIGHT, tint="#a8dcf5"), line=0.3, glow=0.2)


def _draw_handset(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-8)
    pen.stroke(
        [(-0.06, 0.1), (0.015, 0.08), (0.03, 0.0), (0.015, -0.08), (-0.06, -0.12)],
        0.06,
        tone,
        start=1.1,
        end=1.1,
        line=0.8,
    )


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


def _draw_rod(pen: Pen, points: Sequence[XY], width: float, tone: Tone) -> None:
    pen.stroke(points, width, tone, start=1, end=1, line=0.7)


def _draw_baton(model: Model, tone: Tone) -> None:
    _draw_rod(model.at_hand(RIGHT, tilt=-24), [(0, -0.04), (0, 0.14), (0, 0.34)], 0.02, tone)


def _draw_wand_and_rabbit(model: Model, tone: Tone) -> None:
    """Draw a wand with a star, and a rabbit in a hat."""
    wand = model.at_hand(RIGHT, tilt=-26)
    _draw_rod(wand, [(0, -0.05), (0, 0.1), (0, 0.26)], 0.026, INK)
    wand.box(-0.014, 0.2, 0.014, 0.28, WHITE, line=0.4)
    for angle in np.radians(range(0, 360, 45)):
        wand.oval(
            0.09 * float(np.cos(angle)), 0.33 + 0.09 * float(np.sin(angle)), 0.014, 0.014, _GOLD, line=0, glow=0.6
        )
    hat = model.at_hand(LEFT)
    hat.oval(0, 0.2, 0.085, 0.08, WHITE, solid=True)
    for side in SIDES:
        hat.oval(side * 0.045, 0.33, 0.027, 0.09, WHITE, rotation=-side * 8, line=0.7)
        hat.oval(side * 0.03, 0.215, 0.012, 0.014, INK, line=0)
    hat.oval(0, 0.185, 0.014, 0.01, Tone(Role.ACCENT, tint="#e8738a"), line=0)
    hat.box(-0.1, -0.08, 0.1, 0.14, tone, radius=0.01, solid=True)
    hat.oval(0, 0.14, 0.15, 0.03, tone, line=0.8)
    hat.box(-0.1, 0.03, 0.1, 0.075, _RED, line=0.4)


def _draw_ball(model: Model, tone: Tone) -> None:
    """Draw a basketball in front of the chest."""
    pen = model.torso.at(0, 0.12)
    pen.oval(0, 0, 0.15, 0.15, tone, solid=True)
    for points in ([(-0.15, 0), (0, 0.0), (0.15, 0)], [(0, 0.15), (0.0, 0), (0, -0.15)], [(-0.1, 0.11), (-0.05, 0),
        (-0.1, -0.11)],
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
            pen.fill([(0.03 * float(np.sin(at)), -0.03 * float(np.cos(at))), (far * float(np.cos(at)),
                far * float(np.sin(at))),
                (-0.03 * float(np.sin(at)), 0.03 * float(np.cos(at)))], tone if angle % 48 else _GOLD,
                line=0.5)  # fmt: skip


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
    for x, y, radius in (
        (0.2, 0.1, 0.07),
        (0.36, 0.22, 0.1),
        (0.24, 0.34, 0.06),
        (0.5, 0.06, 0.06),
        (0.52, 0.42, 0.075),
    ):
        pen.oval(x, y, radius, radius, tone, line=0.8)
        pen.oval(x - radius * 0.35, y + radius * 0.35, radius * 0.28, radius * 0.24, WHITE, line=0)


def _draw_snowball(model: Model, tone: Tone) -> None:
    model.at_hand(RIGHT).oval(0, 0.06, 0.085, 0.085, tone, solid=True)
    for x, y in ((0.3, 0.0), (0.44, 0.2)):
        model.at_hand(RIGHT).oval(x, y, 0.06, 0.06, tone, solid=True)


def _draw_gamepad(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.12)
    pen.blob(
        [(-0.14, 0.07), (0, 0.05), (0.14, 0.07), (0.19, -0.09), (0.1, -0.06), (-0.1, -0.06), (-0.19, -0.09)],
        tone,
        solid=True,
    )
    pen.box(-0.1, 0.0, -0.05, 0.015, WHITE, line=0)
    pen.box(-0.083, -0.018, -0.068, 0.032, WHITE, line=0)
    for x, y, color in ((0.06, 0.0, "#d8322f"), (0.1, 0.02, "#3f9b47"), (0.09, -0.02, "#f6cb2d")):
        pen.oval(x, y, 0.014, 0.014, Tone(Role.ACCENT, tint=color), line=0)


def _draw_juggling_balls(model: Model, tone: Tone) -> None:
    """Draw balls in an arc over the head, two of them near the hands."""
    for angle, color in zip(np.radians((8, 45, 90, 135, 172)), ("#d8322f", "#f6cb2d", "#3f9b47", "#2f6fd0", "#8a4fc0"),
        strict=True):  # fmt: skip
        x, y = 0.46 * float(np.cos(angle)), 0.74 + 0.5 * float(np.sin(angle))
        model.body.oval(x, y, 0.065, 0.065, Tone(Role.ACCENT, tint=color), solid=True)


PLAYTHINGS: dict[str, Part] = {
    "juggling_balls": build_part(Slot.TOOL, "#d8322f", _draw_juggling_balls, Depth.FRONT),
    "kite": build_part(Slot.TOOL, "#e8484a", _draw_kite, Depth.TOOLS),
    "phone": build_part(Slot.TOOL, "#2b2f3a", _draw_phone, Depth.TOOLS),
    "handset": build_part(Slot.TOOL, "#d8322f", _draw_handset, Depth.TOOLS),
    "camera": build_part(Slot.TOOL, "#2b2d33", _draw_camera, Depth.TOOLS),
    "hanging_camera": build_part(Slot.TOOL, "#2b2d33", _draw_hanging_camera, Depth.OVER),
    "microphone": build_part(Slot.TOOL, "#b7bec8", _draw_microphone, Depth.TOOLS),
    "baton": build_part(Slot.TOOL, "#f6f1e4", _draw_baton, Depth.TOOLS),
    "wand_and_rabbit": build_part(Slot.TOOL, "#26242c", _draw_wand_and_rabbit, Depth.TOOLS),
    "ball": build_part(Slot.TOOL, "#e8832f", _draw_ball, Depth.TOOLS),
    "football": build_part(Slot.TOOL, "#fbfbfb", _draw_football, Depth.TOOLS),
    "racket": build_part(Slot.TOOL, "#d8322f", _draw_racket, Depth.TOOLS),
    "gloves": build_part(Slot.TOOL, "#d8322f", _draw_gloves, Depth.TOOLS),
    "pompoms": build_part(Slot.TOOL, "#d8322f", _draw_pompoms, Depth.TOOLS),
    "ribbon": build_part(Slot.TOOL, "#e8486a", _draw_ribbon, Depth.TOOLS),
    "bubbles": build_part(Slot.TOOL, "#c8ecf8", _draw_bubbles, Depth.TOOLS),
    "snowball": build_part(Slot.TOOL, "#fbfdff", _draw_snowball, Depth.TOOLS),
    "gamepad": build_part(Slot.TOOL, "#34343e", _draw_gamepad, Depth.TOOLS),
}
