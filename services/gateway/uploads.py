"""Images and masks of requests: base64, data URLs, addresses and paths, parsed and limited.

Pure, so that large bodies can be parsed in a worker process. `image_importer` stores them.
"""

import base64
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from reflow.v1 import assets_pb2

from services.common.errors import Code, ReflowError
from services.common.images.data_urls import parse_data_url
from services.common.images.formats import IMAGE_FORMATS, sniff
from services.common.images.rejection import MASK, Rejection
from services.common.limits import Limits
from services.common.text.language import Text
from services.gateway.rejections import reject_field
from services.gateway.schemas.base import MAX_URL_LENGTH, parse_body
from services.gateway.schemas.images import ImageBody, MaskBody, PathPoint

_ASSET_PATH = re.compile(r"/api/assets/([0-9a-f]{64})(?:\.png)?")
_DATA_URL = "data:"
# Characters of base64 that show the format of an image.
_SNIFFED = 64


@dataclass(frozen=True, slots=True)
class ImageUpload:
    """An image of a request: a URL, or the bytes of the file."""

    url: str = ""
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class MaskUpload:
    """A mask of a request: the bytes of an image, or paths, each a serialized ImportMaskRequest."""

    data: bytes = b""
    paths: tuple[bytes, ...] = ()


def parse_image(body: bytes, limits: Limits) -> ImageUpload:
    """Return the image in *body*. Raises INVALID_INPUT_FORMAT."""
    image = parse_body(ImageBody, body)
    if (image.url is None) == (image.base64 is None):
        raise reject_field("url", "请给出 url 和 base64 其中之一。", "Give either url or base64.")
    if image.base64 is None:
        return ImageUpload(url=image.url or "")
    return ImageUpload(data=decode_image(image.base64, limits, "base64"))


def parse_mask(body: bytes, limits: Limits) -> MaskUpload:
    """Return the mask in *body*. Raises INVALID_INPUT_FORMAT or MASK_DATA_INVALID."""
    mask = to_mask_upload(parse_body(MaskBody, body), limits, "")
    if mask is None:
        raise reject_field("base64", "请给出 base64 或 coordinates。", "Give base64 or coordinates.")
    return mask


def parse_reference(value: str, limits: Limits, field: str) -> ImageUpload:
    """Return a reference image: a URL, a data URL, or raw base64. Raises INVALID_INPUT_FORMAT naming *field*."""
    value = value.strip()
    if value[: len(_DATA_URL)].lower() == _DATA_URL or _is_base64_of_image(value):
        return ImageUpload(data=decode_image(value, limits, field))
    if not value or len(value) > MAX_URL_LENGTH:
        raise reject_field(
            field,
            f"{field} 应为 1 到 {MAX_URL_LENGTH:,} 个字符的图片地址，或 data URL。",
            f"{field} must be the URL of an image of 1 to {MAX_URL_LENGTH:,} characters, or a data URL.",
        )
    return ImageUpload(url=value)


def _is_base64_of_image(value: str) -> bool:
    """Whether *value* begins with the base64 of an image: no URL and no path does."""
    try:
        start = base64.b64decode(value[:_SNIFFED], validate=True)
    except ValueError:
        return False
    return sniff(start) in IMAGE_FORMATS


def to_mask_upload(body: MaskBody, limits: Limits, prefix: str) -> MaskUpload | None:
    """Return the mask of *body*, None without one. Raises an error whose field begins with *prefix*."""
    if body.base64 is not None and body.coordinates is not None:
        raise reject_field(
            f"{prefix}base64",
            "base64 和 coordinates 只能给一个。",
            "Give either base64 or coordinates, not both.",
        )
    if body.base64 is not None:
        field = f"{prefix}base64"
        return MaskUpload(validate_mask(parse_data_url(body.base64, field=field), limits, field))
    if body.coordinates is not None:
        return MaskUpload(paths=_serialize_paths(body.coordinates, limits, f"{prefix}coordinates"))
    return None


def decode_image(encoded: str, limits: Limits, field: str) -> bytes:
    """Return the bytes of an image in raw base64 or a data URL. Raises INVALID_INPUT_FORMAT naming *field*."""
    try:
        data = parse_data_url(encoded, error=Code.INVALID_INPUT_FORMAT, field=field)
    except ReflowError as error:
        text = Text(
            "图片不是有效的 base64，请发送完整的 base64 或 data URL。",
            "The image is not valid base64; send complete base64 or a data URL.",
        )
        raise ReflowError(error.code, text, field=field, details=error.details) from None
    return _validate_size(data, limits.image_bytes, Rejection(Code.INVALID_INPUT_FORMAT, field))


def validate_mask(data: bytes, limits: Limits, field: str) -> bytes:
    """Return *data*. Raises MASK_DATA_INVALID with its size where a mask may not be so large."""
    return _validate_size(data, limits.mask_bytes, Rejection(Code.MASK_DATA_INVALID, field, MASK))


def parse_asset_url(
    url: str, is_own_host: Callable[[str], bool], field: str, error: Code = Code.INVALID_INPUT_FORMAT
) -> str | None:
    """Return the asset id that *url* names in this system, None for an image elsewhere.

    Raises *error*, naming *field*, for a URL that is neither.
    """
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        raise _reject_image_url(url, field, error) from None
    asset = _ASSET_PATH.fullmatch(parts.path)
    if not parts.scheme and not parts.netloc:
        if asset is None:
            raise _reject_image_url(url, field, error)
        return asset[1]
    if parts.scheme.lower() not in ("http", "https"):
        raise _reject_image_url(url, field, error)
    return asset[1] if asset is not None and is_own_host(parts.netloc) else None


def _validate_size(data: bytes, max_bytes: int, rejection: Rejection) -> bytes:
    """Return *data*. Checked before it is sent on: the asset service would have to receive all of it to reject it."""
    if len(data) > max_bytes:
        raise rejection.too_large(len(data), max_bytes)
    return data


def _serialize_paths(paths: Sequence[Sequence[PathPoint]], limits: Limits, field: str) -> tuple[bytes, ...]:
    if not any(paths):
        raise reject_field(
            field,
            "没有画出任何路径，请圈出要修改的区域。",
            "There is no path; draw one around the area to change.",
            Code.MASK_DATA_INVALID,
        )
    if len(paths) > limits.mask_paths:
        raise reject_field(
            field,
            f"路径太多：最多 {limits.mask_paths:,} 条，收到 {len(paths):,} 条。",
            f"Too many paths: at most {limits.mask_paths:,}, got {len(paths):,}.",
            Code.MASK_DATA_INVALID,
        )
    return tuple(_serialize_path(path, number, limits, field) for number, path in enumerate(paths))


def _serialize_path(path: Sequence[PathPoint], number: int, limits: Limits, field: str) -> bytes:
    if len(path) > limits.points_per_path:
        raise reject_field(
            f"{field}[{number}]",
            f"第 {number + 1} 条路径的点太多：最多 {limits.points_per_path:,} 个，收到 {len(path):,} 个。请简化。",
            f"Path {number + 1} has too many points: at most {limits.points_per_path:,}, got {len(path):,}. "
            "Please simplify it.",
            Code.MASK_DATA_INVALID,
        )
    points = [assets_pb2.Point(x=point["x"], y=point["y"]) for point in path]
    return assets_pb2.ImportMaskRequest(path=assets_pb2.MaskPath(points=points)).SerializeToString()


def _reject_image_url(url: str, field: str, error: Code) -> ReflowError:
    if url[: len(_DATA_URL)].lower() == _DATA_URL:
        return reject_field(
            field,
            f"{field} 不接受 data URL，请先用 POST /api/assets 上传图片。",
            f"{field} does not accept data URLs; upload the image with POST /api/assets first.",
            error,
        )
    return reject_field(
        field,
        f"{field} 应为本系统的图片地址（/api/assets/…）或以 http、https 开头的完整网址。",
        f"{field} must be an image of this system (/api/assets/...) or a complete http or https URL.",
        error,
    )
