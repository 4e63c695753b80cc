"""Changes inside an area, and images rendered in the technique of a style."""

import numpy as np
import pytest

from engines.image_editing.adjustments import AdjustmentError, resolve
from engines.image_editing.area import replace_area
from engines.image_editing.media import render_in_medium
from services.common.contract.image_chat import Medium

RNG = np.random.default_rng(3)
IMAGE = np.asarray(np.kron(RNG.integers(30, 220, (12, 16, 3)), np.ones((8, 8, 1))), dtype=np.uint8)
PALETTE = ("#2b2d42", "#8d99ae", "#edf2f4", "#ef233c")


def test_a_change_of_an_area_changes_pixels_inside_it_and_none_outside() -> None:
    mask = np.zeros(IMAGE.shape[:2], bool)
    mask[20:70, 30:90] = True
    changed = replace_area(IMAGE, 255 - IMAGE, mask)
    assert np.array_equal(changed[~mask], IMAGE[~mask])
    assert np.array_equal(changed[40:50, 50:70], (255 - IMAGE)[40:50, 50:70])


def test_an_area_one_pixel_wide_changes_too() -> None:
    mask = np.zeros(IMAGE.shape[:2], bool)
    mask[10] = True
    assert np.array_equal(replace_area(IMAGE, 255 - IMAGE, mask)[10], (255 - IMAGE)[10])


def test_a_replacement_of_another_size_is_rejected_for_an_area() -> None:
    with pytest.raises(AdjustmentError):
        replace_area(IMAGE, IMAGE[::2], np.ones(IMAGE.shape[:2], bool))


@pytest.mark.parametrize("medium", [*Medium, ""])
@pytest.mark.parametrize("size", [(96, 128), (65, 64), (1, 1)])
def test_rendering_in_a_medium_is_deterministic_for_any_size(medium: str, size: tuple[int, int]) -> None:
    image = IMAGE[: size[0], : size[1]]
    rendered = render_in_medium(image, medium, PALETTE)
    assert rendered.shape == image.shape and rendered.dtype == np.uint8
    assert np.array_equal(rendered, render_in_medium(image, medium, PALETTE))
    assert size == (1, 1) or not np.array_equal(rendered, image)


def test_the_media_differ() -> None:
    rendered = [render_in_medium(IMAGE, medium, PALETTE).tobytes() for medium in Medium]
    assert len(set(rendered)) == len(rendered)


@pytest.mark.parametrize(
    ("parameters", "resolved"),
    [
        ({"aspect_ratio": 1.0}, {"crop_left": 0.125, "crop_right": 0.125}),
        ({"scale": 0.5, "brightness": 0.2}, {"width": 64.0, "height": 48.0, "brightness": 0.2}),
    ],
)
def test_parameters_relative_to_the_size_are_resolved(parameters: dict[str, float], resolved: dict[str, float]) -> None:
    assert resolve(parameters, (128, 96)) == resolved


@pytest.mark.parametrize("parameters", [{"scale": 1e9}, {"aspect_ratio": 0.0}, {"scale": float("nan")}])
def test_a_ratio_out_of_range_is_rejected(parameters: dict[str, float]) -> None:
    with pytest.raises(AdjustmentError):
        resolve(parameters, (128, 96))
