"""Graphs in memory. Implements services.orchestrator.graphs.store.GraphStore."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from services.common.contract.graphs.graph import GraphRevision
from services.orchestrator.domain.graphs.history import Change
from services.orchestrator.graphs.store import StoredGraph, StoredRevision


class MemoryGraphStore:
    """Stores graphs in dictionaries, for tests of the code that uses the store."""

    def __init__(self) -> None:
        self._graphs: dict[str, StoredGraph] = {}
        self._revisions: dict[str, dict[int, StoredRevision]] = {}
        self._created: dict[str, StoredRevision] = {}

    async def create(self, title: str, first: StoredRevision) -> StoredRevision:
        known = self._created.setdefault(first.request.request_id, first)
        if known is first:
            graph_id, at = first.revision.graph_id, first.revision.time
            self._graphs[graph_id] = StoredGraph(graph_id, title, first.revision.revision, at, at)
            self._revisions[graph_id] = {first.revision.revision: first}
        return known

    async def find(self, graph_id: str, revision: int = 0) -> StoredGraph | None:
        graph = self._graphs.get(graph_id)
        stored = self._revisions.get(graph_id, {}).get(revision or (graph.revision if graph else 0))
        if graph is None or stored is None:
            return None
        found = stored.revision
        return replace(graph, revision=found.revision, updated_at=found.time, content=stored.content)

    async def append(self, stored: StoredRevision) -> bool:
        revision = stored.revision
        graph = self._graphs.get(revision.graph_id)
        if graph is None or graph.revision != revision.revision - 1:
            return False
        if await self.find_request(graph.graph_id, stored.request.request_id):
            return False
        self._graphs[graph.graph_id] = replace(graph, revision=revision.revision, updated_at=revision.time)
        self._revisions[graph.graph_id][revision.revision] = stored
        return True

    async def find_request(self, graph_id: str, request_id: str) -> StoredRevision | None:
        stored = self._revisions.get(graph_id, {}).values()
        return next((one for one in stored if one.request.request_id == request_id), None)

    async def read_revisions(self, graph_id: str, after: int, limit: int) -> Sequence[StoredRevision]:
        stored = self._revisions.get(graph_id, {})
        return [one for revision, one in sorted(stored.items()) if revision > after][:limit]

    async def list_revisions(self, graph_id: str, before: int, limit: int) -> Sequence[GraphRevision]:
        stored = self._revisions.get(graph_id, {})
        return [one.revision for revision, one in sorted(stored.items(), reverse=True) if revision < before][:limit]

    async def read_changes(self, graph_ids: Sequence[str]) -> Mapping[str, Sequence[Change]]:
        return {graph_id: self._list_changes(graph_id) for graph_id in graph_ids}

    def _list_changes(self, graph_id: str) -> Sequence[Change]:
        revisions = (one.revision for _, one in sorted(self._revisions.get(graph_id, {}).items()))
        return [Change(one.revision, one.kind, one.target) for one in revisions]

    async def list_graphs(self, before: tuple[datetime, str] | None, limit: int) -> Sequence[StoredGraph]:
        graphs = sorted(self._graphs.values(), key=_change_key, reverse=True)
        return [graph for graph in graphs if before is None or _change_key(graph) < before][:limit]

    async def read_positions(self, graph_ids: Sequence[str]) -> Mapping[str, int]:
        return {graph_id: self._graphs[graph_id].revision for graph_id in graph_ids if graph_id in self._graphs}

    async def delete_revisions(self, graph_id: str, upto: int) -> None:
        stored = self._revisions.get(graph_id, {})
        for revision in [one for one in stored if one <= upto]:
            del stored[revision]


def _change_key(graph: StoredGraph) -> tuple[datetime, str]:
    return graph.updated_at, graph.graph_id
