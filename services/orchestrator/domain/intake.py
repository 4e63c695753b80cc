"""What a request must be before a run is made of it."""

from dataclasses import replace

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.limits import Limits
from services.orchestrator.domain.values import ImageChatInput

SMALLEST_SIDE = 64
# Beyond this a picture is a ribbon; no engine composes one.
WIDEST_ASPECT = 4


def checked(asked: ImageChatInput, limits: Limits) -> ImageChatInput:
    """Return *asked* with its text trimmed.

    Raises INVALID_INPUT_EMPTY or INVALID_INPUT_FORMAT, naming the field and what would do.
    """
    text = asked.text.strip()
    if not text and not asked.mask_asset_id:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, field="text")
    if "\0" in text:  # no store keeps it as text
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                "文字里含有空字符（U+0000），请去掉后重试。",
                "The text holds a NUL character (U+0000). Please remove it.",
            ),
            field="text",
        )
    if len(text) > limits.text_length:
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                f"文字太长：最多 {limits.text_length} 个字符，收到 {len(text)} 个。请缩短后重试。",
                f"The text is too long: at most {limits.text_length} characters, got {len(text)}. Please shorten it.",
            ),
            field="text",
        )
    _check_size(asked, limits.picture_side)
    return replace(asked, text=text)


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
