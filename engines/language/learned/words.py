"""Words of a text with their places, as models see them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engines.language.characters import fold, is_chinese
from services.common.text.segmentation import tag_words

_ENGLISH_WORD = re.compile(r"[^\W\d_][\w'’-]*|\d+(?:[.,:]\d+)*|\S")
_INTENTION = re.compile(r"(?<=^想)(?![念法象像要起到着过])|(?<=^写)(?![作法字信真生手意书诗实照])")
"""The dictionary joins the verb of an intention or of writing with the word after it: 想养, 写野."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: its place, its folded text, and in Chinese its part of speech ("n" for a noun)."""

    start: int
    end: int
    text: str
    part_of_speech: str = ""


def list_words(text: str) -> Iterator[Word]:
    """Yield the words of *text*, which in Chinese are those of the dictionary, and its punctuation marks."""
    folded = fold(text)
    if not is_chinese(text):
        yield from (Word(found.start(), found.end(), found[0]) for found in _ENGLISH_WORD.finditer(folded))
        return
    place = 0
    for word, part_of_speech in tag_words(folded):
        for part in _INTENTION.split(word):
            if part.strip():
                yield Word(place, place + len(part), part, part_of_speech)
            place += len(part)
