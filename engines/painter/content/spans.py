"""Spans of a text: whether they overlap, and whether one is in another."""

Span = tuple[int, int]


def is_within(one: Span, other: Span) -> bool:
    """Return whether *one* is in *other*."""
    return other[0] <= one[0] and one[1] <= other[1]


def overlaps(one: Span, other: Span) -> bool:
    """Return whether both have a letter in common."""
    return one[0] < other[1] and other[0] < one[1]
