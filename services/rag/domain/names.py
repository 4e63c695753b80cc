"""Names people write: one spelling for look-up, and the names that a text mentions.

A text is read as units: a Chinese character, or a run of other letters and digits. A name matches a text where the
same units stand in a row, so `Cyber-Punk` finds `cyber punk`, and 3D渲染 finds `3D 渲染`.
"""

import re
import unicodedata
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import rjieba

Key = TypeVar("Key", bound=Hashable)

MAX_NAME_UNITS = 16
"""Units of the longest name; it bounds the phrases of a text."""

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN_LETTER = re.compile(f"[{_HAN}]")
_UNIT = re.compile(rf"[{_HAN}]|[^\W_{_HAN}]+")
_BREAK = re.compile(r"[^\w\s\-‐‑–&.]+|\.(?!\d)|\n")
"""What ends a phrase: punctuation and line ends, but neither the point of 2.5D nor hyphens, which come and go."""
_APOSTROPHES = re.compile(r"['\u2019\u02bc]")
_REFUSED = re.compile(
    r"(?:不要|不用|不是|别用|别画|避免|而非)[^，。；、！？,.;!?\n]{1,12}"
    r"|\b(?:not|no|without|avoid|never|instead of|rather than)\b(?:[ \t]+in\b)?"
    r"(?:[ \t]+(?!(?:but|in|with)\b)[^\s，。；,.;!?]+){1,4}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of units in a text, normalised, with the place of its first unit and the one after its last."""

    text: str
    start: int
    end: int


def has_han(text: str) -> bool:
    """Return whether *text* contains a Chinese character."""
    return _HAN_LETTER.search(text) is not None


def units(text: str) -> list[str]:
    """Return the units of *text*: compatibility forms folded, lower case, accents and apostrophes dropped."""
    return _UNIT.findall(_folded(text))


def normalize_name(name: str) -> str:
    """Return the one spelling under which *name* is looked up."""
    return _joined(units(name))


def phrases(text: str) -> list[Phrase]:
    """Return every run of at most `MAX_NAME_UNITS` units that could be a name.

    A run does not cross punctuation and does not cut through a Chinese dictionary word: 摄影 is not mentioned by
    摄影师, nor 水彩 by 水彩笔.
    """
    found: list[Phrase] = []
    offset = 0
    for clause in _BREAK.split(_folded(text)):
        pieces, cuts = _pieces(clause)
        for start in cuts[:-1]:
            ends = (cut for cut in cuts if start < cut <= start + MAX_NAME_UNITS)
            found += (Phrase(_joined(pieces[start:end]), offset + start, offset + end) for end in ends)
        offset += len(pieces)
    return found


def mentioned(text: str, names: Mapping[Key, Collection[str]]) -> list[Key]:
    """Return the keys whose *names* (normalised) the text mentions, in the order of their mention.

    A name inside a longer mentioned name does not count: 黑白漫画 is not also 漫画.
    """
    known = {name for spellings in names.values() for name in spellings}
    hits = [phrase for phrase in phrases(text) if phrase.text in known]
    places: dict[str, int] = {}
    for hit in hits:
        if not any(_covers(other, hit) for other in hits):
            places[hit.text] = min(hit.start, places.get(hit.text, hit.start))
    first = {key: min((places[name] for name in names[key] if name in places), default=-1) for key in names}
    return sorted((key for key in names if first[key] >= 0), key=first.__getitem__)


def without_refused(text: str) -> str:
    """Return *text* without what it says it does not want (不要卡通, "not a cartoon"): that must not be retrieved."""
    return _REFUSED.sub(" ", text)


def _covers(longer: Phrase, phrase: Phrase) -> bool:
    inside = longer.start <= phrase.start and phrase.end <= longer.end
    return inside and longer.end - longer.start > phrase.end - phrase.start


def _pieces(clause: str) -> tuple[list[str], list[int]]:
    """Return the units of *clause* and the places between units where a word begins or ends."""
    pieces: list[str] = []
    cuts = [0]
    for word in rjieba.cut(clause, False):
        pieces += _UNIT.findall(word)
        if len(pieces) > cuts[-1]:
            cuts.append(len(pieces))
    return pieces, cuts


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", text)).casefold()
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _joined(pieces: list[str]) -> str:
    """Join units with a space between two that are not Chinese, so that `pop art` is not `popart`."""
    joined = ""
    for before, piece in zip(["", *pieces], pieces, strict=False):
        spaced = before and not has_han(before) and not has_han(piece)
        joined += f" {piece}" if spaced else piece
    return joined
