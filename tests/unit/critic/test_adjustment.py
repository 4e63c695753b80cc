"""Assessment of adjustments: quantities move as requested, and the content stays."""

import numpy as np
import pytest

from engines.image_metrics.color import to_luma
from services.common.contract.image_chat import TaskType
from services.common.images.arrays import Pixels
from services.critic.domain.image.assessment import assess_adjustment
from services.critic.domain.image.expectations import Expectation
from tests.unit.critic.sample_images import (
    draw_lines,
    draw_scene,
    enhance,
    fill,
    generate_noise,
    load_photograph,
    wash_out,
)

PASSES, GOES_BACK = 0.7, 0.6
EXPECTED = Expectation(TaskType.PARAMETER_ADJUSTMENT, 512, 512)
FREE = Expectation(TaskType.PARAMETER_ADJUSTMENT, 0, 0)
BEFORE: Pixels = load_photograph("astronaut")
TONES = ["brightness", "contrast", "saturation", "warmth", "sharpness"]


@pytest.mark.parametrize("parameter", TONES)
@pytest.mark.parametrize("change", [-0.8, -0.3, -0.05, 0.05, 0.3, 0.9])
def test_a_move_in_the_requested_direction_passes(parameter: str, change: float) -> None:
    after = enhance(BEFORE, parameter, change)
    assert assess_adjustment(BEFORE, after, {parameter: change}, EXPECTED).score >= PASSES


@pytest.mark.parametrize("parameter", TONES)
@pytest.mark.parametrize("change", [-0.3, -0.05, 0.05, 0.3])
def test_a_move_in_the_other_direction_is_returned(parameter: str, change: float) -> None:
    after = enhance(BEFORE, parameter, -change)
    assessment = assess_adjustment(BEFORE, after, {parameter: change}, EXPECTED)
    assert assessment.score < GOES_BACK
    assert assessment.dimensions["direction"] == 0


@pytest.mark.parametrize("parameter", [*TONES, "style_strength"])
def test_an_adjustment_that_changed_nothing_is_returned(parameter: str) -> None:
    assert assess_adjustment(BEFORE, BEFORE.copy(), {parameter: 0.2}, EXPECTED).score < GOES_BACK


def test_an_adjustment_without_changes_passes_unchanged() -> None:
    assert assess_adjustment(BEFORE, BEFORE.copy(), {"brightness": 0.0}, EXPECTED).score >= PASSES


def test_a_quantity_at_its_limit_does_not_cost_the_adjustment() -> None:
    gray = load_photograph("camera")
    assert assess_adjustment(gray, gray.copy(), {"saturation": 0.5}, EXPECTED).score >= PASSES


def test_several_parameters_that_all_moved_pass() -> None:
    after = enhance(enhance(BEFORE, "brightness", 0.3), "contrast", 0.3)
    assert assess_adjustment(BEFORE, after, {"brightness": 0.3, "contrast": 0.3}, EXPECTED).score >= PASSES


def test_a_drawing_in_pure_black_and_white_cannot_be_raised_but_can_be_lowered() -> None:
    for parameter in ("brightness", "contrast", "sharpness"):
        assert assess_adjustment(draw_lines(), draw_lines(), {parameter: 0.3}, EXPECTED).score >= PASSES
        assert assess_adjustment(draw_lines(), draw_lines(), {parameter: -0.3}, EXPECTED).score < GOES_BACK


def test_contrast_together_with_brightness_is_not_scored_since_both_move_it() -> None:
    pale = wash_out(BEFORE, 0.5)
    after = enhance(enhance(pale, "contrast", 0.1), "brightness", 0.5)
    assert to_luma(after).std() < to_luma(pale).std()
    assert assess_adjustment(pale, after, {"brightness": 0.5, "contrast": 0.1}, EXPECTED).dimensions["direction"] == 1


def test_tones_are_compared_with_the_cropped_original() -> None:
    half_dark = BEFORE.copy()
    half_dark[:, :256] //= 4
    after = enhance(half_dark[:, 256:], "brightness", -0.2)
    assert after.mean() > half_dark.mean()
    assert assess_adjustment(half_dark, after, {"crop_left": 0.5, "brightness": -0.2}, FREE).score >= PASSES
    wrong = enhance(half_dark[:, 256:], "brightness", 0.2)
    assert assess_adjustment(half_dark, wrong, {"crop_left": 0.5, "brightness": -0.2}, FREE).score < GOES_BACK


def test_a_parameter_without_effect_is_named_in_both_languages() -> None:
    after = enhance(BEFORE, "brightness", 0.3)
    assessment = assess_adjustment(BEFORE, after, {"brightness": 0.3, "saturation": -0.5}, EXPECTED)
    assert assessment.score < GOES_BACK
    assert "饱和度" in assessment.feedback.zh
    assert "亮度" not in assessment.feedback.zh
    assert "saturation" in assessment.feedback.en


@pytest.mark.parametrize("other", [draw_scene(), generate_noise(), fill("white")], ids=["other", "noise", "white"])
def test_another_image_is_not_accepted_as_an_adjustment(other: Pixels) -> None:
    assert assess_adjustment(BEFORE, other, {"brightness": 0.3}, EXPECTED).score < GOES_BACK


def test_requested_darkness_is_not_a_defect() -> None:
    after = enhance(BEFORE, "brightness", -0.85)
    assert "exposure" not in assess_adjustment(BEFORE, after, {"brightness": -0.85}, EXPECTED).dimensions


def test_a_rotation_by_90_degrees_swaps_width_and_height() -> None:
    before = draw_scene(512, 384)
    assert assess_adjustment(before, np.rot90(before).copy(), {"rotate": 90}, FREE).score >= PASSES
    assert assess_adjustment(before, before.copy(), {"rotate": -90}, FREE).score < GOES_BACK


@pytest.mark.parametrize("degrees", [180, 12])
def test_any_rotation_must_change_the_image(degrees: float) -> None:
    assert assess_adjustment(BEFORE, BEFORE[::-1, ::-1].copy(), {"rotate": degrees}, FREE).score >= PASSES
    assert assess_adjustment(BEFORE, BEFORE.copy(), {"rotate": degrees}, FREE).score < GOES_BACK


def test_a_full_rotation_changes_nothing() -> None:
    assert assess_adjustment(BEFORE, BEFORE.copy(), {"rotate": 360}, FREE).score >= PASSES


def test_a_crop_must_leave_the_remaining_fraction() -> None:
    cuts = {"crop_left": 0.25, "crop_right": 0.1, "crop_top": 0.1}
    assert assess_adjustment(BEFORE, BEFORE[51:, 128:461].copy(), cuts, FREE).score >= PASSES
    assert assess_adjustment(BEFORE, BEFORE[51:, 64:461].copy(), cuts, FREE).score < GOES_BACK
    assert assess_adjustment(BEFORE, BEFORE.copy(), cuts, FREE).score < GOES_BACK


def test_a_new_size_must_be_exactly_the_requested_one() -> None:
    expectation = {"width": 256, "height": 200}
    assert assess_adjustment(draw_scene(), draw_scene(256, 200), expectation, FREE).score >= PASSES
    assert assess_adjustment(draw_scene(), draw_scene(256, 199), expectation, FREE).score < GOES_BACK


@pytest.mark.parametrize("height", [256, 512])
def test_with_only_a_requested_width_the_height_may_follow_or_stay(height: int) -> None:
    assert assess_adjustment(draw_scene(), draw_scene(256, height), {"width": 256}, FREE).score >= PASSES


def test_without_a_change_of_size_the_size_must_stay() -> None:
    smaller = enhance(draw_scene(256, 256), "brightness", 0.3)
    assert assess_adjustment(draw_scene(), smaller, {"brightness": 0.3}, FREE).score < GOES_BACK
