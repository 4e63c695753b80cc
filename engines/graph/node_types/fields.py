"""Validated fields of a JSON object in a catalog; an error names the pointer."""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NoReturn, TypeVar

from engines.graph.node_types.catalog_error import CatalogError
from engines.graph.node_types.node_type import JSON
from services.common.text.language import Text

Value = TypeVar("Value")

MAX_DEPTH = 32
"""Maximum nesting of objects and lists, in a value of any kind."""
MAX_LIST = 2_000
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


class Fields:
    """The fields of one JSON object at *pointer*. `rest` has the fields that no method has taken."""

    def __init__(self, value: object, pointer: str) -> None:
        """Raise CatalogError if *value* is not an object."""
        if not isinstance(value, Mapping):
            raise CatalogError(pointer, Text("应是一个 JSON 对象", "should be a JSON object"))
        self._rest: dict[str, JSON] = dict(value)
        self._pointer = pointer

    def text(self, key: str, max_length: int, *, required: bool = False) -> str:
        """Take a text, trimmed; "" if it is missing or null."""
        value = self._rest.pop(key, None)
        if value is not None and not isinstance(value, str):
            self.reject(key, "应是文字", "should be text")
        text = self._clean(value or "", key, max_length)
        if required and not text:
            self.reject(key, "不能为空", "must not be empty")
        return text

    def texts(self, key: str, max_items: int, max_length: int) -> tuple[str, ...]:
        """Take a list of texts, without empty and repeated ones."""
        entries = self.take_list(key, max_items)
        texts = []
        for entry in entries:
            if not isinstance(entry, str):
                self.reject(key, "应是文字的列表", "should be a list of texts")
            texts.append(self._clean(entry, key, max_length))
        return tuple(dict.fromkeys(filter(None, texts)))

    def localized(self, key: str, max_length: int) -> Text:
        """Take a text in both languages: {"zh", "en"}."""
        fields = Fields(self._rest.pop(key, None) or {}, self._point(key))
        return Text(fields.text("zh", max_length), fields.text("en", max_length))

    def flag(self, key: str) -> bool:
        """Take a boolean; False if it is missing or null."""
        value = self._rest.pop(key, None)
        if value is not None and not isinstance(value, bool):
            self.reject(key, "应是 true 或 false", "should be true or false")
        return bool(value)

    def number(self, key: str) -> float | None:
        """Take a number; None if it is missing, null or infinite, which means no limit."""
        value = self._rest.pop(key, None)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.reject(key, "应是数字", "should be a number")
        return value if abs(value) < math.inf else None

    def take(self, key: str) -> JSON:
        """Take a value of any kind; None if it is missing."""
        value = self._rest.pop(key, None)
        check_value(value, self._point(key))
        return value

    def take_list(self, key: str, max_items: int = MAX_LIST) -> tuple[JSON, ...]:
        """Take a list; empty if it is missing or null."""
        value = self._rest.pop(key, None)
        if value is None:
            return ()
        if not isinstance(value, list):
            self.reject(key, "应是列表", "should be a list")
        if len(value) > max_items:
            count = len(value)
            self.reject(key, f"最多 {max_items} 项，现有 {count} 项", f"at most {max_items} entries, there are {count}")
        check_value(value, self._point(key))
        return tuple(value)

    def take_all(self, key: str, max_items: int, parse: Callable[[JSON, str], Value]) -> tuple[Value, ...]:
        """Take a list of objects, each parsed with its pointer."""
        entries = enumerate(self.take_list(key, max_items))
        return tuple(parse(entry, f"{self._point(key)}/{index}") for index, entry in entries)

    def take_rest(self, max_bytes: int) -> Mapping[str, JSON]:
        """Take the remaining fields."""
        rest, self._rest = self._rest, {}
        check_value(rest, self._pointer)
        if rest and len(json.dumps(rest)) > max_bytes:
            self.reject("", f"未知字段共超过 {max_bytes} 字节", f"unknown fields have more than {max_bytes} bytes")
        return rest

    def reject(self, key: str, zh: str, en: str) -> NoReturn:
        """Raise CatalogError for the field *key*."""
        raise CatalogError(self._point(key) if key else self._pointer, Text(zh, en))

    def _clean(self, value: str, key: str, max_length: int) -> str:
        text = value.replace("\r\n", "\n").strip()
        if _CONTROL.search(text):
            self.reject(key, "含有控制字符", "contains a control character")
        if len(text) > max_length:
            length = len(text)
            self.reject(
                key, f"最多 {max_length} 个字，现有 {length} 个", f"at most {max_length} characters, it has {length}"
            )
        return text

    def _point(self, key: str) -> str:
        return f"{self._pointer}/{escape(key)}"


def escape(key: str) -> str:
    """Return *key* as a part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def check_value(value: JSON, pointer: str, depth: int = MAX_DEPTH) -> None:
    """Raise CatalogError if *value* is nested deeper than *depth*, or has text or a number that cannot be stored."""
    if isinstance(value, str) and _CONTROL.search(value):
        raise CatalogError(pointer, Text("含有控制字符", "contains a control character"))
    if isinstance(value, float) and not math.isfinite(value):
        raise CatalogError(pointer, Text("不是有限的数字", "is not a finite number"))
    if isinstance(value, dict | list) and depth == 0:
        text = Text(f"嵌套超过 {MAX_DEPTH} 层", f"objects and lists are nested deeper than {MAX_DEPTH} levels")
        raise CatalogError(pointer, text)
    for inner in _list_inner(value):
        check_value(inner, pointer, depth - 1)


def _list_inner(value: JSON) -> Iterator[JSON]:
    if isinstance(value, dict):
        yield from value
        yield from value.values()
    elif isinstance(value, list):
        yield from value
