"""Meanings of words of adjustments: property, direction, amount, and complaints."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Dial(StrEnum):
    """A property of an image that can be increased and decreased, named as in the parameters."""

    BRIGHTNESS = "brightness"
    CONTRAST = "contrast"
    SATURATION = "saturation"
    WARMTH = "warmth"
    SHARPNESS = "sharpness"
    STYLE_STRENGTH = "style_strength"


@dataclass(frozen=True, slots=True)
class Named:
    """Names a dial without a direction: "contrast"."""

    dial: Dial


@dataclass(frozen=True, slots=True)
class Quality:
    """Names a dial and a direction.

    Whether an English positive ("dark") is a complaint depends on the other tokens. A defect ("overexposed") has the
    sign of its correction.
    """

    dial: Dial
    sign: int
    positive_degree: bool = False
    fraction: float | None = None
    is_fault: bool = False


@dataclass(frozen=True, slots=True)
class Direction:
    """Up or down: "increase", "低"."""

    sign: int


@dataclass(frozen=True, slots=True)
class Amount:
    """The amount, 0 to 1; `sign` if it also has a direction ("double", "halve")."""

    fraction: float
    sign: int = 0


@dataclass(frozen=True, slots=True)
class Complaint:
    """Too much of a quality: "too", "有点". A weak one ("很") is a complaint only if no verb requests a change."""

    fraction: float | None = None
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Resize:
    """Requests a larger (+1) or smaller (-1) image, or names width or height."""

    sign: int = 0
    side: Literal["width", "height", ""] = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A side of the image, or a direction of rotation."""

    edges: tuple[str, ...]
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class Ratio:
    """The aspect ratio of an image: width over height."""

    value: float


@dataclass(frozen=True, slots=True)
class Pixels:
    """A size in pixels."""

    width: int
    height: int


class Marker(StrEnum):
    """Words without a value of their own."""

    NOT = "not"
    LACKING = "lacking"
    ENOUGH = "enough"
    JOIN = "join"
    BREAK = "break"
    TO = "to"
    CAUSE = "cause"
    STATE = "state"
    FILLER = "filler"
    COLORS = "colors"
    COLOR_NAME = "color name"
    HOPE = "hope"
    VAGUE = "vague"
    TARGET = "target"
    ROTATE = "rotate"
    WEAK_ROTATE = "turn"
    FLIP_OVER = "flip_over"
    CROP = "crop"
    OFF = "off"
    FLIP = "flip"
    VERTICAL = "vertical"
    SIDEWAYS = "sideways"


Word = Named | Quality | Direction | Amount | Complaint | Resize | Edge | Ratio | Pixels | Marker
