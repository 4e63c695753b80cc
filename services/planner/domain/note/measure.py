"""How much room a text takes where people read it, and how it is made shorter without cutting a word."""

import re
import unicodedata

import rjieba

from services.planner.domain.scanner import words
from services.planner.domain.spoken import one_line

CHINESE_WIDTH = 2
_WORD = re.compile(r"\S+\s*")
_LOOSE_ENDS = " \t，,、；;：:—–-|｜/·~～…&+(（[【《“\"'"
_WEAK_ENDS = frozenset(words("a|an|the|of|in|on|at|by|to|for|with|from|and|or|but|your|my|how|what|is|are"))
_JOINERS = frozenset("\u200d\ufe0e\ufe0f\u20e3")


def width(text: str) -> int:
    """Return the width of *text* in halves of a Chinese character (East Asian wide and full letters count two)."""
    return sum(CHINESE_WIDTH if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def without_emoji(text: str) -> str:
    """Return *text* without emoji and pictographs, on one line."""
    kept = (" " if unicodedata.category(letter) in ("So", "Sk") else letter for letter in text)
    return " ".join("".join(letter for letter in kept if letter not in _JOINERS).split())


def bounded(text: str, longest: int) -> str:
    """Return *text* on one line, without what acts invisibly, at most *longest* characters: cut with an ellipsis."""
    line = one_line(text)
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip(_LOOSE_ENDS)}…"


def shortened(text: str, widest: int) -> str:
    """Return the words at the beginning of *text* that fit into *widest*; one that is too long is cut.

    No word of little meaning ("of", "the") is left at the end.
    """
    if width(text) <= widest:
        return text
    kept = ""
    for word in _words(text):
        if width((kept + word).rstrip()) > widest:
            break
        kept += word
    kept = _whole(kept)
    return kept or _cut(text, widest)


def _words(text: str) -> list[str]:
    if text.isascii():
        return _WORD.findall(text)
    return list(rjieba.cut(text))


def _whole(text: str) -> str:
    kept = text.rstrip(_LOOSE_ENDS)
    while (last := kept.rpartition(" "))[1] and last[2].lower() in _WEAK_ENDS:
        kept = last[0].rstrip(_LOOSE_ENDS)
    return kept


def _cut(text: str, widest: int) -> str:
    cut = ""
    for letter in text:
        if width(cut + letter) > widest:
            break
        cut += letter
    return cut.strip()
