"""The things of actions: any drawing, turned to one side, at the size that it has next to a person."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from engines.painter.curves import Points
from engines.painter.shapes import Pen, Role, Tone
from engines.painter.subjects.anchors import find_anchor
from engines.painter.subjects.color_change import recolor
from engines.painter.subjects.drawing_text import record_subject
from engines.painter.subjects.icons import load_icons, measure_area
from engines.painter.subjects.nature import is_handheld, is_immovable
from engines.painter.subjects.people.keys import is_person, parse_key

ITEM = "item"
"""Name of the thing of an action among the parts of the drawing."""
PROP = "prop"
"""Name of what is around who acts, other than the thing of the action."""
_SOLID_AREA = 0.05
_GROUPS = (
    ("animal-bug", 0.2), ("animal-mammal", 0.55), ("animal-", 0.5), ("food-fruit", 0.2), ("food-vegetable", 0.22),
    ("food-", 0.24), ("drink", 0.22), ("dishware", 0.24), ("plant-", 0.5), ("transport-water", 0.6),
    ("transport-air", 0.8), ("transport-", 0.62), ("place-", 1.3), ("sport", 0.22), ("game", 0.26),
    ("household", 0.45), ("room-", 0.6), ("person", 0.8),
)  # fmt: skip
_DRAWN_AS = {"tree": "icon/deciduous-tree", "rabbit": "icon/rabbit", "cat": "icon/cat", "dog": "icon/dog",
    "tiger": "icon/tiger", "icon/rabbit-face": "icon/rabbit", "icon/cow-face": "icon/cow",
    "icon/pig-face": "icon/own/pink_pig",
    "icon/tiger-face": "icon/tiger", "icon/horse-face": "icon/horse", "icon/monkey-face": "icon/monkey",
    "icon/dragon-face": "icon/dragon", "icon/fox": "fox", "icon/bear": "bear", "icon/panda": "panda",
    "fish": "icon/fish", "icon/flying-disc": "icon/own/frisbee",
    "icon/boy": "person/boy///", "icon/girl": "person/girl///"}  # fmt: skip
"""Drawings from the side of what is seated, only a face, or thrown flat, and a tree that has no season."""
_LOOKING_LEFT = frozenset(("icon/own/stroller",))
_HANDHELD, _OTHER, _MAX_WIDTH, _ADULT, _CHILD = 0.24, 0.4, 1.5, 0.94, 0.76
_LATERAL = ("animal-", "transport-")


@cache
def load_sizes() -> Mapping[str, float]:
    """Return the heights of the table `sizes.tsv`, next to a person of height 1."""
    with Path(__file__).with_name("sizes.tsv").open(encoding="utf-8", newline="") as file:
        return {row["subject"]: float(row["height"]) for row in csv.DictReader(file, delimiter="\t")}


@dataclass(frozen=True, slots=True)
class Item:
    """A thing turned to the right: its areas, foot at the origin and height 1, and its natural height.

    Natural is the height next to a person of height 1.
    """

    subject: str
    areas: tuple[tuple[str, Points], ...]
    width: float
    height: float

    def find_edge(self, low: float, high: float, *, is_right: bool = False) -> float:
        """Return the outermost x between the heights *low* and *high*, shares of its height, at one side."""
        outlines = [_densify(outline) for _, outline in self.areas]
        points = np.vstack(outlines)
        inside = points[(points[:, 1] >= low) & (points[:, 1] <= high)]
        chosen = inside if len(inside) else points
        return float(chosen[:, 0].max() if is_right else chosen[:, 0].min())

    def find_top(self, left: float, right: float) -> float:
        """Return the upper edge between *left* and *right*, in its heights from its middle."""
        points = np.vstack([_densify(outline) for _, outline in self.areas])
        inside = points[(points[:, 0] >= left) & (points[:, 0] <= right)]
        return float(inside[:, 1].max()) if len(inside) else 1.0

    @property
    def is_large(self) -> bool:
        """Whether a person cannot hold it."""
        return self.height > 0.55 or is_immovable(self.subject)


@cache
def load_item(subject: str) -> Item:
    """Return the thing *subject*, turned to the right."""
    areas = tuple(record_subject(_DRAWN_AS.get(subject, subject)))
    points = np.vstack([outline for _, outline in areas])
    if _looks_left(_DRAWN_AS.get(subject, subject), points):
        areas = tuple((color, outline * (-1.0, 1.0)) for color, outline in areas)
    width = float(np.ptp(points[:, 0]))
    height = min(find_height(subject), _MAX_WIDTH / width)
    return Item(_DRAWN_AS.get(subject, subject), areas, width, height)


def draw_item(
    pen: Pen, item: Item, x: float, y: float, height: float, *, flip: bool = False, tilt: float = 0.0, color: str = ""
) -> None:
    """Draw *item* with its foot at *x*, *y*, in *color* if that is requested; with *flip* it looks to the left."""
    place, start = pen.at(x, y, height, flip=flip, tilt=-tilt if flip else tilt), len(pen.shapes)
    for tint, outline in item.areas:
        solid = measure_area(outline) > _SOLID_AREA
        tone = Tone(Role.SECOND, tint=tint)
        line = 0.8 if solid else 0.45
        place.fill(outline, tone, fade=tone.darken(0.1) if solid else None, solid=solid, line=line)
    if color:
        recolor(pen.shapes, start, color)
    pen.shapes[start:] = [replace(shape, part=ITEM) for shape in pen.shapes[start:]]


def find_height(subject: str) -> float:
    """Return the natural height of *subject* next to a person of height 1."""
    if subject in load_sizes():
        return load_sizes()[subject]
    if is_person(subject):
        return _CHILD if parse_key(subject).kind.is_child else _ADULT
    icon = load_icons().get(subject)
    group = icon.group if icon else ""
    known = next((size for prefix, size in _GROUPS if group.startswith(prefix)), 0.0)
    return known or (_HANDHELD if is_handheld(subject) else 1.2 if is_immovable(subject) else _OTHER)


def _looks_left(subject: str, points: Points) -> bool:
    """Return whether the drawing is turned to the left: where its head is, which a flipped one has at its top."""
    anchor, icon = find_anchor(subject), load_icons().get(subject)
    if anchor is not None and anchor.is_lateral:
        (left, _), (right, top) = points.min(axis=0), points.max(axis=0)
        upper = points[points[:, 1] > 0.85 * top]
        middle = float((np.median(upper[:, 0]) - left) / (right - left))
        is_mirrored = abs(1 - anchor.x - middle) < abs(anchor.x - middle) and not subject.startswith("icon/")
        return (1 - anchor.x if is_mirrored else anchor.x) < 0.5
    if subject in _LOOKING_LEFT:
        return True
    is_own = subject.startswith("icon/own/")
    return icon is not None and icon.group.startswith(_LATERAL) and not is_own


def _densify(outline: Points) -> Points:
    """Return *outline* with points between its own."""
    following = np.roll(outline, -1, axis=0)
    return np.vstack([outline + (following - outline) * share for share in (0.0, 0.25, 0.5, 0.75)])
