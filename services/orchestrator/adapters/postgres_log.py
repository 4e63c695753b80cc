"""The run log on PostgreSQL, with group commit. Implements services.orchestrator.engine.log.RunLog."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, LiteralString, TypeVar

from psycopg import InterfaceError, OperationalError
from psycopg.errors import IdleInTransactionSessionTimeout
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from services.common.database.pool import Pool
from services.common.database.unavailable import DatabaseUnavailable
from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.orchestrator.adapters import statements as sql
from services.orchestrator.adapters.group_commit import GroupCommit
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.values import ChatMessage, LastResult
from services.orchestrator.domain.workflow import Summary
from services.orchestrator.engine.crash_points import CrashPoint, Reached, pass_by
from services.orchestrator.engine.log import Appending, Progress, RunMovedOn, RunRow, SessionRow, Starting

Row = dict[str, Any]
Returned = TypeVar("Returned")

# A database that restarts is back within seconds; past this the caller is told.
PATIENCE = 30.0
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0)
# A transaction that stood still while others waited for it was ended by the server; the rest is a server gone.
PASSING = (OperationalError, InterfaceError, IdleInTransactionSessionTimeout, DatabaseUnavailable)
STORE_AWAY = Text("数据库暂时无法访问，请稍后再试。", "The database cannot be reached. Please try again shortly.")


class PostgresLog:
    """Keeps runs in PostgreSQL.

    A statement that lost its connection is sent again for *patience* seconds: every
    statement here can be repeated without doing its work twice.
    """

    def __init__(self, pool: Pool, patience: float = PATIENCE, reached: Reached = pass_by) -> None:
        self._pool = pool
        self._patience = patience
        self._reached = reached
        self._starts: GroupCommit[Starting, RunRow] = GroupCommit(self._start_group)
        self._appends: GroupCommit[Appending, None] = GroupCommit(self._append_group)

    async def start(self, starting: Starting) -> RunRow:
        self._reached(CrashPoint.STARTING)
        row = await self._starts.submit(starting)
        self._reached(CrashPoint.STARTED)
        return row

    async def append(self, appending: Appending) -> None:
        self._reached(CrashPoint.APPENDING)
        await self._appends.submit(appending)
        self._reached(CrashPoint.APPENDED)

    async def claim(self, run_id: str) -> RunRow:
        rows = await self._rows(sql.CLAIM.format(columns=sql.COLUMNS), {"run_id": run_id})
        if not rows:
            raise RunMovedOn(run_id)
        self._reached(CrashPoint.CLAIMED)
        return run_row(rows[0])

    async def claim_paused(self, run_id: str) -> RunRow | None:
        rows = await self._rows(sql.CLAIM_PAUSED.format(columns=sql.COLUMNS), {"run_id": run_id})
        return run_row(rows[0]) if rows else None

    async def read(self, run_id: str, after: int, limit: int) -> list[bytes]:
        rows = await self._rows(sql.READ, {"run_id": run_id, "after": after, "limit": limit})
        return [bytes(row["payload"]) for row in rows]

    async def progress(self, cursors: Mapping[str, int], limit: int) -> Sequence[Progress]:
        wanted = {"run_ids": list(cursors), "cursors": list(cursors.values()), "limit": limit}
        return [_progress(row) for row in await self._rows(sql.PROGRESS, wanted)]

    async def find(self, run_id: str) -> RunRow | None:
        rows = await self._rows(sql.FIND.format(columns=sql.COLUMNS), {"run_id": run_id})
        return run_row(rows[0]) if rows else None

    async def find_request(self, request_id: str) -> RunRow | None:
        rows = await self._started([], [request_id])
        return run_row(rows[0]) if rows else None

    async def list_runs(
        self, session_id: str, workflow: str, before: tuple[datetime, str] | None, limit: int
    ) -> Sequence[RunRow]:
        before_at, before_id = before or (None, None)
        wanted = {"session_id": session_id, "workflow": workflow, "limit": limit}
        wanted |= {"before_at": before_at, "before_id": before_id}
        asked = ((sql.OF_SESSION, session_id), (sql.OF_WORKFLOW, workflow), (sql.OLDER, before))
        conditions = " AND ".join(condition for condition, value in asked if value) or "true"
        statement = sql.LIST.format(columns=sql.COLUMNS, conditions=conditions)
        return [run_row(row) for row in await self._rows(statement, wanted)]

    async def unfinished(self) -> Sequence[RunRow]:
        return [run_row(row) for row in await self._rows(sql.UNFINISHED.format(columns=sql.COLUMNS), {})]

    async def expired(self, now: datetime, limit: int) -> Sequence[RunRow]:
        wanted = {"now": now, "limit": limit}
        return [run_row(row) for row in await self._rows(sql.EXPIRED.format(columns=sql.COLUMNS), wanted)]

    async def open_session(self, session_id: str, at: datetime) -> None:
        await self._rows(sql.OPEN_SESSION, {"session_id": session_id, "at": at})

    async def session(self, session_id: str) -> SessionRow | None:
        rows = await self._rows(sql.SESSION, {"session_id": session_id})
        if not rows:
            return None
        (row,) = rows
        return SessionRow(row["last_used_at"], row["unfinished"], row["waiting"])

    async def forget(self, before: datetime) -> int:
        return len(await self._rows(sql.FORGET, {"before": before}))

    async def retire(self, before: datetime, limit: int) -> int:
        wanted = {"before": before, "limit": limit}
        runs = await self._rows(sql.RETIRE, wanted)
        return len(runs) + len(await self._rows(sql.RETIRE_SESSIONS, wanted))

    async def recall(self, session_id: str, messages: int) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        rows = await self._rows(sql.RECALL, {"session_id": session_id, "limit": messages})
        said = [message for row in reversed(rows) for message in _messages(row)]
        pictures = await self._rows(sql.RECALL_PICTURE, {"session_id": session_id}) if rows else []
        last_result = LastResult(**next(iter(pictures[0].values()))) if pictures else None
        return tuple(said[-messages:]), last_result

    async def _start_group(self, group: Sequence[Starting]) -> Sequence[RunRow | Exception]:
        recorded = {row["run_id"] for row in await self._rows(sql.START, start_arrays(group))}
        known = [starting for starting in group if starting.run_id not in recorded]
        rows = await self._started([s.run_id for s in known], [s.request_id for s in known if s.request_id])
        found = {key: run_row(row) for row in rows for key in (row["request_id"], row["run_id"]) if key}
        return [
            new_row(starting) if starting.run_id in recorded else found[starting.request_id or starting.run_id]
            for starting in group
        ]

    async def _started(self, run_ids: Sequence[str], request_ids: Sequence[str]) -> list[Row]:
        if not run_ids and not request_ids:
            return []
        wanted = {"run_ids": list(run_ids), "request_ids": list(request_ids)}
        return await self._rows(sql.FIND_STARTED.format(columns=sql.COLUMNS), wanted)

    async def _append_group(self, group: Sequence[Appending]) -> Sequence[Exception | None]:
        appended = {row["item"] for row in await self._rows(sql.APPEND, _append_arrays(group))}
        missed = [appending for item, appending in enumerate(group) if item not in appended]
        if not missed:
            return [None] * len(group)
        standings = await self._rows(sql.STANDINGS, {"run_ids": [appending.run_id for appending in missed]})
        standing = {row["run_id"]: (row["epoch"], row["last_sequence"]) for row in standings}
        return [
            None if item in appended or standing.get(appending.run_id) == _goal(appending)
            else RunMovedOn(appending.run_id)
            for item, appending in enumerate(group)
        ]  # fmt: skip

    async def _rows(self, statement: LiteralString, wanted: Mapping[str, Any]) -> list[Row]:
        async def ask() -> list[Row]:
            async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
                await cursor.execute(statement, wanted)
                return await cursor.fetchall()

        return await patiently(ask, self._patience)


async def patiently(ask: Callable[[], Awaitable[Returned]], patience: float) -> Returned:
    """Return what *ask* returns, asking again while the database is away, for *patience* seconds at most.

    Raises WORKFLOW_ERROR when it stays away.
    """
    deadline = asyncio.get_running_loop().time() + patience
    pauses = iter(PAUSES)
    while True:
        try:
            return await ask()
        except PASSING as error:
            pause = next(pauses, PAUSES[-1])
            if asyncio.get_running_loop().time() + pause >= deadline:
                raise ReflowError(Code.WORKFLOW_ERROR, STORE_AWAY, details=str(error)) from error
            await asyncio.sleep(pause)


def start_arrays(group: Sequence[Starting]) -> Mapping[str, Sequence[Any]]:
    """Return what the statement START takes to record *group*."""
    return {
        "run_ids": [starting.run_id for starting in group],
        "request_ids": [starting.request_id for starting in group],
        "session_ids": [starting.session_id for starting in group],
        "new_sessions": [starting.new_session for starting in group],
        "workflows": [starting.workflow for starting in group],
        "traceparents": [starting.traceparent for starting in group],
        "payloads": [starting.payload for starting in group],
        "ats": [starting.at for starting in group],
    }


def _goal(appending: Appending) -> tuple[int, int]:
    return appending.epoch, appending.first_sequence + len(appending.payloads) - 1


def _append_arrays(group: Sequence[Appending]) -> Mapping[str, Sequence[Any]]:
    events = [
        (item, appending.first_sequence + index, payload)
        for item, appending in enumerate(group)
        for index, payload in enumerate(appending.payloads)
    ]
    return {
        "items": list(range(len(group))),
        "run_ids": [appending.run_id for appending in group],
        "epochs": [appending.epoch for appending in group],
        "firsts": [appending.first_sequence for appending in group],
        "lasts": [_goal(appending)[1] for appending in group],
        "statuses": [appending.status.value for appending in group],
        "summaries": [_summary(appending.summary) for appending in group],
        "ats": [appending.at for appending in group],
        "expiries": [appending.expires_at for appending in group],
        "event_items": [item for item, _, _ in events],
        "sequences": [sequence for _, sequence, _ in events],
        "payloads": [payload for _, _, payload in events],
    }


def _summary(summary: Summary | None) -> Jsonb | None:
    return Jsonb(_storable(asdict(summary))) if summary else None


def _storable(value: Any) -> Any:
    """Return *value* without NUL characters, which jsonb does not keep; a model may have said one."""
    match value:
        case str():
            return value.replace("\0", "")
        case dict():
            return {key: _storable(held) for key, held in value.items()}
        case _:
            return value


def _progress(row: Row) -> Progress:
    payloads = [bytes(payload) for payload in row["payloads"]]
    return Progress(row["run_id"], RunStatus(row["status"]), row["last_sequence"], payloads)


def _messages(row: Row) -> list[ChatMessage]:
    summary = row["summary"]
    said = (("user", summary["asked"], row["created_at"]), ("assistant", summary["answered"], row["updated_at"]))
    return [ChatMessage(role, content, at) for role, content, at in said if content]


def new_row(starting: Starting) -> RunRow:
    """Return a run as it is recorded."""
    return RunRow(
        starting.run_id, starting.session_id, starting.workflow, RunStatus.WAITING, 1, 1, starting.traceparent,
        starting.at, starting.at, starting.new_session,
    )  # fmt: skip


def run_row(row: Row) -> RunRow:
    """Return the run of a row with the columns COLUMNS."""
    return RunRow(
        run_id=row["run_id"],
        session_id=row["session_id"],
        workflow=row["workflow"],
        status=RunStatus(row["status"]),
        epoch=row["epoch"],
        last_sequence=row["last_sequence"],
        traceparent=row["traceparent"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )
