"""Hems, folds and sleeves that clothes share."""

from engines.painter.shapes import Role, Tone
from engines.painter.subjects.people.bodies import draw_arms, draw_legs, list_leg
from engines.painter.subjects.people.model import LEFT, RIGHT, XY, Depth, DrawPart, Model, Part, Slot, hull

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


def draw_folds(model: Model, tone: Tone) -> None:
    """Draw folds of a long garment."""
    x, y = model.legs.hip
    for offset in (-0.06, 0.05):
        model.body.stroke([(x + offset * 0.6, y), (x + offset, y * 0.55), (x + offset * 1.5, 0.07)], 0.014, tone,
            start=0.6, end=1)  # fmt: skip


def build_sleeves(width: float = 0.085, hang: float = 0.0) -> DrawPart:
    """Return the drawing function of sleeves; those that *hang* are wide."""
    return lambda model, tone: draw_arms(model, tone, width, hang)


def build_legs(width: float, share: float = 1.0) -> DrawPart:
    """Return the drawing function of trousers down to *share* of the shin."""
    return lambda model, tone: draw_legs(model, tone, width, share)


def build_top(color: str, draw: DrawPart, width: float = 0.085, hang: float = 0.0) -> Part:
    """Return a garment of the upper body with sleeves."""
    return Part(Slot.WEAR, color, ((Depth.TORSO, draw), (Depth.ARMS, build_sleeves(width, hang))), is_garment=True)


def build_overlay(color: str, draw: DrawPart, depth: Depth = Depth.OVER) -> Part:
    """Return a garment without sleeves, over the others."""
    return Part(Slot.WEAR, color, ((depth, draw),))
