"""An adjustment moves what was asked the asked way, and leaves the picture the same picture."""

import numpy as np
import pytest

from services.common.pictures.arrays import Pixels
from services.critic.domain.colour import luma
from services.critic.domain.expectations import Expectation, TaskType
from services.critic.domain.judging import judge_adjustment
from tests.unit.critic.pictures import drawing, enhanced, noise, photograph, plain, scene, washed_out

PASSES, GOES_BACK = 0.7, 0.6
ASKED = Expectation(TaskType.PARAMETER_ADJUSTMENT, 512, 512)
FREE = Expectation(TaskType.PARAMETER_ADJUSTMENT, 0, 0)
BEFORE: Pixels = photograph("astronaut")
TONES = ["brightness", "contrast", "saturation", "warmth", "sharpness"]


@pytest.mark.parametrize("parameter", TONES)
@pytest.mark.parametrize("change", [-0.8, -0.3, -0.05, 0.05, 0.3, 0.9])
def test_a_move_the_asked_way_passes(parameter: str, change: float) -> None:
    after = enhanced(BEFORE, parameter, change)
    assert judge_adjustment(BEFORE, after, {parameter: change}, ASKED).score >= PASSES


@pytest.mark.parametrize("parameter", TONES)
@pytest.mark.parametrize("change", [-0.3, -0.05, 0.05, 0.3])
def test_a_move_the_other_way_goes_back(parameter: str, change: float) -> None:
    after = enhanced(BEFORE, parameter, -change)
    judgement = judge_adjustment(BEFORE, after, {parameter: change}, ASKED)
    assert judgement.score < GOES_BACK
    assert judgement.dimensions["direction"] == 0


@pytest.mark.parametrize("parameter", [*TONES, "style_strength"])
def test_an_adjustment_that_changed_nothing_goes_back(parameter: str) -> None:
    assert judge_adjustment(BEFORE, BEFORE.copy(), {parameter: 0.2}, ASKED).score < GOES_BACK


def test_nothing_asked_and_nothing_changed_is_as_asked() -> None:
    assert judge_adjustment(BEFORE, BEFORE.copy(), {"brightness": 0.0}, ASKED).score >= PASSES


def test_what_cannot_move_any_further_is_not_held_against_the_adjustment() -> None:
    grey = photograph("camera")
    assert judge_adjustment(grey, grey.copy(), {"saturation": 0.5}, ASKED).score >= PASSES


def test_several_parameters_that_all_moved_pass() -> None:
    after = enhanced(enhanced(BEFORE, "brightness", 0.3), "contrast", 0.3)
    assert judge_adjustment(BEFORE, after, {"brightness": 0.3, "contrast": 0.3}, ASKED).score >= PASSES


def test_a_drawing_in_pure_black_and_white_cannot_be_raised_but_can_be_lowered() -> None:
    for parameter in ("brightness", "contrast", "sharpness"):
        assert judge_adjustment(drawing(), drawing(), {parameter: 0.3}, ASKED).score >= PASSES
        assert judge_adjustment(drawing(), drawing(), {parameter: -0.3}, ASKED).score < GOES_BACK


def test_contrast_asked_for_together_with_brightness_is_not_judged_since_both_move_it() -> None:
    pale = washed_out(BEFORE, 0.5)
    after = enhanced(enhanced(pale, "contrast", 0.1), "brightness", 0.5)
    assert luma(after).std() < luma(pale).std()
    assert judge_adjustment(pale, after, {"brightness": 0.5, "contrast": 0.1}, ASKED).dimensions["direction"] == 1


def test_tones_are_compared_with_what_a_crop_left() -> None:
    half_dark = BEFORE.copy()
    half_dark[:, :256] //= 4
    after = enhanced(half_dark[:, 256:], "brightness", -0.2)
    assert after.mean() > half_dark.mean()
    assert judge_adjustment(half_dark, after, {"crop_left": 0.5, "brightness": -0.2}, FREE).score >= PASSES
    wrong = enhanced(half_dark[:, 256:], "brightness", 0.2)
    assert judge_adjustment(half_dark, wrong, {"crop_left": 0.5, "brightness": -0.2}, FREE).score < GOES_BACK


def test_the_parameter_that_was_not_followed_is_named_in_both_languages() -> None:
    after = enhanced(BEFORE, "brightness", 0.3)
    judgement = judge_adjustment(BEFORE, after, {"brightness": 0.3, "saturation": -0.5}, ASKED)
    assert judgement.score < GOES_BACK
    assert "饱和度" in judgement.feedback.zh
    assert "亮度" not in judgement.feedback.zh
    assert "saturation" in judgement.feedback.en


@pytest.mark.parametrize("other", [scene(), noise(), plain("white")], ids=["other", "noise", "white"])
def test_another_picture_is_no_adjustment(other: Pixels) -> None:
    assert judge_adjustment(BEFORE, other, {"brightness": 0.3}, ASKED).score < GOES_BACK


def test_asked_for_darkness_is_no_fault() -> None:
    after = enhanced(BEFORE, "brightness", -0.85)
    assert "exposure" not in judge_adjustment(BEFORE, after, {"brightness": -0.85}, ASKED).dimensions


def test_a_quarter_turn_swaps_width_and_height() -> None:
    before = scene(512, 384)
    assert judge_adjustment(before, np.rot90(before).copy(), {"rotate": 90}, FREE).score >= PASSES
    assert judge_adjustment(before, before.copy(), {"rotate": -90}, FREE).score < GOES_BACK


@pytest.mark.parametrize("degrees", [180, 12])
def test_any_turn_must_change_the_picture(degrees: float) -> None:
    assert judge_adjustment(BEFORE, BEFORE[::-1, ::-1].copy(), {"rotate": degrees}, FREE).score >= PASSES
    assert judge_adjustment(BEFORE, BEFORE.copy(), {"rotate": degrees}, FREE).score < GOES_BACK


def test_a_whole_turn_changes_nothing() -> None:
    assert judge_adjustment(BEFORE, BEFORE.copy(), {"rotate": 360}, FREE).score >= PASSES


def test_a_crop_must_leave_the_fraction_that_was_not_cut_off() -> None:
    cuts = {"crop_left": 0.25, "crop_right": 0.1, "crop_top": 0.1}
    assert judge_adjustment(BEFORE, BEFORE[51:, 128:461].copy(), cuts, FREE).score >= PASSES
    assert judge_adjustment(BEFORE, BEFORE[51:, 64:461].copy(), cuts, FREE).score < GOES_BACK
    assert judge_adjustment(BEFORE, BEFORE.copy(), cuts, FREE).score < GOES_BACK


def test_a_new_size_must_be_exactly_the_asked_one() -> None:
    asked = {"width": 256, "height": 200}
    assert judge_adjustment(scene(), scene(256, 200), asked, FREE).score >= PASSES
    assert judge_adjustment(scene(), scene(256, 199), asked, FREE).score < GOES_BACK


@pytest.mark.parametrize("height", [256, 512])
def test_with_the_width_alone_asked_the_height_may_follow_or_stay(height: int) -> None:
    assert judge_adjustment(scene(), scene(256, height), {"width": 256}, FREE).score >= PASSES


def test_without_a_change_of_size_the_size_must_stay() -> None:
    smaller = enhanced(scene(256, 256), "brightness", 0.3)
    assert judge_adjustment(scene(), smaller, {"brightness": 0.3}, FREE).score < GOES_BACK
