"""How likely a note is about what is requested: one number of what request and note share.

In a large library the best note usually is the one on the request, or there is none. So next to the similarity to the
request as a whole and the words that both have, it counts how far a note is ahead of the next one. In a small library
that means little: its best note is often only the nearest one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from engines.note_subject import NoteText, find_matters, find_things
from services.rag.domain.full_text import extract_query_words

LIKELY, DOUBTFUL = 0.6, 0.3
"""Likelihoods from which a note is about the request, and from which the rules for things and matters decide."""
_ENDINGS = ("ing", "ed", "es", "s", "ly", "er", "e")
_SHORTEST_STEM = 3


@dataclass(frozen=True, slots=True)
class Similarity:
    """Cosine of a note with the request as a whole, and how far its best cosine is ahead of that of the next note."""

    with_request: float
    ahead: float


def estimate_likelihood(topic: str, request: str, note: NoteText, similarity: Similarity) -> float:
    """Return the likelihood, 0 to 1, that *note* is about *topic* of *request*.

    A logistic model of four figures, fitted to 385 labeled requests to the whole library (docs/notes/writing.md).
    """
    named = _list_words(note.title, *note.tags)
    score = (
        5.0 * similarity.with_request
        + 13.4 * similarity.ahead
        + 7.2 * _measure_share(named, _list_words(topic, request))
        + 1.9 * _measure_share(_list_words(topic), named | _list_words(note.body))
        - 6.3
    )
    return 1 / (1 + exp(-score))


def _measure_share(words: frozenset[str], others: frozenset[str]) -> float:
    """Return the share of *words* that *others* have."""
    return len(words & others) / len(words) if words else 0.0


def _list_words(*texts: str) -> frozenset[str]:
    """Return the words of *texts*, and the names of the things and matters that they name in any words."""
    return frozenset(word for text in texts for word in _list_words_of(text))


@lru_cache(maxsize=4_096)
def _list_words_of(text: str) -> frozenset[str]:
    names = (f"{thing.kind}/{thing.name}" for senses in find_things(text) for thing in senses)
    return frozenset((*_stem(extract_query_words(text)), *names, *find_matters(text)))


def _stem(words: Iterable[str]) -> Iterable[str]:
    """Yield *words*, English ones without their endings: "packed" and "packing" are one."""
    for word in words:
        fitting = (one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) >= _SHORTEST_STEM)
        ending = next(fitting, "") if word.isascii() and not word.endswith("ss") else ""
        stem = word.removesuffix(ending)
        yield stem[:-1] if ending and len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] else stem
