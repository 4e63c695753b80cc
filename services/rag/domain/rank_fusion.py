"""Selects matches from search results: exact names first, then vectors and words by rank fusion and thresholds."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from services.rag.domain.names import find_mentions
from services.rag.domain.style import Style

Key = TypeVar("Key", bound=Hashable)

EXACT = 1.0
"""Similarity of an entry that the query names."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A search result with its rank (1, 2, …) by vector and by words, None if it is not in that ranking.

    `similarity` is the cosine of query and entry, -1 to 1, or None if their vectors are not comparable: they are of
    different models, or the query has none. `names` are the normalized names of the entry.
    """

    key: str
    names: Collection[str]
    similarity: float | None
    rank_by_vector: int | None
    rank_by_words: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """A matching style with its similarity: 1.0 if the query names it, otherwise the cosine."""

    style: Style
    similarity: float


def fuse(rankings: Sequence[Sequence[Key]], k: int = 60) -> list[Key]:
    """Return the keys of all *rankings* by the sum of 1 / (k + rank), best first; ties in order of occurrence.

    Reciprocal rank fusion after Cormack, Clarke and Büttcher, SIGIR 2009, which uses k = 60.
    """
    scores: defaultdict[Key, float] = defaultdict(float)
    for ranking in rankings:
        for rank, key in enumerate(ranking, start=1):
            scores[key] += 1 / (k + rank)
    return sorted(scores, key=lambda key: -scores[key])


def select_matches(
    query: str, candidates: Sequence[Candidate], *, min_similarity: float, limit: int
) -> list[tuple[str, float]]:
    """Return key and similarity of at most *limit* styles: those the query names, in its order, then others similar.

    A named style has similarity 1, whatever its vector. Others match from a cosine of *min_similarity*; a style
    without a comparable vector does not match.
    """
    by_key = {candidate.key: candidate for candidate in candidates}
    named = find_mentions(query, {key: candidate.names for key, candidate in by_key.items()})
    fused = fuse(
        [
            rank({key: candidate.rank_by_vector for key, candidate in by_key.items()}),
            rank({key: candidate.rank_by_words for key, candidate in by_key.items()}),
        ]
    )
    others = [(key, by_key[key].similarity) for key in fused if key not in named]
    similar = [(key, cosine) for key, cosine in others if cosine is not None and cosine >= min_similarity]
    return [*((key, EXACT) for key in named), *similar][:limit]


def rank(ranks: dict[str, int | None]) -> list[str]:
    """Return the keys of *ranks* in their order, without those that are not ranked."""
    ranked = {key: rank for key, rank in ranks.items() if rank is not None}
    return sorted(ranked, key=lambda key: ranked[key])
