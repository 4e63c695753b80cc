"""Errors for invalid requests: which field is invalid, and what is expected."""

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from services.common.errors import Code, ReflowError
from services.common.text.choices import format_problem
from services.common.text.language import Text
from services.common.text.validation_reasons import VALIDATION_REASONS

# Longer field names are truncated in messages.
MAX_QUOTED_LENGTH = 60
_POSITION = re.compile(r"at line (\d+) column (\d+)")

_REASONS = {
    **VALIDATION_REASONS,
    "string_too_short": Text("不能为空；不需要时请去掉这个字段", "must not be empty; leave it out if it is not needed"),
    "string_pattern_mismatch": Text(
        "含有不允许的字符，只能用字母、数字和 . _ : -，不能只有点",
        "may only have letters, digits and . _ : -, and not dots alone",
    ),
    "size_form": Text('应写成 "1024x768" 或宽和高的对象', 'must be like "1024x768", or an object of width and height'),
}

# By the beginnings of jiter's error texts: https://docs.rs/jiter/latest/jiter/enum.JsonErrorType.html
_JSON_ERRORS = {
    "EOF": Text("内容不完整", "it ends too early"),
    "expected ident": Text(
        "这里有不认识的词，只能是 true、false 或 null",
        "there is an unknown word: only true, false and null are allowed",
    ),
    "expected value": Text("这里缺少一个值", "a value is missing"),
    "expected `:`": Text("字段名后面缺少冒号", "a colon is missing after the name of a field"),
    "expected `,`": Text("这里缺少逗号或结尾的括号", "a comma or a closing bracket is missing"),
    "key must be a string": Text("字段名要写在双引号里", "names of fields must be in double quotes"),
    "trailing comma": Text("最后一项后面多了逗号", "there is a comma after the last item"),
    "trailing characters": Text("结尾之后还有内容", "there is more after its end"),
    "invalid escape": Text("字符串里的转义写错了", "a string has an invalid escape"),
    "invalid number": Text("数字写错了", "a number is malformed"),
    "number out of range": Text("数字太大", "a number is too large"),
    "control character": Text("字符串里有未转义的控制字符", "a string has a control character that is not escaped"),
    "invalid unicode": Text("字符串里有无效的 Unicode 字符", "a string has an invalid Unicode character"),
    "lone leading surrogate": Text("字符串里有无效的 Unicode 字符", "a string has an invalid Unicode character"),
    "unexpected end of hex escape": Text("字符串里的转义写错了", "a string has an invalid escape"),
    "recursion limit": Text("嵌套太深", "it is nested too deeply"),
}
_JSON_ERROR = Text("写法不正确", "it is malformed")


def validation_rejection(problem: Mapping[str, Any], fields: Sequence[str]) -> ReflowError:
    """Return the error for a *problem* that pydantic reported of a body with the known *fields*."""
    field = format_path(problem["loc"])
    if problem["type"] == "json_invalid":
        return _reject_json(str(problem["ctx"]["error"]))
    if problem["type"] == "extra_forbidden":
        return _reject_unknown_field(field, fields)
    if not field:
        text = Text(
            '请求体应为 JSON 对象，例如 {"text": "画一只猫"}。',
            'The body must be a JSON object, such as {"text": "a cat"}.',
        )
        return ReflowError(Code.INVALID_INPUT_FORMAT, text)
    reason = _REASONS.get(problem["type"], Text("不正确", "is not valid"))
    reason = format_problem(reason, problem.get("ctx", {}))
    text = Text(f"{field} {reason.zh}。", f"{field} {reason.en}.")
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field=field, details=str(problem["msg"]))


def format_path(location: Sequence[int | str]) -> str:
    """Return a location such as ("maskData", "coordinates", 0, 3, "x") as maskData.coordinates[0][3].x."""
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


def reject_field(field: str, zh: str, en: str, code: Code = Code.INVALID_INPUT_FORMAT) -> ReflowError:
    """Return the error for *field* with a message in both languages."""
    return ReflowError(code, Text(zh, en), field=field)


def _reject_json(reason: str) -> ReflowError:
    position = _POSITION.search(reason)
    where = (
        Text(f"第 {position[1]} 行第 {position[2]} 列", f"line {position[1]}, column {position[2]}")
        if position
        else Text("", "")
    )
    what = next((text for start, text in _JSON_ERRORS.items() if reason.startswith(start)), _JSON_ERROR)
    text = Text(
        f"请求体不是有效的 JSON（{where.zh}）：{what.zh}。", f"The body is not valid JSON ({where.en}): {what.en}."
    )
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, details=reason)


def _reject_unknown_field(field: str, fields: Sequence[str]) -> ReflowError:
    name = field if len(field) <= MAX_QUOTED_LENGTH else f"{field[:MAX_QUOTED_LENGTH]}…"
    matches = difflib.get_close_matches(field[:MAX_QUOTED_LENGTH], fields, n=1)
    if matches and "." not in field:
        text = Text(
            f"没有 {name} 这个字段，是不是 {matches[0]}？", f"There is no field {name}; did you mean {matches[0]}?"
        )
    elif "." in field or "[" in field:
        text = Text(f"没有 {name} 这个字段。", f"There is no field {name}.")
    else:
        text = Text(
            f"没有 {name} 这个字段，可用的有：{'、'.join(fields)}。",
            f"There is no field {name}; there are: {', '.join(fields)}.",
        )
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field=name)
