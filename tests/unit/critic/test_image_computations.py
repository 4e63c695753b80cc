"""Images for a model."""

import io

import numpy as np
import pytest
from PIL import Image

from services.common.contract.image_chat import TaskType
from services.common.images.encoder import encode_png
from services.critic.adapters.image_computations import ImageCase, downscale_images
from services.critic.domain.image.expectations import Expectation
from tests.unit.critic.sample_images import draw_scene, fill


def case(after: bytes, *, task: TaskType = TaskType.TEXT_TO_IMAGE, before: bytes = b"") -> ImageCase:
    return ImageCase(after, before, b"", 0, {}, Expectation(task, 0, 0))


def size(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as image:
        assert image.format == "PNG"
        return image.size


@pytest.mark.parametrize(
    ("stored", "expected"),
    [((1024, 1024), (768, 768)), ((1536, 640), (768, 320)), ((640, 2048), (240, 768)), ((512, 300), (512, 300))],
)
def test_an_image_is_downscaled_to_at_most_768_pixels_on_its_longer_side(
    stored: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert [size(png) for png in downscale_images(case(encode_png(fill("teal", *stored))))] == [expected]


@pytest.mark.parametrize("task", [TaskType.INPAINTING, TaskType.PARAMETER_ADJUSTMENT])
def test_for_an_edit_the_original_comes_first(task: TaskType) -> None:
    before, after = downscale_images(case(encode_png(fill("red")), task=task, before=encode_png(fill("blue"))))
    assert _get_color(before) == (0, 0, 255) and _get_color(after) == (255, 0, 0)


def test_a_small_image_is_not_scaled() -> None:
    pixels = draw_scene(200, 100)
    (png,) = downscale_images(case(encode_png(pixels)))
    with Image.open(io.BytesIO(png)) as image:
        assert np.array_equal(np.asarray(image), pixels)


def test_bytes_that_are_not_an_image_give_no_image_for_the_model() -> None:
    assert downscale_images(case(b"not a picture")) == ()


def _get_color(png: bytes) -> tuple[int, ...]:
    with Image.open(io.BytesIO(png)) as image:
        red, green, blue = np.asarray(image)[0, 0]
    return int(red), int(green), int(blue)
