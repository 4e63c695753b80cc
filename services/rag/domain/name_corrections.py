"""Corrects misspelled style names in a query: English words by edit distance, Chinese names by their sound."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz.distance import DamerauLevenshtein

from services.rag.domain.names import has_han, normalize_name, units

MAX_WORDS = 60
"""Maximum number of words of a query that are compared; names in a longer query must be spelled correctly."""
_MIN_LETTERS, _LONG = 5, 8
_MIN_CHARACTERS = 3
_MAX_NAME_WORDS = 3
_CLAUSE = re.compile(r"[^\w\s'\u2019-]+|\n")


@dataclass(frozen=True)
class NameCorrections:
    """The names of the library (normalized), common words that resemble them, and groups of Chinese homophones."""

    names: Collection[str]
    common_words: Collection[str]
    homophones: Sequence[str]

    def find_misspelled(self, query: str) -> tuple[str, ...]:
        """Return the names that *query* contains misspelled, in their order; none that it spells correctly."""
        found = (
            name
            for clause in _CLAUSE.split(query)
            for name in (*self._match_letters(clause), *self._match_sounds(clause))
        )
        return tuple(dict.fromkeys(found))

    def _match_letters(self, clause: str) -> list[str]:
        words = [unit for unit in units(clause) if not has_han(unit)][:MAX_WORDS]
        matches = []
        for start in range(len(words)):
            for count in range(_MAX_NAME_WORDS, 0, -1):
                window = words[start : start + count]
                if len(window) == count and (name := self._find_close(window)):
                    matches.append(name)
                    break
        return matches

    def _find_close(self, window: Sequence[str]) -> str:
        """Return the name that *window* misspells, "" for none: a window of known words is not misspelled."""
        letters = "".join(window)
        unknown = [word for word in window if word not in self._known_words]
        if len(letters) < _MIN_LETTERS or not unknown or not letters.isascii():
            return ""
        best, best_distance = "", 3
        for name, name_letters in self._latin_names.get(letters[0], ()):
            # Several words may have another meaning: "light rail" is not a misspelled "light trails".
            limit = 1 if len(window) > 1 or min(len(letters), len(name_letters)) < _LONG else 2
            if abs(len(letters) - len(name_letters)) > limit:
                continue
            distance = DamerauLevenshtein.distance(letters, name_letters, score_cutoff=limit)
            if 0 < distance <= limit and distance < best_distance:
                best, best_distance = name, distance
            elif distance == 0:
                return name if name != " ".join(window) else ""
        return best

    def _match_sounds(self, clause: str) -> list[str]:
        text = normalize_name(clause)
        sounds = "".join(self._sound.get(character, character) for character in text)
        matches = []
        for name, name_sounds in self._han_names:
            start = sounds.find(name_sounds)
            if start >= 0 and text[start : start + len(name)] != name:
                matches.append((start, name))
        return [name for _, name in sorted(matches)]

    @cached_property
    def _sound(self) -> dict[str, str]:
        return {character: group[0] for group in self.homophones for character in group}

    @cached_property
    def _known_words(self) -> frozenset[str]:
        return frozenset(word for name in self.names for word in name.split()) | frozenset(self.common_words)

    @cached_property
    def _latin_names(self) -> dict[str, list[tuple[str, str]]]:
        by_letter: dict[str, list[tuple[str, str]]] = {}
        for name in self.names:
            letters = name.replace(" ", "")
            if letters.isascii() and letters.isalpha() and len(letters) >= _MIN_LETTERS:
                by_letter.setdefault(letters[0], []).append((name, letters))
        return by_letter

    @cached_property
    def _han_names(self) -> list[tuple[str, str]]:
        han = (name for name in self.names if len(name) >= _MIN_CHARACTERS and all(map(has_han, name)))
        return [(name, "".join(self._sound.get(character, character) for character in name)) for name in han]
