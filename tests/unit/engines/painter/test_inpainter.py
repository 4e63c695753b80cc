"""`inpaint`: nothing changes outside the mask and its feather, and something changes inside."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from engines.painter.inpainter import inpaint, inpaint_with_report
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint
from services.common.contract.image_chat import Medium, PartOutcome

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


@pytest.mark.parametrize("prompt", ["a sun", "a moon", "a yellow star"])
def test_what_is_in_the_sky_is_the_main_thing_of_an_area_and_brings_no_sky(prompt: str) -> None:
    """The middle of the area changes, its corners stay as they are around it."""
    plain = np.full((192, 192, 3), (120, 150, 110), dtype=np.uint8)
    mask = np.zeros((192, 192), dtype=np.float32)
    mask[32:160, 32:160] = 1.0
    request = PaintRequest(prompt, "", Look(Medium.WATERCOLOR, PALETTE), 192, 192, 5)
    painting = inpaint_with_report(plain, mask, request, 4)
    changed = np.abs(painting.pixels.astype(int) - plain).max(axis=2)
    assert changed[88:104, 88:104].mean() > 30
    assert all(
        changed[rows, columns].max() < 8
        for rows in (slice(32, 44), slice(148, 160))
        for columns in (slice(32, 44), slice(148, 160))
    )
    assert all(part.outcome is PartOutcome.SHOWN for part in painting.content)


@pytest.mark.parametrize(
    "prompt",
    [
        "a moon and a lake",
        "a lake with a sun",
        "a sun over the sea",
        "a moon at night",
        "a sun and a cat",
        "海上的月亮",
    ],
)
def test_what_is_requested_with_the_sun_or_the_moon_fills_the_area_around_it(prompt: str) -> None:
    plain = np.full((192, 192, 3), (120, 150, 110), dtype=np.uint8)
    mask = np.zeros((192, 192), dtype=np.float32)
    mask[32:160, 32:160] = 1.0
    request = PaintRequest(prompt, "", Look(Medium.WATERCOLOR, PALETTE), 192, 192, 5)
    changed = np.abs(inpaint_with_report(plain, mask, request, 4).pixels.astype(int) - plain).max(axis=2)
    assert all((changed[56:136, columns] > 8).mean() > 0.6 for columns in (slice(52, 62), slice(130, 140)))


def test_a_small_thing_brings_no_scene_into_its_area() -> None:
    plain = np.full((192, 192, 3), (120, 150, 110), dtype=np.uint8)
    mask = np.zeros((192, 192), dtype=np.float32)
    mask[32:160, 32:160] = 1.0
    request = PaintRequest("a small red boat", "", Look(Medium.WATERCOLOR, PALETTE), 192, 192, 5)
    changed = np.abs(inpaint_with_report(plain, mask, request, 4).pixels.astype(int) - plain).max(axis=2) > 8
    assert 0.002 < changed[32:160, 32:160].mean() < 0.3


def test_a_landscape_fades_into_the_image_at_the_edge_of_its_area() -> None:
    plain = np.full((192, 192, 3), (120, 150, 110), dtype=np.uint8)
    mask = np.zeros((192, 192), dtype=np.float32)
    mask[32:160, 32:160] = 1.0
    request = PaintRequest("a lake", "", Look(Medium.WATERCOLOR, PALETTE), 192, 192, 5)
    changed = np.abs(inpaint_with_report(plain, mask, request, 0).pixels.astype(int) - plain).max(axis=2)
    assert changed[32, 32:160].max() < 25 < changed[64:128, 64:128].mean()
