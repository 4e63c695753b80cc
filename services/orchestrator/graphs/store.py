"""Port to the store of graphs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from services.common.contract.graphs.graph import GraphRevision
from services.orchestrator.domain.graphs.history import Change


@dataclass(frozen=True, slots=True)
class StoredGraph:
    """A graph at a revision; without `content` in lists."""

    graph_id: str
    title: str
    revision: int
    created_at: datetime
    updated_at: datetime
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """An idempotency key, and the digest of the request that it belongs to."""

    request_id: str
    digest: str


@dataclass(frozen=True, slots=True)
class StoredRevision:
    """A revision with the graph after it, and the request that caused it."""

    revision: GraphRevision
    content: bytes
    request: StoredRequest


class GraphStore(Protocol):
    """Stores graphs. Every call may be repeated."""

    async def create(self, title: str, first: StoredRevision) -> StoredRevision:
        """Store a new graph with its first revision; return that of the request's first call."""
        ...

    async def find(self, graph_id: str, revision: int = 0) -> StoredGraph | None:
        """Return a graph at *revision*, 0 for the current one; None for an unknown graph or revision."""
        ...

    async def append(self, stored: StoredRevision) -> bool:
        """Store the next revision; return False if the graph is not at the revision before it, or unknown."""
        ...

    async def find_request(self, graph_id: str, request_id: str) -> StoredRevision | None:
        """Return the revision that a request caused, None for none."""
        ...

    async def read_revisions(self, graph_id: str, after: int, limit: int) -> Sequence[StoredRevision]:
        """Return at most *limit* revisions after *after*, in order."""
        ...

    async def list_revisions(self, graph_id: str, before: int, limit: int) -> Sequence[GraphRevision]:
        """Return at most *limit* revisions before *before*, newest first."""
        ...

    async def read_changes(self, graph_ids: Sequence[str]) -> Mapping[str, Sequence[Change]]:
        """Return all retained changes of each of the graphs, in order; an unknown graph has none."""
        ...

    async def list_graphs(self, before: tuple[datetime, str] | None, limit: int) -> Sequence[StoredGraph]:
        """Return at most *limit* graphs, most recently changed first, without content."""
        ...

    async def read_positions(self, graph_ids: Sequence[str]) -> Mapping[str, int]:
        """Return the current revisions of graphs."""
        ...

    async def delete_revisions(self, graph_id: str, upto: int) -> None:
        """Delete the revisions of a graph up to *upto*."""
        ...
