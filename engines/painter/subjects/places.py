"""Places of the copies of figures in the frame, and rows of copies that recede from the viewer."""

import math
from dataclasses import dataclass

from engines.painter.content.words import Position
from engines.painter.scene import Figure
from engines.painter.subjects.catalog import CatalogEntry, Placement
from engines.painter.subjects.companions import SIZE_SCALES

HIGH = (Position.TOP, Position.TOP_LEFT, Position.TOP_RIGHT)
LOW = (Position.BOTTOM, Position.BOTTOM_LEFT, Position.BOTTOM_RIGHT)
_CORNER_SIZE = 0.5
_BAND, _IN_BAND = 0.36, 3
"""Height of a figure at the upper or lower edge, in shares of the frame, and the copies in a row there."""
_IN_ROW, _IN_LINE = 4, 3
"""Copies in one of several rows, and those that stand in a single one."""
_IN_AIR = 0.92
"""Distance of rows in the air, in heights of a copy."""
_RECEDING, _DEPTH, _FARTHER = 0.55, 0.26, 0.9
"""Distance of rows on the ground in heights of a copy, the most of all together in shares of the frame's height, and
the scale of each row behind another: more would leave the ground."""


@dataclass(frozen=True, slots=True)
class Place:
    """Position and size of one copy of a figure.

    `x`, `size` and `y` (of its foot; None for the floor, the air or the water that suits it) in frame units. `lift` is
    that of a back row. `is_carried` is whether another figure is below its foot.
    """

    figure: Figure
    entry: CatalogEntry
    x: float
    size: float
    y: float | None = None
    lift: float = 0.0
    is_small: bool = False
    is_carried: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """The part of the frame for a group of figures: its middle, its width, and the height of the whole frame."""

    middle: float
    width: float
    height: float


def count_columns(figure: Figure) -> int:
    """Return the copies of *figure* in its longest row."""
    is_band = figure.position in (Position.TOP, Position.BOTTOM)
    if figure.count <= (_IN_BAND if is_band else _IN_LINE):
        return figure.count
    return math.ceil(figure.count / math.ceil(figure.count / (_IN_BAND if is_band else _IN_ROW)))


def recedes(figure: Figure, entry: CatalogEntry) -> bool:
    """Return whether rows of *figure* are behind each other on the ground, not above each other."""
    return figure.position not in HIGH and entry.stand is not Placement.AIR and figure.count > count_columns(figure)


def arrange_grid(figure: Figure, entry: CatalogEntry, region: Region) -> list[Place]:
    """Return all copies of a figure within *region*, in rows, far to near."""
    columns = count_columns(figure)
    rows = math.ceil(figure.count / columns)
    is_receding = recedes(figure, entry)
    distance = _RECEDING if is_receding else _IN_AIR
    across = columns + 0.5 * is_receding
    size = min(region.width / across / entry.width, 0.86 * region.height / (1 + distance * (rows - 1)))
    size = min(size, entry.share * region.height / rows ** (0.25 if is_receding else 0.5) * SIZE_SCALES[figure.size])
    if figure.position in (Position.TOP, Position.BOTTOM):
        size = min(size, _BAND * region.height / rows**0.5)
    elif figure.position in (*HIGH, *LOW):
        size *= _CORNER_SIZE
    step = min(region.width / across, 1.25 * size * entry.width)
    rise = min(distance * size, _DEPTH * region.height / (rows - 1)) if is_receding else distance * size
    floor = _find_floor(figure, entry, size, rise * (rows - 1), region.height)
    places = []
    for number in range(figure.count):
        row, column = divmod(number, columns)
        in_row = min(columns, figure.count - row * columns)
        # A full row stands in the gaps of the one before it.
        shift = 0.25 * (-1) ** row if is_receding and in_row == columns else 0.0
        x = region.middle + (column - (in_row - 1) / 2 + shift) * step
        scale = _FARTHER**row if is_receding else 1.0
        places.append(Place(figure, entry, x, size * scale, floor - row * rise, lift=row * rise, is_small=True))
    return sorted(places, key=lambda place: -place.lift)


def _find_floor(figure: Figure, entry: CatalogEntry, size: float, rise: float, height: float) -> float:
    """Return the foot of the lowest row."""
    if figure.position in HIGH:
        return 0.06 * height + size + rise
    if figure.position in LOW or entry.stand is not Placement.AIR:
        return max(0.94 * height, 0.06 * height + size + rise)
    return height * 0.5 + (size + rise) / 2
