"""What a request must be before a run is made of it."""

from dataclasses import replace
from typing import TypeVar

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.limits import Limits
from services.orchestrator.domain.note.values import NoteInput
from services.orchestrator.domain.values import ImageChatInput

SMALLEST_SIDE = 64
# Beyond this a picture is a ribbon; no engine composes one.
WIDEST_ASPECT = 4
LAYOUT_PREFERENCE_LENGTH = 1_000
ASSET_ID_LENGTH = 128
LONGEST_ANSWER_SECONDS = 365 * 86_400.0

Asked = TypeVar("Asked", bound=ImageChatInput | NoteInput)


def checked(asked: Asked, limits: Limits) -> Asked:
    """Return *asked* with its text trimmed.

    Raises INVALID_INPUT_EMPTY or INVALID_INPUT_FORMAT, naming the field and what would do.
    """
    text = asked.text.strip()
    may_be_empty = isinstance(asked, ImageChatInput) and bool(asked.mask_asset_id)
    if not text and not may_be_empty:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, field="text")
    _check_text("text", text, limits.text_length)
    if isinstance(asked, ImageChatInput):
        _check_size(asked, limits.picture_side)
    if isinstance(asked, NoteInput):
        _check_note(asked)
    return replace(asked, text=text)


def _check_text(field: str, text: str, longest: int) -> None:
    if "\0" in text:  # no store keeps it as text
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                "文字里含有空字符（U+0000），请去掉后重试。",
                "The text holds a NUL character (U+0000). Please remove it.",
            ),
            field=field,
        )
    if len(text) > longest:
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                f"文字太长：最多 {longest} 个字符，收到 {len(text)} 个。请缩短后重试。",
                f"The text is too long: at most {longest} characters, got {len(text)}. Please shorten it.",
            ),
            field=field,
        )


def _check_note(asked: NoteInput) -> None:
    _check_text("layout_preference", asked.layout_preference, LAYOUT_PREFERENCE_LENGTH)
    if len(set(asked.reference_asset_ids)) != len(asked.reference_asset_ids):
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text("同一张参考图给了两次。", "A reference picture is given twice."),
            field="reference_asset_ids",
        )
    if not all(0 < len(asset_id) <= ASSET_ID_LENGTH for asset_id in asked.reference_asset_ids):
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text("有一张参考图的编号是空的或太长。", "The id of a reference picture is empty or too long."),
            field="reference_asset_ids",
        )
    wait = asked.answer_within
    if wait is not None and not 0 < wait <= LONGEST_ANSWER_SECONDS:
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                "等待回答的时间应大于 0 秒，不超过 365 天。",
                "The time to answer must be above 0 s and at most 365 days.",
            ),
            field="answer_within",
        )


def _check_size(asked: ImageChatInput, largest: int) -> None:
    for field, side in (("width", asked.width), ("height", asked.height)):
        if side and not SMALLEST_SIDE <= side <= largest:
            raise ReflowError(
                Code.INVALID_INPUT_FORMAT,
                Text(
                    f"{field} 应在 {SMALLEST_SIDE} 到 {largest} 像素之间，收到 {side}。",
                    f"{field} must be from {SMALLEST_SIDE} to {largest} pixels, got {side}.",
                ),
                field=field,
            )
    width, height = asked.width, asked.height
    if width and height and max(width, height) > WIDEST_ASPECT * min(width, height):
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                f"宽高比最大为 {WIDEST_ASPECT}:1，收到 {width}x{height}。",
                f"The aspect may be at most {WIDEST_ASPECT}:1, got {width}x{height}.",
            ),
            field="width",
        )
