"""Choice of a provider's size for a requested size."""

from collections.abc import Sequence
from fractions import Fraction

Size = tuple[int, int]
"""Width and height in pixels."""

# If aspects differ by less than this, the resolution decides: cropping loses little.
_SAME_ASPECT = Fraction(102, 100)


def find_nearest_size(requested: Size, offered: Sequence[Size]) -> Size:
    """Return the size of *offered* nearest in aspect to *requested*; of those, the smallest that is not smaller.

    If all of them are smaller, return the largest. Raises ValueError if *offered* is empty.
    """
    if not offered:
        raise ValueError("no sizes are offered")
    best = min(_aspect_ratio_distance(requested, size) for size in offered)
    near = [size for size in offered if _aspect_ratio_distance(requested, size) <= best * _SAME_ASPECT]
    enough = [size for size in near if size[0] >= requested[0] and size[1] >= requested[1]]
    return min(enough, key=_area) if enough else max(near, key=_area)


def _aspect_ratio_distance(one: Size, other: Size) -> Fraction:
    """Return the ratio of two aspects, at least 1."""
    across, along = one[0] * other[1], other[0] * one[1]
    return Fraction(max(across, along), min(across, along))


def _area(size: Size) -> int:
    return size[0] * size[1]
