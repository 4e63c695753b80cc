"""Words for full-text search: PostgreSQL's `simple` configuration splits at spaces, so Chinese is segmented here."""

import re
import unicodedata

from services.common.text import segmentation

from engines.language.generic_words import GENERIC_WORDS, QUESTION_WORDS, SETTING_WORDS

_WORD = re.compile(r"[^\W_]+")
_COUNTED = re.compile(r"第?[\d一二两三四五六七八九十几百千万]+[天晚夜日周月年岁个次点块元步]*")


def segment(text: str) -> str:
    """Return the words of *text* in lower case, joined by spaces; a Chinese word is followed by its shorter parts."""
    return " ".join(_split_words(text))


def extract_search_words(text: str) -> str:
    """Return *text* as a `tsquery` for the `simple` configuration: any of its significant words; empty for none."""
    return build_or_query(_select_significant(text, GENERIC_WORDS))


def extract_query_words(query: str) -> tuple[str, ...]:
    """Return the significant words of a query for notes, each once, without words of questions."""
    return _select_significant(query, GENERIC_WORDS | QUESTION_WORDS)


def extract_subject_words(topic: str) -> tuple[frozenset[str], ...]:
    """Return the words of the subject of *topic*, each with its other forms: its shorter parts, its singular."""
    folded = unicodedata.normalize("NFKC", topic).casefold()
    words = [
        part
        for token in segmentation.segment(folded)
        for word in _WORD.findall(token)
        for part in _split_compound(word)
    ]
    significant = [word for word in dict.fromkeys(words) if word not in GENERIC_WORDS | QUESTION_WORDS]
    subject = [
        word for word in significant if len(word) > 1 and word not in SETTING_WORDS and not _COUNTED.fullmatch(word)
    ]
    return tuple(map(_collect_forms, subject or significant))


def _split_compound(word: str) -> tuple[str, ...]:
    """Return the two words that *word* is made of (苏州园林), else the word itself."""
    parts = (
        ()
        if word.isascii()
        else tuple(part for part in segmentation.segment_for_search(word) if 1 < len(part) < len(word))
    )
    return next(((one, other) for one in parts for other in parts if one + other == word), (word,))


def _collect_forms(word: str) -> frozenset[str]:
    if word.isascii():
        stem = word.removesuffix("s") if len(word) > 3 else word
        return frozenset((word, stem, f"{stem}s"))
    return frozenset((word, *(part for part in segmentation.segment_for_search(word) if len(part) > 1)))


def build_or_query(words: tuple[str, ...]) -> str:
    """Return a `tsquery` for the `simple` configuration that matches any of *words*; empty for none."""
    return " | ".join(f"'{word}'" for word in words)


def _select_significant(text: str, excluded: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in _split_words(text) if word not in excluded))


def _split_words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [word for token in segmentation.segment_for_search(folded) for word in _WORD.findall(token)]
