"""Words of a text in both languages, and the first ones that fit: texts are never truncated within a word."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from engines.language.characters import is_chinese
from services.common.text import segmentation

_TOKEN = re.compile(r"\S+\s*|\s+")


def segment_words(text: str) -> Iterator[str]:
    """Yield the words of *text*, each with the white space after it; Chinese is segmented."""
    for token in _TOKEN.findall(text):
        yield from segmentation.segment(token) if is_chinese(token) else (token,)


def take_words(text: str, max_length: int, measure: Callable[[str], int] = len) -> str:
    """Return the first words of *text* that fit into *max_length* by *measure*; a longer first word is truncated.

    *measure* is additive: the length of a text is that of its parts.
    """
    if measure(text) <= max_length:
        return text
    return _join_fitting(segment_words(text), max_length, measure) or _join_fitting(text, max_length, measure)


def _join_fitting(parts: Iterable[str], max_length: int, measure: Callable[[str], int]) -> str:
    """Return the first of *parts* that fit together, without the white space at the end."""
    length, taken = 0, list[str]()
    for part in parts:
        if length + measure(part.rstrip()) > max_length:
            break
        length += measure(part)
        taken.append(part)
    return "".join(taken).rstrip()


def contains_any(text: str, words: Sequence[str]) -> bool:
    """Return whether *text* contains one of *words*."""
    lowered = text.lower()
    return any(word.lower() in lowered for word in words)
