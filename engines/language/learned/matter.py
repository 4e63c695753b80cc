"""Which words of a request for an image name what is to be seen in it, and which only how, for what and for whom.

Two linear-chain conditional random fields (CRFsuite), one for each language, give every word its role.
`benchmarks/calibration/matter.py` fits them to annotated requests, and measures them on authors that it left out.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Any

from engines.language.characters import is_chinese
from engines.language.learned.word_features import describe_around, describe_word
from engines.language.learned.words import Word, list_words
from engines.language.parsers.styles import find_styles
from engines.language.phrase import Phrase, normalize_spaces
from engines.language.scanner import split_words

MODELS = Path(__file__).parent / "models"
MAX_WORDS = 200
"""Words of a longer text are all matter."""
POSSIBLE = 0.15
"""Probability from which on a word may be matter: what is left out in error is neither painted nor reported."""
_SIGNS = frozenset(",，.。:：;；!！?？")
_PLACES, _CLAUSES = 6, 4
"""Places and numbers from which on the models see no difference."""
_OPENERS = split_words("for|in|like|of|as|my|our|to|with|made|给|为|用|像|做|想|要|我|样")
"""Words after which a purpose or a technique often starts."""


_JOINING = frozenset(split_words("a|an|the|of|with|in|as|and|的|里|里的|用|以|请|样子|那种|感觉"))
"""Words that are left over where what they join is no matter."""


_LINKS = frozenset(("of", "的"))
"""Words that link what comes first to what is left out before it: (a poster) of a pirate ship."""


class WordRole(StrEnum):
    """What a word of a request is for.

    MATTER is to be seen, TECHNIQUE names the medium or the manner, PURPOSE for whom or for what the image is, or why,
    REQUEST only that one is requested.
    """

    MATTER = "matter"
    TECHNIQUE = "technique"
    PURPOSE = "purpose"
    REQUEST = "request"


def describe(text: str, words: Sequence[Word]) -> list[list[str]]:
    """Return the features of each of *words*, the words and signs of *text*."""
    styles = [(one.start, one.end) for one in find_styles(Phrase(text))]
    described = list[list[str]]()
    for number, (start, end) in enumerate(_list_clauses(words)):
        sign = words[end].text if end < len(words) else "end"
        shared = [
            f"sign={sign}",
            f"before={words[start - 1].text if start else 'start'}",
            f"clause={min(number, _CLAUSES)}",
            *(f"first={' '.join(one.text for one in words[start : min(end, start + count)])}" for count in (1, 2)),
            *(f"has={one}" for one in _OPENERS if any(one == word.text for word in words[start:end])),
        ]
        seen = set[str]()
        for place in range(start, min(end + 1, len(words))):
            word = words[place]
            in_style = any(first <= word.start and word.end <= last for first, last in styles)
            features = [*describe_word(word), *describe_around(words, place), *shared, f"style={in_style:d}"]
            features += [f"from_start={min(place, _PLACES)}", f"to_end={min(len(words) - 1 - place, _PLACES)}"]
            features += [f"in_clause={min(place - start, _PLACES)}", f"to_sign={min(end - place, _PLACES)}{sign}"]
            features += [f"after={one}" for one in _OPENERS if one in seen]
            described.append(features)
            seen.add(word.text)
    return described


def _list_clauses(words: Sequence[Word]) -> list[tuple[int, int]]:
    """Return the places of the first word of each clause, and of the sign that ends it or the number of words."""
    ends = [place for place, word in enumerate(words) if word.text in _SIGNS]
    starts = [0, *(end + 1 for end in ends)]
    return [*zip(starts, (*ends, len(words)), strict=True)]


class MatterTagger:
    """Reads requests with the models of one folder: {zh,en}.matter.crfsuite."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._taggers: dict[str, Any] = {}
        self._lock = Lock()  # a CRFsuite tagger holds the sequence that it tagged last

    def tag(self, text: str, words: Sequence[Word]) -> list[WordRole]:
        """Return the role of each of *words*, the words and signs of *text*: matter, unless it hardly can be."""
        import pycrfsuite  # a process that only starts does not need it

        name, sequence = "zh" if is_chinese(text) else "en", pycrfsuite.ItemSequence(describe(text, words))
        with self._lock:
            if name not in self._taggers:
                self._taggers[name] = pycrfsuite.Tagger()
                self._taggers[name].open(str(self._folder / f"{name}.matter.crfsuite"))
            tagger = self._taggers[name]
            roles = [WordRole(one) for one in tagger.tag(sequence)]
            doubts = [tagger.marginal(WordRole.MATTER, place) >= POSSIBLE for place in range(len(words))]
        return [WordRole.MATTER if is_possible else role for role, is_possible in zip(roles, doubts, strict=True)]


@cache
def _load_tagger() -> MatterTagger:
    return MatterTagger(MODELS)


def extract_matter(text: str) -> str:
    """Return *text*, one line, without the words that do not name what is to be seen; all, if none is left."""
    words, roles = _read(text)
    return _join_matter(text, words, [role is WordRole.MATTER for role in roles])


def extract_matter_of(part: str, text: str) -> str:
    """Return the words of *part* of *text* that are matter there; *part* itself, if it is no part of *text*."""
    words, roles = _read(text)
    places = _find_part([word.text for word in list_words(part) if word.text not in _SIGNS], words)
    left = [role is WordRole.MATTER and place in places for place, role in enumerate(roles)]
    return _join_matter(text, words, left) if any(left) else part


def _find_part(part: Sequence[str], words: Sequence[Word]) -> frozenset[int]:
    """Return the places of the words *part* among *words*: next to each other, else in their order, the last ones."""
    places = [place for place, word in enumerate(words) if word.text not in _SIGNS]
    for start in range(len(places) - len(part) + 1):
        run = places[start : start + len(part)]
        if [words[place].text for place in run] == [*part]:
            return frozenset(run)
    found, rest = list[int](), [*part]
    for place in reversed(places):
        if rest and words[place].text == rest[-1]:
            found.append(place)
            rest.pop()
    return frozenset(() if rest else found)


@lru_cache(maxsize=256)
def _read(text: str) -> tuple[tuple[Word, ...], tuple[WordRole, ...]]:
    """Return the words of *text* with their roles; those of a very long one are matter."""
    words = (*list_words(text),)
    if not words or len(words) > MAX_WORDS:
        return words, (WordRole.MATTER,) * len(words)
    return words, (*_load_tagger().tag(text, words),)


def _join_matter(text: str, words: Sequence[Word], left: Sequence[bool]) -> str:
    """Return the *left* words of *text*, with a comma where a sign between them is left out; all, if none names it."""
    runs = [[*run] for is_left, run in groupby(range(len(words)), left.__getitem__) if is_left]
    comma, joined, end = "，" if is_chinese(text) else ", ", "", 0
    for run in runs:
        own = [place for place in run if words[place].text not in _SIGNS]
        if not own or (len(runs) > 1 and all(words[place].text in _JOINING for place in own)):
            continue
        own = own[1:] if not joined and len(own) > 1 and words[own[0]].text in _LINKS else own
        start = words[own[0]].start
        gap = text[end:start] if joined else ""
        is_cut = any(letter in _SIGNS for letter in gap)
        is_latin = joined[-1:].isascii() and text[start].isascii()
        space = " " if joined and is_latin else ""
        joined += (comma if is_cut else space) + text[start : words[own[-1]].end]
        end = words[own[-1]].end
    return normalize_spaces(joined) if any(map(str.isalnum, joined)) else text
