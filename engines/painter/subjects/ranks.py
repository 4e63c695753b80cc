"""Many figures in two ranks: what is small and alive in front, what is tall behind it, all in one scale."""

from dataclasses import replace

from engines.painter.subjects.catalog import Placement
from engines.painter.subjects.companions import SIZE_SCALES, Entries, Entry, scale_size
from engines.painter.subjects.natural_sizes import find_natural_height, scale_naturally
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.places import Place, Region, arrange_grid, count_columns, recedes

_TALL = 2.0
"""Natural height in meters from which a thing is behind those who are in front of it."""
_MARGIN, _GAP = 0.05, 0.04
"""Shares of the frame's width that stay free at each side and between two groups."""
_DISTANT, _BACK = 0.75, 0.12
"""Scale of what is in the back rank, and how much higher it stands, in shares of the frame's height."""


def has_ranks(entries: Entries) -> bool:
    """Return whether *entries* have both something tall for the back and something for the front."""
    return len({_is_in_back(pair) for pair in entries}) > 1


def arrange_ranks(entries: Entries, width: float, height: float) -> list[Place]:
    """Return the places of *entries*, far to near, in their natural scale."""
    natural = scale_naturally([figure.subject for figure, _ in entries])
    is_deep = has_ranks(entries)
    ranks = [[pair for pair in entries if is_deep and _is_in_back(pair) is is_back] for is_back in (True, False)]
    if not is_deep:
        ranks = [[], list(entries)]
    scales = {
        figure.subject: natural[figure.subject] * scale_size(figure, entries) * (_DISTANT if is_back else 1.0)
        for rank, is_back in zip(ranks, (True, False), strict=True)
        for figure, _ in rank
    }
    base = min(_find_base(rank, scales, width, height) for rank in ranks if rank)
    places: list[Place] = []
    for rank, is_back in zip(ranks, (True, False), strict=True):
        widths = [_measure_width(pair, scales) * base for pair in rank]
        free = width * (1 - 2 * _MARGIN) - sum(widths)
        gap = free / len(rank) if rank else 0.0
        # The back is seen next to the first figure, which is in front at the left.
        left = _MARGIN * width + (free - gap * (len(rank) - 1) if is_back else gap / 2)
        for (figure, entry), across in zip(rank, widths, strict=True):
            share = scales[figure.subject] / SIZE_SCALES[figure.size] * base / height
            region = Region(left + across / 2, across, height)
            group = arrange_grid(figure, replace(entry, share=share), region)
            places += [_move_back(place, _BACK * height) for place in group] if is_back else group
            left += across + gap
    return sorted(places, key=lambda place: -place.lift)


def _is_in_back(pair: Entry) -> bool:
    """Return whether the figure of *pair* is a tall thing on the ground: a house or a tree."""
    figure, entry = pair
    meters = find_natural_height(figure.subject)
    return meters is not None and meters >= _TALL and entry.stand is Placement.GROUND and not is_living(figure.subject)


def _find_base(rank: list[Entry], scales: dict[str, float], width: float, height: float) -> float:
    """Return the height of scale 1 at which *rank* fits the frame."""
    room = width * (1 - 2 * _MARGIN - _GAP * (len(rank) - 1))
    fitting = room / sum(_measure_width(pair, scales) for pair in rank)
    return min(fitting, *(entry.share * height / scales[figure.subject] for figure, entry in rank))


def _measure_width(pair: Entry, scales: dict[str, float]) -> float:
    """Return the width of all copies of *pair* in their rows, where scale 1 is 1 high."""
    figure, entry = pair
    return (count_columns(figure) + 0.5 * recedes(figure, entry)) * entry.width * scales[figure.subject]


def _move_back(place: Place, distance: float) -> Place:
    y = None if place.y is None else place.y - distance
    return replace(place, y=y, lift=place.lift + distance)
