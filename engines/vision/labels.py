"""Labels of a drawing: their text, and a position for each, inside the image and without overlap if possible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engines.typesetting.characters import filter_drawable
from engines.typesetting.typeface import Typeface
from engines.typesetting.values import OverlayError, Rectangle
from engines.vision.values import Box
from services.common.text.sanitization import sanitize_line

# Share of the image's width that a label may take.
_MAX_WIDTH: Final = 0.6
# Fractions of the size: the plate around the text.
_PADDING_X: Final = 0.35
_PADDING_Y: Final = 0.2
# Costs of a position: per covered pixel of another label, of any region's content and of its own region, and for its
# distance.
_LABEL_COST: Final = 20.0
_REGION_COST: Final = 1.0
_OWN_COST: Final = 0.8
_DISTANCE_COST: Final = 1.0
_MISSING: Final = "?"


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label's text, the plate behind it, and whether a line leads to its region because the plate is far away."""

    text: str
    plate: Rectangle
    is_distant: bool

    @property
    def center(self) -> tuple[float, float]:
        """The center of the plate."""
        left, top, right, bottom = self.plate
        return (left + right) / 2, (top + bottom) / 2


def truncate_label(label: str, typeface: Typeface, size: int, max_width: float) -> str:
    """Return *label* on one line, with characters that *typeface* has, and not wider than *max_width*; maybe empty."""
    text = sanitize_line(label)
    if not text:
        return ""
    try:
        text = filter_drawable(text, typeface).text
    except OverlayError:
        text = _MISSING
    if typeface.measure_advance(text, size) <= max_width:
        return text
    low, high = 0, len(text)
    while low < high:  # the longest start that fits with its ellipsis
        middle = (low + high + 1) // 2
        if typeface.measure_advance(f"{text[:middle]}…", size) <= max_width:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…" if low else ""


def measure_plate(text: str, typeface: Typeface, size: int) -> tuple[int, int]:
    """Return the width and height of the plate of *text*."""
    width = typeface.measure_advance(text, size) + 2 * _PADDING_X * size
    return int(np.ceil(width)), int(np.ceil(size * (1.15 + 2 * _PADDING_Y)))


def measure_max_width(width: int, size: int) -> float:
    """Return the maximum width of a label's text in an image of *width*."""
    return max(width * _MAX_WIDTH, min(width, 12 * size)) - 2 * _PADDING_X * size


class LabelPlacer:
    """Finds positions for labels, one after another. Each avoids the labels placed before it, and *boxes*."""

    def __init__(self, width: int, height: int, boxes: Sequence[Box]) -> None:
        self._width, self._height = width, height
        self._boxes = _to_array([(box.x, box.y, box.right, box.bottom) for box in boxes])
        self._plates = np.zeros((0, 4))

    def place(self, text: str, plate: tuple[int, int], anchor: Box) -> PlacedLabel | None:
        """Return *text* near *anchor*; None if *plate*, width and height, is larger than the image."""
        if not self._has_room(plate):
            return None
        near = _to_array([(anchor.x, anchor.y, anchor.right, anchor.bottom)])
        places = _to_array([self._clamp(place, plate) for place in _list_places(near[0], plate)])
        best = places[int(self._measure_costs(places, near).argmin())]
        is_distant = float(_measure_distances(best[None], near[0])[0]) > plate[1] / 2
        return self._add(text, best, is_distant=is_distant)

    def place_at(self, text: str, plate: tuple[int, int], box: Box) -> PlacedLabel | None:
        """Return *text* at the upper left corner of *box*, moved into the image; None if *plate* is larger than it."""
        if not self._has_room(plate):
            return None
        return self._add(text, _to_array([self._clamp((box.x, box.y), plate)])[0], is_distant=False)

    def _has_room(self, plate: tuple[int, int]) -> bool:
        return plate[0] <= self._width and plate[1] <= self._height

    def _add(self, text: str, place: NDArray[np.float64], *, is_distant: bool) -> PlacedLabel:
        self._plates = np.vstack((self._plates, place))
        left, top, right, bottom = (int(side) for side in place)
        return PlacedLabel(text, (left, top, right, bottom), is_distant)

    def _clamp(self, place: tuple[float, float], plate: tuple[int, int]) -> Rectangle:
        left = min(max(0, round(place[0])), self._width - plate[0])
        top = min(max(0, round(place[1])), self._height - plate[1])
        return left, top, left + plate[0], top + plate[1]

    def _measure_costs(self, places: NDArray[np.float64], near: NDArray[np.float64]) -> NDArray[np.float64]:
        costs = _REGION_COST * _intersect(places, self._boxes).sum(axis=1)
        costs -= (_REGION_COST - _OWN_COST) * _intersect(places, near)[:, 0]
        costs += _LABEL_COST * _intersect(places, self._plates).sum(axis=1)
        height = places[:, 3] - places[:, 1]
        costs += _DISTANCE_COST * height * _measure_distances(places, near[0])
        # Of equally good positions the first is selected.
        return np.asarray(costs + np.arange(len(places)) * 1e-3)


def _list_places(box: NDArray[np.float64], plate: tuple[int, int]) -> Iterator[tuple[float, float]]:
    """Yield upper left corners: on the edges of the box, inside its corners, then rows farther away."""
    left, top, right, bottom = (float(side) for side in box)
    width, height = plate
    middle = (left + right - width) / 2
    yield from ((left, top - height), (left, bottom), (right - width, top - height), (right - width, bottom))
    yield from ((middle, top - height), (middle, bottom), (right, top), (left - width, top))
    yield from ((right, bottom - height), (left - width, bottom - height))
    yield from ((left, top), (right - width, top), (left, bottom - height), (right - width, bottom - height))
    for step in (1, 2, 3, 5, 8):
        reach = step * (height + 2)
        yield from (
            (left, top - height - reach),
            (left, bottom + reach),
            (right + reach, top),
            (left - width - reach, top),
        )
        yield from ((right + 2, top - reach), (right + 2, bottom + reach), (left - width - 2, top - reach))


def _to_array(rectangles: Sequence[Rectangle]) -> NDArray[np.float64]:
    return np.array(rectangles, dtype=np.float64).reshape(-1, 4)


def _intersect(some: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the area that each of *some* shares with each of *others*, shape (some, others)."""
    width = np.minimum(some[:, None, 2], others[None, :, 2]) - np.maximum(some[:, None, 0], others[None, :, 0])
    height = np.minimum(some[:, None, 3], others[None, :, 3]) - np.maximum(some[:, None, 1], others[None, :, 1])
    return np.asarray(np.clip(width, 0, None) * np.clip(height, 0, None))


def _measure_distances(places: NDArray[np.float64], box: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the gap between each of *places* and *box*; 0 where they touch."""
    x = np.maximum(0, np.maximum(places[:, 0] - box[2], box[0] - places[:, 2]))
    y = np.maximum(0, np.maximum(places[:, 1] - box[3], box[1] - places[:, 3]))
    return np.asarray(np.hypot(x, y))
