"""Titles are told by how they are worded, and how well that is received."""

from datetime import date

import pytest

from services.rag.domain.titles import Pattern, Titled, best, pattern_figures, patterns_of

DAY = date(2026, 4, 1)


def titled(title: str, engagement: int, key: str = "k") -> Titled:
    return Titled(key, title, "旅行", DAY, engagement)


@pytest.mark.parametrize(
    ("title", "patterns"),
    [
        ("带爸妈泡温泉，我踩过的三个坑", {Pattern.NUMBER, Pattern.MEDIUM}),
        ("Five iced drinks", {Pattern.SHORT}),
        ("5 drinks", {Pattern.NUMBER, Pattern.SHORT}),
        ("怎么选？", {Pattern.QUESTION, Pattern.SHORT}),
        ("这样行吗", {Pattern.QUESTION, Pattern.SHORT}),
        ("太好看了！", {Pattern.EXCLAMATION, Pattern.SHORT}),
        ("樱花🌸", {Pattern.EMOJI, Pattern.SHORT}),
        ("入秋：一块地毯", {Pattern.COLON, Pattern.SHORT}),
        ("长" * 21, {Pattern.LONG}),
        ("我们一起走", {Pattern.SHORT}),  # 一 counts nothing here
    ],
)
def test_the_patterns_of_a_title(title: str, patterns: set[Pattern]) -> None:
    assert set(patterns_of(title)) == patterns


def test_a_pattern_is_compared_with_the_usual_title_by_medians() -> None:
    titles = [titled("怎么选？", 30), titled("怎么走？", 50), titled("我选了", 10), titled("我走了", 9_000)]
    asked = next(row for row in pattern_figures(titles) if row.pattern is Pattern.QUESTION)
    assert (asked.notes, asked.share, asked.engagement, asked.lift) == (2, 0.5, 40, 1.0)


def test_no_title_and_no_engagement_are_no_division_by_zero() -> None:
    assert pattern_figures([]) == ()
    assert pattern_figures([titled("我走了", 0)])[0].lift == 0


def test_the_best_come_first_and_equals_in_one_order() -> None:
    titles = [titled("甲", 5, "b"), titled("乙", 9, "c"), titled("丙", 5, "a")]
    assert [one.key for one in best(titles, 2)] == ["c", "a"]
