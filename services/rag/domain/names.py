"""Normalization of names for look-up, and the names that a text mentions.

A text consists of units: a Chinese character, or a run of other letters and digits. A name matches a text that
contains the same units in a row, so `Cyber-Punk` finds `cyber punk`, and 3D渲染 finds `3D 渲染`.
"""

import re
import unicodedata
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from services.common.text import segmentation

Key = TypeVar("Key", bound=Hashable)

MAX_NAME_UNITS = 16
"""Units of the longest name; it limits the phrases of a text."""

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN_LETTER = re.compile(f"[{_HAN}]")
_UNIT = re.compile(rf"[{_HAN}]|[^\W_{_HAN}]+")
_BREAK = re.compile(r"[^\w\s\-‐‑–&.]+|\.(?!\d)|\n")
"""Ends a phrase: punctuation and line ends, but neither the point of 2.5D nor hyphens, which are optional."""
_APOSTROPHES = re.compile(r"['\u2019\u02bc]")
_NEGATED = re.compile(
    r"(?:不要|不用|不是|别用|别画|避免|而非)[^，。；、！？,.;!?\n]{1,12}"
    r"|\b(?:not|no|without|avoid|never|instead of|rather than)\b(?:[ \t]+in\b)?"
    r"(?:[ \t]+(?!(?:but|in|with)\b)[^\s，。；,.;!?]+){1,4}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of units in a text, normalized, with the index of its first unit and of the one after its last."""

    text: str
    start: int
    end: int


def has_han(text: str) -> bool:
    """Return whether *text* contains a Chinese character."""
    return _HAN_LETTER.search(text) is not None


def units(text: str) -> list[str]:
    """Return the units of *text*: compatibility forms folded, lower case, accents and apostrophes dropped."""
    return _UNIT.findall(_fold(text))


def normalize_name(name: str) -> str:
    """Return the normalized form of *name* for look-up."""
    return _join(units(name))


def phrases(text: str) -> list[Phrase]:
    """Return every run of at most `MAX_NAME_UNITS` units that could be a name.

    A run does not cross punctuation and does not cut through a Chinese dictionary word: 摄影 is not mentioned by
    摄影师, nor 水彩 by 水彩笔.
    """
    result: list[Phrase] = []
    offset = 0
    for clause in _BREAK.split(_fold(text)):
        clause_units, cuts = _split(clause)
        for index, start in enumerate(cuts[:-1]):
            # At most so many cuts follow within the longest name: a text takes time in proportion to its length.
            ends = (cut for cut in cuts[index + 1 : index + 1 + MAX_NAME_UNITS] if cut <= start + MAX_NAME_UNITS)
            result += (Phrase(_join(clause_units[start:end]), offset + start, offset + end) for end in ends)
        offset += len(clause_units)
    return result


def find_mentions(text: str, names: Mapping[Key, Collection[str]]) -> list[Key]:
    """Return the keys with *names* (normalized) that the text mentions, in the order of their mention.

    A name inside a longer mentioned name does not count: 黑白漫画 is not also 漫画.
    """
    known = {name for key_names in names.values() for name in key_names}
    starts: dict[str, int] = {}
    for match in _drop_covered(phrase for phrase in phrases(text) if phrase.text in known):
        starts[match.text] = min(match.start, starts.get(match.text, match.start))
    first = {key: min((starts[name] for name in names[key] if name in starts), default=-1) for key in names}
    return sorted((key for key in names if first[key] >= 0), key=first.__getitem__)


def drop_negated(text: str) -> str:
    """Return *text* without negated phrases (不要卡通, "not a cartoon"), which must not be retrieved."""
    return _NEGATED.sub(" ", text)


def _drop_covered(matches: Iterable[Phrase]) -> Iterator[Phrase]:
    """Yield those of *matches*, in order of start and end, that are not inside a longer one."""
    reach = -1
    for _, same_start in groupby(matches, key=attrgetter("start")):
        *_, longest = same_start
        if longest.end > reach:
            reach = longest.end
            yield longest


def _split(clause: str) -> tuple[list[str], list[int]]:
    """Return the units of *clause* and the indexes at which a word starts or ends."""
    clause_units: list[str] = []
    cuts = [0]
    for word in segmentation.segment(clause, guess_unknown=False):
        clause_units += _UNIT.findall(word)
        if len(clause_units) > cuts[-1]:
            cuts.append(len(clause_units))
    return clause_units, cuts


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", text)).casefold()
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _join(parts: list[str]) -> str:
    """Join units with a space between two that are not Chinese, so that `pop art` is not `popart`."""
    joined = ""
    for before, part in zip(["", *parts], parts, strict=False):
        spaced = before and not has_han(before) and not has_han(part)
        joined += f" {part}" if spaced else part
    return joined
