"""Selects types of nodes from search results: those that the query names first, then by vector and words."""

from collections.abc import Mapping, Sequence

from services.rag.domain.names import find_mentions
from services.rag.domain.rank_fusion import EXACT, Candidate, fuse, rank

FUSION_K = 10
"""The first places of a ranking count for more than with the usual 60 (docs/nodes.md)."""
RARE_FACTOR = 4
"""A word that is in this many times as many types as the rarest word of the query is not ranked."""
RARE_TYPES = 3
"""A word in so few types is always ranked."""


def select_rare(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return the words that set types apart, by the number of types that have each."""
    present = {word: count for word, count in counts.items() if count}
    limit = max(RARE_TYPES, RARE_FACTOR * min(present.values(), default=0))
    return tuple(word for word, count in present.items() if count <= limit)


def select_nodes(query: str, candidates: Sequence[Candidate], *, limit: int) -> list[tuple[str, float]]:
    """Return key and similarity of at most *limit* types: those the query names, in its order, then the best others.

    A named type has similarity 1. Others are ordered by rank fusion, without a threshold: who describes a node
    expects the nearest ones. One that only shares words has similarity 0.
    """
    by_key = {candidate.key: candidate for candidate in candidates}
    named = find_mentions(query, {key: candidate.names for key, candidate in by_key.items()})
    fused = fuse(
        [
            rank({key: candidate.rank_by_vector for key, candidate in by_key.items()}),
            rank({key: candidate.rank_by_words for key, candidate in by_key.items()}),
        ],
        FUSION_K,
    )
    others = [(key, max(0.0, by_key[key].similarity or 0.0)) for key in fused if key not in named]
    return [*((key, EXACT) for key in named), *others][:limit]
