"""Decoder of uploaded masks: the area of the image that changes.

By convention white marks the area that changes, as in image editors and ComfyUI. A mask with real transparency (at
least one pixel is not opaque) comes from a drawing canvas with a transparent background: there all painted pixels
belong to the area, whatever their color. The reverse convention (OpenAI's edits API: transparent) is not detected; an
adapter for that API inverts the mask.
"""

import numpy as np
from PIL import Image

from services.common.errors import Code
from services.common.images.arrays import Mask
from services.common.images.decoder import open_image
from services.common.images.formats import MASK_FORMATS
from services.common.images.limits import ImageLimits
from services.common.images.rejection import MASK, Rejection

# Half way between black and white, of the brightest channel: a colored brush on black counts too.
_WHITE_FROM = 128
# One eighth: a translucent brush marks the area, the faint edge of its antialiasing does not.
_PAINTED_FROM = 32
_ASPECT_TOLERANCE = 0.01


def decode_mask(
    data: bytes, limits: ImageLimits, image_size: tuple[int, int], *, field: str | None = "maskData.base64"
) -> Mask:
    """Return the masked area, shape (height, width) of the image, scaled to it with nearest neighbor.

    Args:
        data: a PNG or JPEG, by its bytes.
        limits: limits of the mask.
        image_size: width and height of the image being edited.
        field: the request field of the mask.

    Raises:
        ReflowError: `MASK_DATA_INVALID`, when the mask is too large, not a PNG or JPEG, damaged, has another aspect
            ratio than its image (beyond 1 %), or marks nothing.

    """
    rejection = Rejection(Code.MASK_DATA_INVALID, field, MASK)
    image = open_image(data, limits, MASK_FORMATS, rejection, limits.mask_bytes)
    _validate_aspect(image.size, image_size, rejection)
    area = _scale(_area(image), image_size)
    if not area.any():
        raise rejection.because(
            "遮罩里没有标出任何区域，请用白色涂出要修改的部分。",
            "The mask marks nothing; paint the area to change in white.",
        )
    return area


def _area(image: Image.Image) -> Mask:
    pixels = np.asarray(image)
    if image.mode == "RGBA" and pixels[..., 3].min() < 255:
        return np.asarray(pixels[..., 3] >= _PAINTED_FROM)
    return np.asarray(pixels[..., :3].max(axis=2) >= _WHITE_FROM)


def _validate_aspect(mask_size: tuple[int, int], image_size: tuple[int, int], rejection: Rejection) -> None:
    across, along = mask_size[0] * image_size[1], mask_size[1] * image_size[0]
    if abs(across - along) <= _ASPECT_TOLERANCE * max(across, along):
        return
    mask, image = "×".join(map(str, mask_size)), "×".join(map(str, image_size))
    raise rejection.because(
        f"遮罩是 {mask}，原图是 {image}，长宽比不同，请按原图的比例制作遮罩。",
        f"The mask is {mask} and its image is {image}; make the mask with the image's aspect ratio.",
    )


def _scale(area: Mask, image_size: tuple[int, int]) -> Mask:
    """Return *area* at *image_size* (width, height): each pixel gets the value at its center."""
    width, height = image_size
    rows = (2 * np.arange(height) + 1) * area.shape[0] // (2 * height)
    columns = (2 * np.arange(width) + 1) * area.shape[1] // (2 * width)
    scaled: Mask = area[rows[:, None], columns[None, :]]
    return scaled
