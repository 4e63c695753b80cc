"""Musical instruments, played by hand or at a place."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import LEFT, RIGHT, Depth, DrawPart, Model, Part, Slot

_GOLD, _WOOD = Tone(Role.LIGHT, tint="#f0b92f"), Tone(Role.DEEP, tint="#6a3a1e")
_STEEL = Tone(Role.SECOND, tint="#c3cad3")


def _draw_guitar_shape(pen: Pen, tone: Tone, *, is_electric: bool = False) -> None:
    """Draw a guitar along the x axis, its neck to the left."""
    pen.box(-0.5, -0.024, -0.02, 0.024, _WOOD, line=0.8)
    pen.box(-0.58, -0.042, -0.48, 0.042, _WOOD.darken(0.25), radius=0.015, line=0.8)
    for x in np.linspace(-0.44, -0.12, 6):
        pen.box(float(x), -0.024, float(x) + 0.008, 0.024, _STEEL, line=0)
    if is_electric:
        body = [
            (-0.16, 0.15),
            (-0.04, 0.06),
            (0.16, 0.16),
            (0.26, 0.02),
            (0.18, -0.14),
            (-0.02, -0.08),
            (-0.2, -0.17),
            (-0.09, 0),
        ]
        pen.blob(body, tone, corners=(0, 6), solid=True)
        for x in (0.0, 0.08):
            pen.box(x, -0.04, x + 0.03, 0.04, INK, line=0.4)
    else:
        body = [
            (-0.1, 0.0),
            (-0.05, 0.12),
            (0.04, 0.1),
            (0.14, 0.16),
            (0.27, 0.0),
            (0.14, -0.16),
            (0.04, -0.1),
            (-0.05, -0.12),
        ]
        pen.blob(body, tone, solid=True)
        pen.oval(0.05, 0, 0.052, 0.052, INK, line=0.5)
    pen.box(0.16, -0.05, 0.185, 0.05, _WOOD, line=0.4)
    for y in (-0.01, 0.01):
        pen.stroke([(-0.5, y), (-0.2, y), (0.17, y)], 0.006, WHITE, start=1, end=1)


def _draw_guitar(model: Model, tone: Tone) -> None:
    _draw_guitar_shape(model.torso.at(0.06, 0.09, tilt=-20, size=0.95), tone)


def _draw_electric_guitar(model: Model, tone: Tone) -> None:
    _draw_guitar_shape(model.torso.at(0.06, 0.09, tilt=-20, size=0.95), tone, is_electric=True)


def _draw_pipa(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0.02, 0.02, tilt=14)
    pen.blob([(0, 0.36), (0.05, 0.26), (0.16, 0.06), (0.12, -0.1), (0, -0.14), (-0.12, -0.1), (-0.16, 0.06), (-0.05,
        0.26)],
        tone, solid=True)  # fmt: skip
    pen.fill([(-0.03, 0.3), (0.03, 0.3), (0.02, 0.56), (-0.02, 0.56)], _WOOD, line=0.7)
    for y in (0.36, 0.44, 0.52):
        pen.box(-0.08, y, 0.08, y + 0.018, _WOOD, line=0.4)
    for x in (-0.015, 0.015):
        pen.stroke([(x, 0.5), (x, 0.2), (x, -0.06)], 0.006, WHITE, start=1, end=1)
    pen.box(-0.06, -0.07, 0.06, -0.05, _WOOD, line=0.4)


def _draw_fiddle(pen: Pen, tone: Tone) -> None:
    """Draw a violin or a cello along the y axis, its neck upward, its body about the origin."""
    pen.box(-0.018, 0.1, 0.018, 0.4, INK, line=0.6)
    pen.oval(0, 0.42, 0.03, 0.035, _WOOD, line=0.7)
    body = [
        (0, 0.17),
        (0.1, 0.12),
        (0.07, 0.0),
        (0.125, -0.12),
        (0, -0.19),
        (-0.125, -0.12),
        (-0.07, 0.0),
        (-0.1, 0.12),
    ]
    pen.blob(body, tone, solid=True)
    for side in SIDES:
        pen.stroke([(side * 0.05, 0.05), (side * 0.035, 0.0), (side * 0.06, -0.05)], 0.014, INK, start=1, end=1)
    pen.fill([(-0.03, -0.09), (0.03, -0.09), (0.016, -0.17), (-0.016, -0.17)], INK, line=0)
    for x in (-0.008, 0.008):
        pen.stroke([(x, 0.36), (x, 0.1), (x, -0.1)], 0.005, WHITE, start=1, end=1)


def _draw_violin(model: Model, tone: Tone) -> None:
    """Draw a violin under the chin with its bow."""
    _draw_fiddle(model.torso.at(-0.13, 0.285, tilt=68, size=0.92), tone)
    model.torso.stroke([(0.22, 0.2), (-0.03, 0.33), (-0.3, 0.48)], 0.018, _WOOD, start=1, end=1, line=0.6)


def _draw_cello(model: Model, tone: Tone) -> None:
    _draw_fiddle(model.body.at(0.0, 0.28, tilt=7, size=1.35), tone)
    model.body.stroke([(0.03, 0.05), (0.03, 0.03), (0.03, 0.0)], 0.016, _STEEL, start=1, end=1)
    hand = model.legs.hip[1] + model.arms.right[1][1]
    model.body.stroke(
        [(0.34, hand + 0.02), (0.1, hand - 0.02), (-0.2, hand - 0.08)], 0.018, _WOOD, start=1, end=1, line=0.6
    )


def _draw_erhu(model: Model, tone: Tone) -> None:
    """Draw an erhu on the lap: a long neck over a small drum, and a bow."""
    pen = model.torso.at(-0.17, 0.03, tilt=4)
    pen.box(-0.014, 0.0, 0.014, 0.62, tone, line=0.7)
    pen.stroke([(0, 0.6), (0.01, 0.66), (0.06, 0.68)], 0.034, tone, start=1, end=0.6, line=0.6)
    for y in (0.5, 0.58):
        pen.box(-0.09, y, 0.02, y + 0.026, tone, line=0.6)
    pen.fill([(0.085 * float(np.cos(a)), 0.085 * float(np.sin(a)) - 0.03) for a in np.radians(range(30, 390, 60))],
        tone.lighten(0.1), solid=True)  # fmt: skip
    pen.oval(0, -0.03, 0.05, 0.05, Tone(Role.LIGHT, tint="#d8c9a0"), line=0.6)
    pen.stroke([(0.02, 0.55), (0.03, 0.3), (0.01, 0.02)], 0.006, WHITE, start=1, end=1)
    model.torso.stroke(
        [(-0.24, 0.12), (0.0, 0.12), (0.3, 0.1)], 0.018, Tone(Role.LIGHT, tint="#d9b365"), start=1, end=1, line=0.6
    )


def _draw_flute(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0.0, 0.385, tilt=-2)
    pen.box(-0.08, -0.019, 0.44, 0.019, tone, radius=0.015, line=0.9)
    for x in np.linspace(0.1, 0.38, 6):
        pen.oval(float(x), 0.0, 0.012, 0.012, INK, line=0)
    pen.stroke([(0.42, -0.02), (0.43, -0.08), (0.42, -0.14)], 0.02, Tone(Role.ACCENT, tint="#d8322f"), start=1, end=0.6)


def _draw_saxophone(model: Model, tone: Tone) -> None:
    path = [(0.0, 0.37), (0.06, 0.34), (0.06, 0.16), (0.08, -0.06), (0.17, -0.12), (0.25, -0.04), (0.28, 0.1)]
    model.torso.stroke(path, 0.075, tone, start=0.35, end=1.5, line=0.9)
    model.torso.oval(0.285, 0.12, 0.075, 0.03, tone.darken(0.3), line=0.8)
    for y in (0.24, 0.17, 0.1, 0.03):
        model.torso.oval(0.075, y, 0.018, 0.018, tone.lighten(0.4), line=0.5)


def _draw_trumpet(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0.02, 0.375, tilt=6)
    pen.box(0.0, -0.014, 0.36, 0.014, tone, line=0.8)
    pen.box(0.08, -0.06, 0.24, -0.034, tone, radius=0.012, line=0.8)
    pen.fill([(0.34, -0.02), (0.34, 0.02), (0.5, 0.1), (0.5, -0.1)], tone, solid=True)
    for x in (0.12, 0.16, 0.2):
        pen.box(x - 0.012, -0.07, x + 0.012, 0.05, _STEEL, line=0.5)


def _draw_accordion(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.12)
    for number in range(8):
        x = -0.14 + 0.035 * number
        pen.fill([(x, -0.14), (x + 0.035, -0.14 + 0.012), (x + 0.035, 0.14 - 0.012), (x, 0.14)],
            tone if number % 2 else WHITE, line=0.6)  # fmt: skip
    for side in SIDES:
        pen.box(side * 0.2 - 0.06, -0.16, side * 0.2 + 0.06, 0.16, tone.darken(0.2), radius=0.015, solid=True)
    for y in np.linspace(-0.13, 0.1, 6):
        pen.box(0.17, float(y), 0.24, float(y) + 0.03, WHITE, line=0.3)
        pen.oval(-0.2, float(y) + 0.015, 0.014, 0.014, _GOLD, line=0)


def _draw_hand_drum(model: Model, tone: Tone) -> None:
    """Draw a red drum on a strap, with two sticks."""
    pen = model.torso.at(0, 0.02)
    pen.blob([(-0.17, 0.1), (0.17, 0.1), (0.2, 0), (0.17, -0.12), (-0.17, -0.12), (-0.2, 0)], tone, corners=(0, 1,
        3, 4),
        solid=True)  # fmt: skip
    pen.oval(0, 0.1, 0.175, 0.045, Tone(Role.LIGHT, tint="#f6ead0"), line=0.8)
    for x in np.linspace(-0.15, 0.15, 7):
        pen.oval(float(x), 0.05 - 0.03 * (1 - (float(x) / 0.17) ** 2), 0.012, 0.012, _GOLD, line=0)
    for side in (LEFT, RIGHT):
        inward = 1 if side == LEFT else -1
        stick = model.at_hand(side)
        stick.stroke([(-inward * 0.06, 0.08), (0, 0), (inward * 0.14, -0.06)], 0.026, _WOOD, start=1, end=1, line=0.6)


def _draw_drum_kit(model: Model, tone: Tone) -> None:
    pen = model.body
    for side in SIDES:
        pen.box(side * 0.42 - 0.01, 0, side * 0.42 + 0.01, 0.62, _STEEL, line=0.5)
        pen.oval(side * 0.42, 0.62, 0.19, 0.035, _GOLD, rotation=-side * 10, solid=True)
        pen.box(side * 0.33 - 0.12, 0.2, side * 0.33 + 0.12, 0.38, tone, solid=True)
        pen.oval(side * 0.33, 0.38, 0.12, 0.035, WHITE, line=0.8)
    pen.oval(0, 0.2, 0.22, 0.2, tone, solid=True)
    pen.oval(0, 0.2, 0.18, 0.165, WHITE, line=0.8)
    pen.oval(0, 0.2, 0.055, 0.05, tone, line=0.6)
    for side in (LEFT, RIGHT):
        outward = -1 if side == LEFT else 1
        model.at_hand(side).stroke([(0, -0.03), (outward * 0.05, 0.07), (outward * 0.09, 0.2)], 0.024,
            Tone(Role.LIGHT, tint="#e8c48a"),
            start=1, end=1, line=0.6)  # fmt: skip


def _draw_piano(model: Model, tone: Tone) -> None:
    """Draw a grand piano with its lid up, the keys towards the viewer."""
    pen = model.body
    for x in (-0.4, 0.4):
        pen.box(x - 0.035, 0, x + 0.035, 0.22, tone, line=0.8)
    pen.box(-0.5, 0.16, 0.5, 0.36, tone, radius=0.015, solid=True)
    pen.box(-0.46, 0.27, 0.46, 0.36, WHITE, line=0.6)
    for number in range(19):
        pen.box(-0.46 + 0.0484 * number, 0.27, -0.456 + 0.0484 * number, 0.36, INK, line=0)
    for number in range(1, 19):
        if number % 7 not in (3, 0):
            pen.box(-0.474 + 0.0484 * number, 0.305, -0.446 + 0.0484 * number, 0.36, INK, line=0)


def _draw_piano_lid(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.blob([(-0.48, 0.36), (-0.5, 0.66), (-0.3, 0.98), (0.1, 1.06), (0.46, 1.16), (0.62, 1.0), (0.5, 0.36)], tone,
        corners=(0, 4, 6), solid=True)  # fmt: skip


def _draw_zither(model: Model, tone: Tone) -> None:
    """Draw a guqin or guzheng on a low table."""
    pen = model.body
    for x in (-0.36, 0.36):
        pen.fill([(x - 0.03, 0), (x + 0.03, 0), (x + 0.02, 0.2), (x - 0.02, 0.2)], _WOOD.darken(0.2), line=0.8)
    pen.blob(
        [(-0.6, 0.22), (-0.6, 0.29), (0, 0.32), (0.6, 0.29), (0.6, 0.22), (0, 0.2)],
        tone,
        corners=(0, 1, 3, 4),
        solid=True,
    )
    for y in (0.235, 0.255, 0.275):
        pen.stroke([(-0.57, y), (0, y + 0.012), (0.57, y)], 0.006, WHITE, start=1, end=1)
    for x in np.linspace(-0.48, 0.48, 9):
        pen.oval(float(x), 0.29, 0.012, 0.012, _GOLD, line=0)


def _draw_turntables(model: Model, tone: Tone) -> None:
    """Draw the console of a disc jockey."""
    pen = model.body
    pen.box(-0.5, 0, 0.5, 0.36, tone, radius=0.02, solid=True)
    for x in np.linspace(-0.42, 0.42, 9):
        height = 0.06 + 0.14 * abs(float(np.sin(9 * x)))
        pen.box(
            float(x) - 0.025, 0.05, float(x) + 0.025, 0.05 + height, Tone(Role.ACCENT, tint="#2fd0c8"), line=0, glow=0.4
        )
    pen.box(-0.54, 0.34, 0.54, 0.42, tone.lighten(0.2), radius=0.015, line=0.8)
    for side in SIDES:
        pen.oval(side * 0.3, 0.43, 0.17, 0.06, INK, solid=True)
        pen.oval(side * 0.3, 0.435, 0.06, 0.022, Tone(Role.ACCENT, tint="#e8486a"), line=0.5)


def _draw_stand_microphone(model: Model, tone: Tone) -> None:
    pen = model.body.at(0.26, 0)
    pen.oval(0, 0.02, 0.11, 0.025, INK, line=0.7)
    pen.stroke([(0, 0.02), (0, 0.4), (-0.04, 0.72)], 0.022, _STEEL, start=1, end=1, line=0.5)
    pen.oval(-0.06, 0.76, 0.055, 0.065, tone, rotation=30, solid=True)


def _draw_open_case(model: Model, tone: Tone) -> None:
    """Draw the open case of a busker with coins."""
    pen = model.body.at(-0.42, 0.0)
    pen.fill([(-0.16, 0.0), (0.2, 0.0), (0.24, 0.1), (-0.1, 0.1)], tone, solid=True)
    pen.fill(
        [(-0.13, 0.015), (0.18, 0.015), (0.21, 0.085), (-0.08, 0.085)], Tone(Role.ACCENT, tint="#8a1f34"), line=0.5
    )
    for x, y in ((-0.03, 0.03), (0.05, 0.06), (0.12, 0.04), (0.02, 0.075)):
        pen.oval(x, y, 0.026, 0.015, _GOLD, line=0.4)


def _draw_notes(model: Model, tone: Tone) -> None:
    for x, y in ((-0.38, 0.9), (0.34, 0.94)):
        pen = model.body.at(x, y)
        pen.oval(-0.03, 0, 0.034, 0.026, tone, rotation=20, line=0.4)
        pen.oval(0.07, 0.02, 0.034, 0.026, tone, rotation=20, line=0.4)
        pen.fill([(-0.008, 0), (0.004, 0), (0.004, 0.12), (-0.008, 0.12)], tone, line=0)
        pen.fill([(0.092, 0.02), (0.104, 0.02), (0.104, 0.14), (0.092, 0.14)], tone, line=0)
        pen.fill([(-0.008, 0.1), (0.104, 0.12), (0.104, 0.15), (-0.008, 0.13)], tone, line=0)


def _draw_harp(model: Model, tone: Tone) -> None:
    """Draw a harp in front of the shoulder, played with both hands."""
    pen = model.body.at(0.3, 0.3)
    pen.blob([(-0.12, 0.02), (0.1, 0.0), (0.14, 0.06), (0.0, 0.1), (-0.12, 0.08)], tone.darken(0.2), solid=True)
    pen.stroke([(0.12, 0.04), (0.2, 0.3), (0.18, 0.62)], 0.045, tone, start=1, end=1, line=0.8)
    pen.stroke([(0.18, 0.62), (0.06, 0.54), (-0.08, 0.6), (-0.2, 0.52)], 0.05, tone, start=1, end=1, line=0.8)
    pen.stroke([(-0.2, 0.52), (-0.1, 0.28), (0.06, 0.04)], 0.06, tone, start=0.8, end=1, line=0.8)
    for step in range(6):
        x = -0.12 + 0.05 * step
        pen.stroke([(x, 0.54), (x + 0.01, 0.4), (x + 0.02, 0.42 - 0.075 * step - 0.02)], 0.008, WHITE, start=1, end=1)


def _instrument(color: str, draw: DrawPart, depth: Depth = Depth.TOOLS) -> Part:
    return Part(Slot.TOOL, color, ((depth, draw),))


INSTRUMENTS: dict[str, Part] = {
    "harp": _instrument("#f0b92f", _draw_harp),
    "guitar": _instrument("#d08a3a", _draw_guitar, Depth.PLACE),
    "electric_guitar": _instrument("#d8322f", _draw_electric_guitar, Depth.PLACE),
    "pipa": _instrument("#c98a4a", _draw_pipa, Depth.PLACE),
    "violin": _instrument("#b5622a", _draw_violin),
    "cello": _instrument("#a8541f", _draw_cello, Depth.PLACE),
    "erhu": _instrument("#5a2a1c", _draw_erhu, Depth.PLACE),
    "flute": _instrument("#8fae4a", _draw_flute),
    "saxophone": _instrument("#e8b02f", _draw_saxophone, Depth.PLACE),
    "trumpet": _instrument("#e8b02f", _draw_trumpet),
    "accordion": _instrument("#c8312c", _draw_accordion, Depth.PLACE),
    "hand_drum": _instrument("#c8312c", _draw_hand_drum, Depth.PLACE),
    "stand_microphone": _instrument("#b7bec8", _draw_stand_microphone),
    "open_case": Part(Slot.ON, "#3a2a22", ((Depth.FRONT, _draw_open_case),)),
    "notes": Part(Slot.ON, "#34343e", ((Depth.BACKDROP, _draw_notes),)),
    "drum_kit": Part(Slot.PLACE, "#c8312c", ((Depth.PLACE, _draw_drum_kit),)),
    "piano": Part(Slot.PLACE, "#26262c", ((Depth.BACKDROP, _draw_piano_lid), (Depth.PLACE, _draw_piano))),
    "zither": Part(Slot.PLACE, "#6a3420", ((Depth.PLACE, _draw_zither),)),
    "turntables": Part(Slot.PLACE, "#34343e", ((Depth.PLACE, _draw_turntables),)),
}
"""Instruments by name."""
