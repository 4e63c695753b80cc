"""Errors of JSON and TOML that users write, for users."""

import re
from json import JSONDecodeError

from services.common.text.language import Text

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
_NUMBER_TOO_LONG = Text("有一个数太长", "a number is too long")
_TOO_DEEP = Text("嵌套太深", "the nesting is too deep")
_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)$")
_NOT_UTF8 = Text("不是 UTF-8", "not UTF-8")


def describe_json_error(error: ValueError | RecursionError) -> Text:
    """Return where and why a text is not JSON, from what `json.loads` raised."""
    match error:
        case JSONDecodeError():
            what = next((text for start, text in _PROBLEMS.items() if error.msg.startswith(start)), _PROBLEM)
            return Text(
                f"第 {error.lineno} 行第 {error.colno} 列{what.zh}",
                f"line {error.lineno}, column {error.colno}: {what.en}",
            )
        case UnicodeDecodeError():
            return _NOT_UTF8
        case RecursionError():
            return _TOO_DEEP
        case _:
            # Python reads no whole number of more than some 4,000 digits.
            return _NUMBER_TOO_LONG


def describe_toml_error(error: ValueError) -> Text:
    """Return where and why a text is not TOML, from what `tomllib.loads` raised; its reason stands in English alone."""
    if isinstance(error, UnicodeDecodeError):
        return _NOT_UTF8
    # Python 3.11 gives the place in the message alone.
    place = _TOML_PLACE.search(str(error))
    return Text(f"第 {place[1]} 行第 {place[2]} 列有写错的地方" if place else "结尾不完整", str(error))
