"""Boxes of figures: whether they are where they are requested, and in the requested relation to each other."""

import itertools
from collections.abc import Sequence

from engines.painter.content.words import Position, Relation
from engines.painter.scene import Figure

_MIN_LARGE, _MAX_SMALL, _MAX_TINY = 0.45, 0.32, 0.24
"""Share of the frame's short side from which a figure is large, and up to which it is small or tiny."""
_MAX_SMALLER, _MAX_LARGER = 0.8, 1.25
"""Largest extent of a small figure in that of the largest other one, and of any other one in that of a large figure."""
_COLUMN_LIMITS = {
    Position.LEFT: (0.0, 0.45), Position.TOP_LEFT: (0.0, 0.45), Position.BOTTOM_LEFT: (0.0, 0.45),
    Position.RIGHT: (0.55, 1.0), Position.TOP_RIGHT: (0.55, 1.0), Position.BOTTOM_RIGHT: (0.55, 1.0),
    Position.CENTER: (0.35, 0.65), Position.TOP: (0.0, 1.0), Position.BOTTOM: (0.0, 1.0),
}  # fmt: skip
_ROW_LIMITS = {
    Position.TOP: (0.0, 0.48), Position.TOP_LEFT: (0.0, 0.48), Position.TOP_RIGHT: (0.0, 0.48),
    Position.CENTER: (0.3, 0.72),
    Position.BOTTOM: (0.52, 1.0), Position.BOTTOM_LEFT: (0.52, 1.0), Position.BOTTOM_RIGHT: (0.52, 1.0),
}  # fmt: skip
_MAX_GAP, _MIN_LEVEL, _MAX_OVERLAP = 0.22, 0.5, 0.5
"""Largest gap of neighbors, in shares of the frame's width, the least share of the smaller one's height that is level
with the other, and the largest share of its width that is in front of or behind the other."""
_MAX_AT_SIDE = 0.35
"""Largest share of the width of the narrower of two that the other covers at its side."""
_MAX_OVERLAP_IN_ROW = 0.1
"""Largest share of the width of the narrower of two in a row that overlaps."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom as fractions of the frame."""


def measure_extent(box: Box, figure: Figure, aspect: tuple[float, float]) -> float:
    """Return the longer side of a copy of *figure*, all of which are in *box*, in the frame's short side."""
    left, top, right, bottom = box
    return max((right - left) * aspect[0] / max(1, figure.count), (bottom - top) * aspect[1])


def has_size(extent: float, figure: Figure, others: Sequence[float]) -> bool:
    """Return whether *extent* is that of a large or small *figure*, also next to *others*, the extents of the rest."""
    largest = max(others, default=0.0)
    if figure.size > 0:
        return extent >= _MIN_LARGE and largest <= _MAX_LARGER * extent
    is_smaller = not others or extent <= _MAX_SMALLER * largest
    return figure.size == 0 or (extent <= (_MAX_SMALL if figure.size == -1 else _MAX_TINY) and is_smaller)


def fits_position(box: Box, figure: Figure) -> bool:
    """Return whether *box* has the position of *figure*."""
    left, top, right, bottom = box
    if figure.position is None:
        return True
    low, high = _COLUMN_LIMITS[figure.position]
    upper, lower = _ROW_LIMITS.get(figure.position, (0.0, 1.0))
    return low <= (left + right) / 2 <= high and upper <= (top + bottom) / 2 <= lower


def fits_relation(relation: Relation, box: Box | None, other: Box | None) -> bool:
    """Return whether the figure in *box* has *relation* to the one in *other*."""
    if box is None or other is None:
        return False
    overlaps = box[0] < other[2] and other[0] < box[2]
    center, other_center = (box[1] + box[3]) / 2, (other[1] + other[3]) / 2
    match relation:
        case Relation.ON:
            return overlaps and center < max(other_center, other[3] - 0.1) and box[3] > other[1] - 0.04
        case Relation.ABOVE:
            return overlaps and box[3] < other[1] + 0.12 and center < other_center
        case Relation.UNDER:
            return overlaps and center > other_center
        case Relation.FRONT:
            return overlaps and box[3] >= other[3] - 0.05
        case Relation.BEHIND:
            return overlaps and box[3] <= other[3] + 0.02
        case Relation.NEXT_TO | Relation.SIDE_BY_SIDE:
            return is_adjacent(box, other)
        case Relation.LEFT:
            return is_left_of(box, other)
        case Relation.RIGHT:
            return is_left_of(other, box)
        case Relation.BETWEEN:
            return other[0] < box[0] and box[2] < other[2]
        case Relation.INSIDE:
            middle = (box[0] + box[2]) / 2
            return other[0] < middle < other[2] and other[1] - 0.05 < box[3] and box[1] < other[3] and center < other[3]


def is_left_of(box: Box, other: Box) -> bool:
    """Return whether what is in *box* is to the left of what is in *other*, not above or below it."""
    overlap = box[2] - other[0]
    is_level = min(box[3], other[3]) - max(box[1], other[1]) > 0
    return is_level and box[0] < other[0] and overlap < _MAX_AT_SIDE * min(box[2] - box[0], other[2] - other[0])


def stands_between(box: Box, sides: Sequence[Box]) -> bool:
    """Return whether what is in *box* has one of *sides* to its left and one to its right."""
    return any(is_left_of(side, box) for side in sides) and any(is_left_of(box, side) for side in sides)


def is_adjacent(box: Box, other: Box) -> bool:
    """Return whether what is in *box* stands directly to the side of what is in *other*."""
    gap = max(box[0], other[0]) - min(box[2], other[2])
    overlap = min(box[3], other[3]) - max(box[1], other[1])
    is_level = overlap > _MIN_LEVEL * min(box[3] - box[1], other[3] - other[1])
    is_apart = gap > -_MAX_OVERLAP * min(box[2] - box[0], other[2] - other[0])
    return is_level and is_apart and gap < _MAX_GAP


def stands_in_row(boxes: Sequence[Box]) -> bool:
    """Return whether each of *boxes* but the last one stands directly to the side of the next, not in front of it."""
    ordered = sorted(boxes)
    return len(ordered) > 1 and all(
        is_adjacent(one, other) and one[2] - other[0] <= _MAX_OVERLAP_IN_ROW * min(one[2] - one[0], other[2] - other[0])
        for one, other in itertools.pairwise(ordered)
    )
