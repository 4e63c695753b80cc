"""The styles that a text names in any spelling, and no others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rag.adapters.seed_data import load_seed_styles
from services.rag.domain.names import MAX_NAME_UNITS, drop_negated, find_mentions, normalize_name, phrases

NAMES = {style.key: style.names for style in load_seed_styles()}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("画一只赛博朋克风格的猫", ["cyberpunk"]),
        ("CYBER-PUNK cat", ["cyberpunk"]),
        ("ｃｙｂｅｒｐｕｎｋ", ["cyberpunk"]),
        ("a Children’s Book bear", ["childrens_book"]),
        ("naïve art village", ["folk_art"]),
        ("先水彩，再油画", ["watercolor", "oil_painting"]),
        ("黑白漫画的少年", ["manga"]),
        ("3D 渲染的小狗", ["render_3d"]),
        ("用水彩画一只猫", ["watercolor"]),
    ],
)
def test_names_match_after_normalization_in_the_order_of_mention(text: str, keys: list[str]) -> None:
    assert find_mentions(text, NAMES) == keys


@pytest.mark.parametrize("text", ["一位摄影师", "水彩笔", "popcorn art", "oil tanker", "漫画书", "水。彩", "", "🎨"])
def test_a_part_of_another_word_does_not_match(text: str) -> None:
    assert find_mentions(text, NAMES) == []


@pytest.mark.parametrize("key", NAMES)
def test_every_name_matches_its_style_in_a_sentence(key: str) -> None:
    for name in NAMES[key]:
        assert find_mentions(f"画一只猫，{name}", NAMES) == [key], name


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("水墨的猫，不要卡通风格", ["ink_wash"]),
        ("a cat, not cyberpunk but watercolour", ["watercolor"]),
        ("a street without people in watercolor", ["watercolor"]),
        ("not in cyberpunk style", []),
        ("特别的水彩", ["watercolor"]),
    ],
)
def test_negated_names_do_not_match(text: str, keys: list[str]) -> None:
    assert find_mentions(drop_negated(text), NAMES) == keys


@given(st.text(max_size=80))
def test_phrases_are_normalized_runs_of_limited_length(text: str) -> None:
    for phrase in phrases(text):
        assert 0 < phrase.end - phrase.start <= MAX_NAME_UNITS
        assert normalize_name(phrase.text) == phrase.text


@given(st.text(max_size=80))
def test_normalization_is_idempotent(text: str) -> None:
    assert normalize_name(normalize_name(text)) == normalize_name(text)


def test_a_long_text_has_the_phrases_of_each_unit_and_a_name_inside_another_does_not_count() -> None:
    text, units_of_text = "cyber punk " * 2_000, 4_000
    assert len(phrases(text)) == MAX_NAME_UNITS * units_of_text - sum(range(MAX_NAME_UNITS))
    names = {"whole": [normalize_name("cyber punk")], "part": [normalize_name("punk")]}
    assert find_mentions(text, names) == ["whole"]
