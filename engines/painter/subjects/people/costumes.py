"""Robes, armor and costumes of other times and places."""

import numpy as np

from engines.painter.shapes import INK, WHITE, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.bodies import draw_torso
from engines.painter.subjects.people.cloth import build_overlay, build_sleeves, build_top, draw_folds, draw_hem
from engines.painter.subjects.people.model import Depth, Model, Part, Slot

_GOLD, _RED = Tone(Role.LIGHT, tint="#f0b92f"), Tone(Role.ACCENT, tint="#c8312c")
_STEEL, _LEATHER = Tone(Role.SECOND, tint="#aab3be"), Tone(Role.DEEP, tint="#6a4327")


def _draw_robe(model: Model, tone: Tone) -> None:
    draw_hem(model, tone, 1.0, 0.06)
    draw_torso(model, tone, 0.02)


def _draw_monk_robe(model: Model, tone: Tone) -> None:
    _draw_robe(model, tone)
    torso = model.torso
    draw_folds(model, tone.darken(0.25))
    torso.fill([(-0.055, 0.34), (0.055, 0.34), (0, 0.25)], model.skin, line=0.5)
    sash = [(0.06, 0.345), (0.16, 0.3), (-0.02, 0.0), (-0.13, -0.12), (-0.16, 0.02)]
    torso.fill(sash, Tone(Role.SECOND, tint="#8a2f1f"), solid=True)


def _draw_crossed_collar(model: Model, tone: Tone, sash: Tone) -> None:
    """Draw the crossed collar and the sash of East Asian robes."""
    torso = model.torso
    torso.fill([(-0.055, 0.34), (0.055, 0.34), (0, 0.24)], model.skin, line=0)
    torso.stroke([(-0.075, 0.345), (0.0, 0.22), (0.1, 0.1)], 0.036, tone, start=1, end=1, line=0.5)
    torso.stroke([(0.075, 0.345), (0.01, 0.22), (-0.1, 0.1)], 0.036, tone, start=1, end=1, line=0.5)
    torso.box(-0.128, 0.04, 0.128, 0.115, sash, line=0.7)


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
    draw_folds(model, tone)
    draw_torso(model, tone)
    _draw_crossed_collar(model, WHITE, Tone(Role.SECOND, tint="#e8b04a"))
    model.torso.fill([(-0.125, 0.05), (0.125, 0.05), (0.14, -0.04), (-0.14, -0.04)], tone.lighten(0.35), line=0)
    model.torso.stroke([(0.02, 0.06), (0.035, -0.08), (0.02, -0.24)], 0.03, _RED, start=1, end=0.7, line=0.5)


def _draw_scholar_robe(model: Model, tone: Tone) -> None:
    _draw_robe(model, tone)
    draw_folds(model, tone.darken(0.22))
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
    draw_folds(model, tone.darken(0.25))
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
            model.torso.fill([(side * 0.15, y), (side * 0.265, y), (side * 0.265, y + 0.014), (side * 0.15,
                y + 0.014)], _RED,
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
        torso.stroke(
            [(side * 0.02, 0.2), (side * 0.06, 0.17), (side * 0.105, 0.19)],
            0.014,
            model.skin.darken(0.3),
            start=1,
            end=1,
        )
        torso.stroke([(side * 0.1, 0.32), (0, 0.16), (-side * 0.1, 0.05)], 0.03, tone, start=1, end=1, line=0.6)
    torso.oval(0, 0.165, 0.035, 0.035, _GOLD, line=0.7)
    torso.fill([(-0.13, 0.05), (0.13, 0.05), (0.15, -0.15), (0, -0.19), (-0.15, -0.15)], _RED, solid=True)
    torso.box(-0.135, 0.01, 0.135, 0.06, _GOLD, line=0.7)


def _draw_bare_chest(model: Model, tone: Tone) -> None:
    draw_torso(model, model.skin)
    for side in SIDES:
        fold = [(side * 0.02, 0.19), (side * 0.06, 0.16), (side * 0.1, 0.18)]
        model.torso.stroke(fold, 0.014, model.skin.darken(0.3), start=1, end=1)


def _draw_fur(model: Model, tone: Tone) -> None:
    """Draw a ragged fur with spots."""
    draw_torso(model, tone)
    rag = [(-0.14, 0.02), (-0.17, -0.16), (-0.1, -0.1), (-0.05, -0.19), (0.01, -0.11), (0.07, -0.19), (0.11, -0.1),
        (0.17, -0.15), (0.14, 0.02)]  # fmt: skip
    model.torso.fill(rag, tone, solid=True)
    for x, y in ((-0.07, 0.2), (0.05, 0.1), (-0.05, 0.02), (0.08, -0.06), (0.07, 0.24), (-0.09, -0.08)):
        model.torso.oval(x, y, 0.018, 0.015, tone.darken(0.4), line=0)


def _draw_loincloth(model: Model, tone: Tone) -> None:
    model.torso.box(-0.135, -0.03, 0.135, 0.05, tone, radius=0.02, solid=True)
    model.torso.fill([(-0.06, 0.0), (0.06, 0.0), (0.05, -0.13), (-0.05, -0.13)], tone.lighten(0.1), solid=True)


def _draw_cape(model: Model, tone: Tone) -> None:
    x, y = model.legs.hip
    outline = [(x - 0.11, y + 0.33), (x + 0.11, y + 0.33), (x + 0.2, y + 0.25), (x + 0.32, 0.06), (x + 0.16, 0.1),
        (x, 0.06),
        (x - 0.16, 0.1), (x - 0.32, 0.06), (x - 0.2, y + 0.25)]  # fmt: skip
    model.body.fill(outline, tone, solid=True, fade=tone.darken(0.15))


def _draw_ermine(model: Model, tone: Tone) -> None:
    collar = [(-0.09, 0.36), (0.09, 0.36), (0.19, 0.3), (0.16, 0.19), (0, 0.14), (-0.16, 0.19), (-0.19, 0.3)]
    model.torso.blob(collar, tone, corners=(0, 1), solid=True)
    for x, y in ((-0.12, 0.25), (-0.05, 0.2), (0.05, 0.2), (0.12, 0.25)):
        model.torso.oval(x, y, 0.01, 0.018, INK, line=0)


def _draw_fur_collar(model: Model, tone: Tone) -> None:
    for x in np.linspace(-0.17, 0.17, 8):
        model.torso.oval(float(x), 0.3 - 0.5 * float(x) ** 2, 0.042, 0.045, tone, line=0.7)


def _draw_straw_cape(model: Model, tone: Tone) -> None:
    """Draw a rain cape of straw in two tiers."""
    for low, wide, high in ((-0.2, 0.24, 0.16), (0.06, 0.2, 0.35)):
        points = [(-0.08, high), (0.08, high)]
        points += [(wide - 2 * wide * step / 10, low + 0.035 * (step % 2)) for step in range(11)]
        model.torso.fill(points, tone if high > 0.2 else tone.darken(0.12), solid=True)
        for x in np.linspace(-0.15, 0.15, 6):
            model.torso.stroke([(float(x) * 0.4, high - 0.02), (float(x), low + 0.08), (float(x) * 1.1,
                low + 0.03)], 0.009,
                tone.darken(0.35), start=1, end=1)  # fmt: skip


COSTUMES: dict[str, Part] = {
    "robe": build_top("#8a5a35", _draw_robe, 0.1, 0.1),
    "monk_robe": build_top("#dd8a2e", _draw_monk_robe, 0.1, 0.1),
    "kimono": build_top("#c8364a", _draw_kimono, 0.1, 0.14),
    "hanfu": build_top("#4fa8a0", _draw_hanfu, 0.1, 0.16),
    "scholar_robe": build_top("#7fa3c8", _draw_scholar_robe, 0.1, 0.14),
    "dragon_robe": build_top("#f0b92f", _draw_dragon_robe, 0.1, 0.14),
    "opera_robe": build_top("#d8322f", _draw_opera_robe, 0.1, 0.18),
    "toga": Part(Slot.WEAR, "#f6f1e4", ((Depth.TORSO, _draw_toga),), is_garment=True),
    "plates": Part(
        Slot.WEAR,
        "#34343e",
        (
            (Depth.TORSO, _draw_plates),
            (Depth.ARMS, build_sleeves(0.095)),
            (Depth.ARMS, _draw_shoulder_plates),
        ),
        is_garment=True,
    ),
    "breastplate": Part(Slot.WEAR, "#d2a347", ((Depth.TORSO, _draw_breastplate),), is_garment=True),
    "gladiator": Part(Slot.WEAR, "#6a4327", ((Depth.TORSO, _draw_gladiator),), is_garment=True),
    "bare_chest": Part(Slot.WEAR, "#f4cba8", ((Depth.TORSO, _draw_bare_chest),)),
    "fur": Part(Slot.WEAR, "#b8813f", ((Depth.TORSO, _draw_fur),), is_garment=True),
    "loincloth": build_overlay("#f6f1e4", _draw_loincloth),
    "cape": build_overlay("#b8302f", _draw_cape, Depth.BACK),
    "ermine": build_overlay("#fbf8f2", _draw_ermine),
    "fur_collar": build_overlay("#8a6a4a", _draw_fur_collar, Depth.FRONT),
    "straw_cape": Part(Slot.WEAR, "#b8913f", ((Depth.OVER, _draw_straw_cape),), is_garment=True),
}
