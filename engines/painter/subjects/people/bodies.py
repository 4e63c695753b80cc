"""The body itself: limbs, hands and the bare face."""

from engines.painter.shapes import INK, WHITE, Role, Tone
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.people.model import LEFT, NECK, RIGHT, SHOULDER, TURNED_JOINTS, XY, Model

_ARM, _LEG = 0.085, 0.105
_TURNED_FACE = 0.2
"""Shift of the features of someone who is turned, in radii of the head."""
_CHEEK, _LIP = Tone(Role.ACCENT, tint="#e58f83"), Tone(Role.ACCENT, tint="#b8433f")


def list_arm(model: Model, side: int) -> list[XY]:
    """Return shoulder, elbow and hand of an arm, in units of the torso."""
    x = (-SHOULDER[0], SHOULDER[0])[side] * (TURNED_JOINTS if model.is_turned else 1.0)
    return [(x, SHOULDER[1]), *(model.arms.left, model.arms.right)[side]]


def list_leg(model: Model, side: int) -> list[XY]:
    """Return hip, knee and foot of a leg, in units of the body."""
    x, y = model.legs.hip
    apart = 0.062 * (TURNED_JOINTS if model.is_turned else 1.0)
    return [(x + (-apart, apart)[side], y), *(model.legs.left, model.legs.right)[side]]


def draw_arms(model: Model, tone: Tone, width: float = _ARM, hang: float = 0.0) -> None:
    """Draw both arms as sleeves; those that *hang* are wide at the wrist."""
    for side in (LEFT, RIGHT):
        shoulder, elbow, hand = list_arm(model, side)
        if hang:
            outward = -1 if side == LEFT else 1
            wrist = (hand[0] * 0.92 + elbow[0] * 0.08, hand[1] * 0.92 + elbow[1] * 0.08)
            sleeve = [
                (shoulder[0] - outward * 0.03, shoulder[1] + 0.03), (elbow[0] + outward * 0.02, elbow[1] + 0.05),
                (wrist[0], wrist[1] + 0.04), (wrist[0] + outward * 0.02, wrist[1] - hang),
                ((wrist[0] + elbow[0]) / 2, min(wrist[1], elbow[1]) - hang * 0.8),
                (shoulder[0] - outward * 0.05, shoulder[1] - 0.1),
            ]  # fmt: skip
            model.torso.blob(sleeve, tone.darken(0.1), corners=(2, 3), solid=True, line=0.9)
        model.torso.stroke([shoulder, elbow, hand], width, tone.darken(0.06), start=1.05, end=0.85, line=0.9)


def draw_legs(model: Model, tone: Tone, width: float = _LEG, share: float = 1.0) -> None:
    """Draw both legs down to *share* of the shin."""
    for side in (LEFT, RIGHT):
        hip, knee, foot = list_leg(model, side)
        end = (knee[0] + (foot[0] - knee[0]) * share, knee[1] + (foot[1] - knee[1]) * share)
        model.body.stroke([hip, knee, end], width, tone, start=1.1, end=0.85, line=0.9)
    model.torso.box(-0.115, -0.03, 0.115, 0.05, tone, radius=0.03, line=0)


def draw_bare_body(model: Model) -> None:
    """Draw legs and neck in the color of the skin."""
    draw_legs(model, model.skin, 0.085)
    for side in (LEFT, RIGHT):
        draw_shoe(model, side, model.skin)


def draw_shoe(model: Model, side: int, tone: Tone, high: float = 0.0) -> None:
    """Draw a shoe; a boot is *high*."""
    _, knee, (x, y) = list_leg(model, side)
    if high:
        top = (x + (knee[0] - x) * high, y + (knee[1] - y) * high)
        model.body.stroke(
            [(x, y), ((x + top[0]) / 2, (y + top[1]) / 2), top], 0.115, tone, start=0.95, end=1.0, line=0.8
        )
    outward = -1 if side == LEFT and not model.is_turned else 1
    outline = [(-0.05, -0.032), (0.085, -0.032), (0.075, 0.02), (0.0, 0.045), (-0.05, 0.035)]
    model.body.blob([(x + outward * px, y + py) for px, py in outline], tone, corners=(0, 1), line=0.9)


def draw_torso(model: Model, tone: Tone, flare: float = 0.0) -> None:
    """Draw the torso from the shoulders to the hip, wider at the hip by *flare*."""
    shoulder = SHOULDER[0] + (0.0 if model.kind.is_female else 0.02)
    waist = 0.105 if model.kind.is_female else 0.125
    outline = [
        (-0.06, NECK + 0.025), (0.06, NECK + 0.025), (shoulder + 0.025, SHOULDER[1] + 0.01), (waist, 0.12),
        (0.125 + flare, -0.03), (-0.125 - flare, -0.03), (-waist, 0.12), (-shoulder - 0.025, SHOULDER[1] + 0.01),
    ]  # fmt: skip
    model.torso.blob(outline, tone, corners=(4, 5), solid=True, fade=tone.darken(0.1))


def draw_hands(model: Model) -> None:
    """Draw both hands."""
    for side in (LEFT, RIGHT):
        model.at_hand(side).oval(0, 0, 0.043, 0.043, model.skin, line=0.8)


def draw_head(model: Model, tone: Tone) -> None:
    """Draw neck, ears and face in *tone*, with open eyes."""
    head = model.head
    model.torso.box(-0.045, NECK - 0.06, 0.045, NECK + 0.06, tone.darken(0.12), line=0.6)
    for side in SIDES:
        head.oval(side * 0.95, -0.06, 0.17, 0.22, tone.darken(0.08), line=0.7)
    head.blob(
        [(0, 1.0), (0.72, 0.72), (0.94, 0.0), (0.7, -0.68), (0, -1.0), (-0.7, -0.68), (-0.94, 0.0), (-0.72, 0.72)],
        tone,
    )  # fmt: skip
    for side in SIDES:
        head.oval(side * 0.56, -0.34, 0.17, 0.11, _CHEEK, line=0)


def draw_features(model: Model, *, is_asleep: bool = False) -> None:
    """Draw eyes, brows, nose and mouth."""
    head = model.head.at(_TURNED_FACE, 0) if model.is_turned else model.head
    for side in SIDES:
        if is_asleep:
            lid = [(side * 0.2, -0.06), (side * 0.38, -0.16), (side * 0.56, -0.06)]
            head.stroke(lid, 0.09, INK, start=0.8, end=0.8)
        else:
            head.oval(side * 0.37, -0.05, 0.115, 0.15, INK, line=0)
            head.oval(side * 0.37 - 0.04, 0.0, 0.04, 0.05, WHITE, line=0)
        brow = [(side * 0.2, 0.2), (side * 0.38, 0.27), (side * 0.56, 0.2)]
        head.stroke(brow, 0.07, Tone(Role.DEEP, tint="#4a3426"), start=0.8, end=0.5)
        if model.kind.is_female and not is_asleep:
            head.stroke([(side * 0.42, 0.08), (side * 0.54, 0.06), (side * 0.62, 0.13)], 0.06, INK, start=1, end=0.4)
    head.stroke([(0.0, -0.16), (0.07, -0.28), (-0.02, -0.3)], 0.06, model.skin.darken(0.35), start=0.6, end=0.8)
    smile = [(-0.22, -0.52), (0, -0.62), (0.22, -0.52)]
    head.stroke(smile, 0.1 if model.kind.is_female else 0.08, _LIP, start=0.6, end=0.6)
