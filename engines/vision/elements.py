"""Finds the elements of a user interface by measuring: buttons, texts, images, icons. The only model is that of OCR.

A button is a rectangle, filled or outlined, with a short text in its middle. Content on the background of a page or
panel that is not text is an image if it is large and solid, else an icon.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engines.vision.color_names import describe_color
from engines.vision.ink import count_groups, measure_difference
from engines.vision.surfaces import Surface, SurfaceMap, find_surfaces
from engines.vision.texts import TextLine, read_lines
from engines.vision.values import MAX_REGIONS, Box, Element
from services.common.images.arrays import Mask, Pixels

# Sides of a button in pixels, and its height in heights of its text.
_BUTTON_HEIGHT: Final = (16, 96)
_BUTTON_WIDTH: Final = (24, 480)
_MAX_BUTTON_LINES: Final = 2
_BUTTON_TEXT_HEIGHT: Final = (0.25, 0.98)
_MIN_RECTANGULARITY: Final = 0.75
# The text of a button may be off its center by this share of the width, or this many pixels.
_OFF_CENTER: Final = (0.06, 4)
_MAX_BUTTON_TEXT: Final = 40
# A sentence, such as a message in a chat, is not a button.
_SENTENCE: Final = re.compile(r"[,;:.?!](\s|$)|[，；：。？！]")
# A text in an image counts from this length and confidence.
_MIN_CLEAR_TEXT: Final = 3
_CLEAR: Final = 0.9
# Rectangles whose sides are at most this many pixels apart are cells of one table.
_CELL_GAP: Final = 4
# Ground: a surface of at least this share of the image, or one with texts, or one with few holes.
_GROUND_AREA: Final = 0.04
_GROUND_HOLES: Final = 0.25
# Sides of images and icons in pixels; below the first an element is noise.
_ICON_SIDE: Final = 9
_IMAGE_SIDE: Final = 40
_MAX_ICON_SIDE: Final = 80
_MAX_ICON_ASPECT: Final = 3.0
_MIN_IMAGE_COVERAGE: Final = 0.5
# Strokes up to this width are not part of an image; those of an icon are joined over this distance.
_STROKE: Final = 5
_JOIN: Final = 7
# The margin of an icon, as a share of its longer side.
_ICON_MARGIN: Final = 0.08


@dataclass(frozen=True, slots=True)
class _Button:
    """A button: its box, lines and surface."""

    box: Box
    lines: tuple[TextLine, ...]
    surface: Surface


def find_elements(pixels: Pixels) -> tuple[Element, ...]:
    """Return the elements in *pixels*, from top to bottom, at most 500.

    Raises:
        VisionError: the image is not RGB of 8 bits, or a side is above 4096.

    """
    lines = read_lines(pixels)
    surfaces = find_surfaces(pixels)
    buttons = _find_buttons(surfaces, lines)
    in_buttons = {line for button in buttons for line in button.lines}
    texts = [line for line in lines if line not in in_buttons and not _is_symbol(pixels, line)]
    ground = _find_ground(surfaces, [*texts, *in_buttons], pixels.shape[:2])
    content = _find_content(ground, texts, buttons)
    images = _find_images(content)
    texts = [line for line in texts if _is_clear(line) or not any(_is_inside(line.ink, image) for image in images)]
    icons = _find_icons(content, images)
    elements = [_describe_button(pixels, button, surfaces) for button in buttons]
    elements += [Element("text", _describe_text(pixels, line), _find_line_box(line)) for line in texts]
    elements += [Element("image", f"image, mainly {_describe_main_color(pixels, box)}", box) for box in images]
    elements += [Element("icon", f"icon, {_describe_ink(pixels, box)}", box) for box in icons]
    elements.sort(key=lambda element: (element.box.y, element.box.x))
    return tuple(elements[:MAX_REGIONS])


def _is_symbol(pixels: Pixels, line: TextLine) -> bool:
    """Return whether *line*, outside buttons, is more likely one or more icons than a text."""
    characters = line.text.replace(" ", "")
    if characters.isdigit():
        return False
    # OCR usually reads icons as one character, or as several far apart.
    return len(characters) <= count_groups(pixels, line.ink)


def _is_clear(line: TextLine) -> bool:
    """Return whether *line* is a text even in an image, where OCR also reads textures."""
    return len(line.text) >= _MIN_CLEAR_TEXT and line.confidence >= _CLEAR


def _find_buttons(surfaces: SurfaceMap, lines: Sequence[TextLine]) -> list[_Button]:
    rectangles = [one for one in surfaces.surfaces if one.rectangularity >= _MIN_RECTANGULARITY]
    buttons = list[_Button]()
    for surface in rectangles:
        box = _grow(surface.box, 1)
        inside = tuple(line for line in lines if _is_inside(line.ink, box))
        if not (_is_button(box, inside) and not _is_cell(surface, rectangles)):
            continue
        if not any(box.measure_overlap(other.box) > 0.5 for other in buttons):
            buttons.append(_Button(box, inside, surface))
    return buttons


def _is_button(box: Box, lines: Sequence[TextLine]) -> bool:
    """Return whether *box* has the size of a button, and *lines* its text, centered."""
    if not (_BUTTON_HEIGHT[0] <= box.height <= _BUTTON_HEIGHT[1] and _BUTTON_WIDTH[0] <= box.width <= _BUTTON_WIDTH[1]):
        return False
    text = " ".join(line.text for line in lines)
    if not 1 <= len(lines) <= _MAX_BUTTON_LINES or len(text) > _MAX_BUTTON_TEXT:
        return False
    if _SENTENCE.search(text) or not any(character.isalnum() for character in text):
        return False
    top, bottom = min(line.ink.y for line in lines), max(line.ink.bottom for line in lines)
    left, right = min(line.ink.x for line in lines), max(line.ink.right for line in lines)
    if not _BUTTON_TEXT_HEIGHT[0] <= (bottom - top) / box.height <= _BUTTON_TEXT_HEIGHT[1]:
        return False
    off_x = abs((left - box.x) - (box.right - right)) / 2
    off_y = abs((top - box.y) - (box.bottom - bottom)) / 2
    allowed = max(_OFF_CENTER[0] * box.width, _OFF_CENTER[1])
    return off_x <= allowed and off_y <= max(0.15 * box.height, _OFF_CENTER[1])


def _is_cell(surface: Surface, rectangles: Sequence[Surface]) -> bool:
    """Return whether another rectangle of the same height or width adjoins, as in a table."""
    box = surface.box
    for other in rectangles:
        if other is surface:
            continue
        beside = abs(other.box.y - box.y) <= 2 and abs(other.box.height - box.height) <= 3
        if beside and min(abs(other.box.x - box.right), abs(box.x - other.box.right)) <= _CELL_GAP:
            return True
        below = abs(other.box.x - box.x) <= 2 and abs(other.box.width - box.width) <= 3
        if below and min(abs(other.box.y - box.bottom), abs(box.y - other.box.bottom)) <= _CELL_GAP:
            return True
    return False


def _find_ground(surfaces: SurfaceMap, lines: Sequence[TextLine], shape: tuple[int, ...]) -> Mask:
    """Return the pixels of the pages and panels that contain the elements."""
    area = shape[0] * shape[1]
    labels = list[int]()
    for surface in surfaces.surfaces:
        has_text = any(_is_inside(line.ink, surface.box) for line in lines)
        is_sparse = surface.rectangularity >= _MIN_RECTANGULARITY and surface.hole_share <= _GROUND_HOLES
        is_large = surface.area >= _GROUND_AREA * area
        if (is_large and (has_text or is_sparse)) or (has_text and surface.rectangularity >= _MIN_RECTANGULARITY):
            labels.append(surface.label)
    return np.isin(surfaces.labels, labels)


def _find_content(ground: Mask, texts: Sequence[TextLine], buttons: Sequence[_Button]) -> Mask:
    """Return the pixels that are neither ground nor text nor button."""
    content = ~ground
    for line in texts:
        if _measure_border(ground, _grow(line.detected, 2)) > 0.5:
            _erase(content, _grow(line.detected, 1))
    for button in buttons:
        _erase(content, _grow(button.box, 3))
    return content


def _measure_border(ground: Mask, box: Box) -> float:
    """Return the share of ground along the border of *box*."""
    part = _crop(ground, box)
    border = np.concatenate((part[0], part[-1], part[:, 0], part[:, -1]))
    return float(border.mean()) if border.size else 0.0


def _find_images(content: Mask) -> list[Box]:
    """Return the boxes of large and solid parts of *content*."""
    import cv2

    closed = cv2.morphologyEx(content.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    solid = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((_STROKE, _STROKE), np.uint8))
    images = list[Box]()
    for box, area in _find_parts(np.asarray(solid, dtype=np.bool_)):
        if min(box.width, box.height) >= _IMAGE_SIDE and area >= _MIN_IMAGE_COVERAGE * box.area:
            images.append(box)
    return _drop_nested(images)


def _find_icons(content: Mask, images: Sequence[Box]) -> list[Box]:
    """Return the boxes of small parts of *content* outside *images*, each with the usual margin of icons."""
    import cv2

    rest = content.copy()
    for image in images:
        _erase(rest, _grow(image, 3))
    joined = cv2.morphologyEx(rest.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_JOIN, _JOIN), np.uint8))
    icons = list[Box]()
    for box, _ in _find_parts(np.asarray(joined, dtype=np.bool_)):
        short, long = sorted((box.width, box.height))
        if short >= _ICON_SIDE and long <= _MAX_ICON_SIDE and long <= _MAX_ICON_ASPECT * short:
            icons.append(_grow(box, round(_ICON_MARGIN * long)))
    return _drop_nested(icons)


def _find_line_box(line: TextLine) -> Box:
    """Return the box between the ink and the detected box: about the height of a line."""
    ink, detected = line.ink, line.detected
    left, top = (ink.x + detected.x) // 2, (ink.y + detected.y) // 2
    return Box(left, top, (ink.right + detected.right) // 2 - left, (ink.bottom + detected.bottom) // 2 - top)


def _find_parts(mask: Mask) -> list[tuple[Box, int]]:
    """Return the box and area of each connected part of *mask*, largest first, at most 2,000."""
    import cv2

    _, _, measures, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    order = sorted(measures[1:].tolist(), key=lambda part: -part[4])[:2000]
    return [(Box(left, top, width, height), area) for left, top, width, height, area in order]


def _drop_nested(boxes: Sequence[Box]) -> list[Box]:
    """Return *boxes* without those inside another one."""
    chosen = list[Box]()
    for box in sorted(boxes, key=lambda box: -box.area):
        if not any(_is_inside(box, other) for other in chosen):
            chosen.append(box)
    return chosen


def _is_inside(box: Box, other: Box) -> bool:
    """Return whether most of *box* is in *other*."""
    return box.intersect(other) >= 0.8 * box.area


def _grow(box: Box, distance: int) -> Box:
    return Box(box.x - distance, box.y - distance, box.width + 2 * distance, box.height + 2 * distance)


def _crop(mask: Mask, box: Box) -> Mask:
    return mask[max(0, box.y) : max(0, box.bottom), max(0, box.x) : max(0, box.right)]


def _erase(mask: Mask, box: Box) -> None:
    mask[max(0, box.y) : max(0, box.bottom), max(0, box.x) : max(0, box.right)] = False


def _describe_button(pixels: Pixels, button: _Button, surfaces: SurfaceMap) -> Element:
    text = " ".join(line.text for line in sorted(button.lines, key=lambda line: (line.ink.y, line.ink.x)))
    box = button.surface.box
    own = surfaces.labels[box.y : box.bottom, box.x : box.right] == button.surface.label
    color = np.median(pixels[box.y : box.bottom, box.x : box.right][own], axis=0)
    return Element("button", f'button "{text}", {describe_color(color)}', button.box)


def _describe_text(pixels: Pixels, line: TextLine) -> str:
    return f'text "{line.text}", {_describe_ink(pixels, line.ink)}'


def _describe_ink(pixels: Pixels, box: Box) -> str:
    """Return the name of the color that differs most from the border of *box*."""
    part, difference = measure_difference(pixels, box)
    return describe_color(np.median(part[difference >= 0.8 * difference.max()], axis=0))


def _describe_main_color(pixels: Pixels, box: Box) -> str:
    """Return the name of the most common color, in cells of 32 levels per channel."""
    part = _crop_pixels(pixels, box).reshape(-1, 3)
    cells = (part // 32).astype(np.int64) @ np.array([64, 8, 1])
    return describe_color(np.median(part[cells == np.bincount(cells).argmax()], axis=0))


def _crop_pixels(pixels: Pixels, box: Box) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
    return pixels[max(0, box.y) : max(0, box.bottom), max(0, box.x) : max(0, box.right)].astype(np.float32)
