"""Text overlays: the input of the engine, and the error for one that cannot be drawn."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from services.common.contract.field_error import FieldError
from services.common.images.color_codes import Color, is_color, parse_color
from services.common.text.language import Text

MAX_TEXT_LENGTH = 500
# Fractions of the image's shorter side: 22 pixels at 1024, which is still readable on a phone.
MIN_SIZE = 0.022
MAX_SIZE = 1.0
# Below this size in pixels Chinese characters are illegible.
LEGIBLE_PIXELS = 10
# Minimum contrast of text: WCAG 2.2, success criterion 1.4.3.
MIN_CONTRAST = 4.5
# Tolerance for sums of decimal fractions, such as 0.7 + 0.3.
_ROUNDING = 1e-9

Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are exclusive."""

"""sRGB, 0 to 255."""


class Align(StrEnum):
    """Horizontal alignment of the lines in the box."""

    LEFT = "left"
    CENTER = "centre"
    RIGHT = "right"


class Anchor(StrEnum):
    """Vertical position of the lines in the box."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class BackingMode(StrEnum):
    """Requested backing of the text."""

    AUTO = "auto"  # a plate if the text is not readable without one
    PLATE = "plate"  # a rounded plate
    SCRIM = "scrim"  # a tint that fades out towards the edges of the box
    NONE = "none"  # no backing, whether readable or not


class Weight(StrEnum):
    """Font weight."""

    REGULAR = "regular"
    BOLD = "bold"


class OverlayError(FieldError):
    """A text overlay is invalid or does not fit its box. The field names one of the overlay, such as "box.width"."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part of an image, in fractions of its width and height from its left and top.

    Raises:
        OverlayError: a side is outside the image or the box is empty.

    """

    left: float
    top: float
    width: float
    height: float

    def __post_init__(self) -> None:
        for name, start, extent in (("width", self.left, self.width), ("height", self.top, self.height)):
            side = "left" if name == "width" else "top"
            if not (math.isfinite(start) and 0 <= start < 1):
                message = Text(f"框的 {side} 应在 0 到 1 之间。", f"{side} of the box must be 0 to 1.")
                raise OverlayError(f"box.{side}", message)
            if not (math.isfinite(extent) and extent > 0 and start + extent <= 1 + _ROUNDING):
                zh = f"框超出了图片：{side} + {name} 最多为 1，且 {name} 要大于 0。"
                en = f"The box leaves the image: {side} + {name} is at most 1, and {name} above 0."
                raise OverlayError(f"box.{name}", Text(zh, en))

    def within(self, width: int, height: int) -> Rectangle:
        """Return the whole pixels of the box in an image of *width* x *height*; may be empty."""
        right, bottom = (self.left + self.width) * width, (self.top + self.height) * height
        edges = (self.left * width, self.top * height)
        left, top = (math.ceil(edge - _ROUNDING * width) for edge in edges)
        return left, top, min(width, math.floor(right + 1e-6)), min(height, math.floor(bottom + 1e-6))


@dataclass(frozen=True, slots=True)
class TextOverlay:
    """A text to draw in a box of an image.

    Attributes:
        text: up to 500 characters; line breaks are preserved.
        box: nothing is drawn outside it.
        color: "#rrggbb", or "" for the most readable one.
        min_size, max_size: font size in fractions of the image's shorter side.
        shorten: truncate a text that does not fit at the minimum size, instead of rejecting it.

    Raises:
        OverlayError: a field is invalid.

    """

    text: str
    box: Box
    align: Align = Align.CENTER
    anchor: Anchor = Anchor.MIDDLE
    color: str = ""
    backing: BackingMode = BackingMode.AUTO
    weight: Weight = Weight.BOLD
    min_size: float = MIN_SIZE
    max_size: float = MAX_SIZE
    shorten: bool = False

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise OverlayError("text", Text("请写出要放在图片上的文字。", "Enter the text to draw on the image."))
        if len(self.text) > MAX_TEXT_LENGTH:
            zh = f"文字太长：最多 {MAX_TEXT_LENGTH} 个字符，收到 {len(self.text)} 个。"
            en = f"The text is too long: at most {MAX_TEXT_LENGTH} characters, got {len(self.text)}."
            raise OverlayError("text", Text(zh, en))
        # The names in errors are those of the API.
        if self.color and not is_color(self.color):
            message = Text("颜色应写成 #rrggbb，或 auto。", "A color is written #rrggbb, or auto.")
            raise OverlayError("color", message)
        for name, size in (("least_size", self.min_size), ("most_size", self.max_size)):
            if not (math.isfinite(size) and 0 < size <= 1):
                raise OverlayError(name, Text("字号应大于 0，最多为 1。", "A size is above 0 and at most 1."))
        if self.min_size > self.max_size:
            message = Text("最大字号不能小于最小字号。", "The maximum size is smaller than the minimum size.")
            raise OverlayError("most_size", message)

    @property
    def requested_color(self) -> Color | None:
        """The requested color, if any."""
        return parse_color(self.color) if self.color else None


@contextmanager
def number_overlay(number: int) -> Iterator[None]:
    """Add the *number* of the overlay, from 0, to the field of an error."""
    try:
        yield
    except OverlayError as error:
        raise OverlayError(f"overlays[{number}].{error.field}", error.text) from error
