"""Which of the sizes that a provider makes serves for the one that was ordered."""

from collections.abc import Sequence
from fractions import Fraction

Size = tuple[int, int]
"""Width and height in pixels."""

# Aspects this near to each other lose hardly more by cropping; then the better resolution counts.
_SAME_ASPECT = Fraction(102, 100)


def nearest_size(wanted: Size, offered: Sequence[Size]) -> Size:
    """Return the size of *offered* nearest in aspect to *wanted*; of those, the least that is not smaller.

    Where all of them are smaller, the largest. Raises ValueError when nothing is offered.
    """
    if not offered:
        raise ValueError("no sizes are offered")
    best = min(_apart(wanted, size) for size in offered)
    near = [size for size in offered if _apart(wanted, size) <= best * _SAME_ASPECT]
    enough = [size for size in near if size[0] >= wanted[0] and size[1] >= wanted[1]]
    return min(enough, key=_area) if enough else max(near, key=_area)


def _apart(one: Size, other: Size) -> Fraction:
    """Return how many times wider the wider of two aspects is: 1 and more."""
    across, along = one[0] * other[1], other[0] * one[1]
    return Fraction(max(across, along), min(across, along))


def _area(size: Size) -> int:
    return size[0] * size[1]
