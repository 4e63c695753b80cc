"""Corrects misspelled English words of adjustments: one close word of their lexicon, or none."""

import difflib
import re
from functools import cache

from engines.language.lexicons.adjustments import WORDS
from engines.language.phrase import Phrase

_MIN_LENGTH, _MIN_SIMILARITY = 5, 0.82
_VERBS, _MIN_VERB_SIMILARITY = ("draw", "paint", "create", "generate", "sketch", "illustrate"), 0.74
_WORDS = frozenset((*_VERBS, "print", "point", "pain", "plant", "crate", "grate", "sketchy"))
"""Verbs of painting, and words that only look like one."""
_FIRST_VERB = re.compile(
    r"(?:please |pls |plz |can you |could you |now )*([a-z]{4,10}) (?=(?:me|an?|some|the|two|"
    r"three) )"
)
_WORD = re.compile(r"[a-z]{5,}")
_SPOKEN = {"lil": "little", "bit": "bit", "brite": "bright", "luv": "love"}


def correct_typos(phrase: Phrase) -> Phrase:
    """Return *phrase* with words that are close to one of an adjustment corrected."""
    text = re.sub(r"\b[a-z]+\b", lambda match: _SPOKEN.get(match[0], match[0]), phrase.folded)
    return Phrase(_WORD.sub(lambda match: _correct(match[0]), text))


def correct_verb(phrase: Phrase) -> Phrase:
    """Return *phrase* with a misspelled verb of painting at its start corrected ("drow a tree")."""
    match = _FIRST_VERB.match(phrase.folded)
    if match is None or match[1] in _WORDS or match[1] in _list_words():
        return phrase
    close = [
        verb
        for verb in difflib.get_close_matches(match[1], _VERBS, cutoff=_MIN_VERB_SIMILARITY)
        if verb[0] == match[1][0]
    ]
    return Phrase(phrase.text[: match.start(1)] + close[0] + phrase.text[match.end(1) :]) if close else phrase


def _correct(word: str) -> str:
    known = _list_words()
    if word in known:
        return word
    close = difflib.get_close_matches(word, known, n=1, cutoff=_MIN_SIMILARITY)
    is_typo = bool(close) and (close[0][0], close[0][-1]) == (word[0], word[-1])
    return close[0] if is_typo else word


@cache
def _list_words() -> tuple[str, ...]:
    words = {part for word in WORDS.list_words() if word.isascii() for part in word.split() if len(part) >= _MIN_LENGTH}
    return tuple(sorted(words))
