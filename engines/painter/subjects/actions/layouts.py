"""The layouts of actions of people: the stance, where the thing is, and what else shows the action.

Units of the body: the origin is between the feet, the height of an adult is about 1, everyone is turned to the right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from engines.painter.shapes import Pen, Role, Tone
from engines.painter.subjects.actions import props
from engines.painter.subjects.actions.items import Item, draw_item, load_item
from engines.painter.subjects.actions.stance import Stance
from engines.painter.subjects.anchors import find_anchor
from engines.painter.subjects.nature import is_immovable
from engines.painter.subjects.people.model import XY, Depth

Prop = tuple[Depth, Callable[[Pen], None]]
_HEAD_TOP, _HAND_REACH = 1.0, 0.97
_MAX_IN_ARMS = 0.62
"""Height up to which a thing or an animal is hugged in the arms."""
_MAX_AHEAD = 0.5
"""Height up to which an animal walks ahead of who leads it."""
_TRUNK, _TREE = 0.3, 1.8
"""Half width of a foot in widths of the whole up to which it is a stem, and the height of what is climbed by one."""
_SLENDER, _RAISED = 0.45, 0.5
"""Width in heights up to which a thing is raised in one hand by its lower end, and the height that it has there."""
_MIN_LANDED, _FOREMOST = 0.22, 0.26
"""Least height of what someone jumps onto, and where the foot is that lands on it."""


@dataclass(frozen=True, slots=True)
class Staging:
    """A stance and the props around it, each with its depth among the parts of the person."""

    stance: Stance
    props: tuple[Prop, ...]
    raised: float = 0.0
    """Height of the feet above the ground."""
    tilt: float = 0.0
    """Rotation of the whole person, in degrees, counter-clockwise; props do not turn."""
    shift: float = 0.0
    """Position of the feet."""


Layout = Callable[[Item, str], Staging]
"""Builds the staging for an item in a requested color, "" for its own."""


def place(item: Item, color: str, x: float, y: float, height: float, depth: Depth, *, flip: bool = False,
    tilt: float = 0.0) -> Prop:  # fmt: skip
    """Return *item* at *x*, *y* as a prop."""
    return depth, partial(draw_item, item=item, x=x, y=y, height=height, flip=flip, tilt=tilt, color=color)


def stand_at(item: Item, color: str, x: float, low: float, high: float, *, flip: bool = False) -> tuple[Prop, float]:
    """Return *item* on the ground with its left edge between the heights *low* and *high* at *x*, and its middle."""
    size = item.height
    shares = (min(low / size, 0.85), max(high / size, 0.15))
    edge = -item.find_edge(*shares, is_right=True) if flip else item.find_edge(*shares)
    middle = x - edge * size
    return place(item, color, middle, 0.0, size, Depth.BACKDROP, flip=flip), middle


def fit(item: Item, width: float, height: float) -> float:
    """Return the height of *item* in a box."""
    return min(height, width / item.width)


def _push(item: Item, color: str) -> Staging:
    if item.subject == "icon/own/unicycle":
        item = load_item("icon/own/wheelbarrow")  # 独轮车 is both.
    level = min(0.52, max(0.2, 0.7 * item.height))
    thing, _ = stand_at(item, color, 0.3, level - 0.06, level + 0.06)
    lean = -24 - 24 * (0.52 - level) / 0.32
    stance = Stance((-0.1, 0.33), ((0.29, level + 0.03), (0.31, level - 0.03)), ((-0.33, 0.03), (0.04, 0.03)), lean)
    return Staging(stance, (thing, (Depth.BACKDROP, lambda pen: props.draw_dust(pen, -0.42))))


def _pull(item: Item, color: str) -> Staging:
    size = item.height
    edge = item.find_edge(0.35, 0.75, is_right=True) * size
    middle = -0.62 - edge
    thing = place(item, color, middle, 0.0, size, Depth.BACKDROP)
    hands = ((-0.1, 0.5), (0.14, 0.46))
    stance = Stance((0.02, 0.34), hands, ((-0.24, 0.03), (0.24, 0.03)), -20)
    knot = (middle + edge - 0.03, min(0.55 * size, 0.6))
    return Staging(stance, (
        thing,
        (Depth.TOOLS, lambda pen: props.draw_rope(pen, hands[1], hands[0])),
        (Depth.TOOLS, lambda pen: props.draw_rope(pen, hands[0], knot)),
    ))  # fmt: skip


def _lead(item: Item, color: str) -> Staging:
    """Return a dog ahead on its leash, and a larger animal behind who leads it."""
    size = item.height
    anchor = find_anchor(item.subject)
    neck_share = item.find_edge(0.5, 0.75, is_right=True) * size * (0.55 if anchor else 0.3)
    is_ahead = size <= _MAX_AHEAD
    middle = (
        0.5 - item.find_edge(0.0, 1.0) * size if is_ahead else -0.3 - item.find_edge(0.0, 1.0, is_right=True) * size
    )
    neck, hand = (middle + neck_share, 0.62 * size), (0.25, 0.42) if is_ahead else (-0.24, 0.44)
    hands = ((-0.2, 0.36), hand) if is_ahead else (hand, (0.2, 0.36))
    stance = Stance((0, 0.37), hands, ((-0.17, 0.05), (0.15, 0.03)), -4)
    thing = place(item, color, middle, 0.0, size, Depth.BACKDROP)
    return Staging(stance, (thing, (Depth.TOOLS, lambda pen: props.draw_rope(pen, hand, neck))))


def _carry(item: Item, color: str) -> Staging:
    size = fit(item, 0.62, min(0.42, max(0.2, item.height)))
    grip = min(0.24, item.width * size * 0.42)
    foot = 0.5 - size * 0.35
    hands = ((-grip, foot + 0.06), (grip, foot + 0.06))
    stance = Stance((0, 0.37), hands, ((-0.14, 0.05), (0.13, 0.03)), 0, is_turned=False)
    return Staging(stance, (place(item, color, 0.0, foot, size, Depth.TOOLS),))


def _carry_stack(item: Item, color: str) -> Staging:
    size = fit(item, 0.4, 0.24)
    step = min(size * 0.5, 0.09)
    things = [place(item, color, 0.02 * (-1) ** number, 0.46 + step * number, size, Depth.TOOLS) for number in range(4)]
    stance = Stance((0, 0.37), ((-0.16, 0.47), (0.16, 0.47)), ((-0.14, 0.05), (0.13, 0.03)), 0, is_turned=False)
    return Staging(stance, tuple(things))


def _carry_basket(item: Item, color: str) -> Staging:
    size = fit(item, 0.26, 0.24)
    things = [place(item, color, x, 0.56, size, Depth.TOOLS) for x in (-0.15, 0.15, 0.0)]
    stance = Stance((0, 0.37), ((-0.24, 0.52), (0.24, 0.52)), ((-0.14, 0.05), (0.13, 0.03)), 0, is_turned=False)
    return Staging(stance, (*things, (Depth.TOOLS, lambda pen: props.draw_basket(pen, 0.0, 0.4, 0.25))))


def _hug(item: Item, color: str) -> Staging:
    if item.height > _MAX_IN_ARMS or is_immovable(item.subject):
        edge = item.find_edge(0.3, 0.55) if item.height < 1.0 else item.find_edge(0.25, 0.4)
        thing = place(item, color, 0.1 - edge * item.height, 0.0, item.height, Depth.BACKDROP)
        level = min(0.66, 0.85 * item.height)
        hands = ((0.32, level), (0.3, level - 0.18))
        stance = Stance((-0.06, 0.36), hands, ((-0.1, 0.03), (0.06, 0.03)), -10)
        return Staging(stance, (thing, (Depth.FRONT, lambda pen: props.draw_hearts(pen, (-0.2, 1.0)))))
    size = fit(item, 0.5, 0.5)
    hands = ((0.13, 0.5), (-0.13, 0.46))
    stance = Stance((0, 0.37), hands, ((-0.09, 0.03), (0.09, 0.03)), 0, is_turned=False)
    hearts = (Depth.FRONT, lambda pen: props.draw_hearts(pen, (0.28, 0.95)))
    return Staging(stance, (place(item, color, 0.0, 0.3, size, Depth.PLACE), hearts))


def _carry_on_head(item: Item, color: str) -> Staging:
    size = fit(item, 0.7, min(0.4, item.height))
    hands = ((-0.2, 0.96), (0.2, 0.96))
    stance = Stance((0, 0.37), hands, ((-0.14, 0.05), (0.13, 0.03)), 0, is_turned=False, elbows=(-1.0, 0.2))
    return Staging(stance, (place(item, color, 0.0, _HEAD_TOP - 0.03, size, Depth.HAT),))


def _carry_on_shoulder(item: Item, color: str) -> Staging:
    if item.subject.startswith("person/"):
        hands = ((-0.15, 0.78), (0.15, 0.78))
        stance = Stance((0, 0.37), hands, ((-0.12, 0.04), (0.12, 0.03)), 0, is_turned=False, elbows=(-1.0, -0.3))
        legs = (Depth.TOOLS, props.draw_hanging_legs)
        return Staging(stance, (place(item, color, 0.0, 0.62, 0.72, Depth.BACKDROP), legs))
    size = fit(item, 0.7, min(0.4, item.height))
    hands = ((-0.2, 0.36), (0.3, 0.74))
    stance = Stance((0, 0.37), hands, ((-0.14, 0.05), (0.13, 0.03)), 0, is_turned=False, elbows=(-1.0, -0.5))
    return Staging(stance, (place(item, color, 0.26, 0.68, size, Depth.TOOLS),))


def _carry_on_back(item: Item, color: str) -> Staging:
    size = fit(item, 0.6, 0.66 if item.subject.startswith("person/") else min(0.5, max(0.3, item.height)))
    hands = ((0.06, 0.52), (0.14, 0.5))
    stance = Stance((0, 0.35), hands, ((-0.18, 0.04), (0.14, 0.03)), -20)
    if item.subject.startswith("person/"):
        # Arms and legs of who is carried are at the sides of who carries.
        thing = place(item, color, -0.14, 0.36, size, Depth.BACK, tilt=-8)
    else:
        thing = place(item, color, -0.13 - 0.25 * size * item.width, 0.56 - size * 0.3, size, Depth.BACK, tilt=12)
    strap = (Depth.TOOLS, lambda pen: pen.stroke([(-0.02, 0.42), (0.12, 0.5), (0.06, 0.64)], 0.03, props.WOOD,
        start=1, end=1, line=0.6))  # fmt: skip
    return Staging(stance, (thing, strap))


def _lift(item: Item, color: str) -> Staging:
    if item.subject == "icon/own/dumbbell":
        stance = Stance((0, 0.36), ((-0.24, _HAND_REACH), (0.24, _HAND_REACH)), ((-0.16, 0.03), (0.16, 0.03)), 0,
            is_turned=False, elbows=(-1.0, 0.2))  # fmt: skip
        return Staging(stance, ((Depth.TOOLS, lambda pen: props.draw_barbell(pen, _HAND_REACH)),))
    if item.width < _SLENDER and item.height < 1.0:
        grip = -0.12 * _RAISED
        stance = Stance((0, 0.37), ((-0.21, 0.39), (0.35, 0.83)), ((-0.14, 0.03), (0.14, 0.03)), 0, is_turned=False,
            elbows=(-1.0, -0.4))  # fmt: skip
        return Staging(stance, (place(item, color, 0.35, 0.83 + grip, _RAISED, Depth.TOOLS),))
    size = fit(item, 1.1, min(0.5, item.height))
    half = min(0.3, max(0.14, item.width * size * 0.45))
    stance = Stance((0, 0.36), ((-half, _HAND_REACH), (half, _HAND_REACH)), ((-0.16, 0.03), (0.16, 0.03)), 0,
        is_turned=False, elbows=(-1.0, 0.2))  # fmt: skip
    return Staging(stance, (place(item, color, 0.0, _HAND_REACH - 0.03, size, Depth.BACKDROP),))


def _throw(item: Item, color: str) -> Staging:
    size = min(0.24, item.height)
    stance = Stance((-0.04, 0.35), ((-0.3, 0.5), (0.34, 0.86)), ((-0.28, 0.03), (0.2, 0.03)), -12,
        elbows=(-0.3, -1.0))  # fmt: skip
    arc = (Depth.BACKDROP, lambda pen: props.draw_arc(pen, (0.4, 0.9), (0.66, 1.02), (0.86, 0.98)))
    return Staging(stance, (arc, place(item, color, 0.98, 0.9, size, Depth.BACKDROP)))


def _catch(item: Item, color: str) -> Staging:
    size = min(0.3, item.height)
    hands = ((0.34, 0.92), (0.42, 0.84))
    stance = Stance((-0.04, 0.4), hands, ((-0.26, 0.16), (0.06, 0.05)), -14, elbows=(0.2, -1.0))
    speed = (Depth.BACKDROP, lambda pen: props.draw_arc(pen, (0.62, 1.06), (0.84, 1.18), (1.06, 1.14)))
    return Staging(stance, (place(item, color, 0.46, 0.88, size, Depth.BACKDROP), speed), raised=0.1)


def _reach(item: Item, color: str) -> Staging:
    size = fit(item, 0.6, min(0.5, item.height))
    stance = Stance((0.0, 0.42), ((0.26, 0.94), (0.34, 0.98)), ((-0.06, 0.08), (0.04, 0.06)), -6, elbows=(0.6, -0.6))
    return Staging(stance, (place(item, color, 0.3, 1.0, size, Depth.BACKDROP),))


def _kick(item: Item, color: str) -> Staging:
    size = min(0.26, item.height)
    stance = Stance((-0.06, 0.38), ((-0.36, 0.6), (0.2, 0.72)), ((-0.1, 0.03), (0.32, 0.2)), 12, elbows=(-0.4, -0.6))
    arc = (Depth.BACKDROP, lambda pen: props.draw_arc(pen, (0.42, 0.2), (0.58, 0.32), (0.74, 0.3)))
    return Staging(stance, (arc, place(item, color, 0.86, 0.22, size, Depth.BACKDROP)))


def _run_after(item: Item, color: str) -> Staging:
    size = min(0.92, item.height)
    is_flying = item.subject in _WINGED
    stance = Stance((0.0, 0.4), ((-0.2, 0.44), (0.34, 0.62)), ((-0.32, 0.2), (0.18, 0.05)), -16)
    middle = 0.62 + item.width * size / 2
    thing = place(item, color, middle, 0.62 if is_flying else 0.0, size, Depth.BACKDROP)
    speed = (Depth.BACKDROP, lambda pen: props.draw_speed(pen, -0.32, (0.75, 0.58, 0.4)))
    return Staging(stance, (speed, (Depth.BACKDROP, lambda pen: props.draw_dust(pen, -0.4)), thing))


_WINGED = frozenset(("butterfly", "bird", "icon/bird", "icon/dove", "icon/honeybee", "dragonfly", "icon/parrot",
    "icon/balloon", "icon/kite", "firefly", "icon/own/soaring_eagle", "gull"))  # fmt: skip


def _jump_over(item: Item, color: str) -> Staging:
    size = fit(item, 0.8, min(0.36, item.height))
    stance = Stance((0.0, 0.36), ((-0.34, 0.7), (0.34, 0.76)), ((-0.34, 0.26), (0.34, 0.22)), -10,
        elbows=(-0.2, -1.0))  # fmt: skip
    thing = place(item, color, 0.0, -size - 0.06, size, Depth.BACKDROP)
    arc = (Depth.BACKDROP, lambda pen: props.draw_speed(pen, -0.36, (0.6, 0.45)))
    return Staging(stance, (thing, arc), raised=size + 0.06)


def _jump_in(item: Item, color: str) -> Staging:
    size = min(0.34, max(0.12, item.height), 1.1 / item.width)
    stance = Stance((0.0, 0.4), ((-0.34, 0.86), (0.34, 0.88)), ((-0.2, 0.2), (0.18, 0.16)), 0, is_turned=False,
        elbows=(-1.0, -0.2))  # fmt: skip
    raised = size * 0.6 + 0.08
    thing = place(item, color, 0.0, -raised, size, Depth.BACKDROP)
    splash = (Depth.FRONT, lambda pen: props.draw_splash(pen, 0.0, size * 0.5 - raised))
    return Staging(stance, (thing, splash), raised=raised)


def _jump_onto(item: Item, color: str) -> Staging:
    size = fit(item, 1.0, min(0.5, max(_MIN_LANDED, item.height)))
    feet = ((-0.3, 0.2), (_FOREMOST, 0.02))
    stance = Stance((0.0, 0.38), ((-0.3, 0.78), (0.36, 0.82)), feet, -14, elbows=(-0.2, -1.0))
    middle = _FOREMOST + 0.1 * item.width * size
    raised = size * item.find_top(-0.2 * item.width, 0.0)
    thing = place(item, color, middle, -raised, size, Depth.BACKDROP)
    return Staging(
        stance, (thing, (Depth.BACKDROP, lambda pen: props.draw_speed(pen, -0.4, (0.6, 0.4)))), raised=raised
    )


def _surround(item: Item, color: str) -> Staging:
    size = fit(item, 1.5, 1.3)
    stance = Stance((0, 0.37), ((-0.25, 0.47), (0.25, 0.47)), ((-0.09, 0.03), (0.09, 0.03)), 0, is_turned=False)
    return Staging(stance, (place(item, color, 0.0, 0.32, size, Depth.BACKDROP),))


def _read_to(item: Item, color: str) -> Staging:
    size = 0.7
    seat = (Depth.BACKDROP, lambda pen: props.draw_stool(pen, -0.02, 0.24))
    book = (Depth.TOOLS, lambda pen: props.draw_open_book(pen, (0.26, 0.4)))
    stance = Stance((0, 0.27), ((0.16, 0.42), (0.3, 0.42)), ((0.12, 0.03), (0.2, 0.03)), 0)
    return Staging(stance, (seat, book, place(item, color, 0.72, 0.0, size, Depth.BACKDROP, flip=True)))


def _climb(item: Item, color: str) -> Staging:
    if item.subject == "icon/ladder":
        stance = Stance((0.0, 0.4), ((0.02, 0.96), (0.18, 0.78)), ((0.02, 0.06), (0.16, 0.24)), -4,
            elbows=(-0.8, -1.0), knees=(-0.6, 0.6))  # fmt: skip
        return Staging(stance, ((Depth.BACKDROP, lambda pen: props.draw_ladder(pen, 0.1, -0.4, 1.35)),), raised=0.4)
    size = max(1.3, item.height)
    has_trunk = -item.find_edge(0.0, 0.15) < _TRUNK * item.width
    if has_trunk:
        size = max(size, _TREE)  # A tree is climbed at its stem, through its crown.
    edge = 0.0 if has_trunk else item.find_edge(0.2, 0.35) * size
    hands = ((0.14, 0.98), (0.22, 0.78))
    stance = Stance((0.0, 0.4), hands, ((0.1, 0.06), (0.18, 0.24)), -6, elbows=(-0.6, -1.0), knees=(-0.6, 0.6))
    return Staging(stance, (place(item, color, 0.16 - edge, -0.4, size, Depth.BACKDROP),), raised=0.4)


def _fix(item: Item, color: str) -> Staging:
    level = min(0.36, 0.6 * item.height)
    thing, _ = stand_at(item, color, 0.4, level - 0.12, level + 0.08)
    stance = Stance((-0.06, 0.2), ((0.24, level - 0.04), (0.28, level + 0.02)), ((-0.24, 0.03), (0.12, 0.03)), -16,
        knees=(1.0, 0.4))  # fmt: skip
    tool = (Depth.TOOLS, lambda pen: props.draw_wrench(pen, (0.26, level + 0.04), (0.46, level)))
    return Staging(stance, (thing, (Depth.BACKDROP, lambda pen: props.draw_toolbox(pen, -0.42)), tool))


def _wash(item: Item, color: str) -> Staging:
    low = item.height < 0.45
    level = min(0.56, 0.75 * item.height)
    thing, middle = stand_at(item, color, 0.26, level - 0.1, level + 0.08)
    hip, lean = ((-0.06, 0.2), -18) if low else ((-0.08, 0.35), -20)
    stance = Stance(hip, ((0.2, level - 0.06), (0.33, level)), ((-0.24, 0.03), (0.1, 0.03)), lean)
    half = item.width * item.height / 2
    top = item.height
    foam = tuple((middle + half * x, top * y) for x, y in ((-0.75, 0.62), (-0.4, 0.86), (0.0, 0.98), (0.35, 0.8),
        (0.6, 0.55), (-0.1, 0.5), (0.8, 0.3), (-0.5, 0.3)))  # fmt: skip
    return Staging(stance, (thing, (Depth.BACK, lambda pen: props.draw_foam(pen, foam)),
        (Depth.BACKDROP, lambda pen: props.draw_bucket(pen, -0.42)),
        (Depth.TOOLS, lambda pen: props.draw_sponge(pen, (0.35, level)))))  # fmt: skip


def _water(item: Item, color: str) -> Staging:
    size = min(0.8, item.height)
    middle = 0.86
    thing = place(item, color, middle, 0.0, size, Depth.BACKDROP)
    stance = Stance((-0.06, 0.37), ((0.2, 0.5), (0.26, 0.56)), ((-0.15, 0.03), (0.06, 0.03)), -8)
    return Staging(stance, (thing, (Depth.TOOLS, lambda pen: _draw_can(pen, (0.27, 0.56))),
        (Depth.FRONT, lambda pen: props.draw_drops(pen, (0.62, 0.66), (middle - 0.04, min(0.5, size * 0.6)))),
    ))  # fmt: skip


def _draw_can(pen: Pen, at: XY) -> None:
    """Draw a watering can that pours."""
    can = pen.at(at[0] + 0.1, at[1] - 0.06, 1.0, tilt=-16)
    tone = Tone(Role.ACCENT, tint="#3a8fd0")
    can.stroke([(-0.08, 0.12), (-0.16, 0.06), (-0.09, -0.04)], 0.022, tone.darken(0.25), start=1, end=1, line=0.6)
    can.stroke([(0.08, -0.02), (0.18, 0.07), (0.25, 0.16)], 0.045, tone, start=1.1, end=0.8, line=0.8)
    can.oval(0.27, 0.18, 0.03, 0.055, tone.lighten(0.2), rotation=-40, line=0.7)
    can.box(-0.1, -0.1, 0.1, 0.12, tone, radius=0.02, solid=True)


LAYOUTS: Mapping[str, Layout] = {
    "push": _push, "pull": _pull, "lead": _lead, "carry": _carry, "hug": _hug, "carry_head": _carry_on_head,
    "carry_shoulder": _carry_on_shoulder, "carry_back": _carry_on_back, "lift": _lift, "throw": _throw,
    "catch": _catch, "reach": _reach, "kick": _kick, "chase": _run_after, "jump_over": _jump_over, "jump_in": _jump_in,
    "jump_onto": _jump_onto, "surround": _surround, "tell": _read_to, "climb": _climb,
    "carry_stack": _carry_stack, "carry_basket": _carry_basket, "fix": _fix, "wash": _wash, "water": _water,
}  # fmt: skip
