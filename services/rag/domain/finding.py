"""Which notes a query finds: those it is the title of or names the tags of, then those near it."""

import re
from collections.abc import Collection, Sequence

from services.rag.domain.names import normalize_name
from services.rag.domain.note import Note
from services.rag.domain.ranking import EXACT, Candidate, fuse
from services.rag.domain.words import segment

_BETWEEN_TAGS = re.compile(r"[\s#＃,，、;；/|]+")
MOST_TAGS = 10
"""Tags that a query can be read as; a longer one is a text."""
ENOUGH_WORDS = 0.5
"""The part of a query's telling words that lets a note count by them alone (docs/notes.md)."""


def called(query: str) -> frozenset[str]:
    """Return the names under which *query* may be in the library: the whole of it, and its parts read as tags."""
    return frozenset({normalize_name(query), *_tags(query)} - {""})


def is_worded(words: Collection[str], note: Note) -> bool:
    """Return whether *note* has at least half of *words*: a rare word in its body says more than its meaning does."""
    its_own = set(segment(" ".join((note.title, *note.tags, note.body))).split())
    return bool(words) and len(its_own.intersection(words)) >= ENOUGH_WORDS * len(words)


def choose_notes(
    query: str, candidates: Sequence[Candidate], worded: Collection[str], *, least_similarity: float, limit: int
) -> list[tuple[str, float]]:
    """Return key and similarity of at most *limit* notes, best first.

    A note whose title is the query, or that bears every tag the query consists of, comes first, with similarity 1.
    Another counts from a cosine of *least_similarity* on, or where it is *worded* as the query is (keys); one that
    cannot be compared with the query does not. Within both groups the order is that of the two rankings, by meaning
    and by words, fused.
    """
    by_key = {candidate.key: candidate for candidate in candidates}
    fused = fuse([_ranked(candidates, "place_by_vector"), _ranked(candidates, "place_by_words")])
    order = {key: place for place, key in enumerate(fused)}
    exact = sorted(
        (candidate.key for candidate in candidates if _is_called(query, candidate)),
        key=lambda key: (order.get(key, len(order)), key),
    )
    others = [(key, by_key[key].similarity) for key in fused if key not in set(exact)]
    similar = [
        (key, cosine) for key, cosine in others if cosine is not None and (cosine >= least_similarity or key in worded)
    ]
    return [*((key, EXACT) for key in exact), *similar][:limit]


def _is_called(query: str, candidate: Candidate) -> bool:
    whole, tags = normalize_name(query), _tags(query)
    return (whole != "" and whole in candidate.names) or (bool(tags) and tags <= set(candidate.names))


def _tags(query: str) -> set[str]:
    """Return the parts of *query*, normalised; none where there are more than tags are written in a row."""
    parts = {normalize_name(part) for part in _BETWEEN_TAGS.split(query)} - {""}
    return parts if len(parts) <= MOST_TAGS else set()


def _ranked(candidates: Sequence[Candidate], place: str) -> list[str]:
    places = {candidate.key: getattr(candidate, place) for candidate in candidates}
    return sorted((key for key, at in places.items() if at is not None), key=lambda key: (places[key], key))
