"""Assessment of the images of a note."""

from dataclasses import replace

import pytest

from services.common.images.arrays import Pixels
from services.common.images.encoder import encode_png
from services.common.text.language import Language
from services.critic.adapters.note_computations import StoredImage, measure_image
from services.critic.domain.note.aggregation import decide_by_rules
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.images import ImagesAssessment, MeasuredImage, assess_images
from services.critic.domain.note.note import ReviewedNote
from tests.unit.critic.note_samples import CHINESE, LIMITS, assess, make_image, measure_images
from tests.unit.critic.sample_images import (
    blur,
    draw_lines,
    draw_scene,
    fill,
    generate_noise,
    load_photograph,
    scale_tones,
    wash_out,
)

BACK = LIMITS.return_score


def with_images(*numbers: int, planned: int = 3) -> ReviewedNote:
    """Return the note with only these of its images, from 1, of so many planned."""
    plans = tuple(replace(CHINESE.plans[0], plan_id=f"image-{number}") for number in range(1, planned + 1))
    return replace(CHINESE, plans=plans, images=tuple(make_image(f"image-{one}", f"a{one}") for one in numbers))


def assess_sample(note: ReviewedNote, *scores: float) -> ImagesAssessment:
    return assess_images(note, measure_images(note, *scores), LIMITS)


def format_problems(found: ImagesAssessment) -> str:
    return "；".join(one.format_problem(Language.CHINESE) for one in found.findings)


@pytest.mark.parametrize(
    ("generated", "planned", "enough"),
    [(3, 3, True), (2, 3, True), (1, 2, False), (1, 3, False), (5, 9, True), (0, 1, False)],
)
def test_more_than_half_of_the_images_are_enough(generated: int, planned: int, enough: bool) -> None:
    assert (assess_sample(with_images(*range(1, generated + 1), planned=planned)).score >= BACK) is enough


@pytest.mark.parametrize("numbers", [(1, 2), (1, 3), (2, 3)])
def test_a_note_with_two_of_three_images_passes_and_the_missing_one_is_named(numbers: tuple[int, ...]) -> None:
    note = replace(CHINESE, images=tuple(CHINESE.images[number - 1] for number in numbers))
    verdict = decide_by_rules(assess(note), LIMITS, Language.CHINESE)
    (missing,) = {1, 2, 3} - set(numbers)
    assert verdict.passed and verdict.return_to == "" and f"做出了 2 张，缺第 {missing} 张" in verdict.feedback


def test_a_missing_cover_costs_more() -> None:
    assert assess_sample(with_images(2, 3)).score < assess_sample(with_images(1, 2)).score


def test_the_weakest_image_is_returned_and_the_sound_ones_stay() -> None:
    found = assess_sample(CHINESE, 0.95, 0.3, 0.95)
    assert (
        found.score <= 0.3
        and found.sound_images == ("image-1", "image-3")
        and format_problems(found) == "第 2 张图：画面太暗"
    )
    verdict = decide_by_rules(assess(CHINESE, Language.CHINESE, 0.95, 0.3, 0.95), LIMITS, Language.CHINESE)
    assert verdict.return_to == "image_agent" and {"images/image-1", "images/image-3"} < set(verdict.keep)
    assert verdict.suggestions[0] == "第 2 张图：提高亮度"


def test_the_same_image_twice_is_returned() -> None:
    found = measure_images(CHINESE)
    found["image-3"] = replace(found["image-3"], digest=found["image-1"].digest)
    assert assess_images(CHINESE, found, LIMITS).score < BACK


@pytest.mark.parametrize(("size", "goes_back"), [((768, 1024), False), ((384, 512), False), ((1024, 768), True)])
def test_another_aspect_ratio_than_planned_is_returned(size: tuple[int, int], goes_back: bool) -> None:
    found = measure_images(CHINESE)
    found["image-2"] = replace(found["image-2"], width=size[0], height=size[1])
    assert (assess_images(CHINESE, found, LIMITS).score < BACK) is goes_back


def test_an_image_without_a_plan_does_not_count() -> None:
    assert assess_sample(replace(with_images(), images=(make_image("another", "a"),))).score == 0.0


GOOD = {"scene": draw_scene(), "photograph": load_photograph("astronaut"), "ink on white": draw_lines()}
BAD = {
    "grey": fill("#888888"),
    "white": fill("#ffffff"),
    "noise": generate_noise(),
    "dark": scale_tones(draw_scene(), 0.1),
    "washed out": wash_out(draw_scene(), 0.1),
    "blurred": blur(draw_scene(), 8),
}


def measured_as(final: Pixels, without_texts: Pixels) -> MeasuredImage:
    return measure_image(StoredImage("image-1", encode_png(final), encode_png(without_texts)))


@pytest.mark.parametrize("pixels", GOOD.values(), ids=GOOD)
def test_a_good_image_has_a_high_score(pixels: Pixels) -> None:
    assert measured_as(pixels, pixels).score >= LIMITS.pass_score


@pytest.mark.parametrize("pixels", BAD.values(), ids=BAD)
def test_a_broken_image_has_a_low_score(pixels: Pixels) -> None:
    found = measured_as(pixels, pixels)
    assert found.score < BACK and found.problem.zh and found.suggestion.en


def test_a_text_on_an_empty_image_does_not_fill_it() -> None:
    assert measured_as(draw_lines(), fill("#888888")).score < BACK


def test_bytes_that_are_not_an_image_cannot_be_decoded() -> None:
    found = measure_image(StoredImage("image-1", b"", b""))
    assert (found.score, found.width) == (0.0, 0)
    assert "无法打开" in format_problems(assess_images(CHINESE, measure_images(CHINESE) | {"image-1": found}, LIMITS))


def test_no_images_score_zero() -> None:
    assert assess(replace(CHINESE, images=())).scores[NoteDimension.IMAGES] == 0.0
