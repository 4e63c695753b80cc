"""A kind of topic, and the words it is known by."""

import re
from dataclasses import dataclass

from services.executor.domain.writing.values import Form


@dataclass(frozen=True, slots=True)
class Kind:
    """Topics that hold one of *words* (parted by space, lower case) are written in *form*."""

    words: str
    form: Form

    def nearness(self, about: str) -> int:
        """Return how much of *about*, in lower case, speaks for this kind: the characters of its words in it."""
        return sum(len(word) for word in self.words.split() if _holds(about, word))


def _holds(about: str, word: str) -> bool:
    return bool(re.search(rf"\b{re.escape(word)}", about)) if word.isascii() else word in about
