"""The layouts of actions of animals on four legs, of birds and of whatever has a drawing: it is tilted as a whole."""

from collections.abc import Callable, Mapping

from engines.painter.shapes import Pen, Role, Tone
from engines.painter.subjects.actions import props
from engines.painter.subjects.actions.items import Item, draw_item, load_item
from engines.painter.subjects.actions.keys import ActionKey
from engines.painter.subjects.actions.quadruped import draw_quadruped, find_head
from engines.painter.subjects.people.animal_bodies import load_animal_looks
from engines.painter.subjects.people.model import XY

_HEIGHT, _TILTS = 0.85, {"run": 6.0, "leap": 22.0, "fly": 12.0, "rear": 30.0}
_WINGED_GROUPS = frozenset(("bird", "owl", "crane", "gull", "butterfly", "dragonfly", "dragon", "icon/bat"))
_TWO_LEGGED = frozenset(("chicken", "duck", "frog", "penguin", "dinosaur", "giraffe", "kangaroo"))
"""Looks whose drawing from the side is better than an animal on four legs, which has no long neck."""
_OWN_WINGS = ("icon/bird", "icon/dove", "icon/parrot", "icon/duck", "icon/goose", "icon/swan",
    "icon/honeybee", "icon/owl", "icon/own/flying_bird", "icon/own/flying_goose", "icon/own/flying_eagle",
    "icon/own/pegasus", "icon/dragon", "icon/own/swallow")  # fmt: skip
_BODIES = {"icon/frog": "icon/own/frog", "icon/chicken": "icon/own/hen"}
"""The whole drawing of animals of which the icon has only the face."""
_FRISBEE = "icon/own/frisbee"
_FLIGHTS = {
    f"icon/own/{bird}": f"icon/own/flying_{bird}"
    for bird in ("robin", "cardinal", "blue_jay", "sparrow", "thrush", "lark", "titmouse", "oriole", "falcon",
        "snowy_owl", "barn_owl", "egret", "mallard", "magpie")
} | {"icon/own/eagle": "icon/own/soaring_eagle"}  # fmt: skip
"""The drawing in flight of birds whose other one sits."""
AnimalLayout = Callable[[Pen, ActionKey], None]


def moves_legs(subject: str) -> bool:
    """Return whether *subject* is drawn on four legs that move; the drawing of any other is tilted as a whole."""
    look = load_animal_looks().get(subject)
    return look is not None and look.key not in _TWO_LEGGED


def _draw_actor(pen: Pen, subject: str, gait: str) -> XY:
    """Draw who acts and return where its mouth is."""
    if moves_legs(subject):
        draw_quadruped(pen, load_animal_looks()[subject], gait)
        return find_head(gait)
    item = load_item(_BODIES.get(subject, subject))
    tilt = _TILTS.get(gait, 0.0)
    draw_item(pen, item, 0.0, 0.0, _HEIGHT, tilt=tilt)
    probe = Pen([], 0.0, 0.0, 1.0).at(0, 0, _HEIGHT, tilt=tilt)
    ((x, y),) = probe.to_frame([(item.find_edge(0.5, 0.95, is_right=True), 0.72)])
    return float(x), -float(y)


def _scale(item: Item, actor: str, largest: float = 1.2) -> float:
    """Return the height of *item* next to the animal *actor*."""
    return min(largest, max(0.2, item.height / load_item(actor).height * _HEIGHT), largest / item.width)


def _draw_shadow(pen: Pen, x: float, half: float) -> None:
    pen.oval(x, 0.0, half, 0.035, Tone(Role.DEEP, tint="#6a6258", shade=0.1), line=0)


def _run(pen: Pen, action: ActionKey) -> None:
    props.draw_speed(pen, -0.66, (0.62, 0.46, 0.3))
    props.draw_dust(pen, -0.66)
    _draw_actor(pen, action.actor, "run")


def _chase(pen: Pen, action: ActionKey) -> None:
    for number in range(action.number - 1, -1, -1):
        _run(pen.at(-1.15 * number, 0.0), action)
    item = load_item(action.item)
    size = _scale(item, action.actor, 0.8)
    is_airborne = item.subject in _WINGED_GROUPS or item.subject in _OWN_WINGS
    x = 0.92 + item.width * size / 2
    if item.subject == _FRISBEE:
        draw_catch(pen, item, (0.86, 0.86), size, action.color)
    elif moves_legs(item.subject):
        draw_quadruped(pen.at(x + 0.34 * size, 0, size / _HEIGHT), load_animal_looks()[item.subject], "run")
    else:
        draw_item(pen, item, x, 0.5 if is_airborne else 0.0, size, color=action.color)


def _jump(pen: Pen, action: ActionKey) -> None:
    _draw_shadow(pen, 0.0, 0.4)
    props.draw_speed(pen.at(0, 0.0), -0.5, (0.42, 0.28))
    _draw_actor(pen.at(0, 0.34), action.actor, "leap")


def _jump_over(pen: Pen, action: ActionKey) -> None:
    item = load_item(action.item)
    size = min(0.5, 0.9 / item.width)
    draw_item(pen, item, -0.06, 0.0, size, color=action.color)
    props.draw_arc(pen, (-0.9, 0.1), (-0.72, 0.62), (-0.52, size + 0.24))
    _draw_actor(pen.at(0.08, size + 0.08), action.actor, "leap")


def _jump_through(pen: Pen, action: ActionKey) -> None:
    """Draw a leap through a burning hoop, whose near half is in front of the animal."""
    hoop = load_item(action.item)
    draw_item(pen, hoop, 0.1, 0.0, 1.7)
    start = len(pen.shapes)
    _draw_actor(pen.at(0.06, 0.56, 0.86), action.actor, "leap")
    body = len(pen.shapes)
    draw_item(pen, hoop, 0.1, 0.0, 1.7)
    near = [shape for shape in pen.shapes[body:] if shape.points[:, 0].mean() > pen.x + 0.3 * pen.size]
    pen.shapes[body:] = near if start < body else []


def _jump_in(pen: Pen, action: ActionKey) -> None:
    item = load_item(action.item)
    size = min(0.4, _scale(item, action.actor, 0.5), 1.5 / item.width)
    draw_item(pen, item, 0.2, 0.0, size, color=action.color)
    props.draw_splash(pen, 0.2, size * 0.6)
    _draw_actor(pen.at(0.0, size * 0.5 + 0.1), action.actor, "leap")


def _jump_onto(pen: Pen, action: ActionKey) -> None:
    item = load_item(action.item)
    size = min(0.5, 1.1 / item.width)
    x = 0.5 + item.width * size / 2
    draw_item(pen, item, x, 0.0, size, color=action.color)
    props.draw_arc(pen, (-0.7, 0.1), (-0.2, size + 0.5), (0.1, size + 0.5))
    _draw_actor(pen.at(x - 0.34, size * 0.6 + 0.06), action.actor, "leap")


def _catch(pen: Pen, action: ActionKey) -> None:
    _draw_shadow(pen, 0.0, 0.4)
    item = load_item(action.item)
    size = min(0.3, _scale(item, action.actor, 0.34), 0.34 / item.width)
    mouth = _draw_actor(pen.at(0, 0.36), action.actor, "leap")
    at = mouth[0] + 0.08, mouth[1] + 0.36
    props.draw_arc(pen, (at[0] + 0.16, at[1] + 0.12), (at[0] + 0.4, at[1] + 0.24), (at[0] + 0.62, at[1] + 0.2))
    draw_catch(pen, item, at, size, action.color)


def draw_catch(pen: Pen, item: Item, at: XY, size: float, color: str) -> None:
    """Draw what is caught *at* a mouth."""
    if item.subject == _FRISBEE:
        draw_item(pen, item, at[0] + 0.06, at[1] - 0.06, 0.4 / item.width, color=color)
        return
    draw_item(pen, item, at[0] + 0.04, at[1] - size / 2, size, color=color)


def _fly(pen: Pen, action: ActionKey) -> None:
    for x, y, size in ((-0.75, -0.3, 0.6), (0.72, -0.2, 0.66), (0.1, -0.42, 0.5)):
        props.draw_cloud(pen, x, y, size)
    flight = _FLIGHTS.get(action.actor)
    if flight or action.actor in _OWN_WINGS or action.actor in _WINGED_GROUPS:
        _draw_actor(pen, flight or action.actor, "fly")
        return
    props.draw_wing(pen, (0.0, 0.52), 0.62, tilt=-26)
    _draw_actor(pen, action.actor, "fly")
    props.draw_wing(pen, (-0.06, 0.5), 0.7)


def _pull(pen: Pen, action: ActionKey) -> None:
    item = load_item(action.item)
    size = _scale(item, action.actor, 0.9)
    edge = item.find_edge(0.1, 0.8, is_right=True) * size
    middle = -0.8 - edge
    draw_item(pen, item, middle, 0.0, size, color=action.color)
    _draw_actor(pen, action.actor, "walk")
    props.draw_rope(pen, (0.16, 0.5), (middle + edge - 0.04, size * 0.4))
    pen.stroke([(0.12, 0.62), (0.2, 0.46), (0.14, 0.28)], 0.05, Tone(Role.ACCENT, tint="#b8402f"), start=1, end=1,
        line=0.7)  # fmt: skip


def _hold_in_mouth(pen: Pen, action: ActionKey) -> None:
    item = load_item(action.item)
    size = min(0.4, _scale(item, action.actor, 0.44))
    mouth = _draw_actor(pen, action.actor, "walk")
    draw_item(pen, item, mouth[0] - 0.02, mouth[1] - 0.06 - size / 2, size, color=action.color)


def _graze(pen: Pen, action: ActionKey) -> None:
    item = load_item(action.item)
    size = min(0.36, _scale(item, action.actor, 0.5))
    mouth = _draw_actor(pen, action.actor, "graze")
    draw_item(pen, item, mouth[0] + 0.02 + item.width * size * 0.3, 0.0, size, color=action.color)


def _drink(pen: Pen, action: ActionKey) -> None:
    """Draw an animal with its head down at a bowl, or at the bank of a stream."""
    mouth = _draw_actor(pen, action.actor, "graze")
    if action.item:
        draw_item(pen, load_item(action.item), mouth[0] + 0.06, 0.0, 0.26, color=action.color)
        return
    water = Tone(Role.ACCENT, tint="#4aa8e8")
    pen.blob([(0.36, 0.02), (0.6, 0.16), (1.0, 0.18), (1.4, 0.1), (1.3, -0.14), (0.7, -0.16)], water, solid=True)
    for radius in (0.06, 0.12):
        pen.stroke([(mouth[0] - radius, 0.1), (mouth[0], 0.07), (mouth[0] + radius, 0.1)], 0.014,
            Tone(Role.WHITE, tint="#ffffff"), start=0.6, end=0.6)  # fmt: skip


def _swim(pen: Pen, action: ActionKey) -> None:
    _draw_actor(pen.at(0, -0.3), action.actor, "run")
    water = Tone(Role.ACCENT, tint="#3f9fe0")
    crest = [(-1.0 + 0.125 * number, 0.12 + 0.05 * (number % 2)) for number in range(17)]
    pen.blob([*crest, (1.0, -0.3), (-1.0, -0.3)], water, corners=(0, 16, 17, 18), solid=True)
    for x in (-0.6, 0.0, 0.5):
        pen.stroke([(x - 0.14, -0.02), (x, -0.06), (x + 0.14, -0.02)], 0.02, Tone(Role.WHITE, tint="#ffffff"),
            start=0.5, end=0.5)  # fmt: skip


def _reach(pen: Pen, action: ActionKey) -> None:
    item = load_item(action.item)
    size = min(0.42, _scale(item, action.actor, 0.5))
    _draw_actor(pen, action.actor, "rear")
    draw_item(pen, item, 0.3, 1.02, size, color=action.color)


def _carry_under(pen: Pen, action: ActionKey) -> None:
    """Draw a bird on the wing with its prey in the talons."""
    item = load_item(action.item)
    props.draw_cloud(pen, -0.8, -0.42, 0.6)
    draw_item(pen, item, 0.05, -0.2, min(0.34, 0.5 / item.width), color=action.color)
    _draw_actor(pen, action.actor, "fly")


ANIMAL_LAYOUTS: Mapping[str, AnimalLayout] = {
    "run": _run, "chase": _chase, "jump": _jump, "jump_over": _jump_over, "jump_through": _jump_through,
    "jump_in": _jump_in, "jump_onto": _jump_onto,
    "catch": _catch, "fly": _fly, "pull": _pull, "hold_in_mouth": _hold_in_mouth, "eat": _graze, "drink": _drink,
    "swim": _swim, "reach": _reach, "seize": _carry_under,
}  # fmt: skip
