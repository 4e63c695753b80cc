"""Values of the vision engine: boxes in pixels, texts, elements, regions to draw; the limits of each."""

import math
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from services.common.contract.field_error import FieldError
from services.common.images.arrays import Pixels
from services.common.text.language import Text

MAX_SIDE: Final = 4096
"""Maximum width and height of an image."""
MAX_REGIONS: Final = 500
"""Maximum number of regions of one drawing, and of texts and elements of one analysis."""
MAX_LABEL: Final = 1000
"""Maximum characters of a label; on the image it is truncated to the available space."""
MAX_TEXT: Final = 1000
"""Maximum characters of a text in an image; a longer one is truncated with an ellipsis."""
# A coordinate beyond it is not near any image.
_MAX_COORDINATE: Final = 1_000_000

ElementKind = Literal["button", "text", "image", "icon"]
RegionShape = Literal["rectangle", "ellipse", "arrow", "text", "cover"]


class VisionError(FieldError):
    """An image or a region is invalid. The field is "pixels", or one of a region, such as "regions[3].box"."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels: its upper left corner and its sides, each at least 1.

    Raises:
        VisionError: a side is below 1, or a number is not finite or far outside any image.

    """

    x: int
    y: int
    width: int
    height: int

    def __post_init__(self) -> None:
        for name in ("x", "y", "width", "height"):
            value = getattr(self, name)
            if not math.isfinite(value) or abs(value) > _MAX_COORDINATE:
                message = Text(f"{name} 应为图片上的像素。", f"{name} must be a number of pixels of the image.")
                raise VisionError(f"box.{name}", message)
        for name in ("width", "height"):
            if getattr(self, name) < 1:
                raise VisionError(f"box.{name}", Text(f"{name} 至少为 1。", f"{name} must be at least 1."))

    @property
    def right(self) -> int:
        """The first column to the right of the box."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below the box."""
        return self.y + self.height

    @property
    def area(self) -> int:
        """The number of its pixels."""
        return self.width * self.height

    def intersect(self, other: "Box") -> int:
        """Return the area that both boxes cover."""
        width = min(self.right, other.right) - max(self.x, other.x)
        height = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0, width) * max(0, height)

    def measure_overlap(self, other: "Box") -> float:
        """Return the intersection over the union, 0 to 1."""
        shared = self.intersect(other)
        return shared / (self.area + other.area - shared)


@dataclass(frozen=True, slots=True)
class TextRegion:
    """A line of text in an image, and the confidence of OCR, 0 to 1."""

    text: str
    box: Box
    confidence: float


@dataclass(frozen=True, slots=True)
class Element:
    """A part of a user interface; *description* states what was measured, in English."""

    kind: ElementKind
    description: str
    box: Box


@dataclass(frozen=True, slots=True)
class Region:
    """A region to draw.

    Attributes:
        shape: a rectangle or ellipse around the box, an arrow that points at it, only the label in its place, or a
            cover that leaves nothing of the box visible.
        box: its position; the part outside the image is not drawn.
        label: up to 1,000 characters; empty for none.

    Raises:
        VisionError: the shape is unknown, the label too long, or a text without a label.

    """

    shape: RegionShape
    box: Box
    label: str

    def __post_init__(self) -> None:
        shapes = get_args(RegionShape)
        if self.shape not in shapes:
            zh, en = "、".join(shapes), ", ".join(shapes)
            raise VisionError("shape", Text(f"形状应为 {zh} 之一。", f"The shape must be one of {en}."))
        if len(self.label) > MAX_LABEL:
            zh = f"标签太长：最多 {MAX_LABEL} 个字符，收到 {len(self.label)} 个。"
            en = f"The label is too long: at most {MAX_LABEL} characters, got {len(self.label)}."
            raise VisionError("label", Text(zh, en))
        if self.shape == "text" and not self.label.strip():
            raise VisionError("label", Text("text 需要标签。", "A region of shape text needs a label."))


def validate_pixels(pixels: Pixels) -> None:
    """Raise VisionError unless *pixels* is an RGB image of uint8, each side 1 to 4096."""
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
        zh, en = "图片应为 RGB，每个通道 8 位。", "The image must be RGB with 8 bits for each channel."
        raise VisionError("pixels", Text(zh, en))
    height, width = pixels.shape[:2]
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        zh = f"图片是 {width}×{height} 像素，每边应为 1 到 {MAX_SIDE}。"
        en = f"The image is {width}×{height} pixels; each side must be 1 to {MAX_SIDE}."
        raise VisionError("pixels", Text(zh, en))
