"""Further layouts of actions: work on a thing, care for an animal, riding and sitting."""

from collections.abc import Mapping
from functools import partial

from engines.painter.shapes import Pen, Role, Tone
from engines.painter.subjects.actions import props
from engines.painter.subjects.actions.items import Item, load_item
from engines.painter.subjects.actions.layouts import Layout, Prop, Staging, fit, place, stand_at
from engines.painter.subjects.actions.stance import Stance
from engines.painter.subjects.anchors import find_anchor
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.people.model import XY, Depth
from engines.painter.subjects.surfaces import find_surface

_PAINT, _MILK = "#e8402f", Tone(Role.WHITE, tint="#ffffff")
_SADDLES = """
icon/own/bicycle -.18 .86 .12 .97 -.08 .3 | icon/motorcycle -.22 .74 .24 .8 -.02 .26
icon/motor-scooter -.13 .78 .22 .92 .1 .24 | icon/own/unicycle 0 .97 .6 1.2 .06 .34
icon/sled -.12 .98 .3 1.3 .3 .7 | icon/tractor -.2 .52 .14 .76 .12 .26
icon/own/tricycle -.34 .56 .14 .9 .46 .2 | icon/own/dirt_bike -.33 .75 .18 .96 -.09 .27
icon/own/quad_bike -.28 .7 .02 .94 0 .32 | icon/own/snowmobile -.5 .66 -.1 .91 0 .42
"""
"""Saddle, handlebar and pedal of vehicles that are turned to the right, in their heights."""
_HORNED = frozenset(
    f"icon/{key}"
    for key in ("goat", "ram", "deer", "ox", "own/reindeer", "own/water_buffalo", "own/yak", "own/bull", "unicorn",
        "own/moose", "bison")
)  # fmt: skip
_BACK, _BACK_OF_HORNED = (-0.14, 0.02, -0.06), (-0.3, -0.16, -0.24)
"""Left and right end of the back that a rider sits on, and its middle, in widths of the animal. Behind the head of an
animal with horns, these are seen."""
_STANDING = {"icon/kick-scooter": (-0.12, 0.2, 0.24, 0.95)}
"""Middle and level of the board, and the handlebar, of what is ridden standing."""
_BOATS = frozenset(("boat", "icon/own/canoe", "icon/sailboat", "icon/own/bamboo_raft"))
"""What is rowed."""


def _find_saddle(subject: str) -> tuple[float, ...] | None:
    for row in _SADDLES.replace("\n", "|").split("|"):
        key, *numbers = row.split() or [""]
        if key == subject:
            return tuple(map(float, numbers))
    return None


def _ride(item: Item, color: str) -> Staging:
    size = item.height
    if item.subject in _STANDING:
        x, y, hand_x, hand_y = (value * size for value in _STANDING[item.subject])
        stance = Stance((0.0, y + 0.36), ((hand_x - x - 0.02, hand_y), (hand_x - x, hand_y)),
            ((-0.3, 0.2), (0.02, y + 0.03)), -8)  # fmt: skip
        return Staging(stance, (place(item, color, -x, 0.0, size, Depth.BACKDROP),))
    saddle = _find_saddle(item.subject)
    if saddle is not None:
        x, y, hand_x, hand_y, foot_x, foot_y = (value * size for value in saddle)
        feet = ((foot_x - x - 0.06, foot_y + 0.1), (foot_x - x + 0.05, foot_y))
        stance = Stance((0.0, y + 0.02), ((hand_x - x, hand_y), (hand_x - x + 0.02, hand_y + 0.02)), feet, -16)
        return Staging(stance, (place(item, color, -x, 0.0, size, Depth.BACKDROP),))
    if item.subject in _BOATS:
        stance = Stance((0.0, 0.24), ((0.2, 0.42), (0.28, 0.46)), ((0.22, 0.1), (0.28, 0.1)), -8)
        oar = (Depth.TOOLS, lambda pen: _draw_oar(pen, (0.26, 0.46)))
        return Staging(stance, ((Depth.PLACE, lambda pen: _draw_hull(pen, color)), oar))
    left, right, middle = _BACK_OF_HORNED if item.subject in _HORNED else _BACK
    back = item.find_top(left * item.width, right * item.width) * size
    x = middle * item.width * size
    feet = ((0.08, back - 0.25), (0.11, back - 0.26))
    stance = Stance((0.0, back), ((0.24, back + 0.16), (0.28, back + 0.18)), feet, -4)
    return Staging(stance, (place(item, color, -x, 0.0, size, Depth.BACKDROP),))


def _draw_hull(pen: Pen, color: str) -> None:
    """Draw a rowing boat on the water."""
    tone = Tone(Role.DEEP, tint=color or "#a8662f", is_exact=bool(color))
    water = Tone(Role.ACCENT, tint="#4aa8e8")
    pen.blob([(-0.78, 0.32), (-0.3, 0.22), (0.3, 0.22), (0.82, 0.34), (0.62, 0.02), (0.3, -0.06), (-0.3, -0.06),
        (-0.6, 0.02)], tone, corners=(0, 3), solid=True)  # fmt: skip
    pen.stroke([(-0.74, 0.29), (0.0, 0.18), (0.78, 0.3)], 0.035, tone.darken(0.3), start=1, end=1)
    crest = [(-1.0 + 0.125 * number, 0.02 + 0.035 * (number % 2)) for number in range(17)]
    pen.blob([*crest, (0.9, -0.16), (-0.9, -0.16)], water, corners=(0, 16, 17, 18), line=0.8)


def _draw_oar(pen: Pen, at: XY) -> None:
    end = (at[0] + 0.3, at[1] - 0.44)
    pen.stroke([(at[0] - 0.12, at[1] + 0.16), at, end], 0.03, props.WOOD, start=1, end=1, line=0.7)
    pen.oval(end[0], end[1], 0.05, 0.09, props.WOOD.lighten(0.2), rotation=35, line=0.7)


def _sit_on(item: Item, color: str) -> Staging:
    surface = find_surface(item.subject)
    size = max(item.height, 0.34) if surface is None else max(item.height, 0.5)
    seat = size * (surface if surface is not None else item.find_top(-0.15, 0.15)) - 0.01
    feet = ((0.12, max(0.03, seat - 0.26)), (0.2, max(0.03, seat - 0.25)))
    stance = Stance((0.0, seat + 0.05), ((0.02, seat + 0.14), (0.16, seat + 0.12)), feet, 0)
    return Staging(stance, (place(item, color, 0.0, 0.0, size, Depth.BACKDROP),))


def _lie_on(item: Item, color: str) -> Staging:
    """Lay someone on a wide thing, the head at its left."""
    surface = find_surface(item.subject)
    width = 1.35
    size = min(width / item.width, 0.9)
    level = size * (surface if surface is not None else item.find_top(-0.2, 0.2))
    stance = Stance((0, 0.37), ((-0.2, 0.42), (0.16, 0.5)), ((-0.06, 0.03), (0.06, 0.03)), 0, is_turned=False)
    return Staging(stance, (place(item, color, 0.0, 0.0, size, Depth.BACKDROP),), level + 0.1, 90.0, 0.48)


def _give(item: Item, color: str) -> Staging:
    size = fit(item, 0.34, min(0.34, item.height))
    stance = Stance((0, 0.37), ((0.24, 0.46), (0.32, 0.52)), ((-0.1, 0.03), (0.08, 0.03)), -4)
    return Staging(stance, (place(item, color, 0.4, 0.48 - size * 0.25, size, Depth.TOOLS),))


def _find_mouth(item: Item, middle: float) -> XY:
    """Return where the head of *item* is, which looks to the left."""
    anchor = find_anchor(item.subject)
    level = (1 - anchor.eyes - 0.08) * item.height if anchor else 0.6 * item.height
    share = level / item.height
    return middle - item.find_edge(share - 0.08, share + 0.08, is_right=True) * item.height, level


def _face(item: Item, color: str, x: float) -> tuple[Prop, XY]:
    """Return *item* on the ground, looking to the left, with its head at *x*, and where its mouth is."""
    mouth = _find_mouth(item, 0.0)
    middle = x - mouth[0]
    return place(item, color, middle, 0.0, item.height, Depth.BACKDROP, flip=True), (x, mouth[1])


def _feed(item: Item, color: str) -> Staging:
    thing, mouth = _face(item, color, 0.56)
    is_low = mouth[1] < 0.42
    level = min(0.8, max(0.16, mouth[1] - 0.04))
    hip = (-0.06, 0.2) if is_low else (-0.04, 0.36)
    stance = Stance(hip, ((0.18, max(0.26, level - 0.08)), (0.36, level - 0.02)), ((-0.2, 0.03), (0.1, 0.03)),
        -18 if is_low else -8)  # fmt: skip
    food = (Depth.TOOLS, lambda pen: props.draw_food(pen, (0.42, level)))
    return Staging(stance, (thing, food))


def _pet(item: Item, color: str, *, tool: str = "") -> Staging:
    anchor = find_anchor(item.subject)
    thing, head = _face(item, color, 0.42)
    crown = (1 - anchor.crown) * item.height if anchor else item.height
    is_low = crown < 0.62
    hand = (0.42, min(0.86, crown - 0.02))
    hip = (-0.06, 0.2) if is_low else (-0.06, 0.36)
    stance = Stance(hip, ((0.2, head[1]), hand), ((-0.22, 0.03), (0.08, 0.03)), -20 if is_low else -10)
    hearts = (Depth.FRONT, lambda pen: props.draw_hearts(pen, (0.3, crown + 0.22)))
    comb = (Depth.TOOLS, lambda pen: pen.box(hand[0] - 0.04, hand[1] - 0.05, hand[0] + 0.1, hand[1] + 0.03, props.WOOD,
        radius=0.015))  # fmt: skip
    return Staging(stance, (thing, comb if tool else hearts))


def _play(item: Item, color: str) -> Staging:
    thing, _ = _face(item, color, 0.62)
    stance = Stance((-0.06, 0.2), ((0.16, 0.3), (0.26, 0.24)), ((-0.22, 0.03), (0.08, 0.03)), -20)
    return Staging(stance, (thing, (Depth.FRONT, lambda pen: props.draw_ball(pen, (0.44, 0.08)))))


def _paint(item: Item, color: str) -> Staging:
    level = min(0.56, 0.65 * item.height)
    thing, _ = stand_at(item, color, 0.42, level - 0.1, level + 0.08)
    stance = Stance((-0.08, 0.36), ((-0.24, 0.3), (0.3, level + 0.02)), ((-0.16, 0.03), (0.06, 0.03)), -10)
    brush = (Depth.TOOLS, lambda pen: props.draw_brush(pen, (0.28, level + 0.02), (0.5, level), _PAINT))
    can = (Depth.TOOLS, lambda pen: props.draw_bucket(pen.at(-0.26, 0.05, 0.8), 0.0, props.STEEL,
        Tone(Role.ACCENT, tint=_PAINT)))  # fmt: skip
    return Staging(stance, (thing, brush, can))


def _draw_canvas(item: Item, color: str) -> Staging:
    size = fit(item, 0.4, 0.4)
    stance = Stance((-0.1, 0.36), ((-0.16, 0.32), (0.24, 0.62)), ((-0.16, 0.03), (0.02, 0.03)), -6)
    image = place(item, color, 0.62, 0.62 - size / 2, size, Depth.BACK)
    brush = (Depth.TOOLS, lambda pen: pen.stroke([(0.2, 0.56), (0.3, 0.66), (0.4, 0.74)], 0.028, props.WOOD, start=1,
        end=0.5, line=0.6))  # fmt: skip
    return Staging(stance, ((Depth.BACKDROP, _draw_easel), image, brush))


def _draw_easel(pen: Pen) -> None:
    for x in (-0.2, 0.2):
        pen.stroke([(0.62, 1.1), (0.62 + x * 0.7, 0.5), (0.62 + x * 1.2, 0)], 0.035, props.WOOD, start=1, end=1,
            line=0.7)  # fmt: skip
    pen.box(0.34, 0.34, 0.9, 0.92, Tone(Role.WHITE, tint="#fffdf6"), line=1.0)
    pen.box(0.32, 0.3, 0.92, 0.35, props.WOOD, line=0.7)


def _cut(item: Item, color: str) -> Staging:
    icon = load_icons().get(item.subject)
    is_food = icon is not None and icon.group.startswith("food")
    if is_food or item.height < 0.28:
        size = min(0.36, max(0.24, item.height))
        counter = (Depth.PLACE, lambda pen: props.draw_counter(pen, 0.56))
        food = place(item, color, 0.06, 0.4, size, Depth.ARMS)
        stance = Stance((0, 0.37), ((-0.12, 0.46), (0.22, 0.62)), ((-0.09, 0.03), (0.09, 0.03)), 0, is_turned=False)
        knife = (Depth.HANDS, lambda pen: props.draw_blade(pen, (0.22, 0.62), (0.08, 0.44), 0.07))
        return Staging(stance, (counter, food, knife))
    if item.height > 0.9:
        thing, _ = stand_at(item, color, 0.52, 0.2, 0.4)
        stance = Stance((-0.06, 0.36), ((0.16, 0.5), (0.24, 0.56)), ((-0.24, 0.03), (0.14, 0.03)), -10)
        axe = (Depth.TOOLS, lambda pen: props.draw_axe(pen, (0.22, 0.54), (0.5, 0.34)))
        chips = (Depth.FRONT, props.draw_chips)
        return Staging(stance, (thing, axe, chips))
    size = max(0.34, item.height)
    thing = place(item, color, 0.58, 0.0, size, Depth.BACKDROP)
    stance = Stance((-0.04, 0.35), ((0.2, 0.36), (0.28, size + 0.1)), ((-0.18, 0.03), (0.08, 0.03)), -18)
    saw = (Depth.TOOLS, lambda pen: props.draw_saw(pen, (0.27, size + 0.1), (0.74, size * 0.7)))
    return Staging(stance, (thing, saw))


def _eat(item: Item, color: str) -> Staging:
    size = fit(item, 0.3, min(0.28, max(0.16, item.height)))
    hands = ((0.1, 0.62), (0.19, 0.64))
    stance = Stance((0, 0.37), hands, ((-0.07, 0.03), (0.07, 0.03)), 0, elbows=(0.6, -1.0))
    return Staging(stance, (place(item, color, 0.18, 0.62, size, Depth.TOOLS),))


def _sell(item: Item, color: str) -> Staging:
    size = fit(item, 0.3, min(0.34, max(0.2, item.height)))
    stance = Stance((0, 0.4), ((-0.26, 0.46), (0.34, 0.8)), ((-0.09, 0.03), (0.09, 0.03)), 0, is_turned=False,
        elbows=(-1.0, -0.3))  # fmt: skip
    goods = [place(item, color, x, 0.4, size, Depth.TOOLS) for x in (-0.46, -0.16, 0.14, 0.44)]
    stall = (Depth.BACKDROP, props.draw_stall)
    return Staging(stance, (stall, (Depth.PLACE, lambda pen: props.draw_counter(pen, 0.68)), *goods))


def _fight(item: Item, color: str) -> Staging:
    size = max(0.7, min(1.1, item.height))
    edge = -item.find_edge(0.3, 0.7, is_right=True) * size
    thing = place(item, color, 0.62 - edge, 0.0, size, Depth.BACKDROP, flip=True)
    stance = Stance((-0.04, 0.34), ((-0.26, 0.52), (0.3, 0.72)), ((-0.32, 0.03), (0.2, 0.03)), -8)
    sword = (Depth.TOOLS, lambda pen: props.draw_blade(pen, (0.31, 0.72), (0.68, 0.98), 0.07))
    return Staging(stance, (thing, sword))


def _plant(item: Item, color: str) -> Staging:
    size = min(0.95, max(0.4, item.height))
    middle = 0.56
    thing = place(item, color, middle, 0.06, size, Depth.BACKDROP)
    stance = Stance((-0.1, 0.2), ((0.14, 0.3), (0.26, 0.22)), ((-0.26, 0.03), (0.06, 0.03)), -22)
    return Staging(stance, (thing, (Depth.BACK, lambda pen: props.draw_mound(pen, middle)),
        (Depth.TOOLS, lambda pen: props.draw_shovel(pen, (0.2, 0.32), (0.34, 0.04)))))  # fmt: skip


_TREE_FRUIT = frozenset(
    ("apple", "persimmon", "pomegranate", "icon/red-apple", "icon/green-apple", "icon/pear", "icon/peach",
    "icon/tangerine", "icon/lemon", "icon/cherries", "icon/mango", "icon/banana", "icon/own/split_coconut",
    "icon/olive", "icon/kiwi-fruit", "icon/lime")
)  # fmt: skip
"""Fruit that grows on trees."""


def _dig(item: Item, color: str) -> Staging:
    size = min(0.4, max(0.26, item.height))
    middle = 0.52
    thing = place(item, color, middle, 0.02, size, Depth.BACKDROP, tilt=12)
    stance = Stance((-0.1, 0.34), ((0.06, 0.5), (0.2, 0.4)), ((-0.22, 0.03), (0.08, 0.03)), -18)
    return Staging(stance, (thing, (Depth.BACK, lambda pen: props.draw_mound(pen, middle)),
        (Depth.TOOLS, lambda pen: props.draw_shovel(pen, (0.0, 0.6), (0.36, 0.06)))))  # fmt: skip


def _pick(item: Item, color: str) -> Staging:
    if item.subject in _TREE_FRUIT:
        return _pick_from_tree(item, color)
    size = min(0.42, max(0.24, item.height))
    things = [place(item, color, x, 0.0, size, Depth.BACKDROP) for x in (0.5, 0.86, 1.16)]
    stance = Stance((-0.08, 0.26), ((0.1, 0.28), (0.34, size * 0.6)), ((-0.22, 0.03), (0.08, 0.03)), -26)
    basket = (Depth.FRONT, lambda pen: props.draw_basket(pen, -0.34))
    return Staging(stance, (*things, basket))


def _pick_from_tree(item: Item, color: str) -> Staging:
    tree = place(load_item("icon/deciduous-tree"), "", 0.66, 0.0, 1.5, Depth.BACKDROP)
    spots = ((0.36, 0.92), (0.6, 1.12), (0.86, 0.96), (0.74, 0.76), (0.5, 0.72))
    fruit = [place(item, color, x, y, 0.16, Depth.BACK) for x, y in spots]
    stance = Stance((-0.04, 0.4), ((-0.2, 0.36), (0.3, 0.94)), ((-0.1, 0.06), (0.04, 0.05)), -4, elbows=(0.4, -0.8))
    basket = (Depth.FRONT, lambda pen: props.draw_basket(pen, -0.34))
    inside = [place(item, color, x, 0.16, 0.13, Depth.TOOLS) for x in (-0.42, -0.34, -0.26)]
    return Staging(stance, (tree, *fruit, *inside, basket))


def _milk(item: Item, color: str) -> Staging:
    thing = place(item, color, 0.56, 0.0, item.height, Depth.BACKDROP)
    stance = Stance((-0.12, 0.26), ((0.24, 0.28), (0.3, 0.26)), ((0.06, 0.03), (0.12, 0.03)), -16)
    return Staging(stance, (thing, (Depth.BACKDROP, lambda pen: props.draw_stool(pen, -0.14, 0.23)),
        (Depth.FRONT, lambda pen: props.draw_bucket(pen.at(0.33, 0, 0.8), 0.0, props.STEEL, _MILK)),
    ))  # fmt: skip


def _point_at(item: Item, color: str) -> Staging:
    size = item.height
    thing = place(item, color, 0.72 + item.width * size / 2, 0.0, size, Depth.BACKDROP, flip=True)
    stance = Stance((0, 0.37), ((-0.16, 0.34), (0.4, 0.68)), ((-0.1, 0.03), (0.08, 0.03)), 0)
    return Staging(stance, (thing,))


def _hang(item: Item, color: str) -> Staging:
    size = fit(item, 0.5, min(0.42, item.height))
    stance = Stance((0.0, 0.42), ((0.22, 0.94), (0.32, 0.97)), ((-0.06, 0.08), (0.04, 0.06)), -6, elbows=(0.6, -0.6))
    thing = place(item, color, 0.34, 0.98 - size * 0.4, size, Depth.BACK)
    beam = (Depth.BACKDROP, lambda pen: pen.box(-0.5, 1.42, 0.9, 1.48, props.WOOD, line=0.8))
    string = (Depth.BACKDROP, lambda pen: pen.box(0.335, 0.96 + size * 0.5, 0.345, 1.43, props.WOOD, line=0.4))
    return Staging(stance, (beam, string, thing))


WORK_LAYOUTS: Mapping[str, Layout] = {
    "ride": _ride, "sit_on": _sit_on, "feed": _feed, "pet": _pet, "groom": partial(_pet, tool="comb"),
    "paint": _paint, "draw": _draw_canvas, "cut": _cut, "eat": _eat, "sell": _sell, "fight": _fight,
    "plant": _plant, "dig": _dig, "pick": _pick, "milk": _milk, "play": _play,
    "lie_on": _lie_on, "sleep_on": _lie_on, "give": _give, "point": _point_at, "hang": _hang,
}  # fmt: skip
