"""Selection of relevant notes, excerpts and tags."""

from datetime import date

import pytest

from services.common.contract.note import Closeness, TagGrowth
from services.common.text.language import Language
from services.common.text.width import measure_width
from services.rag.application.evidence_texts import describe_patterns
from services.rag.domain.evidence import (
    MAX_EXCERPT_COLUMNS,
    CandidateNote,
    Relevance,
    extract_excerpt,
    find_shared_tags,
    select_growth,
    select_relevant_notes,
    select_tags,
    sort_own_language_first,
)
from services.rag.domain.note import Note
from services.rag.domain.tags import TagStatistics
from services.rag.domain.titles import TitlePattern, TitlePatternStatistics
from services.rag.domain.trends import Direction, TagTrend, TrendReport
from tests.unit.rag.comparisons import make_comparison

MIN_NEAR = 0.34


def note(key: str, title: str, *tags: str, body: str = "正文。", topic: str = "别的") -> Note:
    return Note(key, title, body, tags or ("标签",), topic, date(2026, 4, 1), 1, 1, 1)


def select(
    topic: str, *candidates: CandidateNote, requirements: str = "", language: Language = Language.CHINESE
) -> list[str]:
    found = select_relevant_notes(topic, candidates, min_near=MIN_NEAR, requirements=requirements, language=language)
    return [f"{one.note.key}:{one.relevance.name}" for one in found]


def test_a_note_with_the_topic_in_its_tags_title_or_library_topic_names_the_topic() -> None:
    found = select(
        "滑雪",
        CandidateNote(note("called", "雪后", "雪"), 1.0),
        CandidateNote(note("tagged", "三天花了多少", "崇礼滑雪"), 0.1),
        CandidateNote(note("shelved", "三天花了多少", topic="滑雪"), 0.1),
    )
    assert found == ["called:NAMES", "tagged:NAMES", "shelved:NAMES"]


def test_if_enough_notes_name_the_topic_near_notes_are_ignored() -> None:
    naming = [CandidateNote(note(f"n{number}", "春游去哪"), 0.3) for number in range(3)]
    near = CandidateNote(note("near", "今年的春联自己写"), 0.43)
    assert select("春游", near, *naming[:2]) == ["n0:NAMES", "n1:NAMES", "near:NEAR"]
    assert select("春游", near, *naming) == ["n0:NAMES", "n1:NAMES", "n2:NAMES"]


@pytest.mark.parametrize("similarity", [-1.0, 0.0, 0.33])
def test_a_note_far_from_the_topic_is_not_relevant(similarity: float) -> None:
    assert select("量子计算", CandidateNote(note("far", "期末论文怎么写"), similarity)) == []


def test_a_mention_in_a_body_counts_only_as_a_whole_word_and_if_no_note_is_closer() -> None:
    mention = CandidateNote(note("told", "六一的一张券", body="吃一次早餐冰淇淋。"), 0.0)
    assert select("早餐", mention) == ["told:MENTIONS"]
    assert select("早餐", mention, CandidateNote(note("near", "三菜一汤"), 0.4)) == ["near:NEAR"]
    assert select("钓鱼", CandidateNote(note("place", "看银杏", body="钓鱼台大道挤得挪不动步。"), 0.0)) == []


def test_of_equally_relevant_notes_those_matching_the_requirements_come_first() -> None:
    plain, fitting = note("plain", "春游去哪"), note("fitting", "春游带娃", body="孩子午睡怎么办。")
    found = select("春游", CandidateNote(plain, 1.0), CandidateNote(fitting, 1.0), requirements="适合带孩子的")
    assert found == ["fitting:NAMES", "plain:NAMES"]


@pytest.mark.parametrize(("language", "first"), [(Language.CHINESE, "zh"), (Language.ENGLISH, "en")])
def test_notes_in_the_language_of_the_run_come_first(language: Language, first: str) -> None:
    candidates = (CandidateNote(note("en", "Skiing in Jilin"), 1.0), CandidateNote(note("zh", "去吉林滑雪"), 1.0))
    assert select("滑雪", *candidates, language=language)[0] == f"{first}:NAMES"
    assert select("滑雪", *reversed(candidates), language=language)[0] == f"{first}:NAMES"


def rate(*similarities: float | None) -> list[Closeness]:
    """Return how close notes of a small library are by these similarities of title and tags; each names the topic."""
    candidates = [
        CandidateNote(note(f"n{i}", "春游"), 1.0, None if one is None else make_comparison(one))
        for i, one in enumerate(similarities)
    ]
    found = select_relevant_notes(
        "春游", candidates, min_near=MIN_NEAR, requirements="", language=Language.CHINESE, is_large=False
    )
    by_key = {one.note.key: one.closeness for one in found}
    return [by_key[f"n{i}"] for i in range(len(similarities))]


def test_closeness_follows_the_similarity_of_title_and_tags() -> None:
    assert rate(0.6, 0.4, 0.1, None) == [
        Closeness.CLOSE,
        Closeness.RELATED,
        Closeness.DISTANT,
        Closeness.UNSPECIFIED,
    ]


def test_a_note_that_is_far_behind_the_closest_is_not_close() -> None:
    assert rate(0.9, 0.83, 0.7) == [Closeness.CLOSE, Closeness.CLOSE, Closeness.RELATED]


def test_an_unlikely_note_of_a_large_library_is_distant() -> None:
    far, closer = note("far", "春游带娃", "孩子"), note("closer", "踏青赏花去哪", "郊游")
    candidates = (
        CandidateNote(far, 0.5, make_comparison(0.4, 0.2)),
        CandidateNote(closer, 0.6, make_comparison(0.7, 0.6)),
    )
    found = select_relevant_notes(
        "带孩子赏花", candidates, min_near=MIN_NEAR, requirements="郊外 踏青 赏花", language=Language.CHINESE
    )
    assert {one.note.key: one.closeness for one in found}.get("far", Closeness.DISTANT) is Closeness.DISTANT


def test_an_unlikely_note_on_the_place_of_the_topic_is_distant() -> None:
    food, walk = note("food", "杭州小笼包怎么做", "小笼包"), note("walk", "杭州西湖一日走法", "杭州")
    candidates = (
        CandidateNote(walk, 0.5, make_comparison(0.7, 0.6, learned=1.0)),
        CandidateNote(food, 0.5, make_comparison(0.49, 0.48, learned=-1.0)),
    )
    found = select_relevant_notes(
        "杭州一日游", candidates, min_near=MIN_NEAR, requirements="写一篇杭州一日游攻略", language=Language.CHINESE
    )
    assert {one.note.key: one.closeness for one in found} == {"walk": Closeness.CLOSE, "food": Closeness.DISTANT}


def test_no_note_is_close_to_a_story_unless_it_complains() -> None:
    other = CandidateNote(note("other", "鱼池的水怎么不绿", "鱼池"), 0.5, make_comparison(0.5))
    candidates = (
        CandidateNote(
            note("heron", "池塘里的锦鲤被鸟吃了怎么防", "锦鲤", "鱼池"),
            0.5,
            make_comparison(0.66, ahead=0.16, learned=1.2, matched=1.0),
        ),
        other,
    )
    topic, complaint = "锦鲤被苍鹭叼走了两条", "锦鲤被苍鹭叼走了两条，真受不了"

    def rate_with(topic: str, *, is_story: bool) -> list[Closeness]:
        found = select_relevant_notes(
            topic, candidates, min_near=MIN_NEAR, requirements=topic, language=Language.CHINESE, is_story=is_story
        )
        return [one.closeness for one in found if one.closeness is Closeness.CLOSE]

    assert rate_with(topic, is_story=False) == [Closeness.CLOSE]
    assert rate_with(topic, is_story=True) == []
    assert rate_with(complaint, is_story=True) == [Closeness.CLOSE]


def test_a_close_note_is_relevant_without_a_word_of_the_topic() -> None:
    naming = [CandidateNote(note(f"n{number}", "油垢"), 0.3, make_comparison(0.3)) for number in range(3)]
    assert (
        select(
            "油垢",
            *naming,
            CandidateNote(note("close", "厨房清洁"), 0.9, make_comparison(0.9, ahead=0.3, matched=3.0, learned=1.0)),
        )[0]
        == "close:NEAR"
    )


def test_a_note_with_the_place_of_the_topic_is_near() -> None:
    place = CandidateNote(note("place", "A weekend in London"), 0.1)
    assert select("London in the rain with two teenagers", place, language=Language.ENGLISH) == ["place:NEAR"]


def test_an_excerpt_starts_with_the_best_sentence_and_is_short() -> None:
    body = "第一天很冷。\n骑到界首，中途有补给站。晚上在湖边露营，睡袋要厚。" + "第二天坐船看梅峰。" * 30
    excerpt = extract_excerpt(body, ("露营", "湖边"))
    assert excerpt.startswith("晚上在湖边露营，睡袋要厚。第二天坐船看梅峰。")
    assert measure_width(excerpt) <= MAX_EXCERPT_COLUMNS


def test_an_excerpt_of_a_long_sentence_is_truncated_and_a_short_body_is_whole() -> None:
    assert extract_excerpt("露营，" * 200, ("别的",)) == "露营，" * (MAX_EXCERPT_COLUMNS // 6 - 1) + "露营…"
    assert extract_excerpt("一句话。另一句。", ()) == "一句话。另一句。"
    assert extract_excerpt("Cool mornings. A second one.", ("second",)) == "Cool mornings. A second one."
    assert extract_excerpt(" \n ", ("字",)) == ""


def figures(*tags: tuple[str, int]) -> list[TagStatistics]:
    return [TagStatistics(tag, notes, 0.1, 1.0, ()) for tag, notes in tags]


def test_the_topic_is_the_first_tag_and_a_tag_of_one_distant_note_is_ignored() -> None:
    closest = [note("a", "春游", "春游", "赏樱")]
    tags = select_tags(
        figures(("旅行攻略", 4), ("春游", 3), ("赏樱", 1), ("口琴", 1)), "春游", closest, Language.CHINESE, 10
    )
    assert tags == ("春游", "旅行攻略", "赏樱")


def test_english_tags_come_first_in_english_and_no_list_is_longer_than_its_limit() -> None:
    statistics = figures(("滑雪", 4), ("citywalk", 2), ("ski", 2))
    assert select_tags(statistics, "skiing", [], Language.ENGLISH, 2) == ("citywalk", "ski")
    assert sort_own_language_first(("去滑雪", "Skiing in Jilin"), Language.ENGLISH) == ("Skiing in Jilin", "去滑雪")


def test_only_tags_of_several_notes_are_used_for_trends() -> None:
    notes = [note("a", "一", "春游", "清明"), note("b", "二", "春游", "礼物")]
    assert find_shared_tags(notes, 5) == ("春游",)


def test_only_rising_and_falling_tags_have_growth() -> None:
    def trend(tag: str, growth: float, direction: Direction) -> TagTrend:
        return TagTrend(tag, (1, 4), growth, direction, date(2026, 4, 1), 1.0)

    up, down = trend("上", 2.0, Direction.RISING), trend("下", -0.5, Direction.FALLING)
    report = TrendReport((), (), (up, up), (down,), (trend("平", 0.0, Direction.STEADY),))
    assert select_growth(report, 1) == (TagGrowth("上", 4, 2.0), TagGrowth("下", 4, -0.5))


def test_patterns_of_few_titles_or_without_lift_are_ignored_and_others_have_both_languages() -> None:
    sentences = [
        TitlePatternStatistics(TitlePattern.NUMBER, 5, 0.5, 20.0, 1.6),
        TitlePatternStatistics(TitlePattern.EMOJI, 2, 0.2, 90.0, 9.0),
        TitlePatternStatistics(TitlePattern.QUESTION, 4, 0.4, 10.0, 0.9),
    ]
    assert describe_patterns(sentences, 10, of_topic=True, language=Language.CHINESE) == (
        "标题里有数字：互动约为平常的 1.6 倍（同主题 10 篇中有 5 篇）",
    )
    assert describe_patterns(sentences, 10, of_topic=False, language=Language.ENGLISH) == (
        "A number in the title: about 1.6 times the usual engagement (5 of 10 notes in the library)",
    )
    every = [TitlePatternStatistics(pattern, 3, 0.1, 1.0, 2.0) for pattern in TitlePattern]
    assert len(describe_patterns(every, 30, of_topic=True, language=Language.CHINESE)) == 4


def test_the_most_relevant_note_comes_first() -> None:
    assert sorted(Relevance) == [Relevance.NAMES, Relevance.NEAR, Relevance.MENTIONS]
