"""Words of texts about node types: stems, and the synonym sets that a word or phrase belongs to."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from snowballstemmer import stemmer

from services.common.text import segmentation
from services.rag.domain.full_text import is_query_word, segment
from services.rag.domain.names import has_han
from services.rag.domain.nodes.synonyms import load_synonym_sets

Meaning = frozenset[str]
"""Words of an index with one meaning: any of them matches."""

LONGEST_PHRASE = 3
"""Words of the longest English phrase in the synonym sets."""
_STEMMER = stemmer("english")
_SET = "synonym"
"""Start of the name of a synonym set in the index."""
_WORD = re.compile(r"[^\W_]+")
_COUNTED = re.compile(r"第?[一二两三四五六七八九十百千万\d]+[\u4e00-\u9fff]")
"""A number with its measure word (两段, 第二个): it does not describe a node."""


class _Span(NamedTuple):
    """A part of a text with its stem, or with the names of the synonym sets that it belongs to."""

    start: int
    end: int
    words: frozenset[str]

    def overlaps(self, other: "_Span") -> bool:
        return self.start < other.end and other.start < self.end

    def is_inside(self, other: "_Span") -> bool:
        return other.start <= self.start and self.end <= other.end


def index_words(text: str) -> str:
    """Return the words to index for *text*, joined by spaces: stems, Chinese words and names of synonym sets."""
    folded = _fold(text)
    stems = {_stem(word) for word in segment(folded).split()}
    sets = {name for term in _find_terms(folded, _locate_words(folded)) for name in term.words}
    return " ".join(sorted(stems | sets))


def extract_meanings(query: str) -> tuple[Meaning, ...]:
    """Return the meanings in *query*: each term with its synonym sets, and words that are part of no term.

    Each character counts once: of the words and parts that Chinese segmentation finds in one place, any may match, and
    none counts in addition to a term of the synonym sets that has some of its characters.
    """
    folded = _fold(query)
    words = [word for word in _locate_words(folded) if _is_significant(folded[word.start : word.end])]
    terms = _find_terms(folded, _locate_words(folded))
    meanings: dict[Meaning, set[str]] = defaultdict(set)
    for term in terms:
        literal = (word.words for word in words if (word.start, word.end) == (term.start, term.end))
        meanings[term.words] |= term.words.union(*literal)
    others = [word for word in words if not any(word.overlaps(term) for term in terms)]
    return (*(frozenset(meaning) for meaning in meanings.values()), *_group(others))


def list_literal(meaning: Meaning) -> frozenset[str]:
    """Return the words of *meaning* that are synonyms of each other in a set: each implies the name of the set."""
    sets = frozenset(word for word in meaning if word.startswith(_SET))
    return meaning - sets if sets else frozenset()


def _is_significant(word: str) -> bool:
    return is_query_word(word) and not _COUNTED.fullmatch(word)


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word)) if word.isascii() else word


def _locate_words(text: str) -> list[_Span]:
    """Return the words of *text*, with the shorter words in them.

    Characters that the dictionary does not know are guessed to be words (脸作), and are words by themselves, too.
    """
    located = {*_locate(segmentation.segment(text)), *_locate(segmentation.segment(text, guess_unknown=False))}
    for start, end in tuple(located):
        parts = segmentation.segment_for_search(text[start:end]) if has_han(text[start:end]) else []
        located |= {
            (start + match.start(), start + match.end())
            for part in parts
            for match in re.finditer(re.escape(part), text[start:end])
        }
    return [_Span(start, end, frozenset({_stem(text[start:end])})) for start, end in sorted(located)]


def _locate(tokens: Iterable[str]) -> Iterator[tuple[int, int]]:
    at = 0
    for token in tokens:
        for match in _WORD.finditer(token):
            yield at + match.start(), at + match.end()
        at += len(token)


def _find_terms(text: str, words: list[_Span]) -> list[_Span]:
    """Return the terms of the synonym sets in *text*; a Chinese one need not be a word of the segmentation.

    A Chinese word inside a longer term has no meaning of its own: 文字识别 is no text.
    """
    sets = _index_sets()
    long = [_Span(*match.span(), sets[match[0]]) for match in _compile_chinese().finditer(text)]
    single = [
        _Span(word.start, word.end, sets[stem])
        for word in words
        for stem in word.words
        if stem in sets and not any(word.is_inside(term) for term in long)
    ]
    latin = [word for word in words if not has_han(text[word.start : word.end])]
    return [*long, *single, *_find_phrases(latin)]


def _find_phrases(words: list[_Span]) -> Iterator[_Span]:
    """Yield the English phrases of the synonym sets in consecutive *words*."""
    for size in range(2, LONGEST_PHRASE + 1):
        for start in range(len(words) - size + 1):
            run = words[start : start + size]
            phrase = " ".join(stem for word in run for stem in word.words)
            if names := _index_sets().get(phrase):
                yield _Span(run[0].start, run[-1].end, names)


def _group(words: list[_Span]) -> list[Meaning]:
    """Return one meaning for each run of overlapping *words*, which are in the order of their starts."""
    groups: list[set[str]] = []
    end = 0
    for word in words:
        if word.start >= end:
            groups.append(set())
        groups[-1] |= word.words
        end = max(end, word.end)
    return [frozenset(group) for group in groups]


@cache
def _index_sets() -> dict[str, frozenset[str]]:
    sets: dict[str, set[str]] = defaultdict(set)
    for one in load_synonym_sets():
        for word in one.words:
            term = word if has_han(word) else " ".join(_stem(part) for part in _WORD.findall(word))
            sets[term].add(f"{_SET}{one.name}")
    return {term: frozenset(names) for term, names in sets.items()}


@cache
def _compile_chinese() -> re.Pattern[str]:
    terms = (term for term in _index_sets() if has_han(term) and len(term) > 1)
    return re.compile("|".join(sorted(map(re.escape, terms), key=len, reverse=True)))
