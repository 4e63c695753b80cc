"""Words of texts about node types: stems, and the synonym sets that a word or phrase belongs to."""

import re
import unicodedata
from collections import defaultdict
from functools import cache, lru_cache

from snowballstemmer import stemmer

from services.rag.domain.full_text import extract_query_words, segment
from services.rag.domain.names import has_han
from services.rag.domain.nodes.synonyms import load_synonym_sets

Meaning = frozenset[str]
"""Words of an index with one meaning: any of them matches."""

LONGEST_PHRASE = 3
"""Words of the longest English phrase in the synonym sets."""
_STEMMER = stemmer("english")


def index_words(text: str) -> str:
    """Return the words to index for *text*, joined by spaces: stems, Chinese words and names of synonym sets."""
    words = _split(text)
    return " ".join(sorted({*words, *_find_sets(words, text)}))


def extract_meanings(query: str) -> tuple[Meaning, ...]:
    """Return the meanings in *query*: each word with its synonym sets, words of the same sets as one."""
    sets_of_terms, words = _index_sets(), _split(query)
    significant = {_stem(word) for word in extract_query_words(query)}
    meanings: dict[frozenset[str], set[str]] = defaultdict(set)
    for word in words:
        if word in significant and word not in sets_of_terms:
            meanings[frozenset({word})].add(word)
    for term in (*words, *_list_phrases(words, query)):
        if sets := sets_of_terms.get(term):
            meanings[sets] |= {*sets, *({term} & significant)}
    return tuple(frozenset(one) for one in meanings.values())


def _split(text: str) -> list[str]:
    return [_stem(word) for word in segment(text).split()]


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word)) if word.isascii() else word


def _find_sets(words: list[str], text: str) -> set[str]:
    sets = _index_sets()
    return {name for term in (*words, *_list_phrases(words, text)) for name in sets.get(term, ())}


def _list_phrases(words: list[str], text: str) -> list[str]:
    """Return the phrases in *text* that synonym sets have; a Chinese one need not be a word of the segmentation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    runs = (
        " ".join(words[start : start + size])
        for size in range(2, LONGEST_PHRASE + 1)
        for start in range(len(words) - size + 1)
    )
    return [*(run for run in runs if run in _index_sets()), *_compile_chinese().findall(folded)]


@cache
def _index_sets() -> dict[str, frozenset[str]]:
    sets: dict[str, set[str]] = defaultdict(set)
    for one in load_synonym_sets():
        for word in one.words:
            term = word if has_han(word) else " ".join(_split(word))
            sets[term].add(f"synonym{one.name}")
    return {term: frozenset(names) for term, names in sets.items()}


@cache
def _compile_chinese() -> re.Pattern[str]:
    terms = (term for term in _index_sets() if has_han(term) and len(term) > 1)
    return re.compile("|".join(sorted(map(re.escape, terms), key=len, reverse=True)))
