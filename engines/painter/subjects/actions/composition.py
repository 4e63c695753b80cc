"""Draws actions: the layers of who acts and the props of the layout, far to near."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from engines.painter.rng import Rng
from engines.painter.shapes import Pen, Shape, Tone
from engines.painter.subjects.actions.animal_layouts import ANIMAL_LAYOUTS
from engines.painter.subjects.actions.items import PROP, load_item
from engines.painter.subjects.actions.keys import SHARED_ACTIONS, ActionKey, parse_action
from engines.painter.subjects.actions.layouts import LAYOUTS
from engines.painter.subjects.actions.stance import Stance, solve
from engines.painter.subjects.actions.work_layouts import WORK_LAYOUTS
from engines.painter.subjects.people.composition import (
    Layer,
    PersonDrawing,
    compose_person,
    draw_drawing,
    frame_drawing,
    list_person_layers,
    paint_layers,
)
from engines.painter.subjects.people.groups import load_groups
from engines.painter.subjects.people.keys import PersonKey, is_person, parse_key
from engines.painter.subjects.people.model import Kind, Model
from engines.painter.subjects.people.poses import ARMS

_RECEIVER = 0.84
"""Position of who is given something."""
_SPACING, _HAND_IN_HAND, _GAP, _BEHIND_ITEM = 0.6, 0.5, 0.25, ("pull", "lead")
"""Distance of those who act together, and actions whose thing is behind them."""
_LAYOUTS = {**LAYOUTS, **WORK_LAYOUTS}


@cache
def draw_action_drawing(key: str) -> PersonDrawing:
    """Return the drawing of the action with *key*."""
    action = parse_action(key)
    drawn: list[Shape] = []
    if is_person(action.actor):
        _draw_person(action, drawn)
    else:
        ANIMAL_LAYOUTS[action.name](Pen(drawn, 0.0, 0.0, 1.0), action)
    return frame_drawing(drawn, is_child=False)


def _draw_person(action: ActionKey, drawn: list[Shape]) -> None:
    person = parse_key(action.actor)
    item = load_item(action.item)
    staging = _LAYOUTS[action.name](item, action.color)
    joints = solve(staging.stance)
    is_shared = action.name in SHARED_ACTIONS
    spacing = _SPACING if is_shared else max(_SPACING, item.width * item.height + _GAP)
    spacing = spacing if action.name in _BEHIND_ITEM else -spacing
    members = _list_members(person, action.number)
    if action.name == "sleep_on":
        person = replace(person, extras=(*person.extras, "asleep"))
    places = [spacing * number for number in range(len(members))]
    if action.name == "surround":
        places = [_HAND_IN_HAND * (number - (len(members) - 1) / 2) for number in range(len(members))]
    layers: list[Layer] = []
    for number, (kind, role) in enumerate(members):
        ground = Pen(drawn, 0.0, 0.0, 1.0).at(places[number], 0.0 if staging.tilt else staging.raised)
        pen = ground.at(staging.shift, staging.raised, tilt=staging.tilt) if staging.tilt else ground
        plays = bool(person.activities)
        one = compose_person(replace(person, kind=kind, role=role), has_free_hands=not plays)
        own = list(list_person_layers(one, pen, (ARMS[one.arms], joints[1]) if plays else joints))
        props = staging.props if not number or not is_shared else ()
        layers += own
        at = Pen(drawn, 0.0, 0.0, 1.0).at(0, staging.raised) if action.name == "surround" else ground
        layers += [(depth, partial(_draw_prop, draw=draw, pen=at), own[0][2], own[0][3], PROP) for depth, draw in props]
    if action.other:
        layers += _list_receiver(action.other, drawn)
    paint_layers(drawn, layers)


def _list_receiver(key: str, drawn: list[Shape]) -> Iterator[Layer]:
    """Yield the layers of the person who is given something, turned to who gives it."""
    pen = Pen(drawn, 0.0, 0.0, 1.0).at(_RECEIVER, 0.0, flip=True)
    stance = Stance((0, 0.37), ((0.2, 0.44), (0.3, 0.42)), ((-0.1, 0.03), (0.08, 0.03)))
    yield from list_person_layers(compose_person(parse_key(key), has_free_hands=True), pen, solve(stance))


def _draw_prop(model: Model, tone: Tone, draw: Callable[[Pen], None], pen: Pen) -> None:
    draw(pen)


def _list_members(person: PersonKey, number: int) -> Sequence[tuple[Kind, str]]:
    """Return kind and role of all who act together."""
    group = load_groups().get(person.role)
    return group.members if group is not None else ((person.kind, person.role),) * number


def draw_action(key: str, pen: Pen, rng: Rng) -> None:
    """Draw the action with *key*."""
    draw_drawing(draw_action_drawing(key), pen)
