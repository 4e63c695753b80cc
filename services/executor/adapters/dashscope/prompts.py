"""Prompts for DashScope's models: truncated to the model's limit, and the instruction of an edit."""

import re
from dataclasses import dataclass

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.executor.domain.prompt_markers import strip_markers

# Retrieval adds lines with one segment or more, each within markers.
_SEGMENT = re.compile(r"⟦[^⟦⟧\n]*⟧")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")

SEGMENTS_OMITTED = Text(
    "提示词超过这个模型的 {max_length} 个字符，省略了 {count} 条参考，您的描述没有改动。",
    "The prompt exceeds this model's {max_length} characters: {count} references were omitted, your text is complete.",
)

# The area is given twice: by its color in the second image, and by its position in words.
_EDIT_INSTRUCTION = Text(
    "图2与图1是同一张图，其中洋红色盖住的是要修改的区域，位于画面{place}。请只修改图1的这个区域：{prompt}\n"
    "区域以外保持图1原样，结果中不要出现洋红色的色块。",
    "Image 2 is image 1 with the area to be changed covered in magenta, {place} of the image. "
    "Change only this area of image 1: {prompt}\n"
    "Keep everything outside it as in image 1, and show no magenta patch in the result.",
)
_FILL_INSTRUCTION = Text(
    "去掉这里的内容，用与周围自然衔接的画面填满。",
    "remove what is there and fill it so that it continues its surroundings naturally.",
)
_ROWS = (Text("上方", "at the top"), Text("中部", "in the middle"), Text("下方", "at the bottom"))
_COLUMNS = (Text("左侧", "left"), Text("中间", "center"), Text("右侧", "right"))


@dataclass(frozen=True, slots=True)
class TruncatedPrompt:
    """A prompt within the limit, and the number of retrieved segments that were omitted."""

    prompt: str
    omitted: int


def truncate_prompt(prompt: str, max_length: int, model: str) -> TruncatedPrompt:
    """Return *prompt* without markers within *max_length* characters; retrieved segments are omitted, the last first.

    Raises INVALID_INPUT_FORMAT when the user's own text is too long: it is never truncated.
    """
    lines, omitted = prompt.split("\n"), 0
    while len(readable := strip_markers("\n".join(lines))) > max_length:
        marked = next((place for place, line in enumerate(lines) if _SEGMENT.search(line)), None)
        if marked is None:
            raise _to_error(len(readable), max_length, model)
        lines = _drop_last_segment(lines, marked)
        omitted += 1
    return TruncatedPrompt(readable, omitted)


def build_edit_prompt(
    prompt: str, box: tuple[float, float, float, float], max_length: int, model: str
) -> TruncatedPrompt:
    """Return the prompt for an editing model; *box* is the area (left, top, right, bottom), 0 to 1.

    An empty prompt requests a fill that matches the surroundings. Raises as `truncate_prompt`.
    """
    chinese = _HAN.search(prompt) is not None or not prompt.strip()
    frame, fill = (
        (_EDIT_INSTRUCTION.zh, _FILL_INSTRUCTION.zh) if chinese else (_EDIT_INSTRUCTION.en, _FILL_INSTRUCTION.en)
    )
    place = _describe_position(box, chinese=chinese)
    room = max_length - len(frame.format(place=place, prompt=""))
    truncated = truncate_prompt(prompt.strip() or fill, room, model)
    return TruncatedPrompt(frame.format(place=place, prompt=truncated.prompt), truncated.omitted)


def _drop_last_segment(lines: list[str], marked: int) -> list[str]:
    """Return *lines* without the last segment of line *marked*, and without the line if that was its only one."""
    *others, last = _SEGMENT.finditer(lines[marked])
    if not others:
        return lines[:marked] + lines[marked + 1 :]
    line = (lines[marked][: last.start()] + lines[marked][last.end() :]).rstrip()
    return [*lines[:marked], line, *lines[marked + 1 :]]


def _describe_position(box: tuple[float, float, float, float], *, chinese: bool) -> str:
    left, top, right, bottom = box
    row, column = _ROWS[_third_index((top + bottom) / 2)], _COLUMNS[_third_index((left + right) / 2)]
    return f"{row.zh}{column.zh}" if chinese else f"{row.en}, {column.en}"


def _third_index(middle: float) -> int:
    return min(2, max(0, int(middle * 3)))


def _to_error(length: int, max_length: int, model: str) -> ReflowError:
    text = Text(
        f"图像模型 {model} 最多接受 {max_length} 个字符，您的描述有 {length} 个，请缩短后再试。",
        f"The image model {model} takes at most {max_length} characters and your description has {length}; shorten it.",
    )
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field="prompt", node="executor")
