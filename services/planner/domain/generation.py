"""Reads what a text wants painted: subject, style, size, and whether it asks for it."""

import re
from dataclasses import dataclass, replace

from services.planner.domain.generation_lexicon import (
    ANYTHING,
    CONTAINER_TAILS,
    MEASURES,
    NOTHING_NAMED,
    OPENERS,
    TAILS,
    Opener,
)
from services.planner.domain.phrase import EDGES, Phrase, plain, without_tails
from services.planner.domain.script import fold
from services.planner.domain.styles import find_styles, style_text

_SIZE = re.compile(
    r"(?:尺寸|大小|分辨率|size|resolution)?[:：为是 ]{0,2}"
    r"\b(\d{2,5}) ?[x×*] ?(\d{2,5})(?!\d)(?: ?(?:像素|pixels|px))?的?",
    re.IGNORECASE,
)
_AMBIGUOUS = frozenset("帮能那好嗯呃就快先亲啊哦喂要给你会")
_EDITING = frozenset("再换把将重改让加去删调转裁放缩变")
_BRINGS = frozenset({Opener.MEASURE, Opener.CONTAINER})


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be painted.

    Attributes:
        subject: the noun phrase alone.
        style: the style's name as written, or empty.
        asked: a verb asks for a picture ("画", "draw").
        measured: an article or measure word stands before the subject.
        anything: the choice is left to the painter ("draw something").
        desire: it began with "i want" or "我想", whatever followed.
        size: width and height in pixels, or None.

    """

    subject: str
    style: str
    asked: bool = False
    measured: bool = False
    anything: bool = False
    desire: bool = False
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Opening:
    end: int
    asked: bool
    measured: bool
    desire: bool


def describe(phrase: Phrase) -> Scene:
    """Return what *phrase* wants painted; the subject is empty where it names none."""
    opening = _opening(phrase)
    rest = phrase.part(opening.end)
    rest, size = _without_size(rest)
    anything = rest.folded in ANYTHING or phrase.folded in ANYTHING
    marks = () if anything else find_styles(rest)
    bare = rest.without((mark.start, mark.end) for mark in marks)
    second = _opening(bare)
    subject = _trimmed(bare.part(second.end))
    anything = anything or fold(subject) in ANYTHING
    scene = Scene(subject, style_text(marks), size=size, desire=opening.desire or second.desire)
    return replace(
        scene,
        subject="" if anything or fold(subject) in NOTHING_NAMED or subject in TAILS else subject,
        asked=opening.asked or second.asked or (opening.measured and opening.desire),
        measured=opening.measured or second.measured,
        anything=anything,
    )


def without_courtesy(phrase: Phrase) -> Phrase:
    """Return *phrase* without the words of courtesy and wanting at its beginning and end ("我想", "please")."""
    folded, position = phrase.folded, 0
    while True:
        found = OPENERS.at(folded, position)
        if found is None or found.value not in (Opener.POLITE, Opener.DESIRE):
            break
        after = _past_edges(folded, found.end)
        if not _stands_alone(folded, position, after):
            break
        position = after
    return Phrase(without_tails(phrase.part(position).written, TAILS))


def _opening(phrase: Phrase) -> _Opening:
    """Return where what is to be painted begins, and how it was asked for."""
    folded, position = phrase.folded, 0
    asked = measured = desire = False
    while position < len(folded):
        found = OPENERS.at(folded, position)
        if found is None or found.value is Opener.THING or (measured and found.value is not Opener.CONTAINER):
            break
        after = _past_edges(folded, found.end)
        if found.value is Opener.BRING and not _brings(folded, after):
            break
        if found.value is Opener.MEASURE and not _counts(folded, position, found.end, asked or desire):
            break
        if not _stands_alone(folded, position, after):
            break
        asked = asked or found.value in (Opener.PAINT, Opener.BRING)
        measured = measured or found.value is Opener.MEASURE
        desire = desire or found.value is Opener.DESIRE
        position = after
    return _Opening(position, asked, measured, desire)


def _brings(folded: str, after: int) -> bool:
    """Return whether an article, a measure word or a number follows, as after "make" or "来"."""
    found = OPENERS.at(folded, after)
    if found is not None and found.value in _BRINGS:
        return True
    return folded[after : after + 1] in tuple("两三四五六七八九十几23456789") or folded.startswith(
        ("two ", "three "), after
    )


def _counts(folded: str, start: int, end: int, asked: bool) -> bool:
    """Return whether the word at *start* counts; a Chinese measure word without a number does so after a verb only."""
    word = folded[start:end]
    return word in MEASURES or word.isascii() or asked


def _stands_alone(folded: str, start: int, after: int) -> bool:
    """Return whether the word at *start* is one of its own: a single character ("好", "要") often begins another word.

    It is its own word before punctuation, before another opener, and before a verb of editing.
    """
    if after - start != 1 or folded[start] not in _AMBIGUOUS:
        return True
    following = OPENERS.at(folded, after)
    return folded[after : after + 1] in _EDITING or (following is not None and following.value is not Opener.THING)


def _past_edges(folded: str, position: int) -> int:
    while position < len(folded) and folded[position] in EDGES:
        position += 1
    return position


def _without_size(phrase: Phrase) -> tuple[Phrase, tuple[int, int] | None]:
    match = _SIZE.search(phrase.written)
    if match is None:
        return phrase, None
    return phrase.without([match.span()]), (int(match[1]), int(match[2]))


def _trimmed(phrase: Phrase) -> str:
    """Return the subject without thanks, the picture's own name, and the particle 的 at its end."""
    text = without_tails(phrase.written, TAILS)
    text = without_tails(text, CONTAINER_TAILS).strip(EDGES)
    folded = fold(text)
    if folded.endswith("的") or folded.startswith("的"):
        text = text.strip("的").strip(EDGES)
    for word in (" in", " of", " as", " with", "用", "以"):
        if fold(text).endswith(word):
            text = text[: -len(word)].strip(EDGES)
    return plain(Phrase(text))
