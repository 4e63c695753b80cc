"""A provider's image gets the requested size, and inpainting stays in its mask."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from services.common.images.arrays import Mask, Pixels
from services.executor.domain.image_fit import composite, cover, frame, frame_mask
from services.executor.domain.sizes import Size, find_nearest_size

OFFERED = ((1024, 1024), (1536, 1024), (1024, 1536))
sizes = st.tuples(st.integers(1, 48), st.integers(1, 48))
images = sizes.flatmap(lambda size: arrays(np.uint8, (*size, 3)))


def gradient(width: int, height: int) -> Pixels:
    rows, columns = np.linspace(0, 255, height)[:, None], np.linspace(0, 255, width)[None, :]
    plane = np.broadcast_to(rows, (height, width)), np.broadcast_to(columns, (height, width))
    return np.stack([*plane, (plane[0] + plane[1]) / 2], axis=2).astype(np.uint8)


def disc(width: int, height: int, radius: float) -> Mask:
    rows, columns = np.mgrid[:height, :width]
    return np.asarray((rows - height / 2) ** 2 + (columns - width / 2) ** 2 < radius**2)


def distance_to(mask: Mask) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return each pixel's distance to the nearest marked one, by brute force."""
    marked = np.argwhere(mask)
    points = np.argwhere(np.ones_like(mask))
    apart = np.sqrt(((points[:, None, :] - marked[None, :, :]) ** 2).sum(axis=2)).min(axis=1)
    return np.asarray(apart.reshape(mask.shape))


@given(pixels=images, size=sizes)
@settings(deadline=None)
def test_any_image_gets_exactly_the_requested_size(pixels: Pixels, size: Size) -> None:
    assert cover(pixels, size).shape == (size[1], size[0], 3)


@given(pixels=images, size=sizes)
@settings(deadline=None)
def test_a_framed_image_and_its_mask_have_exactly_the_size_of_the_frame(pixels: Pixels, size: Size) -> None:
    assert frame(pixels, size).shape == (size[1], size[0], 3)
    assert frame_mask(np.ones(pixels.shape[:2], bool), size).shape == (size[1], size[0])


def test_an_image_of_the_requested_size_is_unchanged() -> None:
    assert np.array_equal(cover(gradient(40, 30), (40, 30)), gradient(40, 30))


def test_a_wider_image_is_cropped_at_its_sides_and_keeps_its_proportions() -> None:
    wide = np.zeros((100, 300, 3), np.uint8)
    wide[:, 100:200] = 255
    assert cover(wide, (50, 50)).min() > 230


@pytest.mark.parametrize("size", [(96, 64), (64, 96), (128, 128)])
def test_an_image_sent_in_a_frame_is_recovered_from_the_response(size: Size) -> None:
    image = gradient(60, 44)
    back = cover(frame(image, size), (60, 44))
    assert np.abs(back.astype(int) - image)[2:-2, 2:-2].max() <= 6


def test_a_framed_mask_matches_its_framed_image() -> None:
    image, mask = np.zeros((40, 40, 3), np.uint8), np.zeros((40, 40), bool)
    mask[10:20, 5:25] = True
    image[mask] = 255
    seen = frame(image, (120, 80))[..., 0] > 127
    assert np.array_equal(seen, frame_mask(mask, (120, 80)))


def test_a_mask_one_pixel_wide_is_not_lost_by_downscaling() -> None:
    mask = np.zeros((1000, 1000), bool)
    mask[:, 501] = True
    assert frame_mask(mask, (100, 100)).any(axis=1).all()


@given(requested=st.tuples(st.integers(64, 2048), st.integers(64, 2048)))
def test_the_supported_size_with_the_nearest_aspect_ratio_is_chosen(requested: Size) -> None:
    def apart(size: Size) -> float:
        return abs(math.log(size[0] / size[1]) - math.log(requested[0] / requested[1]))

    assert apart(find_nearest_size(requested, OFFERED)) <= min(map(apart, OFFERED)) + 0.02


@pytest.mark.parametrize(
    ("requested", "chosen"),
    [((300, 300), (512, 512)), ((512, 512), (512, 512)), ((600, 600), (1024, 1024)), ((2048, 2048), (1024, 1024))],
)
def test_among_sizes_of_one_aspect_ratio_the_smallest_sufficient_one_is_chosen_or_else_the_largest(
    requested: Size, chosen: Size
) -> None:
    assert find_nearest_size(requested, ((256, 256), (512, 512), (1024, 1024))) == chosen


def test_a_slightly_better_aspect_ratio_does_not_justify_half_the_resolution() -> None:
    assert find_nearest_size((1920, 1080), ((1024, 576), (1936, 1088))) == (1936, 1088)


@given(data=st.data(), size=sizes, feather=st.integers(0, 9))
@settings(deadline=None)
def test_pixels_farther_from_the_mask_than_the_feather_are_unchanged(
    data: st.DataObject, size: Size, feather: int
) -> None:
    image = data.draw(arrays(np.uint8, (*size, 3)))
    mask = data.draw(arrays(np.bool_, size))
    finished = composite(image, data.draw(images), mask, feather)
    outside = distance_to(mask) > feather if mask.any() else ~mask
    assert np.array_equal(finished[outside], image[outside])


@given(data=st.data(), size=sizes, feather=st.integers(0, 9))
@settings(deadline=None)
def test_every_pixel_in_the_mask_is_that_of_the_generated_image(data: st.DataObject, size: Size, feather: int) -> None:
    image, painted = (data.draw(arrays(np.uint8, (*size, 3))) for _ in range(2))
    mask = data.draw(arrays(np.bool_, size))
    assert np.array_equal(composite(image, painted, mask, feather)[mask], painted[mask])


def test_the_feather_blends_smoothly_from_the_new_image_to_the_old_one() -> None:
    image, painted = np.zeros((80, 80, 3), np.uint8), np.full((80, 80, 3), 240, np.uint8)
    row = composite(image, painted, disc(80, 80, 15), 8)[40, 40:, 0].astype(int)
    steps = -np.diff(row)
    assert row[0] == 240
    assert row[-1] == 0
    assert (steps >= 0).all()
    assert steps.max() <= 48  # over 8 pixels: at most a fifth per step


def test_a_mask_of_another_size_is_rejected() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        composite(gradient(8, 8), gradient(8, 8), np.ones((8, 9), bool), 2)
