"""Verdicts on notes from rules and a model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from services.common.text.language import Language, Text
from services.critic.domain.note.aggregation import (
    aggregate_scores,
    decide_by_rules,
    decide_with_judgment,
    decide_without_judgment,
)
from services.critic.domain.note.assessment import NoteAssessment
from services.critic.domain.note.dimensions import OWNERS, NoteDimension, list_preserved_results, select_returning
from services.critic.domain.note.findings import MODERATE, Finding
from services.critic.domain.note.judgment import NoteJudgment
from services.critic.domain.note.scores import compute_overall_score, passes
from services.critic.domain.note.texts import NO_TITLE
from tests.unit.critic.note_samples import CHINESE, ENGLISH, LIMITS, assess, with_content

ZH, EN = Language.CHINESE, Language.ENGLISH
SHARES = st.floats(0, 1).map(lambda share: round(share, 4))
SCORES = st.dictionaries(st.sampled_from(list(NoteDimension)), SHARES, min_size=1)
FINE = "Fine."
FAILED = Text("模型没有及时回答。", "The model did not answer in time.")


def opinion(
    default: float | None = 0.9,
    *,
    feedback: str = FINE,
    suggestions: tuple[str, ...] = (),
    return_to: str = "",
    **scores: float | None,
) -> NoteJudgment:
    """Return a model's answer with *default* for every dimension that *scores* does not name."""
    dimensions = {dimension.value: default for dimension in NoteDimension} | scores
    return NoteJudgment.model_validate(
        {"dimensions": dimensions, "feedback": feedback, "suggestions": suggestions, "return_to": return_to}
    )


@given(SCORES)
def test_a_note_never_scores_much_more_than_its_weakest_dimension(scores: dict[NoteDimension, float]) -> None:
    assert compute_overall_score(scores, LIMITS) <= min(scores.values()) + 0.1001


@given(SCORES)
def test_a_note_with_a_part_that_is_returned_never_passes(scores: dict[NoteDimension, float]) -> None:
    assert not passes(scores, LIMITS) or min(scores.values()) >= LIMITS.return_score


@given(SHARES, SHARES)
def test_neither_rules_nor_model_compensate_what_the_other_finds_broken(ruled: float, thought: float) -> None:
    score = aggregate_scores(ruled, thought, LIMITS)
    assert score <= 1.0 and (min(ruled, thought) >= LIMITS.return_score or score <= min(ruled, thought) + 0.0001)


@pytest.mark.parametrize("dimension", list(NoteDimension))
def test_a_note_is_returned_to_the_owner_of_its_weakest_part(dimension: NoteDimension) -> None:
    scores = dict.fromkeys(NoteDimension, 0.9) | {dimension: 0.4}
    verdict = decide_by_rules(NoteAssessment(scores, ()), LIMITS, ZH)
    assert (verdict.passed, verdict.return_to) == (False, OWNERS[dimension])


def test_of_equally_weak_parts_the_earliest_is_returned() -> None:
    assert select_returning({NoteDimension.IMAGES: 0.4, NoteDimension.CONTENT: 0.4}) is NoteDimension.CONTENT


def test_of_equally_weak_parts_the_model_may_choose() -> None:
    scores = {NoteDimension.LAYOUT: 0.4, NoteDimension.CONTENT: 0.4, NoteDimension.IMAGES: 0.9}
    assert select_returning(scores, "layout_planner_agent") is NoteDimension.LAYOUT
    assert select_returning(scores, "image_agent") is NoteDimension.CONTENT


def test_results_that_do_not_depend_on_the_returning_agent_stay() -> None:
    every = list(NoteDimension)
    assert list_preserved_results(NoteDimension.BRIEF, every) == ("references",)
    assert list_preserved_results(NoteDimension.EVIDENCE, every) == ("brief", "references")
    assert list_preserved_results(NoteDimension.CONTENT, every) == ("brief", "evidence", "references")
    assert list_preserved_results(NoteDimension.IMAGES, every) == (
        "brief",
        "evidence",
        "references",
        "content",
        "layout",
        "plans",
    )


@pytest.mark.parametrize(("note", "language", "text"), [(CHINESE, ZH, "可以发布"), (ENGLISH, EN, "Ready to post")])
def test_a_good_note_passes_without_suggestions(note: object, language: Language, text: str) -> None:
    verdict = decide_by_rules(assess(note, language), LIMITS, language)  # type: ignore[arg-type]
    assert (
        verdict.passed
        and text in verdict.feedback
        and (verdict.suggestions, verdict.return_to, verdict.keep) == ((), "", ())
    )


def test_the_suggestion_for_the_owner_comes_first() -> None:
    verdict = decide_by_rules(assess(with_content(title="春游攻略" * 20)), LIMITS, ZH)
    assert (verdict.return_to, verdict.suggestions[0]) == ("writer_agent", "标题超过 20 字，请缩短")
    assert verdict.feedback.startswith("标题有 80 个字，超过 20 个字。")


def test_a_lenient_model_does_not_compensate_a_broken_note() -> None:
    verdict = decide_with_judgment(assess(with_content(body="")), opinion(1.0), LIMITS, ZH)
    assert (
        not verdict.passed and verdict.dimensions[NoteDimension.CONTENT] == 0.0 and verdict.return_to == "writer_agent"
    )


def test_a_low_score_of_the_model_counts_despite_its_feedback() -> None:
    verdict = decide_with_judgment(
        assess(CHINESE), opinion(1.0, content=0.4, feedback="Passed, very good."), LIMITS, ZH
    )
    assert (verdict.passed, verdict.return_to) == (False, "writer_agent")
    assert verdict.dimensions[NoteDimension.CONTENT] == 0.4


def test_a_return_requested_by_the_model_without_a_low_score_has_no_effect() -> None:
    verdict = decide_with_judgment(assess(CHINESE), opinion(0.9, return_to="brief_compiler_agent"), LIMITS, ZH)
    assert verdict.passed and verdict.return_to == ""


def test_a_dimension_without_rules_is_not_scored_by_the_model() -> None:
    assert NoteDimension.REFERENCES not in decide_with_judgment(assess(CHINESE), opinion(0.1), LIMITS, ZH).dimensions


def test_a_dimension_without_a_model_score_has_that_of_the_rules() -> None:
    verdict = decide_with_judgment(assess(CHINESE), opinion(0.9, images=None), LIMITS, ZH)
    assert verdict.dimensions[NoteDimension.IMAGES] == 0.9


def test_the_feedback_of_the_model_comes_before_that_of_the_rules() -> None:
    text = opinion(0.9, feedback="标题太长", suggestions=("写短一点", "标题超过 20 字，请缩短。"))
    verdict = decide_with_judgment(assess(with_content(title="春游攻略" * 20)), text, LIMITS, ZH)
    assert verdict.feedback == "标题太长。标题有 80 个字，超过 20 个字。"
    assert verdict.suggestions == ("标题超过 20 字，请缩短", "写短一点")


def test_without_the_models_answer_a_note_passes_unless_it_is_broken() -> None:
    fair = NoteAssessment(dict.fromkeys(NoteDimension, 0.65), (Finding(NoteDimension.CONTENT, MODERATE, NO_TITLE),))
    assert not decide_by_rules(fair, LIMITS, ZH).passed and decide_without_judgment(fair, FAILED, LIMITS, ZH).passed
    broken = decide_without_judgment(assess(with_content(body="")), FAILED, LIMITS, ZH)
    assert not broken.passed and broken.feedback.endswith("这篇笔记只经过规则检查。")


@pytest.mark.parametrize(
    "broken",
    [
        {"passed": True},
        {"return_to": "root"},
        {"suggestions": ["a"] * 6},
        {"feedback": "a" * 501},
        {"dimensions": {"content": 2}},
    ],
)
def test_an_answer_with_another_schema_is_rejected(broken: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        NoteJudgment.model_validate(opinion().model_dump() | broken)


def test_the_feedback_of_the_model_is_one_line() -> None:
    text = opinion(feedback="No\n\x1b[31mhook\u202e", suggestions=("a\u2028hook", "\u0007"))
    assert (text.feedback_line, text.suggestion_lines) == ("No [31mhook", ("a hook",))


def test_quotes_of_a_note_cannot_fill_placeholders() -> None:
    verdict = decide_by_rules(assess(with_content(title="春游 {number} {words}")), LIMITS, ZH)
    assert "占位符：{number} {words}" in verdict.feedback
