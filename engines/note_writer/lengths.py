"""Lengths, sentences and emoji of texts."""

import re
from dataclasses import dataclass
from enum import StrEnum

from engines.language.characters import is_chinese
from services.common.text.citation import NAMED_SOURCE
from services.common.text.language import Language


class Unit(StrEnum):
    """Unit of a length."""

    CHARACTERS = "characters"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Length:
    """A count of units."""

    count: int
    unit: Unit

    def measure(self, text: str) -> int:
        """Return the length of *text* in this unit: words, or characters without whitespace."""
        words = text.split()
        return len(words) if self.unit is Unit.WORDS else sum(map(len, words))


def default_unit(language: Language) -> Unit:
    """Return the usual unit of *language*."""
    return Unit.CHARACTERS if language is Language.CHINESE else Unit.WORDS


def parse_unit(text: str, measured: str) -> Unit:
    """Return the unit that *text* names, else the usual one of *measured*."""
    folded = text.lower()
    if "word" in folded or "字" in text or "char" in folded or "letter" in folded:
        return Unit.WORDS if "word" in folded else Unit.CHARACTERS
    return Unit.CHARACTERS if is_chinese(measured) else Unit.WORDS


# Unicode pictographs with skin tones, variation selectors, joiners, flags and keycaps.
EMOJI = re.compile(
    "(?:[0-9#*]\ufe0f?\u20e3|[\U0001f1e6-\U0001f1ff]{2}|[\U0001f300-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u231a-\u23ff"
    "\u203c\u2049\u25aa-\u25fe\u2934\u2935\u3030\u303d]"
    "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d[\U0001f300-\U0001faff\u2600-\u27bf]\ufe0f?)*)"
)
# Up to the end of a sentence, closing quotes and emoji included; a full stop ends one only before a space.
_SENTENCE = re.compile(
    rf"(?:\d{{1,2}}\. )?.+?(?:(?:[。！？!?…～~]+|\.(?=[\s”\"’)])|\.$)[”」』）)\"’]*(?:\s*{EMOJI.pattern})*|$)\s*",
    re.DOTALL,
)

# The punctuation that ends a sentence, and private characters in its place within the name of a source.
_HIDDEN = {ord(sign): chr(0xE000 + number) for number, sign in enumerate("。！？!?…～~.")}
_SHOWN = {ord(private): chr(sign) for sign, private in _HIDDEN.items()}


def has_emoji(text: str) -> bool:
    """Return whether *text* contains an emoji."""
    return EMOJI.search(text) is not None


_PICTOGRAPHS = (
    (
        re.compile(r"爱心|小心心|\bhearts?\b", re.IGNORECASE),
        re.compile("[❤🖤🤍🤎\U0001f493-\U0001f49f\U0001f9e1]\ufe0f?"),
    ),
    (re.compile(r"笑脸|\bsmil(?:ey|ie)s?\b", re.IGNORECASE), re.compile("[\U0001f600-\U0001f64f]")),
    (re.compile(r"星星|闪光|\bsparkles?\b|\bstars?\b", re.IGNORECASE), re.compile("[✨⭐🌟]")),
)


def find_pictographs(text: str) -> re.Pattern[str] | None:
    """Return a pattern of the one kind of emoji that *text* names, None if it is about all of them."""
    if re.search(r"表情|emoji", text, re.IGNORECASE):
        return None
    return next((found for named, found in _PICTOGRAPHS if named.search(text)), None)


def remove_emoji(text: str) -> str:
    """Return *text* without emoji and without the spaces around them."""
    lines = (re.sub(r"[^\S\n]{2,}", " ", EMOJI.sub("", line)).strip() for line in text.split("\n"))
    return "\n".join(lines)


def split_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of *text*, each with its final punctuation; the name of a source does not end a sentence."""
    hidden = NAMED_SOURCE.sub(lambda found: found[0].translate(_HIDDEN), text.strip())
    return tuple(found.translate(_SHOWN) for match in _SENTENCE.finditer(hidden) if (found := match.group().strip()))
