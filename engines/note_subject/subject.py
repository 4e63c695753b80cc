"""The subject of a text: what it is about, without the frame that notes on anything share.

"Three days in Porto" and "Three days in Lisbon" have one frame and two subjects. A note fits a topic where it has the
topic's subject; where each has a subject that the other lacks, they are about different things, however close they are
as texts.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from math import inf

import numpy as np
import numpy.typing as npt
import rjieba

from engines.language.characters import is_chinese
from engines.language.generic_words import is_generic
from engines.language.kinds import generalize
from engines.language.proper_names import KNOWN_PLACES, find_known_places
from engines.note_subject.lexicon import FRAMES, METHODS, SYNONYMS

Similarity = Callable[[str, str], float]
"""Cosine of two words."""

MIN_SYNONYM, MIN_VARIANT = 0.68, 0.88
"""Cosines of two words for one thing; the second where they share a character or a stem, which raises any cosine.

A violin and a piano (小提琴, 钢琴: 0.76) share the character of their kind, headset and headphones (0.86) nothing.
Calibrated on labelled pairs (docs/notes/library.md).
"""
MIN_SHARE = 0.25
"""Of the words of a topic that a note without another subject has."""
MIN_SAME, MIN_NARROWER = 0.38, 0.49
"""Cosines from which a note with the topic's subject is about it: without and with a subject of its own."""
MIN_OVERLAP, MIN_OVERLAPPING_FIT = 0.3, 0.595
"""Share and cosine from which a Chinese topic and a note with a subject of its own are about one thing.

An English topic has its nouns before the first preposition, so that each of them counts; a Chinese one may be a whole
complaint (学吉他两周手指疼死了).
"""
MAX_NAME = 2
"""Subject words of a Chinese topic that is a name: 阳台种黄瓜 is about cucumbers."""
MIN_NAMED = 0.53
"""Cosine from which a note is about a request that names all of its subject, though the topic does not."""

_LATIN = re.compile(r"[a-z0-9][a-z0-9'’-]*")
_OF_SPEAKER = re.compile(r"^(?:i['’]m|i am|we['’]re|we are) (?:an? )?\w+(?: (?:on|at|in) \w+)?(?=,| (?:and|but|who)\b)")
_NUMBER = re.compile(r"(?!二手)第?[\d一二两三四五六七八九十百千万几]+.{0,2}")
_CUT = re.compile(
    r"\b(?:for|in|with|of|on|at|from|under|by|without|after|before|during|near|around|between|across|when|while|to|than"
    r"|through|as|into|if|is|are|was|isn['’]t|keeps?|won['’]t|gets?|can|can['’]t|do|does|where|because|and|but|or)\b"
    r"|\b(?=(?:who|that|which)\b)|[,;:!?.|]"
)
_BEFORE_NOUN, _BEFORE_VERB = "小老带养遛撸种拍做学买吃看读", "先才只能要不没总别很太越会就我走"
_WEAK_TAGS = "rmqpcuyetfx"
"""Classes of Chinese words that name nothing: pronouns, numbers, particles, times."""


class Fit(Enum):
    """How a note fits the subject of a topic.

    NARROWER has it, and a subject of its own; PART has it, and is far from the request otherwise.
    """

    UNKNOWN = "unknown"
    SAME = "same"
    NARROWER = "narrower"
    PART = "part"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class NoteName:
    """Title and tags of a note."""

    title: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """The words that a text is about, and those of its details: what follows an English preposition."""

    words: tuple[str, ...]
    details: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All words."""
        return self.words + self.details


@lru_cache(maxsize=4096)
def find_subject(text: str) -> Subject:
    """Return the subject of *text*; one with nothing but a frame ("three days") before its details has them instead."""
    text = generalize(text) or text
    if is_chinese(text):
        return Subject(_find_chinese_words(text))
    parts = [_find_latin_words(part) for part in _CUT.split(_OF_SPEAKER.sub("", text.lower()))]
    parts = [part for part in parts if part]
    rest = tuple(dict.fromkeys(word for part in parts[1:] for word in part))
    return Subject(parts[0], tuple(word for word in rest if word not in parts[0])) if parts else Subject(())


def compare_words(words: Sequence[str], vectors: Sequence[npt.ArrayLike]) -> Similarity:
    """Return the similarity of *words* by their unit *vectors*; 0 for any other word."""
    by_word = dict(zip(words, vectors, strict=True))

    def compare(one: str, other: str) -> float:
        if one not in by_word or other not in by_word:
            return 0.0
        return float(np.dot(by_word[one], by_word[other]))

    return compare


def collect_words(texts: Iterable[str]) -> tuple[str, ...]:
    """Return all words of *texts* that `rate_fit` compares, each once."""
    return tuple(dict.fromkeys(word for text in texts for word in find_subject(text).all))


def rate_fit(topic: str, request: str, name: NoteName, closeness: float, similarity: Similarity) -> Fit:
    """Return how the note *name* fits the subject of *topic*, whose *request* may name what it is about, too.

    Args:
        topic: what the note to write is about.
        request: the user's text.
        name: title and tags of a note.
        closeness: cosine of the request with title and tags.
        similarity: cosine of two words.

    """
    subject, title = find_subject(topic), find_subject(name.title)
    if not subject.words:
        return Fit.UNKNOWN
    own = (*title.all, *collect_words(name.tags))
    words = subject.words
    lacking = [word for word in words if not _has(word, own, similarity)]
    if lacking and subject.details and all(word.endswith("ing") for word in words):
        # What is done may be named in many ways ("waking up with a coffee headache"), what it is done to in few.
        words = subject.details
        lacking = [word for word in words if not _has(word, own, similarity)]
    asked = (*subject.all, *collect_words((request,)))
    further = [
        word for word in title.words if not _names(word, request) and not _has(word, asked, similarity, whole=True)
    ]
    share = 1 - len(lacking) / len(words)
    if METHODS.intersection(lacking):
        return Fit.OTHER
    if find_known_places(topic) & find_known_places(name.title) and not (lacking and further):
        return Fit.SAME
    if title.words and not further and lacking:
        return Fit.SAME if closeness >= MIN_NAMED else Fit.PART if share >= MIN_SHARE else Fit.OTHER
    if lacking:
        is_one = share >= MIN_OVERLAP and closeness >= MIN_OVERLAPPING_FIT and is_chinese(topic)
        # Of two words the last one decides; a third makes a sentence.
        is_one = is_one and (len(words) > MAX_NAME or lacking[-1] != words[-1])
        is_other = _are_siblings(lacking, further) or _is_compound(topic, name.title, words, lacking)
        if is_other or METHODS.intersection(lacking):
            return Fit.OTHER
        return Fit.NARROWER if is_one else Fit.OTHER
    if further:
        return Fit.NARROWER if closeness >= MIN_NARROWER else Fit.PART
    return Fit.SAME if closeness >= MIN_SAME else Fit.PART


def share_subject(topic: str, text: str) -> float | None:
    """Return the share of the subject's words that *text* has, without their synonyms; None for a mere frame."""
    words = find_subject(topic).words
    if not words:
        return None
    own = find_subject(text).all
    return sum(_has(word, own, lambda one, other: 0.0) for word in words) / len(words)


def _names(word: str, request: str) -> bool:
    return is_chinese(word) and len(word) > 1 and word in request


def _is_compound(topic: str, title: str, words: Sequence[str], lacking: Sequence[str]) -> bool:
    """Return whether one of *lacking* narrows down the word after it, which *title* has: 胶片 of 胶片相机."""
    shared = [word for word in words if word in title]
    return any(f"{one}{other}" in topic for one in lacking for other in shared)


def _are_siblings(words: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether one of *words* is of the kind of one of *others*: 孔雀鱼 and 金鱼 end with it."""
    return any(min(len(one), len(other)) > 1 and one[-1] == other[-1] for one in words for other in others)


def _has(word: str, others: Sequence[str], similarity: Similarity, *, whole: bool = False) -> bool:
    """Return whether *others* have *word*, or one for the same thing; *whole*: not only the first part of it."""
    if any(_is_form(word, other, whole=whole) for other in others):
        return True
    return word not in KNOWN_PLACES and any(similarity(word, other) >= _find_threshold(word, other) for other in others)


def _is_form(word: str, other: str, *, whole: bool) -> bool:
    one, two = _collect_forms(word), _collect_forms(other)
    if one & two:
        return True
    if not is_chinese(word) or not is_chinese(other) or min(len(word), len(other)) < 2:
        return False
    return word in other or (other in word and (not whole or word.endswith(other)))


@cache
def _collect_forms(word: str) -> frozenset[str]:
    """Return *word*, its stem, what it does something with (狗 of 带狗 and 小狗), and the names of the same thing."""
    bare = word[1:] if len(word) == 2 and word[0] in _BEFORE_NOUN else word
    forms = {word, _stem(word), bare}
    return frozenset(forms | {name for names in SYNONYMS if forms & names for name in names})


def _find_threshold(word: str, other: str) -> float:
    if is_chinese(word) != is_chinese(other):
        return MIN_VARIANT
    if other in KNOWN_PLACES:
        return inf
    shares = bool(set(word) & set(other)) if is_chinese(word) else word[:4] == other[:4]
    return MIN_VARIANT if shares else MIN_SYNONYM


def _find_chinese_words(text: str) -> tuple[str, ...]:
    words = (part for word, tag in rjieba.tag(text) for part in _split_guess(word.strip().lower(), tag))
    return tuple(dict.fromkeys(word for word, tag in words if _is_chinese_subject(word, tag)))


def _split_guess(word: str, tag: str) -> Sequence[tuple[str, str]]:
    """Return *word*, in parts where the segmentation only guessed it and it begins like a clause (先练, 养狗要)."""
    if rjieba.has_word(word) or word[:1] not in _BEFORE_NOUN + _BEFORE_VERB:
        return ((word, tag),)
    return rjieba.tag(word, False)


def _is_chinese_subject(word: str, tag: str) -> bool:
    if not word or not word[0].isalnum() or is_generic(word) or word in FRAMES:
        return False
    if not is_chinese(word):
        return not word.isdigit()
    if not tag.startswith("n") and _NUMBER.fullmatch(word):
        return False
    return tag.startswith("n") if len(word) == 1 else tag[0] not in _WEAK_TAGS


def _find_latin_words(text: str) -> tuple[str, ...]:
    words = (_singularize(word.replace("’", "'").removesuffix("'s").rstrip("'-")) for word in _LATIN.findall(text))
    return tuple(
        dict.fromkeys(
            word
            for word in words
            if word and not word.isdigit() and not is_generic(word) and word not in FRAMES and not word.endswith("ed")
        )
    )


def _singularize(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "toes")) else word[:-1]


def _stem(word: str) -> str:
    """Return an English *word* without the endings of verbs: bathing and bath are one."""
    if not word.isascii():
        return word
    for ending in ("ings", "ing", "ers", "er", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "ls" else stem
    return word
