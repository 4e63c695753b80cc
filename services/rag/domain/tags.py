"""Statistics of tags: number of notes, engagement, related tags."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

MAX_RELATED_TAGS = 3


@dataclass(frozen=True, slots=True)
class TaggedNotes:
    """Number of notes with exactly these tags, and their total engagement."""

    tags: tuple[str, ...]
    notes: int
    engagement: int


@dataclass(frozen=True, slots=True)
class TagStatistics:
    """A tag: number of notes, their share (0 to 1), their mean engagement, the tags most often used with it."""

    tag: str
    notes: int
    share: float
    engagement: float
    related_tags: tuple[str, ...] = field(metadata={"mirrors": "beside"})


def compute_top_tags(tagged: Iterable[TaggedNotes], limit: int) -> tuple[tuple[TagStatistics, ...], int]:
    """Return the *limit* most frequent tags, by engagement if equal, and the number of counted notes."""
    total, notes, engagements = 0, Counter[str](), Counter[str]()
    related: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for group in tagged:
        total += group.notes
        for tag in group.tags:
            notes[tag] += group.notes
            engagements[tag] += group.engagement
            related[tag].update({other: group.notes for other in group.tags if other != tag})
    statistics = [
        TagStatistics(tag, count, count / total, engagements[tag] / count, _pick_most_common(related[tag]))
        for tag, count in notes.items()
    ]
    statistics.sort(key=lambda one: (-one.notes, -one.engagement, one.tag))
    return tuple(statistics[:limit]), total


def _pick_most_common(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counts, key=lambda tag: (-counts[tag], tag))[:MAX_RELATED_TAGS])
