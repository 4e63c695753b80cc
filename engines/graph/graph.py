"""A node graph as a value: nodes, edges and groups by id. No I/O; every change returns a new value.

Nodes and edges are ordered by id (`id_order`), which is the order of their creation: ids are sortable.
The order in which a store or a JSON parser returns the keys of an object does not matter.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from engines.graph.node_types.node_type import JSON

_DIGITS = re.compile(r"(\d+)")
_Value = TypeVar("_Value")


class Mode(StrEnum):
    """Whether a node is executed."""

    ACTIVE = "active"
    MUTED = "muted"
    """Neither the node nor anything that depends on it is executed."""
    BYPASSED = "bypassed"
    """The node is not executed; its inputs pass through to the outputs of the same data type."""


@dataclass(frozen=True, slots=True)
class Point:
    """Position of an upper left corner on the canvas, in pixels."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in pixels."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Node:
    """A node.

    Attributes:
        id: its key in the graph; never changes.
        type: full name of its type, `namespace:Name`.
        title: the user's own title; None for that of the type.
        position: None until the layout has set it.
        size: None for the size that its slots and parameters need.
        placed_by_user: whether the user chose the position; layout then does not move the node.
        group: id of the group it belongs to, or None.
        data: values of its parameters by name.
        extra: data that a foreign format needs to restore the node unchanged.

    """

    id: str
    type: str
    title: str | None = None
    position: Point | None = None
    size: Size | None = None
    mode: Mode = Mode.ACTIVE
    placed_by_user: bool = False
    group: str | None = None
    data: Mapping[str, JSON] = field(default_factory=dict)
    extra: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edge:
    """A link from an output (`source_handle`) of one node to an input (`target_handle`) of another."""

    id: str
    source: str
    source_handle: str
    target: str
    target_handle: str


@dataclass(frozen=True, slots=True)
class Group:
    """A titled frame around nodes. The nodes refer to it in `Node.group`."""

    id: str
    title: str = ""
    position: Point | None = None
    size: Size | None = None
    color: str = ""
    extra: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph. The revision belongs to the stored graph, not to the value.

    Attributes:
        extra: data that a foreign format needs to restore the document unchanged; `formats` reads and writes it.

    """

    nodes: Mapping[str, Node] = field(default_factory=dict)
    edges: Mapping[str, Edge] = field(default_factory=dict)
    groups: Mapping[str, Group] = field(default_factory=dict)
    extra: Mapping[str, JSON] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("nodes", "edges", "groups"):
            object.__setattr__(self, name, MappingProxyType(_sort(getattr(self, name))))

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling for worker processes: a read-only view of a dict cannot be pickled."""
        return Graph, (dict(self.nodes), dict(self.edges), dict(self.groups), dict(self.extra))

    def incoming(self, node_id: str) -> tuple[Edge, ...]:
        """Return the edges that end in the node."""
        return tuple(edge for edge in self.edges.values() if edge.target == node_id)

    def outgoing(self, node_id: str) -> tuple[Edge, ...]:
        """Return the edges that start from the node."""
        return tuple(edge for edge in self.edges.values() if edge.source == node_id)

    def with_nodes(self, nodes: Iterable[Node]) -> "Graph":
        """Return the graph with *nodes*, which replace nodes with the same ids."""
        return replace(self, nodes={**self.nodes, **{node.id: node for node in nodes}})


def id_order(node_id: str) -> tuple[tuple[int, int, str], ...]:
    """Return the sort key of an id: runs of digits by their value, so that "10" follows "9"."""
    parts = (part for part in _DIGITS.split(node_id) if part)
    return tuple((0, int(part), "") if part.isdecimal() and part.isascii() else (1, 0, part) for part in parts)


def _sort(values: Mapping[str, _Value]) -> dict[str, _Value]:
    return {key: values[key] for key in sorted(values, key=id_order)}
