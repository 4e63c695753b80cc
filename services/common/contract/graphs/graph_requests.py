"""Requests of the graph assistant's and the graph executor's steps."""

from dataclasses import dataclass

from services.common.contract.graphs.graph import GraphSnapshot, NodeSlice, OperationError, PatchAnswer
from services.common.contract.graphs.graph_execution import NodeValue, PlannedNode
from services.common.contract.prompts import PromptVersion
from services.common.contract.session import ChatMessage


@dataclass(frozen=True, slots=True)
class SearchNodes:
    """Rag: find the node types that are relevant to a request to the graph assistant."""

    text: str
    graph: GraphSnapshot | None = None
    operations: bytes = b""
    limit: int = 0


@dataclass(frozen=True, slots=True)
class PlanPatch:
    """Planner: plan the operations that change a graph as a text requests."""

    text: str
    graph: GraphSnapshot
    nodes: NodeSlice
    selected_node_ids: tuple[str, ...] = ()
    recent_node_ids: tuple[str, ...] = ()
    answers: tuple[PatchAnswer, ...] = ()
    rejected_operations: bytes = b""
    errors: tuple[OperationError, ...] = ()
    feedback: str = ""
    messages: tuple[ChatMessage, ...] = ()
    builtin_only: bool = False
    fresh: bool = False
    prompt: PromptVersion | None = None


@dataclass(frozen=True, slots=True)
class ApplyPatch:
    """Executor: apply operations to a copy of a graph, all or nothing."""

    graph: GraphSnapshot
    operations: bytes
    nodes: NodeSlice
    since: tuple[bytes, ...] = ()
    resolved: bool = False
    with_content: bool = False
    applied_before: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """Executor: place the nodes of a graph after *operations*."""

    graph: GraphSnapshot
    operations: bytes = b""
    nodes: NodeSlice | None = None
    all: bool = False


@dataclass(frozen=True, slots=True)
class ConvertGraph:
    """Executor: convert a graph from one format to another. *nodes* are the types of its nodes, if they are known."""

    content: bytes
    from_format: str = ""
    to_format: str = ""
    nodes: NodeSlice | None = None


@dataclass(frozen=True, slots=True)
class ReviewGraph:
    """Critic: review a changed graph against the request."""

    text: str
    graph: GraphSnapshot
    operations: bytes
    nodes: NodeSlice
    explanation: str = ""
    answers: tuple[PatchAnswer, ...] = ()
    fresh: bool = False
    prompt: PromptVersion | None = None


@dataclass(frozen=True, slots=True)
class PatchGraph:
    """Graph service: store a change of a graph as its next revision."""

    graph_id: str
    revision: int
    operations: bytes
    request_id: str = ""
    exact_revision: bool = False


@dataclass(frozen=True, slots=True)
class PlanExecution:
    """Executor: plan the execution of a graph, or list the nodes that cannot be executed."""

    graph: GraphSnapshot


@dataclass(frozen=True, slots=True)
class ExecuteNode:
    """Executor: execute one node of a graph."""

    node: PlannedNode
    values: tuple[NodeValue, ...] = ()


@dataclass(frozen=True, slots=True)
class ExecuteGraph:
    """Executor: execute a whole graph on a ComfyUI server."""

    graph: GraphSnapshot
    server: str
