"""A provider's picture comes to the size ordered, and a repaint stays in its mask."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from services.common.pictures.arrays import Mask, Pixels
from services.executor.domain.fitting import composite, cover, framed, framed_mask
from services.executor.domain.sizes import Size, nearest_size

OFFERED = ((1024, 1024), (1536, 1024), (1024, 1536))
sizes = st.tuples(st.integers(1, 48), st.integers(1, 48))
pictures = sizes.flatmap(lambda size: arrays(np.uint8, (*size, 3)))


def gradient(width: int, height: int) -> Pixels:
    rows, columns = np.linspace(0, 255, height)[:, None], np.linspace(0, 255, width)[None, :]
    plane = np.broadcast_to(rows, (height, width)), np.broadcast_to(columns, (height, width))
    return np.stack([*plane, (plane[0] + plane[1]) / 2], axis=2).astype(np.uint8)


def disc(width: int, height: int, radius: float) -> Mask:
    rows, columns = np.mgrid[:height, :width]
    return np.asarray((rows - height / 2) ** 2 + (columns - width / 2) ** 2 < radius**2)


def distance_to(mask: Mask) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return each pixel's distance to the nearest marked one, the slow and plain way."""
    marked = np.argwhere(mask)
    points = np.argwhere(np.ones_like(mask))
    apart = np.sqrt(((points[:, None, :] - marked[None, :, :]) ** 2).sum(axis=2)).min(axis=1)
    return np.asarray(apart.reshape(mask.shape))


@given(pixels=pictures, size=sizes)
@settings(deadline=None)
def test_any_picture_comes_to_exactly_the_size_ordered(pixels: Pixels, size: Size) -> None:
    assert cover(pixels, size).shape == (size[1], size[0], 3)


@given(pixels=pictures, size=sizes)
@settings(deadline=None)
def test_a_picture_in_a_frame_has_exactly_the_size_of_the_frame_and_so_has_its_mask(pixels: Pixels, size: Size) -> None:
    assert framed(pixels, size).shape == (size[1], size[0], 3)
    assert framed_mask(np.ones(pixels.shape[:2], bool), size).shape == (size[1], size[0])


def test_a_picture_of_the_size_ordered_is_left_as_it_is() -> None:
    assert np.array_equal(cover(gradient(40, 30), (40, 30)), gradient(40, 30))


def test_a_wider_picture_loses_its_sides_and_not_its_proportions() -> None:
    wide = np.zeros((100, 300, 3), np.uint8)
    wide[:, 100:200] = 255
    assert cover(wide, (50, 50)).min() > 230


@pytest.mark.parametrize("frame", [(96, 64), (64, 96), (128, 128)])
def test_what_was_sent_in_a_frame_is_found_again_in_the_answer(frame: Size) -> None:
    picture = gradient(60, 44)
    back = cover(framed(picture, frame), (60, 44))
    assert np.abs(back.astype(int) - picture)[2:-2, 2:-2].max() <= 6


def test_a_mask_lies_in_its_frame_where_its_picture_lies() -> None:
    picture, mask = np.zeros((40, 40, 3), np.uint8), np.zeros((40, 40), bool)
    mask[10:20, 5:25] = True
    picture[mask] = 255
    seen = framed(picture, (120, 80))[..., 0] > 127
    assert np.array_equal(seen, framed_mask(mask, (120, 80)))


def test_a_mask_one_pixel_wide_outlives_its_scaling_down() -> None:
    mask = np.zeros((1000, 1000), bool)
    mask[:, 501] = True
    assert framed_mask(mask, (100, 100)).any(axis=1).all()


@given(wanted=st.tuples(st.integers(64, 2048), st.integers(64, 2048)))
def test_of_the_sizes_offered_the_one_nearest_in_aspect_is_chosen(wanted: Size) -> None:
    def apart(size: Size) -> float:
        return abs(math.log(size[0] / size[1]) - math.log(wanted[0] / wanted[1]))

    assert apart(nearest_size(wanted, OFFERED)) <= min(map(apart, OFFERED)) + 0.02


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [((300, 300), (512, 512)), ((512, 512), (512, 512)), ((600, 600), (1024, 1024)), ((2048, 2048), (1024, 1024))],
)
def test_of_sizes_of_one_aspect_the_least_that_is_not_smaller_is_chosen_else_the_largest(
    wanted: Size, chosen: Size
) -> None:
    assert nearest_size(wanted, ((256, 256), (512, 512), (1024, 1024))) == chosen


def test_a_hardly_better_aspect_is_not_worth_half_the_resolution() -> None:
    assert nearest_size((1920, 1080), ((1024, 576), (1936, 1088))) == (1936, 1088)


@given(data=st.data(), size=sizes, feather=st.integers(0, 9))
@settings(deadline=None)
def test_no_pixel_farther_from_the_mask_than_the_feather_changes(data: st.DataObject, size: Size, feather: int) -> None:
    picture = data.draw(arrays(np.uint8, (*size, 3)))
    mask = data.draw(arrays(np.bool_, size))
    finished = composite(picture, data.draw(pictures), mask, feather)
    outside = distance_to(mask) > feather if mask.any() else ~mask
    assert np.array_equal(finished[outside], picture[outside])


@given(data=st.data(), size=sizes, feather=st.integers(0, 9))
@settings(deadline=None)
def test_every_pixel_in_the_mask_is_the_painted_one(data: st.DataObject, size: Size, feather: int) -> None:
    picture, painted = (data.draw(arrays(np.uint8, (*size, 3))) for _ in range(2))
    mask = data.draw(arrays(np.bool_, size))
    assert np.array_equal(composite(picture, painted, mask, feather)[mask], painted[mask])


def test_across_the_feather_the_new_gives_way_smoothly_to_the_old() -> None:
    picture, painted = np.zeros((80, 80, 3), np.uint8), np.full((80, 80, 3), 240, np.uint8)
    row = composite(picture, painted, disc(80, 80, 15), 8)[40, 40:, 0].astype(int)
    steps = -np.diff(row)
    assert row[0] == 240
    assert row[-1] == 0
    assert (steps >= 0).all()
    assert steps.max() <= 48  # over 8 pixels: a fifth at most at once


def test_a_mask_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        composite(gradient(8, 8), gradient(8, 8), np.ones((8, 9), bool), 2)
