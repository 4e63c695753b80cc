"""The queue of runs that several orchestrators share, in PostgreSQL: admission and order."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, LiteralString, TypeVar

from psycopg import AsyncCursor
from psycopg.rows import DictRow, dict_row

from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.orchestrator.adapters import log_statements as sql
from services.orchestrator.adapters.dbos import queue_statements as queue_sql
from services.orchestrator.adapters.group_commit import GroupCommit
from services.orchestrator.adapters.postgres_log import (
    RETRY_TIMEOUT_SECONDS,
    retry_transient,
    start_arrays,
    to_new_row,
    to_run_row,
)
from services.orchestrator.domain.admission import has_capacity
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.crash_points import CrashPoint, OnCrashPoint, ignore_crash_point
from services.orchestrator.engine.run_log import NewRun, RunRow

Cursor = AsyncCursor[DictRow]
Returned = TypeVar("Returned")
# A run is identified by its own id, or by the id of the request that started it.
Key = tuple[str, str]
RUN, REQUEST = "run", "request"

ENQUEUE_NEXT: LiteralString = queue_sql.ENQUEUE_NEXT.format(schema=queue_sql.SCHEMA)
DEQUEUED_EXECUTIONS: LiteralString = queue_sql.DEQUEUED_EXECUTIONS.format(schema=queue_sql.SCHEMA)
QUEUED_EXECUTIONS: LiteralString = queue_sql.QUEUED_EXECUTIONS.format(schema=queue_sql.SCHEMA)
DBOS_QUEUE = {
    "workflow": queue_sql.WORKFLOW,
    "queue": queue_sql.QUEUE,
    "version": queue_sql.APPLICATION_VERSION,
    "application": queue_sql.APPLICATION,
}


@dataclass(frozen=True, slots=True)
class FinishedExecution:
    """An execution of one epoch that is over: its run has ended, is paused, or is handed over."""

    run_id: str
    session_id: str
    execution_id: str
    epoch: int


@dataclass(frozen=True, slots=True)
class UnfinishedRun:
    """An active run, and its execution that is queued or in progress."""

    session_id: str
    execution_id: str | None
    status: RunStatus


class RunQueue:
    """Admits runs and selects the next one. One replica at a time makes such a decision."""

    def __init__(
        self,
        pool: Pool,
        limits: Limits,
        retry_timeout: float = RETRY_TIMEOUT_SECONDS,
        on_crash_point: OnCrashPoint = ignore_crash_point,
    ) -> None:
        self._pool = pool
        self._limits = limits
        self._retry_timeout = retry_timeout
        self._on_crash_point = on_crash_point
        self._starts: GroupCommit[NewRun, RunRow] = GroupCommit(self._start_group)
        self._releases: GroupCommit[FinishedExecution, None] = GroupCommit(self._release_group)

    async def start(self, new_run: NewRun) -> RunRow:
        """Record a run and queue it. Returns the one recorded first for a known request. Raises QUEUE_FULL."""
        self._on_crash_point(CrashPoint.STARTING)
        row = await self._starts.submit(new_run)
        self._on_crash_point(CrashPoint.STARTED)
        return row

    async def has_capacity(self) -> bool:
        """Return whether a run of a new session would be admitted now."""
        unfinished = {
            row["session_id"]: int(row["runs"]) for row in await self._rows(queue_sql.UNFINISHED_BY_SESSION, {})
        }
        return has_capacity(unfinished, "", self._limits.running, self._limits.waiting)

    async def release(self, finished: FinishedExecution) -> None:
        """Release an execution, and queue the next run of its session: the same one unless it has ended."""
        await self._releases.submit(finished)

    async def requeue(self, run_id: str, session_id: str) -> None:
        """Queue a run whose question was answered, in the order of its session. It is never rejected."""

        async def decide(cursor: Cursor) -> None:
            await cursor.execute(queue_sql.ASSIGN_LAST_POSITION, {"run_id": run_id})
            await _enqueue_next(cursor, [session_id])

        await self._decide_exclusively(decide)

    async def enqueue_next(self, session_ids: Sequence[str], missing: Sequence[str] = ()) -> int:
        """Queue the next run of each session that has none queued, except for executions *missing*; return how many."""

        async def decide(cursor: Cursor) -> int:
            if missing:
                await cursor.execute(queue_sql.DROP_EXECUTIONS, {"execution_ids": list(missing)})
            return await _enqueue_next(cursor, session_ids)

        return await self._decide_exclusively(decide)

    async def claim(self, run_id: str, execution_id: str) -> RunRow | None:
        """Claim a run for an execution; None when the run has ended, or has another execution."""
        parameters = {"run_id": run_id, "execution_id": execution_id}
        rows = await self._rows(queue_sql.CLAIM_EXECUTION.format(columns=sql.COLUMNS), parameters)
        if not rows:
            return None
        self._on_crash_point(CrashPoint.CLAIMED)
        return to_run_row(rows[0])

    async def withdraw(self, run_id: str) -> RunRow | None:
        """Claim a run that is waiting or paused, to end it; None for any other."""
        rows = await self._rows(queue_sql.WITHDRAW.format(columns=sql.COLUMNS), {"run_id": run_id})
        return to_run_row(rows[0]) if rows else None

    async def list_unfinished(self) -> Sequence[UnfinishedRun]:
        """Return every active run."""
        return [
            UnfinishedRun(row["session_id"], row["execution_id"], RunStatus(row["status"]))
            for row in await self._rows(queue_sql.UNFINISHED, {})
        ]

    async def list_dequeued(self) -> Sequence[tuple[str, str]]:
        """Return each dequeued execution with the id of its replica."""
        rows = await self._rows(DEQUEUED_EXECUTIONS, DBOS_QUEUE)
        return [(row["execution_id"], row["replica_id"]) for row in rows]

    async def filter_queued(self, execution_ids: Sequence[str]) -> set[str]:
        """Return those of *execution_ids* that are queued or dequeued."""
        rows = await self._rows(QUEUED_EXECUTIONS, {"execution_ids": list(execution_ids)}) if execution_ids else []
        return {row["execution_id"] for row in rows}

    async def list_live_replicas(self, replica_timeout: float) -> set[str]:
        """Return the ids of the live replicas: with their lock, and a heartbeat within *replica_timeout* seconds."""
        rows = await self._rows(
            queue_sql.LIVE_REPLICAS, {"class": queue_sql.REPLICA_LOCKS, "replica_timeout": replica_timeout}
        )
        return {row["replica_id"] for row in rows}

    async def request_cancel(self, run_id: str) -> None:
        """Request the replica that executes a run to cancel it."""
        await self._execute(queue_sql.REQUEST_CANCEL, {"run_id": run_id})

    async def list_requested_cancels(self, run_ids: Sequence[str]) -> Sequence[str]:
        """Return those of *run_ids* whose cancellation is requested."""
        return [row["run_id"] for row in await self._rows(queue_sql.REQUESTED_CANCELS, {"run_ids": list(run_ids)})]

    async def record_cancel_outcome(self, run_id: str, *, reached_call: bool) -> None:
        """Record whether the cancellation cancelled a call in flight."""
        await self._execute(queue_sql.RECORD_CANCEL_OUTCOME, {"run_id": run_id, "reached": reached_call})

    async def find_cancel_outcome(self, run_id: str) -> bool | None:
        """Return whether the cancellation cancelled a call in flight; None while there is no outcome."""
        rows = await self._rows(queue_sql.CANCEL_OUTCOME, {"run_id": run_id})
        return rows[0]["reached"] if rows else None

    async def record_watches(self, run_ids: Sequence[str]) -> None:
        """Record that runs have a watcher at this replica."""
        await self._execute(queue_sql.RECORD_WATCHES, {"run_ids": sorted(run_ids)})

    async def seconds_since_watched(self, run_id: str) -> float | None:
        """Return the seconds since a run had a watcher at a replica that does not execute it; None for never."""
        rows = await self._rows(queue_sql.UNWATCHED_SECONDS, {"run_id": run_id})
        return rows[0]["seconds"] if rows else None

    async def delete_old_records(self) -> None:
        """Delete the records of old cancel requests and watchers."""
        await self._execute(queue_sql.DELETE_OLD_CANCELS, {})
        await self._execute(queue_sql.DELETE_OLD_WATCHES, {})

    async def _start_group(self, group: Sequence[NewRun]) -> Sequence[RunRow | Exception]:
        async def decide(cursor: Cursor) -> Sequence[RunRow | Exception]:
            known = await _known(cursor, group)
            new = [new_run for new_run in group if not _first(new_run, known)]
            admitted = await self._admit(cursor, new)
            if admitted:
                await _record(cursor, admitted)
            known |= {key: to_new_row(new_run) for new_run in admitted for key in _keys(new_run)}
            return [_first(new_run, known) or _queue_full(self._limits) for new_run in group]

        return await self._decide_exclusively(decide)

    async def _admit(self, cursor: Cursor, group: Sequence[NewRun]) -> list[NewRun]:
        """Return those of *group* that are admitted; of several with one request id, the first."""
        if not group:
            return []
        await cursor.execute(queue_sql.UNFINISHED_BY_SESSION)
        unfinished = Counter({row["session_id"]: int(row["runs"]) for row in await cursor.fetchall()})
        admitted, requests = list[NewRun](), set[str | None]()
        for new_run in group:
            repeated = new_run.request_id is not None and new_run.request_id in requests
            admits = has_capacity(unfinished, new_run.session_id, self._limits.running, self._limits.waiting)
            if admits and not repeated:
                admitted.append(new_run)
                requests.add(new_run.request_id)
                unfinished[new_run.session_id] += 1
        return admitted

    async def _release_group(self, group: Sequence[FinishedExecution]) -> Sequence[Exception | None]:
        async def decide(cursor: Cursor) -> Sequence[Exception | None]:
            parameters = {
                "run_ids": [finished.run_id for finished in group],
                "execution_ids": [finished.execution_id for finished in group],
                "epochs": [finished.epoch for finished in group],
            }
            await cursor.execute(queue_sql.RELEASE_EXECUTIONS, parameters)
            await _enqueue_next(cursor, [finished.session_id for finished in group])
            return [None] * len(group)

        return await self._decide_exclusively(decide)

    async def _decide_exclusively(self, decide: Callable[[Cursor], Awaitable[Returned]]) -> Returned:
        """Return the result of *decide*, which runs in a transaction, in one replica at a time."""

        async def execute() -> Returned:
            async with self._cursor() as cursor, cursor.connection.transaction():
                await cursor.execute(queue_sql.LOCK_QUEUE)
                decision = await decide(cursor)
                self._on_crash_point(CrashPoint.DECIDED)
                return decision

        return await retry_transient(execute, self._retry_timeout)

    async def _rows(self, statement: LiteralString, parameters: Mapping[str, Any]) -> list[DictRow]:
        async def execute() -> list[DictRow]:
            async with self._cursor() as cursor:
                await cursor.execute(statement, parameters)
                return await cursor.fetchall()

        return await retry_transient(execute, self._retry_timeout)

    async def _execute(self, statement: LiteralString, parameters: Mapping[str, Any]) -> None:
        async def execute() -> None:
            async with self._cursor() as cursor:
                await cursor.execute(statement, parameters)

        await retry_transient(execute, self._retry_timeout)

    @asynccontextmanager
    async def _cursor(self) -> AsyncIterator[Cursor]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            yield cursor


async def _known(cursor: Cursor, group: Sequence[NewRun]) -> dict[Key, RunRow]:
    """Return the recorded runs of *group*, by run id and by request id."""
    parameters = {
        "run_ids": [new_run.run_id for new_run in group],
        "request_ids": [new_run.request_id for new_run in group if new_run.request_id],
    }
    await cursor.execute(sql.FIND_STARTED.format(columns=sql.COLUMNS), parameters)
    rows = await cursor.fetchall()
    runs = {(RUN, row["run_id"]): to_run_row(row) for row in rows}
    return runs | {(REQUEST, row["request_id"]): to_run_row(row) for row in rows if row["request_id"]}


async def _record(cursor: Cursor, group: Sequence[NewRun]) -> None:
    await cursor.execute(sql.START, start_arrays(group))
    await cursor.execute(queue_sql.ASSIGN_POSITIONS, {"run_ids": [new_run.run_id for new_run in group]})
    await _enqueue_next(cursor, [new_run.session_id for new_run in group])


async def _enqueue_next(cursor: Cursor, session_ids: Sequence[str]) -> int:
    await cursor.execute(ENQUEUE_NEXT, {"session_ids": sorted(set(session_ids))} | DBOS_QUEUE)
    return cursor.rowcount


def _keys(new_run: NewRun) -> list[Key]:
    by_request = [(REQUEST, new_run.request_id)] if new_run.request_id else []
    return [(RUN, new_run.run_id), *by_request]


def _first(new_run: NewRun, known: Mapping[Key, RunRow]) -> RunRow | None:
    return next((known[key] for key in _keys(new_run) if key in known), None)


def _queue_full(limits: Limits) -> ReflowError:
    return ReflowError(Code.QUEUE_FULL, details=f"{limits.waiting} runs wait")
