"""Graphs in PostgreSQL. Implements services.orchestrator.graphs.store.GraphStore."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from psycopg.errors import UniqueViolation

from services.common.contract.graphs.graph import GraphRevision, RevisionKind
from services.common.database.pool import Pool
from services.orchestrator.adapters.graphs import statements as sql
from services.orchestrator.adapters.retried_database import RetriedDatabase
from services.orchestrator.domain.graphs.history import Change
from services.orchestrator.graphs.store import StoredGraph, StoredRequest, StoredRevision

# A user waits this long for an unreachable database.
RETRY_SECONDS = 10.0

Row = dict[str, Any]


class PostgresGraphStore:
    """Stores graphs. A statement that lost its connection is repeated: each names the revision that it follows."""

    def __init__(self, pool: Pool, retry_timeout: float = RETRY_SECONDS) -> None:
        self._database = RetriedDatabase(pool, retry_timeout)

    async def create(self, title: str, first: StoredRevision) -> StoredRevision:
        rows = await self._database.rows(sql.CREATE, {"title": title, **_to_row(first)})
        if not rows:
            rows = await self._database.rows(sql.FIND_CREATED, {"request_id": first.request.request_id})
        return _to_stored(rows[0])

    async def find(self, graph_id: str, revision: int = 0) -> StoredGraph | None:
        rows = await self._database.rows(sql.FIND, {"graph_id": graph_id, "revision": revision})
        return _to_graph(rows[0], bytes(rows[0]["content"])) if rows else None

    async def append(self, stored: StoredRevision) -> bool:
        try:
            return bool(await self._database.rows(sql.APPEND, _to_row(stored)))
        except UniqueViolation as error:
            if error.diag.constraint_name == "one_revision_per_request":
                return False  # another call of the same request stored it
            raise

    async def find_request(self, graph_id: str, request_id: str) -> StoredRevision | None:
        rows = await self._database.rows(sql.FIND_REQUEST, {"graph_id": graph_id, "request_id": request_id})
        return _to_stored(rows[0]) if rows else None

    async def read_revisions(self, graph_id: str, after: int, limit: int) -> Sequence[StoredRevision]:
        rows = await self._database.rows(sql.READ_REVISIONS, {"graph_id": graph_id, "after": after, "limit": limit})
        return [_to_stored(row) for row in rows]

    async def list_revisions(self, graph_id: str, before: int, limit: int) -> Sequence[GraphRevision]:
        rows = await self._database.rows(sql.LIST_REVISIONS, {"graph_id": graph_id, "before": before, "limit": limit})
        return [_to_revision(row) for row in rows]

    async def read_changes(self, graph_ids: Sequence[str]) -> Mapping[str, Sequence[Change]]:
        rows = await self._database.rows(sql.READ_CHANGES, {"graph_ids": list(graph_ids)})
        return await asyncio.to_thread(_to_changes, graph_ids, rows)

    async def list_graphs(self, before: tuple[datetime, str] | None, limit: int) -> Sequence[StoredGraph]:
        before_at, before_id = before or (None, "")
        parameters = {"before_at": before_at, "before_id": before_id, "limit": limit}
        return [_to_graph(row) for row in await self._database.rows(sql.LIST_GRAPHS, parameters)]

    async def read_positions(self, graph_ids: Sequence[str]) -> Mapping[str, int]:
        rows = await self._database.rows(sql.READ_POSITIONS, {"graph_ids": list(graph_ids)})
        return {row["graph_id"]: row["revision"] for row in rows}

    async def delete_revisions(self, graph_id: str, upto: int) -> None:
        await self._database.rows(sql.DELETE_REVISIONS, {"graph_id": graph_id, "upto": upto})


def _to_changes(graph_ids: Sequence[str], rows: Sequence[Row]) -> Mapping[str, Sequence[Change]]:
    changes: dict[str, list[Change]] = {graph_id: [] for graph_id in graph_ids}
    for row in rows:
        changes[row["graph_id"]].append(Change(row["revision"], RevisionKind(row["kind"]), row["target"]))
    return changes


def _to_row(stored: StoredRevision) -> Row:
    revision = stored.revision
    return {
        "graph_id": revision.graph_id,
        "revision": revision.revision,
        "kind": revision.kind.value,
        "content": stored.content,
        "operations": revision.operations,
        "inverse": revision.inverse,
        "run_id": revision.run_id,
        "request_id": stored.request.request_id,
        "request_digest": stored.request.digest,
        "summary": revision.summary.replace("\0", ""),
        "target": revision.target,
        "rebased_from": revision.rebased_from,
        "created_node_ids": list(revision.created_node_ids),
        "at": revision.time,
    }


def _to_stored(row: Row) -> StoredRevision:
    request = StoredRequest(row["request_id"], row["request_digest"])
    return StoredRevision(_to_revision(row), bytes(row["content"]), request)


def _to_revision(row: Row) -> GraphRevision:
    return GraphRevision(
        graph_id=row["graph_id"],
        revision=row["revision"],
        kind=RevisionKind(row["kind"]),
        operations=bytes(row["operations"]),
        inverse=bytes(row["inverse"]),
        time=row["at"],
        run_id=row["run_id"],
        summary=row["summary"],
        target=row["target"],
        rebased_from=row["rebased_from"],
        created_node_ids=tuple(row["created_node_ids"]),
    )


def _to_graph(row: Row, content: bytes = b"") -> StoredGraph:
    return StoredGraph(row["graph_id"], row["title"], row["revision"], row["created_at"], row["updated_at"], content)
