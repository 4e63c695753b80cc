"""Validation of styles; errors name line and field."""

import json
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.contract.image_chat import Medium
from services.common.errors import Code, ReflowError
from services.rag.adapters.seed_data import load_seed_styles
from services.rag.domain.names import has_han
from services.rag.domain.style import MAX_IMPORT, parse_style, parse_styles

GOOD: dict[str, object] = {
    "key": "moss_dream",
    "name_zh": "苔藓梦境",
    "name_en": "Moss Dream",
    "aliases": ["苔梦"],
    "prompt": "velvet moss over quiet stones",
    "medium": "watercolor",
    "palette": ["#E8EFE0", "#5d7a4a", "#2f4a2a", "#a8c090"],
}


def test_a_style_is_unchanged_by_serialization_and_parsing() -> None:
    for style in load_seed_styles():
        assert parse_style(style.to_record()) == style


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("key", "Moss Dream"),
        ("key", ""),
        ("key", 7),
        ("name_zh", "苔" * 81),
        ("name_zh", "苔" * 17),
        ("name_en", "M"),
        ("name_en", "🌿🌿"),
        ("aliases", "苔梦"),
        ("aliases", ["苔梦", 3]),
        ("aliases", ["苔梦"] * 41),
        ("prompt", ""),
        ("prompt", "x" * 1_001),
        ("prompt", "bell\x07"),
        ("prompt", "lone \ud800"),
        ("prompt_zh", None),
        ("medium", "airbrush"),
        ("medium", None),
        ("palette", ["#e8efe0"] * 3),
        ("palette", ["#e8efe0"] * 7),
        ("palette", ["#e8efe0", "#5d7a4a", "#2f4a2a", "green"]),
        ("colour", "#e8efe0"),
    ],
)
def test_an_invalid_field_is_named_with_its_line(field: str, value: object) -> None:
    with pytest.raises(ReflowError) as caught:
        parse_style(GOOD | {field: value}, line=7)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, f"styles[7].{field}")
    assert f"第 7 行的 {field}" in caught.value.text.zh
    assert f"Line 7, {field}" in caught.value.text.en


def test_values_at_the_limits_are_allowed() -> None:
    style = parse_style(
        GOOD | {"key": "k" * 64, "prompt": "x" * 1_000, "name_zh": "苔" * 16, "palette": ["#e8efe0"] * 6}
    )
    assert (len(style.prompt), len(style.palette), style.palette[0]) == (1_000, 6, "#e8efe0")


def test_a_style_needs_a_name_in_one_language_only() -> None:
    assert parse_style(GOOD | {"name_en": ""}).names == ("苔藓梦境", "苔梦")
    with pytest.raises(ReflowError, match="a Chinese or an English name"):
        parse_style(GOOD | {"name_zh": "", "name_en": ""})


def test_an_import_names_the_invalid_line() -> None:
    good = json.dumps(GOOD)
    for lines, part in [
        ([good, "{broken"], "第 2 行"),
        ([good, "[]"], "第 2 行"),
        ([good, "", good], "第 3 行的 key"),
        ([], "没有风格"),
        (["[" * 100_000], "第 1 行"),
    ]:
        with pytest.raises(ReflowError) as caught:
            parse_styles(lines)
        assert part in caught.value.text.zh


def test_an_import_beyond_its_limit_is_rejected() -> None:
    lines = [json.dumps(GOOD | {"key": f"k{number}"}) for number in range(MAX_IMPORT + 1)]
    assert len(parse_styles(lines[:-1])) == MAX_IMPORT
    with pytest.raises(ReflowError, match="at most 2000 styles"):
        parse_styles(lines)


@given(st.dictionaries(st.sampled_from([*GOOD, "tags", "prompt_zh", "other"]), st.text() | st.integers() | st.none()))
def test_any_document_is_a_style_or_a_clear_error(changes: dict[str, object]) -> None:
    try:
        parse_style(GOOD | changes)
    except ReflowError as error:
        assert error.field


def test_the_library_has_enough_styles_in_both_languages_for_every_medium() -> None:
    styles = load_seed_styles()
    assert len(styles) >= 72
    assert {style.medium for style in styles} == set(Medium)
    for style in styles:
        assert has_han(style.name_zh), style.key
        assert not has_han(style.name_en), style.key
        assert style.prompt_zh, style.key
        assert 15 <= len(style.prompt.split()) <= 40, style.key
        assert style.tags, style.key


def test_no_two_seed_styles_share_a_name() -> None:
    counts = Counter(name for style in load_seed_styles() for name in style.names)
    assert [name for name, count in counts.items() if count > 1] == []


def test_seed_palettes_differ_clearly() -> None:
    from skimage.color import rgb2lab

    weights = np.array([0.34, 0.2, 0.2, 0.14, 0.12])
    labs = {
        style.key: rgb2lab(np.array([[[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for c in style.palette]]))[0]
        for style in load_seed_styles()
    }
    for one, other in combinations(labs, 2):
        size = min(len(labs[one]), len(labs[other]), len(weights))
        distance = np.linalg.norm(labs[one][:size] - labs[other][:size], axis=1) @ weights[:size] / weights[:size].sum()
        assert distance > 7, f"{one} and {other}"
