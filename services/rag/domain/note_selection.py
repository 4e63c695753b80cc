"""Selects the notes that match a query: those it names by title or tags, then similar ones."""

import re
from collections.abc import Collection, Sequence

from services.rag.domain.full_text import segment
from services.rag.domain.names import normalize_name
from services.rag.domain.note import Note
from services.rag.domain.rank_fusion import EXACT, Candidate, fuse

_TAG_SEPARATOR = re.compile(r"[\s#＃,，、;；/|]+")
MAX_TAGS = 10
"""Maximum number of tags in a query; a longer query is a text."""
ENOUGH_WORDS = 0.5
"""Share of a query's significant words from which a note matches by words alone (docs/notes/library.md)."""


def find_named(query: str) -> frozenset[str]:
    """Return the names that *query* may refer to: the whole of it, and its parts as tags."""
    return frozenset({normalize_name(query), *_split_tags(query)} - {""})


def has_words(words: Collection[str], note: Note) -> bool:
    """Return whether *note* has at least half of *words*: a rare word in its body is more specific than its vector."""
    note_words = set(segment(" ".join((note.title, *note.tags, note.body))).split())
    return bool(words) and len(note_words.intersection(words)) >= ENOUGH_WORDS * len(words)


def select_notes(
    query: str, candidates: Sequence[Candidate], matched_by_words: Collection[str], *, min_similarity: float, limit: int
) -> list[tuple[str, float]]:
    """Return key and similarity of at most *limit* notes, best first.

    A note with the query as its title, or with every tag of the query, comes first, with similarity 1. Others match
    from a cosine of *min_similarity*, or if they are in *matched_by_words* (keys); a note without a comparable vector
    does not match. Within both groups the order is that of the fused rankings by vector and by words.
    """
    by_key = {candidate.key: candidate for candidate in candidates}
    fused = fuse([_rank(candidates, "rank_by_vector"), _rank(candidates, "rank_by_words")])
    order = {key: rank for rank, key in enumerate(fused)}
    exact = sorted(
        (candidate.key for candidate in candidates if _is_named(query, candidate)),
        key=lambda key: (order.get(key, len(order)), key),
    )
    others = [(key, by_key[key].similarity) for key in fused if key not in set(exact)]
    similar = [
        (key, cosine)
        for key, cosine in others
        if cosine is not None and (cosine >= min_similarity or key in matched_by_words)
    ]
    return [*((key, EXACT) for key in exact), *similar][:limit]


def _is_named(query: str, candidate: Candidate) -> bool:
    name, tags = normalize_name(query), _split_tags(query)
    return (name != "" and name in candidate.names) or (bool(tags) and tags <= set(candidate.names))


def _split_tags(query: str) -> set[str]:
    """Return the parts of *query*, normalized; none if there are more than `MAX_TAGS`."""
    parts = {normalize_name(part) for part in _TAG_SEPARATOR.split(query)} - {""}
    return parts if len(parts) <= MAX_TAGS else set()


def _rank(candidates: Sequence[Candidate], attribute: str) -> list[str]:
    ranks = {candidate.key: getattr(candidate, attribute) for candidate in candidates}
    return sorted((key for key, rank in ranks.items() if rank is not None), key=lambda key: (ranks[key], key))
