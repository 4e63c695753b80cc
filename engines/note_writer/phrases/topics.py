"""A group of topics with a template, and the words that identify it."""

import re
from dataclasses import dataclass

from engines.note_writer.values import Template


@dataclass(frozen=True, slots=True)
class TopicPhrases:
    """The *template* for topics that contain one of *words* (separated by spaces, lower case)."""

    words: str
    template: Template

    def score(self, subject: str) -> int:
        """Return the number of characters in *subject*, in lower case, that match words of this topic."""
        return sum(len(word) for word in self.words.split() if _contains_word(subject, word))


def _contains_word(subject: str, word: str) -> bool:
    return bool(re.search(rf"\b{re.escape(word)}", subject)) if word.isascii() else word in subject
