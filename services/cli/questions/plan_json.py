"""Plan of a note's images as JSON that a user edits. Pure."""

import json
from collections.abc import Mapping
from typing import Any

from services.cli.errors import bad_input
from services.common.text.language import Text

# In reading order: a Struct has none.
_ORDER = (
    "imagePlans",
    "paragraphImageBindings",
    "textOverlayPlan",
    "planId",
    "purpose",
    "subject",
    "style",
    "prompt",
    "palette",
    "text",
    "kind",
    "position",
    "paragraph",
    "width",
    "height",
)

_PROBLEM = Text("有写错的地方", "something is wrong here")
_PROBLEMS = {
    "Expecting value": Text("缺少一个值", "a value is missing"),
    "Expecting property name": Text(
        "应是双引号里的字段名，或者前面多了一个逗号",
        "a field name in double quotes belongs here, or the comma before it is one too many",
    ),
    "Expecting ':'": Text("字段名后面缺少冒号", "a colon is missing after the field name"),
    "Expecting ','": Text("缺少逗号或括号", "a comma or a bracket is missing"),
    "Unterminated string": Text("开始的文字没有用双引号结束", "the text that begins here has no closing double quote"),
    "Invalid control": Text("双引号里有换行或控制字符", "there is a line break or control character within quotes"),
    "Invalid \\": Text("有不能识别的反斜杠", "there is an unknown backslash escape"),
    "Illegal trailing comma": Text("多了一个逗号", "this comma is one too many"),
    "Extra data": Text("JSON 到这里已经结束，后面还有内容", "the JSON ends before this, and more follows"),
}
"""What Python's JSON decoder reports, by the beginning of its message."""


def format_editable(plan: Mapping[str, Any]) -> str:
    """Return the displayed plan as JSON; `parse_edited` parses it."""
    return json.dumps(sort_fields(plan), ensure_ascii=False, indent=2) + "\n"


def parse_edited(text: str) -> dict[str, Any]:
    """Return the JSON object in *text*. Raises INVALID_INPUT_FORMAT naming the invalid line."""
    try:
        read = json.loads(text, parse_constant=_reject_constant)
    except json.JSONDecodeError as error:
        what = next((text for start, text in _PROBLEMS.items() if error.msg.startswith(start)), _PROBLEM)
        raise bad_input(
            f"不是有效的 JSON：第 {error.lineno} 行第 {error.colno} 列{what.zh}。",
            f"This is not valid JSON: line {error.lineno}, column {error.colno}: {what.en}.",
        ) from None
    except ValueError:
        # Python reads no whole number of more than some 4,000 digits.
        raise bad_input("有一个数太长。", "A number is too long.") from None
    except RecursionError:
        raise bad_input("JSON 嵌套太深。", "The JSON is nested too deeply.") from None
    if not isinstance(read, dict):
        raise bad_input("应是一个 JSON 对象。", "This should be a JSON object.")
    return read


def _reject_constant(name: str) -> None:
    """Raise INVALID_INPUT_FORMAT: NaN and the infinities are not JSON."""
    raise bad_input(f"JSON 里没有 {name} 这样的数。", f"JSON has no number such as {name}.")


def sort_fields(value: Any) -> Any:
    """Return *value* with its names in a fixed order and whole floats as integers: a Struct has only floats."""
    match value:
        case Mapping():
            names = sorted(value, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))
            return {name: sort_fields(value[name]) for name in names}
        case list() | tuple():
            return [sort_fields(part) for part in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value
