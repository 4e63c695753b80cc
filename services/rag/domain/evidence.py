"""Evidence for a note: which notes of the library bear on its topic, what they say of it, and what is handed on."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum

from services.common.language import Language
from services.rag.domain.names import has_han, normalize_name, phrases
from services.rag.domain.note import Note
from services.rag.domain.prompt import ActivePrompt
from services.rag.domain.ranking import EXACT
from services.rag.domain.tags import TagFigures
from services.rag.domain.template import NoteTemplate
from services.rag.domain.trends import TrendReport
from services.rag.domain.words import segment, wanted_words

ENOUGH = 3
"""Notes that name the topic; with so many, those that are only near it are left out (docs/notes.md)."""
PART = 0.5
"""The part of the topic's words in title and tags that lets a note count that the search found near it."""
EXCERPT_COLUMNS = 240
"""A Chinese character takes two columns."""

_SENTENCE = re.compile(r"[^。！？!?\n]*?(?:[。！？!?\n]+|\.(?=\s|$)|$)")


@dataclass(frozen=True, slots=True)
class Source:
    """Where evidence comes from: a note of the library (its key) or a page of the web (its address)."""

    title: str
    excerpt: str
    note_key: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Movement:
    """How a tag moved: its notes in the newest period and its growth (domain/trends.py)."""

    tag: str
    notes: int
    growth: float


@dataclass(frozen=True, slots=True)
class Pack:
    """What is known that bears on a topic; every part may be empty. `searched` where the library could be asked."""

    trends: tuple[Movement, ...] = ()
    title_patterns: tuple[str, ...] = ()
    example_titles: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    templates: tuple[NoteTemplate, ...] = ()
    writer_prompt: ActivePrompt | None = None
    web_search: str = ""
    searched: bool = True


@dataclass(frozen=True, slots=True)
class Considered:
    """A note that a search brought, with the similarity it told: `EXACT` for one called by its title or tags."""

    note: Note
    similarity: float


class Bearing(IntEnum):
    """How a note bears on a topic, the closest first."""

    NAMES = 0
    NEAR = 1
    MENTIONS = 2


@dataclass(frozen=True, slots=True)
class Found:
    """A note that bears on a topic, and how."""

    note: Note
    bearing: Bearing


def bearing_notes(
    topic: str, considered: Sequence[Considered], *, near: float, wishes: str, language: Language
) -> tuple[Found, ...]:
    """Return those of *considered* (best first, a note once) that bear on *topic*, the closest first.

    A note bears on the topic that is its library topic, its title or its tags, or whose title and tags have all of
    the topic's telling words. Where fewer than `ENOUGH` do, a cosine from *near* on counts too, or half of the words;
    where none does, all the words in the body. Of equals come first those in *language*, then those with most
    words of *wishes*, then those the search put first.
    """
    words, others = set(wanted_words(topic)), set(wanted_words(wishes))
    judged = [
        Found(one.note, bearing) for one in considered if (bearing := _bearing(topic, words, one, near)) is not None
    ]
    counts = Counter(one.bearing for one in judged)
    last = Bearing.NAMES if counts[Bearing.NAMES] >= ENOUGH else Bearing.NEAR
    if not counts[Bearing.NAMES] and not counts[Bearing.NEAR]:
        last = Bearing.MENTIONS

    def place(found: Found) -> tuple[Bearing, bool, int]:
        return found.bearing, _is_foreign(found.note.title, language), -len(others & _words_of(found.note))

    return tuple(sorted((one for one in judged if one.bearing <= last), key=place))


def excerpt(body: str, wishes: Sequence[str]) -> str:
    """Return what *body* says that bears on *wishes* (words, the weightiest first): sentences in a row, as written.

    It begins with the sentence that has most of the words, the first of equals; at most `EXCERPT_COLUMNS` long.
    """
    sentences = [found.group() for found in _SENTENCE.finditer(body) if found.group().strip()]
    if not sentences:
        return ""
    weight = {word: len(wishes) - place for place, word in enumerate(wishes)}
    scores = [sum(weight.get(word, 0) for word in set(segment(sentence).split())) for sentence in sentences]
    first = scores.index(max(scores))
    told = sentences[first]
    for sentence in sentences[first + 1 :]:
        if columns(told + sentence) > EXCERPT_COLUMNS:
            break
        told += sentence
    return shortened(" ".join(told.split()), EXCERPT_COLUMNS)


def fitting_tags(
    figures: Sequence[TagFigures], topic: str, closest: Sequence[Note], language: Language, limit: int
) -> tuple[str, ...]:
    """Return at most *limit* tags that fit *topic*, best first.

    What the topic itself is comes first; then the tags of most of the notes that bear on it. A tag of one note alone
    fits only where that note is among the *closest*. In English those come first that are written in it.
    """
    own, near = normalize_name(topic), {tag for note in closest for tag in note.tags}
    kept = [one.tag for one in figures if one.notes > 1 or one.tag in near]
    kept.sort(key=lambda tag: (_is_foreign(tag, language), normalize_name(tag) != own))
    return tuple(kept[:limit])


def shared_tags(notes: Sequence[Note], limit: int) -> tuple[str, ...]:
    """Return at most *limit* tags that several of *notes* bear, those of most first, of equals the first seen.

    What one note alone bears says nothing of the topic.
    """
    counted = Counter(tag for note in notes for tag in note.tags)
    return tuple(tag for tag, count in counted.most_common(limit) if count > 1)


def movements(report: TrendReport, limit: int) -> tuple[Movement, ...]:
    """Return at most *limit* tags that rise and as many that fall, the strongest first."""
    moving = (*report.rising[:limit], *report.falling[:limit])
    return tuple(Movement(one.tag, one.counts[-1], one.growth) for one in moving)


def own_language_first(texts: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return *texts* with those that a reader of *language* reads first, else in their order."""
    return tuple(sorted(texts, key=lambda text: _is_foreign(text, language)))


def columns(text: str) -> int:
    """Return how wide *text* is; a Chinese character takes two columns."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def shortened(text: str, most: int) -> str:
    """Return *text*, cut with an ellipsis where it is wider than *most* columns."""
    if columns(text) <= most:
        return text
    kept = ""
    for letter in text:
        if columns(kept + letter) >= most:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def _bearing(topic: str, words: Collection[str], one: Considered, near: float) -> Bearing | None:
    note = one.note
    if one.similarity == EXACT or normalize_name(note.topic) == normalize_name(topic):
        return Bearing.NAMES
    named = len(_words_in(" ".join((note.title, *note.tags))) & set(words))
    if words and named == len(words):
        return Bearing.NAMES
    if one.similarity >= near or (words and named >= PART * len(words)):
        return Bearing.NEAR
    return Bearing.MENTIONS if words and _mentions(note, set(words)) else None


def _mentions(note: Note, words: set[str]) -> bool:
    """Return whether *note* has all of *words*, and not as parts of others: 钓鱼台 is not about 钓鱼."""
    if not words <= _words_of(note):
        return False
    return words <= {phrase.text for phrase in phrases("\n".join((note.title, *note.tags, note.body)))}


def _is_foreign(text: str, language: Language) -> bool:
    """Return whether a reader of *language* may not read *text*: Chinese readers know words like citywalk."""
    han = has_han(text)
    return han if language is Language.ENGLISH else not han and " " in text


def _words_of(note: Note) -> set[str]:
    return _words_in(" ".join((note.title, *note.tags, note.body)))


def _words_in(text: str) -> set[str]:
    return set(segment(text).split())
