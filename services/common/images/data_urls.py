"""Parse base64 as browsers send it."""

import base64
import re

from services.common.errors import Code
from services.common.images.rejection import MASK, Rejection

# RFC 2397; the declared type is ignored: the format follows from the bytes.
_DATA_URL = re.compile(r"data:[^,]{0,200}?(?P<base64>;base64)?,", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_WHITESPACE = re.compile(r"\s+")


def parse_data_url(text: str, *, error: Code = Code.MASK_DATA_INVALID, field: str | None = "maskData.base64") -> bytes:
    """Return the bytes of raw base64 (RFC 4648, 4) or of a base64 data URL; whitespace is ignored.

    Raises:
        ReflowError: with *error* and *field*, when the data is empty, a character is not of the base64 alphabet,
            padding is wrong, or a data URL is not in base64.

    """
    rejection = Rejection(error, field, MASK)
    compact = _WHITESPACE.sub("", text)
    if compact[:5].lower() == "data:":
        compact = _strip_prefix(compact, rejection)
    if not compact:
        raise rejection.because("{noun}数据是空的。", "The {noun}'s data is empty.")
    # The standard library ignores superfluous padding, so the format is validated here.
    if len(compact) % 4 or _BASE64.fullmatch(compact) is None:
        raise rejection.because(
            "{noun}不是有效的 base64，请发送完整的 base64 或 data URL。",
            "The {noun} is not valid base64; send complete base64 or a data URL.",
            f"{len(compact)} characters, beginning with {compact[:16]!r}",
        )
    return base64.b64decode(compact)


def _strip_prefix(compact: str, rejection: Rejection) -> str:
    prefix = _DATA_URL.match(compact)
    if prefix is None or prefix["base64"] is None:
        raise rejection.because(
            "{noun}的 data URL 须为 base64 形式，例如 data:image/png;base64,…",
            "The {noun}'s data URL must be in base64, for example data:image/png;base64,…",
            f"begins with {compact[:40]!r}",
        )
    return compact[prefix.end() :]
