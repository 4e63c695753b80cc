"""Looks up the longest known words of a text, from left to right, in time linear in the text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Found(Generic[Value]):
    """A known word at `start`..`end` of the folded text."""

    start: int
    end: int
    value: Value


class Lexicon(Generic[Value]):
    """Words and what they mean. English words match whole only, Chinese words anywhere."""

    def __init__(self, words: Mapping[str, Value]) -> None:
        self._words = dict(words)
        lengths: dict[str, set[int]] = {}
        for word in words:
            lengths.setdefault(word[0], set()).add(len(word))
        self._longest = max(map(len, words), default=0)
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}

    def at(self, folded: str, start: int) -> Found[Value] | None:
        """Return the longest word that begins at *start*, or None."""
        for length in self._lengths.get(folded[start : start + 1], ()):
            end = start + length
            word = folded[start:end]
            if word in self._words and _is_whole(folded, start, end):
                return Found(start, end, self._words[word])
        return None

    def all(self, folded: str) -> Iterator[Found[Value]]:
        """Yield every word, the longest at each place, none overlapping another."""
        position = 0
        while position < len(folded):
            found = self.at(folded, position)
            if found is not None:
                yield found
            position = found.end if found else position + 1

    def before(self, folded: str, end: int) -> Found[Value] | None:
        """Return the longest word that ends at *end*, or None."""
        for start in range(max(0, end - self._longest), end):
            word = folded[start:end]
            if word in self._words and _is_whole(folded, start, end):
                return Found(start, end, self._words[word])
        return None


def words(*lines: str) -> tuple[str, ...]:
    """Return the words of *lines*, which are parted by bars; spaces beside a bar belong to the word."""
    return tuple(word for line in lines for word in line.split("|"))


def meaning(value: Value, lines: Iterable[str]) -> dict[str, Value]:
    """Return a table in which every word of *lines* means *value*."""
    return dict.fromkeys(words(*lines), value)


def _is_whole(folded: str, start: int, end: int) -> bool:
    return not (_joins(folded, start - 1, start) or _joins(folded, end - 1, end))


def _joins(folded: str, left: int, right: int) -> bool:
    if left < 0 or right >= len(folded):
        return False
    return _is_latin(folded[left]) and _is_latin(folded[right])


def _is_latin(letter: str) -> bool:
    return letter.isascii() and letter.isalpha()
