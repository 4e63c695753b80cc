"""Turn bytes from people into pixels, or refuse them with a text that says what was wrong."""

from io import BytesIO

import numpy as np
from PIL import Image

from services.common.errors import Code, ReflowError
from services.common.pictures.arrays import Pixels
from services.common.pictures.formats import PICTURE_FORMATS, Format, sniff
from services.common.pictures.headers import DamagedPictureError, Header, read_header
from services.common.pictures.limits import PictureLimits
from services.common.pictures.refusal import Refusal

_ORIENTATION = 0x0112
# EXIF 2.32, 4.6.4 A: what has to be done so that the picture stands upright.
_UPRIGHT: dict[int, Image.Transpose] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def decode_picture(data: bytes, limits: PictureLimits, *, error: Code, field: str | None) -> Pixels:
    """Return the pixels of a PNG, JPEG or WebP, upright and on white where it was transparent.

    Colour profiles are not applied: the values are taken as sRGB.

    Raises:
        ReflowError: with *error* and *field*, when *data* is too large in bytes or pixels (seen from its
            header, before decoding), another format, animated, damaged or cut off.

    """
    image = open_picture(data, limits, PICTURE_FORMATS, Refusal(error, field), limits.image_bytes)
    return flatten(image)


def open_picture(
    data: bytes, limits: PictureLimits, allowed: frozenset[Format], refusal: Refusal, most_bytes: int
) -> Image.Image:
    """Return the decoded, upright picture in mode RGB, or RGBA where it has transparency.

    Raises:
        ReflowError: by *refusal*, as `decode_picture` says.

    """
    _check_bytes(data, most_bytes, refusal)
    found = check_format(data, allowed, refusal)
    try:
        header = read_header(data, found)
        _check_header(header, limits, refusal)
        return _decode(header, found)
    except DamagedPictureError as damage:
        raise _damaged(found, refusal, str(damage)) from damage


def check_format(data: bytes, allowed: frozenset[Format], refusal: Refusal) -> Format:
    """Return the format of *data*; raise by *refusal* when it is not among *allowed*."""
    found = sniff(data)
    if found in allowed and found is not None:
        return found
    names = [each for each in Format if each in allowed]
    zh, en = "、".join(names), f"{', '.join(names[:-1])} or {names[-1]}"
    zh_found, en_found = ("不是可识别的图片", "is no known kind of picture")
    if found is not None:
        zh_found, en_found = f"其实是 {found} 文件", f"is in fact a {found} file"
    raise refusal.because(
        f"{{noun}}{zh_found}，请发送 {zh}。", f"The {{noun}} {en_found}; send a {en}.", f"begins with {data[:16]!r}"
    )


def flatten(image: Image.Image) -> Pixels:
    """Return the pixels of an RGB or RGBA picture, on white where it is transparent."""
    if image.mode == "RGBA":
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image).convert("RGB")
    return np.array(image, dtype=np.uint8)


def _check_bytes(data: bytes, most_bytes: int, refusal: Refusal) -> None:
    if not data:
        raise refusal.because("{noun}是空的，请重新发送。", "The {noun} is empty; please send it again.")
    if len(data) > most_bytes:
        most = f"{most_bytes / 2**20:g} MB"
        raise refusal.because(
            f"{{noun}}有 {len(data):,} 字节，最大 {most}（{most_bytes:,} 字节），请压缩后再发送。",
            f"The {{noun}} has {len(data):,} bytes; at most {most} ({most_bytes:,}) are accepted. Make it smaller.",
        )


def _check_header(header: Header, limits: PictureLimits, refusal: Refusal) -> None:
    size, most = f"{header.width}×{header.height}", f"{limits.max_side}×{limits.max_side}"
    if not (0 < header.width <= limits.max_side and 0 < header.height <= limits.max_side):
        raise refusal.because(
            f"{{noun}}是 {size} 像素，最大 {most}，请缩小后再发送。",
            f"The {{noun}} is {size} pixels; at most {most} are accepted. Please scale it down.",
        )
    if header.animated:
        raise refusal.because("{noun}是动画，请发送静态图片。", "The {noun} is an animation; send a still picture.")


def _decode(header: Header, found: Format) -> Image.Image:
    try:
        with Image.open(BytesIO(header.decodable), formats=[found.value.upper()]) as image:
            _check_size(image, header)
            image.load()
            orientation = _orientation(image)
            upright = _to_rgb(image)
    except DamagedPictureError:
        raise
    except Exception as error:  # decoders raise nearly every built-in type on bad bytes
        raise DamagedPictureError(f"{type(error).__name__}: {error}") from error
    return upright.transpose(_UPRIGHT[orientation]) if orientation in _UPRIGHT else upright


def _check_size(image: Image.Image, header: Header) -> None:
    """Hold that the decoder read the same size as was checked: two readers that differ would be a hole."""
    if image.size != (header.width, header.height):
        raise DamagedPictureError(f"{image.size} within, {header.width}x{header.height} in its header")


def _orientation(image: Image.Image) -> int:
    """Return the EXIF orientation, 1 (upright) when there is none or it cannot be read."""
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # a broken camera note is no reason to refuse a good picture
        return 1


def _to_rgb(image: Image.Image) -> Image.Image:
    """Return *image* in mode RGB, or RGBA where it has transparency."""
    if image.mode.startswith("I"):
        return _grey16_to_rgb(image)
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _grey16_to_rgb(image: Image.Image) -> Image.Image:
    """Scale 16-bit grey to 8 bits (the decoder's own conversion cuts off at 255 instead)."""
    values = np.asarray(image).astype(np.uint32)
    grey = Image.fromarray(((values * 255 + 32767) // 65535).astype(np.uint8))
    transparent = image.info.get("transparency")
    if transparent is None:
        return grey.convert("RGB")
    coloured = grey.convert("RGBA")
    coloured.putalpha(Image.fromarray(np.where(values == transparent, 0, 255).astype(np.uint8)))
    return coloured


def _damaged(found: Format, refusal: Refusal, details: str) -> ReflowError:
    return refusal.because(
        f"{{noun}}的 {found} 文件已损坏或不完整，请重新导出后再发送。",
        f"The {{noun}} is a damaged or incomplete {found} file; please export it again.",
        details,
    )
