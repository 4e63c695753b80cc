"""Reads repaints: what part of the picture is meant and what it shall become."""

from dataclasses import dataclass

from services.planner.domain.adjustments import adjusts_a_part
from services.planner.domain.phrase import Phrase, tidy
from services.planner.domain.repaint_lexicon import (
    AREA_PHRASES,
    AREAS,
    ARTICLES_EN,
    INTO_EN,
    LINKS_ZH,
    REMOVE_EN,
    REMOVE_ZH,
    REPLACE_EN,
    REPLACE_ZH,
    TOUCH_EN,
    WHOLE,
)
from services.planner.domain.scanner import Lexicon

_REMOVE_ZH = Lexicon(dict.fromkeys(REMOVE_ZH, True))
_REPLACE_ZH = Lexicon(dict.fromkeys(REPLACE_ZH, True))
_TOUCH_EN = Lexicon(dict.fromkeys(TOUCH_EN, True))
_REMOVE_EN = Lexicon(dict.fromkeys(REMOVE_EN, True))
_REPLACE_EN = Lexicon(dict.fromkeys(REPLACE_EN, True))
_INTO_EN = Lexicon(dict.fromkeys((word.strip() for word in INTO_EN), True))
_LONGEST_PART = 20
"""Characters of a Chinese part's name without 把 before it ("左边第二棵树去掉")."""


@dataclass(frozen=True, slots=True)
class Repaint:
    """A change to a part of the picture.

    Attributes:
        part: what is changed, as written; empty if the text does not name it.
        becomes: what it shall become, as written; empty to remove it or to leave that open.
        removes: the part shall go.

    """

    part: str
    becomes: str
    removes: bool = False


def repaint(phrase: Phrase) -> Repaint | None:
    """Return the repaint that *phrase* asks for, or None; the whole picture is no part of it."""
    folded = phrase.folded
    found = _removal(phrase, folded) or _replacement(phrase, folded) or _english(phrase, folded)
    if found is not None:
        return found
    if next(AREA_PHRASES.all(folded), None) is not None or adjusts_a_part(phrase):
        return Repaint(phrase.written, "")
    return None


def _removal(phrase: Phrase, folded: str) -> Repaint | None:
    """Read "把X去掉", "去掉X" and "X去掉"."""
    for found in _REMOVE_ZH.all(folded):
        linked, start = _after_link(folded)
        part = phrase.part(start, found.start).written
        if not part:
            return Repaint(phrase.part(found.end).written.strip("了的"), "", removes=True)
        if tidy(folded[found.end :]).strip("了吧就好行") in ("", "可以吗", "好吗", "谢谢"):
            return Repaint(part, "", removes=True) if linked or found.start <= _LONGEST_PART else None
    return None


def _replacement(phrase: Phrase, folded: str) -> Repaint | None:
    """Read "把X换成Y", and "X换成Y" where X is a part that everybody has a word for; "换个背景"."""
    for found in _REPLACE_ZH.all(folded):
        linked, start = _after_link(folded)
        part = phrase.part(start, found.start)
        becomes = phrase.part(found.end)
        if not part.written or part.folded in WHOLE:
            area = becomes.folded.strip("的了")
            return Repaint(becomes.written, "") if area in AREAS and not linked else None
        if linked or part.folded in AREAS or part.folded[-2:] in AREAS:
            return Repaint(part.written, becomes.written)
        return None
    return None


def _english(phrase: Phrase, folded: str) -> Repaint | None:
    """Read "remove the X", "replace the X with Y", "make the X Y"."""
    if found := _REMOVE_EN.at(folded, 0):
        part = phrase.part(found.end)
        named = not part.written or _names_part(part.folded)
        return Repaint(part.written, "", removes=True) if named else None
    if (found := _TOUCH_EN.at(folded, 0)) and _names_part(phrase.part(found.end).folded):
        return Repaint(phrase.part(found.end).written, "")
    if found := _REPLACE_EN.at(folded, 0):
        rest = phrase.part(found.end)
        into = next(_INTO_EN.all(rest.folded), None)
        part = rest.part(0, into.start) if into else rest
        if part.folded in WHOLE or not _names_part(part.folded):
            return None
        return Repaint(part.written, rest.part(into.end).written if into else "")
    if folded.startswith("make the ") and not any(folded[5:].startswith(f"{whole} ") for whole in WHOLE):
        return Repaint(phrase.part(9).written, phrase.part(9).written)
    return None


def _names_part(folded: str) -> bool:
    """Return whether *folded* begins with an article or is a part that needs none; "change of seasons" does not."""
    return bool(folded) and (folded.startswith(ARTICLES_EN) or folded.split()[0] in AREAS)


def _after_link(folded: str) -> tuple[bool, int]:
    link = max((link for link in LINKS_ZH if folded.startswith(link)), key=len, default="")
    return bool(link), len(link)
