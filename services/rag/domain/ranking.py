"""From what the store found to what counts: exact names first, then vectors and words fused, then the thresholds."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from services.rag.domain.names import mentioned
from services.rag.domain.style import Style

Key = TypeVar("Key", bound=Hashable)

EXACT = 1.0
"""The similarity of a style that was called by its name."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A style the store found, and how: its place (1, 2, …) by vector and by words, None where it was not among them.

    `similarity` is the cosine of query and style, -1 to 1, or None where their vectors cannot be compared: another
    model made the style's, or the query has none. `names` are the style's normalised names.
    """

    key: str
    names: Collection[str]
    similarity: float | None
    place_by_vector: int | None
    place_by_words: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """A style that counts, with its similarity: 1.0 for one called by name, else the cosine."""

    style: Style
    similarity: float


def fuse(rankings: Sequence[Sequence[Key]], k: int = 60) -> list[Key]:
    """Return the keys of all *rankings* by the sum of 1 / (k + place), best first; ties keep the order of first sight.

    Reciprocal rank fusion after Cormack, Clarke and Büttcher, SIGIR 2009, which gives k = 60.
    """
    scores: defaultdict[Key, float] = defaultdict(float)
    for ranking in rankings:
        for place, key in enumerate(ranking, start=1):
            scores[key] += 1 / (k + place)
    return sorted(scores, key=lambda key: -scores[key])


def choose(
    query: str, candidates: Sequence[Candidate], *, least_similarity: float, limit: int
) -> list[tuple[str, float]]:
    """Return key and similarity of at most *limit* styles: those the query names, in its order, then others similar.

    A named style has similarity 1, whatever its vector; another counts from a cosine of *least_similarity* on, so one
    that cannot be compared with the query does not count.
    """
    by_key = {candidate.key: candidate for candidate in candidates}
    named = mentioned(query, {key: candidate.names for key, candidate in by_key.items()})
    fused = fuse(
        [
            _ranked({key: candidate.place_by_vector for key, candidate in by_key.items()}),
            _ranked({key: candidate.place_by_words for key, candidate in by_key.items()}),
        ]
    )
    others = [(key, by_key[key].similarity) for key in fused if key not in named]
    similar = [(key, cosine) for key, cosine in others if cosine is not None and cosine >= least_similarity]
    return [*((key, EXACT) for key in named), *similar][:limit]


def _ranked(places: dict[str, int | None]) -> list[str]:
    placed = {key: place for key, place in places.items() if place is not None}
    return sorted(placed, key=lambda key: placed[key])
