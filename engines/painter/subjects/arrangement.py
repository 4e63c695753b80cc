"""Arrangement of figures in the frame: rows, requested positions, and relations between two figures."""

import math
from dataclasses import replace

from engines.painter.content.words import Position, Relation
from engines.painter.rng import Rng
from engines.painter.scene import Figure
from engines.painter.subjects.actions.keys import is_action
from engines.painter.subjects.anchors import UMBRELLAS
from engines.painter.subjects.catalog import BRIDGES, GROUNDS, LEAF, STREAM, Opening, Placement, find_opening
from engines.painter.subjects.companions import SIZE_SCALES, Entries, Entry, scale_companions, scale_size
from engines.painter.subjects.natural_sizes import find_natural_height, scale_naturally
from engines.painter.subjects.nature import SLENDER, is_living
from engines.painter.subjects.places import HIGH, Place, Region, arrange_grid
from engines.painter.subjects.ranks import arrange_ranks, has_ranks
from engines.painter.subjects.surfaces import find_surface, hangs_on

_MAX_IN_ROW = 5
_MARGIN = 0.05
"""Share of the frame at each side that stays free: some media have a border."""
_COLUMNS = {
    Position.LEFT: 0.26, Position.TOP_LEFT: 0.22, Position.BOTTOM_LEFT: 0.22,
    Position.RIGHT: 0.74, Position.TOP_RIGHT: 0.78, Position.BOTTOM_RIGHT: 0.78,
    Position.CENTER: 0.5, Position.TOP: 0.5, Position.BOTTOM: 0.5,
}  # fmt: skip
_ALONE = 0.9
"""Width of a figure that has the upper or lower edge for itself, in shares of the frame."""
_RAISED = 0.55
"""Share of the frame's height for two related figures that are both above the land."""
_ARRANGED = (Relation.ON, Relation.ABOVE, Relation.UNDER, Relation.FRONT, Relation.BEHIND, Relation.BETWEEN)
_MIN_SHELTER = 0.7
"""Share of the frame's height above which a subject on the ground, such as a tree, has room for a figure below it."""
_LOW, _RISE_OF_LOW, _MAX_RISE = 0.5, 0.35, 0.08
"""Height of all figures below which they stand further back, by what part of the difference, and by how much at most,
in shares of the frame's height."""
_PAIR_WIDTH = 0.66
"""Share of the width for two related figures where there are others."""
_CONTAINER_SHARE, _CONTENT_SHARE, _SUNK, _CROWDED = 0.46, 0.42, 0.22, 1.2
"""Shares of the frame's height for a container and for what is in it, the part of it below the rim, and its overlap."""
_MAX_RISEN = 0.7
"""Largest height of what rises over a fence, in shares of the frame's height."""
_PLATE_FLOOR, _MIN_PILED, _PILED = 0.84, 4, 0.62
"""Level of the lower edge of a plate in shares of the frame's height, the number of things that lie on it in two rows,
and the rise of the far row in shares of their height."""
_MAX_SEPARATE, _RISE = 3, 0.4
"""Number of things in a container from which they overlap more, and the rise of every second one of them."""
_SLIM, _BOUQUET, _NARROW_NECK = 0.6, 0.95, 0.9
"""Width at height 1 below which a thing stands upright in a container, the width of such things in it, and the level of
an opening from which the container is a vase."""
_BETWEEN = 0.8
"""Scale of what is between two others."""
_CARRIED, _ON_SURFACE, _SURFACE_WIDTH = 0.24, 0.32, 0.75
"""Shares of the frame's height for what someone carries and for what is on a surface: a parrot on a pirate."""
_CLEARLY_SMALLER, _ALIKE, _LEAST_NEAR = 0.85, 1.4, 0.22
"""Natural scale up to which what is behind is drawn smaller than what is in front of it, the ratio of heights up to
which both are in one scale, and the least height of what is in front."""
_LEAF = 0.75
"""Width of the leaves in widths of the region, on which a frog is."""
_ACROSS, _WATER_FLOOR, _SWIMS, _DRIFTS = 1.25, 0.94, 0.36, 0.24
"""Width of a stream in widths of the region, the level of its near bank, and the heights of an animal and of a thing
on it, in shares of the frame's height."""
_WALL_HEIGHT, _WALL_WIDTH, _ON_WALL, _ON_WALL_WIDTH = 0.92, 1.0, 0.6, 0.8
"""Least height and width of a wall with something on it, and the most of what is on it, in shares of the region."""
_IN_FRONT = 0.2
"""Distance of what is in front from the edge of what is behind, in its own widths."""
_AT_TRUNK, _CROWN, _IN_ARCH, _ARCH = 0.24, 0.55, 0.02, 0.42
"""Distance from the middle of what is under a tree and under a bridge, and its largest width, in widths of these."""
_HALF_BEHIND, _BEHIND_TRUNK, _BEHIND_LEVEL = 0.36, 0.42, 0.03
"""Distance of what is half hidden, in shares of both widths, that from a trunk in its own widths, and its rise."""


def arrange(entries: Entries, width: float, height: float, focus: float, rng: Rng) -> list[Place]:
    """Return the places of all figures, in the order to draw them: far to near."""
    if len(entries) >= 2 and _is_arranged(entries[0][0], entries[1][0]):
        return _arrange_related(entries, width, height, focus)
    total = sum(figure.count for figure, _ in entries)
    sides = entries[0][0].relation if len(entries) > 1 else None
    if sides in (Relation.LEFT, Relation.RIGHT):
        pair = entries[:2] if sides is Relation.LEFT else entries[1::-1]
        return _center_low(_arrange_row([*pair, *entries[2:]], width, height, width / 2, rng), height)
    if any(figure.position is not None for figure, _ in entries):
        return _arrange_columns(entries, width, height)
    are_free = all(figure.relation is None for figure, _ in entries)
    if total > _MAX_IN_ROW or (len(entries) > 2 and are_free and has_ranks(entries)):
        return _center_low(arrange_ranks(entries, width, height), height)
    return _center_low(_arrange_row(entries, width, height, focus, rng), height)


def _center_low(places: list[Place], height: float) -> list[Place]:
    """Return *places* further back on the ground if they are low: the lower edge is no place for all of an image."""
    missing = _LOW - max(place.size + place.lift for place in places) / height
    rise = min(_MAX_RISE, _RISE_OF_LOW * max(0.0, missing)) * height
    return [
        place
        if place.entry.stand is Placement.AIR
        else replace(place, y=None if place.y is None else place.y - rise, lift=place.lift + rise)
        for place in places
    ]


def _is_arranged(first: Figure, second: Figure) -> bool:
    """Return whether the relation of *first* to *second* decides their places."""
    is_contained = first.relation is Relation.INSIDE and find_opening(second.subject) is not None
    return is_contained or first.relation in _ARRANGED


def _arrange_row(entries: Entries, width: float, height: float, focus: float, rng: Rng) -> list[Place]:
    """Return the figures next to each other around the focus."""
    each = [(figure, entry) for figure, entry in entries for _ in range(figure.count)]
    room = width * (1 - 2 * _MARGIN)
    scales = scale_companions(entries)
    widths = [entry.width * scale_size(figure, entries) * scales[figure.subject] for figure, entry in each]
    shares = [entry.share / scales[figure.subject] for figure, entry in each]
    base = min(min(shares[:1] if is_action(entries[0][0].subject) else shares) * height, room / sum(widths), 1.15)
    total = sum(widths) * base
    edge = _MARGIN * width + total / 2
    center = min(max(focus, edge), width - edge) if edge < width / 2 else width / 2
    left, places = center - total / 2, []
    for number, (figure, entry) in enumerate(each):
        jitter = rng.derive(f"figure {number}")
        size = base * scale_size(figure, entries) * scales[figure.subject] * jitter.uniform(0.88, 1.0)
        lift = 0.03 * (number % 2) if len(each) > 1 else 0.0
        places.append(Place(figure, entry, left + widths[number] * base / 2, size, lift=lift, is_small=figure.size < 0))
        left += widths[number] * base
    return places


def _arrange_columns(entries: Entries, width: float, height: float) -> list[Place]:
    """Return each figure in the column of its position, those without one in the columns that are left."""
    free = [pair for pair in entries if pair[0].position is None]
    taken = {_COLUMNS[figure.position] for figure, _ in entries if figure.position is not None}
    natural = scale_naturally([figure.subject for figure, _ in entries])
    places: list[Place] = []
    for figure, entry in entries:
        if figure.position is not None:
            middle = _COLUMNS[figure.position]
            share = _ALONE if len(entries) == 1 and middle == 0.5 else 0.44
        else:
            low, high = any(column < 0.5 for column in taken), any(column > 0.5 for column in taken)
            middle, share = (0.5, 0.36) if low == high else (0.72, 0.44) if low else (0.28, 0.44)
            share /= len(free)
        scaled = replace(entry, share=entry.share * natural[figure.subject])
        places += arrange_grid(figure, scaled, Region(width * middle, width * (share - 0.04), height))
    return sorted(places, key=lambda place: -place.lift)


def _arrange_related(entries: Entries, width: float, height: float, focus: float) -> list[Place]:
    """Return the first two figures in the relation of the first to the second, the others next to them."""
    first, second, others = entries[0], entries[1], entries[2:]
    share = _PAIR_WIDTH if others else 1.0
    placed = first[0].position or second[0].position
    middle = width * (_COLUMNS[placed] if placed else share / 2 if others else min(max(focus / width, 0.4), 0.6))
    level = _RAISED * height if first[0].position in HIGH and second[0].position in HIGH else height
    region = Region(middle, width * min(share, 1 - 2 * abs(middle / width - 0.5)) - 2 * _MARGIN * width, level)
    match first[0].relation:
        case Relation.ON if second[0].subject in (STREAM, LEAF):
            places = _float(first, second, region)
        case Relation.ON if second[0].subject in GROUNDS:
            places = _overlap(first, second, region)
        case Relation.ON if hangs_on(first[0].subject, second[0].subject):
            places = _hang(first, second, region)
        case Relation.ON | Relation.INSIDE if (opening := find_opening(second[0].subject)) and opening.is_flat:
            places = _lay(first, second, opening, region)
        case Relation.ON | Relation.ABOVE:
            places = _stack(first, second, region, touching=first[0].relation is Relation.ON)
        case Relation.UNDER if (
            second[1].stand in (Placement.GROUND, Placement.WATER) and second[0].subject not in UMBRELLAS
        ):
            places = _overlap(first, second, region, is_natural=False)
        case Relation.UNDER:
            places = _stack(second, first, region, touching=False)
        case Relation.FRONT:
            places = _overlap(first, second, region)
        case Relation.BETWEEN:
            places = _flank(first, second, region)
        case Relation.INSIDE if (opening := find_opening(second[0].subject)) is not None:
            places = _insert(first, second, opening, region)
        case Relation.BEHIND if (opening := find_opening(second[0].subject)) is not None and opening.is_barred:
            places = _insert(first, second, opening, region)
        case _:
            places = _overlap(second, first, region)
    natural = scale_naturally([figure.subject for figure, _ in entries])
    # What stands next to the two is in their scale.
    unit = max((place.size / natural[place.figure.subject] for place in places), default=height)
    for number, (figure, entry) in enumerate(others):
        room = width * (1 - share) / len(others)
        column = width * share + room * (number + 0.5)
        scaled = replace(entry, share=min(entry.share, unit / height) * natural[figure.subject])
        places += arrange_grid(figure, scaled, Region(column - _MARGIN * width / 2, room - _MARGIN * width, height))
    return places


def _float(upper: Entry, water: Entry, region: Region) -> list[Place]:
    """Return *upper* on *water*, which runs through the image."""
    wide = (_ACROSS if water[0].subject == STREAM else _LEAF) * region.width / water[1].width / water[0].count
    small = _fit(
        upper,
        replace(region, width=0.5 * region.width),
        (_SWIMS if is_living(upper[0].subject) else _DRIFTS) * region.height,
    )
    floor = _WATER_FLOOR * region.height
    return [
        *_arrange_line(water, region, wide, floor),
        *_arrange_line(upper, region, small, floor - 0.4 * wide),
    ]


def _hang(content: Entry, wall: Entry, region: Region) -> list[Place]:
    """Return *content* on the face of *wall*, which fills the region."""
    size = max(_WALL_HEIGHT * region.height, _WALL_WIDTH * region.width / wall[1].width)
    floor = region.height * (1 + _WALL_HEIGHT) / 2
    room = replace(region, width=_ON_WALL_WIDTH * region.width)
    hung = _fit(content, room, min(_ON_WALL, content[1].share) * region.height)
    foot = floor - (size - hung) / 2
    return [
        *_arrange_line(wall, region, size, floor),
        *_arrange_line(content, room, hung, foot, is_carried=True),
    ]


def _stack(upper: Entry, lower: Entry, region: Region, *, touching: bool) -> list[Place]:
    """Return *upper* over *lower*; with *touching*, it stands on it."""
    floor = 0.93 * region.height
    is_alive = is_living(lower[0].subject)
    surface = find_surface(lower[0].subject) if touching else None
    carried = _CARRIED if touching and is_alive else _ON_SURFACE if surface is not None else 0.42
    low = _fit(lower, region, (0.56 if touching and is_alive else 0.44 if surface is None else 0.5) * region.height)
    high = _fit(
        upper,
        region if surface is None else replace(region, width=_SURFACE_WIDTH * low * lower[1].width),
        carried * region.height,
    )
    gap = -0.06 * low if touching else 0.05 * region.height
    top = floor - low - gap
    high = min(high, max(0.1 * region.height, top - _MARGIN * region.height))
    if upper[0].size >= 0:
        natural = scale_naturally([upper[0].subject, lower[0].subject])
        high = min(high, natural[upper[0].subject] * low)
    return [
        *_arrange_line(lower, region, low, floor),
        *_arrange_line(upper, region, high, top, is_carried=True),
    ]


def _lay(content: Entry, plate: Entry, opening: Opening, region: Region) -> list[Place]:
    """Return *content* on *plate*, which is seen from above."""
    floor = _PLATE_FLOOR * region.height
    size = _fit(plate, region, _CONTAINER_SHARE * region.height)
    figure, entry = content
    room = opening.width * size * plate[1].width
    rows = 2 if figure.count >= _MIN_PILED and figure.relation is Relation.INSIDE else 1
    near = math.ceil(figure.count / rows)
    inside = min(room / entry.width / near, _CONTENT_SHARE * region.height)
    foot = floor - opening.level * size
    far = (replace(figure, count=figure.count - near), entry)
    piled = _arrange_line(far, region, inside, foot - _PILED * inside, is_carried=True) if figure.count > near else []
    line = [*piled, *_arrange_line((replace(figure, count=near), entry), region, inside, foot, is_carried=True)]
    # The copies are those of the whole figure.
    return [*_arrange_line(plate, region, size, floor), *(replace(place, figure=figure) for place in line)]


def _insert(content: Entry, container: Entry, opening: Opening, region: Region) -> list[Place]:
    """Return *content* in *container*: behind its wall, or visible through it."""
    floor = 0.92 * region.height
    size = _fit(container, region, min(_CONTAINER_SHARE, _MAX_RISEN / opening.rise) * region.height)
    figure, entry = content
    room = opening.width * size * container[1].width
    if opening.is_clear:
        inside = min(room / entry.width / figure.count, opening.rise * size)
        foot = floor - (opening.level + 0.04) * size
        inner = _arrange_line(content, region, inside, foot, is_carried=True)
        places = [*_arrange_line(container, region, size, floor), *inner]
        return places[::-1] if opening.is_barred else places
    is_tall = (
        opening.level > _NARROW_NECK
        or entry.stand is Placement.FRAME
        or entry.share > _MIN_SHELTER
        or entry.width < _SLIM
    )
    across = max(room, _BOUQUET * size) if is_tall else room
    crowded = max(_CROWDED, figure.count / _MAX_SEPARATE)
    inside = min(across / entry.width / figure.count * crowded, _CONTENT_SHARE * region.height)
    foot = floor - opening.level * size + _SUNK * inside
    return [
        *_arrange_line(content, region, inside, foot, crowded, is_carried=True),
        *_arrange_line(container, region, size, floor),
    ]


def _overlap(near: Entry, far: Entry, region: Region, *, is_natural: bool = True) -> list[Place]:
    """Return *near* in front of *far*, which is larger unless that is not *is_natural*."""
    floor = 0.9 * region.height
    natural = scale_naturally([near[0].subject, far[0].subject])
    if is_natural and natural[far[0].subject] < _CLEARLY_SMALLER:
        return _overlap_small(near, far, region, natural[far[0].subject])
    big = _fit(far, replace(region, width=0.8 * region.width), 0.66 * region.height)
    ratio = natural[far[0].subject] / natural[near[0].subject]
    are_alike = is_natural and _are_alike(near[0].subject, far[0].subject)
    width, level = (0.85, 0.5) if is_action(near[0].subject) else (0.55, 0.5 if are_alike else 0.4)
    small = _fit(near, replace(region, width=width * region.width), level * region.height)
    if are_alike:
        big = min(big, ratio * small)
    elif near[0].size >= 0:
        small = min(small, max(_LEAST_NEAR * region.height, natural[near[0].subject] * big))
    behind = replace(region, middle=region.middle - 0.1 * region.width)
    across = big * far[1].width * far[0].count
    reach = 0.5 * across + _IN_FRONT * small * near[1].width * near[0].count
    if near[0].relation is Relation.UNDER and far[1].width >= _SLIM:
        # Next to the trunk, below the crown, or in the arch.
        is_arch = far[0].subject in BRIDGES
        small = min(small, (_ARCH if is_arch else _CROWN) * across / near[1].width / near[0].count)
        reach = (_IN_ARCH if is_arch else _AT_TRUNK) * across
    front = replace(region, middle=behind.middle + min(0.3 * region.width, reach))
    return [
        *_arrange_line(far, behind, big, floor - 0.06 * region.height),
        *_arrange_line(near, front, small, floor + 0.03),
    ]


def _are_alike(near: str, far: str) -> bool:
    """Return whether *far* is hardly taller than *near*, neither of them so tall that it is drawn lower."""
    heights = find_natural_height(near), find_natural_height(far)
    return heights[0] is not None and heights[1] is not None and heights[1] < _ALIKE * heights[0]


def _overlap_small(near: Entry, far: Entry, region: Region, scale: float) -> list[Place]:
    """Return *far*, which is smaller by *scale*, half behind *near*: a dog behind a man."""
    floor = 0.9 * region.height
    big = _fit(near, replace(region, width=0.6 * region.width), 0.6 * region.height)
    small = _fit(far, replace(region, width=0.4 * region.width), scale * big)
    across = near[1].width * near[0].count * big, far[1].width * far[0].count * small
    shift = _BEHIND_TRUNK * across[1] if near[0].subject in SLENDER else (across[0] + across[1]) * _HALF_BEHIND
    left = region.middle - (across[0] + across[1] / 2) / 2 + across[0] / 2
    return [
        *_arrange_line(far, replace(region, middle=left + shift), small, floor - _BEHIND_LEVEL * region.height),
        *_arrange_line(near, replace(region, middle=left), big, floor),
    ]


def _flank(middle: Entry, sides: Entry, region: Region) -> list[Place]:
    """Return *middle* between the copies of *sides*, half of them at each side."""
    floor = 0.92 * region.height
    count, inner = sides[0].count, middle[1].width * middle[0].count * _BETWEEN
    size = min(0.62 * region.height, region.width / (count * sides[1].width + inner))
    left = count - count // 2
    gap, step = inner * size, size * sides[1].width
    edge = region.middle - (count * step + gap) / 2
    places = [
        Place(*sides, edge + (number + 0.5) * step + (gap if number >= left else 0.0), size, floor, is_small=True)
        for number in range(count)
    ]
    center = edge + left * step + gap / 2
    return [*places, *_arrange_line(middle, replace(region, middle=center), _BETWEEN * size, floor)]


def _fit(pair: Entry, region: Region, height: float) -> float:
    """Return the size at which all copies fit next to each other into *region* and *height*."""
    figure, entry = pair
    size = height * min(1.0, SIZE_SCALES[figure.size] if figure.size < 0 else 1.0)
    return min(size, region.width / entry.width / figure.count)


def _arrange_line(
    pair: Entry, region: Region, size: float, foot: float, crowded: float = 1.0, *, is_carried: bool = False
) -> list[Place]:
    """Return the copies next to each other; with *crowded* above 1, they overlap."""
    figure, entry = pair
    step = size * entry.width / crowded
    rise = _RISE * size if crowded > _CROWDED else 0.0
    places = [
        Place(
            figure,
            entry,
            region.middle + (number - (figure.count - 1) / 2) * step,
            size,
            foot - rise * (number % 2),
            is_small=True,
            is_carried=is_carried,
        )
        for number in range(figure.count)
    ]
    return sorted(places, key=lambda place: place.y or 0.0)
