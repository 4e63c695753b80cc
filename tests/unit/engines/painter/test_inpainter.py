"""`inpaint`: nothing changes outside the mask and its feather, and something changes inside."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from engines.painter.inpainter import inpaint
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint
from services.common.contract.image_chat import Medium

PALETTE = ("#a9d6ee", "#2f4f7a", "#ef8d45", "#5ba36b", "#e5556a", "#ffe3a3")


def make_request(prompt: str, medium: Medium = Medium.OIL) -> PaintRequest:
    return PaintRequest(prompt, "", Look(medium, PALETTE), 96, 96, 5)


@pytest.fixture(scope="module")
def image() -> NDArray[np.uint8]:
    return paint(PaintRequest("house", "", Look(Medium.ANIME, PALETTE), 96, 96, 2))


def box_mask(top: int, bottom: int, left: int, right: int) -> NDArray[np.float32]:
    mask = np.zeros((96, 96), dtype=np.float32)
    mask[top:bottom, left:right] = 1.0
    return mask


@pytest.mark.parametrize("prompt", ["a cat", "starry sky", "", "no such thing"])
@pytest.mark.parametrize("feather", [0, 6])
def test_every_pixel_outside_the_feathered_mask_is_unchanged(
    image: NDArray[np.uint8], prompt: str, feather: int
) -> None:
    """Bit-identical beyond the feather, visibly changed inside."""
    mask = box_mask(20, 76, 30, 84)
    after = inpaint(image, mask, make_request(prompt), feather)
    outside = distance_transform_edt(mask < 0.5) >= max(1, feather)
    assert np.array_equal(after[outside], image[outside])
    assert np.abs(after[mask > 0].astype(int) - image[mask > 0]).mean() > 3


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 80), st.integers(0, 80), st.integers(1, 60), st.integers(1, 60), st.floats(0, 12))
def test_any_box_leaves_the_rest_unchanged(top: int, left: int, high: int, wide: int, feather: float) -> None:
    """This includes tiny boxes and boxes at the edge."""
    ground = np.random.default_rng(3).integers(0, 256, (96, 96, 3)).astype(np.uint8)
    mask = box_mask(top, min(96, top + high), left, min(96, left + wide)) > 0
    after = inpaint(ground, mask, make_request("a boat", Medium.FLAT), feather)
    outside = distance_transform_edt(~mask) >= max(1.0, feather)
    assert np.array_equal(after[outside], ground[outside])


def test_an_empty_mask_changes_nothing(image: NDArray[np.uint8]) -> None:
    """Without masked pixels the image is returned unchanged."""
    assert np.array_equal(inpaint(image, np.zeros((96, 96), dtype=np.float32), make_request("cat"), 4), image)


def test_a_full_mask_paints_a_whole_scene(image: NDArray[np.uint8]) -> None:
    """With everything masked the result is a new image."""
    after = inpaint(image, np.ones((96, 96), dtype=bool), make_request("cat"), 4)
    assert np.abs(after.astype(int) - image).mean() > 10


def test_a_fill_without_prompt_matches_its_surroundings() -> None:
    """A spot on a smooth gradient is removed: the fill differs from the gradient by a few steps at most."""
    ramp = np.linspace(60, 200, 96)[None, :, None] * np.ones((96, 1, 3))
    spoiled = ramp.copy()
    spoiled[36:60, 36:60] = (255, 0, 0)
    mask = box_mask(34, 62, 34, 62)
    after = inpaint(spoiled.astype(np.uint8), mask, make_request(""), 3)
    assert np.abs(after.astype(float) - ramp).max() < 12


def test_a_fill_without_prompt_continues_the_texture() -> None:
    """Stripes around the hole continue inside it."""
    stripes = np.where((np.arange(96) // 4) % 2, 60, 190)[:, None, None] * np.ones((1, 96, 3))
    given_image = stripes.astype(np.uint8)
    given_image[40:56, 40:56] = 255
    after = inpaint(given_image, box_mask(40, 56, 40, 56), make_request(""), 0)
    assert after[40:56, 40:56].std() > 0.4 * stripes.std()


def test_a_mask_of_another_size_is_rejected(image: NDArray[np.uint8]) -> None:
    """Mask and image must have the same size."""
    with pytest.raises(ValueError, match="does not fit"):
        inpaint(image, np.ones((10, 10), dtype=bool), make_request("cat"), 2)


def test_inpainting_is_deterministic(image: NDArray[np.uint8]) -> None:
    """The same image, mask and request give the same bytes."""
    mask = box_mask(10, 80, 10, 80)
    first, second = (inpaint(image, mask, make_request("a robot"), 5) for _ in range(2))
    assert first.tobytes() == second.tobytes()
