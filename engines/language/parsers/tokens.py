"""Tokenizes the text of an adjustment: words of its lexicon, numbers, and unknown text."""

from collections.abc import Iterator

from engines.language.lexicons.adjustments import WORDS
from engines.language.lexicons.meanings import Marker, Word
from engines.language.parsers.measurements import Number, match_number, match_ratio, match_size

Token = Word | Number | str
"""A word of the lexicon, a number, or unknown text (never empty)."""


def tokenize(folded: str) -> Iterator[Token]:
    """Yield the known words and numbers of *folded*, and the text between them."""
    position, unknown = 0, 0
    while position <= len(folded):
        match = _match_token(folded, position)
        if match is None and position < len(folded):
            position += 1
            continue
        if rest := folded[unknown:position].strip():
            yield rest
        if match is None:
            return
        token, position = match
        unknown = position
        yield token


def is_unknown(token: Token) -> bool:
    """Return whether *token* is unknown text, or the name of a color, which belongs to a thing."""
    return token is Marker.COLOR_NAME or (isinstance(token, str) and not isinstance(token, Marker))


def _match_token(folded: str, start: int) -> tuple[Token, int] | None:
    letter = folded[start : start + 1]
    if not letter or letter == " ":
        return None
    if letter.isdigit() and (size := match_size(folded, start)):
        return size
    if match := WORDS.match_at(folded, start):
        return match.value, match.end
    if ratio := match_ratio(folded, start):
        return ratio
    number = match_number(folded, start)
    return (number, number.end) if number else None
