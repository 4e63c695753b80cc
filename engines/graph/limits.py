"""Limits of a graph, a document and a patch."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GraphLimits:
    """Limits of graphs and patches. Lengths are in code points.

    Attributes:
        document_bytes: size of a JSON document before it is parsed.
        depth: nesting of arrays and objects in a document.
        values: JSON values in a document, without keys.
        text: length of one string.
        name: length of an id, a handle, a type or a key.
        operations: operations in one patch.

    """

    document_bytes: int = 16 * 1024 * 1024
    depth: int = 64
    values: int = 1_000_000
    text: int = 200_000
    name: int = 200
    nodes: int = 5_000
    edges: int = 20_000
    groups: int = 500
    operations: int = 1_000


DEFAULT_LIMITS = GraphLimits()
