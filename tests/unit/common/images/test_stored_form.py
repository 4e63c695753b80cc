"""Uploaded images are stored unchanged except for metadata, and never at many times their size."""

import io

import numpy as np
import pytest
from PIL import Image

from services.common.errors import Code
from services.common.images.decoder import decode_image
from services.common.images.formats import Format, sniff
from services.common.images.limits import ImageLimits
from services.common.images.stored_form import to_stored_form

SECRET = b"48.8584N 2.2945E"
NOISE = Image.fromarray(np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8))


def store(data: bytes) -> bytes:
    return to_stored_form(data, ImageLimits(), error=Code.INVALID_INPUT_FORMAT, field="image")[0]


def read(data: bytes) -> "np.typing.NDArray[np.uint8]":
    """Return the pixels that a decoder returns that ignores the orientation."""
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"))


def save(image: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def describe(orientation: int = 1) -> Image.Exif:
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    exif[0x0112] = orientation
    return exif


PLAIN = {
    "JPEG": save(NOISE, "JPEG", quality=75),
    "progressive JPEG": save(NOISE, "JPEG", quality=75, progressive=True),
    "gray JPEG": save(NOISE.convert("L"), "JPEG"),
    "JPEG with restarts": save(NOISE, "JPEG", restart_marker_rows=1),
    "PNG": save(NOISE, "PNG"),
    "palette PNG": save(NOISE.quantize(64), "PNG"),
    "lossy WebP": save(NOISE, "WEBP", quality=75),
    "lossless WebP": save(NOISE, "WEBP", lossless=True),
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_file_without_metadata_is_stored_as_it_is(name: str) -> None:
    assert store(PLAIN[name]) == PLAIN[name]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_metadata_is_removed_and_nothing_else(kind: str) -> None:
    plain, described = save(NOISE, kind), save(NOISE, kind, exif=describe(), icc_profile=SECRET * 20)
    assert SECRET in described and SECRET not in store(described)
    assert np.array_equal(read(store(described)), read(plain)) and len(store(described)) <= len(plain) + 20


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_what_follows_the_end_of_an_image_is_not_stored(kind: str) -> None:
    plain = save(NOISE, kind)
    assert store(plain + b"<script>PK\x03\x04") == plain


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", [3, 6])
def test_an_image_that_lies_on_its_side_is_stored_upright(kind: str, orientation: int) -> None:
    data = save(NOISE, kind, exif=describe(orientation))
    upright = decode_image(data, ImageLimits(), error=Code.INVALID_INPUT_FORMAT, field=None)
    stored = read(store(data)).astype(int)
    assert stored.shape == upright.shape and np.abs(stored - upright).mean() < 5


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_transparent_image_is_stored_on_white(kind: str) -> None:
    image = Image.new("RGBA", (64, 64), (200, 0, 0, 0))
    assert read(store(save(image, kind))).min() > 250


@pytest.mark.parametrize(
    "data",
    [
        save(NOISE, "JPEG", exif=describe(6)),
        save(NOISE.convert("CMYK"), "JPEG"),
        save(Image.merge("RGBA", (*NOISE.split(), Image.new("L", NOISE.size, 254))), "WEBP", quality=60),
    ],
    ids=["on its side", "CMYK", "transparent WebP"],
)
def test_an_image_that_has_to_be_encoded_again_does_not_grow_many_times(data: bytes) -> None:
    assert sniff(store(data)) is Format.JPEG and len(store(data)) < 6 * len(data)


def test_the_image_of_the_issue_takes_no_more_space_than_it_came_with() -> None:
    noise = np.random.default_rng(2).integers(0, 255, (1000, 1400, 3), dtype=np.uint8)
    data = save(Image.fromarray(noise), "JPEG", quality=60)
    assert len(store(data)) <= len(data)
