"""The pictures of a note: how many there are, and how the weakest does."""

from dataclasses import replace

import pytest

from services.common.language import Language
from services.common.pictures.arrays import Pixels
from services.common.pictures.encoding import encode_png
from services.critic.adapters.reviewing_note import Picture, measure_picture
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.gallery import Gallery, Measured, judge_gallery
from services.critic.domain.note.note import Made, Note
from services.critic.domain.note.ruling import by_rules
from tests.unit.critic.notes import CHINESE, LIMITS, judged, measured
from tests.unit.critic.pictures import blurred, drawing, noise, photograph, plain, scaled, scene, washed_out

BACK = LIMITS.return_score


def with_made(*numbers: int, planned: int = 3) -> Note:
    """Return the note with only these of its pictures, from 1, of so many planned."""
    plans = tuple(replace(CHINESE.plans[0], plan_id=f"image-{number}") for number in range(1, planned + 1))
    return replace(CHINESE, plans=plans, made=tuple(Made(f"image-{one}", f"a{one}", f"a{one}") for one in numbers))


def gallery(note: Note, *scores: float) -> Gallery:
    return judge_gallery(note, measured(note, *scores), LIMITS)


def told(found: Gallery) -> str:
    return "；".join(one.fault(Language.CHINESE) for one in found.findings)


@pytest.mark.parametrize(
    ("made", "planned", "enough"),
    [(3, 3, True), (2, 3, True), (1, 2, False), (1, 3, False), (5, 9, True), (0, 1, False)],
)
def test_more_than_half_of_the_pictures_are_enough(made: int, planned: int, enough: bool) -> None:
    assert (gallery(with_made(*range(1, made + 1), planned=planned)).score >= BACK) is enough


@pytest.mark.parametrize("numbers", [(1, 2), (1, 3), (2, 3)])
def test_a_note_with_two_of_three_pictures_passes_and_is_told_which_is_missing(numbers: tuple[int, ...]) -> None:
    note = replace(CHINESE, made=tuple(CHINESE.made[number - 1] for number in numbers))
    ruling = by_rules(judged(note), LIMITS, Language.CHINESE)
    (missing,) = {1, 2, 3} - set(numbers)
    assert ruling.passed and ruling.return_to == "" and f"做出了 2 张，缺第 {missing} 张" in ruling.feedback


def test_a_missing_cover_costs_more() -> None:
    assert gallery(with_made(2, 3)).score < gallery(with_made(1, 2)).score


def test_the_weakest_picture_sends_back_and_the_sound_ones_are_kept() -> None:
    found = gallery(CHINESE, 0.95, 0.3, 0.95)
    assert found.score <= 0.3 and found.sound == ("image-1", "image-3") and told(found) == "第 2 张图：画面太暗"
    ruling = by_rules(judged(CHINESE, Language.CHINESE, 0.95, 0.3, 0.95), LIMITS, Language.CHINESE)
    assert ruling.return_to == "image_agent" and {"images/image-1", "images/image-3"} < set(ruling.keep)
    assert ruling.suggestions[0] == "第 2 张图：提高亮度"


def test_the_same_picture_twice_goes_back() -> None:
    found = measured(CHINESE)
    found["image-3"] = replace(found["image-3"], digest=found["image-1"].digest)
    assert judge_gallery(CHINESE, found, LIMITS).score < BACK


@pytest.mark.parametrize(("size", "goes_back"), [((768, 1024), False), ((384, 512), False), ((1024, 768), True)])
def test_another_shape_than_planned_goes_back(size: tuple[int, int], goes_back: bool) -> None:
    found = measured(CHINESE)
    found["image-2"] = replace(found["image-2"], width=size[0], height=size[1])
    assert (judge_gallery(CHINESE, found, LIMITS).score < BACK) is goes_back


def test_a_picture_of_no_plan_does_not_count() -> None:
    assert gallery(replace(with_made(), made=(Made("another", "a", "a"),))).score == 0.0


GOOD = {"scene": scene(), "photograph": photograph("astronaut"), "ink on white": drawing()}
BAD = {
    "grey": plain("#888888"),
    "white": plain("#ffffff"),
    "noise": noise(),
    "dark": scaled(scene(), 0.1),
    "washed out": washed_out(scene(), 0.1),
    "blurred": blurred(scene(), 8),
}


def measured_as(final: Pixels, without_texts: Pixels) -> Measured:
    return measure_picture(Picture("image-1", encode_png(final), encode_png(without_texts)))


@pytest.mark.parametrize("pixels", GOOD.values(), ids=GOOD)
def test_a_good_picture_is_measured_to_be_good(pixels: Pixels) -> None:
    assert measured_as(pixels, pixels).score >= LIMITS.pass_score


@pytest.mark.parametrize("pixels", BAD.values(), ids=BAD)
def test_a_broken_picture_is_measured_to_be_broken(pixels: Pixels) -> None:
    found = measured_as(pixels, pixels)
    assert found.score < BACK and found.fault.zh and found.suggestion.en


def test_a_text_on_an_empty_picture_does_not_fill_it() -> None:
    assert measured_as(drawing(), plain("#888888")).score < BACK


def test_what_is_no_picture_cannot_be_opened() -> None:
    found = measure_picture(Picture("image-1", b"", b""))
    assert (found.score, found.width) == (0.0, 0)
    assert "无法打开" in told(judge_gallery(CHINESE, measured(CHINESE) | {"image-1": found}, LIMITS))


def test_nothing_made_is_worth_nothing() -> None:
    assert judged(replace(CHINESE, made=())).scores[NoteDimension.IMAGES] == 0.0
