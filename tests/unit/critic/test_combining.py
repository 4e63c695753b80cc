"""One judgement out of what was measured and what was seen."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.language import Language, Text
from services.common.limits import Limits
from services.critic.domain.combining import Ruling, by_both, by_measuring, by_measuring_alone
from services.critic.domain.expectations import TaskType
from services.critic.domain.judging import Judgement
from services.critic.domain.seen import Seen, Sight
from services.critic.domain.wish import Wish

LIMITS = Limits()
WISH = Wish(TaskType.TEXT_TO_IMAGE, "a cat in neon light", "cat", "neon")
FINE = Judgement(0.9, {"exposure": 0.9}, Text("画面符合要求。", "The picture is as asked."), ())
DARK = Judgement(0.5, {"exposure": 0.4}, Text("画面太暗。", "The picture is too dark."), (Text("提高亮度", "lighter"),))
MARKS = st.floats(0, 1)


def seen(
    *marks: float, feedback: str = "A cat in neon light.", suggestions: tuple[str, ...] = ("more neon", "closer")
) -> Seen:
    """Return an answer with *marks* in the order of its fields."""
    met, present, matched, quality = marks
    return Seen(
        intent_met=met,
        subject_present=present,
        style_matched=matched,
        quality=quality,
        feedback=feedback,
        suggestions=suggestions,
    )


def ruled(measured: float, *marks: float, wish: Wish = WISH) -> Ruling:
    judgement = replace(FINE, score=measured)
    return by_both(judgement, seen(*marks), wish, LIMITS, Language.ENGLISH)


GOOD, SHOWN, BACK = "passes", "shown with suggestions", "goes back"


@pytest.mark.parametrize(
    ("case", "measured", "marks", "outcome"),
    [
        ("both are content", 0.9, (0.9, 1.0, 0.8, 0.8), GOOD),
        ("measured to be fair only, and praised", 0.7, (0.9, 1.0, 0.9, 0.9), GOOD),
        ("a blank picture and a kind model", 0.0, (1.0, 1.0, 1.0, 1.0), BACK),
        ("changed outside its mask and a kind model", 0.4, (1.0, 1.0, 1.0, 1.0), BACK),
        ("just below the return threshold and a kind model", 0.59, (1.0, 1.0, 1.0, 1.0), BACK),
        ("a plain seam and a kind model", 0.62, (1.0, 1.0, 1.0, 1.0), SHOWN),
        ("the wish is not met, beautifully", 1.0, (0.4, 1.0, 1.0, 1.0), BACK),
        ("the subject is missing, beautifully", 1.0, (0.9, 0.1, 1.0, 1.0), BACK),
        ("the subject is half there", 1.0, (0.9, 0.5, 1.0, 1.0), SHOWN),
        ("plainly another style", 1.0, (0.9, 1.0, 0.1, 1.0), BACK),
        ("a hint of the style", 1.0, (0.9, 1.0, 0.35, 1.0), SHOWN),
        ("six fingers and a melted face", 0.9, (0.9, 1.0, 0.9, 0.2), BACK),
        ("a little clumsy", 0.9, (0.9, 1.0, 0.9, 0.5), GOOD),
        ("so-so in everything", 0.72, (0.65, 0.65, 0.6, 0.65), SHOWN),
        ("poor in everything", 0.61, (0.55, 0.55, 0.5, 0.5), BACK),
    ],
)
def test_what_becomes_of_a_picture(case: str, measured: float, marks: tuple[float, ...], outcome: str) -> None:
    ruling = ruled(measured, *marks)
    expected = {GOOD: (True, False), SHOWN: (False, False), BACK: (False, True)}[outcome]
    assert (ruling.passed, ruling.goes_back) == expected, f"{case}: {ruling.score}"


@given(st.integers(0, 5_999), st.tuples(MARKS, MARKS, MARKS, MARKS))
def test_no_model_makes_good_what_was_measured_to_be_broken(measured: int, marks: tuple[float, ...]) -> None:
    ruling = ruled(measured / 10_000, *marks)
    assert ruling.goes_back and ruling.score <= measured / 10_000


@given(MARKS, st.floats(0, 0.494), st.tuples(MARKS, MARKS, MARKS))
def test_no_measurement_makes_good_a_wish_that_is_not_met(
    measured: float, met: float, others: tuple[float, ...]
) -> None:
    assert ruled(measured, met, *others).goes_back


@given(MARKS, st.lists(MARKS, min_size=4, max_size=4), st.integers(0, 4), st.floats(0, 1))
def test_nothing_that_gets_better_makes_the_score_worse(
    measured: float, marks: list[float], which: int, better: float
) -> None:
    values = [measured, *marks]
    raised = [max(value, better) if place == which else value for place, value in enumerate(values)]
    assert ruled(*raised).score >= ruled(*values).score


@given(MARKS, st.lists(MARKS, min_size=4, max_size=4))
def test_a_score_lies_between_0_and_1(measured: float, marks: list[float]) -> None:
    assert 0 <= ruled(measured, *marks).score <= 1


def test_the_dimensions_of_both_are_named() -> None:
    assert set(ruled(0.9, 1, 1, 1, 1).dimensions) == {"exposure", *Sight}


@pytest.mark.parametrize(
    ("wish", "left_out"),
    [
        (replace(WISH, subject=""), Sight.SUBJECT_PRESENT),
        (replace(WISH, style=""), Sight.STYLE_MATCHED),
        (replace(WISH, task=TaskType.PARAMETER_ADJUSTMENT), Sight.STYLE_MATCHED),
    ],
)
def test_what_nobody_asked_for_cannot_be_missing(wish: Wish, left_out: Sight) -> None:
    marks = tuple(0.0 if sight is left_out else 1.0 for sight in Sight)
    ruling = ruled(0.9, *marks, wish=wish)
    assert ruling.passed and left_out not in ruling.dimensions


def test_more_of_a_style_is_held_against_the_style() -> None:
    wish = Wish(TaskType.PARAMETER_ADJUSTMENT, "", "", "neon", {"style_strength": 0.3})
    assert ruled(0.9, 1, 1, 0, 1, wish=wish).goes_back


def test_the_thresholds_are_those_of_the_settings() -> None:
    answer = seen(1, 1, 1, 1)
    strict = Limits(pass_score=0.97, return_score=0.95)
    assert by_both(FINE, answer, WISH, strict, Language.ENGLISH).goes_back
    assert by_both(FINE, answer, WISH, Limits(pass_score=0.6), Language.ENGLISH).passed


# What is said


def test_what_a_model_said_comes_before_what_was_measured() -> None:
    ruling = by_both(DARK, seen(1, 1, 1, 1), WISH, LIMITS, Language.ENGLISH)
    assert ruling.feedback == "A cat in neon light. The picture is too dark."


def test_a_model_that_finds_fault_is_not_contradicted_by_a_content_measurement() -> None:
    ruling = by_both(FINE, seen(1, 0, 1, 1, feedback="没有猫"), WISH, LIMITS, Language.CHINESE)
    assert ruling.feedback == "没有猫。"


def test_a_model_without_words_is_given_ours() -> None:
    ruling = by_both(FINE, seen(1, 0, 1, 1, feedback=" \n", suggestions=("\x00",)), WISH, LIMITS, Language.ENGLISH)
    assert ruling.feedback == "The subject is not in the picture."
    assert ruling.suggestions == ("show the subject clearly and whole",)


def test_a_content_model_without_words_leaves_the_measured_ones() -> None:
    ruling = by_both(FINE, seen(1, 1, 1, 1, feedback="", suggestions=()), WISH, LIMITS, Language.ENGLISH)
    assert ruling.feedback == "The picture is as asked."


def test_the_models_suggestions_come_first_and_none_comes_twice() -> None:
    answer = seen(1, 1, 1, 1, suggestions=("more neon", "Lighter.", "More neon"))
    assert by_both(DARK, answer, WISH, LIMITS, Language.ENGLISH).suggestions == ("more neon", "Lighter.")


def test_there_are_three_suggestions_at_most() -> None:
    answer = seen(1, 1, 1, 1, suggestions=("a", "b", "c"))
    assert by_both(DARK, answer, WISH, LIMITS, Language.ENGLISH).suggestions == ("a", "b", "c")


def test_a_picture_that_passes_has_no_suggestions() -> None:
    assert by_both(FINE, seen(1, 1, 1, 1), WISH, LIMITS, Language.ENGLISH).suggestions == ()


# Without a model


@pytest.mark.parametrize(
    ("score", "passed", "goes_back"), [(0.7, True, False), (0.69, False, False), (0.59, False, True)]
)
def test_without_a_model_the_thresholds_decide(score: float, passed: bool, goes_back: bool) -> None:
    ruling = by_measuring(replace(DARK, score=score), LIMITS, Language.ENGLISH)
    assert (ruling.passed, ruling.goes_back, ruling.score) == (passed, goes_back, score)


def test_a_picture_that_no_model_looked_at_passes_with_a_note() -> None:
    ruling = by_measuring_alone(replace(DARK, score=0.65), LIMITS, Language.ENGLISH)
    assert ruling.passed and ruling.score == 0.65
    assert ruling.feedback == (
        "The picture is too dark. The vision model was not available; the picture was only measured."
    )


def test_the_note_is_in_the_language_of_the_run() -> None:
    ruling = by_measuring_alone(FINE, LIMITS, Language.CHINESE)
    assert ruling.feedback == "画面符合要求。看图模型没有可用的回答，这张图片只经过测量。"


def test_a_broken_picture_goes_back_also_when_no_model_looked_at_it() -> None:
    ruling = by_measuring_alone(DARK, LIMITS, Language.ENGLISH)
    assert (ruling.passed, ruling.goes_back, ruling.suggestions) == (False, True, ("lighter",))
    assert "only measured" in ruling.feedback
