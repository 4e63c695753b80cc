"""Smaller parts: badges, headgear and things in hand that few roles have."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Pen, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.bodies import draw_arms, draw_torso
from engines.painter.subjects.people.garments import draw_hem
from engines.painter.subjects.people.model import LEFT, RIGHT, Depth, DrawPart, Model, Part, Slot

_GOLD, _RED = Tone(Role.LIGHT, tint="#f0b92f"), Tone(Role.ACCENT, tint="#d8322f")
_STEEL, _WOOD = Tone(Role.SECOND, tint="#c3cad3"), Tone(Role.DEEP, tint="#7a4a26")


def _draw_book_held(model: Model, tone: Tone) -> None:
    """Draw a closed book in the left hand."""
    pen = model.at_hand(LEFT, tilt=10)
    pen.box(-0.09, -0.06, 0.09, 0.18, tone, radius=0.01, solid=True)
    pen.box(-0.06, 0.08, 0.06, 0.12, _GOLD, line=0.5)
    pen.box(0.07, -0.05, 0.09, 0.17, WHITE, line=0.4)


def _draw_chopsticks(model: Model, tone: Tone) -> None:
    """Draw chopsticks with a dumpling."""
    pen = model.at_hand(RIGHT, tilt=30)
    for x in (-0.014, 0.02):
        pen.stroke([(x, -0.06), (x, 0.1), (x * 0.4, 0.25)], 0.016, tone, start=1, end=1, line=0.6)
    pen.blob([(-0.075, 0.26), (0, 0.33), (0.075, 0.26), (0, 0.22)], Tone(Role.LIGHT, tint="#fbf1dc"), corners=(0, 2), solid=True)


def _draw_headgear(model: Model, tone: Tone) -> None:
    """Draw the padded headgear of a boxer."""
    head = model.head
    head.blob([(-1.1, -0.4), (-1.12, 0.6), (0, 1.22), (1.12, 0.6), (1.1, -0.4), (0.76, -0.5), (0.72, 0.3), (0, 0.5), (-0.72, 0.3),
        (-0.76, -0.5)], tone, corners=(0, 4), solid=True)  # fmt: skip


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


def _draw_beanie(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-1.05, 0.4), (-0.9, 1.0), (0, 1.35), (0.9, 1.0), (1.05, 0.4)], tone, corners=(0, 4), solid=True)
    head.box(-1.1, 0.32, 1.1, 0.64, tone.darken(0.2), radius=0.12, line=0.7)
    head.oval(0, 1.38, 0.2, 0.18, WHITE, line=0.6)


def _draw_mitre(model: Model, tone: Tone) -> None:
    head = model.head
    head.fill([(-0.86, 0.4), (-1.0, 1.2), (0, 2.3), (1.0, 1.2), (0.86, 0.4)], tone, solid=True)
    head.box(-0.9, 0.4, 0.9, 0.62, _GOLD, line=0.6)
    head.box(-0.09, 0.62, 0.09, 2.0, _GOLD, line=0.5)
    head.box(-0.5, 1.16, 0.5, 1.34, _GOLD, line=0.5)


def _draw_deerstalker(model: Model, tone: Tone) -> None:
    """Draw the checked hat of Sherlock Holmes."""
    head = model.head
    head.blob([(-1.05, 0.4), (-0.85, 1.05), (0, 1.32), (0.85, 1.05), (1.05, 0.4)], tone, corners=(0, 4), solid=True)
    for x in (-0.6, -0.2, 0.2, 0.6):
        head.stroke([(x * 0.7, 1.18 - abs(x) * 0.3), (x, 0.8), (x * 1.2, 0.44)], 0.07, tone.darken(0.4), start=1, end=1)
    for y in (0.62, 0.9):
        head.stroke([(-0.95, y), (0, y + 0.06), (0.95, y)], 0.06, tone.darken(0.4), start=1, end=1)
    head.blob([(-1.0, 0.44), (0, 0.6), (1.0, 0.44), (1.3, 0.1), (0, 0.3), (-1.3, 0.1)], tone.darken(0.2), corners=(3, 5), solid=True)
    head.oval(0, 1.36, 0.14, 0.1, tone.darken(0.3), line=0.5)


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


def _draw_braids(model: Model, tone: Tone) -> None:
    for side in SIDES:
        for step in range(5):
            model.head.oval(side * (0.98 + 0.03 * step), -0.2 - 0.3 * step, 0.2, 0.19, tone, line=0.7)
        model.head.oval(side * 1.1, -1.6, 0.13, 0.1, _RED, line=0.5)


def _draw_kungfu_suit(model: Model, tone: Tone) -> None:
    """Draw a jacket with a standing collar and knotted buttons."""
    draw_torso(model, tone, 0.02)
    torso = model.torso
    torso.box(-0.06, 0.31, 0.06, 0.345, tone.darken(0.2), line=0.5)
    torso.stroke([(0, 0.32), (0, 0.15), (0, -0.02)], 0.012, tone.darken(0.45), start=1, end=1)
    for y in (0.1, 0.17, 0.24):
        torso.box(-0.045, y, 0.045, y + 0.016, Tone(Role.DEEP, tint="#2b2b33"), line=0.4)
    torso.box(-0.13, 0.005, 0.13, 0.055, Tone(Role.DEEP, tint="#2b2b33"), line=0.6)


def _draw_toga_plain(model: Model, tone: Tone) -> None:
    """Draw the kilt and the bare chest of a pharaoh."""
    draw_torso(model, model.skin)
    torso = model.torso
    torso.fill([(-0.13, 0.05), (0.13, 0.05), (0.17, -0.2), (-0.17, -0.2)], tone, solid=True)
    torso.fill([(-0.05, 0.04), (0.05, 0.04), (0.07, -0.22), (-0.07, -0.22)], _GOLD, line=0.6)
    for y in (-0.16, -0.1, -0.04):
        torso.box(-0.06, y, 0.06, y + 0.02, Tone(Role.DEEP, tint="#254a9a"), line=0)
    torso.box(-0.135, 0.03, 0.135, 0.075, Tone(Role.DEEP, tint="#254a9a"), line=0.6)


def _draw_belly(model: Model, tone: Tone) -> None:
    """Draw the belly of a sumo wrestler."""
    torso = model.torso
    torso.oval(0, 0.13, 0.25, 0.2, model.skin, solid=True)
    for side in SIDES:
        torso.stroke([(side * 0.02, 0.2), (side * 0.1, 0.17), (side * 0.18, 0.21)], 0.016, model.skin.darken(0.3), start=1, end=1)
    torso.oval(0, 0.06, 0.014, 0.014, model.skin.darken(0.4), line=0)
    torso.blob([(-0.23, 0.06), (0.23, 0.06), (0.16, -0.06), (0, -0.1), (-0.16, -0.06)], tone, corners=(0, 1), solid=True)
    torso.fill([(-0.05, -0.02), (0.05, -0.02), (0.04, -0.16), (-0.04, -0.16)], tone.lighten(0.1), line=0.8)


def _draw_honey(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.1)
    pen.box(-0.11, -0.11, 0.11, 0.1, tone, radius=0.03, solid=True)
    pen.box(-0.13, 0.08, 0.13, 0.14, WHITE, radius=0.02, line=0.8)
    pen.fill([(0.05 * float(np.cos(a)), 0.05 * float(np.sin(a)) - 0.01) for a in np.radians(range(0, 360, 60))], WHITE, line=0.6)


def _draw_clerical_collar(model: Model, tone: Tone) -> None:
    model.torso.box(-0.055, 0.31, 0.055, 0.35, tone, radius=0.01, line=0.7)


def _draw_spyglass(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-60)
    for low, high, width in ((-0.1, 0.06, 0.032), (0.06, 0.2, 0.045), (0.2, 0.34, 0.058)):
        pen.box(-width, low, width, high, tone, radius=0.008, solid=True)


def _draw_whistle(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.stroke([(side * 0.06, 0.34), (side * 0.05, 0.25), (0, 0.19)], 0.014, tone, start=1, end=1)
    model.torso.oval(0.01, 0.17, 0.035, 0.026, tone, line=0.7)


def _draw_lifebuoy(model: Model, tone: Tone) -> None:
    pen = model.body.at(0.36, 0.24)
    pen.oval(0, 0, 0.24, 0.24, tone, solid=True)
    for angle in (45, 135, 225, 315):
        at = np.radians([angle - 15, angle + 15])
        pen.fill([(r * float(np.cos(a)), r * float(np.sin(a))) for r, a in ((0.13, at[0]), (0.24, at[0]), (0.24, at[1]), (0.13, at[1]))],
            WHITE, line=0.5)  # fmt: skip
    pen.oval(0, 0, 0.12, 0.12, Tone(Role.AIR), line=0.8)


def _draw_diploma(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=50)
    pen.box(-0.04, -0.12, 0.04, 0.22, tone, radius=0.02, solid=True)
    pen.box(-0.046, 0.02, 0.046, 0.07, _RED, line=0.6)


def _draw_boutonniere(model: Model, tone: Tone) -> None:
    for angle in np.radians(range(0, 360, 72)):
        model.torso.oval(0.085 + 0.022 * float(np.cos(angle)), 0.22 + 0.022 * float(np.sin(angle)), 0.02, 0.02, tone, line=0.4)


def _draw_medals(model: Model, tone: Tone) -> None:
    for x, color in ((0.05, "#d8322f"), (0.09, "#2f6fd0")):
        model.torso.box(x - 0.014, 0.2, x + 0.014, 0.24, Tone(Role.ACCENT, tint=color), line=0.4)
        model.torso.oval(x, 0.185, 0.018, 0.018, tone, line=0.5)


def _draw_club(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-16)
    pen.blob([(-0.03, -0.1), (0.03, -0.1), (0.06, 0.14), (0.12, 0.36), (0.03, 0.46), (-0.09, 0.4), (-0.08, 0.16)], tone,
        corners=(0, 1), solid=True)  # fmt: skip
    for x, y in ((-0.03, 0.28), (0.05, 0.35), (0.01, 0.18)):
        pen.oval(x, y, 0.02, 0.016, tone.darken(0.4), line=0)


def _draw_campfire(model: Model, tone: Tone) -> None:
    pen = model.body.at(0.46, 0)
    for tilt in (-18, 18):
        pen.at(0, 0.04, tilt=tilt).box(-0.2, -0.035, 0.2, 0.035, _WOOD, radius=0.02, solid=True)
    pen.blob([(-0.15, 0.08), (-0.13, 0.24), (-0.06, 0.17), (0, 0.42), (0.07, 0.2), (0.13, 0.27), (0.15, 0.08)], tone, corners=(0, 3, 6),
        glow=0.7)  # fmt: skip
    pen.blob([(-0.07, 0.08), (0, 0.24), (0.07, 0.08)], _GOLD, corners=(0, 1, 2), line=0, glow=0.9)


def _draw_magnifier(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT, tilt=-12)
    pen.box(-0.025, -0.12, 0.025, 0.1, _WOOD, radius=0.015, solid=True)
    pen.oval(0, 0.24, 0.15, 0.15, tone, line=0.9)
    pen.oval(0, 0.24, 0.118, 0.118, Tone(Role.LIGHT, tint="#bfe4f2"), line=0.5)
    pen.stroke([(-0.06, 0.24), (-0.04, 0.3), (0.02, 0.33)], 0.024, WHITE, start=1, end=0.6)


def _draw_pipe(model: Model, tone: Tone) -> None:
    head = model.head
    head.stroke([(0.1, -0.56), (0.6, -0.72), (0.95, -0.8)], 0.12, tone, start=1, end=1, line=0.6)
    head.blob([(0.85, -0.85), (0.85, -0.4), (1.2, -0.4), (1.2, -0.85)], tone, corners=(1, 2), solid=True)
    for y in (-0.1, 0.2):
        head.oval(1.1 + 0.1 * y, y, 0.12, 0.12, WHITE, line=0.4)


def _draw_pistol(model: Model, tone: Tone) -> None:
    pen = model.at_hand(RIGHT)
    pen.box(-0.03, 0.0, 0.17, 0.06, tone, radius=0.01, solid=True)
    pen.fill([(-0.03, 0.04), (0.04, 0.02), (0.02, -0.1), (-0.05, -0.1)], tone, solid=True)


def _draw_earpiece(model: Model, tone: Tone) -> None:
    model.head.oval(0.95, -0.1, 0.1, 0.12, tone, line=0.5)
    model.head.stroke([(0.95, -0.2), (1.05, -0.6), (0.9, -1.0)], 0.07, tone, start=1, end=1)


def _draw_blueprint(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.13)
    pen.box(-0.22, -0.13, 0.22, 0.13, tone, solid=True)
    pen.fill([(-0.1, -0.06), (0.1, -0.06), (0.1, 0.03), (0, 0.09), (-0.1, 0.03)], WHITE, line=0)
    pen.fill([(-0.085, -0.045), (0.085, -0.045), (0.085, 0.025), (0, 0.072), (-0.085, 0.025)], tone, line=0)
    for side in SIDES:
        pen.box(side * 0.16 - 0.03, 0.06, side * 0.16 + 0.03, 0.07, WHITE, line=0)
        pen.box(side * 0.16 - 0.03, 0.0, side * 0.16 + 0.03, 0.01, WHITE, line=0)


def _draw_red_scarf(model: Model, tone: Tone) -> None:
    """Draw the red neckerchief of Chinese pupils."""
    model.torso.fill([(-0.09, 0.35), (0.09, 0.35), (0, 0.25)], tone, solid=True)
    for side in SIDES:
        model.torso.fill([(0, 0.27), (side * 0.035, 0.24), (side * 0.06, 0.1), (side * 0.01, 0.12)], tone, line=0.7)


def _draw_singing(model: Model, tone: Tone) -> None:
    model.head.oval(0, -0.56, 0.2, 0.2, tone, line=0.6)


def _draw_knitting(model: Model, tone: Tone) -> None:
    """Draw knitting with two needles and a ball of wool."""
    pen = model.torso.at(0, 0.2)
    for side in SIDES:
        pen.stroke([(side * 0.2, 0.14), (side * 0.08, 0.06), (-side * 0.06, -0.02)], 0.02, _STEEL, start=1, end=0.6, line=0.6)
    pen.fill([(-0.11, 0.03), (0.11, 0.03), (0.12, -0.19), (-0.12, -0.19)], tone, solid=True)
    for y in (-0.02, -0.08, -0.14):
        pen.box(-0.115, y, 0.115, y + 0.016, tone.darken(0.3), line=0)
    ball = model.body.at(0.44, 0.09)
    ball.oval(0, 0, 0.1, 0.1, tone, solid=True)
    for lift in (-0.03, 0.02):
        ball.stroke([(-0.08, lift), (0, lift + 0.04), (0.08, lift)], 0.014, tone.darken(0.35), start=1, end=1)


def _draw_birds(model: Model, tone: Tone) -> None:
    """Draw pigeons around the feet."""
    for x, flip in ((0.34, True), (0.56, False), (-0.42, False)):
        pen = model.body.at(x, 0.03, flip=flip)
        pen.box(-0.01, -0.03, 0.01, 0.04, Tone(Role.ACCENT, tint="#e8832f"), line=0.3)
        pen.blob([(-0.12, 0.08), (0.0, 0.13), (0.09, 0.1), (0.05, 0.03), (-0.04, 0.02)], tone, corners=(0,), solid=True)
        pen.oval(0.09, 0.15, 0.045, 0.045, tone.lighten(0.15), line=0.7)
        pen.oval(0.1, 0.16, 0.01, 0.01, INK, line=0)
        pen.fill([(0.13, 0.16), (0.17, 0.145), (0.13, 0.135)], Tone(Role.ACCENT, tint="#e8832f"), line=0.4)


def _draw_gamepad(model: Model, tone: Tone) -> None:
    pen = model.torso.at(0, 0.12)
    pen.blob([(-0.14, 0.07), (0, 0.05), (0.14, 0.07), (0.19, -0.09), (0.1, -0.06), (-0.1, -0.06), (-0.19, -0.09)], tone, solid=True)
    pen.box(-0.1, 0.0, -0.05, 0.015, WHITE, line=0)
    pen.box(-0.083, -0.018, -0.068, 0.032, WHITE, line=0)
    for x, y, color in ((0.06, 0.0, "#d8322f"), (0.1, 0.02, "#3f9b47"), (0.09, -0.02, "#f6cb2d")):
        pen.oval(x, y, 0.014, 0.014, Tone(Role.ACCENT, tint=color), line=0)


def _draw_mop(model: Model, tone: Tone) -> None:
    pen = model.body
    pen.stroke([(0.02, 0.84), (0.18, 0.5), (0.36, 0.14)], 0.034, _WOOD, start=1, end=1, line=0.7)
    for x in np.linspace(0.24, 0.56, 8):
        pen.stroke([(0.36, 0.15), (float(x), 0.08), (float(x) + 0.02, 0.01)], 0.04, tone, start=0.8, end=1, line=0.5)
    bucket = pen.at(-0.42, 0)
    bucket.fill([(-0.12, 0.2), (0.12, 0.2), (0.09, 0), (-0.09, 0)], Tone(Role.ACCENT, tint="#3f7fc0"), solid=True)


def _draw_snowball(model: Model, tone: Tone) -> None:
    model.at_hand(RIGHT).oval(0, 0.06, 0.085, 0.085, tone, solid=True)
    for x, y in ((0.3, 0.0), (0.44, 0.2)):
        model.at_hand(RIGHT).oval(x, y, 0.06, 0.06, tone, solid=True)


def _draw_medal_gold(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.fill([(side * 0.04, 0.34), (side * 0.08, 0.34), (0.015, 0.14), (-0.015, 0.14)], _RED, line=0.5)
    model.torso.oval(0, 0.12, 0.05, 0.05, tone, solid=True)


def _draw_wings(model: Model, tone: Tone) -> None:
    for side in SIDES:
        wing = [(side * 0.05, 0.26), (side * 0.3, 0.46), (side * 0.5, 0.4), (side * 0.46, 0.2), (side * 0.36, 0.04), (side * 0.2, 0.0),
            (side * 0.06, 0.1)]  # fmt: skip
        model.torso.blob(wing, tone, corners=(0,), solid=True)
        for y in (0.12, 0.22):
            model.torso.stroke([(side * 0.1, y), (side * 0.28, y + 0.04), (side * 0.44, y + 0.02)], 0.014, tone.darken(0.3), start=1, end=0.5)


def _draw_fire_helmet(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(-1.05, 0.4), (-0.9, 1.1), (0, 1.45), (0.9, 1.1), (1.05, 0.4)], tone, corners=(0, 4), solid=True)
    head.blob([(-1.5, 0.3), (0, 0.6), (1.5, 0.3), (1.1, 0.2), (0, 0.36), (-1.1, 0.2)], tone.darken(0.2), corners=(0, 2), solid=True)
    head.fill([(-0.36, 0.6), (0.36, 0.6), (0.42, 1.15), (0, 1.4), (-0.42, 1.15)], _GOLD, line=0.8)


def _draw_space_helmet(model: Model, tone: Tone) -> None:
    head = model.head
    head.oval(0, 0.05, 1.5, 1.45, tone, solid=True)
    head.blob([(-1.1, 0.0), (-0.9, 0.7), (0, 0.95), (0.9, 0.7), (1.1, 0.0), (0.9, -0.7), (0, -0.9), (-0.9, -0.7)],
        Tone(Role.DEEP, tint="#26344a"), solid=True)  # fmt: skip
    head.stroke([(-0.75, 0.1), (-0.6, 0.5), (-0.2, 0.72)], 0.16, Tone(Role.LIGHT, tint="#bfe4f2"), start=1, end=0.5)


def _draw_space_suit(model: Model, tone: Tone) -> None:
    draw_torso(model, tone, 0.04)
    model.torso.box(-0.09, 0.06, 0.09, 0.2, _STEEL, radius=0.02, line=0.8)
    for x, color in ((-0.05, "#d8322f"), (0.0, "#f6cb2d"), (0.05, "#2f6fd0")):
        model.torso.oval(x, 0.13, 0.02, 0.02, Tone(Role.ACCENT, tint=color), line=0.4)


def _draw_knight_helmet(model: Model, tone: Tone) -> None:
    head = model.head
    head.blob([(0.0, 1.2), (-0.3, 2.0), (-1.4, 1.9), (-1.7, 0.8), (-1.0, 1.2)], _RED, corners=(0,))
    head.blob([(-1.05, 0.6), (0, 1.32), (1.05, 0.6), (1.05, -0.6), (0, -1.2), (-1.05, -0.6)], tone, solid=True)
    head.box(-0.8, -0.1, 0.8, 0.14, INK, line=0.5)
    head.box(-0.07, -1.1, 0.07, 1.25, tone.darken(0.3), line=0.4)
    for x in (-0.5, -0.26, 0.26, 0.5):
        head.oval(x, -0.5, 0.08, 0.14, INK, line=0)


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


def _sleeved(color: str, draw: DrawPart, width: float = 0.09) -> Part:
    layers = ((Depth.TORSO, draw), (Depth.ARMS, lambda model, tone: draw_arms(model, tone, width)))
    return Part(Slot.WEAR, color, layers, is_garment=True)


def _part(slot: Slot, color: str, draw: DrawPart, depth: Depth) -> Part:
    return Part(slot, color, ((depth, draw),))


EXTRAS: dict[str, Part] = {
    **{
        name: _part(Slot.HELD, color, draw, Depth.HELD)
        for name, color, draw in (
            ("book_held", "#8a2f2f", _draw_book_held), ("chopsticks", "#7a4a26", _draw_chopsticks), ("honey_pot", "#e8a02a", _draw_honey),
            ("spyglass", "#d2a347", _draw_spyglass), ("diploma", "#fbf6e4", _draw_diploma), ("club", "#8a5a32", _draw_club),
            ("magnifier", "#34343e", _draw_magnifier), ("pistol", "#26262c", _draw_pistol), ("blueprint", "#2f6fd0", _draw_blueprint),
            ("knitting", "#d8506a", _draw_knitting), ("gamepad", "#34343e", _draw_gamepad), ("mop", "#d8dde2", _draw_mop),
            ("snowball", "#fbfdff", _draw_snowball), ("lifebuoy", "#e8502f", _draw_lifebuoy),
        )
    },
    **{
        name: _part(Slot.HAT, color, draw, Depth.HAT)
        for name, color, draw in (
            ("headgear", "#d8322f", _draw_headgear), ("fur_hat", "#8a6a4a", _draw_fur_hat), ("earflaps", "#5a4a3a", _draw_earflaps),
            ("beanie", "#2f5fa8", _draw_beanie), ("mitre", "#fbfbf6", _draw_mitre), ("deerstalker", "#a8865a", _draw_deerstalker),
            ("fire_helmet", "#d8202a", _draw_fire_helmet), ("space_helmet", "#f4f6f8", _draw_space_helmet),
            ("knight_helmet", "#aab2bd", _draw_knight_helmet), ("opera_crown_small", "#f0c040", _draw_crown_small),
        )
    },
    "braids": Part(Slot.HAIR, "#2b2320", ((Depth.OVER, _draw_braids),)),
    "kungfu_suit": _sleeved("#fbfbf6", _draw_kungfu_suit),
    "space_suit": _sleeved("#f4f6f8", _draw_space_suit, 0.11),
    "qipao": _sleeved("#c8202f", _draw_qipao, 0.07),
    "toga_plain": Part(Slot.WEAR, "#fbf6e4", ((Depth.TORSO, _draw_toga_plain),), is_garment=True),
    "big_belly": _part(Slot.ON, "#34406a", _draw_belly, Depth.OVER),
    "bare_feet": Part(Slot.ON, "#eec09a", ()),
    **{
        name: _part(Slot.ON, color, draw, Depth.OVER)
        for name, color, draw in (
            ("clerical_collar", "#ffffff", _draw_clerical_collar), ("whistle", "#d8322f", _draw_whistle), ("medals", "#f0b92f", _draw_medals),
            ("boutonniere", "#d8322f", _draw_boutonniere), ("red_scarf", "#d8202f", _draw_red_scarf), ("gold_medal", "#f0b92f", _draw_medal_gold),
        )
    },
    "campfire": _part(Slot.PLACE, "#ff7a1f", _draw_campfire, Depth.FRONT),
    "birds": _part(Slot.ON, "#9aa5b8", _draw_birds, Depth.FRONT),
    "pipe": _part(Slot.ON, "#5a3420", _draw_pipe, Depth.FRONT),
    "earpiece": _part(Slot.ON, "#26262c", _draw_earpiece, Depth.FRONT),
    "singing": _part(Slot.ON, "#8a1f2a", _draw_singing, Depth.FACE),
    "wings": _part(Slot.ON, "#fbfbf6", _draw_wings, Depth.BACK),
}  # fmt: skip
"""These parts by name."""
