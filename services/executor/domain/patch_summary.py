"""Short summary of the changes of a patch."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from services.common.text.language import Language, Text

_PARTS = {
    ("add", "nodes"): Text("增加 {count} 个节点", "{count} nodes added"),
    ("remove", "nodes"): Text("删除 {count} 个节点", "{count} nodes removed"),
    ("add", "edges"): Text("增加 {count} 条连线", "{count} links added"),
    ("remove", "edges"): Text("删除 {count} 条连线", "{count} links removed"),
    ("change", "data"): Text("修改 {count} 个参数", "{count} parameters set"),
    ("change", "place"): Text("移动 {count} 处", "{count} moves"),
    ("change", "other"): Text("其他修改 {count} 处", "{count} other changes"),
}
_ONE = {kind: Text(text.zh, re.sub(r"s\b", "", text.en, count=1)) for kind, text in _PARTS.items()}
_SEPARATOR = Text("，", ", ")
_NOTHING = Text("没有改动", "no changes")
# Members of a node or group that state its position.
_PLACE = frozenset({"position", "size", "placedByUser"})
# Reference tokens of a pointer to a whole node, and to a value of its data.
_ENTRY, _MEMBER = 2, 3


def summarize_patch(operations: Iterable[Mapping[str, Any]], language: Language) -> str:
    """Return a summary of the changes of the resolved *operations*, counted by kind."""
    entries = [operation for operation in operations if operation["op"] != "test"]
    new = {operation["path"] for operation in entries if operation["op"] == "add"}
    counts = Counter(_classify(operation) for operation in entries if not _places_new(operation, new))
    parts = [
        (_ONE.get(kind, text) if counts[kind] == 1 else text).pick(language).format(count=counts[kind])
        for kind, text in _PARTS.items()
        if counts[kind]
    ]
    return _SEPARATOR.pick(language).join(parts) or _NOTHING.pick(language)


def _places_new(operation: Mapping[str, Any], new: Collection[str]) -> bool:
    """Return whether the operation gives its position to an entry that the same patch adds: nothing is moved."""
    entry, _, member = operation["path"].rpartition("/")
    return member in _PLACE and entry in new


def _classify(operation: Mapping[str, Any]) -> tuple[str, str]:
    tokens = operation["path"].split("/")[1:]
    if len(tokens) == _ENTRY and (operation["op"], tokens[0]) in _PARTS:
        return operation["op"], tokens[0]
    member = tokens[_ENTRY] if len(tokens) >= _MEMBER else ""
    if member == "data":
        return "change", "data"
    return "change", "place" if member in _PLACE else "other"
