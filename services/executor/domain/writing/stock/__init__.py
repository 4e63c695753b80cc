"""Frames of the writer's own, for when the library sent none: what holds for a kind of topic wherever and whenever.

Nothing in them is a fact about a place, a price or a product, and nobody claims to have been there.
"""

from services.common.language import Language
from services.executor.domain.writing.stock import en, zh
from services.executor.domain.writing.stock.kinds import Kind
from services.executor.domain.writing.values import Form

_KINDS = {Language.CHINESE: zh.KINDS, Language.ENGLISH: en.KINDS}
_ANY = {Language.CHINESE: zh.ANYTHING, Language.ENGLISH: en.ANYTHING}
_ASIDES = {Language.CHINESE: zh.ASIDES, Language.ENGLISH: en.ASIDES}
_ASIDE = {Language.CHINESE: zh.ASIDE, Language.ENGLISH: en.ASIDE}


def stock_form(language: Language, about: str) -> Form:
    """Return the frame for what a note is *about*: topic and keywords as one text."""
    lowered = about.lower()
    best = max(_KINDS[language], key=lambda kind: kind.nearness(lowered))
    return best.form if best.nearness(lowered) else _ANY[language]


def aside(language: Language, word: str) -> str:
    """Return a sentence on *word*, which somebody wants to see mentioned."""
    known = next((said for names, said in _ASIDES[language] if any(name in word.lower() for name in names)), "")
    return known or _ASIDE[language].format(word=word)


__all__ = ["Kind", "aside", "stock_form"]
