import io

import numpy as np
import pytest
from PIL import Image

from services.executor.adapters.dashscope.masked_area import choose_upload_size, render_masked_area


def _png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def _mask(size: tuple[int, int], box: tuple[int, int, int, int]) -> bytes:
    mask = Image.new("L", size, 0)
    mask.paste(255, box)
    return _png(mask)


def _pixels(jpeg: bytes) -> "np.typing.NDArray[np.int16]":
    return np.asarray(Image.open(io.BytesIO(jpeg)).convert("RGB")).astype(np.int16)


def test_the_second_image_differs_from_the_first_only_in_the_area() -> None:
    area = render_masked_area(_png(Image.new("RGB", (512, 512), (30, 120, 60))), _mask((512, 512), (64, 128, 192, 256)))
    changed = np.abs(_pixels(area.image) - _pixels(area.covered)).max(axis=2) > 40
    ys, xs = np.nonzero(changed)
    assert (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1) == (64, 128, 192, 256)
    assert changed[128:256, 64:192].all()


def test_the_area_is_covered_in_magenta() -> None:
    area = render_masked_area(_png(Image.new("RGB", (512, 512), (30, 120, 60))), _mask((512, 512), (64, 128, 192, 256)))
    assert np.abs(_pixels(area.covered)[192, 128] - (255, 0, 255)).max() <= 3


def test_the_box_is_in_shares_of_the_image() -> None:
    area = render_masked_area(_png(Image.new("RGB", (512, 1024))), _mask((512, 1024), (128, 256, 256, 512)))
    assert area.box == (0.25, 0.25, 0.5, 0.5)


def test_a_line_of_one_pixel_stays_visible_when_the_image_is_downscaled() -> None:
    area = render_masked_area(_png(Image.new("RGB", (4096, 256))), _mask((4096, 256), (2000, 0, 2001, 256)))
    assert (_pixels(area.covered)[:, :, 0] > 128).any()


@pytest.mark.parametrize(
    ("size", "sent"),
    [
        ((1024, 1024), (1024, 1024)),
        ((4096, 2048), (2048, 1024)),
        ((256, 512), (384, 768)),
        ((64, 2048), (64, 2048)),
    ],
)
def test_images_are_sent_within_the_sides_that_the_api_recommends(size: tuple[int, int], sent: tuple[int, int]) -> None:
    assert choose_upload_size(*size) == sent
