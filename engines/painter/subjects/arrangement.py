"""Arrangement of figures in the frame: rows, requested positions, and relations between two figures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.painter.content.words import Position, Relation
from engines.painter.rng import Rng
from engines.painter.scene import Figure
from engines.painter.subjects.catalog import CatalogEntry, Placement
from engines.painter.subjects.icons import PREFIX

_MAX_IN_ROW = 5
_SIZES = {1: 1.3, 0: 1.0, -1: 0.5}
_COLUMNS = {
    Position.LEFT: 0.24, Position.TOP_LEFT: 0.2, Position.BOTTOM_LEFT: 0.2,
    Position.RIGHT: 0.76, Position.TOP_RIGHT: 0.8, Position.BOTTOM_RIGHT: 0.8,
    Position.CENTER: 0.5, Position.TOP: 0.5, Position.BOTTOM: 0.5,
}  # fmt: skip
_HIGH = (Position.TOP, Position.TOP_LEFT, Position.TOP_RIGHT)
_LOW = (Position.BOTTOM, Position.BOTTOM_LEFT, Position.BOTTOM_RIGHT)
_CORNER_SIZE = 0.5
Entries = Sequence[tuple[Figure, CatalogEntry]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where one copy of a figure stands.

    `x`, `size` and `y` (of its foot; None for the floor, the air or the water that suits it) in frame units. `above` is
    its distance above that, `lift` that of a back row.
    """

    figure: Figure
    entry: CatalogEntry
    x: float
    size: float
    y: float | None = None
    lift: float = 0.0
    above: float = 0.0
    is_small: bool = False


def arrange(entries: Entries, width: float, height: float, focus: float, rng: Rng) -> list[Place]:
    """Return the places of all figures, in the order to draw them: far to near."""
    total = sum(figure.count for figure, _ in entries)
    is_plain = all(figure.position is None and figure.relation is None for figure, _ in entries)
    if is_plain and total <= _MAX_IN_ROW:
        return _arrange_row(entries, width, height, focus, rng)
    if len(entries) >= 2 and entries[0][0].relation not in (None, Relation.NEXT_TO) and total <= 2:
        return _arrange_pair(entries[0], entries[1], width, height, focus)
    places: list[Place] = []
    free = [pair for pair in entries if pair[0].position is None]
    for figure, entry in entries:
        if figure.position is not None:
            middle, share = _COLUMNS[figure.position], 0.46
        else:
            share = 1.0 / len(free) if len(free) == len(entries) else 0.5
            middle = (free.index((figure, entry)) + 0.5) * share if len(free) == len(entries) else 0.5
        places += _arrange_grid(figure, entry, width * middle, width * share * 0.94, height)
    return sorted(places, key=lambda place: -place.lift)


def _arrange_row(entries: Entries, width: float, height: float, focus: float, rng: Rng) -> list[Place]:
    """Return the figures next to each other around the focus."""
    each = [(figure, entry) for figure, entry in entries for _ in range(figure.count)]
    room = width * 0.96
    widths = [entry.width * _SIZES[figure.size] for figure, entry in each]
    base = min(entry.share for _, entry in each) * height
    is_drawn_wide = all(not figure.subject.startswith(PREFIX) for figure, _ in each)
    base = min(base, room / sum(widths) * (1.12 if is_drawn_wide and len(each) > 1 else 1.0), 1.15)
    total = sum(widths) * base
    center = min(max(focus, total / 2 + 0.02), width - total / 2 - 0.02) if total < width else width / 2
    left, places = center - total / 2, []
    for number, (figure, entry) in enumerate(each):
        jitter = rng.derive(f"figure {number}")
        size = base * _SIZES[figure.size]
        size *= jitter.uniform(0.9, 1.1) if len(each) == 1 else jitter.uniform(0.86, 1.04)
        middle = left + widths[number] * base / 2
        is_small = figure.size < 0
        places.append(Place(figure, entry, middle, size, lift=0.03 * (number % 2), is_small=is_small))
        left += widths[number] * base
    return places


def _arrange_pair(
    first: tuple[Figure, CatalogEntry], second: tuple[Figure, CatalogEntry], width: float, height: float, focus: float
) -> list[Place]:
    """Return two figures in the relation of the first to the second."""
    (figure, entry), (other, base) = first, second
    assert figure.relation is not None
    x = min(max(focus, 0.34 * width), 0.66 * width)
    floor = height * 0.92
    match figure.relation:
        case Relation.ON | Relation.ABOVE:
            low = min(0.46 * height, 0.9 * width / base.width) * _SIZES[other.size] ** 0.5
            high = min(0.4 * height, 0.9 * width / entry.width) * _SIZES[figure.size] ** 0.5
            gap = -0.1 * low if figure.relation is Relation.ON else 0.04
            top = min(floor - low - gap, floor)
            return [
                Place(other, base, x, low, floor),
                Place(figure, entry, x, min(high, max(0.12, top - 0.03)), top),
            ]
        case Relation.UNDER:
            swapped = replace(other, relation=Relation.ABOVE), base
            return _arrange_pair(swapped, (replace(figure, relation=None), entry), width, height, focus)
        case Relation.FRONT | Relation.BEHIND:
            near, far = ((figure, entry), (other, base)) if figure.relation is Relation.FRONT else (second, first)
            big = min(0.62 * height, 0.7 * width / far[1].width)
            small = min(0.4 * height, 0.5 * width / near[1].width)
            return [
                Place(far[0], far[1], x - 0.1 * width, big, floor - 0.06 * height),
                Place(near[0], near[1], x + 0.16 * width, small, floor + 0.02),
            ]
        case _:
            return []


def _arrange_grid(figure: Figure, entry: CatalogEntry, middle: float, room: float, height: float) -> list[Place]:
    """Return all copies of a figure within *room* around *middle*, in rows."""
    columns = figure.count if figure.count <= 3 else math.ceil(figure.count / math.ceil(figure.count / 4))
    rows = math.ceil(figure.count / columns)
    size = min(room / columns / entry.width, entry.share * height / rows**0.7) * min(1.0, _SIZES[figure.size])
    size *= _CORNER_SIZE if figure.position in (*_HIGH, *_LOW) else 1.0
    floor = _find_floor(figure, entry, size, height)
    places = []
    for number in range(figure.count):
        row, column = divmod(number, columns)
        in_row = min(columns, figure.count - row * columns)
        x = middle + (column - (in_row - 1) / 2) * room / columns
        lift = row * size * 0.86
        places.append(Place(figure, entry, x, size, floor - lift, lift=lift, is_small=True))
    return places


def _find_floor(figure: Figure, entry: CatalogEntry, size: float, height: float) -> float:
    if figure.position in _HIGH:
        return 0.05 * height + size
    if figure.position in _LOW or entry.stand is not Placement.AIR:
        return 0.95 * height
    return height * 0.5 + size * 0.5
