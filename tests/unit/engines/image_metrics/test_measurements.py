"""Metrics of images."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from engines.image_metrics.color import measure_colorfulness, to_oklab
from engines.image_metrics.measurements import measure_grain, measure_sharpness, measure_structure
from engines.image_metrics.palette import measure_palette_fit
from services.common.contract.image_chat import TaskType
from services.common.images.arrays import Pixels
from services.common.images.color_codes import parse_color
from services.critic.domain.image.assessment import assess_adjustment, assess_generation, assess_inpainting
from services.critic.domain.image.expectations import MEDIA, Expectation
from tests.unit.critic.sample_images import (
    PALETTE,
    add_noise,
    blur,
    draw_lines,
    draw_scene,
    generate_noise,
    load_photograph,
)

ANY_IMAGE = arrays.arrays(np.uint8, st.tuples(st.integers(1, 40), st.integers(1, 40), st.just(3)))
ANY_MEDIUM = st.sampled_from(["", "unheard_of", *MEDIA])
ANY_PALETTE = st.lists(st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}"), max_size=6).map(tuple)


@settings(max_examples=60, deadline=None)
@given(ANY_IMAGE, ANY_MEDIUM, ANY_PALETTE, st.floats(0, 1.5))
def test_every_score_of_any_generation_is_between_0_and_1(
    pixels: Pixels, medium: str, palette: tuple[str, ...], strength: float
) -> None:
    assessment = assess_generation(pixels, Expectation(TaskType.TEXT_TO_IMAGE, 40, 40, palette, medium, strength))
    assert all(0 <= value <= 1 for value in (assessment.score, *assessment.dimensions.values()))


@settings(max_examples=60, deadline=None)
@given(ANY_IMAGE, st.integers(0, 2**32 - 1), st.integers(0, 50), ANY_PALETTE)
def test_every_score_of_any_edit_is_between_0_and_1(
    before: Pixels, seed: int, feather: int, palette: tuple[str, ...]
) -> None:
    rng = np.random.default_rng(seed)
    after = rng.integers(0, 256, before.shape, dtype=np.uint8)
    mask = rng.random(before.shape[:2]) < rng.random()
    height, width = before.shape[:2]
    requested = Expectation(TaskType.INPAINTING, width, height, palette)
    repaint = assess_inpainting(before, after, mask, feather, requested)
    changes = {"brightness": 0.5, "contrast": -1.0, "sharpness": 1.0, "crop_left": 0.5, "rotate": 90.0, "hue": 1.0}
    adjustment = assess_adjustment(before, after, changes, requested)
    for assessment in (repaint, adjustment):
        assert all(0 <= value <= 1 for value in (assessment.score, *assessment.dimensions.values()))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["scene", "drawing", "noise", "photo"]), st.floats(0.3, 20), st.floats(0.3, 20))
def test_more_blur_never_raises_sharpness(name: str, radius: float, more: float) -> None:
    pixels = {
        "scene": draw_scene(),
        "drawing": draw_lines(),
        "noise": generate_noise(),
        "photo": load_photograph("astronaut"),
    }[name]
    little, much = blur(pixels, radius), blur(pixels, radius + more)
    rounding = 1 / 255  # each blurred image is rounded to whole levels
    assert measure_sharpness(much) <= measure_sharpness(little) + rounding
    assert measure_sharpness(little) <= measure_sharpness(pixels) + rounding


@pytest.mark.parametrize("spread", [10, 25, 50])
def test_grain_is_the_spread_of_noise_on_a_flat_background(spread: float) -> None:
    flat = np.full((512, 512, 3), 128, dtype=np.uint8)
    # Independent noise in the three channels leaves this much in their luma.
    expected = spread / 255 * np.linalg.norm([0.299, 0.587, 0.114])
    assert measure_grain(add_noise(flat, spread)) == pytest.approx(expected, rel=0.15)


def test_grain_is_measured_only_in_the_mask() -> None:
    half_noisy = draw_scene().copy()
    half_noisy[:, 256:] = generate_noise()[:, 256:]
    right = np.zeros((512, 512), dtype=np.bool_)
    right[:, 256:] = True
    assert measure_grain(half_noisy, right) > 0.1 > 0.01 > measure_grain(half_noisy, ~right)


def test_texture_in_a_part_of_the_image_is_not_grain() -> None:
    assert measure_grain(load_photograph("astronaut")) < 0.01


@pytest.mark.parametrize("size", [1, 2, 4])
def test_noise_has_no_structure_and_a_photograph_has(size: int) -> None:
    assert (
        measure_structure(generate_noise(1024, 1024, size))
        < 0.005
        < 0.3
        < measure_structure(load_photograph("astronaut"))
    )


def test_colorfulness_equals_the_metric_of_hasler_and_suesstrunk() -> None:
    red_and_green = np.array([[[255, 0, 0], [0, 255, 0]]], dtype=np.uint8)
    # rg is 255 and -255 (spread 255, mean 0); yb is 127.5 twice (spread 0, mean 127.5).
    assert measure_colorfulness(red_and_green) == pytest.approx(255 + 0.3 * 127.5)
    assert measure_colorfulness(np.full((4, 4, 3), 90, dtype=np.uint8)) == 0


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
    assert to_oklab(np.array(rgb, dtype=np.uint8)) == pytest.approx(lab, abs=2e-4)


def test_an_image_in_its_palette_has_almost_no_distance_and_no_missing_color() -> None:
    fit = measure_palette_fit(draw_scene(), PALETTE)
    assert fit.distance < 0.005
    assert fit.missing == ()


def test_a_color_that_is_not_in_the_image_is_missing() -> None:
    assert measure_palette_fit(draw_scene(), (*PALETTE, "#ff00ff")).missing == ("#ff00ff",)


@pytest.mark.parametrize("color", ["ff0000", "#ff00", "#gg0000", "red", "#ff00000", "#+12345", "#1_2345"])
def test_an_invalid_hex_color_is_rejected(color: str) -> None:
    with pytest.raises(ValueError):
        parse_color(color)
