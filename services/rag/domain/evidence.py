"""Evidence for a note: selects the relevant notes of the library, and excerpts and tags from them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import inf

from engines.language.proper_names import find_proper_names
from engines.language.words import take_words
from engines.note_planner.request.relevance import has_subject
from engines.note_subject import Fit, NoteText, rate_fit
from services.common.contract.note import Closeness, TagGrowth
from services.common.text.language import Language
from services.common.text.width import measure_width
from services.rag.domain.full_text import extract_query_words, extract_subject_words, segment
from services.rag.domain.likelihood import LIKELY, Comparison, estimate_likelihood
from services.rag.domain.names import has_han, normalize_name, phrases
from services.rag.domain.note import Note
from services.rag.domain.rank_fusion import EXACT
from services.rag.domain.tags import TagStatistics
from services.rag.domain.trends import TrendReport

ENOUGH_NAMING_NOTES = 3
"""If at least this many notes name the topic, notes that are only near it are not used (docs/notes/library.md)."""
NEAR_WORD_SHARE = 0.5
"""Share of the topic's words in title and tags from which a note is near the topic."""
MIN_CLOSE = {Fit.SAME: 0.38, Fit.UNKNOWN: 0.53, Fit.ABSENT: 0.65}
MIN_RELATED, MAX_BEHIND_CLOSEST = 0.28, 0.08
"""Cosines of the request with title and tags: of sources about its subject, and of those that may be about it.

Calibrated on labeled topics (docs/notes/library.md). A source is close only if none is closer by more than the last.
"""
MAX_EXCERPT_COLUMNS = 600
"""A Chinese character takes two columns."""

_COMPLAINS = re.compile(
    r"受不了|气死|烦死|崩溃|怎么办|[^，。]不停(?:$|[，。])"
    r"|\b(?:annoying|frustrating|driving me (?:crazy|mad|nuts)|keeps? (?:on )?\w{2,}ing|broken|won['’]?t \w+)\b",
    re.IGNORECASE,
)
"""Of a story whose writer wants help, and does not only report."""
_SENTENCE = re.compile(r"[^。！？!?\n]*?(?:[。！？!?\n]+|\.(?=\s|$)|$)")


@dataclass(frozen=True, slots=True)
class CandidateNote:
    """A search result with its similarity: `EXACT` for a note that the query names by title or tags.

    `comparison` is with the request, None if it was not compared.
    """

    note: Note
    similarity: float
    comparison: Comparison | None = None


class Relevance(IntEnum):
    """How a note relates to a topic, the closest first."""

    NAMES = 0
    NEAR = 1
    MENTIONS = 2


@dataclass(frozen=True, slots=True)
class RelevantNote:
    """A note, its relevance to a topic, and how close its title and tags are to the request.

    Attributes:
        likelihood: that it is about the request, where that is known, else 0.

    """

    note: Note
    relevance: Relevance
    closeness: Closeness = Closeness.UNSPECIFIED
    likelihood: float = 0.0


def select_relevant_notes(
    topic: str,
    candidates: Sequence[CandidateNote],
    *,
    min_near: float,
    requirements: str,
    language: Language,
    is_large: bool = True,
    is_story: bool = False,
) -> tuple[RelevantNote, ...]:
    """Return the *candidates* (best first, each note once) that are relevant to *topic*, the most relevant first.

    A note is relevant if the topic is its library topic, its title or its tags, or if title and tags have all
    subject words of the topic. If there are fewer than `ENOUGH_NAMING_NOTES` of these, a cosine of *min_near*
    or half of the words is enough; if there are none, all words in the body. Notes whose title and tags are close to
    the request are relevant too, and rank with those that name the topic. Notes of equal relevance are ordered: those
    in *language* first, then those with most words of *requirements*, then close ones by likelihood, then in the order
    of the search. *is_large* is False for a part of the seed library (tests of labels that know no more): the
    likelihood of its notes is not known. Where it is, none is close to a story (*is_story*), unless *topic* complains
    of something: a story wants no advice.
    """
    words, requirement_words = extract_subject_words(topic), set(extract_query_words(requirements))
    best, likely = _list_best(candidates, language), inf if is_story and not _COMPLAINS.search(topic) else LIKELY

    def rate(one: CandidateNote) -> tuple[Closeness, float]:
        is_known = is_large and not is_foreign(one.note.title, language)
        return _rate_closeness(topic, requirements, one, best, likely if is_known else None)

    relevant = [
        RelevantNote(candidate.note, relevance, closeness, likelihood)
        for candidate, (closeness, likelihood) in ((one, rate(one)) for one in candidates)
        if (relevance := _score_relevance(topic, words, candidate, min_near, closeness, language)) is not None
    ]
    counts = Counter(one.relevance for one in relevant)
    last = Relevance.NAMES if counts[Relevance.NAMES] >= ENOUGH_NAMING_NOTES else Relevance.NEAR
    if not counts[Relevance.NAMES] and not counts[Relevance.NEAR]:
        last = Relevance.MENTIONS

    def rank(one: RelevantNote) -> tuple[Relevance, bool, int, float]:
        shared_words = requirement_words & _extract_words(one.note)
        relevance = Relevance.NAMES if one.closeness is Closeness.CLOSE else one.relevance
        likelihood = one.likelihood if one.closeness is Closeness.CLOSE else 0.0
        return relevance, is_foreign(one.note.title, language), -len(shared_words), -likelihood

    # A near note that is about something else is no source, but it keeps out notes that only mention the topic. One on
    # the place of the topic is a source, from which the writer need not cite.
    sources = (
        one
        for one in relevant
        if one.relevance is not Relevance.NEAR
        or one.closeness is not Closeness.DISTANT
        or find_proper_names(topic) & find_proper_names(one.note.title)
    )
    selected = (one for one in sources if one.relevance <= last or one.closeness is Closeness.CLOSE)
    return tuple(sorted(selected, key=rank))


def _is_of_subject(topic: str, note: Note, closeness: Closeness, language: Language) -> bool:
    """Return whether title and tags of a note in *language* are close, or its title has a name of the topic."""
    if is_foreign(note.title, language):
        return False
    return closeness is Closeness.CLOSE or bool(find_proper_names(topic) & find_proper_names(note.title))


def _list_best(candidates: Sequence[CandidateNote], language: Language) -> tuple[float, float]:
    """Return the similarities of the two closest of *candidates* in *language*, 0 for those that are not there."""
    readable = (
        one.comparison.highest
        for one in candidates
        if one.comparison is not None and not is_foreign(one.note.title, language)
    )
    first, second = (*sorted(readable, reverse=True), 0.0, 0.0)[:2]
    return first, second


def _rate_closeness(
    topic: str, request: str, candidate: CandidateNote, best: tuple[float, float], likely: float | None
) -> tuple[Closeness, float]:
    """Return how close a note is, and its likelihood, 0 where that is not known.

    *best* are the similarities of the two closest notes in the language.
    For notes in the language of a large library the likelihood decides, from *likely* on. For others (*likely* is
    None) what the note shares with the request decides where that is clear, and its similarity where not: the things
    that it names raise or lower what it needs.
    """
    comparison, note = candidate.comparison, candidate.note
    if comparison is None:
        return Closeness.UNSPECIFIED, 0.0
    text = NoteText(note.title, note.tags, note.body)
    if likely is not None:
        likelihood = estimate_likelihood(topic, request, text, comparison)
        return (Closeness.CLOSE if likelihood >= likely else Closeness.DISTANT), likelihood
    return _compare_closeness(topic, request, text, comparison.highest, best), 0.0


def _compare_closeness(
    topic: str, request: str, text: NoteText, similarity: float, best: tuple[float, float]
) -> Closeness:
    fit = rate_fit(topic, request, text)
    if similarity < MIN_RELATED or fit is Fit.OTHER:
        return Closeness.DISTANT
    is_near = fit is Fit.SAME and similarity >= MIN_CLOSE[Fit.UNKNOWN]
    if not has_subject(topic, request, text, is_near=is_near):
        return Closeness.DISTANT
    if similarity >= MIN_CLOSE[fit] and similarity >= best[0] - MAX_BEHIND_CLOSEST:
        return Closeness.CLOSE
    return Closeness.DISTANT if fit is Fit.ABSENT else Closeness.RELATED


def name_note(note: Note) -> str:
    """Return title and tags of *note* as one text."""
    return f"{note.title}\n{' '.join(note.tags)}"


def extract_excerpt(body: str, words: Sequence[str]) -> str:
    """Return consecutive sentences of *body* about *words* (most important first), unchanged.

    A body within `MAX_EXCERPT_COLUMNS` is returned whole. Of a longer one the excerpt starts with the first sentence
    that has the highest score.
    """
    whole = " ".join(body.split())
    if measure_width(whole) <= MAX_EXCERPT_COLUMNS:
        return whole
    sentences = [match.group() for match in _SENTENCE.finditer(body) if match.group().strip()]
    if not sentences:
        return ""
    weights = {word: len(words) - index for index, word in enumerate(words)}
    scores = [sum(weights.get(word, 0) for word in set(segment(sentence).split())) for sentence in sentences]
    first = scores.index(max(scores))
    excerpt = sentences[first]
    for sentence in sentences[first + 1 :]:
        if measure_width(excerpt + sentence) > MAX_EXCERPT_COLUMNS:
            break
        excerpt += sentence
    return truncate(" ".join(excerpt.split()), MAX_EXCERPT_COLUMNS)


def select_tags(
    statistics: Sequence[TagStatistics], topic: str, closest: Sequence[Note], language: Language, limit: int
) -> tuple[str, ...]:
    """Return at most *limit* tags for *topic*, best first.

    The topic itself comes first, then the most frequent tags of the relevant notes. A tag of a single note counts
    only if that note is one of the *closest*. For English, tags in English come first.
    """
    own, near = normalize_name(topic), {tag for note in closest for tag in note.tags}
    tags = [one.tag for one in statistics if one.notes > 1 or one.tag in near]
    tags.sort(key=lambda tag: (is_foreign(tag, language), normalize_name(tag) != own))
    return tuple(tags[:limit])


def find_shared_tags(notes: Sequence[Note], limit: int) -> tuple[str, ...]:
    """Return at most *limit* tags that several of *notes* have, most frequent first, then in order of occurrence.

    A tag of a single note is not characteristic of the topic.
    """
    counts = Counter(tag for note in notes for tag in note.tags)
    return tuple(tag for tag, count in counts.most_common(limit) if count > 1)


def select_growth(report: TrendReport, limit: int) -> tuple[TagGrowth, ...]:
    """Return at most *limit* rising and as many falling tags, the strongest first."""
    moving = (*report.rising[:limit], *report.falling[:limit])
    return tuple(TagGrowth(one.tag, one.counts[-1], one.growth) for one in moving)


def sort_own_language_first(texts: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return *texts* with those in *language* first; otherwise the order is unchanged."""
    return tuple(sorted(texts, key=lambda text: is_foreign(text, language)))


def truncate(text: str, max_columns: int) -> str:
    """Return *text*, or its first words with an ellipsis if it is wider than *max_columns*."""
    return text if measure_width(text) <= max_columns else f"{take_words(text, max_columns - 1, measure_width)}…"


def _score_relevance(
    topic: str,
    words: Sequence[frozenset[str]],
    candidate: CandidateNote,
    min_near: float,
    closeness: Closeness,
    language: Language,
) -> Relevance | None:
    note = candidate.note
    if candidate.similarity == EXACT or normalize_name(note.topic) == normalize_name(topic):
        return Relevance.NAMES
    own = _split_words(" ".join((note.title, *note.tags)))
    named = sum(bool(forms & own) for forms in words)
    if words and named == len(words):
        return Relevance.NAMES
    if candidate.similarity >= min_near or (words and named >= NEAR_WORD_SHARE * len(words)):
        return Relevance.NEAR
    if _is_of_subject(topic, note, closeness, language):
        return Relevance.NEAR
    return Relevance.MENTIONS if words and _mentions_all(note, words) else None


def _mentions_all(note: Note, words: Sequence[frozenset[str]]) -> bool:
    """Return whether *note* has all of *words* as whole words: 钓鱼台 is not about 钓鱼."""
    own = _extract_words(note)
    if not all(forms & own for forms in words):
        return False
    whole = {phrase.text for phrase in phrases("\n".join((note.title, *note.tags, note.body)))}
    return all(forms & whole for forms in words)


def is_foreign(text: str, language: Language) -> bool:
    """Return whether *text* is not in *language*; a single English word such as citywalk is common in Chinese."""
    han = has_han(text)
    return han if language is Language.ENGLISH else not han and " " in text


def _extract_words(note: Note) -> set[str]:
    return _split_words(" ".join((note.title, *note.tags, note.body)))


def _split_words(text: str) -> set[str]:
    return set(segment(text).split())
