"""Scales of figures that share a row: the main one first, all with plausible sizes next to each other."""

from collections.abc import Sequence

from engines.painter.scene import Figure
from engines.painter.subjects.actions.items import find_height
from engines.painter.subjects.actions.keys import is_action
from engines.painter.subjects.anchors import WEARABLES, find_anchor
from engines.painter.subjects.catalog import CatalogEntry
from engines.painter.subjects.natural_sizes import scale_naturally
from engines.painter.subjects.nature import is_handheld, is_living
from engines.painter.subjects.people.keys import is_person

SIZE_SCALES = {1: 1.3, 0: 1.0, -1: 0.46, -2: 0.28}
"""Scales of the requested sizes."""
_SMALL_IN_COMPANY = 0.75
"""Scale of a small animal or person next to others, whose size shows that it is small."""
_MAX_PEERS = 3
"""Number of different things in a row from which the main subject is larger than the others."""
_MAIN_SHARE = 0.45
"""Least share of a row for a main subject next to several other things."""
_HANDHELD, _SECONDARY = 0.6, 0.8
"""Scale of what fits a hand next to someone, and of further things where there are several."""
_BEHIND_ACTION, _ACTION_SHARE = 0.75, 0.58
"""Largest scale of further things next to who does something, and the least share of a row for that."""
_SMALLEST_PET, _GROWN = 0.45, 0.75
"""Least scale of an animal next to a person, and the natural height from which one is as tall in the image."""
_WEARABLE = 0.45
"""Scale of a hat or glasses next to who does not wear them."""
Entry = tuple[Figure, CatalogEntry]
Entries = Sequence[Entry]


def scale_size(figure: Figure, entries: Entries) -> float:
    """Return the scale of the requested size of *figure* among *entries*."""
    is_in_company = len(entries) > 1 and figure.size == -1 and is_living(figure.subject)
    return _SMALL_IN_COMPANY if is_in_company else SIZE_SCALES[figure.size]


def scale_companions(entries: Entries) -> dict[str, float]:
    """Return the scale of each figure: several small things do not crowd out the one main subject."""
    widths = [entry.width * scale_size(figure, entries) * figure.count for figure, entry in entries]
    scales = {figure.subject: 1.0 for figure, _ in entries}
    (main, _), others = entries[0], sum(widths[1:])
    is_crowded = len(entries) > _MAX_PEERS or any(figure.count > 1 for figure, _ in entries[1:])
    if main.count == 1 and main.size >= 0 and others and is_crowded:
        scale = min(1.0, widths[0] * (1 - _MAIN_SHARE) / _MAIN_SHARE / others)
        scales |= {figure.subject: scale for figure, _ in entries[1:]}
    elif main.count == 1 and main.size >= 0 and len(entries) > 2:
        scales |= {figure.subject: _SECONDARY for figure, _ in entries[1:]}
    if is_action(main.subject):
        # Further things stay at their own size; the pose needs the room.
        least = min(_BEHIND_ACTION, widths[0] * (1 - _ACTION_SHARE) / _ACTION_SHARE / others) if others else 1.0
        share = entries[0][1].share
        scales |= {
            figure.subject: min(least, scales[figure.subject], entry.share / share) for figure, entry in entries[1:]
        }
    if is_living(main.subject) and main.size >= 0:
        scales |= {
            figure.subject: _HANDHELD
            for figure, _ in entries[1:]
            if figure.size <= 0 and scales[figure.subject] > _HANDHELD and is_handheld(figure.subject)
        }
    if is_action(main.subject) or is_person(main.subject):
        scales |= {
            figure.subject: min(scales[figure.subject], max(_SMALLEST_PET, find_height(figure.subject) / _GROWN))
            for figure, _ in entries[1:]
            if find_anchor(figure.subject) is not None and figure.size <= 0
        }
    if find_anchor(main.subject) is not None:
        scales |= {figure.subject: _WEARABLE for figure, _ in entries[1:] if figure.subject in WEARABLES}
    natural = scale_naturally([figure.subject for figure, _ in entries])
    return {subject: min(scale, natural[subject]) for subject, scale in scales.items()}
