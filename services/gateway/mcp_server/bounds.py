"""Limits of the results of tools, since an assistant reads all of them. Pure."""

from dataclasses import dataclass, field
from typing import Any

from services.gateway.json_mapper.values import Json, encode_json

# Maximum characters of one text, and entries of one list. Both are halved until the whole result fits.
MAX_TEXT, MAX_ITEMS = 4_000, 50
MAX_BYTES = 48_000
# Characters that `read_value` returns at once.
MAX_SLICE = 20_000


@dataclass(slots=True)
class _Cut:
    max_text: int
    max_items: int
    pointers: list[str] = field(default_factory=list)

    def shorten(self, value: Any, pointer: str) -> Any:
        match value:
            case str() if len(value) > self.max_text:
                self.pointers.append(pointer)
                return value[: self.max_text]
            case list():
                if len(value) > self.max_items:
                    self.pointers.append(pointer)
                return [self.shorten(item, f"{pointer}/{index}") for index, item in enumerate(value[: self.max_items])]
            case dict():
                return {name: self.shorten(item, f"{pointer}/{escape(name)}") for name, item in value.items()}
        return value


def shorten(value: Json) -> Json:
    """Return *value* with texts and lists truncated to fit; `shortened` lists the JSON Pointers of those that were.

    It is a bounded JSON object: if it has too many members, the names of its members replace them.
    """
    max_text, max_items = MAX_TEXT, MAX_ITEMS
    while max_text:
        cut = _Cut(max_text, max_items)
        shortened: Json = cut.shorten(value, "")
        shortened["shortened"] = cut.pointers[:MAX_ITEMS]
        if len(encode_json(shortened)) <= MAX_BYTES:
            return shortened
        max_text, max_items = max_text // 2, max(1, max_items // 2)
    return {"shortened": [f"/{escape(name)}" for name in list(value)[:MAX_ITEMS]]}


def find_value(value: Any, pointer: str) -> Any:
    """Return what the JSON Pointer (RFC 6901) *pointer* names in *value*. Raises LookupError for nothing."""
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        match value:
            case dict():
                value = value[name]
            case list() if name.isascii() and name.isdigit() and len(name) < 8:
                value = value[int(name)]
            case _:
                raise LookupError(pointer)
    return value


def escape(name: str) -> str:
    """Return *name* as a part of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")
