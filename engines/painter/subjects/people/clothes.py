"""Everyday clothes and uniforms."""

from functools import partial

from engines.painter.shapes import INK, WHITE, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.bodies import draw_shoe, draw_torso, list_leg
from engines.painter.subjects.people.cloth import build_legs, build_overlay, build_top, draw_folds, draw_hem
from engines.painter.subjects.people.model import LEFT, RIGHT, Depth, Model, Part, Slot

_GOLD, _RED = Tone(Role.LIGHT, tint="#f0b92f"), Tone(Role.ACCENT, tint="#c8312c")
_STEEL, _LEATHER = Tone(Role.SECOND, tint="#aab3be"), Tone(Role.DEEP, tint="#6a4327")


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


def _draw_dress_body(model: Model, tone: Tone) -> None:
    draw_hem(model, tone, 0.74, 0.06)
    draw_torso(model, tone)
    model.torso.blob([(-0.065, 0.345), (0, 0.27), (0.065, 0.345)], model.skin, corners=(0, 2), line=0.5)
    model.torso.box(-0.112, 0.08, 0.112, 0.12, tone.darken(0.25), line=0.5)


def _draw_gown(model: Model, tone: Tone) -> None:
    """Draw a wide gown to the ground."""
    draw_hem(model, tone, 1.0, 0.13)
    draw_torso(model, tone)
    draw_folds(model, tone.darken(0.25))
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


def _draw_feet(model: Model, tone: Tone, high: float = 0.0) -> None:
    for side in (LEFT, RIGHT):
        draw_shoe(model, side, tone, high)


def _draw_pointe_shoes(model: Model, tone: Tone) -> None:
    for side in (LEFT, RIGHT):
        _, knee, foot = list_leg(model, side)
        toe = (foot[0], foot[1] - 0.03)
        model.body.stroke([((knee[0] + foot[0] * 3) / 4, (knee[1] + foot[1] * 3) / 4), foot, toe], 0.07, tone,
            start=0.7,
            end=0.5, line=0.7)  # fmt: skip


def _draw_vest(model: Model, tone: Tone) -> None:
    """Draw an open vest."""
    for side in SIDES:
        half = [
            (side * 0.05, 0.31),
            (side * 0.14, 0.3),
            (side * 0.13, 0.12),
            (side * 0.13, -0.01),
            (side * 0.045, -0.02),
        ]
        model.torso.fill(half, tone, solid=True)
    for y in (0.04, 0.1, 0.16):
        model.torso.oval(0.055, y, 0.012, 0.012, _GOLD, line=0.4)


def _draw_overalls(model: Model, tone: Tone) -> None:
    """Draw a bib with straps."""
    torso = model.torso
    torso.box(-0.095, -0.02, 0.095, 0.18, tone, radius=0.02, solid=True)
    for side in SIDES:
        torso.stroke(
            [(side * 0.075, 0.17), (side * 0.085, 0.25), (side * 0.095, 0.32)], 0.034, tone, start=1, end=1, line=0.6
        )
        torso.oval(side * 0.075, 0.17, 0.017, 0.017, _GOLD, line=0.4)
    torso.box(-0.05, 0.06, 0.05, 0.13, tone.darken(0.2), line=0.6)


def _draw_apron(model: Model, tone: Tone) -> None:
    torso = model.torso
    torso.box(-0.088, 0.05, 0.088, 0.22, tone, radius=0.015, solid=True)
    skirt = [(-0.13, 0.07), (0.13, 0.07), (0.15, -0.14), (0.12, -0.19), (-0.12, -0.19), (-0.15, -0.14)]
    torso.fill(skirt, tone, solid=True, fade=tone.darken(0.12))
    for side in SIDES:
        torso.stroke(
            [(side * 0.075, 0.21), (side * 0.08, 0.27), (side * 0.055, 0.335)], 0.022, tone, start=1, end=1, line=0.5
        )
    torso.box(-0.14, 0.06, 0.14, 0.088, tone.darken(0.3), line=0.5)
    torso.box(-0.06, -0.08, 0.06, 0.0, tone.darken(0.14), line=0.6)


def _draw_reflectors(model: Model, tone: Tone) -> None:
    """Draw a vest in a signal color with bright stripes."""
    draw_torso(model, tone)
    stripe = Tone(Role.LIGHT, tint="#f4f6d0")
    model.torso.box(-0.117, 0.07, 0.117, 0.11, stripe, line=0.4)
    for side in SIDES:
        model.torso.box(side * 0.085 - 0.018, 0.1, side * 0.085 + 0.018, 0.31, stripe, line=0.4)


CLOTHES: dict[str, Part] = {
    "shirt": build_top("#3d78b8", _draw_shirt),
    "stripes": build_top("#2f5fa8", _draw_stripes),
    "suit": build_top("#34405a", _draw_suit, 0.095),
    "tuxedo": build_top("#24242c", _draw_tuxedo, 0.095),
    "coat": build_top("#8a6a45", _draw_coat, 0.1),
    "lab_coat": build_top("#fbfcfc", _draw_lab_coat, 0.095),
    "uniform": build_top("#2f4a8a", _draw_uniform, 0.095),
    "camouflage": build_top("#66744a", _draw_camouflage, 0.095),
    "dress": build_top("#c8506a", _draw_dress_body, 0.075),
    "gown": build_top("#7a3a9a", _draw_gown, 0.08),
    "tutu": Part(Slot.WEAR, "#f3a3bd", ((Depth.TORSO, _draw_tutu),), is_garment=True),
    "trousers": build_overlay("#39424f", build_legs(0.105), Depth.LEGS),
    "suit_trousers": Part(Slot.WEAR, "#34405a", ((Depth.LEGS, build_legs(0.105)),), is_garment=True),
    "tights": build_overlay("#f6d9d4", build_legs(0.085), Depth.LEGS),
    "baggy": build_overlay("#39424f", build_legs(0.15), Depth.LEGS),
    "shorts": build_overlay("#39424f", build_legs(0.12, 0.05), Depth.LEGS),
    "skirt": Part(Slot.WEAR, "#2f3f66", ((Depth.FEET, partial(draw_hem, length=0.5, flare=0.05)),)),
    "long_skirt": Part(Slot.WEAR, "#2f3f66", ((Depth.FEET, partial(draw_hem, length=0.9, flare=0.08)),)),
    "shoes": build_overlay("#3a2c26", _draw_feet, Depth.LEGS),
    "boots": build_overlay("#4a3022", partial(_draw_feet, high=0.75), Depth.FEET),
    "pointe_shoes": build_overlay("#ee8fae", _draw_pointe_shoes, Depth.FEET),
    "vest": build_overlay("#6a4327", _draw_vest),
    "overalls": build_overlay("#3a62a8", _draw_overalls),
    "apron": build_overlay("#f2efe6", _draw_apron),
    "reflectors": build_overlay("#f0802a", _draw_reflectors),
}
