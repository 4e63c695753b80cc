"""The slice of the node knowledge for a request, within the size limit of its message, in bytes."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engines.graph.node_types.json_form import dump, to_json
from engines.graph.node_types.node_type import JSON
from engines.graph.stated_types import list_stated_types
from services.common.contract.graphs.graph import MAX_NODE_TYPES_BYTES, NodeSlice

_TYPE_POINTER = re.compile(r"/nodes/[^/]+/type")
_FOR_SEARCH = ("descriptions", "category")
"""Fields that only help to find a type: they are left out of types that are already in the graph.

Aliases are included: requests name the nodes of the graph by them.
"""


def build_slice(
    found: Mapping[str, dict[str, JSON]],
    others: Mapping[str, dict[str, JSON]],
    types: Collection[str],
    revision: int,
    max_bytes: int = MAX_NODE_TYPES_BYTES,
) -> NodeSlice:
    """Return the slice of the records *found*, best first, and of *others*; both together include all of *types*.

    `extra` fields of a foreign format are left out. If not all fits, the types of the graph have priority; a type that
    does not fit is unknown to the receiver, which does not change its nodes.
    """
    in_graph = set(types)
    found_records = {key: _shorten(record, ("extra",)) for key, record in found.items()}
    records = {key: _shorten(record, ("extra", *_FOR_SEARCH)) for key, record in sorted(others.items())}
    order = sorted(found_records, key=lambda key: key not in in_graph)
    taken = _take_fitting(records | {key: found_records[key] for key in order}, max_bytes)
    ordered = [taken[key] for key in (*found_records, *records) if key in taken]
    return NodeSlice(
        node_types=b"[" + b",".join(ordered) + b"]",
        found=tuple(key for key in found_records if key in taken),
        unknown=tuple(sorted(in_graph - set(taken))),
        revision=revision,
    )


def add_stated_types(
    nodes: NodeSlice, graph: object, max_bytes: int = MAX_NODE_TYPES_BYTES
) -> tuple[NodeSlice, tuple[str, ...]]:
    """Return *nodes* with its unknown types as far as *graph*, in its JSON form, states them, and their names."""
    table = graph.get("nodes") if isinstance(graph, dict) else None
    records = {one.full_name: to_json(one) for one in list_stated_types(table, nodes.unknown)}
    taken = _take_fitting(records, max_bytes - len(nodes.node_types))
    if not taken:
        return nodes, ()
    known = nodes.node_types.removeprefix(b"[").removesuffix(b"]")
    node_types = b"[" + b",".join([known, *taken.values()] if known else list(taken.values())) + b"]"
    unknown = tuple(name for name in nodes.unknown if name not in taken)
    return replace(nodes, node_types=node_types, unknown=unknown), tuple(taken)


def list_types(graph: object) -> set[str]:
    """Return the types of the nodes in *graph*, in its JSON form."""
    nodes = graph.get("nodes") if isinstance(graph, dict) else None
    return set(_read_types(list(nodes.values()) if isinstance(nodes, dict) else nodes))


def list_new_types(operations: object) -> set[str]:
    """Return the types of the nodes that *operations* add, and those that they give to other nodes."""
    given = [one for one in _to_list(operations) if isinstance(one, dict)]
    changed = [{"type": one.get("value")} for one in given if _TYPE_POINTER.fullmatch(str(one.get("path")))]
    return {*_read_types([one.get("value") for one in given]), *_read_types(changed)}


def _take_fitting(records: Mapping[str, dict[str, JSON]], max_bytes: int) -> dict[str, bytes]:
    taken: dict[str, bytes] = {}
    left = max_bytes - 2
    for key, record in records.items():
        data = dump(record)
        if len(data) + 1 <= left:
            taken[key] = data
            left -= len(data) + 1
    return taken


def _shorten(record: Mapping[str, JSON], without: Collection[str]) -> dict[str, JSON]:
    """Return *record* without the fields *without*, and its slots without `extra`."""
    return {key: _drop_extra(value) for key, value in record.items() if key not in without}


def _drop_extra(value: JSON) -> JSON:
    if not isinstance(value, list):
        return value
    return [
        {key: inner for key, inner in slot.items() if key != "extra"} if isinstance(slot, dict) else slot
        for slot in value
    ]


def _read_types(nodes: Any) -> Iterator[str]:
    for node in _to_list(nodes):
        kind = node.get("type") if isinstance(node, dict) else None
        if isinstance(kind, str) and kind:
            yield kind


def _to_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
