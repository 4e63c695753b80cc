"""Pages that the statements of the run log read: EXPLAIN (ANALYZE, BUFFERS), rolled back."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from psycopg import AsyncConnection

from benchmarks.systems.stored_history import RARE_WORKFLOW
from services.common.database.pool import Pool
from services.orchestrator.adapters import log_statements as sql
from services.orchestrator.adapters.postgres_log import start_arrays
from services.orchestrator.engine.run_log import NewRun

EXPLAIN = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) "
PAGE, BATCH, EVENTS = 50, 50, 1_000
STARTED = str(uuid.uuid4())
"""A run that is started in each transaction before its statement."""


async def read_buffers(pool: Pool, runs: Sequence[tuple[str, str]], before: datetime) -> dict[str, int]:
    """Return the pages that each statement reads, by its name, with *runs* as examples of stored runs and sessions."""
    async with pool.connection() as connection:
        return {
            name: await _explain(connection, statement.format(columns=sql.COLUMNS, conditions="true"), parameters)
            for name, (statement, parameters) in _statements(runs, before).items()
        }


def _statements(runs: Sequence[tuple[str, str]], before: datetime) -> dict[str, tuple[str, Mapping[str, Any]]]:
    run_id, session_id = runs[0]
    at = datetime.now(UTC)
    appended = {
        "items": [0], "run_ids": [STARTED], "epochs": [1], "firsts": [2], "lasts": [2], "statuses": ["running"],
        "summaries": [None], "ats": [at], "expiries": [None], "event_items": [0], "sequences": [2], "payloads": [b"x"],
    }  # fmt: skip
    listed = {"session_id": session_id, "workflow": RARE_WORKFLOW, "limit": PAGE}
    return {
        "start": (sql.START, _start(str(uuid.uuid4()))),
        "append": (sql.APPEND, appended),
        "claim": (sql.CLAIM, {"run_id": STARTED}),
        "read": (sql.READ, {"run_id": run_id, "after": 0, "limit": EVENTS}),
        "session": (sql.SESSION, {"session_id": session_id}),
        "list": (sql.LIST, {"limit": PAGE}),
        "list of a session": (sql.LIST.replace("{conditions}", sql.IF_SESSION), listed),
        "list of a workflow": (sql.LIST.replace("{conditions}", sql.IF_WORKFLOW), listed),
        "unfinished": (sql.UNFINISHED, {}),
        "expired": (sql.EXPIRED, {"now": at, "limit": PAGE}),
        "forgotten sessions": (sql.DELETE_SESSION_MEMORY, {"before": before}),
        f"{BATCH} old runs deleted": (sql.DELETE_OLD_RUNS, {"before": before, "limit": BATCH}),
        f"{BATCH} sessions examined": (
            sql.DELETE_UNUSED_SESSIONS,
            {"before": before, "session_ids": [session_id for _, session_id in runs[:BATCH]]},
        ),
    }


def _start(run_id: str) -> Mapping[str, Any]:
    return start_arrays([NewRun(run_id, run_id, run_id, True, "image_chat", "", b"payload", datetime.now(UTC))])


async def _explain(connection: AsyncConnection[Any], statement: str, parameters: Mapping[str, Any]) -> int:
    async with connection.transaction(force_rollback=True):
        await connection.execute(sql.START.encode(), _start(STARTED))
        cursor = await connection.execute((EXPLAIN + statement).encode(), parameters)
        row = await cursor.fetchone()
    assert row is not None
    (explained,) = row[0]
    return sum(int(explained["Plan"][kind]) for kind in ("Shared Hit Blocks", "Shared Read Blocks"))
