"""Text in two forms: as the user wrote it, and folded for lookups."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engines.language.characters import fold, is_chinese, to_half_width
from engines.language.traditional_chinese import simplify

EDGES = " \t,.;:!?~-_*#|/\\、，。；：！？…—～·\"'“”‘’「」『』《》（）()[]【】"
_CLAUSE_BREAKS = re.compile(r"(?<!\d)[.:]|[.:](?!\d)|[,;!?，。；：！？…~～\n]")
_SPACES = re.compile(r"\s+")
_CHINESE = r"[\u3400-\u9fff，。、；：！？]"
_SPACE_IN_CHINESE = re.compile(rf"(?<={_CHINESE}) (?={_CHINESE})")
# Separators around a removed part, of which one is enough.
_SEPARATORS = re.compile(r"([,，、;；])\s*(?:[,，、;；]\s*)+")
OPENING_QUOTES = '"“「『《'
_QUOTES = (('"', '"'), ("“", "”"), ("「", "」"), ("『", "』"), ("《", "》"), ("（", "）"), ("(", ")"))
_BEFORE_TEXT = re.compile(
    r"(?:\b(?:says?|saying|reads?|reading|writes?|writing|written|words?|word|spells?|spelling|text|shouts?|shouting|"
    r"whispers?|whispering|labell?ed|titled)(?: \w+){0,2}|(?:写着|写上|写|说|说着|说道|喊|喊着|字是|"
    r"内容是)[\u3400-\u9fff]{0,3})[ :：,，]*$"
)
"""Precedes text within an image, which is not courtesy (写着谢谢)."""
_SPOKEN = re.compile("thank|thx|please|pls|plz|ok|谢|拜托")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me", "So", "Sk"})
_VISIBLE_SYMBOLS = "°"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Text without emoji and needless spaces.

    `folded` is the text for lookups: simplified and in lower case. It has the same length, so that positions are valid
    in both.
    """

    text: str
    folded: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", fold(self.text))

    def slice(self, start: int, end: int | None = None) -> "Phrase":
        """Return the part from *start* to *end* without punctuation at its edges."""
        return Phrase(strip_edges(self.text[start:end]))

    def remove(self, spans: Iterable[tuple[int, int]]) -> "Phrase":
        """Return the text without *spans*, with spaces normalized."""
        segments, position = [], 0
        for start, end in sorted(spans):
            segments.append(self.text[position:start])
            position = max(position, end)
        segments.append(self.text[position:])
        return Phrase(normalize_spaces(" ".join(segments)))

    def split_clauses(self) -> tuple["Phrase", ...]:
        """Return the parts between punctuation. Neither a decimal point nor the colon of 16:9 splits."""
        parts = (Phrase(strip_edges(part)) for part in _CLAUSE_BREAKS.split(self.text))
        return tuple(part for part in parts if part.text)


def parse_phrase(text: str) -> Phrase:
    """Return *text* as a phrase: half-width letters, no emoji or control characters, single spaces, stripped."""
    visible = "".join(" " if _is_invisible(letter) else letter for letter in to_half_width(text))
    return Phrase(normalize_spaces(visible))


def strip_edges(text: str) -> str:
    """Return *text* without punctuation at its edges, except a quote or bracket whose other half is inside."""
    core = text.strip(EDGES)
    start = text.find(core)
    end = start + len(core)
    for opening, closing in _QUOTES:
        if opening == closing:
            is_open = is_closed = text.count(opening, start, end) % 2 == 1
        else:
            difference = text.count(opening, start, end) - text.count(closing, start, end)
            is_open, is_closed = difference > 0, difference < 0
        if is_open and (at := text.find(closing, end)) >= 0:
            end = at + 1
        elif is_closed and (at := text.rfind(opening, 0, start)) >= 0:
            start = at
    return text[start:end]


def normalize_spaces(text: str) -> str:
    """Return *text* with single spaces and separators, no space in Chinese, and no punctuation at its edges."""
    text = _SEPARATORS.sub(_keep_first_separator, text)
    return strip_edges(_SPACE_IN_CHINESE.sub("", _SPACES.sub(" ", text)).strip())


def _keep_first_separator(separators: re.Match[str]) -> str:
    return f"{separators[1]} " if separators[1].isascii() else separators[1]


def has_words(text: str) -> bool:
    """Return whether *text* contains a letter of any script; digits, symbols and emoji do not count."""
    return any(letter.isalpha() for letter in text)


def strip_suffixes(text: str, suffixes: Sequence[str]) -> str:
    """Return *text* without the *suffixes* at its end and the punctuation between them, but at least one word."""
    folded, end = fold(text), len(text)
    stop = end
    while True:
        end = len(folded[:end].rstrip(EDGES)) if folded[end - 1 : end] in EDGES else end
        suffix = max(
            (suffix for suffix in suffixes if folded.endswith(suffix, 0, end) and len(suffix) < end),
            key=len,
            default="",
        )
        if not suffix or (_SPOKEN.search(suffix) and _BEFORE_TEXT.search(folded[: end - len(suffix)])):
            return strip_edges(text[:stop])
        stop = end = end - len(suffix)


def strip_prefixes(phrase: Phrase, prefixes: Sequence[str]) -> Phrase:
    """Return *phrase* without the *prefixes* at its start and the punctuation between them."""
    folded, start = phrase.folded, 0
    end = 0
    while prefix := max((prefix for prefix in prefixes if folded.startswith(prefix, start)), key=len, default=""):
        start = end = start + len(prefix)
        while start < len(folded) and folded[start] in EDGES:
            start += 1
    return phrase.slice(end)


def describe_emoji(text: str) -> str:
    """Return the Unicode name of the first emoji of *text* ("🐱" is "cat"), or an empty string."""
    for letter in text:
        if ord(letter) >= 0x1F300 and unicodedata.category(letter) == "So":
            return unicodedata.name(letter, "").lower().removesuffix(" face").removesuffix(" symbol")
    return ""


def join_texts(subject: str, addition: str) -> str:
    """Return *subject* and *addition* with a comma of the subject's script between them."""
    if not subject or not addition:
        return subject or addition
    return f"{subject}，{addition}" if is_chinese(subject) else f"{subject}, {addition}"


def to_plain_text(phrase: Phrase) -> str:
    """Return the text of *phrase* in simplified characters, with unchanged case."""
    return simplify(normalize_spaces(phrase.text))


def _is_invisible(letter: str) -> bool:
    return letter not in _VISIBLE_SYMBOLS and unicodedata.category(letter) in _INVISIBLE
