"""Draws regions on an image: outlines in distinct colors, arrows, and labels on plates."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from engines.typesetting.contrast import BLACK, WHITE, measure_contrast
from engines.typesetting.fonts import load_typefaces
from engines.typesetting.typeface import Typeface
from engines.typesetting.values import Rectangle, Weight
from engines.vision.labels import LabelPlacer, PlacedLabel, measure_max_width, measure_plate, truncate_label
from engines.vision.values import MAX_REGIONS, Box, Region, VisionError, validate_pixels
from services.common.images.arrays import Pixels
from services.common.images.color_codes import Color
from services.common.text.language import Text

# Distinct for color-blind users, too: Okabe and Ito, Color Universal Design, 2008; without black.
PALETTE: Final[tuple[Color, ...]] = (
    (213, 94, 0),
    (0, 114, 178),
    (0, 158, 115),
    (204, 121, 167),
    (230, 159, 0),
    (86, 180, 233),
    (240, 228, 66),
)
# Fractions of the image's shorter side, and limits in pixels.
_LINE: Final = 0.005
_MAX_LINE: Final = 12
_MIN_LINE: Final = 2
_SIZE: Final = 0.028
_MIN_SIZE: Final = 13
_MAX_SIZE: Final = 56
# The shaft of an arrow, in sizes of its label.
_SHAFT: Final = 1.8
# The head of an arrow, in widths of its line.
_HEAD: Final = 6

_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Style:
    """Dimensions of a drawing in pixels: the image, the width of lines, the size of labels."""

    width: int
    height: int
    line: int
    size: int
    typeface: Typeface

    @classmethod
    def for_image(cls, width: int, height: int) -> "_Style":
        """Return the style for an image of this size."""
        side = min(width, height)
        line = min(_MAX_LINE, max(_MIN_LINE, round(_LINE * side)))
        size = min(_MAX_SIZE, max(_MIN_SIZE, round(_SIZE * side)))
        return cls(width, height, line, size, load_typefaces()[Weight.BOLD])

    def surround(self, box: Box) -> Rectangle:
        """Return the outer pixels of an outline around *box*, inside the image, outside of the content of the box."""
        reach = self.line + 2
        right, bottom = min(self.width, box.right + reach) - 1, min(self.height, box.bottom + reach) - 1
        return max(0, box.x - reach), max(0, box.y - reach), right, bottom


def draw_regions(pixels: Pixels, regions: Sequence[Region]) -> Pixels:
    """Return a copy of *pixels* with *regions* drawn, each with its label.

    Labels lie inside the image, and do not overlap if there is space; one that is too long is truncated, and one
    for which the image is too small is omitted. The same input gives the same bytes.

    Raises:
        VisionError: the image is invalid, there are more than 500 regions, or one lies outside the image.

    """
    validate_pixels(pixels)
    if len(regions) > MAX_REGIONS:
        zh = f"区域太多：最多 {MAX_REGIONS} 个，收到 {len(regions)} 个。"
        en = f"There are too many regions: at most {MAX_REGIONS}, got {len(regions)}."
        raise VisionError("regions", Text(zh, en))
    height, width = pixels.shape[:2]
    boxes = [_clip_box(region.box, number, width, height) for number, region in enumerate(regions)]
    style = _Style.for_image(width, height)
    colors = choose_colors(boxes)
    labels = _place_labels(regions, boxes, style)
    image = Image.fromarray(pixels).copy()
    draw = ImageDraw.Draw(image)
    for region, box, color, label in zip(regions, boxes, colors, labels, strict=True):
        _draw_shape(draw, region, box, color, label, style)
        if label is not None and label.is_distant and region.shape != "arrow":
            _draw_leader(draw, label, box, color, style)
    for color, label in zip(colors, labels, strict=True):
        if label is not None:
            _draw_label(draw, label, color, style)
    return np.array(image, dtype=np.uint8)


def choose_colors(boxes: Sequence[Box]) -> list[Color]:
    """Return a color for each box: each color in order, then the one whose boxes are farthest away."""
    centers = np.array([(box.x + box.width / 2, box.y + box.height / 2) for box in boxes]).reshape(-1, 2)
    chosen = list[int]()
    for number, center in enumerate(centers):
        if number < len(PALETTE):
            chosen.append(number)
            continue
        distances = np.hypot(*(centers[:number] - center).T)
        nearest = [distances[np.array(chosen) == color].min() for color in range(len(PALETTE))]
        chosen.append(int(np.argmax(nearest)))
    return [PALETTE[index] for index in chosen]


def _clip_box(box: Box, number: int, width: int, height: int) -> Box:
    """Return the part of *box* inside the image."""
    left, top, right, bottom = max(0, box.x), max(0, box.y), min(width, box.right), min(height, box.bottom)
    if right - left < 1 or bottom - top < 1:
        zh = f"框在图片（{width}×{height}）之外。"
        en = f"The box lies outside the image ({width}×{height})."
        raise VisionError(f"regions[{number}].box", Text(zh, en))
    return Box(int(left), int(top), int(right - left), int(bottom - top))


def _place_labels(regions: Sequence[Region], boxes: Sequence[Box], style: _Style) -> list[PlacedLabel | None]:
    """Return the label of each region: first those with a fixed position, then the others around them."""
    shapes = [_outline(region, box, style) for region, box in zip(regions, boxes, strict=True)]
    placer = LabelPlacer(style.width, style.height, [shape for shape in shapes if shape is not None])
    max_width = measure_max_width(style.width, style.size)
    labels: list[PlacedLabel | None] = [None] * len(regions)
    for number in sorted(range(len(regions)), key=lambda number: regions[number].shape != "text"):
        text = truncate_label(regions[number].label, style.typeface, style.size, max_width)
        if not text:
            continue
        plate, shape = measure_plate(text, style.typeface, style.size), shapes[number]
        if shape is None:
            labels[number] = placer.place_at(text, plate, boxes[number])
        else:
            labels[number] = placer.place(text, plate, shape)
    return labels


def _outline(region: Region, box: Box, style: _Style) -> Box | None:
    """Return the box that the label of *region* adjoins; None for a text. An arrow needs room for its shaft."""
    if region.shape == "text":
        return None
    left, top, right, bottom = style.surround(box)
    reach = round(_SHAFT * style.size) if region.shape == "arrow" else 0
    return Box(left - reach, top - reach, right + 1 - left + 2 * reach, bottom + 1 - top + 2 * reach)


def _draw_shape(
    draw: ImageDraw.ImageDraw, region: Region, box: Box, color: Color, label: PlacedLabel | None, style: _Style
) -> None:
    """Draw *region* with a thin line of contrast around it, so that it is visible on any background."""
    edges = style.surround(box)
    casing = _choose_contrast(color)
    match region.shape:
        case "rectangle":
            draw.rectangle(edges, outline=casing, width=style.line + 2)
            draw.rectangle(_inset(edges, 1), outline=color, width=style.line)
        case "ellipse":
            draw.ellipse(edges, outline=casing, width=style.line + 2)
            draw.ellipse(_inset(edges, 1), outline=color, width=style.line)
        case "arrow":
            start = _find_tail(box, style) if label is None else label.center
            _draw_arrow(draw, start, _find_nearest(box, start), color, style.line)
        case "text":
            pass  # only the label
        case "cover":
            draw.rectangle(edges, fill=BLACK)


def _draw_arrow(draw: ImageDraw.ImageDraw, start: _Point, end: _Point, color: Color, width: int) -> None:
    """Draw an arrow from *start* to *end*; its head is at most half of it."""
    length = math.dist(start, end)
    if length < 1:
        return
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = min(_HEAD * width, length / 2)
    base = (end[0] - head * x, end[1] - head * y)
    casing, side = _choose_contrast(color), 0.5 * head
    draw.line((start, base), fill=casing, width=width + 2)
    draw.line((start, base), fill=color, width=width)
    corners = (end, (base[0] - side * y, base[1] + side * x), (base[0] + side * y, base[1] - side * x))
    draw.polygon(corners, fill=color, outline=casing)


def _find_tail(box: Box, style: _Style) -> _Point:
    """Return the start of an arrow to *box* without a label: outside of the box, on the side with the most space."""
    reach = _SHAFT * style.size
    x, y = box.x + box.width / 2, box.y + box.height / 2
    rooms = {
        (box.x - reach, y): box.x,
        (box.right + reach, y): style.width - box.right,
        (x, box.y - reach): box.y,
        (x, box.bottom + reach): style.height - box.bottom,
    }
    left, top = max(rooms, key=lambda point: rooms[point])
    if max(rooms.values()) < style.size / 2:  # the box fills the image: the arrow starts at its center
        left, top = x, y
    return min(max(0, left), style.width - 1), min(max(0, top), style.height - 1)


def _find_nearest(box: Box, point: _Point) -> _Point:
    """Return the point of *box* nearest to *point*; its upper left corner for a point inside."""
    if box.x <= point[0] < box.right and box.y <= point[1] < box.bottom:
        return box.x, box.y
    return min(max(point[0], box.x), box.right - 1), min(max(point[1], box.y), box.bottom - 1)


def _draw_leader(draw: ImageDraw.ImageDraw, label: PlacedLabel, box: Box, color: Color, style: _Style) -> None:
    """Draw a line from a distant label to its region."""
    end = _find_nearest(box, label.center)
    draw.line((label.center, end), fill=_choose_contrast(color), width=style.line + 2)
    draw.line((label.center, end), fill=color, width=style.line)


def _inset(edges: Rectangle, distance: int) -> Rectangle:
    left, top, right, bottom = edges
    if right - left < 2 * distance or bottom - top < 2 * distance:
        return edges
    return left + distance, top + distance, right - distance, bottom - distance


def _choose_contrast(color: Color) -> Color:
    """Return black or white, the one with more contrast to *color*."""
    pixel = np.array([color], dtype=np.uint8)
    return max((WHITE, BLACK), key=lambda end: float(measure_contrast(end, pixel)[0]))


def _draw_label(draw: ImageDraw.ImageDraw, label: PlacedLabel, color: Color, style: _Style) -> None:
    """Draw the plate in *color*, and the text on it in black or white."""
    left, top, right, bottom = label.plate
    ink = _choose_contrast(color)
    draw.rectangle((left, top, right - 1, bottom - 1), fill=color, outline=ink)
    font = style.typeface.load(style.size)
    draw.text(label.center, label.text, fill=ink, font=font, anchor="mm")
