"""The stored graphs as one value: store, editor, watch, and the role services that know them."""

from dataclasses import dataclass
from datetime import UTC, datetime

from services.common.database.pool import Pool
from services.common.ids import new_id
from services.common.limits import Limits
from services.orchestrator.adapters.graphs.memory_store import MemoryGraphStore
from services.orchestrator.adapters.graphs.postgres_store import PostgresGraphStore
from services.orchestrator.engine.crash_points import OnCrashPoint
from services.orchestrator.engine.roles import Roles
from services.orchestrator.graphs.editor import EditorDeps, GraphEditor
from services.orchestrator.graphs.revision_watch import RevisionWatch
from services.orchestrator.graphs.roles import GraphRoles
from services.orchestrator.graphs.store import GraphStore
from services.orchestrator.graphs.tools import GraphTools


@dataclass(frozen=True, slots=True)
class Graphs:
    """The stored graphs, and the role services that know them."""

    store: GraphStore
    editor: GraphEditor
    watch: RevisionWatch
    roles: Roles


def create_graphs(limits: Limits, roles: Roles, pool: Pool | None, on_crash_point: OnCrashPoint) -> Graphs:
    """Return the graphs in the database of *pool*, in memory without one."""
    store: GraphStore = PostgresGraphStore(pool) if pool else MemoryGraphStore()
    watch = RevisionWatch(store)
    tools = GraphTools(roles, limits, new_id)
    editor = GraphEditor(EditorDeps(store, tools, watch, _utc_now, new_id, on_crash_point))
    return Graphs(store, editor, watch, GraphRoles(roles, editor, store))


def _utc_now() -> datetime:
    return datetime.now(UTC)
