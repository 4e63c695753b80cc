"""How long a text is, and what in it is an emoji or a sentence."""

import re
from dataclasses import dataclass
from enum import StrEnum

from services.common.language import Language


class Unit(StrEnum):
    """What is counted."""

    CHARACTERS = "characters"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Length:
    """So many of a unit."""

    count: int
    unit: Unit

    def of(self, text: str) -> int:
        """Return how long *text* is in this unit: words parted by space, or characters without space."""
        words = text.split()
        return len(words) if self.unit is Unit.WORDS else sum(map(len, words))


def usual(language: Language) -> Unit:
    """Return what people who write *language* count."""
    return Unit.CHARACTERS if language is Language.CHINESE else Unit.WORDS


# Unicode's pictographs with what belongs to them: skin tones, variation selectors, joiners, flags, keycaps.
_EMOJI = re.compile(
    "(?:[0-9#*]\ufe0f?\u20e3|[\U0001f1e6-\U0001f1ff]{2}|[\U0001f300-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u231a-\u23ff"
    "\u203c\u2049\u25aa-\u25fe\u2934\u2935\u3030\u303d]"
    "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d[\U0001f300-\U0001faff\u2600-\u27bf]\ufe0f?)*)"
)
# Up to a sign that ends a sentence, closing quotes and emoji included; a full stop ends one only before a space.
_SENTENCE = re.compile(
    rf".+?(?:(?:[。！？!?…～~]+|\.(?=[\s”\"’)])|\.$)[”」』）)\"’]*(?:\s*{_EMOJI.pattern})*|$)\s*", re.DOTALL
)


def has_emoji(text: str) -> bool:
    """Return whether *text* bears an emoji."""
    return _EMOJI.search(text) is not None


def without_emoji(text: str) -> str:
    """Return *text* without emoji and without the spaces that they leave."""
    lines = (re.sub(r"[^\S\n]{2,}", " ", _EMOJI.sub("", line)).strip() for line in text.split("\n"))
    return "\n".join(lines)


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of *text*, each with the sign that ends it."""
    return tuple(match.group().strip() for match in _SENTENCE.finditer(text.strip()) if match.group().strip())
