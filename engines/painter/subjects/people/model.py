"""The model of a person: joints of a pose, the pens of its parts, and the depth of each part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from engines.painter.shapes import Pen, Role, Tone

XY = tuple[float, float]
HANDS = "hands"
"""Name of the hands among the parts of a drawing."""
SEATS = frozenset(("stool", "armchair", "barber_chair", "dentist_chair", "swing"))
"""Names of the parts that someone sits on."""
LEFT, RIGHT = 0, 1
"""Indices of arms and legs, as the viewer sees them."""
SHOULDER, NECK = (0.135, 0.285), 0.31
HEAD_LEVEL, HEAD_SIZE = 0.45, 0.128
"""The middle of the head above the hip, and its radius."""
_CHILD_HEAD = 1.22
TURNED_WIDTH, TURNED_JOINTS, _UPRIGHT = 0.78, 0.45, 0.75
"""Width of the torso of someone who is turned, the distance of its shoulders and hips, and the share of a lean that the
head balances."""


class Kind(StrEnum):
    """Age and sex of a person."""

    MAN = "man"
    WOMAN = "woman"
    BOY = "boy"
    GIRL = "girl"
    OLD_MAN = "old_man"
    OLD_WOMAN = "old_woman"

    @property
    def is_female(self) -> bool:
        """Whether the person is a woman or a girl."""
        return self in (Kind.WOMAN, Kind.GIRL, Kind.OLD_WOMAN)

    @property
    def is_child(self) -> bool:
        """Whether the person is a child."""
        return self in (Kind.BOY, Kind.GIRL)

    @property
    def is_old(self) -> bool:
        """Whether the person is old."""
        return self in (Kind.OLD_MAN, Kind.OLD_WOMAN)


class Depth(IntEnum):
    """Order of the parts of a person, far to near."""

    BACKDROP = 0
    BACK = 1
    HAIR_BEHIND = 2
    LEGS = 3
    FEET = 4
    TORSO = 5
    OVER = 6
    HEAD = 7
    FACE = 8
    HAT = 9
    PLACE = 10
    ARMS = 11
    TOOLS = 12
    HANDS = 13
    FRONT = 14


class Slot(StrEnum):
    """The slot of a part: of each but `ON`, a request for another part of the slot takes its place."""

    WEAR = "wear"
    HAIR = "hair"
    BEARD = "beard"
    HAT = "hat"
    ON = "on"
    PLACE = "place"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Arms:
    """Elbow and hand of both arms, in units of the torso, whose origin is the hip."""

    left: tuple[XY, XY]
    right: tuple[XY, XY]


@dataclass(frozen=True, slots=True)
class Legs:
    """The hip, and knee and foot of both legs, with the origin between the feet."""

    hip: XY
    left: tuple[XY, XY]
    right: tuple[XY, XY]
    lean: float = 0.0
    """Rotation of the torso in degrees, counter-clockwise."""
    is_turned: bool = False
    """Whether the person is turned to the right: narrow, with both feet and the face to that side."""


@dataclass(frozen=True, slots=True)
class Model:
    """A person in a pose; its parts draw themselves on the pens."""

    body: Pen
    """Origin between the feet."""
    kind: Kind
    arms: Arms
    legs: Legs
    skin: Tone = field(default=Tone(Role.WHITE, tint="#f4cba8"))

    @property
    def torso(self) -> Pen:
        """Return the pen of the torso, its origin at the hip."""
        return self.body.at(*self.legs.hip, tilt=self.legs.lean, stretch=TURNED_WIDTH if self.is_turned else 1.0)

    @property
    def is_turned(self) -> bool:
        """Whether the person is turned to the right."""
        return self.legs.is_turned

    @property
    def head(self) -> Pen:
        """Return the pen of the head: its middle is the origin, its radius 1."""
        size = HEAD_SIZE * (_CHILD_HEAD if self.kind.is_child else 1.0)
        level = HEAD_LEVEL + (0.02 if self.kind.is_child else 0.0)
        if not self.is_turned:
            return self.torso.at(0, level, size)
        return self.torso.at(0, level, size, tilt=-_UPRIGHT * self.legs.lean, stretch=1 / TURNED_WIDTH)

    def at_hand(self, side: int, size: float = 1.0, tilt: float = 0.0, flip: bool = False) -> Pen:
        """Return the pen of a thing in the hand of *side*."""
        hand = (self.arms.left, self.arms.right)[side][1]
        stretch = 1 / TURNED_WIDTH if self.is_turned else 1.0
        return self.torso.at(*hand, size=size, tilt=tilt, flip=flip, stretch=stretch)


DrawPart = Callable[[Model, Tone], None]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a person: where it is drawn, its layers far to near, and its usual color, '#rrggbb'."""

    slot: Slot
    color: str
    layers: Sequence[tuple[Depth, DrawPart]]
    is_garment: bool = False
    """Whether a requested color of the person is that of this part."""


def build_part(slot: Slot, color: str, draw: DrawPart, depth: Depth) -> Part:
    """Return a part of one layer."""
    return Part(slot, color, ((depth, draw),))


def hull(points: Sequence[XY]) -> list[XY]:
    """Return the convex hull of *points*, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    result: list[XY] = []
    for run in (ordered, ordered[::-1]):
        chain: list[XY] = []
        for point in run:
            while len(chain) > 1 and _cross(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        result += chain[:-1]
    return result


def _cross(first: XY, second: XY, third: XY) -> float:
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])
