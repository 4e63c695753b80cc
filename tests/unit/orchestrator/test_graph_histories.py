"""The histories of graphs."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from services.common.contract.activity import Activity
from services.common.contract.graphs.graph import RevisionKind
from services.common.contract.results import StepResult
from services.common.ids import new_id
from services.common.limits import Limits
from services.orchestrator.adapters.graphs.memory_store import MemoryGraphStore
from services.orchestrator.domain.graphs.history import Change, History
from services.orchestrator.domain.workflow import Step
from services.orchestrator.engine.roles import CallOptions
from services.orchestrator.graphs.editor import EditorDeps, GraphEditor
from services.orchestrator.graphs.revision_watch import RevisionWatch
from services.orchestrator.graphs.tools import GraphTools

WAIT_SECONDS = 5.0


class SlowChanges(list[Change]):
    """Changes that are read only once the event loop has run."""

    loop_ran = threading.Event()

    def __iter__(self) -> Iterator[Change]:
        assert self.loop_ran.wait(WAIT_SECONDS), "the event loop is blocked"
        return super().__iter__()


class UncalledRoles:
    """Role services that a history does not need."""

    def execute(self, step: Step, options: CallOptions) -> AsyncIterator[Activity | StepResult]:
        raise AssertionError(step)


class SlowStore(MemoryGraphStore):
    """Store whose changes are slow to read."""

    async def read_changes(self, graph_ids: Sequence[str]) -> Mapping[str, Sequence[Change]]:
        created, edited = Change(1, RevisionKind.CREATED), Change(2, RevisionKind.PATCH)
        return {graph_id: SlowChanges([created, edited]) for graph_id in graph_ids}


async def test_the_event_loop_runs_while_histories_are_folded() -> None:
    store = SlowStore()
    tools = GraphTools(UncalledRoles(), Limits(), new_id)
    editor = GraphEditor(EditorDeps(store, tools, RevisionWatch(store), lambda: datetime.now(UTC), new_id))
    folding = asyncio.create_task(editor.load_histories(["graph-1"]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    SlowChanges.loop_ran.set()
    assert await folding == {"graph-1": History(undo=(2,))}
