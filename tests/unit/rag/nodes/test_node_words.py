"""Words that find types of nodes: stems, synonym sets of both languages, acronyms, and how they rank."""

from engines.graph.node_types.node_type import COMFY, NodeType
from services.common.text.language import Text
from services.rag.domain.nodes.entry import build_words
from services.rag.domain.nodes.selection import NodeCandidate, select_nodes
from services.rag.domain.nodes.synonyms import load_synonym_sets
from services.rag.domain.nodes.words import extract_meanings, index_words


def find_shared(query: str, text: str) -> set[str]:
    """Return the words of the index of *text* that *query* means."""
    return set(index_words(text).split()) & {word for meaning in extract_meanings(query) for word in meaning}


def test_synonym_sets_have_unique_names_that_full_text_search_does_not_split() -> None:
    names = [one.name for one in load_synonym_sets()]
    assert len(set(names)) == len(names)
    assert all(name.isascii() and name.isalpha() for name in names)


def test_a_text_in_one_language_shares_words_with_a_description_in_the_other() -> None:
    assert find_shared("把图片放大", "Enlarges a picture") == {"synonymenlarge", "synonymimage"}
    assert find_shared("get rid of the backdrop", "移除背景") == {"synonymremove", "synonymbackground"}


def test_forms_of_a_word_are_one_word() -> None:
    assert "sharpen" in find_shared("sharpened", "Sharpening")


def test_words_of_the_same_synonym_sets_are_one_meaning() -> None:
    assert [meaning for meaning in extract_meanings("erase and delete") if "synonymremove" in meaning] == [
        frozenset({"eras", "delet", "synonymremove"})
    ]


def test_each_character_of_a_chinese_text_counts_once() -> None:
    assert extract_meanings("提示词") == (frozenset({"synonymprompt"}),)
    assert extract_meanings("文字识别") == (frozenset({"synonymocr"}),)
    assert extract_meanings("高速公路") == (frozenset({"高速", "公路", "高速公路"}),)


def test_a_number_with_its_measure_word_is_no_meaning() -> None:
    assert extract_meanings("两段提示词") == (frozenset({"synonymprompt"}),)


def test_a_word_is_found_in_characters_that_the_segmentation_guesses_to_be_another_word() -> None:
    assert frozenset({"synonymface", "脸"}) in extract_meanings("所有人的脸作遮罩")


def test_a_type_is_found_by_the_initials_of_its_name() -> None:
    names, _ = build_words(NodeType(COMFY, "PerturbedAttentionGuidance", Text("", ""), Text("", "")))
    assert "pag" in names.split()


def test_a_type_with_all_meanings_of_the_query_ranks_before_a_slightly_nearer_vector() -> None:
    near, shared = NodeCandidate("a:Near", (), 0.6, None), NodeCandidate("a:Shared", (), 0.4, 1.0)
    assert [key for key, _ in select_nodes("some text", [near, shared], limit=2)] == ["a:Shared", "a:Near"]
