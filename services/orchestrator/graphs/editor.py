"""Changes of stored graphs: each is the next revision, and none is lost."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from weakref import WeakValueDictionary

import structlog

from services.common.contract.graphs.graph import (
    AppliedPatch,
    GraphAssistantInput,
    GraphRevision,
    GraphSnapshot,
    RevisionKind,
    join_operations,
)
from services.common.contract.graphs.graph_execution import GraphExecutionInput
from services.common.contract.graphs.graph_requests import ApplyPatch, Layout, PatchGraph
from services.common.contract.results import WorkflowInput
from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from services.orchestrator.domain.graphs.history import History, fold_history
from services.orchestrator.engine.crash_points import CrashPoint, OnCrashPoint, ignore_crash_point
from services.orchestrator.graphs import errors
from services.orchestrator.graphs.revision_watch import RevisionWatch
from services.orchestrator.graphs.store import GraphStore, StoredGraph, StoredRequest, StoredRevision
from services.orchestrator.graphs.tools import GraphTools

log = structlog.get_logger("reflow.graphs")

# Revisions of a graph that are retained, and so can be undone.
MAX_REVISIONS = 1_000
# Attempts to store the next revision while other replicas store theirs: each failure means that another change was
# stored.
MAX_RACES = 20
# Maximum bytes of the operations that a patch is rebased over, so that they fit into a message to the executor.
MAX_SINCE_BYTES = 1_048_576
EMPTY_GRAPH = b'{"nodes":{},"edges":{},"groups":{}}'
NO_OPERATIONS = b"[]"


BuildRevision = Callable[[StoredGraph], Awaitable[StoredRevision | None]]
"""Returns the revision after a graph, None if nothing changes."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who requests a change, and in which language: a run, or a user where `run_id` is empty."""

    language: Language
    run_id: str = ""


@dataclass(frozen=True, slots=True)
class EditorDeps:
    """Dependencies of an editor. *new_id* returns unique ids."""

    store: GraphStore
    tools: GraphTools
    watch: RevisionWatch
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    on_crash_point: OnCrashPoint = ignore_crash_point


class GraphEditor:
    """Stores new graphs and their changes. Changes of one graph in this process follow one another.

    A request that is repeated under its id has no further effect: a run that was cut off after its change was stored
    finds that change.
    """

    def __init__(self, deps: EditorDeps) -> None:
        self._deps = deps
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def create(
        self, title: str, content: bytes, from_format: str, request_id: str, language: Language
    ) -> StoredGraph:
        """Store a new graph as revision 1. Raises GRAPH_INVALID, and IDEMPOTENCY_KEY_REUSED."""
        request = self._request("create", request_id, title.encode(), content, from_format.encode())
        if content:
            content = await self._deps.tools.convert(content, from_format, "reflow", language)
        first = GraphRevision(
            self._deps.new_id(), 1, RevisionKind.CREATED, NO_OPERATIONS, NO_OPERATIONS, self._deps.now()
        )
        created = await self._deps.store.create(title, StoredRevision(first, content or EMPTY_GRAPH, request))
        _reject_other_request(created, request)
        return await self.load(created.revision.graph_id)

    async def load(self, graph_id: str, revision: int = 0) -> StoredGraph:
        """Return a graph at *revision*, 0 for the current one. Raises GRAPH_UNKNOWN."""
        graph = await self._deps.store.find(graph_id, revision)
        if graph is None:
            raise ReflowError(Code.GRAPH_UNKNOWN, field="revision" if revision else "graph_id")
        return graph

    async def export(self, graph: StoredGraph, to_format: str, language: Language) -> bytes:
        """Return the content of *graph* in another format. Raises GRAPH_INVALID."""
        return await self._deps.tools.convert(graph.content, "reflow", to_format, language)

    async def pin(self, workflow_input: WorkflowInput) -> WorkflowInput:
        """Return *workflow_input* with the number of the current revision in place of 0. Raises GRAPH_UNKNOWN."""
        if not isinstance(workflow_input, GraphAssistantInput | GraphExecutionInput):
            return workflow_input
        graph = await self.load(workflow_input.graph_id, workflow_input.revision)
        return replace(workflow_input, revision=graph.revision)

    async def load_histories(self, graph_ids: Sequence[str]) -> Mapping[str, History]:
        """Return which changes of each graph can be undone and redone, folded in a thread: they may be 100,000."""
        changes = await self._deps.store.read_changes(graph_ids)
        return await asyncio.to_thread(lambda: {one: fold_history(changes[one]) for one in graph_ids})

    async def patch(self, change: PatchGraph, origin: Origin) -> GraphRevision | None:
        """Store a change as the next revision, rebased where its revision is not the current one.

        None if the graph stays the same; a run's change always has a revision. Raises PATCH_REJECTED, GRAPH_CONFLICT,
        GRAPH_UNKNOWN, and IDEMPOTENCY_KEY_REUSED.
        """
        request = self._request(
            origin.run_id and "run", change.request_id, str(change.revision).encode(), change.operations
        )

        async def build(head: StoredGraph) -> StoredRevision | None:
            stored = await self._apply(change, head, request, origin)
            return stored if origin.run_id or stored.content != head.content else None

        return await self._append(change.graph_id, 0, request, build)

    async def lay_out(
        self, graph_id: str, seen: int, request_id: str, language: Language, *, everything: bool
    ) -> GraphRevision | None:
        """Place the nodes without a position, or all, as the next revision; None if no node moves.

        *seen* is the revision that the user sees, 0 for any. Raises GRAPH_CONFLICT, GRAPH_UNKNOWN, and
        IDEMPOTENCY_KEY_REUSED.
        """
        request = self._request("layout", request_id, str((seen, everything)).encode())

        async def build(head: StoredGraph) -> StoredRevision | None:
            return await self._lay_out(head, request, language, everything=everything)

        return await self._append(graph_id, seen, request, build)

    async def _lay_out(
        self, head: StoredGraph, request: StoredRequest, language: Language, *, everything: bool
    ) -> StoredRevision | None:
        """Return the revision after *head* that places its nodes, None if no node moves."""
        graph = _snapshot(head)
        nodes = await self._deps.tools.find_types(graph, NO_OPERATIONS, language)
        layout = await self._deps.tools.lay_out(Layout(graph, b"", nodes, all=everything), language)
        if layout.operations in (b"", NO_OPERATIONS):
            return None
        call = ApplyPatch(graph, layout.operations, nodes, with_content=True, applied_before=True)
        applied = await self._deps.tools.apply(call, language)
        if applied.errors:
            raise errors.PatchRejected(applied.errors)
        revision = GraphRevision(
            graph_id=head.graph_id,
            revision=head.revision + 1,
            kind=RevisionKind.PATCH,
            operations=applied.operations,
            inverse=applied.inverse,
            time=self._deps.now(),
            summary=applied.summary,
        )
        return StoredRevision(revision, applied.content, request)

    async def revert(self, graph_id: str, kind: RevisionKind, seen: int, request_id: str) -> GraphRevision:
        """Undo or redo the last change as the next revision. *seen* is the revision that the user sees, 0 for any.

        Raises NOTHING_TO_UNDO, GRAPH_CONFLICT, GRAPH_UNKNOWN, and IDEMPOTENCY_KEY_REUSED.
        """
        request = self._request(kind, request_id, str(seen).encode())

        async def build(head: StoredGraph) -> StoredRevision:
            return await self._revert(head, kind, request)

        return require(await self._append(graph_id, seen, request, build))

    async def _append(
        self, graph_id: str, seen: int, request: StoredRequest, build: BuildRevision
    ) -> GraphRevision | None:
        """Store the result of *build* for the current revision as the next one; None if nothing changes.

        *seen* is the revision that the user sees, 0 for any. Built again if another replica stored a revision first.
        """
        async with self._lock(graph_id):
            for _ in range(MAX_RACES):
                known = await self._find_repeated(graph_id, request)
                if known is not None:
                    return known
                head = await self.load(graph_id)
                if seen and seen != head.revision:
                    raise errors.stale_revision(seen, head.revision)
                stored = await build(head)
                if stored is None:
                    return None
                if await self._store(stored):
                    return stored.revision
        raise errors.overtaken(graph_id)

    async def _apply(
        self, change: PatchGraph, head: StoredGraph, request: StoredRequest, origin: Origin
    ) -> StoredRevision:
        base = change.revision or head.revision
        if base > head.revision:
            raise ReflowError(Code.GRAPH_UNKNOWN, field="revision")
        if change.exact_revision and base != head.revision:
            raise errors.stale_revision(base, head.revision)
        if base == head.revision:
            applied = await self._apply_to(_snapshot(head), change.operations, origin.language, with_content=True)
        else:
            applied = await self._rebase(change.operations, base, head, origin.language)
        if applied.created_node_ids and not origin.run_id:  # a run places its nodes itself
            applied = await self._place(_snapshot(head), applied, origin.language)
        revision = GraphRevision(
            graph_id=head.graph_id,
            revision=head.revision + 1,
            kind=RevisionKind.RUN if origin.run_id else RevisionKind.PATCH,
            operations=applied.operations,
            inverse=applied.inverse,
            time=self._deps.now(),
            run_id=origin.run_id,
            summary=applied.summary,
            rebased_from=base if base != head.revision else 0,
            created_node_ids=applied.created_node_ids,
        )
        return StoredRevision(revision, applied.content, request)

    async def _apply_to(
        self, graph: GraphSnapshot, operations: bytes, language: Language, *, with_content: bool
    ) -> AppliedPatch:
        """Return the result of applying a user's or a run's operations to *graph*. Raises PATCH_REJECTED."""
        nodes = await self._deps.tools.find_types(graph, operations, language)
        call = ApplyPatch(graph, operations, nodes, resolved=True, with_content=with_content)
        applied = await self._deps.tools.apply(call, language)
        if applied.errors:
            raise errors.PatchRejected(applied.errors)
        return applied

    async def _rebase(self, operations: bytes, base: int, head: StoredGraph, language: Language) -> AppliedPatch:
        """Return the result of applying operations that are based on the revision *base* to *head*.

        The operations are applied to that revision first: there an array index refers to what its author saw, and the
        resulting operations contain only ids. Raises GRAPH_CONFLICT, PATCH_REJECTED.
        """
        since = await self._read_since(head.graph_id, base, head.revision)
        seen = await self._deps.store.find(head.graph_id, base)
        if seen is None:
            raise errors.stale_revision(base, head.revision)
        original = await self._apply_to(_snapshot(seen), operations, language, with_content=False)
        nodes = await self._deps.tools.find_types(_snapshot(head), original.operations, language)
        call = ApplyPatch(_snapshot(head), original.operations, nodes, since, with_content=True, applied_before=True)
        applied = await self._deps.tools.apply(call, language)
        if applied.conflicts or applied.errors:
            raise errors.conflict(applied, head.revision)
        return applied

    async def _place(self, graph: GraphSnapshot, applied: AppliedPatch, language: Language) -> AppliedPatch:
        """Return *applied* with positions for its new nodes that have none; unchanged if the layout fails."""
        try:
            nodes = await self._deps.tools.find_types(graph, applied.operations, language)
            layout = await self._deps.tools.lay_out(Layout(graph, applied.operations, nodes), language)
            if not layout.placed:
                return applied
            operations = join_operations(applied.operations, layout.operations)
            call = ApplyPatch(graph, operations, nodes, with_content=True, applied_before=True)
            placed = await self._deps.tools.apply(call, language)
        except ReflowError as error:
            log.warning("new nodes not placed", graph=graph.graph_id, code=error.code)
            return applied
        if placed.is_rejected:
            return applied
        return replace(placed, created_node_ids=applied.created_node_ids, summary=applied.summary)

    async def _read_since(self, graph_id: str, base: int, head: int) -> tuple[bytes, ...]:
        """Return the operations of the revisions after *base*. Raises GRAPH_CONFLICT where they are too many."""
        revisions = await self._deps.store.list_revisions(graph_id, head + 1, head - base)
        since = tuple(revision.operations for revision in reversed(revisions))
        if len(since) < head - base or sum(map(len, since)) > MAX_SINCE_BYTES:
            raise errors.stale_revision(base, head)
        return since

    async def _revert(self, head: StoredGraph, kind: RevisionKind, request: StoredRequest) -> StoredRevision:
        """Return the next revision: the graph as it was right before the target of an undo, or after that of a redo."""
        target = (await self.load_histories([head.graph_id]))[head.graph_id].find_target(kind)
        if target is None:
            raise ReflowError(Code.NOTHING_TO_UNDO)
        before, after = await self._deps.store.read_revisions(head.graph_id, target - 2, 2)
        change = after.revision
        is_undo = kind is RevisionKind.UNDO
        revision = GraphRevision(
            graph_id=head.graph_id,
            revision=head.revision + 1,
            kind=kind,
            operations=change.inverse if is_undo else change.operations,
            inverse=change.operations if is_undo else change.inverse,
            time=self._deps.now(),
            summary=change.summary,
            target=target,
        )
        return StoredRevision(revision, before.content if is_undo else after.content, request)

    async def _store(self, stored: StoredRevision) -> bool:
        if not await self._deps.store.append(stored):
            return False
        self._deps.on_crash_point(CrashPoint.CHANGED)
        revision = stored.revision
        self._deps.watch.notify(revision.graph_id, revision.revision)
        if revision.revision > MAX_REVISIONS:
            await self._deps.store.delete_revisions(revision.graph_id, revision.revision - MAX_REVISIONS)
        return True

    async def _find_repeated(self, graph_id: str, request: StoredRequest) -> GraphRevision | None:
        known = await self._deps.store.find_request(graph_id, request.request_id)
        if known is None:
            return None
        _reject_other_request(known, request)
        return known.revision

    def _request(self, kind: str, request_id: str, *parts: bytes) -> StoredRequest:
        """Return the key of a request and the digest of its content. Without an id it is never a repeated one."""
        digest = hashlib.sha256(b"\0".join((kind.encode(), *parts))).hexdigest()
        prefix = "run" if kind == "run" else "request"
        return StoredRequest(f"{prefix}:{request_id or self._deps.new_id()}", digest)

    def _lock(self, graph_id: str) -> asyncio.Lock:
        return self._locks.setdefault(graph_id, asyncio.Lock())


def require(revision: GraphRevision | None) -> GraphRevision:
    """Return the revision of a change that always has one."""
    assert revision is not None, "this change always has a revision"
    return revision


def _snapshot(graph: StoredGraph) -> GraphSnapshot:
    return GraphSnapshot(graph.graph_id, graph.revision, graph.content)


def _reject_other_request(known: StoredRevision, request: StoredRequest) -> None:
    if known.request.digest != request.digest:
        raise ReflowError(Code.IDEMPOTENCY_KEY_REUSED, field="request_id")
