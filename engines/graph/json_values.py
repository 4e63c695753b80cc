"""Limits of untrusted JSON: checked before it is parsed, and before a value enters a graph."""

import json
from collections.abc import Mapping
from typing import NoReturn, cast

from engines.graph.errors import GraphInvalid, invalid
from engines.graph.limits import DEFAULT_LIMITS, GraphLimits
from engines.graph.node_types.node_type import JSON
from services.common.text.parse_errors import describe_json_error

# Keys that change the prototype of an object when a JavaScript canvas merges JSON.
FORBIDDEN_KEYS = frozenset({"__proto__", "constructor", "prototype"})


def load_json(content: bytes | str, limits: GraphLimits = DEFAULT_LIMITS) -> JSON:
    """Parse *content*. Raises GraphInvalid if it is too large, too deep or not JSON."""
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    if len(raw) > limits.document_bytes:
        raise invalid(
            "", f"文件超过 {limits.document_bytes} 字节。", f"The document exceeds {limits.document_bytes} bytes."
        )
    try:
        value = json.loads(raw.decode("utf-8-sig"), parse_constant=_reject_constant)
    except GraphInvalid:
        raise
    except RecursionError:  # far beyond any limit
        raise invalid("", f"嵌套超过 {limits.depth} 层。", f"Nested deeper than {limits.depth} levels.") from None
    except ValueError as error:
        why = describe_json_error(error)
        raise invalid("", f"不是有效的 JSON：{why.zh}。", f"The document is not valid JSON: {why.en}.") from None
    check_json(value, limits)
    return cast(JSON, value)


def dump_json(value: object) -> str:
    """Return *value* as compact JSON text, with Chinese characters unescaped."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_to_plain)


def check_json(value: object, limits: GraphLimits = DEFAULT_LIMITS, pointer: str = "") -> None:
    """Raise GraphInvalid unless *value* is JSON within *limits*. Iterative."""
    remaining = limits.values
    stack: list[tuple[object, int, str]] = [(value, 0, pointer)]
    while stack:
        item, depth, where = stack.pop()
        remaining -= 1
        if remaining < 0:
            raise invalid(pointer, f"值超过 {limits.values} 个。", f"There are more than {limits.values} values.")
        if depth > limits.depth:
            raise invalid(
                where[: limits.name], f"嵌套超过 {limits.depth} 层。", f"Nested deeper than {limits.depth} levels."
            )
        match item:
            case Mapping():
                for key, child in item.items():
                    _check_key(key, where, limits)
                    stack.append((child, depth + 1, f"{where}/{escape(key)}"))
            case list():
                stack += [(child, depth + 1, f"{where}/{index}") for index, child in enumerate(item)]
            case str():
                _check_text(item, where, limits)
            case None | bool():
                pass
            case int() | float():
                _check_number(item, where)
            case _:
                raise invalid(where, "不是 JSON 的值。", "This is not a JSON value.")


def escape(token: str) -> str:
    """Return *token* as a reference token of a JSON pointer (RFC 6901)."""
    return token.replace("~", "~0").replace("/", "~1")


def join_pointer(*tokens: str | int) -> str:
    """Return the JSON pointer of *tokens*."""
    return "".join(f"/{escape(str(token))}" for token in tokens)


def same_json(left: object, right: object) -> bool:
    """Return whether two JSON values are equal; unlike in Python, `true` is not 1 (RFC 6902, 4.6)."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same_json(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    return left == right


def _check_key(key: object, where: str, limits: GraphLimits) -> None:
    if not isinstance(key, str) or len(key) > limits.text:
        raise invalid(where, "键必须是不太长的文字。", "A key must be a text of limited length.")
    if key in FORBIDDEN_KEYS:
        raise invalid(f"{where}/{key}", f"不允许使用键 {key}。", f"The key {key} is not allowed.")
    _check_text(key, where, limits)


def _check_text(text: str, where: str, limits: GraphLimits) -> None:
    if len(text) > limits.text:
        raise invalid(where, f"文字超过 {limits.text} 个字符。", f"The text exceeds {limits.text} characters.")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise invalid(where, "文字中有残缺的字符。", "The text contains half a character (a lone surrogate).") from None
    if "\0" in text:  # PostgreSQL cannot store it
        raise invalid(where, "文字中有空字符。", "The text contains a null character.")


def _check_number(number: float, where: str) -> None:
    if number != number or abs(number) > 1e300:
        raise invalid(where, "数字超出范围。", "The number is out of range.")


def _reject_constant(name: str) -> NoReturn:
    raise invalid("", f"JSON 中不能有 {name}。", f"JSON cannot contain {name}.")


def _to_plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)
