"""The table of synonyms for node types has no conflicts."""

from collections import Counter

from engines.graph.node_types.core_types import load_core_types
from engines.graph_planner.grammar.synonyms import TYPES
from engines.graph_planner.grammar.word_table import WORD_TABLE
from engines.language.characters import fold


def test_every_synonym_belongs_to_a_core_type_and_to_no_other() -> None:
    types = load_core_types()
    own = [fold(alias) for one in types.values() for alias in {*one.aliases, one.titles.zh, one.titles.en}]
    counts = Counter(fold(word) for words in TYPES.values() for word in words)
    assert TYPES.keys() <= types.keys()
    assert [word for word, count in counts.items() if count > 1] == []
    assert sorted(counts.keys() & set(own)) == []


def test_no_synonym_of_a_type_is_also_in_the_word_table() -> None:
    assert [word for words in TYPES.values() for word in words if word in WORD_TABLE] == []
