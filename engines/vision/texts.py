"""Reads the texts of an image: finds the lines, rotates the image upright, recognizes each line, fits its box."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from engines.vision.ink import fit_ink
from engines.vision.ocr_model import (
    MIN_SIDE,
    RecognizedText,
    cut_lines,
    find_corners,
    measure_text_probability,
    recognize_lines,
)
from engines.vision.values import MAX_REGIONS, MAX_TEXT, Box, TextRegion, validate_pixels
from services.common.images.arrays import Pixels
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from engines.vision.ocr_model import Corners

# An image whose longer side is at most the limit is enlarged by the factor, so that tiny letters become readable.
# The time grows with the square of the factor.
_ENLARGEMENTS: Final = ((512, 2.0), (1024, 1.5))
# Detection reads tiles of this side, which overlap by the margin: its memory does not depend on the size of the image.
_TILE: Final = 960
_MARGIN: Final = 64
# A tile whose levels differ by less than this contains no text.
_MIN_RANGE: Final = 16
# Tiles contain only parts of letters of at least this height in pixels. If the image is much larger than this side,
# large letters are detected in a copy of this side, except a line that contains lines from tiles lower than this share
# of its height.
_OVERVIEW_SIDE: Final = 960
_OVERVIEW_SCALE: Final = 0.6
_LARGE: Final = 80.0
_PART_HEIGHT: Final = 0.4
# Lines recognized below this confidence are ignored; below the second one, recognition is repeated upside down.
_MIN_CONFIDENCE: Final = 0.5
_SURE: Final = 0.85
# A line is upright, or rotated by a quarter turn, if one side is longer than the other by this factor.
_ELONGATED: Final = 1.5
# Number of lines that determine the rotation of the image.
_SAMPLES: Final = 5


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line in an image: the box of its ink, and the larger one that detection found, about the height of a line."""

    text: str
    ink: Box
    detected: Box
    confidence: float


def read_text(pixels: Pixels) -> tuple[TextRegion, ...]:
    """Return the lines of text in *pixels*, from top to bottom, at most 500.

    An image that is rotated by a quarter turn is rotated upright first; boxes are those of *pixels*.

    Raises:
        VisionError: the image is not RGB of 8 bits, or a side is above 4096.

    """
    return tuple(TextRegion(line.text, line.ink, line.confidence) for line in read_lines(pixels))


def read_lines(pixels: Pixels) -> tuple[TextLine, ...]:
    """Return the lines of text in *pixels*, as `read_text` does."""
    validate_pixels(pixels)
    if min(pixels.shape[:2]) < MIN_SIDE:
        return ()
    scale = next((factor for limit, factor in _ENLARGEMENTS if max(pixels.shape[:2]) <= limit), 1.0)
    image = _resize(pixels, scale)
    corners = _detect(image)
    quarter_turns = _find_rotation(image, corners)
    if quarter_turns:
        image = np.ascontiguousarray(np.rot90(image, quarter_turns))
        corners = _detect(image)
    lines = list[TextLine]()
    for found, recognized in zip(corners, _recognize(image, corners), strict=True):
        text = to_one_line(recognized.text)
        if text and recognized.confidence >= _MIN_CONFIDENCE:
            detected = _enclose(image, found)
            boxes = (fit_ink(image, detected), detected)
            ink, detected = (
                _shrink_box(_rotate_box(box, image.shape[1], image.shape[0], quarter_turns), scale, pixels)
                for box in boxes
            )
            lines.append(TextLine(_truncate(text), ink, detected, recognized.confidence))
    lines.sort(key=lambda line: (line.ink.y, line.ink.x))
    return tuple(lines[:MAX_REGIONS])


def _resize(pixels: Pixels, scale: float) -> Pixels:
    import cv2

    if scale == 1:
        return pixels
    method = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    return np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=method), dtype=np.uint8)


def _detect(image: Pixels) -> "Corners":
    """Return the corners of the lines in *image*: small ones at original size, large ones in an overview of it."""
    fine = _detect_in_tiles(image)
    scale = _OVERVIEW_SIDE / max(image.shape[:2])
    if scale >= _OVERVIEW_SCALE:
        return fine
    overview = _detect_in_tiles(_resize(image, scale)) / scale
    heights, centers = _measure_sides(fine).min(axis=0), fine.mean(axis=1)
    is_part, chosen = np.zeros(len(fine), dtype=np.bool_), list[int]()
    for number, (line, height) in enumerate(zip(overview, _measure_sides(overview).min(axis=0), strict=True)):
        inside = ((centers >= line.min(axis=0)) & (centers <= line.max(axis=0))).all(axis=1)
        # Small lines that the overview merges are better read individually.
        if height >= _LARGE and (not inside.any() or float(np.median(heights[inside])) >= _PART_HEIGHT * height):
            chosen.append(number)
            is_part |= inside
    return np.concatenate((fine[~is_part], overview[chosen])).astype(np.float32)


def _detect_in_tiles(image: Pixels) -> "Corners":
    probabilities = np.zeros(image.shape[:2], dtype=np.float32)
    for top in _split(image.shape[0]):
        for left in _split(image.shape[1]):
            tile = image[top : top + _TILE, left : left + _TILE]
            if int(tile.max()) - int(tile.min()) >= _MIN_RANGE:
                part = probabilities[top : top + _TILE, left : left + _TILE]
                np.maximum(part, measure_text_probability(tile), out=part)
    return find_corners(probabilities)


def _split(side: int) -> list[int]:
    """Return the start positions of the tiles that cover *side*."""
    if side <= _TILE:
        return [0]
    count = -(-(side - _MARGIN) // (_TILE - _MARGIN))
    return [round(number * (side - _TILE) / (count - 1)) for number in range(count)]


def _find_rotation(image: Pixels, corners: "Corners") -> int:
    """Return the number of counterclockwise quarter turns that rotate *image* upright."""
    widths, heights = _measure_sides(corners)
    tall, wide = heights > _ELONGATED * widths, widths > _ELONGATED * heights
    if tall.sum() <= wide.sum():
        return 0
    longest = np.argsort(-(heights * tall), kind="stable")[: min(_SAMPLES, int(tall.sum()))]
    crops = cut_lines(image, corners[longest])
    counterclockwise, clockwise = (_measure_legibility(some) for some in (crops, [_rotate_half(one) for one in crops]))
    return 1 if counterclockwise >= clockwise else 3


def _measure_legibility(crops: list[Pixels]) -> float:
    """Return the number of recognized characters, each weighted with its confidence."""
    return sum(line.confidence * len(line.text) for line in recognize_lines(crops))


def _measure_sides(corners: "Corners") -> NDArray[np.float32]:
    """Return the widths and the heights of lines, shape (2, n)."""
    sides = (corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0])
    return np.asarray(np.linalg.norm(sides, axis=2), dtype=np.float32)


def _rotate_half(crop: Pixels) -> Pixels:
    return np.ascontiguousarray(crop[::-1, ::-1])


def _recognize(image: Pixels, corners: "Corners") -> list[RecognizedText]:
    """Return the text of each line; one that cannot be read is read upside down, too."""
    crops = cut_lines(image, corners)
    lines = recognize_lines(crops)
    unsure = [index for index, line in enumerate(lines) if line.confidence < _SURE]
    for index, other in zip(unsure, recognize_lines([_rotate_half(crops[index]) for index in unsure]), strict=True):
        if other.confidence > max(_SURE, lines[index].confidence):
            lines[index] = other
    return lines


def _enclose(image: Pixels, line: "Corners") -> Box:
    """Return the smallest box in *image* around the corners of *line*."""
    height, width = image.shape[:2]
    left, top = np.floor(line.min(axis=0)).astype(int)
    right, bottom = np.ceil(line.max(axis=0)).astype(int)
    left, top = min(max(0, int(left)), width - 1), min(max(0, int(top)), height - 1)
    return Box(left, top, max(1, min(width, int(right)) - left), max(1, min(height, int(bottom)) - top))


def _rotate_box(box: Box, width: int, height: int, quarter_turns: int) -> Box:
    """Return the position of *box*, given in the upright image of *width* and *height*, before *quarter_turns*."""
    if quarter_turns == 1:
        return Box(height - box.bottom, box.x, box.height, box.width)
    if quarter_turns == 3:
        return Box(box.y, width - box.right, box.height, box.width)
    return box


def _shrink_box(box: Box, scale: float, pixels: Pixels) -> Box:
    """Return *box* of the enlarged image in *pixels*."""
    height, width = pixels.shape[:2]
    left, top = min(math.floor(box.x / scale), width - 1), min(math.floor(box.y / scale), height - 1)
    right, bottom = min(math.ceil(box.right / scale), width), min(math.ceil(box.bottom / scale), height)
    return Box(left, top, max(1, right - left), max(1, bottom - top))


def _truncate(text: str) -> str:
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…"
