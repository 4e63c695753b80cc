"""The role services of the graph assistant. Implements services.orchestrator.engine.roles.Roles.

Runs refer to graphs by id and revision. This module inserts the graph itself into requests, and executes the step that
stores a change in this process.
"""

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from typing import Any, cast

from services.common.contract.activity import Activity
from services.common.contract.graphs.graph import GraphSnapshot
from services.common.contract.graphs.graph_requests import PatchGraph, PlanPatch
from services.common.contract.results import StepResult
from services.common.text.language import Language
from services.orchestrator.domain.workflow import Step
from services.orchestrator.engine.roles import CallOptions, Roles
from services.orchestrator.graphs.editor import GraphEditor, Origin, require
from services.orchestrator.graphs.store import GraphStore

# Number of latest revisions that are searched for the last added nodes.
RECENT_REVISIONS = 10


class GraphRoles:
    """Adds stored graphs to the role services *roles*."""

    def __init__(self, roles: Roles, editor: GraphEditor, store: GraphStore) -> None:
        self._roles = roles
        self._editor = editor
        self._store = store

    def execute(self, step: Step, options: CallOptions) -> AsyncIterator[Activity | StepResult]:
        """Yield the activities of *step*, then its result. Raises ReflowError."""
        if isinstance(step.call, PatchGraph):
            return self._patch(step.call, step, options)
        if isinstance(getattr(step.call, "graph", None), GraphSnapshot):
            return self._execute_with_graph(step, options)
        return self._roles.execute(step, options)

    async def _patch(self, change: PatchGraph, step: Step, options: CallOptions) -> AsyncIterator[StepResult]:
        keyed = replace(change, request_id=f"{options.run_id}/{step.name}")
        yield require(await self._editor.patch(keyed, Origin(Language(options.locale), options.run_id)))

    async def _execute_with_graph(self, step: Step, options: CallOptions) -> AsyncIterator[Activity | StepResult]:
        step = replace(step, call=await self._resolve(step.call))
        async with aclosing(cast(Any, self._roles.execute(step, options))) as outputs:
            async for output in outputs:
                yield output

    async def _resolve(self, call: Any) -> Any:
        """Return *call* with the content of its graph."""
        graph = await self._editor.load(call.graph.graph_id, call.graph.revision)
        call = replace(call, graph=replace(call.graph, content=graph.content))
        if not isinstance(call, PlanPatch):
            return call
        return replace(call, recent_node_ids=await self._find_recent(graph.graph_id, graph.revision))

    async def _find_recent(self, graph_id: str, revision: int) -> tuple[str, ...]:
        """Return the nodes that the last change that added any has added."""
        revisions = await self._store.list_revisions(graph_id, revision + 1, RECENT_REVISIONS)
        return next((one.created_node_ids for one in revisions if one.created_node_ids), ())
