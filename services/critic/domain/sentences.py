"""Sentences of verdicts, from models and from built-in texts."""

from collections.abc import Iterable
from typing import Final

from services.common.text.language import Language

_ENDS: Final = "。！？.!?…"


def join_sentences(sentences: Iterable[str], language: Language) -> str:
    """Return *sentences*, none of them empty, as one text with punctuation."""
    end, between = ("。", "") if language is Language.CHINESE else (".", " ")
    return between.join(sentence if sentence[-1] in _ENDS else sentence + end for sentence in sentences)


def deduplicate(sentences: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct *sentences* that are not empty, compared without case and final punctuation."""
    distinct: dict[str, str] = {}
    for sentence in sentences:
        if sentence:
            distinct.setdefault(sentence.rstrip(_ENDS).casefold(), sentence)
    return tuple(distinct.values())
