"""Input, step results and requests' values of the graph assistant.

A graph, a list of operations and a list of node types are UTF-8 JSON: only the engine `engines/graph` parses them.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

# Bytes of a graph, of the operations of a patch, and of a slice of node types, as the contract states them.
MAX_GRAPH_BYTES = 1_048_576
MAX_OPERATIONS_BYTES = 262_144
MAX_NODE_TYPES_BYTES = 524_288


class RevisionKind(StrEnum):
    """How a revision of a graph was created."""

    CREATED = "created"
    RUN = "run"
    PATCH = "patch"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class GraphAssistantInput:
    """Input of the graph assistant: a text, and the stored graph that it is about. Revision 0 is the current one."""

    text: str
    graph_id: str
    revision: int = 0
    selected_node_ids: tuple[str, ...] = ()
    seed: int | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class GraphSnapshot:
    """A stored graph at a revision. Without `content` it is a reference, which the adapter of the roles resolves."""

    graph_id: str
    revision: int
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class NodeSlice:
    """The node types that are relevant to a request: those found for its text, best first, and those of the graph."""

    node_types: bytes
    found: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    revision: int = 0


@dataclass(frozen=True, slots=True)
class OperationError:
    """Why an operation was rejected. `reason` is for programs, `message` for users; `local_id` is of a new node."""

    index: int
    pointer: str
    reason: str
    message: str
    alternatives: tuple[str, ...] = ()
    local_id: str = ""


@dataclass(frozen=True, slots=True)
class PatchChoice:
    """A choice of a question."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class PatchQuestion:
    """A question of the planner: the request fits more than one change."""

    key: str
    text: str
    choices: tuple[PatchChoice, ...]
    multiple: bool = False


@dataclass(frozen=True, slots=True)
class PatchAnswer:
    """The user's answer to a question of the planner: ids of its choices, and the user's own text."""

    key: str
    choices: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class PatchPlan:
    """The planner's result for a request: operations, or a question, or neither if it understood nothing."""

    operations: bytes = b""
    explanation: str = ""
    question: PatchQuestion | None = None
    not_understood: tuple[str, ...] = ()
    engine: str = "builtin"
    degraded: bool = False


@dataclass(frozen=True, slots=True)
class AppliedPatch:
    """The result of applying operations to a copy of a graph: a change, or the errors or conflicts that prevent it."""

    operations: bytes = b""
    inverse: bytes = b""
    errors: tuple[OperationError, ...] = ()
    created_node_ids: tuple[str, ...] = ()
    removed_edge_ids: tuple[str, ...] = ()
    summary: str = ""
    content: bytes = b""
    conflicts: tuple[str, ...] = ()

    @property
    def is_rejected(self) -> bool:
        """Whether the graph is unchanged."""
        return bool(self.errors or self.conflicts)


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """Operations that place nodes, and the number of these nodes."""

    operations: bytes
    placed: int


@dataclass(frozen=True, slots=True)
class ConvertedGraph:
    """A graph in the requested format."""

    content: bytes


@dataclass(frozen=True, slots=True)
class GraphRevision:
    """A stored change of a graph. `target` is the revision that an undo or redo concerns."""

    graph_id: str
    revision: int
    kind: RevisionKind
    operations: bytes
    inverse: bytes
    time: datetime
    run_id: str = ""
    summary: str = ""
    target: int = 0
    rebased_from: int = 0
    created_node_ids: tuple[str, ...] = ()


def join_operations(*lists: bytes) -> bytes:
    """Return one JSON array of the operations of *lists*, JSON arrays or empty, in order. Nothing is parsed."""
    inner = (operations.strip()[1:-1].strip() for operations in lists)
    return b"[" + b",".join(part for part in inner if part) + b"]"
