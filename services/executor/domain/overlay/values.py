"""A text as it is to stand on a picture."""

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from services.common.errors import Code, ReflowError
from services.common.language import Text

LONGEST_TEXT = 500
# Parts of the picture's shorter side: 22 pixels at 1024, which a phone still shows readably.
LEAST_SIZE = 0.022
MOST_SIZE = 1.0
# Below this many pixels Chinese characters run into blots, however small the picture.
LEGIBLE_PIXELS = 10
# The least contrast of text: WCAG 2.2, success criterion 1.4.3.
READABLE = 4.5
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
# Fractions come as decimals; 0.7 + 0.3 must not count as more than the whole.
_ROUNDING = 1e-9

Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom lie outside."""

Colour = tuple[int, int, int]
"""sRGB, 0 to 255."""


class Align(StrEnum):
    """Where lines stand between the left and right of the box."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Anchor(StrEnum):
    """Where the lines together stand between the top and bottom of the box."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class Backing(StrEnum):
    """What lies between picture and text."""

    AUTO = "auto"  # a plate, where the text could not be read without one
    PLATE = "plate"  # a rounded plate
    SCRIM = "scrim"  # a shade that fades out towards the edges of the box
    NONE = "none"  # nothing, readable or not


class Weight(StrEnum):
    """How heavy the strokes are."""

    REGULAR = "regular"
    BOLD = "bold"


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a picture, in fractions of its width and height from its left and top.

    Raises:
        ReflowError: `INVALID_INPUT_FORMAT` naming the side that leaves the picture or has no extent.

    """

    left: float
    top: float
    width: float
    height: float

    def __post_init__(self) -> None:
        for name, start, extent in (("width", self.left, self.width), ("height", self.top, self.height)):
            side = "left" if name == "width" else "top"
            if not (math.isfinite(start) and 0 <= start < 1):
                raise refused(f"box.{side}", f"框的 {side} 应在 0 到 1 之间。", f"{side} of the box must be 0 to 1.")
            if not (math.isfinite(extent) and extent > 0 and start + extent <= 1 + _ROUNDING):
                zh = f"框超出了图片：{side} + {name} 最多为 1，且 {name} 要大于 0。"
                en = f"The box leaves the picture: {side} + {name} is at most 1, and {name} above 0."
                raise refused(f"box.{name}", zh, en)

    def within(self, width: int, height: int) -> Rectangle:
        """Return the whole pixels of the box in a picture of *width* x *height*; may be empty."""
        right, bottom = (self.left + self.width) * width, (self.top + self.height) * height
        edges = (self.left * width, self.top * height)
        left, top = (math.ceil(edge - _ROUNDING * width) for edge in edges)
        return left, top, min(width, math.floor(right + 1e-6)), min(height, math.floor(bottom + 1e-6))


@dataclass(frozen=True, slots=True)
class TextOverlay:
    """A text and how it is to stand in its box.

    Attributes:
        text: up to 500 characters; a line break is kept.
        box: nothing is drawn outside it.
        colour: "#rrggbb", or "" for the one that can be read best.
        least_size, most_size: of the font, as parts of the picture's shorter side.
        shorten: end with an ellipsis what does not fit even at the least size, instead of refusing it.

    Raises:
        ReflowError: `INVALID_INPUT_FORMAT` naming the field.

    """

    text: str
    box: Box
    align: Align = Align.CENTRE
    anchor: Anchor = Anchor.MIDDLE
    colour: str = ""
    backing: Backing = Backing.AUTO
    weight: Weight = Weight.BOLD
    least_size: float = LEAST_SIZE
    most_size: float = MOST_SIZE
    shorten: bool = False

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise refused("text", "请写出要放在图片上的文字。", "Say which text is to stand on the picture.")
        if len(self.text) > LONGEST_TEXT:
            raise refused(
                "text",
                f"文字太长：最多 {LONGEST_TEXT} 个字符，收到 {len(self.text)} 个。",
                f"The text is too long: at most {LONGEST_TEXT} characters, got {len(self.text)}.",
            )
        if self.colour and not _COLOUR.fullmatch(self.colour):
            raise refused("colour", "颜色应写成 #rrggbb，或 auto。", "A colour is written #rrggbb, or auto.")
        for name, size in (("least_size", self.least_size), ("most_size", self.most_size)):
            if not (math.isfinite(size) and 0 < size <= 1):
                raise refused(name, "字号应大于 0，最多为 1。", "A size is above 0 and at most 1.")
        if self.least_size > self.most_size:
            raise refused("most_size", "最大字号不能小于最小字号。", "The most is smaller than the least size.")

    @property
    def asked_colour(self) -> Colour | None:
        """The colour that was asked for, if any."""
        return parse_colour(self.colour) if self.colour else None


@dataclass(frozen=True, slots=True)
class Drawn:
    """How a text came to stand on the picture.

    Attributes:
        size: of the font, in pixels.
        lines: as they were broken.
        colour: "#rrggbb".
        backing: what was laid under it, never `AUTO`.
        contrast: of the text with what lies beneath it, by WCAG; 1 to 21.
        left_out: characters that the font lacks.
        cut: whether the end of the text is missing.

    """

    size: int
    lines: tuple[str, ...]
    colour: str
    backing: Backing
    contrast: float
    left_out: str
    cut: bool


def parse_colour(colour: str) -> Colour:
    """Return the channels of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def spell_colour(colour: Colour) -> str:
    """Return *colour* as "#rrggbb"."""
    return "#" + "".join(f"{channel:02x}" for channel in colour)


def refused(field: str, zh: str, en: str) -> ReflowError:
    """Return the error for a field of an overlay that cannot be used."""
    return ReflowError(Code.INVALID_INPUT_FORMAT, Text(zh, en), field=field, node="executor")


@contextmanager
def of_overlay(number: int) -> Iterator[None]:
    """Name the overlay of *number*, from 0, in the field of an error."""
    try:
        yield
    except ReflowError as error:
        error.field = f"overlays[{number}].{error.field}"
        raise
