"""Values of the import and export of graphs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.graph.format import FORMAT, Format
from engines.graph.frontend_types import unnamed
from engines.graph.graph import Graph
from services.common.text.language import Text

DOCUMENT = "document"
"""Member of `Graph.extra`: the original document."""
SOURCE = "source"
"""Member of `Node.extra`: the id of the node in that document. A copy of the node also has it."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A graph, its original format, and the parts that could not be parsed, which are retained outside of the graph."""

    graph: Graph
    format: Format
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Exported:
    """A document, and the parts of the graph that it cannot express."""

    document: Any
    notes: tuple[Text, ...] = ()


def find_document(graph: Graph, form: Format) -> Any:
    """Return the document that *graph* was imported from, if it has this format; callers must not change it."""
    return graph.extra.get(DOCUMENT) if graph.extra.get(FORMAT) == form.value else None


def as_list(value: object) -> Sequence[Any]:
    """Return *value* if it is a list, else an empty one: documents are untrusted."""
    return value if isinstance(value, list) else ()


def as_object(value: object) -> Mapping[str, Any]:
    """Return *value* if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def name_slots(slots: object) -> tuple[str, ...]:
    """Return the handle of each slot of a list: its name, with its index if the name is empty or repeated.

    A repeated output thus has the same name as in the import of node types.
    """
    handles: list[str] = []
    for index, slot in enumerate(as_list(slots)):
        name = str(as_object(slot).get("name") or "").strip()
        handles.append(unnamed(index) if not name else f"{name}_{index}" if name in handles else name)
    return tuple(handles)


__all__ = [
    "DOCUMENT",
    "FORMAT",
    "SOURCE",
    "Exported",
    "Format",
    "Imported",
    "as_list",
    "as_object",
    "find_document",
    "name_slots",
]
