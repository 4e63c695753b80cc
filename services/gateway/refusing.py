"""What is wrong with a body, told so that it can be mended."""

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from services.common.errors import Code, ReflowError
from services.common.language import Text

# A name longer than this is not repeated whole.
QUOTED = 60
_PLACE = re.compile(r"at line (\d+) column (\d+)")

# By pydantic's error types: https://docs.pydantic.dev/latest/errors/validation_errors/
_REASONS = {
    "string_type": Text("应为字符串", "must be a string"),
    "int_type": Text("应为整数", "must be a whole number"),
    "int_parsing": Text("应为整数", "must be a whole number"),
    "int_from_float": Text("应为整数", "must be a whole number"),
    "float_type": Text("应为数字", "must be a number"),
    "finite_number": Text("应为有限的数字", "must be a finite number"),
    "bool_type": Text("应为 true 或 false", "must be true or false"),
    "list_type": Text("应为数组", "must be an array"),
    "model_type": Text("应为对象", "must be an object"),
    "dict_type": Text("应为对象", "must be an object"),
    "literal_error": Text("应为 {expected} 之一", "must be one of {expected}"),
    "missing": Text("缺失", "is missing"),
    "string_too_short": Text("不能为空；不需要时请去掉这个字段", "must not be empty; leave it out if it is not needed"),
    "too_long": Text("太多：最多 {max_length} 项", "has too many items: at most {max_length}"),
    "string_too_long": Text("太长：最多 {max_length} 个字符", "is too long: at most {max_length} characters"),
    "string_pattern_mismatch": Text(
        "含有不允许的字符，只能用字母、数字和 . _ : -", "may only have letters, digits and . _ : -"
    ),
    "size_form": Text('应写成 "1024x768" 或宽和高的对象', 'must be like "1024x768", or an object of width and height'),
    "greater_than_equal": Text("不能小于 {ge}", "must be at least {ge}"),
    "less_than_equal": Text("不能大于 {le}", "must be at most {le}"),
}


def malformed(problem: Mapping[str, Any], fields: Sequence[str]) -> ReflowError:
    """Return the error for the first *problem* that pydantic found in a body that may have *fields*."""
    field = dotted(problem["loc"])
    if problem["type"] == "json_invalid":
        return _not_json(str(problem["ctx"]["error"]))
    if problem["type"] == "extra_forbidden":
        return _unknown_field(field, fields)
    if not field:
        text = Text(
            '请求体应为 JSON 对象，例如 {"text": "画一只猫"}。',
            'The body must be a JSON object, such as {"text": "a cat"}.',
        )
        return ReflowError(Code.INVALID_INPUT_FORMAT, text)
    reason = _REASONS.get(problem["type"], Text("不正确", "is not valid"))
    filled = problem.get("ctx", {})
    text = Text(f"{field} {reason.zh.format(**filled)}。", f"{field} {reason.en.format(**filled)}.")
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field=field, details=str(problem["msg"]))


def dotted(location: Sequence[int | str]) -> str:
    """Return a location such as ("maskData", "coordinates", 0, 3, "x") as maskData.coordinates[0][3].x."""
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


def field_refused(field: str, zh: str, en: str, code: Code = Code.INVALID_INPUT_FORMAT) -> ReflowError:
    """Return the error for *field* with what is wrong with it, in both languages."""
    return ReflowError(code, Text(zh, en), field=field)


def _not_json(reason: str) -> ReflowError:
    place = _PLACE.search(reason)
    at = Text(f"第 {place[1]} 行第 {place[2]} 列", f"line {place[1]}, column {place[2]}") if place else Text("", "")
    what = _PLACE.sub("", reason).strip()
    text = Text(f"请求体不是有效的 JSON（{at.zh}）：{what}。", f"The body is not valid JSON ({at.en}): {what}.")
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, details=reason)


def _unknown_field(field: str, fields: Sequence[str]) -> ReflowError:
    shown = field if len(field) <= QUOTED else f"{field[:QUOTED]}…"
    meant = difflib.get_close_matches(field[:QUOTED], fields, n=1)
    known = ", ".join(fields)
    if meant and "." not in field:
        text = Text(
            f"没有 {shown} 这个字段，是不是 {meant[0]}？", f"There is no field {shown}; did you mean {meant[0]}?"
        )
    elif "." in field or "[" in field:
        text = Text(f"没有 {shown} 这个字段。", f"There is no field {shown}.")
    else:
        text = Text(f"没有 {shown} 这个字段，可用的有：{known}。", f"There is no field {shown}; there are: {known}.")
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field=shown)
