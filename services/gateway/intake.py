"""Bodies to what is asked: pure, so that large ones can be read in a process of their own."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from reflow.v1 import assets_pb2, events_pb2, orchestrator_pb2, questions_pb2

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.limits import MEGABYTE, Limits
from services.common.pictures.data_urls import parse_data_url
from services.gateway import spelling
from services.gateway.bodies import LARGEST_SEED, AnswerBody, ChatBody, MaskBody, PathPoint, PictureBody, parse_body
from services.gateway.refusing import field_refused

_ASSET_PATH = re.compile(r"/api/assets/([0-9a-f]{64})(?:\.png)?")
_KEY = re.compile(r"[!-~]{1,128}")
# A data URL's prefix, and line breaks every 76 characters (RFC 2045, 6.8), are not part of the picture.
_PREFIX_MOST = 256
_LINE_BREAKS = 1.03
# Protobuf reads 100 messages deep; each level of a Struct is three of them.
DEEPEST_CONTENT = 16
_DECISIONS = {name: number for number, name in spelling.DECISIONS.items()}


@dataclass(frozen=True, slots=True)
class MaskUpload:
    """A mask as it came: the bytes of a picture, or drawn paths, each an ImportMaskRequest already serialized."""

    picture: bytes = b""
    paths: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person asks, read. "" and 0 where nothing was said."""

    text: str
    session_id: str
    preferred_model: str
    width: int
    height: int
    seed: int | None
    fresh: bool
    image_url: str
    image_field: str
    mask: MaskUpload | None


@dataclass(frozen=True, slots=True)
class PictureUpload:
    """A picture as it came: a URL, or its bytes."""

    url: str = ""
    picture: bytes = b""


def read_chat(body: bytes, limits: Limits) -> Wish:
    """Return what the *body* of a chat asks.

    Raises INVALID_INPUT_FORMAT or MASK_DATA_INVALID, naming the field and what would do.
    """
    chat = parse_body(ChatBody, body)
    image_url, image_field = _image_url(chat)
    width, height = _size(chat)
    return Wish(
        text=trimmed(chat.text or "", limits.text_length, "text"),
        session_id=chat.session_id or "",
        preferred_model=chat.preferred_model or "",
        width=width,
        height=height,
        seed=chat.seed,
        fresh=chat.fresh or False,
        image_url=image_url,
        image_field=image_field,
        mask=_mask(chat.mask_data, limits, "maskData.") if chat.mask_data else None,
    )


def read_mask(body: bytes, limits: Limits) -> MaskUpload:
    """Return the mask that *body* holds. Raises INVALID_INPUT_FORMAT or MASK_DATA_INVALID."""
    mask = _mask(parse_body(MaskBody, body), limits, "")
    if mask is None:
        raise field_refused("base64", "请给出 base64 或 coordinates。", "Give base64 or coordinates.")
    return mask


def read_picture(body: bytes, limits: Limits) -> PictureUpload:
    """Return the picture that *body* holds. Raises INVALID_INPUT_FORMAT."""
    asked = parse_body(PictureBody, body)
    if (asked.url is None) == (asked.base64 is None):
        raise field_refused("url", "请给出 url 或 base64 其中一个。", "Give either url or base64.")
    if asked.base64 is None:
        return PictureUpload(url=asked.url or "")
    return PictureUpload(picture=decoded(asked.base64, limits, "base64"))


def read_answer(body: bytes, _: Limits) -> AnswerBody:
    """Return what the *body* of an answer says. Raises INVALID_INPUT_FORMAT, naming the field."""
    answer = parse_body(AnswerBody, body)
    check_content(answer.content)
    return answer


def check_content(content: dict[str, Any] | None) -> None:
    """Raise INVALID_INPUT_FORMAT for a *content* that the contract cannot carry as it is."""
    if content is not None and not _is_plain(content, DEEPEST_CONTENT):
        raise field_refused(
            "content",
            f"content 最多嵌套 {DEEPEST_CONTENT} 层，数字不能超出浏览器能精确表示的范围。",
            f"content may be nested {DEEPEST_CONTENT} deep, and its numbers must be exact in a browser.",
        )


def answer_request(run_id: str, given: AnswerBody) -> orchestrator_pb2.AnswerRunRequest:
    """Return the request that answers a run."""
    answer = questions_pb2.Answer(
        decision=_DECISIONS[given.decision], feedback=given.feedback or "", chosen=given.chosen or []
    )
    if given.content:
        answer.content.update(given.content)
    return orchestrator_pb2.AnswerRunRequest(
        request_id=given.request_id or "",
        run_id=run_id,
        key=given.key or "",
        digest=given.digest or "",
        answer=answer,
    )


def _is_plain(value: Any, depth: int) -> bool:
    """Whether *value* is JSON of at most *depth* levels that protobuf can keep."""
    match value:
        case dict():
            return depth > 0 and all(_is_plain(held, depth - 1) for held in value.values())
        case list():
            return depth > 0 and all(_is_plain(held, depth - 1) for held in value)
        case int():
            return abs(value) <= LARGEST_SEED
        case float():
            return math.isfinite(value)
        case _:
            return True


def own_asset(
    url: str, is_own_host: Callable[[str], bool], field: str, error: Code = Code.INVALID_INPUT_FORMAT
) -> str | None:
    """Return the asset id that *url* names in this system, or None for a picture of somewhere else.

    Raises *error* for what is neither.
    """
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        raise _not_a_picture(url, field, error) from None
    named = _ASSET_PATH.fullmatch(parts.path)
    if not parts.scheme and not parts.netloc:
        if named is None:
            raise _not_a_picture(url, field, error)
        return named[1]
    if parts.scheme.lower() not in ("http", "https"):
        raise _not_a_picture(url, field, error)
    return named[1] if named is not None and is_own_host(parts.netloc) else None


def start_request(
    wish: Wish, *, request_id: str, image_asset_id: str, mask_asset_id: str
) -> orchestrator_pb2.StartRunRequest:
    """Return the request that starts a run for *wish*, its picture and mask taken in before."""
    asked = events_pb2.ImageChatInput(
        text=wish.text,
        image_asset_id=image_asset_id,
        mask_asset_id=mask_asset_id,
        preferred_model=wish.preferred_model,
        width=wish.width,
        height=wish.height,
        seed=wish.seed,
        fresh=wish.fresh,
    )
    return orchestrator_pb2.StartRunRequest(request_id=request_id, session_id=wish.session_id, image_chat=asked)


def request_id(header: str | None) -> str:
    """Return the request id that an Idempotency-Key gives, "" without one. An empty key is not no key."""
    if header is None:
        return ""
    if _KEY.fullmatch(header) is None:
        raise field_refused(
            "Idempotency-Key",
            "Idempotency-Key 应为 1 到 128 个可见的 ASCII 字符，例如一个 UUID。",
            "Idempotency-Key must be 1 to 128 visible ASCII characters, such as a UUID.",
        )
    return header


def trimmed(text: str, most: int, field: str) -> str:
    """Return *text* without the space around it. Raises INVALID_INPUT_FORMAT naming *field* when it is too long."""
    kept = text.strip()
    if "\0" in kept:
        raise field_refused(field, "文字中不能有空字符（U+0000）。", "The text must not have the character U+0000.")
    if len(kept) > most:
        raise field_refused(
            field,
            f"文字太长：最多 {most} 个字符，收到 {len(kept)} 个。请缩短后重试。",
            f"The text is too long: at most {most} characters, got {len(kept)}. Please shorten it.",
        )
    return kept


def _image_url(chat: ChatBody) -> tuple[str, str]:
    own, of_mask = chat.image_url or "", (chat.mask_data.image_url or "") if chat.mask_data else ""
    if own and of_mask and own != of_mask:
        raise field_refused(
            "imageUrl",
            "imageUrl 和 maskData.imageUrl 指向不同的图片，请只给一个。",
            "imageUrl and maskData.imageUrl name different pictures; give only one.",
        )
    return (of_mask, "maskData.imageUrl") if of_mask else (own, "imageUrl")


def _size(chat: ChatBody) -> tuple[int, int]:
    if chat.size is None:
        return chat.width or 0, chat.height or 0
    width, height = chat.size.width, chat.size.height
    if chat.width not in (None, width) or chat.height not in (None, height):
        raise field_refused(
            "size",
            "size 和 width、height 不一致，请只给一种。",
            "size and width, height differ; give only one of them.",
        )
    return width, height


def _mask(body: MaskBody, limits: Limits, prefix: str) -> MaskUpload | None:
    if body.base64 is not None and body.coordinates is not None:
        raise field_refused(
            f"{prefix}base64",
            "base64 和 coordinates 只能给一个。",
            "Give either base64 or coordinates, not both.",
        )
    if body.base64 is not None:
        field = f"{prefix}base64"
        _check_length(body.base64, limits.mask_bytes, field, Code.MASK_DATA_INVALID)
        return MaskUpload(parse_data_url(body.base64, field=field))
    if body.coordinates is not None:
        return MaskUpload(paths=_paths(body.coordinates, limits, f"{prefix}coordinates"))
    return None


def decoded(base64: str, limits: Limits, field: str) -> bytes:
    """Return the bytes of a picture in raw base64 or a data URL. Raises INVALID_INPUT_FORMAT naming *field*."""
    _check_length(base64, limits.image_bytes, field, Code.INVALID_INPUT_FORMAT)
    try:
        return parse_data_url(base64, error=Code.INVALID_INPUT_FORMAT, field=field)
    except ReflowError as error:
        text = Text(
            "图片不是有效的 base64，请发送完整的 base64 或 data URL。",
            "The picture is not valid base64; send complete base64 or a data URL.",
        )
        raise ReflowError(error.code, text, field=field, details=error.details) from None


def _check_length(base64: str, most: int, field: str, code: Code) -> None:
    """Refuse what is too large in any case, before it is decoded; the exact size is judged where it is stored."""
    if len(base64) > (most + 2) // 3 * 4 * _LINE_BREAKS + _PREFIX_MOST:
        raise field_refused(
            field,
            f"{field} 太大：解码后最多 {most / MEGABYTE:g} MB。请缩小后重试。",
            f"{field} is too large: at most {most / MEGABYTE:g} MB once decoded. Please make it smaller.",
            code,
        )


def _paths(paths: Sequence[Sequence[PathPoint]], limits: Limits, field: str) -> tuple[bytes, ...]:
    if not any(paths):
        raise field_refused(
            field,
            "没有画出任何路径，请圈出要修改的区域。",
            "There is no path; draw one around the part to change.",
            Code.MASK_DATA_INVALID,
        )
    if len(paths) > limits.mask_paths:
        raise field_refused(
            field,
            f"路径太多：最多 {limits.mask_paths:,} 条，收到 {len(paths):,} 条。",
            f"Too many paths: at most {limits.mask_paths:,}, got {len(paths):,}.",
            Code.MASK_DATA_INVALID,
        )
    return tuple(_path(path, number, limits, field) for number, path in enumerate(paths))


def _path(path: Sequence[PathPoint], number: int, limits: Limits, field: str) -> bytes:
    if len(path) > limits.points_per_path:
        raise field_refused(
            f"{field}[{number}]",
            f"第 {number + 1} 条路径的点太多：最多 {limits.points_per_path:,} 个，收到 {len(path):,} 个。请简化。",
            f"Path {number + 1} has too many points: at most {limits.points_per_path:,}, got {len(path):,}. "
            "Please simplify it.",
            Code.MASK_DATA_INVALID,
        )
    points = [assets_pb2.Point(x=point["x"], y=point["y"]) for point in path]
    return assets_pb2.ImportMaskRequest(path=assets_pb2.MaskPath(points=points)).SerializeToString()


def _not_a_picture(url: str, field: str, error: Code) -> ReflowError:
    if url[:5].lower() == "data:":
        return field_refused(
            field,
            f"{field} 不接受 data URL，请先用 POST /api/assets 上传图片。",
            f"{field} takes no data URL; upload the picture with POST /api/assets first.",
            error,
        )
    return field_refused(
        field,
        f"{field} 应为本系统的图片地址（/api/assets/…）或以 http、https 开头的完整网址。",
        f"{field} must be a picture of this system (/api/assets/...) or a complete http or https URL.",
        error,
    )
