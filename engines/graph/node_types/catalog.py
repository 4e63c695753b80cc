"""A catalog of node types to import: reflow's own JSON form, or ComfyUI's object_info, detected by its shape."""

import json
from collections.abc import Mapping

from engines.graph.node_types.catalog_error import CatalogError
from engines.graph.node_types.fields import escape
from engines.graph.node_types.json_form import MAX_DEFINITION_BYTES, dump, parse_node_type, to_json
from engines.graph.node_types.node_type import COMFY, CORE, JSON, NodeType
from engines.graph.node_types.object_info import parse_object_info_node
from services.common.text.language import Text
from services.common.text.parse_errors import describe_json_error

MAX_TYPES = 5_000
"""Maximum number of types in one import, which is one transaction."""


def parse_catalog(data: bytes, namespace: str = "") -> tuple[NodeType, ...]:
    """Return the types of a catalog, all of them or none.

    Args:
        data: JSON in UTF-8. In our own form, a list of types or {"types": [...]}; as object_info, an object of nodes by
            name.
        namespace: of the types of object_info ("comfy" if empty), and the only one allowed for our own form.

    Raises:
        CatalogError: the catalog cannot be read; the pointer refers to the invalid value.

    """
    try:
        value = _parse_json(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        why = describe_json_error(error)
        raise CatalogError("", Text(f"不是 JSON（{why.zh}）", f"not JSON ({why.en})")) from error
    types = _parse_own_form(value, namespace) if _is_own_form(value) else _parse_object_info(value, namespace)
    if not types:
        raise CatalogError("", Text("没有可导入的节点", "nothing to import"))
    _validate_all(types)
    return types


def _parse_json(text: str) -> JSON:
    """Return the value in *text*; JSON Lines, as `reflow nodes list --json` prints them, are a list."""
    lines = text.splitlines()
    if len(lines) > 1 and all(line.startswith('{"type":') for line in lines if line):
        return [json.loads(line, parse_constant=_parse_constant) for line in lines if line]
    value: JSON = json.loads(text, parse_constant=_parse_constant)
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        return [value]
    return value


def _is_own_form(value: JSON) -> bool:
    return isinstance(value, list) or (isinstance(value, dict) and isinstance(value.get("types"), list))


def _parse_own_form(value: JSON, namespace: str) -> tuple[NodeType, ...]:
    entries = value.get("types") if isinstance(value, dict) else value
    pointer = "/types" if isinstance(value, dict) else ""
    entries = entries if isinstance(entries, list) else []
    _limit(len(entries), pointer)
    types = tuple(parse_node_type(_drop_revision(entry), f"{pointer}/{index}") for index, entry in enumerate(entries))
    for index, node_type in enumerate(types):
        if namespace and node_type.namespace != namespace:
            text = Text(f"命名空间不是 {namespace}", f"its namespace is not {namespace}")
            raise CatalogError(f"{pointer}/{index}/type", text)
    return types


def _parse_object_info(value: JSON, namespace: str) -> tuple[NodeType, ...]:
    if not isinstance(value, Mapping):
        text = Text(
            "应是 object_info（以节点名为键的对象），或节点的列表",
            "should be object_info, an object of nodes by name, or a list of types",
        )
        raise CatalogError("", text)
    _limit(len(value), "")
    return tuple(
        parse_object_info_node(name, entry, namespace or COMFY, f"/{escape(name)}") for name, entry in value.items()
    )


def _drop_revision(entry: JSON) -> JSON:
    """Return *entry* without the revision of a listed type: the store assigns a new one."""
    return {key: value for key, value in entry.items() if key != "revision"} if isinstance(entry, dict) else entry


def _validate_all(types: tuple[NodeType, ...]) -> None:
    """Raise CatalogError for a name that is repeated or belongs to the core, and for a type that is too large."""
    seen = set()
    for node_type in types:
        name = node_type.full_name
        if node_type.namespace == CORE:
            text = Text(f"{name}：core 由 reflow 自己使用", f"{name}: the namespace core belongs to reflow")
            raise CatalogError("", text)
        if name in seen:
            raise CatalogError("", Text(f"{name} 出现了两次", f"{name} occurs twice"))
        seen.add(name)
        size = len(dump(to_json(node_type)))
        if size > MAX_DEFINITION_BYTES:
            text = Text(
                f"{name} 有 {size} 字节，最多 {MAX_DEFINITION_BYTES}",
                f"{name} has {size} bytes, at most {MAX_DEFINITION_BYTES} are allowed",
            )
            raise CatalogError("", text)


def _limit(count: int, pointer: str) -> None:
    if count > MAX_TYPES:
        text = Text(f"一次最多 {MAX_TYPES} 种节点，现有 {count} 种", f"at most {MAX_TYPES} types, there are {count}")
        raise CatalogError(pointer, text)


def _parse_constant(name: str) -> JSON:
    """Parse Python's constants for numbers that JSON does not have: an infinite limit means no limit."""
    return None
