"""What is around a person: plants, animals, seats, vehicles."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import Depth, Model, Part, Slot, build_part

_GOLD = Tone(Role.LIGHT, tint="#f0b92f")
_RED = Tone(Role.ACCENT, tint="#d8322f")
_STEEL = Tone(Role.SECOND, tint="#b7bec8")
_WOOD = Tone(Role.DEEP, tint="#7a4a26")
_LEAF = Tone(Role.SECOND, tint="#4a9a4a")


def _draw_shelves(model: Model, tone: Tone) -> None:
    """Draw shelves of books behind the person."""
    pen = model.body
    pen.box(-0.66, 0, 0.66, 1.2, tone, solid=True)
    colors = ("#c8403a", "#3a7fb8", "#e8b02f", "#4a9a5a", "#7a4a9a")
    for row in range(4):
        y = 0.06 + 0.29 * row
        pen.box(-0.62, y, 0.62, y + 0.24, tone.darken(0.4), line=0.5)
        for number in range(14):
            x, height = -0.6 + 0.087 * number, 0.16 + 0.03 * ((number * 7 + row * 3) % 3)
            pen.box(x, y, x + 0.07, y + height, Tone(Role.ACCENT, tint=colors[(number * 3 + row) % 5]), line=0.5)


def _draw_tea_bushes(model: Model, tone: Tone) -> None:
    """Draw rows of tea bushes around the waist."""
    pen = model.body
    for y, shift, shade in ((0.2, 0.08, 0.18), (0.08, 0.0, 0.0)):
        for x in np.linspace(-0.4, 0.4, 5):
            pen.oval(float(x) + shift, y, 0.15, 0.14, tone.darken(shade), line=0.7)
        for x in np.linspace(-0.44, 0.44, 9):
            leaf = [(float(x) - 0.03, y + 0.07), (float(x), y + 0.15), (float(x) + 0.03, y + 0.07)]
            pen.fill(leaf, tone.lighten(0.35), line=0.5)


def _draw_flower_bed(model: Model, tone: Tone) -> None:
    pen = model.body
    for x in np.linspace(-0.36, 0.86, 9):
        stem = float(x) + 0.01
        high = 0.14 + 0.05 * abs(float(np.sin(7 * x)))
        pen.stroke([(stem, 0), (stem, high / 2), (stem, high)], 0.018, _LEAF, start=1, end=1)
        pen.oval(stem - 0.03, high * 0.45, 0.035, 0.018, _LEAF, rotation=30, line=0.4)
        petals = tone if round(float(x) * 7) % 2 else _GOLD
        for angle in np.radians(range(0, 360, 72)):
            pen.oval(
                stem + 0.034 * float(np.cos(angle)), high + 0.034 * float(np.sin(angle)), 0.03, 0.03, petals, line=0.5
            )
        pen.oval(stem, high, 0.022, 0.022, WHITE, line=0)


def _draw_crops(model: Model, tone: Tone) -> None:
    """Draw green shoots in rows."""
    pen = model.body
    for x in np.linspace(-0.42, 0.42, 8):
        for lean in (-0.05, 0, 0.05):
            pen.stroke(
                [(float(x), 0), (float(x) + lean * 0.6, 0.08), (float(x) + lean, 0.16)],
                0.022,
                tone,
                start=1,
                end=0.3,
                line=0.4,
            )


def _draw_beehives(model: Model, tone: Tone) -> None:
    pen = model.body.at(-0.48, 0)
    for row, width in enumerate((0.2, 0.21, 0.17, 0.1)):
        pen.box(-width, 0.1 * row, width, 0.1 * row + 0.1, tone, radius=0.045, solid=True)
    pen.oval(0, 0.1, 0.06, 0.06, INK, line=0.6)
    for x, y in ((0.3, 0.34), (-0.1, 0.52), (0.22, 0.56), (0.9, 0.62)):
        pen.oval(x, y, 0.045, 0.032, _GOLD, line=0.6)
        pen.box(x - 0.008, y - 0.03, x + 0.012, y + 0.03, INK, line=0)
        pen.oval(x, y + 0.045, 0.035, 0.022, WHITE, line=0.5)


def _draw_sheep(model: Model, tone: Tone) -> None:
    for x, size, flip in ((-0.46, 1.0, False), (0.62, 0.85, True)):
        pen = model.body.at(x, 0, size, flip=flip)
        for leg in (-0.1, 0.08):
            pen.box(leg - 0.02, 0, leg + 0.02, 0.12, INK, line=0.5)
        for dx, dy in ((-0.12, 0.18), (0, 0.14), (0.11, 0.18), (-0.06, 0.25), (0.07, 0.26)):
            pen.oval(dx, dy, 0.095, 0.085, tone, line=0.7)
        pen.oval(0.19, 0.25, 0.065, 0.075, INK, line=0.6)
        pen.oval(0.2, 0.27, 0.016, 0.016, WHITE, line=0)


def _draw_logs(model: Model, tone: Tone) -> None:
    for x, y in ((-0.52, 0.1), (-0.32, 0.1), (-0.42, 0.27)):
        model.body.oval(x, y, 0.1, 0.1, tone.darken(0.3), solid=True)
        model.body.oval(x, y, 0.075, 0.075, tone.lighten(0.3), line=0.5)
        model.body.oval(x, y, 0.035, 0.035, tone, line=0.4)


def _draw_campfire(model: Model, tone: Tone) -> None:
    pen = model.body.at(0.46, 0)
    for tilt in (-18, 18):
        pen.at(0, 0.04, tilt=tilt).box(-0.2, -0.035, 0.2, 0.035, _WOOD, radius=0.02, solid=True)
    pen.blob([(-0.15, 0.08), (-0.13, 0.24), (-0.06, 0.17), (0, 0.42), (0.07, 0.2), (0.13, 0.27), (0.15, 0.08)],
        tone, corners=(0, 3, 6),
        glow=0.7)  # fmt: skip
    pen.blob([(-0.07, 0.08), (0, 0.24), (0.07, 0.08)], _GOLD, corners=(0, 1, 2), line=0, glow=0.9)


def _draw_birds(model: Model, tone: Tone) -> None:
    """Draw pigeons around the feet."""
    for x, flip in ((0.34, True), (0.56, False), (-0.42, False)):
        pen = model.body.at(x, 0.03, flip=flip)
        pen.box(-0.01, -0.03, 0.01, 0.04, Tone(Role.ACCENT, tint="#e8832f"), line=0.3)
        pen.blob([(-0.12, 0.08), (0.0, 0.13), (0.09, 0.1), (0.05, 0.03), (-0.04, 0.02)], tone, corners=(0,), solid=True)
        pen.oval(0.09, 0.15, 0.045, 0.045, tone.lighten(0.15), line=0.7)
        pen.oval(0.1, 0.16, 0.01, 0.01, INK, line=0)
        pen.fill([(0.13, 0.16), (0.17, 0.145), (0.13, 0.135)], Tone(Role.ACCENT, tint="#e8832f"), line=0.4)


def _draw_dog_leash(model: Model, tone: Tone) -> None:
    """Draw a dog on a leash."""
    pen = model.body.at(0.56, 0)
    hand = model.arms.right[1]
    model.body.stroke([(hand[0], model.legs.hip[1] + hand[1]), (0.4, 0.32), (0.62, 0.34)], 0.014, _RED, start=1, end=1)
    for x in (-0.12, -0.05, 0.08, 0.14):
        pen.box(x - 0.024, 0, x + 0.024, 0.16, tone.darken(0.1), line=0.7)
    pen.blob([(-0.18, 0.22), (-0.1, 0.29), (0.1, 0.29), (0.18, 0.24), (0.16, 0.13), (-0.16, 0.13)], tone, solid=True)
    pen.stroke([(-0.17, 0.24), (-0.24, 0.32), (-0.22, 0.42)], 0.045, tone, start=1, end=0.6, line=0.7)
    pen.oval(0.2, 0.36, 0.1, 0.09, tone, solid=True)
    pen.oval(0.28, 0.33, 0.055, 0.042, tone.lighten(0.4), line=0.6)
    pen.oval(0.325, 0.345, 0.02, 0.018, INK, line=0)
    pen.oval(0.22, 0.39, 0.016, 0.018, INK, line=0)
    pen.blob([(0.12, 0.43), (0.07, 0.38), (0.08, 0.28), (0.14, 0.34)], tone.darken(0.3), line=0.7)
    pen.box(0.12, 0.25, 0.2, 0.285, _RED, line=0.4)


def _draw_jacks(model: Model, tone: Tone) -> None:
    """Draw clubs in the air."""
    for x, y in ((-0.32, 1.02), (0, 1.24), (0.32, 1.02)):
        model.body.oval(x, y, 0.07, 0.07, tone if x else _GOLD, solid=True)


def _draw_skateboard(model: Model, tone: Tone) -> None:
    pen = model.body
    for x in (-0.2, 0.2):
        pen.oval(x, 0.035, 0.042, 0.042, WHITE, line=0.9)
        pen.oval(x, 0.035, 0.016, 0.016, INK, line=0)
    pen.stroke(
        [(-0.42, 0.14), (-0.3, 0.085), (0, 0.08), (0.3, 0.085), (0.42, 0.14)], 0.055, tone, start=0.9, end=0.9, line=0.9
    )


def _draw_skates(model: Model, tone: Tone) -> None:
    for _, foot in (model.legs.left, model.legs.right):
        x, y = foot
        model.body.box(x - 0.1, y - 0.06, x + 0.1, y - 0.04, tone, line=0.6)
        for dx in (-0.05, 0.05):
            model.body.box(x + dx - 0.008, y - 0.05, x + dx + 0.008, y - 0.02, tone, line=0)


def _draw_scooter(model: Model, tone: Tone) -> None:
    """Draw a delivery scooter with a box behind the rider."""
    pen = model.body
    for x in (-0.32, 0.4):
        pen.oval(x, 0.11, 0.12, 0.12, INK, solid=True)
        pen.oval(x, 0.11, 0.05, 0.05, _STEEL, line=0.6)
    pen.blob([(-0.44, 0.18), (-0.42, 0.36), (-0.1, 0.42), (0.04, 0.3), (0.04, 0.2), (0.22, 0.18), (0.2, 0.1), (-0.2,
        0.1)], tone,
        corners=(4,), solid=True)  # fmt: skip
    pen.box(-0.3, 0.4, 0.08, 0.46, INK, radius=0.025, line=0.7)
    pen.box(-0.6, 0.42, -0.22, 0.82, Tone(Role.ACCENT, tint="#f6c52d"), radius=0.02, solid=True)
    pen.box(-0.6, 0.7, -0.22, 0.74, Tone(Role.DEEP, tint="#8a6a1a"), line=0)
    pen.oval(-0.41, 0.57, 0.085, 0.085, WHITE, line=0.6)
    pen.box(-0.45, 0.53, -0.37, 0.6, _RED, line=0)


def _draw_scooter_front(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.blob([(0.2, 0.12), (0.27, 0.36), (0.3, 0.56), (0.38, 0.54), (0.4, 0.3), (0.48, 0.2), (0.38, 0.14)], tone,
        corners=(2, 3),
        solid=True)  # fmt: skip
    pen.stroke([(0.22, 0.63), (0.32, 0.6), (0.38, 0.55)], 0.036, INK, start=1, end=1)
    pen.oval(0.4, 0.46, 0.04, 0.05, _GOLD, line=0.7, glow=0.4)


def _draw_stool(model: Model, tone: Tone) -> None:
    x, y = model.legs.hip
    for side in SIDES:
        model.body.box(x + side * 0.22 - 0.02, 0, x + side * 0.22 + 0.02, y - 0.02, tone.darken(0.25), line=0.8)
    model.body.box(x - 0.28, y - 0.08, x + 0.28, y - 0.01, tone, radius=0.02, solid=True)


def _draw_armchair(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.box(-0.28, 0.1, 0.28, 0.72, tone.darken(0.12), radius=0.1, solid=True)
    for side in SIDES:
        pen.box(side * 0.28 - 0.07, 0.03, side * 0.28 + 0.07, 0.36, tone, radius=0.06, solid=True)
    pen.box(-0.24, 0.06, 0.24, 0.25, tone.lighten(0.1), radius=0.03, solid=True)


def _draw_throne(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.fill([(-0.26, 0), (0.26, 0), (0.28, 1.0), (0, 1.22), (-0.28, 1.0)], tone, solid=True)
    pen.box(-0.2, 0.3, 0.2, 0.98, Tone(Role.ACCENT, tint="#a82434"), radius=0.04, line=0.8)
    for side in SIDES:
        pen.oval(side * 0.28, 1.04, 0.05, 0.05, tone, line=0.8)
        pen.box(side * 0.27 - 0.05, 0, side * 0.27 + 0.05, 0.38, tone.darken(0.1), line=0.9)


def _draw_headboard(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.box(-0.46, 0, 0.46, 0.98, _WOOD, radius=0.1, solid=True)
    pen.box(-0.3, 0.48, 0.3, 0.84, WHITE, radius=0.08, solid=True)


def _draw_bed(model: Model, tone: Tone) -> None:
    """Draw the blanket, the pillow and the frame of a bed around the person."""
    pen = model.body
    pen.box(-0.34, 0, 0.34, 0.5, tone, radius=0.05, solid=True)
    for x in (-0.2, 0.0, 0.2):
        for y in (0.12, 0.3):
            pen.oval(x, y, 0.04, 0.04, tone.lighten(0.5), line=0.5)
    pen.box(-0.36, 0.42, 0.36, 0.54, WHITE, radius=0.03, solid=True)
    pen.box(-0.42, -0.02, 0.42, 0.08, _WOOD, solid=True)


def _draw_swing(model: Model, tone: Tone) -> None:
    pen = model.body
    for side in SIDES:
        pen.stroke([(side * 0.2, 0.24), (side * 0.21, 0.8), (side * 0.22, 1.34)], 0.018, tone, start=1, end=1, line=0.5)
    pen.box(-0.26, 0.2, 0.26, 0.25, _WOOD, line=0.9)
    pen.box(-0.4, 1.32, 0.4, 1.38, _WOOD, line=0.9)


def _draw_rope(model: Model, tone: Tone) -> None:
    (left_x, left_y), (right_x, right_y) = model.arms.left[1], model.arms.right[1]
    hip = model.legs.hip[1]
    path = [
        (left_x, hip + left_y),
        (left_x - 0.24, 0.8),
        (-0.2, 1.22),
        (0.2, 1.22),
        (right_x + 0.24, 0.8),
        (right_x, hip + right_y),
    ]
    model.body.stroke(path, 0.024, tone, start=1, end=1, line=0.5)


def _draw_picnic(model: Model, tone: Tone) -> None:
    """Draw a checkered blanket with a basket, bread and fruit."""
    pen = model.body
    pen.fill([(-0.6, 0.0), (0.6, 0.0), (0.48, 0.12), (-0.48, 0.12)], WHITE, solid=True)
    for number in range(6):
        for row in range(2):
            if (number + row) % 2:
                low, high = -0.6 + 0.2 * number + 0.06 * row, -0.4 + 0.2 * number + 0.02 * row
                pen.fill(
                    [(low, 0.06 * row), (high, 0.06 * row), (high, 0.06 * row + 0.06), (low, 0.06 * row + 0.06)],
                    tone,
                    line=0,
                )
    pen.stroke([(-0.5, 0.2), (-0.38, 0.38), (-0.26, 0.2)], 0.026, _WOOD, start=1, end=1, line=0.6)
    pen.fill([(-0.52, 0.24), (-0.24, 0.24), (-0.28, 0.06), (-0.48, 0.06)], Tone(Role.LIGHT, tint="#c99a5f"), solid=True)
    pen.blob([(0.24, 0.06), (0.28, 0.14), (0.44, 0.15), (0.5, 0.06)], Tone(Role.LIGHT, tint="#d0863a"), solid=True)
    for x, color in ((0.2, "#d8322f"), (0.56, "#4a9a3a")):
        pen.oval(x, 0.09, 0.05, 0.05, Tone(Role.ACCENT, tint=color), line=0.7)


def _draw_horse(model: Model, tone: Tone) -> None:
    """Draw a horse from the side; the rider sits on its back."""
    pen, dark = model.body, tone.darken(0.35)
    for x, lean in ((-0.3, -0.03), (-0.2, 0.04), (0.2, -0.02), (0.3, 0.05)):
        pen.stroke(
            [(x, 0.36), (x + lean, 0.18), (x + lean * 0.5, 0.03)], 0.085, tone.darken(0.1), start=1.2, end=0.7, line=0.8
        )
        pen.box(x + lean * 0.5 - 0.045, 0, x + lean * 0.5 + 0.045, 0.05, INK, line=0.6)
    pen.blob([(-0.38, 0.52), (-0.46, 0.44), (-0.5, 0.24), (-0.44, 0.16), (-0.38, 0.34)], dark, solid=True)
    pen.blob(
        [(-0.4, 0.44), (-0.3, 0.58), (0.1, 0.56), (0.3, 0.62), (0.4, 0.44), (0.3, 0.3), (-0.25, 0.3)], tone, solid=True
    )
    pen.blob([(0.22, 0.5), (0.36, 0.82), (0.46, 0.94), (0.56, 0.84), (0.46, 0.62), (0.4, 0.42)], tone, solid=True)
    pen.blob([(0.4, 0.93), (0.52, 0.94), (0.7, 0.78), (0.7, 0.7), (0.6, 0.68), (0.48, 0.78)], tone, solid=True)
    pen.fill([(0.42, 0.93), (0.44, 1.04), (0.5, 0.94)], tone, line=0.8)
    pen.blob([(0.4, 0.98), (0.3, 0.84), (0.18, 0.6), (0.28, 0.64), (0.4, 0.84)], dark, corners=(0, 2), solid=True)
    pen.oval(0.53, 0.85, 0.018, 0.02, INK, line=0)
    pen.oval(0.67, 0.73, 0.012, 0.012, INK, line=0)
    pen.stroke([(0.62, 0.72), (0.48, 0.66), (0.3, 0.78)], 0.016, _WOOD, start=1, end=1)


def _draw_statue(model: Model, tone: Tone) -> None:
    """Draw a marble bust on a pedestal."""
    pen = model.body.at(0.48, 0)
    pen.box(-0.16, 0, 0.16, 0.36, tone.darken(0.25), solid=True)
    pen.box(-0.2, 0.34, 0.2, 0.4, tone.darken(0.15), line=0.8)
    pen.blob(
        [(-0.19, 0.4), (-0.16, 0.54), (-0.06, 0.6), (0.06, 0.6), (0.16, 0.54), (0.19, 0.4)],
        tone,
        corners=(0, 5),
        solid=True,
    )
    pen.oval(0, 0.72, 0.105, 0.12, tone, solid=True)
    for x, y in ((-0.08, 0.8), (0, 0.84), (0.08, 0.8)):
        pen.oval(x, y, 0.055, 0.045, tone.darken(0.1), line=0.6)
    for side in SIDES:
        pen.oval(side * 0.04, 0.72, 0.014, 0.018, tone.darken(0.5), line=0)


def _draw_snowman(model: Model, tone: Tone) -> None:
    pen = model.body.at(0.56, 0)
    for y, radius in ((0.17, 0.2), (0.44, 0.15), (0.65, 0.11)):
        pen.oval(0, y, radius, radius, tone, solid=True)
    for side in SIDES:
        pen.oval(side * 0.035, 0.68, 0.014, 0.016, INK, line=0)
    pen.fill([(0, 0.66), (0.1, 0.64), (0, 0.63)], Tone(Role.ACCENT, tint="#f0802a"), line=0.5)
    pen.box(-0.11, 0.74, 0.11, 0.78, INK, line=0.6)
    pen.box(-0.07, 0.76, 0.07, 0.9, INK, line=0.6)
    pen.box(-0.12, 0.53, 0.12, 0.58, Tone(Role.ACCENT, tint="#d8322f"), radius=0.02, line=0.7)


def _draw_flying_broom(model: Model, tone: Tone) -> None:
    """Draw a broom that the person rides through the air."""
    pen = model.body.at(0, 0.36, tilt=8)
    pen.stroke([(-0.3, 0.0), (0.1, 0.0), (0.56, 0.02)], 0.04, _WOOD, start=1, end=1, line=0.7)
    pen.fill([(-0.26, 0.05), (-0.26, -0.05), (-0.66, -0.14), (-0.6, -0.04), (-0.68, 0.02), (-0.6, 0.06), (-0.64,
        0.14)], tone,
        solid=True)  # fmt: skip
    for y in (-0.06, 0.0, 0.06):
        pen.stroke([(-0.28, y * 0.4), (-0.44, y * 0.8), (-0.6, y * 1.3)], 0.01, tone.darken(0.4), start=1, end=1)


ENVIRONMENT: dict[str, Part] = {
    "flying_broom": build_part(Slot.PLACE, "#d9b365", _draw_flying_broom, Depth.BACK),
    "horse": Part(Slot.PLACE, "#9a5f38", ((Depth.BACK, _draw_horse),)),
    "statue": build_part(Slot.PLACE, "#e4e2dd", _draw_statue, Depth.PLACE),
    "snowman": build_part(Slot.PLACE, "#fbfdff", _draw_snowman, Depth.PLACE),
    "picnic": build_part(Slot.PLACE, "#d8322f", _draw_picnic, Depth.PLACE),
    "shelves": build_part(Slot.ON, "#7a4a26", _draw_shelves, Depth.BACKDROP),
    "tea_bushes": build_part(Slot.PLACE, "#4a8a3a", _draw_tea_bushes, Depth.PLACE),
    "flower_bed": build_part(Slot.PLACE, "#e8587a", _draw_flower_bed, Depth.PLACE),
    "crops": build_part(Slot.PLACE, "#4a9a3a", _draw_crops, Depth.PLACE),
    "beehives": build_part(Slot.ON, "#e0a83a", _draw_beehives, Depth.BACKDROP),
    "sheep": build_part(Slot.ON, "#fbf6ec", _draw_sheep, Depth.BACKDROP),
    "logs": build_part(Slot.ON, "#8a5a32", _draw_logs, Depth.BACKDROP),
    "campfire": build_part(Slot.PLACE, "#ff7a1f", _draw_campfire, Depth.FRONT),
    "birds": build_part(Slot.ON, "#9aa5b8", _draw_birds, Depth.FRONT),
    "dog_leash": build_part(Slot.ON, "#b5793f", _draw_dog_leash, Depth.TOOLS),
    "balls": build_part(Slot.ON, "#d8322f", _draw_jacks, Depth.BACKDROP),
    "skateboard": build_part(Slot.ON, "#e8486a", _draw_skateboard, Depth.PLACE),
    "skates": build_part(Slot.ON, "#b7bec8", _draw_skates, Depth.FEET),
    "scooter": Part(Slot.PLACE, "#2f6fd0", ((Depth.BACK, _draw_scooter), (Depth.PLACE, _draw_scooter_front))),
    "stool": build_part(Slot.ON, "#8a5a32", _draw_stool, Depth.BACK),
    "armchair": build_part(Slot.ON, "#b5483a", _draw_armchair, Depth.BACK),
    "throne": build_part(Slot.ON, "#f0b92f", _draw_throne, Depth.BACKDROP),
    "bed": Part(Slot.PLACE, "#3f7fc0", ((Depth.BACKDROP, _draw_headboard), (Depth.PLACE, _draw_bed))),
    "swing": build_part(Slot.ON, "#8a5a32", _draw_swing, Depth.BACK),
    "rope": build_part(Slot.ON, "#d8322f", _draw_rope, Depth.TOOLS),
}
