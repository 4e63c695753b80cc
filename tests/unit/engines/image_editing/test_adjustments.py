import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from engines.image_editing.adjustments import AdjustmentError, Adjustments, adjust
from services.common.text.language import Language

Pixels = NDArray[np.uint8]
LEVELS = ("brightness", "contrast", "saturation", "warmth", "sharpness")


def _luma(pixels: Pixels) -> NDArray[np.float64]:
    return np.asarray(pixels @ np.array([0.299, 0.587, 0.114]))


def _chroma(pixels: Pixels) -> float:
    return float((pixels.max(axis=2).astype(int) - pixels.min(axis=2)).mean())


def _warmth(pixels: Pixels) -> float:
    return float(pixels[..., 0].mean() - pixels[..., 2].mean())


def _gradient(pixels: Pixels) -> float:
    luma = _luma(pixels)
    return float((np.diff(luma, axis=0) ** 2).mean() + (np.diff(luma, axis=1) ** 2).mean())


MEASURES: dict[str, Callable[[Pixels], float]] = {
    "brightness": lambda pixels: float(_luma(pixels).mean()),
    "contrast": lambda pixels: float(_luma(pixels).std()),
    "saturation": _chroma,
    "warmth": _warmth,
    "sharpness": _gradient,
}


def _scene(seed: int, dark: int = 30, light: int = 220) -> Pixels:
    """Return soft blobs of color with grain, between *dark* and *light*: shape (48, 64, 3)."""
    rng = np.random.default_rng(seed)
    coarse = Image.fromarray(rng.integers(dark, light, (6, 8, 3), dtype=np.uint8))
    soft = np.asarray(coarse.resize((64, 48), Image.Resampling.BICUBIC)).astype(int)
    return np.clip(soft + rng.integers(-6, 7, soft.shape), dark, light).astype(np.uint8)


@pytest.mark.parametrize("name", LEVELS)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), amount=st.floats(0.05, 1), sign=st.sampled_from([-1, 1]))
def test_each_level_moves_its_quantity_in_the_requested_direction(
    name: str, seed: int, amount: float, sign: int
) -> None:
    before = _scene(seed)
    after = adjust(before, Adjustments.parse({name: sign * amount}))
    assert after.shape == before.shape
    assert (MEASURES[name](after) - MEASURES[name](before)) * sign > 0


@pytest.mark.parametrize("name", LEVELS)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000), amount=st.floats(-1, 0.7))
def test_more_of_a_level_moves_it_further(name: str, seed: int, amount: float) -> None:
    scene = _scene(seed, dark=80, light=170)
    less, more = (adjust(scene, Adjustments.parse({name: value})) for value in (amount, amount + 0.3))
    assert MEASURES[name](more) > MEASURES[name](less)


@given(value=st.integers(0, 240), amount=st.floats(0.1, 1))
def test_brightness_raises_every_gray_that_is_not_nearly_white_even_black(value: int, amount: float) -> None:
    gray = np.full((4, 4, 3), value, dtype=np.uint8)
    assert adjust(gray, Adjustments(brightness=amount)).min() > value
    assert adjust(255 - gray, Adjustments(brightness=-amount)).max() < 255 - value


@given(seed=st.integers(0, 10_000), amount=st.floats(-1, 1))
def test_saturation_does_not_change_gray_and_minus_one_removes_all_color(seed: int, amount: float) -> None:
    scene = _scene(seed)
    gray = np.repeat(scene[..., :1], 3, axis=2)
    assert np.array_equal(adjust(gray, Adjustments(saturation=amount)), gray)
    assert _chroma(adjust(scene, Adjustments(saturation=-1))) == 0


@given(seed=st.integers(0, 10_000), amount=st.floats(-0.5, 0.5))
def test_contrast_and_saturation_preserve_the_mean_luma(seed: int, amount: float) -> None:
    scene = _scene(seed, dark=90, light=160)
    assert _luma(adjust(scene, Adjustments(contrast=amount))).mean() == pytest.approx(_luma(scene).mean(), abs=1.5)
    assert _luma(adjust(scene, Adjustments(saturation=amount))).mean() == pytest.approx(_luma(scene).mean(), abs=1.5)


def test_warmth_changes_white_and_black() -> None:
    for value in (0, 255):
        flat = np.full((4, 4, 3), value, dtype=np.uint8)
        assert _warmth(adjust(flat, Adjustments(warmth=0.5))) > 0
        assert _warmth(adjust(flat, Adjustments(warmth=-0.5))) < 0


@given(seed=st.integers(0, 10_000))
def test_default_adjustments_change_nothing_and_return_a_new_array(seed: int) -> None:
    before = _scene(seed)
    after = adjust(before, Adjustments())
    assert np.array_equal(after, before)
    assert not np.shares_memory(after, before)


@settings(max_examples=25, deadline=None)
@given(
    values=st.fixed_dictionaries({name: st.floats(-1, 1) for name in LEVELS}),
    rotate=st.floats(-360, 360),
    cut=st.floats(0, 0.49),
)
def test_the_same_adjustments_give_the_same_bytes_and_leave_the_input_unchanged(
    values: dict[str, float], rotate: float, cut: float
) -> None:
    scene = _scene(1)
    original = scene.copy()
    adjustments = Adjustments.parse({**values, "rotate": rotate, "crop_left": cut, "crop_bottom": cut})
    assert adjust(scene, adjustments).tobytes() == adjust(scene, adjustments).tobytes()
    assert np.array_equal(scene, original)


def test_a_crop_leaves_exactly_the_pixels_that_were_not_cut_off() -> None:
    scene = _scene(2)
    after = adjust(scene, Adjustments(crop_left=0.25, crop_top=0.5, crop_right=0.125, crop_bottom=0.25))
    assert np.array_equal(after, scene[24:36, 16:56])


@given(left=st.floats(0, 0.99), right=st.floats(0, 0.99))
def test_a_crop_leaves_at_least_one_pixel(left: float, right: float) -> None:
    assume(left + right < 1)
    assert adjust(_scene(2)[:3, :3], Adjustments(crop_left=left, crop_right=right)).size > 0


@pytest.mark.parametrize(("degrees", "rotations"), [(90, -1), (180, 2), (270, 1), (-90, 1), (360, 0)])
def test_a_quarter_turn_is_clockwise_and_exact(degrees: float, rotations: int) -> None:
    assert np.array_equal(adjust(_scene(3), Adjustments(rotate=degrees)), np.rot90(_scene(3), rotations))


@settings(max_examples=60, deadline=None)
@given(degrees=st.floats(-180, 180), width=st.integers(40, 160), height=st.integers(40, 160))
def test_a_rotation_by_any_angle_leaves_no_empty_corner(degrees: float, width: int, height: int) -> None:
    white = np.full((height, width, 3), 255, dtype=np.uint8)
    after = adjust(white, Adjustments(rotate=degrees))
    assert after.min() == 255
    assert after.size > white.size * 0.1


def test_a_small_rotation_is_clockwise_and_leaves_nearly_the_whole_image() -> None:
    scene = np.full((200, 200, 3), 255, dtype=np.uint8)
    scene[:, 98:102] = 0
    after = adjust(scene, Adjustments(rotate=5))
    assert after.shape[0] > 180
    dark = [int(after[row, :, 0].argmin()) for row in (5, -5)]
    assert dark[0] > dark[1]


@pytest.mark.parametrize(
    ("adjustments", "shape"),
    [
        (Adjustments(width=32), (24, 32, 3)),
        (Adjustments(height=96), (96, 128, 3)),
        (Adjustments(width=50, height=50), (50, 50, 3)),
        (Adjustments(rotate=90, width=24), (32, 24, 3)),
        (Adjustments(crop_right=0.5, height=24), (24, 16, 3)),
        (Adjustments(rotate=10, width=64, height=48), (48, 64, 3)),
    ],
)
def test_the_result_has_the_requested_size(adjustments: Adjustments, shape: tuple[int, int, int]) -> None:
    assert adjust(_scene(4), adjustments).shape == shape


def test_a_side_at_the_limit_is_accepted_and_a_longer_one_is_rejected_even_if_it_is_derived() -> None:
    assert adjust(_scene(4), Adjustments(width=100), max_side=100).shape[1] == 100
    for too_large in (Adjustments(width=101), Adjustments(height=76)):
        with pytest.raises(AdjustmentError) as caught:
            adjust(_scene(4), too_large, max_side=100)
        assert caught.value.parameter == "width"
        assert "101×76" in caught.value.text.en


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"brightness": 1.01}, "brightness"),
        ({"warmth": -2}, "warmth"),
        ({"contrast": math.nan}, "contrast"),
        ({"rotate": math.inf}, "rotate"),
        ({"rotate": 361}, "rotate"),
        ({"crop_left": -0.1}, "crop_left"),
        ({"crop_top": 1}, "crop_top"),
        ({"crop_left": 0.5, "crop_right": 0.5}, "crop_right"),
        ({"crop_top": 0.6, "crop_bottom": 0.6}, "crop_bottom"),
        ({"width": 0}, "width"),
        ({"height": 10.5}, "height"),
        ({"width": math.inf}, "width"),
        ({"glow": 0.5}, "glow"),
    ],
)
def test_an_unknown_or_out_of_range_parameter_is_named(parameters: dict[str, float], field: str) -> None:
    with pytest.raises(AdjustmentError) as caught:
        Adjustments.parse(parameters)
    assert caught.value.parameter == field
    for language in Language:
        assert field in caught.value.text.pick(language)


def test_parameters_are_parsed_by_name_and_style_strength_is_ignored() -> None:
    adjustments = Adjustments.parse({"brightness": 0.2, "width": 512.0, "style_strength": 0.5})
    assert adjustments == Adjustments(brightness=0.2, width=512)


def test_the_ends_of_every_scale_are_accepted() -> None:
    for end in (-1, 1):
        Adjustments.parse(dict.fromkeys(LEVELS, end) | {"rotate": 360 * end})


def test_blur_does_not_shift_the_image() -> None:
    scene = _scene(5)
    after = adjust(scene, Adjustments(sharpness=-0.4))
    reference = np.asarray(Image.fromarray(scene).filter(ImageFilter.BoxBlur(1)))
    assert np.abs(after.astype(int) - reference).mean() < 4
