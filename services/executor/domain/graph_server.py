"""Port to a server that executes whole graphs."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from services.common.contract.activity import Usage
from services.executor.domain.image_engine import Running

Graph: TypeAlias = dict[str, dict[str, object]]
"""An API prompt of ComfyUI: nodes by id."""


@dataclass(frozen=True, slots=True)
class NodeStarted:
    """The server executes a node."""

    node_id: str


@dataclass(frozen=True, slots=True)
class NodeFinished:
    """A node is executed, or its result was cached."""

    node_id: str


@dataclass(frozen=True, slots=True)
class NodeImage:
    """An image that a node returned, not decoded."""

    node_id: str
    data: bytes


GraphEvents = AsyncGenerator[NodeStarted | NodeFinished | NodeImage | Running | Usage, None]


class GraphServer(Protocol):
    """Executes API prompts. At the deadline a task continues, and the next attempt finds it."""

    @property
    def name(self) -> str: ...

    async def read_object_info(self, deadline: float) -> bytes:
        """Return the types of nodes that the server has, as JSON. Raises ReflowError."""
        ...

    def execute(self, graph: Graph, key: str, deadline: float) -> GraphEvents:
        """Yield the progress of each node, then the images. Raises LLM_REFUSED for a graph that the server rejects."""
        ...
