"""Folds characters for lookups: width, case and script. No function changes the length of a text."""

from engines.language.traditional_chinese import simplify

_FULL_WIDTH = (
    "".join(map(chr, (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B)))) + "％＋－＊：．\u3000"
)
_HALF_WIDTH = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz%+-*:. "

_TO_HALF_WIDTH = str.maketrans(_FULL_WIDTH, _HALF_WIDTH)


def to_half_width(text: str) -> str:
    """Return *text* of the same length with full-width letters, digits and number signs as ASCII."""
    return text.translate(_TO_HALF_WIDTH)


def fold(text: str) -> str:
    """Return *text* of the same length, simplified and in lower case, for lookups."""
    return simplify(text.replace("İ", "I").lower())  # only the dotted capital I grows in lower case


def is_chinese(text: str) -> bool:
    """Return whether *text* contains a Chinese character."""
    return any("\u3400" <= letter <= "\u9fff" for letter in text)
