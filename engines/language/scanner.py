"""Lexicons that match the longest known word at each position, in time linear in the text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Match(Generic[Value]):
    """A known word at `start`..`end` of a folded text."""

    start: int
    end: int
    value: Value


class Lexicon(Generic[Value]):
    """Words and their values. English words match as whole words only, Chinese words anywhere."""

    def __init__(self, words: Mapping[str, Value]) -> None:
        self._words = dict(words)
        lengths: dict[str, set[int]] = {}
        for word in words:
            lengths.setdefault(word[0], set()).add(len(word))
        self._longest = max(map(len, words), default=0)
        self._lengths = {first: sorted(match, reverse=True) for first, match in lengths.items()}

    def list_words(self) -> tuple[str, ...]:
        """Return all words."""
        return tuple(self._words)

    def match_at(self, folded: str, start: int) -> Match[Value] | None:
        """Return the longest word that starts at *start*, or None."""
        for length in self._lengths.get(folded[start : start + 1], ()):
            end = start + length
            word = folded[start:end]
            if len(word) == length and word in self._words and _is_whole(folded, start, end):
                return Match(start, end, self._words[word])
        return None

    def find_all(self, folded: str) -> Iterator[Match[Value]]:
        """Yield every word, the longest at each position, without overlaps."""
        position = 0
        while position < len(folded):
            match = self.match_at(folded, position)
            if match is not None:
                yield match
            position = match.end if match else position + 1

    def match_before(self, folded: str, end: int) -> Match[Value] | None:
        """Return the longest word that ends at *end*, or None."""
        for start in range(max(0, end - self._longest), end):
            word = folded[start:end]
            if word in self._words and _is_whole(folded, start, end):
                return Match(start, end, self._words[word])
        return None


def list_values(words: Lexicon[Item], folded: str) -> tuple[Item, ...]:
    """Return the values of the words of *folded*; empty if it contains anything except *words* and punctuation."""
    values: list[Item] = []
    position = 0
    while position < len(folded):
        if not folded[position].isalnum():
            position += 1
            continue
        match = words.match_at(folded, position)
        if match is None:
            return ()
        values.append(match.value)
        position = match.end
    return tuple(values)


def split_words(*lines: str) -> tuple[str, ...]:
    """Return the words of *lines*, which are separated by bars; spaces next to a bar belong to the word."""
    return tuple(word for line in lines for word in line.split("|"))


def map_words(value: Value, lines: Iterable[str]) -> dict[str, Value]:
    """Return a mapping of every word of *lines* to *value*."""
    return dict.fromkeys(split_words(*lines), value)


def _is_whole(folded: str, start: int, end: int) -> bool:
    return not (_joins(folded, start - 1, start) or _joins(folded, end - 1, end))


def _joins(folded: str, left: int, right: int) -> bool:
    if left < 0 or right >= len(folded):
        return False
    return _is_latin(folded[left]) and _is_latin(folded[right])


def _is_latin(letter: str) -> bool:
    return letter.isascii() and letter.isalpha()
