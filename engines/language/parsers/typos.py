"""Corrects misspelled English words of adjustments: one close word of their lexicon, or none."""

import difflib
import re
from functools import cache

from engines.language.lexicons.adjustments import WORDS
from engines.language.phrase import Phrase

_MIN_LENGTH, _MIN_SIMILARITY = 4, 0.82
_WORD = re.compile(r"[a-z]{4,}")
_SPOKEN = {"lil": "little", "bit": "bit", "brite": "bright", "luv": "love"}


def correct_typos(phrase: Phrase) -> Phrase:
    """Return *phrase* with words that are close to one of an adjustment corrected."""
    text = re.sub(r"\b[a-z]+\b", lambda match: _SPOKEN.get(match[0], match[0]), phrase.folded)
    return Phrase(_WORD.sub(lambda match: _correct(match[0]), text))


def _correct(word: str) -> str:
    known = _list_words()
    if word in known:
        return word
    close = difflib.get_close_matches(word, known, n=1, cutoff=_MIN_SIMILARITY)
    return close[0] if close else word


@cache
def _list_words() -> tuple[str, ...]:
    words = {part for word in WORDS.list_words() if word.isascii() for part in word.split() if len(part) >= _MIN_LENGTH}
    return tuple(sorted(words))
