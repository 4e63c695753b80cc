"""Watches graphs from any revision: stored revisions first, then new ones, each exactly once."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

import structlog

from services.common.errors import Code, ReflowError
from services.orchestrator.graphs.store import GraphStore, StoredRevision

log = structlog.get_logger("reflow.graphs")

# Interval at which the current revisions of all watched graphs are read, in one query: other replicas change them too.
POLL_SECONDS = 0.25
# A revision with its graph is at most a few megabytes, so that few are read at once.
BATCH_SIZE = 2


class _Watched:
    """A watched graph: its last known revision and its number of watchers."""

    def __init__(self) -> None:
        self.watchers = 0
        self.revision = 0
        self.changed = asyncio.Event()

    def advance(self, revision: int) -> None:
        if revision > self.revision:
            self.revision = revision
            changed, self.changed = self.changed, asyncio.Event()
            changed.set()


class RevisionWatch:
    """Yields the revisions of graphs of *store*. The store is authoritative: no notification can be lost."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._watched: dict[str, _Watched] = {}
        self._task: asyncio.Task[None] | None = None

    def notify(self, graph_id: str, revision: int) -> None:
        """Wake the watchers of a graph that this process has changed."""
        watched = self._watched.get(graph_id)
        if watched is not None:
            watched.advance(revision)

    async def watch(self, graph_id: str, after: int) -> AsyncGenerator[StoredRevision, None]:
        """Yield the revisions of a graph after *after*, in order; it does not end. Raises GRAPH_UNKNOWN.

        A watcher whose cursor is older than every retained revision continues at the oldest of them.
        """
        if await self._store.find(graph_id) is None:
            raise ReflowError(Code.GRAPH_UNKNOWN, field="graph_id")
        cursor = after
        with self._subscribe(graph_id) as watched:
            while True:
                changed = watched.changed  # before reading, so that no change is missed
                while batch := await self._store.read_revisions(graph_id, cursor, BATCH_SIZE):
                    for stored in batch:
                        cursor = stored.revision.revision
                        yield stored
                watched.revision = max(watched.revision, cursor)
                if watched.revision <= cursor:
                    await changed.wait()

    @contextmanager
    def _subscribe(self, graph_id: str) -> Iterator[_Watched]:
        watched = self._watched.setdefault(graph_id, _Watched())
        watched.watchers += 1
        if self._task is None:
            self._task = asyncio.create_task(self._poll(), name="poll watched graphs")
        try:
            yield watched
        finally:
            watched.watchers -= 1
            if not watched.watchers:
                del self._watched[graph_id]

    async def _poll(self) -> None:
        try:
            while self._watched:
                await asyncio.sleep(POLL_SECONDS)
                try:
                    positions = await self._store.read_positions(list(self._watched))
                except ReflowError as error:
                    log.warning("watched graphs not read", details=error.details)
                    continue
                for graph_id, revision in positions.items():
                    self.notify(graph_id, revision)
        finally:
            self._task = None
