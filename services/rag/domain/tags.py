"""Tags counted: how many notes bear them, how well these are received, what stands beside them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

MOST_BESIDE = 3


@dataclass(frozen=True, slots=True)
class TaggedNotes:
    """How many notes bear exactly these tags, and their engagement, summed up."""

    tags: tuple[str, ...]
    notes: int
    engagement: int


@dataclass(frozen=True, slots=True)
class TagFigures:
    """A tag: notes that bear it, their part of all (0 to 1), their mean engagement, tags most often beside it."""

    tag: str
    notes: int
    share: float
    engagement: float
    beside: tuple[str, ...]


def top_tags(tagged: Iterable[TaggedNotes], limit: int) -> tuple[tuple[TagFigures, ...], int]:
    """Return the *limit* tags of most notes, of equals the better received, and how many notes were counted."""
    total, notes, engagements = 0, Counter[str](), Counter[str]()
    beside: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for group in tagged:
        total += group.notes
        for tag in group.tags:
            notes[tag] += group.notes
            engagements[tag] += group.engagement
            beside[tag].update({other: group.notes for other in group.tags if other != tag})
    figures = [
        TagFigures(tag, count, count / total, engagements[tag] / count, _most(beside[tag]))
        for tag, count in notes.items()
    ]
    figures.sort(key=lambda one: (-one.notes, -one.engagement, one.tag))
    return tuple(figures[:limit]), total


def _most(counted: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counted, key=lambda tag: (-counted[tag], tag))[:MOST_BESIDE])
