"""Clothes: tops, trousers, long garments, armor, and what is worn over them."""

from collections.abc import Callable
from functools import partial

import numpy as np

from engines.painter.shapes import INK, WHITE, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.bodies import draw_arms, draw_legs, draw_shoe, draw_torso, list_leg
from engines.painter.subjects.people.model import LEFT, RIGHT, SHOULDER, XY, Depth, DrawPart, Model, Part, Slot, hull

_GOLD, _RED = Tone(Role.LIGHT, tint="#f0b92f"), Tone(Role.ACCENT, tint="#c8312c")
_STEEL, _LEATHER = Tone(Role.SECOND, tint="#aab3be"), Tone(Role.DEEP, tint="#6a4327")


def draw_hem(model: Model, tone: Tone, length: float = 1.0, flare: float = 0.05) -> None:
    """Draw a skirt around the legs down to *length* of them, wider than the feet by *flare*."""
    x, y = model.legs.hip
    waist = [(x - 0.12, y + 0.05), (x + 0.12, y + 0.05), (x - 0.14, y - 0.03), (x + 0.14, y - 0.03)]
    ends: list[XY] = []
    for side in (LEFT, RIGHT):
        _, knee, foot = list_leg(model, side)
        outward = (-1 if side == LEFT else 1) * flare
        end = (x + (foot[0] - x) * length, y + (foot[1] - y) * length)
        ends += [(end[0] + outward * 1.6, end[1]), (end[0] - outward * 0.4, end[1] - 0.008)]
        ends.append((knee[0] + outward, knee[1] + 0.05) if length > 0.5 else end)
    model.body.fill(hull([*waist, *ends]), tone, solid=True, fade=tone.darken(0.14))


def _draw_folds(model: Model, tone: Tone) -> None:
    x, y = model.legs.hip
    for offset in (-0.06, 0.05):
        model.body.stroke([(x + offset * 0.6, y), (x + offset, y * 0.55), (x + offset * 1.5, 0.07)], 0.014, tone,
            start=0.6, end=1)  # fmt: skip


def _sleeves(width: float = 0.085, hang: float = 0.0) -> DrawPart:
    return lambda model, tone: draw_arms(model, tone, width, hang)


def _draw_shirt(model: Model, tone: Tone) -> None:
    draw_torso(model, tone)
    model.torso.fill([(-0.06, 0.335), (0, 0.26), (0.06, 0.335)], model.skin.darken(0.06), line=0.5)
    for side in SIDES:
        collar = [(side * 0.065, 0.345), (0, 0.26), (side * 0.05, 0.235), (side * 0.1, 0.31)]
        model.torso.fill(collar, tone.lighten(0.25), line=0.6)


def _draw_stripes(model: Model, tone: Tone) -> None:
    _draw_shirt(model, Tone(Role.SECOND, tint="#f7f4ec"))
    for y in (0.0, 0.075, 0.15, 0.225):
        model.torso.box(-0.112, y, 0.112, y + 0.034, tone, line=0)


def _draw_vest(model: Model, tone: Tone) -> None:
    """Draw an open vest."""
    for side in SIDES:
        half = [(side * 0.05, 0.31), (side * 0.14, 0.3), (side * 0.13, 0.12), (side * 0.13, -0.01), (side * 0.045, -0.02)]
        model.torso.fill(half, tone, solid=True)
    for y in (0.04, 0.1, 0.16):
        model.torso.oval(0.055, y, 0.012, 0.012, _GOLD, line=0.4)


def _draw_suit(model: Model, tone: Tone) -> None:
    draw_torso(model, tone)
    torso = model.torso
    torso.fill([(-0.055, 0.34), (0.055, 0.34), (0, 0.1)], WHITE, line=0.5)
    torso.fill([(-0.022, 0.31), (0.022, 0.31), (0.03, 0.17), (0, 0.12), (-0.03, 0.17)], _RED, line=0.5)
    for side in SIDES:
        lapel = [(side * 0.055, 0.345), (side * 0.105, 0.25), (side * 0.07, 0.22), (0, 0.09), (side * 0.02, 0.2)]
        torso.fill(lapel, tone.darken(0.2), line=0.6)


def _draw_tuxedo(model: Model, tone: Tone) -> None:
    _draw_suit(model, tone)
    model.torso.fill([(-0.028, 0.315), (0.028, 0.315), (0.04, 0.16), (0, 0.1), (-0.04, 0.16)], WHITE, line=0)
    for side in SIDES:
        model.torso.fill([(0, 0.29), (side * 0.07, 0.33), (side * 0.07, 0.25)], INK, line=0.5)


def _draw_coat(model: Model, tone: Tone) -> None:
    """Draw a long open coat with lapels, over what is below it."""
    draw_hem(model, tone, 0.62, 0.035)
    _draw_suit(model, tone)


def _draw_lab_coat(model: Model, tone: Tone) -> None:
    draw_hem(model, tone, 0.6, 0.03)
    draw_torso(model, tone, 0.01)
    torso = model.torso
    torso.fill([(-0.055, 0.34), (0.055, 0.34), (0, 0.17)], Tone(Role.ACCENT, tint="#4f8fd0"), line=0.5)
    torso.stroke([(0, 0.17), (0, 0.0), (0, -0.16)], 0.012, tone.darken(0.35), start=1, end=1)
    torso.box(0.035, 0.06, 0.1, 0.12, tone.darken(0.12), line=0.6)
    torso.box(-0.1, -0.08, -0.03, -0.02, tone.darken(0.12), line=0.6)


def _draw_uniform(model: Model, tone: Tone) -> None:
    """Draw a jacket with a belt, buttons and pockets."""
    draw_torso(model, tone, 0.015)
    torso = model.torso
    torso.fill([(-0.05, 0.34), (0.05, 0.34), (0, 0.27)], tone.lighten(0.4), line=0.5)
    torso.box(-0.135, 0.005, 0.135, 0.05, _LEATHER, line=0.6)
    torso.box(-0.025, 0.0, 0.025, 0.055, _GOLD, line=0.5)
    for side in SIDES:
        torso.box(side * 0.09 - 0.035, 0.15, side * 0.09 + 0.035, 0.21, tone.darken(0.2), line=0.6)
        torso.box(side * 0.13 - 0.04, 0.285, side * 0.13 + 0.04, 0.315, _GOLD, line=0.5)
    for y in (0.1, 0.16, 0.22):
        torso.oval(0, y, 0.013, 0.013, _GOLD, line=0.4)


def _draw_camouflage(model: Model, tone: Tone) -> None:
    _draw_uniform(model, tone)
    for x, y in ((-0.08, 0.24), (0.06, 0.12), (-0.06, 0.08), (0.1, 0.26), (0.0, 0.2)):
        model.torso.oval(x, y, 0.032, 0.018, tone.darken(0.35), line=0)


def _draw_overalls(model: Model, tone: Tone) -> None:
    """Draw a bib with straps."""
    torso = model.torso
    torso.box(-0.095, -0.02, 0.095, 0.18, tone, radius=0.02, solid=True)
    for side in SIDES:
        torso.stroke([(side * 0.075, 0.17), (side * 0.085, 0.25), (side * 0.095, 0.32)], 0.034, tone, start=1, end=1, line=0.6)
        torso.oval(side * 0.075, 0.17, 0.017, 0.017, _GOLD, line=0.4)
    torso.box(-0.05, 0.06, 0.05, 0.13, tone.darken(0.2), line=0.6)


def _draw_apron(model: Model, tone: Tone) -> None:
    torso = model.torso
    torso.box(-0.088, 0.05, 0.088, 0.22, tone, radius=0.015, solid=True)
    skirt = [(-0.13, 0.07), (0.13, 0.07), (0.15, -0.14), (0.12, -0.19), (-0.12, -0.19), (-0.15, -0.14)]
    torso.fill(skirt, tone, solid=True, fade=tone.darken(0.12))
    for side in SIDES:
        torso.stroke([(side * 0.075, 0.21), (side * 0.08, 0.27), (side * 0.055, 0.335)], 0.022, tone, start=1, end=1, line=0.5)
    torso.box(-0.14, 0.06, 0.14, 0.088, tone.darken(0.3), line=0.5)
    torso.box(-0.06, -0.08, 0.06, 0.0, tone.darken(0.14), line=0.6)


def _draw_dress_body(model: Model, tone: Tone) -> None:
    draw_hem(model, tone, 0.74, 0.06)
    draw_torso(model, tone)
    model.torso.blob([(-0.065, 0.345), (0, 0.27), (0.065, 0.345)], model.skin, corners=(0, 2), line=0.5)
    model.torso.box(-0.112, 0.08, 0.112, 0.12, tone.darken(0.25), line=0.5)


def _draw_gown(model: Model, tone: Tone) -> None:
    """Draw a wide gown to the ground."""
    draw_hem(model, tone, 1.0, 0.13)
    draw_torso(model, tone)
    _draw_folds(model, tone.darken(0.25))
    model.torso.blob([(-0.08, 0.345), (0, 0.26), (0.08, 0.345)], model.skin, corners=(0, 2), line=0.5)
    model.torso.stroke([(-0.12, 0.03), (0, 0.0), (0.12, 0.03)], 0.03, _GOLD, start=1, end=1, line=0.4)


def _draw_tutu(model: Model, tone: Tone) -> None:
    x, y = model.legs.hip
    for number, height in enumerate((0.0, 0.03, 0.055)):
        scallops = [(x - 0.3 + 0.6 * step / 8, y - 0.035 + height + 0.022 * (step % 2)) for step in range(9)]
        outline = [(x - 0.1, y + 0.075), *scallops, (x + 0.1, y + 0.075)]
        model.body.fill(outline, tone.lighten(0.15 * number), solid=True)
    draw_torso(model, tone)
    model.torso.blob([(-0.1, 0.345), (0, 0.24), (0.1, 0.345)], model.skin, corners=(0, 2), line=0.5)


def _draw_robe(model: Model, tone: Tone) -> None:
    draw_hem(model, tone, 1.0, 0.06)
    draw_torso(model, tone, 0.02)


def _draw_crossed_collar(model: Model, tone: Tone, sash: Tone) -> None:
    """Draw the crossed collar and the sash of East Asian robes."""
    torso = model.torso
    torso.fill([(-0.055, 0.34), (0.055, 0.34), (0, 0.24)], model.skin, line=0)
    torso.stroke([(-0.075, 0.345), (0.0, 0.22), (0.1, 0.1)], 0.036, tone, start=1, end=1, line=0.5)
    torso.stroke([(0.075, 0.345), (0.01, 0.22), (-0.1, 0.1)], 0.036, tone, start=1, end=1, line=0.5)
    torso.box(-0.128, 0.04, 0.128, 0.115, sash, line=0.7)


def _draw_monk_robe(model: Model, tone: Tone) -> None:
    _draw_robe(model, tone)
    torso = model.torso
    _draw_folds(model, tone.darken(0.25))
    torso.fill([(-0.055, 0.34), (0.055, 0.34), (0, 0.25)], model.skin, line=0.5)
    sash = [(0.06, 0.345), (0.16, 0.3), (-0.02, 0.0), (-0.13, -0.12), (-0.16, 0.02)]
    torso.fill(sash, Tone(Role.SECOND, tint="#8a2f1f"), solid=True)


def _draw_prayer_beads(model: Model, tone: Tone) -> None:
    for angle in np.radians(np.linspace(190, 350, 11)):
        at = (0.088 * float(np.cos(angle)), 0.31 + 0.17 * float(np.sin(angle)))
        model.torso.oval(*at, 0.021, 0.021, tone, line=0.5)


def _draw_kimono(model: Model, tone: Tone) -> None:
    draw_hem(model, tone, 1.0, 0.035)
    draw_torso(model, tone)
    _draw_crossed_collar(model, Tone(Role.SECOND, tint="#fff4ec"), Tone(Role.SECOND, tint="#f2c24a"))
    model.torso.box(-0.13, 0.07, 0.13, 0.088, _RED, line=0)
    x, y = model.legs.hip
    for dx, level in ((-0.06, 0.75), (0.07, 0.55), (-0.02, 0.35), (0.09, 0.25)):
        for angle in range(0, 360, 72):
            at = np.radians(angle)
            model.body.oval(x + dx + 0.018 * float(np.cos(at)), y * level + 0.018 * float(np.sin(at)), 0.015, 0.015,
                Tone(Role.LIGHT, tint="#fde8ee"), line=0)  # fmt: skip


def _draw_hanfu(model: Model, tone: Tone) -> None:
    """Draw a robe with a high waist, a wide skirt in a lighter tone, and a scarf."""
    draw_hem(model, tone.lighten(0.35), 1.0, 0.1)
    _draw_folds(model, tone)
    draw_torso(model, tone)
    _draw_crossed_collar(model, WHITE, Tone(Role.SECOND, tint="#e8b04a"))
    model.torso.fill([(-0.125, 0.05), (0.125, 0.05), (0.14, -0.04), (-0.14, -0.04)], tone.lighten(0.35), line=0)
    model.torso.stroke([(0.02, 0.06), (0.035, -0.08), (0.02, -0.24)], 0.03, _RED, start=1, end=0.7, line=0.5)


def _draw_scholar_robe(model: Model, tone: Tone) -> None:
    _draw_robe(model, tone)
    _draw_folds(model, tone.darken(0.22))
    _draw_crossed_collar(model, WHITE, tone.darken(0.4))


def _draw_dragon_robe(model: Model, tone: Tone) -> None:
    """Draw the robe of a Chinese emperor with a golden dragon and waves."""
    _draw_robe(model, tone)
    torso = model.torso
    red = Tone(Role.ACCENT, tint="#c8312c")
    torso.oval(0, 0.15, 0.085, 0.085, red, line=0.7)
    torso.stroke([(-0.045, 0.12), (0.03, 0.11), (0.03, 0.16), (-0.03, 0.17), (0.0, 0.21), (0.05, 0.2)], 0.026, _GOLD,
        start=0.5, end=1)  # fmt: skip
    torso.box(-0.135, 0.02, 0.135, 0.055, red, line=0.5)
    x, _ = model.legs.hip
    for number in range(5):
        model.body.oval(x - 0.14 + 0.07 * number, 0.065, 0.036, 0.036, Tone(Role.DEEP, tint="#2a5aa0"), line=0.5)


def _draw_opera_robe(model: Model, tone: Tone) -> None:
    _draw_robe(model, tone)
    cloud = Tone(Role.DEEP, tint="#2f6fb8")
    for number in range(9):
        angle = np.radians(180 + 22.5 * number)
        model.torso.oval(0.15 * float(np.cos(angle)), 0.33 + 0.13 * float(np.sin(angle)), 0.042, 0.042,
            _GOLD if number % 2 else cloud, line=0.5)  # fmt: skip
    model.torso.box(-0.13, 0.02, 0.13, 0.06, _GOLD, line=0.5)
    x, _ = model.legs.hip
    for number in range(5):
        model.body.oval(x - 0.14 + 0.07 * number, 0.08, 0.034, 0.034, _GOLD if number % 2 else cloud, line=0.5)


def _draw_toga(model: Model, tone: Tone) -> None:
    _draw_robe(model, tone)
    _draw_folds(model, tone.darken(0.25))
    drape = [(0.04, 0.35), (0.17, 0.3), (0.05, 0.12), (-0.16, -0.02), (-0.14, 0.1), (0.0, 0.22)]
    model.torso.blob(drape, Tone(Role.ACCENT, tint="#b83a4a"), corners=(0, 1), solid=True)


def _draw_plates(model: Model, tone: Tone) -> None:
    """Draw lamellar armor with red cords, shoulder plates and a skirt of plates."""
    draw_torso(model, tone, 0.02)
    torso = model.torso
    for y in (0.04, 0.1, 0.16, 0.22):
        torso.stroke([(-0.12, y), (0, y - 0.012), (0.12, y)], 0.016, _RED, start=1, end=1)
    torso.box(-0.14, -0.01, 0.14, 0.03, _GOLD, line=0.6)
    for x in (-0.12, -0.04, 0.04, 0.12):
        torso.box(x - 0.042, -0.17, x + 0.042, -0.005, tone, line=0.9)
        for y in (-0.06, -0.12):
            torso.box(x - 0.04, y, x + 0.04, y + 0.014, _RED, line=0)


def _draw_shoulder_plates(model: Model, tone: Tone) -> None:
    for side in SIDES:
        plate = [(side * 0.09, 0.34), (side * 0.25, 0.31), (side * 0.27, 0.17), (side * 0.16, 0.17)]
        model.torso.fill(plate, tone, solid=True)
        for y in (0.21, 0.26):
            model.torso.fill([(side * 0.15, y), (side * 0.265, y), (side * 0.265, y + 0.014), (side * 0.15, y + 0.014)], _RED,
                line=0)  # fmt: skip


def _draw_breastplate(model: Model, tone: Tone) -> None:
    """Draw a muscled breastplate with a skirt of leather strips."""
    for x in np.linspace(-0.11, 0.11, 6):
        model.torso.box(float(x) - 0.02, -0.16, float(x) + 0.02, 0.02, _LEATHER, line=0.8)
        model.torso.oval(float(x), -0.13, 0.012, 0.012, _GOLD, line=0)
    draw_torso(model, tone)
    torso = model.torso
    for side in SIDES:
        torso.oval(side * 0.055, 0.22, 0.052, 0.04, tone.lighten(0.2), line=0.6)
        torso.oval(side * 0.028, 0.13, 0.024, 0.03, tone.lighten(0.15), line=0.5)
    torso.box(-0.13, -0.02, 0.13, 0.03, _RED, line=0.6)


def _draw_gladiator(model: Model, tone: Tone) -> None:
    """Draw a bare chest with a leather harness, one armored shoulder and a loincloth."""
    draw_torso(model, model.skin)
    torso = model.torso
    for side in SIDES:
        torso.stroke([(side * 0.02, 0.2), (side * 0.06, 0.17), (side * 0.105, 0.19)], 0.014, model.skin.darken(0.3), start=1, end=1)
        torso.stroke([(side * 0.1, 0.32), (0, 0.16), (-side * 0.1, 0.05)], 0.03, tone, start=1, end=1, line=0.6)
    torso.oval(0, 0.165, 0.035, 0.035, _GOLD, line=0.7)
    torso.fill([(-0.13, 0.05), (0.13, 0.05), (0.15, -0.15), (0, -0.19), (-0.15, -0.15)], _RED, solid=True)
    torso.box(-0.135, 0.01, 0.135, 0.06, _GOLD, line=0.7)


def _draw_bare_chest(model: Model, tone: Tone) -> None:
    draw_torso(model, model.skin)
    for side in SIDES:
        fold = [(side * 0.02, 0.19), (side * 0.06, 0.16), (side * 0.1, 0.18)]
        model.torso.stroke(fold, 0.014, model.skin.darken(0.3), start=1, end=1)


def _draw_loincloth(model: Model, tone: Tone) -> None:
    model.torso.box(-0.135, -0.03, 0.135, 0.05, tone, radius=0.02, solid=True)
    model.torso.fill([(-0.06, 0.0), (0.06, 0.0), (0.05, -0.13), (-0.05, -0.13)], tone.lighten(0.1), solid=True)


def _draw_fur(model: Model, tone: Tone) -> None:
    """Draw a ragged fur with spots."""
    draw_torso(model, tone)
    rag = [(-0.14, 0.02), (-0.17, -0.16), (-0.1, -0.1), (-0.05, -0.19), (0.01, -0.11), (0.07, -0.19), (0.11, -0.1),
        (0.17, -0.15), (0.14, 0.02)]  # fmt: skip
    model.torso.fill(rag, tone, solid=True)
    for x, y in ((-0.07, 0.2), (0.05, 0.1), (-0.05, 0.02), (0.08, -0.06), (0.07, 0.24), (-0.09, -0.08)):
        model.torso.oval(x, y, 0.018, 0.015, tone.darken(0.4), line=0)


def _draw_fur_collar(model: Model, tone: Tone) -> None:
    for x in np.linspace(-0.17, 0.17, 8):
        model.torso.oval(float(x), 0.3 - 0.5 * float(x) ** 2, 0.042, 0.045, tone, line=0.7)


def _draw_cape(model: Model, tone: Tone) -> None:
    x, y = model.legs.hip
    outline = [(x - 0.11, y + 0.33), (x + 0.11, y + 0.33), (x + 0.2, y + 0.25), (x + 0.32, 0.06), (x + 0.16, 0.1), (x, 0.06),
        (x - 0.16, 0.1), (x - 0.32, 0.06), (x - 0.2, y + 0.25)]  # fmt: skip
    model.body.fill(outline, tone, solid=True, fade=tone.darken(0.15))


def _draw_ermine(model: Model, tone: Tone) -> None:
    collar = [(-0.09, 0.36), (0.09, 0.36), (0.19, 0.3), (0.16, 0.19), (0, 0.14), (-0.16, 0.19), (-0.19, 0.3)]
    model.torso.blob(collar, tone, corners=(0, 1), solid=True)
    for x, y in ((-0.12, 0.25), (-0.05, 0.2), (0.05, 0.2), (0.12, 0.25)):
        model.torso.oval(x, y, 0.01, 0.018, INK, line=0)


def _draw_straw_cape(model: Model, tone: Tone) -> None:
    """Draw a rain cape of straw in two tiers."""
    for low, wide, high in ((-0.2, 0.24, 0.16), (0.06, 0.2, 0.35)):
        points = [(-0.08, high), (0.08, high)]
        points += [(wide - 2 * wide * step / 10, low + 0.035 * (step % 2)) for step in range(11)]
        model.torso.fill(points, tone if high > 0.2 else tone.darken(0.12), solid=True)
        for x in np.linspace(-0.15, 0.15, 6):
            model.torso.stroke([(float(x) * 0.4, high - 0.02), (float(x), low + 0.08), (float(x) * 1.1, low + 0.03)], 0.009,
                tone.darken(0.35), start=1, end=1)  # fmt: skip


def _draw_scarf(model: Model, tone: Tone) -> None:
    model.torso.blob([(-0.1, 0.36), (0.1, 0.36), (0.11, 0.29), (0, 0.26), (-0.11, 0.29)], tone, solid=True)
    model.torso.fill([(0.02, 0.28), (0.09, 0.29), (0.11, 0.08), (0.04, 0.07)], tone.darken(0.12), line=0.8)


def _draw_bow_tie(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.fill([(0, 0.3), (side * 0.075, 0.34), (side * 0.075, 0.25)], tone, line=0.7)


def _draw_neckerchief(model: Model, tone: Tone) -> None:
    model.torso.fill([(-0.085, 0.35), (0.085, 0.35), (0.02, 0.23), (0, 0.25), (-0.02, 0.23)], tone, solid=True)


def _draw_stethoscope(model: Model, tone: Tone) -> None:
    torso = model.torso
    torso.stroke([(-0.07, 0.35), (-0.09, 0.24), (-0.03, 0.15), (0.03, 0.15), (0.09, 0.24), (0.07, 0.35)], 0.024, tone,
        start=1, end=1, line=0.5)  # fmt: skip
    torso.stroke([(0, 0.15), (0.01, 0.1), (0.05, 0.07)], 0.022, tone, start=1, end=1, line=0.5)
    torso.oval(0.06, 0.06, 0.036, 0.036, _STEEL, line=0.8)


def _draw_tape(model: Model, tone: Tone) -> None:
    """Draw a tape measure around the neck."""
    for side in SIDES:
        path = [(side * 0.06, 0.35), (side * 0.085, 0.22), (side * 0.08, 0.02)]
        model.torso.stroke(path, 0.036, tone, start=1, end=1, line=0.5)
        for y in (0.06, 0.12, 0.18, 0.24):
            model.torso.box(side * 0.082 - 0.018, y, side * 0.082 + 0.008, y + 0.008, INK, line=0)


def _draw_chain(model: Model, tone: Tone) -> None:
    for angle in np.radians(np.linspace(200, 340, 9)):
        at = (0.1 * float(np.cos(angle)), 0.32 + 0.15 * float(np.sin(angle)))
        model.torso.oval(*at, 0.017, 0.017, tone, line=0.5)
    model.torso.oval(0, 0.15, 0.03, 0.03, tone, line=0.6)


def _draw_cross(model: Model, tone: Tone) -> None:
    model.torso.box(-0.014, 0.06, 0.014, 0.22, tone, line=0.5)
    model.torso.box(-0.045, 0.15, 0.045, 0.178, tone, line=0.5)


def _draw_collar(model: Model, tone: Tone) -> None:
    """Draw the wide collar of jewels of a pharaoh."""
    for radius, color in ((0.17, "#254a9a"), (0.13, "#f0c040"), (0.09, "#2f9f8f")):
        arc = [(radius * float(np.cos(a)), 0.35 + radius * 0.95 * float(np.sin(a))) for a in np.radians(np.linspace(180, 360, 13))]
        model.torso.fill(arc, Tone(Role.ACCENT, tint=color), line=0.6)


def _draw_sash_ribbon(model: Model, tone: Tone) -> None:
    model.torso.fill([(-0.15, 0.3), (-0.09, 0.34), (0.14, 0.03), (0.11, -0.03)], tone, line=0.7)


def _draw_reflectors(model: Model, tone: Tone) -> None:
    """Draw a vest in a signal color with bright stripes."""
    draw_torso(model, tone)
    stripe = Tone(Role.LIGHT, tint="#f4f6d0")
    model.torso.box(-0.117, 0.07, 0.117, 0.11, stripe, line=0.4)
    for side in SIDES:
        model.torso.box(side * 0.085 - 0.018, 0.1, side * 0.085 + 0.018, 0.31, stripe, line=0.4)


def _draw_number(model: Model, tone: Tone) -> None:
    model.torso.box(-0.045, 0.08, -0.015, 0.21, tone, line=0)
    model.torso.oval(0.03, 0.145, 0.038, 0.065, tone, line=0)
    model.torso.oval(0.03, 0.145, 0.014, 0.035, Tone(Role.MAIN, tint="#c8312c"), line=0)


def _draw_sailor_collar(model: Model, tone: Tone) -> None:
    for side in SIDES:
        model.torso.fill([(side * 0.06, 0.35), (side * 0.15, 0.31), (side * 0.12, 0.2), (0, 0.16)], tone, line=0.6)
    model.torso.fill([(0, 0.19), (-0.06, 0.1), (0.0, 0.13), (0.06, 0.1)], _RED, line=0.6)


def _draw_feet(model: Model, tone: Tone, high: float = 0.0) -> None:
    for side in (LEFT, RIGHT):
        draw_shoe(model, side, tone, high)


def _draw_pointe_shoes(model: Model, tone: Tone) -> None:
    for side in (LEFT, RIGHT):
        _, knee, foot = list_leg(model, side)
        toe = (foot[0], foot[1] - 0.03)
        model.body.stroke([((knee[0] + foot[0] * 3) / 4, (knee[1] + foot[1] * 3) / 4), foot, toe], 0.07, tone, start=0.7,
            end=0.5, line=0.7)  # fmt: skip


def _legs(width: float, share: float = 1.0) -> DrawPart:
    return lambda model, tone: draw_legs(model, tone, width, share)


def _top(color: str, draw: DrawPart, width: float = 0.085, hang: float = 0.0) -> Part:
    return Part(Slot.WEAR, color, ((Depth.TORSO, draw), (Depth.ARMS, _sleeves(width, hang))), is_garment=True)


def _over(color: str, draw: DrawPart, depth: Depth = Depth.OVER) -> Part:
    return Part(Slot.WEAR, color, ((depth, draw),))




GARMENTS: dict[str, Part] = {
    "shirt": _top("#3d78b8", _draw_shirt),
    "stripes": _top("#2f5fa8", _draw_stripes),
    "suit": _top("#34405a", _draw_suit, 0.095),
    "tuxedo": _top("#24242c", _draw_tuxedo, 0.095),
    "coat": _top("#8a6a45", _draw_coat, 0.1),
    "lab_coat": _top("#fbfcfc", _draw_lab_coat, 0.095),
    "uniform": _top("#2f4a8a", _draw_uniform, 0.095),
    "camouflage": _top("#66744a", _draw_camouflage, 0.095),
    "dress": _top("#c8506a", _draw_dress_body, 0.075),
    "gown": _top("#7a3a9a", _draw_gown, 0.08),
    "robe": _top("#8a5a35", _draw_robe, 0.1, 0.1),
    "monk_robe": _top("#dd8a2e", _draw_monk_robe, 0.1, 0.1),
    "kimono": _top("#c8364a", _draw_kimono, 0.1, 0.14),
    "hanfu": _top("#4fa8a0", _draw_hanfu, 0.1, 0.16),
    "scholar_robe": _top("#7fa3c8", _draw_scholar_robe, 0.1, 0.14),
    "dragon_robe": _top("#f0b92f", _draw_dragon_robe, 0.1, 0.14),
    "opera_robe": _top("#d8322f", _draw_opera_robe, 0.1, 0.18),
    "plates": Part(Slot.WEAR, "#34343e", (
        (Depth.TORSO, _draw_plates), (Depth.ARMS, _sleeves(0.095)), (Depth.ARMS, _draw_shoulder_plates),
    ), is_garment=True),
    "breastplate": Part(Slot.WEAR, "#d2a347", ((Depth.TORSO, _draw_breastplate),), is_garment=True),
    "gladiator": Part(Slot.WEAR, "#6a4327", ((Depth.TORSO, _draw_gladiator),), is_garment=True),
    "bare_chest": Part(Slot.WEAR, "#eec09a", ((Depth.TORSO, _draw_bare_chest),)),
    "tutu": Part(Slot.WEAR, "#f3a3bd", ((Depth.TORSO, _draw_tutu),), is_garment=True),
    "toga": Part(Slot.WEAR, "#f6f1e4", ((Depth.TORSO, _draw_toga),), is_garment=True),
    "fur": Part(Slot.WEAR, "#b8813f", ((Depth.TORSO, _draw_fur),), is_garment=True),
    "trousers": _over("#39424f", _legs(0.105), Depth.LEGS),
    "tights": _over("#f6d9d4", _legs(0.085), Depth.LEGS),
    "baggy": _over("#39424f", _legs(0.15), Depth.LEGS),
    "shorts": _over("#39424f", _legs(0.12, 0.05), Depth.LEGS),
    "skirt": Part(Slot.WEAR, "#2f3f66", ((Depth.FEET, partial(draw_hem, length=0.5, flare=0.05)),)),
    "long_skirt": Part(Slot.WEAR, "#2f3f66", ((Depth.FEET, partial(draw_hem, length=0.9, flare=0.08)),)),
    "loincloth": _over("#f6f1e4", _draw_loincloth),
    "shoes": _over("#3a2c26", _draw_feet, Depth.LEGS),
    "boots": _over("#4a3022", partial(_draw_feet, high=0.75), Depth.FEET),
    "pointe_shoes": _over("#ee8fae", _draw_pointe_shoes, Depth.FEET),
    "vest": _over("#6a4327", _draw_vest),
    "overalls": _over("#3a62a8", _draw_overalls),
    "apron": _over("#f2efe6", _draw_apron),
    "reflectors": _over("#f0802a", _draw_reflectors),
    "beads": _over("#6a3a22", _draw_prayer_beads),
    "cape": _over("#b8302f", _draw_cape, Depth.BACK),
    "ermine": _over("#fbf8f2", _draw_ermine),
    "fur_collar": _over("#8a6a4a", _draw_fur_collar, Depth.FRONT),
    "straw_cape": Part(Slot.WEAR, "#b8913f", ((Depth.OVER, _draw_straw_cape),), is_garment=True),
    "scarf": _over("#d8322f", _draw_scarf),
    "bow_tie": _over("#d8322f", _draw_bow_tie),
    "neckerchief": _over("#d8322f", _draw_neckerchief),
    "stethoscope": _over("#2f5f9a", _draw_stethoscope),
    "tape": _over("#f6cb2d", _draw_tape),
    "chain": _over("#f0b92f", _draw_chain),
    "cross": _over("#f0b92f", _draw_cross),
    "jewel_collar": _over("#f0c040", _draw_collar),
    "sash": _over("#d8322f", _draw_sash_ribbon),
    "number": _over("#ffffff", _draw_number),
    "sailor_collar": _over("#2f4a8a", _draw_sailor_collar),
}  # fmt: skip
"""Clothes by name."""
