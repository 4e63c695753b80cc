"""Animals that act like people: a body in fur on two legs, with the head and the tail of the animal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np

from engines.painter.shapes import Pen, Role, Tone
from engines.painter.subjects.icons import PREFIX, decode_drawing, measure_area
from engines.painter.subjects.people.animal_heads import draw_head
from engines.painter.subjects.people.bodies import draw_arms, draw_legs, draw_torso, list_leg
from engines.painter.subjects.people.keys import REQUESTED, PersonKey
from engines.painter.subjects.people.model import LEFT, RIGHT, Depth, Kind, Model, Part, Slot, build_part
from engines.painter.subjects.people.table_reader import read_rows

_FUR, _HEAD = "fur_", "head_"
"""Beginnings of the names of the parts."""
_SOLID_AREA, _HEAD_FOOT = 0.05, 0.44
"""Area of a head from which a part of it has a volume, and the level of its middle in its heights."""
_TALL, _LONG_EARS, _NEAR = 3.5, 0.8, 70
"""Scale from which a head has long ears, the shift of its middle, and the largest difference of a color to the fur."""
_LOOKING_LEFT = frozenset((PREFIX + "horse-face", PREFIX + "chicken"))


@dataclass(frozen=True, slots=True)
class AnimalLook:
    """Colors, head and tail of an animal."""

    key: str
    subjects: tuple[str, ...]
    fur: str
    belly: str
    head: str
    scale: float
    tail: str


@cache
def load_animal_looks() -> Mapping[str, AnimalLook]:
    """Return the look of each subject that is such an animal."""
    looks = {}
    for row in read_rows("animal_looks"):
        subjects = tuple(row["subjects"].split())
        look = AnimalLook(row["key"], subjects, row["fur"], row["belly"], row["head"], float(row["scale"]), row["tail"])
        looks.update(dict.fromkeys(subjects, look))
    return looks


def find_animal_person(subject: str, role: str = "") -> PersonKey | None:
    """Return the animal *subject* as one that acts like a person, in a *role*; None for what no look describes."""
    look = load_animal_looks().get(subject)
    if look is None:
        return None
    extras = (f"{_FUR}{look.key}{look.fur}", f"{_HEAD}{look.key}{look.fur}", f"skin{look.fur}")
    return PersonKey(Kind.BOY, role, extras=extras)


def is_animal_person(person: PersonKey) -> bool:
    """Return whether *person* is an animal that acts like a person."""
    return any(extra.startswith(_FUR) for extra in person.extras)


def color_fur(person: PersonKey, color: str) -> PersonKey:
    """Return the animal *person* in fur of the requested *color*, '#rrggbb'."""

    def change(extra: str) -> str:
        name = extra.partition("#")[0].rstrip(REQUESTED)
        return f"{name}{REQUESTED}{color}" if extra.startswith((_FUR, _HEAD, "skin")) else extra

    return replace(person, extras=tuple(map(change, person.extras)))


def draw_animal_head(pen: Pen, look: AnimalLook, fur: Tone) -> None:
    """Draw the head of an animal: *pen* has its origin at the middle and the radius 1."""
    start = len(pen.shapes)
    if look.head.startswith(PREFIX):
        _draw_icon_head(pen, look, fur)
    else:
        draw_head(pen, look.head, fur, Tone(Role.WHITE, tint=look.belly))
    # The shading of a volume behind the face would darken the face.
    pen.shapes[start:] = [replace(shape, flat=True) for shape in pen.shapes[start:]]


def _draw_icon_head(pen: Pen, look: AnimalLook, fur: Tone) -> None:
    foot = -_HEAD_FOOT * look.scale * (_LONG_EARS if look.scale > _TALL else 1.0)
    face = pen.at(0, foot, look.scale, flip=look.head in _LOOKING_LEFT)
    for color, outline in decode_drawing(look.head).areas:
        tone = fur if _is_near(color, look.fur) else Tone(Role.SECOND, tint=color)
        solid = measure_area(outline) > _SOLID_AREA
        face.fill(outline, tone, solid=solid, line=0.8 if solid else 0.4)


def _is_near(color: str, other: str) -> bool:
    channels = (int(color[at : at + 2], 16) - int(other[at : at + 2], 16) for at in (1, 3, 5))
    return sum(abs(value) for value in channels) < _NEAR


def _draw_body(model: Model, tone: Tone, belly: str) -> None:
    draw_torso(model, tone)
    white = Tone(Role.WHITE, tint=belly)
    model.torso.oval(0.02 if model.is_turned else 0, 0.11, 0.085, 0.13, white, line=0.4)


def _draw_paws(model: Model, tone: Tone) -> None:
    for side in (LEFT, RIGHT):
        model.at_hand(side).oval(0, 0, 0.05, 0.05, tone, line=0.8)


def _draw_limbs(model: Model, tone: Tone) -> None:
    draw_legs(model, tone, 0.1)
    for side in (LEFT, RIGHT):
        _, _, (x, y) = list_leg(model, side)
        outward = -1 if side == LEFT and not model.is_turned else 1
        model.body.oval(x + outward * 0.02, y, 0.075, 0.045, tone, line=0.9)


def _draw_tail(model: Model, tone: Tone, kind: str) -> None:
    pen, side = model.torso.at(-0.06, -0.02), -1
    if kind == "puff":
        pen.oval(side * 0.09, 0.03, 0.07, 0.07, tone.lighten(0.2), line=0.9)
    elif kind == "bushy":
        pen.blob([(0, -0.02), (side * 0.2, -0.06), (side * 0.34, 0.1), (side * 0.32, 0.32), (side * 0.22, 0.18),
            (side * 0.12, 0.08)], tone, solid=True)  # fmt: skip
    elif kind == "plume":
        plume = [(0, 0), (-0.2, -0.04), (-0.4, 0.1), (-0.46, 0.34), (-0.38, 0.54), (-0.2, 0.56), (-0.14, 0.44),
            (-0.26, 0.4), (-0.28, 0.24), (-0.12, 0.12)]  # fmt: skip
        pen.blob(plume, tone.darken(0.06), solid=True)
        pen.stroke([(-0.2, 0.06), (-0.36, 0.26), (-0.24, 0.49)], 0.06, tone.lighten(0.3), start=0.5, end=0.6, line=0)
    elif kind == "spines":
        _draw_spiny_back(model)
    elif kind != "none":
        width = {"long": 0.06, "thin": 0.032, "tuft": 0.04, "curl": 0.035}[kind]
        path = [(0, 0), (side * 0.16, -0.04), (side * 0.24, 0.06), (side * 0.25, 0.2)]
        if kind == "curl":
            path = [
                (side * 0.04, 0.02),
                (side * 0.1, 0.08),
                (side * 0.13, 0.02),
                (side * 0.08, 0.0),
                (side * 0.16, 0.09),
            ]
        pen.stroke(path, width, tone, start=1, end=0.9, line=0.8)
        if kind == "tuft":
            pen.oval(side * 0.25, 0.22, 0.045, 0.06, tone.darken(0.5), line=0.7)


def _draw_spiny_back(model: Model) -> None:
    """Draw the spines of a hedgehog behind its body, at both sides of it."""
    for size, tint in ((1.0, "#4a3324"), (0.86, "#6a4a34")):
        levels = np.linspace(-0.12, 0.3, 7)
        side = [(size * (0.26 + 0.06 * (number % 2)), float(y)) for number, y in enumerate(levels)]
        edge = [*side, *((-x, y) for x, y in reversed(side))]
        model.torso.fill(edge, Tone(Role.DEEP, tint=tint), line=0.7)


def _draw_head(model: Model, tone: Tone, look: AnimalLook) -> None:
    draw_animal_head(model.head, look, tone)


def _build_parts() -> Mapping[str, Part]:
    parts: dict[str, Part] = {}
    for look in {look.key: look for look in load_animal_looks().values()}.values():
        layers = (
            (Depth.BACK, partial(_draw_tail, kind=look.tail)),
            (Depth.LEGS, _draw_limbs),
            (Depth.TORSO, partial(_draw_body, belly=look.belly)),
            (Depth.ARMS, draw_arms),
            (Depth.HANDS, _draw_paws),
        )
        parts[f"{_FUR}{look.key}"] = Part(Slot.WEAR, look.fur, layers, is_garment=True)
        parts[f"{_HEAD}{look.key}"] = build_part(Slot.HAIR, look.fur, partial(_draw_head, look=look), Depth.FACE)
    return parts


ANIMAL_PARTS: Mapping[str, Part] = _build_parts()
