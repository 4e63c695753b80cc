"""One verdict on a note out of rules and a model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from services.common.language import Language
from services.critic.domain.note.dimensions import OWNERS, NoteDimension, kept, lowest
from services.critic.domain.note.findings import PLAIN, Finding
from services.critic.domain.note.judgement import NoteJudgement
from services.critic.domain.note.opinion import NoteOpinion
from services.critic.domain.note.ruling import by_both, by_rules, by_rules_alone, combined
from services.critic.domain.note.scoring import overall, passes
from services.critic.domain.note.wording import NO_TITLE
from tests.unit.critic.notes import CHINESE, ENGLISH, LIMITS, judged, text

ZH, EN = Language.CHINESE, Language.ENGLISH
SHARES = st.floats(0, 1).map(lambda share: round(share, 4))
SCORES = st.dictionaries(st.sampled_from(list(NoteDimension)), SHARES, min_size=1)
FINE = "Fine."


def opinion(
    default: float | None = 0.9,
    *,
    feedback: str = FINE,
    suggestions: tuple[str, ...] = (),
    return_to: str = "",
    **scores: float | None,
) -> NoteOpinion:
    """Return a model's answer with *default* for every dimension that *scores* does not name."""
    dimensions = {dimension.value: default for dimension in NoteDimension} | scores
    return NoteOpinion.model_validate(
        {"dimensions": dimensions, "feedback": feedback, "suggestions": suggestions, "return_to": return_to}
    )


@given(SCORES)
def test_a_note_is_never_worth_much_more_than_its_weakest_part(scores: dict[NoteDimension, float]) -> None:
    assert overall(scores, LIMITS) <= min(scores.values()) + 0.1001


@given(SCORES)
def test_a_note_with_a_part_that_goes_back_never_passes(scores: dict[NoteDimension, float]) -> None:
    assert not passes(scores, LIMITS) or min(scores.values()) >= LIMITS.return_score


@given(SHARES, SHARES)
def test_what_one_judge_finds_broken_the_other_cannot_make_good(ruled: float, thought: float) -> None:
    score = combined(ruled, thought, LIMITS)
    assert score <= 1.0 and (min(ruled, thought) >= LIMITS.return_score or score <= min(ruled, thought) + 0.0001)


@pytest.mark.parametrize("dimension", list(NoteDimension))
def test_a_note_goes_back_to_the_owner_of_its_weakest_part(dimension: NoteDimension) -> None:
    scores = dict.fromkeys(NoteDimension, 0.9) | {dimension: 0.4}
    ruling = by_rules(NoteJudgement(scores, ()), LIMITS, ZH)
    assert (ruling.passed, ruling.return_to) == (False, OWNERS[dimension])


def test_of_equally_weak_parts_the_earliest_goes_back() -> None:
    assert lowest({NoteDimension.IMAGES: 0.4, NoteDimension.CONTENT: 0.4}) is NoteDimension.CONTENT


def test_of_equally_weak_parts_the_model_may_choose() -> None:
    scores = {NoteDimension.LAYOUT: 0.4, NoteDimension.CONTENT: 0.4, NoteDimension.IMAGES: 0.9}
    assert lowest(scores, "layout_planner_agent") is NoteDimension.LAYOUT
    assert lowest(scores, "image_agent") is NoteDimension.CONTENT


def test_what_does_not_depend_on_who_works_again_is_kept() -> None:
    every = list(NoteDimension)
    assert kept(NoteDimension.BRIEF, every) == ("references",)
    assert kept(NoteDimension.EVIDENCE, every) == ("brief", "references")
    assert kept(NoteDimension.CONTENT, every) == ("brief", "evidence", "references")
    assert kept(NoteDimension.IMAGES, every) == ("brief", "evidence", "references", "content", "layout", "plans")


@pytest.mark.parametrize(("note", "language", "said"), [(CHINESE, ZH, "可以发布"), (ENGLISH, EN, "ready to be posted")])
def test_a_good_note_passes_without_a_wish(note: object, language: Language, said: str) -> None:
    ruling = by_rules(judged(note, language), LIMITS, language)  # type: ignore[arg-type]
    assert (
        ruling.passed
        and said in ruling.feedback
        and (ruling.suggestions, ruling.return_to, ruling.keep) == ((), "", ())
    )


def test_the_owner_is_told_what_to_do_first() -> None:
    ruling = by_rules(judged(text(title="春游攻略" * 20)), LIMITS, ZH)
    assert (ruling.return_to, ruling.suggestions[0]) == ("writer_agent", "标题超过 20 字，请缩短")
    assert ruling.feedback == "标题有 80 个字，超过 20 个字。"


def test_a_kind_model_does_not_make_good_what_is_broken() -> None:
    ruling = by_both(judged(text(body="")), opinion(1.0), LIMITS, ZH)
    assert not ruling.passed and ruling.dimensions[NoteDimension.CONTENT] == 0.0 and ruling.return_to == "writer_agent"


def test_a_low_score_of_the_model_counts_whatever_else_it_says() -> None:
    ruling = by_both(judged(CHINESE), opinion(1.0, content=0.4, feedback="Passed, very good."), LIMITS, ZH)
    assert (ruling.passed, ruling.return_to) == (False, "writer_agent")
    assert ruling.dimensions[NoteDimension.CONTENT] == 0.4


def test_a_model_that_wants_another_agent_without_a_low_score_changes_nothing() -> None:
    ruling = by_both(judged(CHINESE), opinion(0.9, return_to="brief_compiler_agent"), LIMITS, ZH)
    assert ruling.passed and ruling.return_to == ""


def test_what_could_not_be_judged_is_not_judged_by_the_model() -> None:
    assert NoteDimension.REFERENCES not in by_both(judged(CHINESE), opinion(0.1), LIMITS, ZH).dimensions


def test_what_the_model_did_not_judge_counts_as_measured() -> None:
    ruling = by_both(judged(CHINESE), opinion(0.9, images=None), LIMITS, ZH)
    assert ruling.dimensions[NoteDimension.IMAGES] == 0.9


def test_the_words_of_the_model_come_before_those_of_the_rules() -> None:
    said = opinion(0.9, feedback="标题太长", suggestions=("写短一点", "标题超过 20 字，请缩短。"))
    ruling = by_both(judged(text(title="春游攻略" * 20)), said, LIMITS, ZH)
    assert ruling.feedback == "标题太长。标题有 80 个字，超过 20 个字。"
    assert ruling.suggestions == ("标题超过 20 字，请缩短", "写短一点")


def test_without_the_models_answer_a_note_passes_unless_it_is_broken() -> None:
    fair = NoteJudgement(dict.fromkeys(NoteDimension, 0.65), (Finding(NoteDimension.CONTENT, PLAIN, NO_TITLE),))
    assert not by_rules(fair, LIMITS, ZH).passed and by_rules_alone(fair, LIMITS, ZH).passed
    broken = by_rules_alone(judged(text(body="")), LIMITS, ZH)
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
def test_an_answer_of_another_shape_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        NoteOpinion.model_validate(opinion().model_dump() | broken)


def test_what_the_model_writes_comes_as_one_line() -> None:
    said = opinion(feedback="No\n\x1b[31mhook\u202e", suggestions=("a\u2028hook", "\u0007"))
    assert (said.remark, said.wishes) == ("No [31mhook", ("a hook",))


def test_quotes_of_a_note_cannot_fill_places_of_a_sentence() -> None:
    ruling = by_rules(judged(text(title="春游 {number} {words}")), LIMITS, ZH)
    assert "占位符：{number} {words}" in ruling.feedback
