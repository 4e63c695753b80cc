"""Tests of what a request excludes: no sentence that uses it is cited."""

import pytest

from engines.note_writer.source_selection.exclusions import list_excluded, uses_excluded
from tests.fixtures.notes.pipeline import write_first


@pytest.mark.parametrize(
    ("text", "excluded"),
    [
        ("送女朋友生日礼物 别推荐口红香水", [{"口红"}, {"香水"}]),
        ("宿舍好物，不要电器", [{"电器"}]),
        ("重庆两天一夜，不吃辣", [{"辣"}]),
        ("减脂晚餐，我对海鲜过敏", [{"海鲜"}]),
        ("high protein breakfasts, no eggs im allergic", [{"egg"}]),
        ("weeknight dinners, my son can't eat dairy or nuts", [{"dairy"}, {"nut"}]),
        ("home workout without equipment", [{"equipment"}]),
        ("gluten-free snacks", [{"gluten"}]),
        ("no nuts, kid is allergic to nuts", [{"nut"}]),
        ("对花生过敏，不要放花生", [{"花生"}]),
        ("我花生过敏", [{"花生"}]),
        ("无糖酸奶", [{"糖"}]),
        ("不喝奶", [{"奶"}]),
    ],
)
def test_what_a_request_excludes_is_listed(text: str, excluded: list[set[str]]) -> None:
    assert [*map(set, list_excluded(text))] == excluded


@pytest.mark.parametrize(
    "text",
    [
        "猫不喝水怎么办",
        "宝宝不吃饭怎么办",
        "孩子三岁了，还是不吃青菜",
        "手工皂不用火碱可以吗",
        "特别好吃的家常菜",
        "没时间健身",
        "不要太贵",
        "别人家的孩子",
        "no idea what to cook",
        "no-bake dessert",
        "nothing too sad",
    ],
)
def test_what_a_request_is_about_or_how_it_is_to_be_is_not_excluded(text: str) -> None:
    assert list_excluded(text) == ()


def test_a_sentence_without_the_excluded_thing_does_not_use_it() -> None:
    excluded = list_excluded("breakfasts without eggs")
    assert uses_excluded("Two eggs give about 12 grams of protein.", excluded)
    assert not uses_excluded("Tofu scramble is a breakfast without eggs.", excluded)
    assert not uses_excluded("You don't need eggs for pancakes.", excluded)


def test_no_cited_sentence_uses_what_the_user_is_allergic_to() -> None:
    note = write_first("high protein breakfasts under 10 min, no eggs im allergic").content
    assert "protein" in note.body
    assert "Two eggs" not in note.body
    assert [*note.remarks] == ["Left out as requested: no eggs im allergic. No cited sentence uses them."]


def test_an_exclusion_of_a_note_without_sources_is_declared_unused() -> None:
    remarks = write_first("first apartment essentials under $500, no ikea pls").content.remarks
    assert any("no ikea" in remark for remark in remarks)


@pytest.mark.parametrize("sentence", ["特别推荐花生酱抹吐司", "花生不错", "免费领花生酱"])
def test_a_negation_of_something_else_excludes_nothing(sentence: str) -> None:
    assert uses_excluded(sentence, list_excluded("不吃花生"))


@pytest.mark.parametrize("sentence", ["不放花生也香", "没有花生的版本", "用芝麻代替花生"])
def test_a_sentence_that_excludes_the_thing_does_not_use_it(sentence: str) -> None:
    assert not uses_excluded(sentence, list_excluded("不吃花生"))
