"""How likely a note is about what is requested: one number of what request and note share.

In a large library the best note usually is the one on the request, or there is none. So next to the similarity to the
request as a whole and the words that both have, it counts how far a note is ahead of the next one. In a small library
that means little: its best note is often only the nearest one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from engines.note_planner.request.completeness import list_content
from engines.note_planner.request.relevance import has_word
from engines.note_subject import Fit, NoteText, find_matters, find_things, rate_fit
from services.rag.domain.full_text import extract_query_words

LIKELY = 0.6
"""Likelihood from which on a note is about a request (docs/notes/library.md)."""
_ENDINGS = ("ing", "ed", "es", "s", "ly", "er", "e")
_SHORTEST_STEM = 3

CONSTANT = -3.82
WEIGHTS = (-3.13, 7.03, 2.23, 0.58, 0.92, -1.17, -0.28, 1.61, -0.35, 0.65, 4.69, 2.44, -3.57)
"""A logistic model of the figures of `describe_note` (`python -m benchmarks.calibration.sources`)."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How close a note is to a request, by the vectors of the built-in model.

    Attributes:
        highest: highest cosine of title and tags with the topic, the request, or other words for it.
        ahead: how far the highest one is ahead of that of the next note on something else.
        with_request: their cosine with the request as a whole.
        learned: the product of both vectors with learned weights, in log odds.
        matched: that the note answers the request, by the learned network, in log odds.
        question, questions: highest and mean cosine of its questions with topic or request.
        unanswered: highest cosine of the questions that it does not answer.

    """

    highest: float
    ahead: float
    with_request: float
    learned: float
    matched: float
    question: float
    questions: float
    unanswered: float


def estimate_likelihood(topic: str, request: str, note: NoteText, comparison: Comparison) -> float:
    """Return the likelihood, 0 to 1, that *note* is about *topic* of *request*.

    Fitted to 4,280 requests whose closest notes (three to eight) were labeled (docs/notes/library.md).
    """
    figures = describe_note(topic, request, note, comparison)
    weighed = sum(weight * one for weight, one in zip(WEIGHTS, figures, strict=True))
    return 1 / (1 + exp(-CONSTANT - weighed - comparison.learned))


def describe_note(topic: str, request: str, note: NoteText, comparison: Comparison) -> tuple[float, ...]:
    """Return what *note* shares with *topic* of *request*: cosines, a lead, shares of words, how its thing fits."""
    named, words = _list_words(note.title, *note.tags), _list_words(topic)
    title, requested = _list_words(note.title), _list_words(topic, request)
    fit = rate_fit(topic, request, note)
    return (
        comparison.with_request,
        comparison.ahead,
        _measure_share(named, requested),
        _measure_share(words, named | _list_words(note.body)),
        _share_content(topic, note),
        float(fit is Fit.OTHER),
        float(fit is Fit.ABSENT),
        _measure_share(title, requested),
        _measure_share(words, title),
        comparison.matched,
        comparison.question,
        comparison.questions,
        comparison.unanswered,
    )


def _share_content(topic: str, note: NoteText) -> float:
    """Return the share of the content words of *topic* that *note* has, in any of their forms."""
    words, text = list_content(topic), " ".join((note.title, *note.tags, note.body)).lower()
    return sum(has_word(word, text) for word in words) / len(words) if words else 0.0


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
