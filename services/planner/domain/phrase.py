"""A piece of what a person wrote, kept twice: as written and folded for looking words up."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from services.planner.domain.script import fold, half_width, is_chinese, simplify

EDGES = " \t,.;:!?~-_*#|/\\、，。；：！？…—～·\"'“”‘’「」『』《》（）()[]【】"
_BREAKS = re.compile(r"(?<!\d)[.:]|[.:](?!\d)|[,;!?，。；：！？…~～\n]")
_SPACES = re.compile(r"\s+")
_CHINESE = r"[\u3400-\u9fff，。、；：！？]"
_SPACE_IN_CHINESE = re.compile(rf"(?<={_CHINESE}) (?={_CHINESE})")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me", "So", "Sk"})
_KEPT_SYMBOLS = "°"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Text without emoji and needless space.

    `folded` is the text for looking words up: simplified and in lower case. It has the same length, so that
    positions hold in both.
    """

    written: str
    folded: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", fold(self.written))

    def part(self, start: int, end: int | None = None) -> "Phrase":
        """Return the part from *start* to *end* without punctuation at its edges."""
        return Phrase(self.written[start:end].strip(EDGES))

    def without(self, spans: Iterable[tuple[int, int]]) -> "Phrase":
        """Return the text with *spans* cut out and the seams closed."""
        kept, position = [], 0
        for start, end in sorted(spans):
            kept.append(self.written[position:start])
            position = max(position, end)
        kept.append(self.written[position:])
        return Phrase(tidy(" ".join(kept)))

    def clauses(self) -> tuple["Phrase", ...]:
        """Return the parts between punctuation; neither a decimal point nor the colon of 16:9 parts."""
        parts = (Phrase(part.strip(EDGES)) for part in _BREAKS.split(self.written))
        return tuple(part for part in parts if part.written)


def read(text: str) -> Phrase:
    """Return *text* as a phrase: half-width letters, no emoji or control characters, single spaces, bare edges."""
    shown = "".join(" " if _is_invisible(letter) else letter for letter in half_width(text))
    return Phrase(tidy(shown))


def tidy(text: str) -> str:
    """Return *text* with single spaces, none between Chinese characters, and no punctuation at its edges."""
    return _SPACE_IN_CHINESE.sub("", _SPACES.sub(" ", text)).strip(EDGES)


def has_words(text: str) -> bool:
    """Return whether *text* holds a letter of any script; digits, symbols and emoji are none."""
    return any(letter.isalpha() for letter in text)


def without_tails(text: str, tails: Sequence[str]) -> str:
    """Return *text* without the *tails* at its end, however many, and the punctuation between; never empty by that."""
    folded, end = fold(text), len(text)
    while True:
        end = len(folded[:end].rstrip(EDGES)) if folded[end - 1 : end] in EDGES else end
        tail = max((tail for tail in tails if folded.endswith(tail, 0, end) and len(tail) < end), key=len, default="")
        if not tail:
            return text[:end].strip(EDGES)
        end -= len(tail)


def without_heads(phrase: Phrase, heads: Sequence[str]) -> Phrase:
    """Return *phrase* without the *heads* at its beginning, however many, and the punctuation between."""
    folded, start = phrase.folded, 0
    while head := max((head for head in heads if folded.startswith(head, start)), key=len, default=""):
        start += len(head)
        while start < len(folded) and folded[start] in EDGES:
            start += 1
    return phrase.part(start)


def pictured(text: str) -> str:
    """Return what the first emoji of *text* shows, by its Unicode name ("🐱" is "cat"), or an empty string."""
    for letter in text:
        if ord(letter) >= 0x1F300 and unicodedata.category(letter) == "So":
            return unicodedata.name(letter, "").lower().removesuffix(" face").removesuffix(" symbol")
    return ""


def join(subject: str, addition: str) -> str:
    """Return *subject* with *addition* after a comma of the subject's script."""
    if not subject or not addition:
        return subject or addition
    return f"{subject}，{addition}" if is_chinese(subject) else f"{subject}, {addition}"


def plain(phrase: Phrase) -> str:
    """Return the phrase's text in simplified characters, its case kept."""
    return simplify(tidy(phrase.written))


def _is_invisible(letter: str) -> bool:
    return letter not in _KEPT_SYMBOLS and unicodedata.category(letter) in _INVISIBLE
