"""Splits the text of an adjustment into the words of its lexicon, numbers, and what is neither."""

from collections.abc import Iterator

from services.planner.domain.adjustments_lexicon import WORDS, Mark, Word
from services.planner.domain.measurements import Number, number_at, size_at

Token = Word | Number | str
"""A word of the lexicon, a number, or text that is neither (never empty)."""


def tokenize(folded: str) -> Iterator[Token]:
    """Yield the known words and numbers of *folded*, and what lies between them as text."""
    position, unknown = 0, 0
    while position <= len(folded):
        found = _token_at(folded, position)
        if found is None and position < len(folded):
            position += 1
            continue
        if rest := folded[unknown:position].strip():
            yield rest
        if found is None:
            return
        token, position = found
        unknown = position
        yield token


def is_unknown(token: Token) -> bool:
    """Return whether *token* is text that the lexicon does not know."""
    return isinstance(token, str) and not isinstance(token, Mark)


def _token_at(folded: str, start: int) -> tuple[Token, int] | None:
    letter = folded[start : start + 1]
    if not letter or letter == " ":
        return None
    if letter.isdigit() and (size := size_at(folded, start)):
        return size
    if found := WORDS.at(folded, start):
        return found.value, found.end
    number = number_at(folded, start)
    return (number, number.end) if number else None
