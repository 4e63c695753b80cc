"""What is written to the model: the prompt within the model's length, the instruction of a repaint."""

import re
from dataclasses import dataclass

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.executor.domain.prompts import without_marks

# What retrieval added stands in marked lines (services/rag/domain/prompting.py), a piece each within the marks.
_PIECE = re.compile(r"⟦[^⟦⟧\n]*⟧")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")

LEFT_OUT = Text(
    "提示词超过这个模型的 {most} 个字符，省去了 {pieces} 条参考，您的描述没有改动。",
    "The prompt is over this model's {most} characters: {pieces} references were left out, your own words were not.",
)

# The area is told twice: in the second picture by its colour, in words by its place.
_CHANGE = Text(
    "图2与图1是同一张图，其中洋红色盖住的是要修改的区域，位于画面{place}。请只修改图1的这个区域：{wish}\n"
    "区域以外保持图1原样，结果中不要出现洋红色的色块。",
    "Image 2 is image 1 with the area to be changed covered in magenta, {place} of the picture. "
    "Change only this area of image 1: {wish}\n"
    "Keep everything outside it as in image 1, and show no magenta patch in the result.",
)
_FILL = Text(
    "去掉这里的内容，用与周围自然衔接的画面填满。",
    "remove what is there and fill it so that it continues its surroundings naturally.",
)
_ROWS = (Text("上方", "at the top"), Text("中部", "in the middle"), Text("下方", "at the bottom"))
_COLUMNS = (Text("左侧", "left"), Text("中间", "centre"), Text("右侧", "right"))


@dataclass(frozen=True, slots=True)
class Fitted:
    """A prompt that is short enough, and how many retrieved pieces had to be left out of it."""

    prompt: str
    left_out: int


def fitted(prompt: str, most: int, model: str) -> Fitted:
    """Return *prompt* without marks, within *most* characters: as needed without retrieved pieces, the last first.

    Raises INVALID_INPUT_FORMAT when the person's own words are too many: those are never cut.
    """
    lines, left_out = prompt.split("\n"), 0
    while len(readable := without_marks("\n".join(lines))) > most:
        marked = next((place for place, line in enumerate(lines) if _PIECE.search(line)), None)
        if marked is None:
            raise _too_long(len(readable), most, model)
        lines = _without_last_piece(lines, marked)
        left_out += 1
    return Fitted(readable, left_out)


def instruction(wish: str, box: tuple[float, float, float, float], most: int, model: str) -> Fitted:
    """Return what to tell an editing model; *box* is the area (left, top, right, bottom), 0 to 1. Raises as `fitted`.

    An empty wish asks for a filling that fits its surroundings.
    """
    chinese = _HAN.search(wish) is not None or not wish.strip()
    frame, fill = (_CHANGE.zh, _FILL.zh) if chinese else (_CHANGE.en, _FILL.en)
    place = _place(box, chinese=chinese)
    room = most - len(frame.format(place=place, wish=""))
    fitting = fitted(wish.strip() or fill, room, model)
    return Fitted(frame.format(place=place, wish=fitting.prompt), fitting.left_out)


def _without_last_piece(lines: list[str], marked: int) -> list[str]:
    """Return *lines* less the last piece of the line *marked*, and less the line when that was its only one."""
    *kept, last = _PIECE.finditer(lines[marked])
    if not kept:
        return lines[:marked] + lines[marked + 1 :]
    line = (lines[marked][: last.start()] + lines[marked][last.end() :]).rstrip()
    return [*lines[:marked], line, *lines[marked + 1 :]]


def _place(box: tuple[float, float, float, float], *, chinese: bool) -> str:
    left, top, right, bottom = box
    row, column = _ROWS[_third((top + bottom) / 2)], _COLUMNS[_third((left + right) / 2)]
    return f"{row.zh}{column.zh}" if chinese else f"{row.en}, {column.en}"


def _third(middle: float) -> int:
    return min(2, max(0, int(middle * 3)))


def _too_long(length: int, most: int, model: str) -> ReflowError:
    text = Text(
        f"图像模型 {model} 最多接受 {most} 个字符，您的描述有 {length} 个，请缩短后再试。",
        f"The image model {model} takes at most {most} characters and your description has {length}; shorten it.",
    )
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field="prompt", node="executor")
