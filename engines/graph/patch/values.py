"""Values of a patch: operations, their errors, and the outcome."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engines.graph.finding import Reason
from engines.graph.graph import Graph
from engines.graph.node_types.node_type import JSON
from services.common.text.language import Text

Operation: TypeAlias = Mapping[str, JSON]
"""An operation as RFC 6902 writes it: `{"op", "path", "from", "value"}`."""


class Author(StrEnum):
    """Author of a patch, which determines the members that it may set."""

    ASSISTANT = "assistant"
    """A model or the rules: never supplies ids or positions."""
    USER = "user"
    """The user's canvas: supplies ids and positions. Validated like a patch of an assistant."""
    HISTORY = "history"
    """A patch that was applied before, on the graph that it belongs to: its inverse, or a redo. It restores what was
    there, including violations that an imported graph had: only the form is validated."""
    REBASE = "rebase"
    """A patch that was applied before, on a graph that has changed since. Only what concurrent changes can break is
    validated: ends of links, single links, cycles, groups."""


@dataclass(frozen=True, slots=True)
class OperationError:
    """Error of one operation.

    Attributes:
        index: position of the operation in the patch.
        pointer: the invalid JSON pointer, as its author wrote it, `/nodes/-/data/steps` for a value of a new node, or
            the pointer of the invalid member in the operation, `/value/localId`.
        reason: code for programs.
        text: message for users in both languages.
        alternatives: the nearest valid values, best first; may be empty.
        local_id: the `localId` of the new node that the error is about; empty if there is none.

    """

    index: int
    pointer: str
    reason: Reason
    text: Text
    alternatives: tuple[str, ...] = ()
    local_id: str = ""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The patch is not applied; the graph is unchanged. At least one error, in the order of the operations."""

    errors: tuple[OperationError, ...]


@dataclass(frozen=True, slots=True)
class Applied:
    """The patch is applied.

    Attributes:
        graph: the graph after it.
        operations: the operations as they were applied: standard RFC 6902 on our JSON form, with all ids, with the
            defaults of new nodes, and with the removal of the edges of removed nodes. A canvas can apply them, and
            `apply_patch` with Author.HISTORY repeats them (redo).
        inverse: the operations that restore the former graph, in the same form (undo: Author.HISTORY).
        created: ids of new nodes, in the order of the operations.
        removed_edges: ids of the edges that were removed with their nodes.
        local_ids: id of each new node by its `localId`.

    """

    graph: Graph
    operations: tuple[Operation, ...]
    inverse: tuple[Operation, ...]
    created: tuple[str, ...]
    removed_edges: tuple[str, ...]
    local_ids: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Collision:
    """Operation *index* uses *pointer*, which the operation *changed_by* has changed concurrently."""

    index: int
    pointer: str
    changed_by: Operation
    text: Text


@dataclass(frozen=True, slots=True)
class Conflict:
    """The patch cannot be rebased because of concurrent changes: at least one collision."""

    collisions: tuple[Collision, ...]


__all__ = [
    "Applied",
    "Author",
    "Collision",
    "Conflict",
    "Operation",
    "OperationError",
    "Reason",
    "Rejected",
]
