"""Lengths of texts, as readers count them."""

import re
from typing import Final

from services.common.text.width import measure_width

_LATIN_WORD: Final = re.compile(r"[A-Za-z0-9À-ɏ]+(?:['’.\-][A-Za-z0-9À-ɏ]+)*")
_SENTENCE: Final = re.compile(r"[。！？!?\n]+|\.(?=\s|$)")
_EMOJI: Final = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\u2b50\u2b55]")
_BLANK: Final = re.compile(r"\s+")


def measure_title(title: str, *, chinese: bool) -> int:
    """Return the length of a title: in Chinese two Latin letters count as one character."""
    return -(-measure_width(title) // 2) if chinese else len(title)


def measure_body(text: str, *, chinese: bool) -> int:
    """Return the length of a text: words in English; in Chinese characters, a Latin word or number counting as one."""
    words = len(_LATIN_WORD.findall(text))
    return len(_BLANK.sub("", _LATIN_WORD.sub("", text))) + words if chinese else words


def split_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of *text* without their final punctuation."""
    return tuple(part for one in _SENTENCE.split(text) if (part := one.strip()))


def has_emoji(text: str) -> bool:
    """Return whether there is an emoji in *text*."""
    return _EMOJI.search(text) is not None
