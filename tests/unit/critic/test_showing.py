"""The pictures that a model is shown."""

import io

import numpy as np
import pytest
from PIL import Image

from services.common.pictures.encoding import encode_png
from services.critic.adapters.reviewing import Case, shown
from services.critic.domain.expectations import Expectation, TaskType
from tests.unit.critic.pictures import plain, scene


def case(after: bytes, *, task: TaskType = TaskType.TEXT_TO_IMAGE, before: bytes = b"") -> Case:
    return Case(after, before, b"", 0, {}, Expectation(task, 0, 0))


def size(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as image:
        assert image.format == "PNG"
        return image.size


@pytest.mark.parametrize(
    ("stored", "expected"),
    [((1024, 1024), (768, 768)), ((1536, 640), (768, 320)), ((640, 2048), (240, 768)), ((512, 300), (512, 300))],
)
def test_a_picture_is_shown_with_768_pixels_at_most_on_its_longer_side(
    stored: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert [size(png) for png in shown(case(encode_png(plain("teal", *stored))))] == [expected]


@pytest.mark.parametrize("task", [TaskType.INPAINTING, TaskType.PARAMETER_ADJUSTMENT])
def test_of_an_edit_the_picture_before_comes_first(task: TaskType) -> None:
    before, after = shown(case(encode_png(plain("red")), task=task, before=encode_png(plain("blue"))))
    assert _colour(before) == (0, 0, 255) and _colour(after) == (255, 0, 0)


def test_a_small_picture_is_shown_as_it_is() -> None:
    pixels = scene(200, 100)
    (png,) = shown(case(encode_png(pixels)))
    with Image.open(io.BytesIO(png)) as image:
        assert np.array_equal(np.asarray(image), pixels)


def test_what_is_no_picture_is_not_shown() -> None:
    assert shown(case(b"not a picture")) == ()


def _colour(png: bytes) -> tuple[int, ...]:
    with Image.open(io.BytesIO(png)) as image:
        red, green, blue = np.asarray(image)[0, 0]
    return int(red), int(green), int(blue)
