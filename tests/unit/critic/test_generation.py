"""Assessment of new images: good ones pass, degraded ones are returned with the reason."""

from dataclasses import replace

import numpy as np
import pytest

from services.common.contract.image_chat import TaskType
from services.common.images.arrays import Pixels
from services.critic.domain.image.assessment import assess_generation, assess_undecodable
from services.critic.domain.image.expectations import MEDIA, Expectation
from tests.unit.critic.sample_images import (
    FAR_PALETTE,
    PALETTE,
    add_noise,
    blur,
    draw_lines,
    draw_scene,
    fill,
    generate_noise,
    load_photograph,
    scale_tones,
    wash_out,
)

PASSES, GOES_BACK = 0.7, 0.6
EXPECTED = Expectation(TaskType.TEXT_TO_IMAGE, 512, 512)
STYLED = replace(EXPECTED, palette=PALETTE, medium="flat")


@pytest.mark.parametrize("name", ["astronaut", "camera"])
def test_a_photograph_passes_without_a_style(name: str) -> None:
    assert assess_generation(load_photograph(name), EXPECTED).score >= PASSES


@pytest.mark.parametrize("size", [(256, 256), (512, 512), (768, 512), (1024, 1024)])
def test_an_image_in_the_colors_of_its_style_passes_at_any_size(size: tuple[int, int]) -> None:
    expectation = replace(STYLED, width=size[0], height=size[1])
    assert assess_generation(draw_scene(*size), expectation).score >= PASSES


def test_a_sparse_line_drawing_passes_as_line_art() -> None:
    assert assess_generation(draw_lines(), replace(EXPECTED, medium="line_art")).score >= PASSES


def test_a_sparse_line_drawing_does_not_pass_as_a_photograph() -> None:
    assert assess_generation(draw_lines(), replace(EXPECTED, medium="photo")).score < PASSES


def test_a_gray_image_loses_in_a_medium_of_strong_colors() -> None:
    gray = load_photograph("camera")
    as_photo = assess_generation(gray, replace(EXPECTED, medium="photo"))
    as_neon = assess_generation(gray, replace(EXPECTED, medium="neon"))
    assert as_neon.dimensions["colourfulness"] == 0
    assert as_neon.score < PASSES <= as_photo.score


SPOILED: dict[str, tuple[Pixels, str]] = {
    "black": (fill("black"), "not_blank"),
    "white": (fill("white"), "not_blank"),
    "grey": (fill("#808080"), "not_blank"),
    "nearly_blank": (add_noise(fill("#808080"), 2), "not_blank"),
    "noise": (generate_noise(), "noise"),
    "coarse_noise": (generate_noise(grain=4), "noise"),
    "image_under_noise": (add_noise(draw_scene(), 70), "noise"),
    "underexposed": (scale_tones(draw_scene(), 0.15), "exposure"),
    "overexposed": (scale_tones(draw_scene(), 5.0), "exposure"),
    "washed_out": (wash_out(draw_scene(), 0.12), "contrast"),
    "mush": (blur(draw_scene(), 9), "sharpness"),
    "narrow": (draw_scene(256, 512), "size"),
    "large": (draw_scene(1024, 1024), "size"),
    "one_row_short": (draw_scene(512, 511), "size"),
}


@pytest.mark.parametrize("spoiled", SPOILED)
@pytest.mark.parametrize("expectation", [EXPECTED, STYLED], ids=["plain", "styled"])
def test_a_spoiled_image_is_returned_and_the_reason_has_a_low_score(spoiled: str, expectation: Expectation) -> None:
    pixels, dimension = SPOILED[spoiled]
    assessment = assess_generation(pixels, expectation)
    assert assessment.score < GOES_BACK
    assert assessment.dimensions[dimension] < 0.6
    assert assessment.suggestions


@pytest.mark.parametrize("medium", MEDIA)
@pytest.mark.parametrize("spoiled", ["black", "white", "grey", "noise", "coarse_noise", "one_row_short"])
def test_no_medium_accepts_a_blank_image(spoiled: str, medium: str) -> None:
    assert assess_generation(SPOILED[spoiled][0], replace(EXPECTED, medium=medium)).score < GOES_BACK


def test_an_image_in_very_different_colors_is_returned_only_for_its_palette() -> None:
    assessment = assess_generation(draw_scene(palette=FAR_PALETTE), replace(EXPECTED, palette=PALETTE))
    assert assessment.score < GOES_BACK
    assert min(assessment.dimensions, key=lambda name: assessment.dimensions[name]) == "palette"


def test_an_image_in_two_colors_of_six_loses_for_the_four_it_lacks() -> None:
    expectation = replace(EXPECTED, palette=("#101820", "#f0f0f0", "#ff0044", "#00ff9c", "#3355ff", "#ffe600"))
    black_and_white = draw_scene(palette=("#101820", "#f0f0f0", "#101820", "#f0f0f0", "#101820"))
    assert assess_generation(black_and_white, expectation).dimensions["palette"] < 0.7


def test_the_palette_counts_in_proportion_to_the_strength_of_the_style() -> None:
    wrong = draw_scene(palette=FAR_PALETTE)
    scores = [
        assess_generation(wrong, replace(EXPECTED, palette=PALETTE, strength=s)).score for s in (0.0, 0.3, 0.6, 1.0)
    ]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == assess_generation(wrong, EXPECTED).score
    assert assess_generation(wrong, replace(EXPECTED, palette=PALETTE, strength=1.5)).score == scores[-1]


def test_a_missing_palette_color_is_suggested_by_its_name() -> None:
    assessment = assess_generation(draw_scene(palette=FAR_PALETTE), replace(EXPECTED, palette=PALETTE))
    requested_for = next(text for text in assessment.suggestions if "颜色" in text.zh)
    assert "#c8553d" in requested_for.zh
    assert "#c8553d" in requested_for.en


def test_an_overexposed_photograph_is_returned_despite_an_acceptable_mean() -> None:
    burnt = scale_tones(load_photograph("astronaut"), 4.0)
    assert 0.3 < burnt.mean() / 255 < 0.85
    assert assess_generation(burnt, EXPECTED).score < GOES_BACK


def test_any_size_passes_if_none_was_requested() -> None:
    assert assess_generation(draw_scene(300, 200), replace(STYLED, width=0, height=0)).score >= PASSES


@pytest.mark.parametrize(("width", "palette", "strength"), [(-1, (), 1.0), (512, ("red",), 1.0), (512, (), 1.6)])
def test_an_impossible_expectation_is_rejected(width: int, palette: tuple[str, ...], strength: float) -> None:
    with pytest.raises(ValueError):
        Expectation(TaskType.TEXT_TO_IMAGE, width, 512, palette, strength=strength)


def test_the_same_image_gets_the_same_assessment() -> None:
    assert assess_generation(draw_scene(), STYLED) == assess_generation(draw_scene(), STYLED)


def test_bytes_that_are_not_an_image_score_zero() -> None:
    assessment = assess_undecodable(EXPECTED)
    assert assessment.score == 0
    assert assessment.dimensions == {"decodes": 0.0}
    assert "无法打开" in assessment.feedback.zh


def test_an_array_that_is_not_an_image_is_rejected() -> None:
    with pytest.raises(ValueError, match="height, width, 3"):
        assess_generation(np.zeros((8, 8), dtype=np.uint8), EXPECTED)
