"""A picture made from text: the good pass, the spoiled go back, always for a reason that is named."""

from dataclasses import replace

import numpy as np
import pytest

from services.common.pictures.arrays import Pixels
from services.critic.domain.expectations import MEDIA, Expectation, TaskType
from services.critic.domain.judging import judge_generation, judge_undecodable
from tests.unit.critic.pictures import (
    FAR_PALETTE,
    PALETTE,
    blurred,
    drawing,
    noise,
    photograph,
    plain,
    scaled,
    scene,
    speckled,
    washed_out,
)

PASSES, GOES_BACK = 0.7, 0.6
ASKED = Expectation(TaskType.TEXT_TO_IMAGE, 512, 512)
STYLED = replace(ASKED, palette=PALETTE, medium="flat")


@pytest.mark.parametrize("name", ["astronaut", "camera"])
def test_a_photograph_passes_without_a_style(name: str) -> None:
    assert judge_generation(photograph(name), ASKED).score >= PASSES


@pytest.mark.parametrize("size", [(256, 256), (512, 512), (768, 512), (1024, 1024)])
def test_a_picture_in_the_colours_of_its_style_passes_at_any_size(size: tuple[int, int]) -> None:
    asked = replace(STYLED, width=size[0], height=size[1])
    assert judge_generation(scene(*size), asked).score >= PASSES


def test_a_sparse_line_drawing_passes_as_line_art() -> None:
    assert judge_generation(drawing(), replace(ASKED, medium="line_art")).score >= PASSES


def test_a_sparse_line_drawing_does_not_pass_as_a_photograph() -> None:
    assert judge_generation(drawing(), replace(ASKED, medium="photo")).score < PASSES


def test_a_grey_picture_loses_where_the_medium_lives_by_its_colours() -> None:
    grey = photograph("camera")
    as_photo = judge_generation(grey, replace(ASKED, medium="photo"))
    as_neon = judge_generation(grey, replace(ASKED, medium="neon"))
    assert as_neon.dimensions["colourfulness"] == 0
    assert as_neon.score < PASSES <= as_photo.score


SPOILED: dict[str, tuple[Pixels, str]] = {
    "black": (plain("black"), "not_blank"),
    "white": (plain("white"), "not_blank"),
    "grey": (plain("#808080"), "not_blank"),
    "nearly_blank": (speckled(plain("#808080"), 2), "not_blank"),
    "noise": (noise(), "noise"),
    "coarse_noise": (noise(grain=4), "noise"),
    "picture_under_noise": (speckled(scene(), 70), "noise"),
    "underexposed": (scaled(scene(), 0.15), "exposure"),
    "overexposed": (scaled(scene(), 5.0), "exposure"),
    "washed_out": (washed_out(scene(), 0.12), "contrast"),
    "mush": (blurred(scene(), 9), "sharpness"),
    "narrow": (scene(256, 512), "size"),
    "large": (scene(1024, 1024), "size"),
    "one_row_short": (scene(512, 511), "size"),
}


@pytest.mark.parametrize("spoiled", SPOILED)
@pytest.mark.parametrize("expectation", [ASKED, STYLED], ids=["plain", "styled"])
def test_a_spoiled_picture_goes_back_and_the_reason_has_a_low_mark(spoiled: str, expectation: Expectation) -> None:
    pixels, dimension = SPOILED[spoiled]
    judgement = judge_generation(pixels, expectation)
    assert judgement.score < GOES_BACK
    assert judgement.dimensions[dimension] < 0.6
    assert judgement.suggestions


@pytest.mark.parametrize("medium", MEDIA)
@pytest.mark.parametrize("spoiled", ["black", "white", "grey", "noise", "coarse_noise", "one_row_short"])
def test_no_medium_excuses_a_picture_that_is_none(spoiled: str, medium: str) -> None:
    assert judge_generation(SPOILED[spoiled][0], replace(ASKED, medium=medium)).score < GOES_BACK


def test_a_picture_in_far_other_colours_goes_back_for_its_palette_alone() -> None:
    judgement = judge_generation(scene(palette=FAR_PALETTE), replace(ASKED, palette=PALETTE))
    assert judgement.score < GOES_BACK
    assert min(judgement.dimensions, key=lambda name: judgement.dimensions[name]) == "palette"


def test_a_picture_in_two_colours_of_six_loses_for_the_four_it_lacks() -> None:
    asked = replace(ASKED, palette=("#101820", "#f0f0f0", "#ff0044", "#00ff9c", "#3355ff", "#ffe600"))
    black_and_white = scene(palette=("#101820", "#f0f0f0", "#101820", "#f0f0f0", "#101820"))
    assert judge_generation(black_and_white, asked).dimensions["palette"] < 0.7


def test_the_palette_counts_as_much_as_the_style_was_asked_for() -> None:
    wrong = scene(palette=FAR_PALETTE)
    scores = [judge_generation(wrong, replace(ASKED, palette=PALETTE, strength=s)).score for s in (0.0, 0.3, 0.6, 1.0)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == judge_generation(wrong, ASKED).score
    assert judge_generation(wrong, replace(ASKED, palette=PALETTE, strength=1.5)).score == scores[-1]


def test_a_missing_palette_colour_is_asked_for_by_its_name() -> None:
    judgement = judge_generation(scene(palette=FAR_PALETTE), replace(ASKED, palette=PALETTE))
    asked_for = next(text for text in judgement.suggestions if "颜色" in text.zh)
    assert "#c8553d" in asked_for.zh
    assert "#c8553d" in asked_for.en


def test_a_burnt_out_photograph_goes_back_though_its_mean_is_fair() -> None:
    burnt = scaled(photograph("astronaut"), 4.0)
    assert 0.3 < burnt.mean() / 255 < 0.85
    assert judge_generation(burnt, ASKED).score < GOES_BACK


def test_any_size_will_do_when_none_was_asked_for() -> None:
    assert judge_generation(scene(300, 200), replace(STYLED, width=0, height=0)).score >= PASSES


@pytest.mark.parametrize(("width", "palette", "strength"), [(-1, (), 1.0), (512, ("red",), 1.0), (512, (), 1.6)])
def test_an_expectation_that_cannot_be_met_is_refused(width: int, palette: tuple[str, ...], strength: float) -> None:
    with pytest.raises(ValueError):
        Expectation(TaskType.TEXT_TO_IMAGE, width, 512, palette, strength=strength)


def test_the_same_picture_gets_the_same_judgement() -> None:
    assert judge_generation(scene(), STYLED) == judge_generation(scene(), STYLED)


def test_bytes_that_are_no_picture_score_zero() -> None:
    judgement = judge_undecodable(ASKED)
    assert judgement.score == 0
    assert judgement.dimensions == {"decodes": 0.0}
    assert "无法打开" in judgement.feedback.zh


def test_what_is_no_picture_array_is_refused() -> None:
    with pytest.raises(ValueError, match="height, width, 3"):
        judge_generation(np.zeros((8, 8), dtype=np.uint8), ASKED)
