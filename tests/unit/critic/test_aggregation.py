"""Verdicts on images from metrics and vision scores."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.contract.image_chat import TaskType, Verdict
from services.common.limits import Limits
from services.common.text.language import Language, Text
from services.critic.domain.image.aggregation import (
    decide_by_metrics,
    decide_with_vision,
    decide_without_vision,
)
from services.critic.domain.image.assessment import Assessment
from services.critic.domain.image.requested_image import RequestedImage
from services.critic.domain.image.texts import NO_VISION, VISION_SKIPPED
from services.critic.domain.image.vision_scores import Criterion, VisionScores

LIMITS = Limits()
REQUESTED = RequestedImage(TaskType.TEXT_TO_IMAGE, "a cat in neon light", "cat", "neon")
FINE = Assessment(0.9, {"exposure": 0.9}, Text("没有测出画面缺陷。", "No defect was measured."), ())
DARK = Assessment(0.5, {"exposure": 0.4}, Text("画面太暗。", "The image is too dark."), (Text("提高亮度", "lighter"),))
SCORES = st.floats(0, 1)


def seen(
    *scores: float, feedback: str = "A cat in neon light.", suggestions: tuple[str, ...] = ("more neon", "closer")
) -> VisionScores:
    """Return vision scores with *scores* in the order of the fields."""
    met, present, matched, quality = scores
    return VisionScores(
        intent_met=met,
        subject_present=present,
        style_matched=matched,
        quality=quality,
        feedback=feedback,
        suggestions=suggestions,
    )


def decide(measured: float, *scores: float, requested: RequestedImage = REQUESTED) -> Verdict:
    assessment = replace(FINE, score=measured)
    return decide_with_vision(assessment, seen(*scores), requested, LIMITS, Language.ENGLISH)


GOOD, SHOWN, BACK = "passes", "shown with suggestions", "goes back"


@pytest.mark.parametrize(
    ("case", "measured", "scores", "outcome"),
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
def test_each_image_has_the_expected_outcome(
    case: str, measured: float, scores: tuple[float, ...], outcome: str
) -> None:
    verdict = decide(measured, *scores)
    expected = {GOOD: (True, False), SHOWN: (False, False), BACK: (False, True)}[outcome]
    assert (verdict.passed, bool(verdict.return_to)) == expected, f"{case}: {verdict.score}"


@given(st.integers(0, 5_999), st.tuples(SCORES, SCORES, SCORES, SCORES))
def test_no_model_compensates_a_broken_image(measured: int, scores: tuple[float, ...]) -> None:
    verdict = decide(measured / 10_000, *scores)
    assert verdict.return_to and verdict.score <= measured / 10_000


@given(SCORES, st.floats(0, 0.494), st.tuples(SCORES, SCORES, SCORES))
def test_no_metric_compensates_a_request_that_is_not_met(
    measured: float, met: float, others: tuple[float, ...]
) -> None:
    assert decide(measured, met, *others).return_to


@given(SCORES, st.lists(SCORES, min_size=4, max_size=4), st.integers(0, 4), st.floats(0, 1))
def test_a_higher_input_never_lowers_the_score(measured: float, scores: list[float], which: int, better: float) -> None:
    values = [measured, *scores]
    raised = [max(value, better) if place == which else value for place, value in enumerate(values)]
    assert decide(*raised).score >= decide(*values).score


@given(SCORES, st.lists(SCORES, min_size=4, max_size=4))
def test_a_score_lies_between_0_and_1(measured: float, scores: list[float]) -> None:
    assert 0 <= decide(measured, *scores).score <= 1


def test_the_dimensions_of_both_are_named() -> None:
    assert set(decide(0.9, 1, 1, 1, 1).dimensions) == {"exposure", *Criterion}


@pytest.mark.parametrize(
    ("requested", "left_out"),
    [
        (replace(REQUESTED, subject=""), Criterion.SUBJECT_PRESENT),
        (replace(REQUESTED, style=""), Criterion.STYLE_MATCHED),
        (replace(REQUESTED, task=TaskType.PARAMETER_ADJUSTMENT), Criterion.STYLE_MATCHED),
    ],
)
def test_what_was_not_requested_cannot_be_missing(requested: RequestedImage, left_out: Criterion) -> None:
    scores = tuple(0.0 if criterion is left_out else 1.0 for criterion in Criterion)
    verdict = decide(0.9, *scores, requested=requested)
    assert verdict.passed and left_out not in verdict.dimensions


def test_an_adjustment_of_style_strength_is_scored_by_the_style() -> None:
    requested = RequestedImage(TaskType.PARAMETER_ADJUSTMENT, "", "", "neon", {"style_strength": 0.3})
    assert decide(0.9, 1, 1, 0, 1, requested=requested).return_to


def test_the_thresholds_are_those_of_the_settings() -> None:
    answer = seen(1, 1, 1, 1)
    strict = Limits(pass_score=0.97, return_score=0.95)
    assert decide_with_vision(FINE, answer, REQUESTED, strict, Language.ENGLISH).return_to
    assert decide_with_vision(FINE, answer, REQUESTED, Limits(pass_score=0.6), Language.ENGLISH).passed


# Feedback and suggestions


def test_the_feedback_of_the_model_comes_before_the_measured_one() -> None:
    verdict = decide_with_vision(DARK, seen(1, 1, 1, 1), REQUESTED, LIMITS, Language.ENGLISH)
    assert verdict.feedback == "A cat in neon light. The image is too dark."


def test_a_model_that_finds_a_defect_is_not_contradicted_by_good_metrics() -> None:
    verdict = decide_with_vision(FINE, seen(1, 0, 1, 1, feedback="没有猫"), REQUESTED, LIMITS, Language.CHINESE)
    assert verdict.feedback == "没有猫。"


def test_a_model_without_feedback_gets_the_built_in_texts() -> None:
    verdict = decide_with_vision(
        FINE, seen(1, 0, 1, 1, feedback=" \n", suggestions=("\x00",)), REQUESTED, LIMITS, Language.ENGLISH
    )
    assert verdict.feedback == "The subject is not in the image."
    assert verdict.suggestions == ("again but with the subject clear and whole",)


def test_a_satisfied_model_without_feedback_leaves_the_measured_one() -> None:
    verdict = decide_with_vision(
        FINE, seen(1, 1, 1, 1, feedback="", suggestions=()), REQUESTED, LIMITS, Language.ENGLISH
    )
    assert verdict.feedback == "No defect was measured."


def test_the_models_suggestions_come_first_without_duplicates() -> None:
    answer = seen(1, 1, 1, 1, suggestions=("more neon", "Lighter.", "More neon"))
    assert decide_with_vision(DARK, answer, REQUESTED, LIMITS, Language.ENGLISH).suggestions == (
        "more neon",
        "Lighter.",
    )


def test_there_are_three_suggestions_at_most() -> None:
    answer = seen(1, 1, 1, 1, suggestions=("a", "b", "c"))
    assert decide_with_vision(DARK, answer, REQUESTED, LIMITS, Language.ENGLISH).suggestions == ("a", "b", "c")


def test_an_image_that_passes_has_no_suggestions() -> None:
    assert decide_with_vision(FINE, seen(1, 1, 1, 1), REQUESTED, LIMITS, Language.ENGLISH).suggestions == ()


# Without a model


@pytest.mark.parametrize(
    ("score", "passed", "goes_back"), [(0.7, True, False), (0.69, False, False), (0.59, False, True)]
)
def test_without_a_model_the_thresholds_decide(score: float, passed: bool, goes_back: bool) -> None:
    verdict = decide_by_metrics(replace(DARK, score=score), LIMITS, Language.ENGLISH)
    assert (verdict.passed, bool(verdict.return_to), verdict.score) == (passed, goes_back, score)


def test_an_image_whose_model_failed_passes_with_a_remark() -> None:
    verdict = decide_without_vision(replace(DARK, score=0.65), (NO_VISION,), LIMITS, Language.ENGLISH)
    assert verdict.passed and verdict.score == 0.65
    assert verdict.feedback == (
        "The image is too dark. The vision model was not available; the image was only measured."
    )


@pytest.mark.parametrize(("score", "judged"), [(1.0, False), (0.65, False), (0.4, True)])
def test_an_image_that_passes_without_vision_is_not_judged_and_has_at_most_the_pass_score(
    score: float, judged: bool
) -> None:
    verdict = decide_without_vision(replace(FINE, score=score), (VISION_SKIPPED,), LIMITS, Language.ENGLISH)
    assert (verdict.judged, verdict.score) == (judged, min(score, LIMITS.pass_score))


def test_the_remark_is_in_the_language_of_the_run() -> None:
    verdict = decide_without_vision(FINE, (NO_VISION,), LIMITS, Language.CHINESE)
    assert verdict.feedback == "没有测出画面缺陷。视觉模型没有可用的回答，这张图片只经过测量。"


def test_a_broken_image_is_returned_also_without_a_model() -> None:
    verdict = decide_without_vision(DARK, (NO_VISION,), LIMITS, Language.ENGLISH)
    assert (verdict.passed, bool(verdict.return_to), verdict.suggestions) == (False, True, ("lighter",))
    assert "only measured" in verdict.feedback
