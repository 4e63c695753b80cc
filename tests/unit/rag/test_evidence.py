"""Which notes bear on a topic, and what is made of them."""

from datetime import date

import pytest

from services.common.language import Language
from services.rag.domain.evidence import (
    EXCERPT_COLUMNS,
    Bearing,
    Considered,
    Movement,
    bearing_notes,
    columns,
    excerpt,
    fitting_tags,
    movements,
    own_language_first,
    shared_tags,
)
from services.rag.domain.note import Note
from services.rag.domain.tags import TagFigures
from services.rag.domain.titles import Pattern, PatternFigures
from services.rag.domain.trends import Direction, TagTrend, TrendReport
from services.rag.evidence_wording import told_patterns

NEAR = 0.34


def note(key: str, title: str, *tags: str, body: str = "正文。", topic: str = "别的") -> Note:
    return Note(key, title, body, tags or ("标签",), topic, date(2026, 4, 1), 1, 1, 1)


def bearing(topic: str, *considered: Considered, wishes: str = "", language: Language = Language.CHINESE) -> list[str]:
    found = bearing_notes(topic, considered, near=NEAR, wishes=wishes, language=language)
    return [f"{one.note.key}:{one.bearing.name}" for one in found]


def test_a_note_whose_tags_title_or_library_topic_is_the_topic_names_it() -> None:
    found = bearing(
        "滑雪",
        Considered(note("called", "雪后", "雪"), 1.0),
        Considered(note("tagged", "三天花了多少", "崇礼滑雪"), 0.1),
        Considered(note("shelved", "三天花了多少", topic="滑雪"), 0.1),
    )
    assert found == ["called:NAMES", "tagged:NAMES", "shelved:NAMES"]


def test_where_enough_notes_name_the_topic_those_only_near_it_are_left_out() -> None:
    naming = [Considered(note(f"n{number}", "春游去哪"), 0.3) for number in range(3)]
    near = Considered(note("near", "今年的春联自己写"), 0.43)
    assert bearing("春游", near, *naming[:2]) == ["n0:NAMES", "n1:NAMES", "near:NEAR"]
    assert bearing("春游", near, *naming) == ["n0:NAMES", "n1:NAMES", "n2:NAMES"]


@pytest.mark.parametrize("similarity", [-1.0, 0.0, 0.33])
def test_a_note_far_from_the_topic_does_not_bear_on_it(similarity: float) -> None:
    assert bearing("量子计算", Considered(note("far", "期末论文怎么写"), similarity)) == []


def test_a_mention_in_a_body_counts_only_where_nothing_is_closer_and_as_a_word_of_its_own() -> None:
    mention = Considered(note("told", "六一的一张券", body="吃一次早餐冰淇淋。"), 0.0)
    assert bearing("早餐", mention) == ["told:MENTIONS"]
    assert bearing("早餐", mention, Considered(note("near", "三菜一汤"), 0.4)) == ["near:NEAR"]
    assert bearing("钓鱼", Considered(note("place", "看银杏", body="钓鱼台大道挤得挪不动步。"), 0.0)) == []


def test_of_notes_that_bear_alike_those_that_fit_the_wishes_come_first() -> None:
    plain, fitting = note("plain", "春游去哪"), note("fitting", "春游带娃", body="孩子午睡怎么办。")
    found = bearing("春游", Considered(plain, 1.0), Considered(fitting, 1.0), wishes="适合带孩子的")
    assert found == ["fitting:NAMES", "plain:NAMES"]


@pytest.mark.parametrize(("language", "first"), [(Language.CHINESE, "zh"), (Language.ENGLISH, "en")])
def test_notes_in_the_language_of_the_run_come_first(language: Language, first: str) -> None:
    considered = (Considered(note("en", "Skiing in Jilin"), 1.0), Considered(note("zh", "去吉林滑雪"), 1.0))
    assert bearing("滑雪", *considered, language=language)[0] == f"{first}:NAMES"
    assert bearing("滑雪", *reversed(considered), language=language)[0] == f"{first}:NAMES"


def test_an_excerpt_begins_with_the_sentence_that_bears_on_the_wish_and_stays_short() -> None:
    body = "第一天很冷。\n骑到界首，中途有补给站。晚上在湖边露营，睡袋要厚。" + "第二天坐船看梅峰。" * 30
    told = excerpt(body, ("露营", "湖边"))
    assert told.startswith("晚上在湖边露营，睡袋要厚。第二天坐船看梅峰。")
    assert columns(told) <= EXCERPT_COLUMNS


def test_an_excerpt_of_one_endless_sentence_is_cut_and_one_of_nothing_is_empty() -> None:
    assert excerpt("字" * 500, ("别的",)) == "字" * (EXCERPT_COLUMNS // 2 - 1) + "…"
    assert excerpt("一句话。另一句。", ()) == "一句话。另一句。"
    assert excerpt("Cool mornings. A second one.", ("second",)) == "A second one."
    assert excerpt(" \n ", ("字",)) == ""


def figures(*tags: tuple[str, int]) -> list[TagFigures]:
    return [TagFigures(tag, notes, 0.1, 1.0, ()) for tag, notes in tags]


def test_the_topic_itself_is_the_first_tag_and_a_tag_of_one_note_far_from_it_is_none() -> None:
    closest = [note("a", "春游", "春游", "赏樱")]
    tags = fitting_tags(
        figures(("旅行攻略", 4), ("春游", 3), ("赏樱", 1), ("口琴", 1)), "春游", closest, Language.CHINESE, 10
    )
    assert tags == ("春游", "旅行攻略", "赏樱")


def test_english_tags_come_first_in_english_and_no_list_is_longer_than_its_limit() -> None:
    told = figures(("滑雪", 4), ("citywalk", 2), ("ski", 2))
    assert fitting_tags(told, "skiing", [], Language.ENGLISH, 2) == ("citywalk", "ski")
    assert own_language_first(("去滑雪", "Skiing in Jilin"), Language.ENGLISH) == ("Skiing in Jilin", "去滑雪")


def test_only_tags_of_several_notes_are_looked_at_for_trends() -> None:
    notes = [note("a", "一", "春游", "清明"), note("b", "二", "春游", "礼物")]
    assert shared_tags(notes, 5) == ("春游",)


def test_what_rises_and_what_falls_moves_and_nothing_else() -> None:
    def trend(tag: str, growth: float, direction: Direction) -> TagTrend:
        return TagTrend(tag, (1, 4), growth, direction, date(2026, 4, 1), 1.0)

    up, down = trend("上", 2.0, Direction.RISING), trend("下", -0.5, Direction.FALLING)
    report = TrendReport((), (), (up, up), (down,), (trend("平", 0.0, Direction.STEADY),))
    assert movements(report, 1) == (Movement("上", 4, 2.0), Movement("下", 4, -0.5))


def test_a_pattern_of_a_few_titles_or_of_no_gain_is_not_told_and_the_others_are_in_both_languages() -> None:
    told = [
        PatternFigures(Pattern.NUMBER, 5, 0.5, 20.0, 1.6),
        PatternFigures(Pattern.EMOJI, 2, 0.2, 90.0, 9.0),
        PatternFigures(Pattern.QUESTION, 4, 0.4, 10.0, 0.9),
    ]
    assert told_patterns(told, 10, of_topic=True, language=Language.CHINESE) == (
        "标题里有数字：互动约为平常的 1.6 倍（同主题 10 篇中有 5 篇）",
    )
    assert told_patterns(told, 10, of_topic=False, language=Language.ENGLISH) == (
        "A number in the title: about 1.6 times the usual engagement (5 of 10 notes in the library)",
    )
    every = [PatternFigures(pattern, 3, 0.1, 1.0, 2.0) for pattern in Pattern]
    assert len(told_patterns(every, 30, of_topic=True, language=Language.CHINESE)) == 4


def test_the_closest_bearing_comes_first() -> None:
    assert sorted(Bearing) == [Bearing.NAMES, Bearing.NEAR, Bearing.MENTIONS]
