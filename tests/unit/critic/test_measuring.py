"""The measures mean what they say, whatever the picture."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from services.common.pictures.arrays import Pixels
from services.critic.domain.colour import colourfulness, oklab
from services.critic.domain.expectations import MEDIA, Expectation, TaskType, parse_hex
from services.critic.domain.judging import judge_adjustment, judge_generation, judge_repaint
from services.critic.domain.measuring import grain, sharpness, structure
from services.critic.domain.palette import fit_palette
from tests.unit.critic.pictures import PALETTE, blurred, drawing, noise, photograph, scene, speckled

ANY_PICTURE = arrays.arrays(np.uint8, st.tuples(st.integers(1, 40), st.integers(1, 40), st.just(3)))
ANY_MEDIUM = st.sampled_from(["", "unheard_of", *MEDIA])
ANY_PALETTE = st.lists(st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}"), max_size=6).map(tuple)


@settings(max_examples=60, deadline=None)
@given(ANY_PICTURE, ANY_MEDIUM, ANY_PALETTE, st.floats(0, 1.5))
def test_every_score_and_mark_of_any_generation_lies_between_0_and_1(
    pixels: Pixels, medium: str, palette: tuple[str, ...], strength: float
) -> None:
    judgement = judge_generation(pixels, Expectation(TaskType.TEXT_TO_IMAGE, 40, 40, palette, medium, strength))
    assert all(0 <= value <= 1 for value in (judgement.score, *judgement.dimensions.values()))


@settings(max_examples=60, deadline=None)
@given(ANY_PICTURE, st.integers(0, 2**32 - 1), st.integers(0, 50), ANY_PALETTE)
def test_every_score_and_mark_of_any_edit_lies_between_0_and_1(
    before: Pixels, seed: int, feather: int, palette: tuple[str, ...]
) -> None:
    dice = np.random.default_rng(seed)
    after = dice.integers(0, 256, before.shape, dtype=np.uint8)
    mask = dice.random(before.shape[:2]) < dice.random()
    height, width = before.shape[:2]
    asked = Expectation(TaskType.INPAINTING, width, height, palette)
    repaint = judge_repaint(before, after, mask, feather, asked)
    changes = {"brightness": 0.5, "contrast": -1.0, "sharpness": 1.0, "crop_left": 0.5, "rotate": 90.0, "hue": 1.0}
    adjustment = judge_adjustment(before, after, changes, asked)
    for judgement in (repaint, adjustment):
        assert all(0 <= value <= 1 for value in (judgement.score, *judgement.dimensions.values()))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["scene", "drawing", "noise", "photo"]), st.floats(0.3, 20), st.floats(0.3, 20))
def test_more_blur_never_raises_sharpness(name: str, radius: float, more: float) -> None:
    pixels = {"scene": scene(), "drawing": drawing(), "noise": noise(), "photo": photograph("astronaut")}[name]
    little, much = blurred(pixels, radius), blurred(pixels, radius + more)
    rounding = 1 / 255  # each blurred picture is rounded to whole levels
    assert sharpness(much) <= sharpness(little) + rounding
    assert sharpness(little) <= sharpness(pixels) + rounding


@pytest.mark.parametrize("spread", [10, 25, 50])
def test_grain_tells_the_spread_of_noise_on_a_flat_ground(spread: float) -> None:
    flat = np.full((512, 512, 3), 128, dtype=np.uint8)
    # Independent noise in the three channels leaves this much in their luma.
    expected = spread / 255 * np.linalg.norm([0.299, 0.587, 0.114])
    assert grain(speckled(flat, spread)) == pytest.approx(expected, rel=0.15)


def test_grain_is_measured_only_where_asked() -> None:
    half_noisy = scene().copy()
    half_noisy[:, 256:] = noise()[:, 256:]
    right = np.zeros((512, 512), dtype=np.bool_)
    right[:, 256:] = True
    assert grain(half_noisy, right) > 0.1 > 0.01 > grain(half_noisy, ~right)


def test_texture_in_a_part_of_the_picture_is_no_grain() -> None:
    assert grain(photograph("astronaut")) < 0.01


@pytest.mark.parametrize("size", [1, 2, 4])
def test_noise_has_no_structure_and_a_photograph_has(size: int) -> None:
    assert structure(noise(1024, 1024, size)) < 0.005 < 0.3 < structure(photograph("astronaut"))


def test_colourfulness_is_that_of_hasler_and_suesstrunk() -> None:
    red_and_green = np.array([[[255, 0, 0], [0, 255, 0]]], dtype=np.uint8)
    # rg is 255 and -255 (spread 255, mean 0); yb is 127.5 twice (spread 0, mean 127.5).
    assert colourfulness(red_and_green) == pytest.approx(255 + 0.3 * 127.5)
    assert colourfulness(np.full((4, 4, 3), 90, dtype=np.uint8)) == 0


@pytest.mark.parametrize(
    ("rgb", "lab"),
    [
        ((255, 255, 255), (1.0, 0.0, 0.0)),
        ((0, 0, 0), (0.0, 0.0, 0.0)),
        ((255, 0, 0), (0.62796, 0.22486, 0.12585)),
        ((0, 0, 255), (0.45201, -0.03246, -0.31153)),
    ],
)
def test_oklab_gives_the_published_values(rgb: tuple[int, int, int], lab: tuple[float, float, float]) -> None:
    assert oklab(np.array(rgb, dtype=np.uint8)) == pytest.approx(lab, abs=2e-4)


def test_a_picture_in_its_palette_is_at_no_distance_from_it_and_misses_nothing() -> None:
    fit = fit_palette(scene(), PALETTE)
    assert fit.distance < 0.005
    assert fit.missing == ()


def test_a_colour_that_is_nowhere_is_missing() -> None:
    assert fit_palette(scene(), (*PALETTE, "#ff00ff")).missing == ("#ff00ff",)


@pytest.mark.parametrize("colour", ["ff0000", "#ff00", "#gg0000", "red", "#ff00000", "#+12345", "#1_2345"])
def test_what_is_no_hex_colour_is_refused(colour: str) -> None:
    with pytest.raises(ValueError):
        parse_hex(colour)
