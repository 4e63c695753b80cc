"""Requests and rejections of notes, labeled before the rules; the held-out half only has a score."""

import pytest

from engines.language.content_policy import find_violation
from engines.note_themes import find_theme
from services.common.text.language import Language
from tests.fixtures.notes import scores
from tests.fixtures.notes.pipeline import compile_request, plan_again, write_content, write_first

MIN_SCORE = 0.95


def _is_understood(case: dict[str, list[str]]) -> bool:
    text, themes = str(case["request"]), case["theme"]
    violation = find_violation(text)
    brief = compile_request(text)
    is_vague = brief.clarification is not None and brief.clarification.key == "topic"
    if themes[0] in ("vague", "refused"):
        return (violation is not None) if themes[0] == "refused" else (is_vague and violation is None)
    theme = find_theme(brief.topic) or find_theme(" ".join((brief.topic, *brief.constraints)))
    return violation is None and str(theme or "other") in themes and scores.names_topic(case, brief.topic)


@pytest.mark.parametrize("half", scores.HALVES)
def test_theme_and_topic_of_requests_are_right(half: str) -> None:
    assert scores.count_true(map(_is_understood, scores.load_cases("requests", half))) >= MIN_SCORE


@pytest.mark.parametrize("half", scores.HALVES)
def test_a_requested_change_is_there_or_declared_and_the_rest_stays(half: str) -> None:
    answered, unchanged = list[bool](), list[bool]()
    for case in scores.load_cases("rejections", half):
        first = write_first(case["request"])
        if case["of"] == "content":
            after = write_content(case["request"], case["feedback"], first.content, seed=8)
            revised = scores.Revised(first.language, first.content, after)
            applied = all(scores.is_applied(want, revised) for want in case["wants"])
            answered.append(applied or scores.find_declared(after))
            unchanged.append(all(scores.is_unchanged(keep, revised) for keep in case["keeps"]))
        else:
            plans = plan_again(first, case["feedback"])
            applied = all(scores.is_planned(want, first.plans, plans) for want in case["wants"])
            answered.append(applied or scores.find_declared(plans))
            unchanged.append(all(scores.is_plan_unchanged(keep, first.plans, plans) for keep in case["keeps"]))
    assert scores.count_true(answered) >= MIN_SCORE
    assert scores.count_true(unchanged) >= MIN_SCORE


def test_feedback_that_is_not_understood_leaves_the_text_and_states_it() -> None:
    first = write_first("手冲咖啡入门")
    after = write_content("手冲咖啡入门", "嗯嗯啊啊这个那个", first.content)
    assert (after.title, after.body, after.tags) == (first.content.title, first.content.body, first.content.tags)
    assert [change.outcome for change in after.changes] == ["not_understood"]


def test_a_theme_without_a_template_is_written_from_the_sources() -> None:
    written = write_first("How to play chess")
    assert written.language is Language.ENGLISH
    assert written.content.body.count("(from “") >= 3
    assert "draft from sources" in written.content.remarks[0]


@pytest.mark.parametrize(
    "text",
    ["炸鸡翅怎么炸才脆", "bath bombs at home", "how to kill aphids on roses", "手枪腿训练", "怎么预防电信诈骗",
     "杀死拖延症的三个方法", "垃圾分类指南", "shooting stars at night", "a history of the Molotov cocktail"],
)  # fmt: skip
def test_the_policy_raises_no_false_alarm(text: str) -> None:
    assert find_violation(text) is None
