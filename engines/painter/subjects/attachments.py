"""What a figure wears or holds: its place and size on the drawing of the figure."""

from dataclasses import dataclass

import numpy as np

from engines.painter.curves import Points
from engines.painter.scene import Attachment, Subject
from engines.painter.subjects.anchors import (
    BALLOONS,
    GLASSES,
    HATS,
    HEADPHONES,
    NARROW_HATS,
    NECKWEAR,
    UMBRELLAS,
    WEARABLES,
    Anchor,
    find_anchor,
)
from engines.painter.subjects.catalog import find_entry, is_bust
from engines.painter.subjects.natural_sizes import scale_naturally
from engines.painter.subjects.nature import is_immovable

_HAT_WIDTH, _NARROW_WIDTH, _MAX_HAT_WIDTH, _HAT_SUNK = 1.3, 0.8, 0.75, 0.16
"""Width of a hat in widths of the head, with and without a brim, its maximum in widths of a face, and the part of its
height that is below the crown."""
_GLASSES_WIDTH, _NECKWEAR_WIDTH, _HEADPHONES_WIDTH, _EAR = 0.86, 0.8, 1.4, 0.18
_IN_HAND_WIDTH, _IN_HAND_HEIGHT, _IN_HAND_LEVEL = 0.72, 0.46, 0.76
"""Size of what is held in front of the body, in shares of the figure, and its middle below the top."""
_FRONT_HEIGHT, _FRONT_OVERLAP = 0.6, 0.25
"""Size of what is in front of an animal seen from the side, in its heights, and the part that the animal overlaps."""
_LEAST_IN_FRONT = 0.3
"""Least height of what is in front of an animal, in its heights."""
_UMBRELLA_WIDTH, _UMBRELLA_FOOT = 1.25, 0.62
_BALLOON_SIDE, _BALLOON_FOOT, _BALLOON_HEIGHT = 0.3, 0.72, 0.8
_BITE_WIDTH, _BITE_HEIGHT, _MOUTH, _MUZZLE, _BELOW_MOUTH = 0.6, 1.1, 0.3, 0.62, 0.8
"""Size of what is at a mouth, the mouth below the eyes and to their side, in widths of the head, and the part of the
thing that is below the mouth."""
_STALKS, _STALK_LEVEL = (Subject.BAMBOO, "icon/sheaf-of-rice", "icon/herb", "icon/own/grass"), 0.7
"""Long things, whose end is at the mouth, and the level of their middle."""
_HANDS_APART = frozenset((Subject.ROBOT, Subject.OWL, *(
    f"icon/{key}"
    for key in ("penguin", "owl", "octopus", "own/octopus", "chicken", "own/snowy_owl", "own/barn_owl", "own/gecko",
        "own/snowman")
)))  # fmt: skip
"""Drawings whose hands or wings are at their sides, not at what is in front of them."""
_PORTRAITS = frozenset((Subject.WOMAN, Subject.MAN, Subject.PERSON))
"""Drawings down to the chest."""
_TOP = 0.15
"""Share of the height of a drawing in which its head is found."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Middle and foot of an attached figure in frame units, and its height."""

    x: float
    foot: float
    size: float


def can_attach(subject: str, item: str, how: Attachment) -> bool:
    """Return whether the drawing of *subject* can wear or hold *item*."""
    anchor = find_anchor(subject)
    if anchor is None or find_anchor(item) is not None or find_entry(item) is None:
        return False
    if how is Attachment.WORN:
        return item in HATS | GLASSES | HEADPHONES or (item in NECKWEAR and bool(anchor.neck))
    if is_immovable(item):
        return False
    if how is Attachment.AT_MOUTH:
        return item not in WEARABLES and not find_anchor(item)
    is_raised = item in UMBRELLAS | BALLOONS
    return item not in WEARABLES and not anchor.is_head_alone and not (anchor.is_lateral and is_raised)


def shows_use(subject: str, how: Attachment) -> bool:
    """Return whether *subject* holds what it has: an animal on four legs only stands at it, a portrait has no hands."""
    anchor = find_anchor(subject)
    has_hands = anchor is not None and not (anchor.is_lateral or subject in _PORTRAITS or is_bust(subject))
    return how is not Attachment.IN_HAND or has_hands


def reaches(subject: str, item: str) -> bool:
    """Return whether the hands of *subject* are at *item*, which is in front of it: none of them is raised."""
    return subject not in _HANDS_APART and item not in UMBRELLAS | BALLOONS


def find_spot(subject: str, item: str, drawn: Points, width: float, how: Attachment = Attachment.IN_HAND) -> Spot:
    """Return where *item*, *width* wide at height 1, is on *subject*, whose drawing has the points *drawn*."""
    anchor = find_anchor(subject)
    assert anchor is not None, "an attached figure has a figure with a head"
    (left, top), (right, bottom) = drawn.min(axis=0), drawn.max(axis=0)
    across, down = float(right - left), float(bottom - top)
    share = _find_head(anchor, drawn)
    x, head, crown = float(left) + share * across, anchor.width * across, float(top) + anchor.crown * down
    if item in HATS:
        brim = _NARROW_WIDTH if item in NARROW_HATS else _HAT_WIDTH
        size = min(brim * head, _MAX_HAT_WIDTH * across if anchor.is_head_alone else brim * head) / width
        return Spot(x, crown + _HAT_SUNK * size, size)
    if item in GLASSES:
        size = _GLASSES_WIDTH * head / width
        return Spot(x, float(top) + anchor.eyes * down + size / 2, size)
    if item in HEADPHONES:
        size = _HEADPHONES_WIDTH * head / width
        return Spot(x, float(top) + anchor.eyes * down + _EAR * size, size)
    if item in NECKWEAR:
        size = _NECKWEAR_WIDTH * head / width
        return Spot(x, float(top) + (anchor.neck - 0.04) * down + size, size)
    if item in UMBRELLAS:
        return Spot(x, float(top) + _UMBRELLA_FOOT * down, _UMBRELLA_WIDTH * across / width)
    if item in BALLOONS:
        return Spot(x + _BALLOON_SIDE * across, float(top) + _BALLOON_FOOT * down, _BALLOON_HEIGHT * down)
    is_stalk = how is Attachment.AT_MOUTH and item in _STALKS and not anchor.is_lateral
    if how is Attachment.AT_MOUTH and not is_stalk:
        return _find_mouth(anchor, (x, float(top) + anchor.eyes * down), head, share, width)
    if anchor.is_lateral:
        natural = scale_naturally([subject, item])
        size = min(_FRONT_HEIGHT * down, 1.1 * across / width, max(_LEAST_IN_FRONT, natural[item]) * down)
        side = -1 if share < 0.5 else 1
        edge = float(left if side < 0 else right)
        return Spot(edge + side * (0.5 - _FRONT_OVERLAP) * size * width, float(bottom), size)
    size = min(_IN_HAND_WIDTH * across / width, _IN_HAND_HEIGHT * down)
    level = _STALK_LEVEL if is_stalk else _IN_HAND_LEVEL
    return Spot(x, float(top) + level * down + size / 2, size)


def _find_mouth(anchor: Anchor, eyes: tuple[float, float], head: float, share: float, width: float) -> Spot:
    """Return where a thing *width* wide at height 1 is bitten or drunk from; *head* is the width of the head."""
    size = min(_BITE_WIDTH * head / width, _BITE_HEIGHT * head)
    side = (-1 if share < 0.5 else 1) if anchor.is_lateral else 0
    mouth = eyes[1] + _MOUTH * head
    return Spot(eyes[0] + side * _MUZZLE * head, mouth + (0.5 if side else _BELOW_MOUTH) * size, size)


def _find_head(anchor: Anchor, drawn: Points) -> float:
    """Return the middle of the head: a drawing may be flipped, which its top shows."""
    (left, top), (right, bottom) = drawn.min(axis=0), drawn.max(axis=0)
    upper = drawn[drawn[:, 1] < top + _TOP * (bottom - top)]
    middle = float((np.median(upper[:, 0]) - left) / (right - left))
    return min((anchor.x, 1 - anchor.x), key=lambda share: abs(share - middle))
