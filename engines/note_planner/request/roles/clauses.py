"""Splits a request into clauses and words, with their places in the text."""

import re
from dataclasses import dataclass

from engines.language.characters import is_chinese
from engines.language.learned.words import Word, list_words

_SENTENCE_ENDS = frozenset("。.!?！？;；…\n~～:：")
_SEPARATORS = _SENTENCE_ENDS | frozenset(",，()（）—–")
_ITEM = (
    r"(?: (?!(?:i|we|my|he|she|they|it|you|no|not|but|so|because|please|maybe|just|who|which|that|and|or"
    r"|make|keep|write)\b)"
    r"[\w'’-]+){1,3}"
)
_LIST = re.compile(rf"{_ITEM}(?:,{_ITEM})*,? (?:and|or) (?!(?:i|we|he|she|they|it|make|keep|write)\b)", re.IGNORECASE)
"""What follows a comma between the items of an English list: "by texture, memory and watching her face"."""
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|st|vs|prof|jr|sr|approx|mt|ft)$", re.IGNORECASE)
"""A word whose full stop ends no sentence."""


@dataclass(frozen=True, slots=True)
class Clause:
    """The words of a request between two separators, without punctuation, and the sign after them, "" for none."""

    words: tuple[Word, ...]
    sign: str = ""

    @property
    def start(self) -> int:
        """Return where the clause starts in the text."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Return where the last word of the clause ends."""
        return self.words[-1].end


def split_request(text: str) -> list[Clause]:
    """Return the clauses of *text*. A space between Chinese characters separates them, as a comma does."""
    clauses = list[Clause]()
    words = list[Word]()
    end = 0
    for word in list_words(text):
        is_sign = _is_sign(text, word)
        if words and not is_sign and _separates(text[end : word.start], text[end - 1], word.text[0]):
            clauses.append(Clause(tuple(words), " "))
            words = []
        if is_sign and words:
            clauses.append(Clause(tuple(words), word.text))
            words = []
        elif not is_sign and any(letter.isalnum() for letter in word.text):
            words.append(word)
        end = word.end
    return [*clauses, Clause(tuple(words))] if words else clauses


def _is_sign(text: str, word: Word) -> bool:
    """Return whether *word* separates clauses: no sign of 3.5 or 1,000, no comma of a list, no hyphen of a word."""
    before, after = text[word.start - 1 : word.start], text[word.end : word.end + 1]
    if word.text == "-":
        return before == after == " "
    is_within = before.isdigit() and after.isdigit() and word.text in ".,:"
    is_within = is_within or (word.text == "." and _ABBREVIATION.search(text, 0, word.start) is not None)
    is_of_list = word.text == "," and _LIST.match(text, word.end) is not None
    return word.text in _SEPARATORS and not is_within and not is_of_list


def _separates(gap: str, before: str, after: str) -> bool:
    return bool(gap) and ("\n" in gap or (is_chinese(before) and is_chinese(after)))
