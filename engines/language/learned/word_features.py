"""What models see of a word and of those around it."""

from collections.abc import Iterator, Sequence

from engines.language.characters import is_chinese
from engines.language.learned.words import Word


def describe_word(word: Word) -> Iterator[str]:
    """Yield the word itself, its part of speech, how it begins and ends."""
    text = word.text
    yield f"word={text}"
    yield f"speech={word.part_of_speech}"
    yield f"begin={text[:1] if is_chinese(text) else text[:3]}"
    yield f"finish={text[-1:] if is_chinese(text) else text[-3:]}"
    yield f"digit={text[:1].isdigit():d}"


def describe_around(words: Sequence[Word], place: int) -> Iterator[str]:
    """Yield the three words before and after that at *place*."""
    texts = {offset: words[place + offset].text if 0 <= place + offset < len(words) else "" for offset in range(-3, 4)}
    yield from (f"word{offset}={texts[offset]}" for offset in (-3, -2, -1, 1, 2, 3))
    yield from (f"pair{offset}={texts[0]} {texts[offset]}" for offset in (-1, 1))
    yield f"pair-2={texts[-2]} {texts[-1]}"
    yield f"pair2={texts[1]} {texts[2]}"
    for offset in (-2, -1, 1, 2):
        if 0 <= place + offset < len(words):
            yield f"speech{offset}={words[place + offset].part_of_speech}"
