"""Segmentation and selection of words for full-text search."""

from hypothesis import given
from hypothesis import strategies as st

from services.rag.domain.full_text import extract_search_words, segment


def test_chinese_is_segmented_and_a_long_word_comes_with_its_parts() -> None:
    assert segment("青花瓷纹样").split()[:2] == ["青花", "青花瓷"]


def test_latin_words_are_lower_case_and_split_at_hyphens() -> None:
    assert set(segment("Ukiyo-E PRINT").split()) == {"e", "print", "ukiyo"}


def test_a_query_has_each_significant_word_once() -> None:
    assert extract_search_words("画一只水墨风格的猫，水墨") == ("水墨", "猫")
    assert extract_search_words("a painting in the style of") == ()


@given(st.text(max_size=80))
def test_no_text_breaks_out_of_the_query(text: str) -> None:
    for word in extract_search_words(text):
        assert not set(word) & set("'\\|&!<>():* ")
