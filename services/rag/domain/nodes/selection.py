"""Selects types of nodes from search results: those that the query names first, then by vector and words."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from services.rag.domain.names import find_mentions
from services.rag.domain.rank_fusion import EXACT

WORDS_WEIGHT = 0.8
"""Bonus on the cosine of a type that has all meanings of the query."""
IN_NAME = 1.5
"""Factor of a meaning that is in a name of the type."""
LITERAL = 1.25
"""Factor of a meaning whose word the type has, not only a synonym."""
LEAST_WEIGHT = 8
"""Minimum total weight of the meanings of a query: one common word alone is weak evidence."""


@dataclass(frozen=True, slots=True)
class NodeCandidate:
    """A search result.

    Attributes:
        key: full name of the type.
        names: its normalized names.
        similarity: cosine of query and type, None if there is none.
        share: weight of the query's meanings that it has, among all of them; None if it has none of them.

    """

    key: str
    names: Collection[str]
    similarity: float | None
    share: float | None


def select_nodes(query: str, candidates: Sequence[NodeCandidate], *, limit: int) -> list[tuple[str, float]]:
    """Return key and similarity of at most *limit* types: those the query names, in its order, then the best others.

    A named type has similarity 1. Others are ordered by their scores, without a threshold: a user who describes a node
    expects the nearest ones. One that only shares words has similarity 0.
    """
    by_key = {candidate.key: candidate for candidate in candidates}
    named = find_mentions(query, {key: candidate.names for key, candidate in by_key.items()})
    ordered = sorted(candidates, key=lambda candidate: (-_score(candidate), candidate.key))
    others = [(one.key, max(0.0, one.similarity or 0.0)) for one in ordered if one.key not in named]
    return [*((key, EXACT) for key in named), *others][:limit]


def _score(candidate: NodeCandidate) -> float:
    return (candidate.similarity or 0.0) + WORDS_WEIGHT * (candidate.share or 0.0)
