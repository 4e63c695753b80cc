"""Parses repaints: the area of the image that changes, and its replacement."""

from dataclasses import dataclass
from enum import Enum, auto

from engines.language.lexicons.repaints import (
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
from engines.language.parsers.adjustments import is_part_adjustment
from engines.language.phrase import Phrase, normalize_spaces
from engines.language.scanner import Lexicon

_REMOVE_ZH = Lexicon(dict.fromkeys(REMOVE_ZH, True))
_REPLACE_ZH = Lexicon(dict.fromkeys(REPLACE_ZH, True))
_TOUCH_EN = Lexicon(dict.fromkeys(TOUCH_EN, True))
_REMOVE_EN = Lexicon(dict.fromkeys(REMOVE_EN, True))
_REPLACE_EN = Lexicon(dict.fromkeys(REPLACE_EN, True))
_INTO_EN = Lexicon(dict.fromkeys((word.strip() for word in INTO_EN), True))
_WHOLE_IMAGES = frozenset(
    name for name in WHOLE if name.endswith(("图", "图片", "照片", "图像", "image", "picture", "photo"))
)
_NAMED_WHOLE = tuple(name for name in WHOLE if name.startswith("the "))
_MAX_AREA_LENGTH = 20
"""Characters in the name of a Chinese area without 把 before it ("左边第二棵树去掉")."""


class Attribute(Enum):
    """A part of a noun phrase ("三只", "很大的", "蓝色的", "猫"), its action or place, or the background.

    ADDITION: a thing that is added to it, with the place ("a bird on the windowsill").
    """

    NOUN = auto()
    COUNT = auto()
    SIZE = auto()
    COLOR = auto()
    STATE = auto()
    ADDITION = auto()
    BACKGROUND = auto()


@dataclass(frozen=True, slots=True)
class Repaint:
    """A change to an area of the image.

    Attributes:
        area: the area, in the user's words; empty if the text does not name it.
        replacement: what replaces it, in the user's words; empty for a removal, or if the text does not name it.
        is_removal: the area is removed.
        attribute: the kind of word of its noun phrase that `replacement` replaces; the noun by default.

    """

    area: str
    replacement: str
    is_removal: bool = False
    attribute: Attribute = Attribute.NOUN


def parse_repaint(phrase: Phrase) -> Repaint | None:
    """Return the repaint that *phrase* requests, or None. A change of the whole image is not a repaint."""
    folded = phrase.folded
    match = _parse_removal(phrase, folded) or _parse_replacement(phrase, folded) or _parse_english(phrase, folded)
    if match is not None:
        return match
    if next(AREA_PHRASES.find_all(folded), None) is not None or is_part_adjustment(phrase):
        return Repaint(phrase.text, "")
    return None


def _parse_removal(phrase: Phrase, folded: str) -> Repaint | None:
    """Parse "把X去掉", "去掉X" and "X去掉"."""
    for match in _REMOVE_ZH.find_all(folded):
        linked, start = _skip_link(folded)
        part = phrase.slice(start, match.start).text
        if _WHOLE_IMAGES & {part.lower(), phrase.slice(match.end).folded}:
            return None
        if not part:
            return Repaint(phrase.slice(match.end).text.strip("了的"), "", is_removal=True)
        if normalize_spaces(folded[match.end :]).strip("了吧就好行") in ("", "可以吗", "好吗", "谢谢"):
            return Repaint(part, "", is_removal=True) if linked or match.start <= _MAX_AREA_LENGTH else None
    return None


def _parse_replacement(phrase: Phrase, folded: str) -> Repaint | None:
    """Parse "把X换成Y", "换个背景", and "X换成Y" where X is a known area."""
    for match in _REPLACE_ZH.find_all(folded):
        linked, start = _skip_link(folded)
        part = phrase.slice(start, match.start)
        becomes = phrase.slice(match.end)
        if not part.text or part.folded in WHOLE:
            area = becomes.folded.strip("的了")
            return Repaint(becomes.text, "") if area in AREAS and not linked else None
        if linked or part.folded in AREAS or part.folded[-2:] in AREAS:
            return Repaint(part.text, becomes.text)
        return None
    return None


def _parse_english(phrase: Phrase, folded: str) -> Repaint | None:
    """Parse "remove the X", "replace the X with Y", "make the X Y"."""
    if match := _REMOVE_EN.match_at(folded, 0):
        part = phrase.slice(match.end)
        named = not part.text or _names_area(part.folded)
        return Repaint(part.text, "", is_removal=True) if named else None
    touched = phrase.slice(match.end).folded if (match := _TOUCH_EN.match_at(folded, 0)) else ""
    if match and _names_area(touched) and not touched.startswith(_NAMED_WHOLE):
        return Repaint(phrase.slice(match.end).text, "")
    if match := _REPLACE_EN.match_at(folded, 0):
        rest = phrase.slice(match.end)
        into = next(_INTO_EN.find_all(rest.folded), None)
        part = rest.slice(0, into.start) if into else rest
        if part.folded in WHOLE or not _names_area(part.folded):
            return None
        return Repaint(part.text, rest.slice(into.end).text if into else "")
    if folded.startswith("make the ") and not any(folded[5:].startswith(f"{whole} ") for whole in WHOLE):
        return Repaint(phrase.slice(9).text, phrase.slice(9).text)
    return None


def _names_area(folded: str) -> bool:
    """Return whether *folded* starts with an article or with an area that needs none; "change of seasons" does not."""
    return bool(folded) and (folded.startswith(ARTICLES_EN) or folded.split()[0] in AREAS)


def _skip_link(folded: str) -> tuple[bool, int]:
    link = max((link for link in LINKS_ZH if folded.startswith(link)), key=len, default="")
    return bool(link), len(link)
