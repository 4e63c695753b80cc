"""Decoder of uploaded images. Rejects with a text that names the reason."""

from io import BytesIO

import numpy as np
from PIL import Image

from services.common.errors import Code, ReflowError
from services.common.images.arrays import Pixels
from services.common.images.formats import IMAGE_FORMATS, Format, sniff
from services.common.images.headers import DamagedImageError, Header, read_header
from services.common.images.limits import ImageLimits
from services.common.images.rejection import Rejection

_ORIENTATION = 0x0112
# EXIF 2.32, 4.6.4 A: transformation to the upright image.
_UPRIGHT: dict[int, Image.Transpose] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def decode_image(data: bytes, limits: ImageLimits, *, error: Code, field: str | None) -> Pixels:
    """Return the pixels of a PNG, JPEG or WebP, upright and on white where it was transparent.

    Color profiles are not applied: the values are interpreted as sRGB.

    Raises:
        ReflowError: of *rejection*, when *data* is too large in bytes or pixels (by its header, before decoding), has
            another format, is animated, damaged or truncated.

    """
    image = open_image(data, limits, IMAGE_FORMATS, Rejection(error, field), limits.image_bytes)
    return flatten(image)


def open_image(
    data: bytes, limits: ImageLimits, allowed: frozenset[Format], rejection: Rejection, most_bytes: int
) -> Image.Image:
    """Return the decoded, upright image in mode RGB, or RGBA where it has transparency.

    Raises:
        ReflowError: of *rejection*, as in `decode_image`.

    """
    _validate_bytes(data, most_bytes, rejection)
    found = validate_format(data, allowed, rejection)
    try:
        header = read_header(data, found)
        _validate_header(header, limits, rejection)
        return _decode(header, found)
    except DamagedImageError as damage:
        raise _damaged(found, rejection, str(damage)) from damage


def validate_format(data: bytes, allowed: frozenset[Format], rejection: Rejection) -> Format:
    """Return the format of *data*; raise the error of *rejection* when it is not in *allowed*."""
    found = sniff(data)
    if found in allowed and found is not None:
        return found
    names = [each for each in Format if each in allowed]
    zh, en = "、".join(names), f"{', '.join(names[:-1])} or {names[-1]}"
    zh_found, en_found = ("的格式无法识别", "is not a known image format")
    if found is not None:
        zh_found, en_found = f"其实是 {found} 文件", f"is in fact a {found} file"
    raise rejection.because(
        f"{{noun}}{zh_found}，请发送 {zh}。", f"The {{noun}} {en_found}; send a {en}.", f"begins with {data[:16]!r}"
    )


def flatten(image: Image.Image) -> Pixels:
    """Return the pixels of an RGB or RGBA image, on white where it is transparent."""
    if image.mode == "RGBA":
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image).convert("RGB")
    return np.array(image, dtype=np.uint8)


def _validate_bytes(data: bytes, most_bytes: int, rejection: Rejection) -> None:
    if not data:
        raise rejection.because("{noun}是空的，请重新发送。", "The {noun} is empty; please send it again.")
    if len(data) > most_bytes:
        raise rejection.too_large(len(data), most_bytes)


def _validate_header(header: Header, limits: ImageLimits, rejection: Rejection) -> None:
    size, most = f"{header.width}×{header.height}", f"{limits.max_side}×{limits.max_side}"
    if not (0 < header.width <= limits.max_side and 0 < header.height <= limits.max_side):
        raise rejection.because(
            f"{{noun}}是 {size} 像素，最大 {most}，请缩小后再发送。",
            f"The {{noun}} is {size} pixels; at most {most} are accepted. Please scale it down.",
        )
    if header.animated:
        raise rejection.because("{noun}是动画，请发送静态图片。", "The {noun} is an animation; send a still image.")


def _decode(header: Header, found: Format) -> Image.Image:
    try:
        with Image.open(BytesIO(header.decodable), formats=[found.value.upper()]) as image:
            _validate_size(image, header)
            image.load()
            orientation = _orientation(image)
            upright = _to_rgb(image)
    except DamagedImageError:
        raise
    except Exception as error:  # decoders raise nearly every built-in type on bad bytes
        raise DamagedImageError(f"{type(error).__name__}: {error}") from error
    return upright.transpose(_UPRIGHT[orientation]) if orientation in _UPRIGHT else upright


def _validate_size(image: Image.Image, header: Header) -> None:
    """Validate that the decoder read the same size as was checked: a difference would bypass the limits."""
    if image.size != (header.width, header.height):
        raise DamagedImageError(f"{image.size} within, {header.width}x{header.height} in its header")


def _orientation(image: Image.Image) -> int:
    """Return the EXIF orientation, 1 (upright) when there is none or it cannot be read."""
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # broken EXIF data does not invalidate the image
        return 1


def _to_rgb(image: Image.Image) -> Image.Image:
    """Return *image* in mode RGB, or RGBA where it has transparency."""
    if image.mode.startswith("I"):
        return _gray16_to_rgb(image)
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _gray16_to_rgb(image: Image.Image) -> Image.Image:
    """Scale 16-bit gray to 8 bits (the decoder's own conversion clips at 255 instead)."""
    values = np.asarray(image).astype(np.uint32)
    gray = Image.fromarray(((values * 255 + 32767) // 65535).astype(np.uint8))
    transparent = image.info.get("transparency")
    if transparent is None:
        return gray.convert("RGB")
    colored = gray.convert("RGBA")
    colored.putalpha(Image.fromarray(np.where(values == transparent, 0, 255).astype(np.uint8)))
    return colored


def _damaged(found: Format, rejection: Rejection, details: str) -> ReflowError:
    return rejection.because(
        f"{{noun}}的 {found} 文件已损坏或不完整，请重新导出后再发送。",
        f"The {{noun}} is a damaged or incomplete {found} file; please export it again.",
        details,
    )
