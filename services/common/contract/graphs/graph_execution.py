"""Input, step results and result of the execution of a graph. Data of nodes and values are UTF-8 JSON."""

from dataclasses import dataclass

from services.common.contract.assets import Asset

# Maximum number of nodes that one run executes, and of bytes of a value that is not an image, as in the contract.
MAX_EXECUTED_NODES = 200
MAX_VALUE_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class GraphExecutionInput:
    """The stored graph to execute. Revision 0 is the current one; *server* names a ComfyUI engine for all of it."""

    graph_id: str
    revision: int = 0
    server: str = ""


@dataclass(frozen=True, slots=True)
class NodeValue:
    """The value of an output, input or parameter *handle* of a node: an image or mask, or any other value as JSON."""

    handle: str
    asset_id: str = ""
    json: bytes = b""


@dataclass(frozen=True, slots=True)
class NodeLink:
    """A link into a node, from an output of another one."""

    handle: str
    source_node_id: str
    source_handle: str


@dataclass(frozen=True, slots=True)
class PlannedNode:
    """A node to execute, with its parameters and their defaults as a JSON object."""

    node_id: str
    type: str
    title: str
    data: bytes
    links: tuple[NodeLink, ...] = ()
    is_output: bool = False


@dataclass(frozen=True, slots=True)
class RejectedNode:
    """A node that cannot be executed; without an id the graph as a whole."""

    node_id: str
    type: str
    reason: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class ExecutionPlan:
    """The nodes that the outputs of a graph depend on, in topological order; or the nodes that are rejected."""

    nodes: tuple[PlannedNode, ...] = ()
    rejected: tuple[RejectedNode, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphOutput:
    """A result of an executed graph: an image or mask, or another value as JSON."""

    node_id: str
    name: str
    asset: Asset | None = None
    json: bytes = b""


@dataclass(frozen=True, slots=True)
class NodeResult:
    """The values of an executed node, and its result where it is an output."""

    node_id: str
    values: tuple[NodeValue, ...] = ()
    output: GraphOutput | None = None


@dataclass(frozen=True, slots=True)
class GraphOutputs:
    """The results of an executed graph, in the order of its nodes."""

    outputs: tuple[GraphOutput, ...]
