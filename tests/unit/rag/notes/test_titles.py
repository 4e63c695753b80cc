"""Patterns of titles, and their statistics."""

from datetime import date

import pytest

from services.rag.domain.titles import (
    TitledNote,
    TitlePattern,
    compute_pattern_statistics,
    detect_patterns,
    select_best,
)

DAY = date(2026, 4, 1)


def titled(title: str, engagement: int, key: str = "k") -> TitledNote:
    return TitledNote(key, title, "旅行", DAY, engagement)


@pytest.mark.parametrize(
    ("title", "patterns"),
    [
        ("带爸妈泡温泉，我踩过的三个坑", {TitlePattern.NUMBER, TitlePattern.MEDIUM}),
        ("Five iced drinks", {TitlePattern.SHORT}),
        ("5 drinks", {TitlePattern.NUMBER, TitlePattern.SHORT}),
        ("怎么选？", {TitlePattern.QUESTION, TitlePattern.SHORT}),
        ("这样行吗", {TitlePattern.QUESTION, TitlePattern.SHORT}),
        ("太好看了！", {TitlePattern.EXCLAMATION, TitlePattern.SHORT}),
        ("樱花🌸", {TitlePattern.EMOJI, TitlePattern.SHORT}),
        ("入秋：一块地毯", {TitlePattern.COLON, TitlePattern.SHORT}),
        ("长" * 21, {TitlePattern.LONG}),
        ("我们一起走", {TitlePattern.SHORT}),  # 一 counts nothing here
    ],
)
def test_the_patterns_of_a_title_are_detected(title: str, patterns: set[TitlePattern]) -> None:
    assert set(detect_patterns(title)) == patterns


def test_a_pattern_is_compared_with_all_titles_by_medians() -> None:
    titles = [titled("怎么选？", 30), titled("怎么走？", 50), titled("我选了", 10), titled("我走了", 9_000)]
    question = next(row for row in compute_pattern_statistics(titles) if row.pattern is TitlePattern.QUESTION)
    assert (question.notes, question.share, question.engagement, question.lift) == (2, 0.5, 40, 1.0)


def test_no_titles_and_no_engagement_do_not_divide_by_zero() -> None:
    assert compute_pattern_statistics([]) == ()
    assert compute_pattern_statistics([titled("我走了", 0)])[0].lift == 0


def test_the_best_titles_come_first_in_a_stable_order() -> None:
    titles = [titled("甲", 5, "b"), titled("乙", 9, "c"), titled("丙", 5, "a")]
    assert [one.key for one in select_best(titles, 2)] == ["c", "a"]
