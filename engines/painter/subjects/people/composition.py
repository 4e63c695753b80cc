"""Composes a person from kind, role, activities and accessories, and draws it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from engines.painter.curves import Points
from engines.painter.rng import Rng
from engines.painter.shapes import Pen, Role, Shape, Tone
from engines.painter.subjects.people import bodies
from engines.painter.subjects.people.activities import load_activities
from engines.painter.subjects.people.animal_bodies import ANIMAL_PARTS
from engines.painter.subjects.people.groups import load_groups
from engines.painter.subjects.people.keys import REQUESTED, PersonKey, parse_key
from engines.painter.subjects.people.model import HANDS, Arms, Depth, DrawPart, Kind, Legs, Model, Slot
from engines.painter.subjects.people.parts import PARTS
from engines.painter.subjects.people.poses import ARMS, LEGS
from engines.painter.subjects.people.roles import load_roles
from engines.painter.subjects.people.table_reader import PartName, parse_part
from engines.painter.subjects.people.things import load_things

_SHARE, _CHILD_SHARE, _MAX_SHARE, _MAX_WIDTH = 0.8, 0.7, 0.9, 0.88
"""Height of an adult and a child in a frame of height 1, and the largest height and width of person and place."""
_SNOW = "#e4e2dd"
_USUAL: dict[Kind, tuple[str, ...]] = {
    Kind.MAN: ("shirt#3d78b8", "trousers#39424f", "shoes", "short"),
    Kind.WOMAN: ("dress#c8506a", "shoes#8a2f4a", "long#5a3522"),
    Kind.BOY: ("shirt#e0663c", "shorts#3a5f8a", "shoes", "short#3a2a20"),
    Kind.GIRL: ("dress#f0b43c", "shoes#c8403a", "pigtails#4a2f1e"),
    Kind.OLD_MAN: ("shirt#6a7a5a", "vest#7a5230", "trousers#4a4640", "shoes", f"short{_SNOW}", f"long_beard{_SNOW}"),
    Kind.OLD_WOMAN: ("dress#7a5a8a", "scarf#b0546a", "shoes", f"bun{_SNOW}", "glasses"),
}
_SPACING, _BEHIND_PLACE, _CHILD_SIZE, _PLACE_WIDTH = 0.5, 0.34, 0.82, 1.0
"""Distance of the people of a group, also behind a table, size of children among adults, and width of a place."""
Layer = tuple[Depth, DrawPart, Model, Tone, str]
"""Depth, drawing, model and tone of a part, and its name."""
_HAIR = (Slot.HAIR, Slot.BEARD)
_FOR_WOMEN = {"bare_chest": "shirt", "gladiator": "breastplate", "short": "long"}
"""Parts of men and what women wear instead."""


@dataclass(frozen=True, slots=True)
class Composition:
    """A person to draw: kind, names of the poses of arms and legs, and parts with colors."""

    kind: Kind
    arms: str
    legs: str
    parts: tuple[PartName, ...]
    colored: frozenset[str] = frozenset()
    """Parts in a requested color, which no palette changes."""


@dataclass(frozen=True, slots=True)
class PersonDrawing:
    """The shapes of a person with the foot at the origin and the height 1, and its size in a frame of height 1.

    `height` is that of all of it, tools and place included, in heights of who stands.
    """

    shapes: tuple[tuple[Shape, Points], ...]
    width: float
    share: float
    height: float


def compose_person(person: PersonKey, *, has_free_hands: bool = False) -> Composition:
    """Return the composition of one *person*; with *has_free_hands* it has only the tools of its extras."""
    role = load_roles().get(person.role)
    parts = [parse_part(text) for text in _USUAL[person.kind]]
    arms, legs = "down", "stand"
    if role is not None:
        parts = _merge([part for part in parts if _slot(part) is not Slot.WEAR], role.parts)
        arms, legs = role.arms, role.legs
    for name in (name for name in person.activities if name in load_things()):
        parts = _merge(parts, [(load_things()[name].part, "")])
        arms, legs = load_things()[name].arms or arms, load_things()[name].legs or legs
    for activity in (load_activities()[name] for name in person.activities if name not in load_things()):
        parts = _merge(parts, activity.parts if role is None else _drop_clothes(activity.parts))
        if activity.arms and not any(_slot(part) is Slot.TOOL for part in activity.parts):
            parts = [part for part in parts if _slot(part) is not Slot.TOOL]
        arms, legs = activity.arms or arms, activity.legs or legs
    if has_free_hands:
        parts = [part for part in parts if _slot(part) not in (Slot.TOOL, Slot.PLACE)]
    extras = [parse_part(text.replace(REQUESTED, "")) for text in person.extras]
    colored = frozenset(text.partition(REQUESTED)[0] for text in person.extras if REQUESTED in text)
    fur = [part for part in extras if part[0] in ANIMAL_PARTS]
    extras = [part for part in extras if part not in fur]
    if any(PARTS[name].is_garment for name, _ in extras) or (fur and role is None):
        parts = [part for part in parts if _slot(part) is not Slot.WEAR]
    # Clothes are over the fur.
    parts = _merge(_merge(fur, [part for part in parts if not fur or _slot(part) not in _HAIR]), extras)
    return Composition(person.kind, arms, legs, tuple(_fit_kind(parts, person.kind)), colored)


def _slot(part: PartName) -> Slot:
    return PARTS[part[0]].slot


def _drop_clothes(parts: Iterable[PartName]) -> list[PartName]:
    return [part for part in parts if _slot(part) not in (Slot.WEAR, Slot.HAIR, Slot.HAT)]


def _merge(parts: Iterable[PartName], others: Iterable[PartName]) -> list[PartName]:
    """Return *parts* with *others*, which take the place of those in the same slot, except clothes."""
    others = list(others)
    taken = {_slot(part) for part in others} - {Slot.WEAR, Slot.ON}
    names = {name for name, _ in others}
    return [part for part in parts if _slot(part) not in taken and part[0] not in names] + others


def _fit_kind(parts: Iterable[PartName], kind: Kind) -> Iterator[PartName]:
    """Yield *parts* as a person of *kind* has them: no beards of women and children, white hair of the old."""
    for name, color in parts:
        slot = PARTS[name].slot
        if slot is Slot.BEARD and (kind.is_female or kind.is_child):
            continue
        fitting = _FOR_WOMEN.get(name, name) if kind.is_female else name
        yield (fitting, _SNOW) if kind.is_old and slot in _HAIR and name != "bald" else (fitting, color)


@cache
def draw_composition(key: str) -> PersonDrawing:
    """Return the drawing of the person or the group with *key*."""
    person = parse_key(key)
    drawn: list[Shape] = []
    paint_layers(drawn, _list_layers(person, Pen(drawn, 0.0, 0.0, 1.0)))
    return frame_drawing(drawn, is_child=person.kind.is_child)


def paint_layers(drawn: list[Shape], layers: Iterable[Layer]) -> None:
    """Draw *layers*, whose pens append to *drawn*, far to near."""
    for depth, draw, model, tone, part in sorted(layers, key=lambda layer: layer[0]):
        start = len(drawn)
        draw(model, tone)
        drawn[start:] = [replace(shape, part=shape.part or part) for shape in drawn[start:]]
        if depth is Depth.HEAD:
            # The shading of a volume behind the face would darken the face.
            drawn[start:] = [replace(shape, flat=True) for shape in drawn[start:]]


def frame_drawing(drawn: Sequence[Shape], *, is_child: bool) -> PersonDrawing:
    """Return *drawn* with its size in a frame of height 1."""
    points = np.vstack([shape.points for shape in drawn])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    height, middle = bottom - top, (left + right) / 2
    local = [np.column_stack([(s.points[:, 0] - middle) / height, (bottom - s.points[:, 1]) / height]) for s in drawn]
    width = float((right - left) / height)
    share = (_CHILD_SHARE if is_child else _SHARE) * height
    share = min(share, _MAX_SHARE, _MAX_WIDTH / width)
    return PersonDrawing(tuple(zip(drawn, local, strict=True)), width, share, float(height))


def _list_layers(person: PersonKey, pen: Pen) -> Iterator[Layer]:
    """Yield the layers of all people of *person*; a group has one place, and one tool if it shares it."""
    group = load_groups().get(person.role)
    if group is None:
        yield from list_person_layers(compose_person(person), pen)
        return
    is_shared = any(name in load_activities() and load_activities()[name].is_shared for name in person.activities)
    has_place = False
    for number, (kind, role) in enumerate(group.members):
        one = compose_person(replace(person, kind=kind, role=role))
        if number and is_shared:
            one = replace(one, arms="down", parts=tuple(part for part in one.parts if _slot(part) is not Slot.TOOL))
        places = tuple(part for part in one.parts if _slot(part) is Slot.PLACE)
        has_place = has_place or bool(places)
        spacing = _BEHIND_PLACE if has_place else _SPACING
        x = spacing * (number - (len(group.members) - 1) / 2)
        alone = replace(one, parts=tuple(part for part in one.parts if part not in places))
        yield from list_person_layers(alone, pen.at(x, 0, _CHILD_SIZE if kind.is_child else 1.0))
        if not number:
            model = Model(
                pen.at(0, 0, stretch=max(1.0, (spacing * (len(group.members) - 1) + _SPACING) / _PLACE_WIDTH)),
                kind,
                ARMS["down"],
                LEGS["stand"],
            )
            yield from (
                (depth, draw, model, tone, name) for depth, draw, tone, name in _list_parts(replace(one, parts=places))
            )


def list_person_layers(composition: Composition, pen: Pen, joints: tuple[Arms, Legs] | None = None) -> Iterator[Layer]:
    """Yield the layers of a person, in the pose of *joints* if given."""
    color = next((color for name, color in composition.parts if name == "skin"), "") or PARTS["skin"].color
    skin = Tone(Role.WHITE, tint=color)
    arms, legs = joints or (ARMS[composition.arms], LEGS[composition.legs])
    model = Model(pen, composition.kind, arms, legs, skin)
    yield Depth.LEGS, lambda model, tone: bodies.draw_bare_body(model), model, skin, "legs"
    yield Depth.HEAD, bodies.draw_head, model, skin, "head"
    yield Depth.FACE, lambda model, tone: bodies.draw_features(model), model, skin, "head"
    yield Depth.ARMS, lambda model, tone: bodies.draw_arms(model, tone, 0.075), model, skin, "arms"
    yield Depth.HANDS, lambda model, tone: bodies.draw_hands(model), model, skin, HANDS
    yield from ((depth, draw, model, tone, name) for depth, draw, tone, name in _list_parts(composition))


def _list_parts(composition: Composition) -> Iterator[tuple[Depth, DrawPart, Tone, str]]:
    for name, color in composition.parts:
        part = PARTS[name]
        role = Role.MAIN if part.is_garment or name in ANIMAL_PARTS else Role.SECOND
        tone = Tone(role, tint=color or part.color, is_exact=name in composition.colored)
        for depth, draw in part.layers:
            yield depth, draw, tone, name


def draw_person(key: str, pen: Pen, rng: Rng) -> None:
    """Draw the person with *key*."""
    draw_drawing(draw_composition(key), pen)


def draw_drawing(drawing: PersonDrawing, pen: Pen) -> None:
    """Draw the shapes of *drawing* on *pen*."""
    for shape, points in drawing.shapes:
        pen.fill(points, shape.tone, fade=shape.fade, solid=shape.solid, line=shape.line, glow=shape.glow)
        pen.shapes[-1] = replace(pen.shapes[-1], flat=shape.flat, part=shape.part)
