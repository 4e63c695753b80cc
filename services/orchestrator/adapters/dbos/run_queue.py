"""The queue of runs that several orchestrators share, in PostgreSQL: admission and order."""

import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from psycopg.rows import DictRow

from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.orchestrator.adapters import log_statements as sql
from services.orchestrator.adapters.dbos import queue_statements as queue_sql
from services.orchestrator.adapters.dbos.decision import (
    ASSIGN_ALL,
    ASSIGN_FREE,
    DBOS_QUEUE,
    DEQUEUED_EXECUTIONS,
    FINISH_EXECUTIONS,
    IN_QUEUE,
    LEFT_TO_RELEASE,
    QUEUED_EXECUTIONS,
    REMOVE_ENDED,
    REPLACE_FINISHED,
    START_FREE,
    Decision,
)
from services.orchestrator.adapters.dbos.executions import Assignment, FinishedExecution, OnAssigned, UnfinishedRun
from services.orchestrator.adapters.group_commit import GroupCommit
from services.orchestrator.adapters.postgres_log import start_arrays, to_new_row, to_run_row
from services.orchestrator.adapters.retried_database import RETRY_TIMEOUT_SECONDS, Cursor, RetriedDatabase
from services.orchestrator.domain.admission import has_capacity
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.crash_points import CrashPoint, OnCrashPoint, ignore_crash_point
from services.orchestrator.engine.run_log import NewRun, RunRow

Returned = TypeVar("Returned")
# A run is identified by its own id, or by the id of the request that started it.
Key = tuple[str, str]
RUN, REQUEST = "run", "request"


class RunQueue:
    """Admits runs and selects the next one. One replica at a time makes such a decision.

    A run that may start is assigned to the replica that decides (`start_assigning`): at once, or when another one
    ends. DBOS polls for executions that no decision assigned: those of a dead replica.
    """

    def __init__(
        self,
        pool: Pool,
        limits: Limits,
        retry_timeout: float = RETRY_TIMEOUT_SECONDS,
        on_crash_point: OnCrashPoint = ignore_crash_point,
    ) -> None:
        self._database = RetriedDatabase(pool, retry_timeout)
        self._limits = limits
        self._on_crash_point = on_crash_point
        self._replica_id = ""
        self._on_assigned: OnAssigned | None = None
        # Runs accepted here that have not started yet: their first event is not read from the log.
        self._accepted: dict[str, NewRun] = {}
        self._starts: GroupCommit[NewRun, RunRow] = GroupCommit(self._start_group)
        self._releases: GroupCommit[FinishedExecution, None] = GroupCommit(self._release_group)

    def start_assigning(self, replica_id: str, on_assigned: OnAssigned) -> None:
        """Assign runs that may start at once to this replica, and pass them to *on_assigned* once that is committed."""
        self._replica_id, self._on_assigned = replica_id, on_assigned

    def stop_assigning(self) -> None:
        """Stop assigning runs: they wait in the queue for another replica."""
        self._on_assigned = None

    async def start(self, new_run: NewRun) -> RunRow:
        """Record a run and queue it. Returns the one recorded first for a known request. Raises QUEUE_FULL."""
        self._on_crash_point(CrashPoint.STARTING)
        row = await self._starts.submit(new_run)
        self._on_crash_point(CrashPoint.STARTED)
        return row

    async def has_capacity(self) -> bool:
        """Return whether a run of a new session would be admitted now."""
        unfinished = {
            row["session_id"]: int(row["runs"])
            for row in await self._database.rows(queue_sql.UNFINISHED_BY_SESSION, {})
        }
        return has_capacity(unfinished, "", self._limits.running, self._limits.waiting)

    async def release(self, finished: FinishedExecution) -> None:
        """Release an execution, and queue the next run of its session: the same one unless it has ended."""
        await self._releases.submit(finished)

    async def requeue(self, run_id: str, session_id: str) -> None:
        """Queue a run whose question was answered, in the order of its session. It is never rejected."""

        async def decide(decision: Decision) -> None:
            await decision.execute(queue_sql.ASSIGN_LAST_POSITION, {"run_id": run_id})
            await self._start_next(decision, [session_id])

        await self._decide_exclusively(decide)
        await self._start_left([session_id])

    async def enqueue_next(
        self, session_ids: Sequence[str], missing: Sequence[str] = (), ended: Sequence[str] = ()
    ) -> int:
        """Queue the next run of each session that has none queued; return how many.

        Executions *missing* do not count as queued; runs *ended* while they waited leave the queue.
        """

        async def decide(decision: Decision) -> Decision:
            if missing:
                await decision.execute(queue_sql.DROP_EXECUTIONS, {"execution_ids": list(missing)})
            if ended:
                await decision.execute(REMOVE_ENDED, {"run_ids": list(ended)})
            await self._start_next(decision, session_ids)
            return decision

        queued = (await self._decide_exclusively(decide)).count_queued()
        if queued:
            await self._start_left(session_ids)
        return queued

    async def claim(self, run_id: str, execution_id: str) -> RunRow | None:
        """Claim a run for an execution; None when the run has ended, or has another execution."""
        parameters = {"run_id": run_id, "execution_id": execution_id}
        rows = await self._database.rows(queue_sql.CLAIM_EXECUTION.format(columns=sql.COLUMNS), parameters)
        if not rows:
            return None
        self._on_crash_point(CrashPoint.CLAIMED)
        return to_run_row(rows[0])

    async def finish(self, execution_id: str) -> None:
        """End an execution that was assigned to this replica, and whose run is executed elsewhere or has ended."""
        await self._database.rows(FINISH_EXECUTIONS, self._own([execution_id]))

    async def withdraw(self, run_id: str) -> RunRow | None:
        """Claim a run that is waiting or paused, to end it; None for any other."""
        rows = await self._database.rows(queue_sql.WITHDRAW.format(columns=sql.COLUMNS), {"run_id": run_id})
        return to_run_row(rows[0]) if rows else None

    async def list_unfinished(self) -> Sequence[UnfinishedRun]:
        """Return every active run."""
        return [
            UnfinishedRun(row["session_id"], row["execution_id"], RunStatus(row["status"]))
            for row in await self._database.rows(queue_sql.UNFINISHED, {})
        ]

    async def list_dequeued(self) -> Sequence[tuple[str, str]]:
        """Return each dequeued execution with the id of its replica."""
        rows = await self._database.rows(DEQUEUED_EXECUTIONS, DBOS_QUEUE)
        return [(row["execution_id"], row["replica_id"]) for row in rows]

    async def filter_queued(self, execution_ids: Sequence[str]) -> set[str]:
        """Return those of *execution_ids* that are queued or dequeued."""
        if not execution_ids:
            return set()
        rows = await self._database.rows(QUEUED_EXECUTIONS, {"execution_ids": list(execution_ids)})
        return {row["execution_id"] for row in rows}

    async def list_live_replicas(self, replica_timeout: float) -> set[str]:
        """Return the ids of the live replicas: with their lock, and a heartbeat within *replica_timeout* seconds."""
        rows = await self._database.rows(
            queue_sql.LIVE_REPLICAS, {"class": queue_sql.REPLICA_LOCKS, "replica_timeout": replica_timeout}
        )
        return {row["replica_id"] for row in rows}

    async def request_cancel(self, run_id: str) -> None:
        """Request the replica that executes a run to cancel it."""
        await self._database.rows(queue_sql.REQUEST_CANCEL, {"run_id": run_id})

    async def list_requested_cancels(self, run_ids: Sequence[str]) -> Sequence[str]:
        """Return those of *run_ids* whose cancellation is requested."""
        return [
            row["run_id"] for row in await self._database.rows(queue_sql.REQUESTED_CANCELS, {"run_ids": list(run_ids)})
        ]

    async def record_cancel_outcome(self, run_id: str, *, reached_call: bool) -> None:
        """Record whether the cancellation cancelled a call in flight."""
        await self._database.rows(queue_sql.RECORD_CANCEL_OUTCOME, {"run_id": run_id, "reached": reached_call})

    async def find_cancel_outcome(self, run_id: str) -> bool | None:
        """Return whether the cancellation cancelled a call in flight; None while there is no outcome."""
        rows = await self._database.rows(queue_sql.CANCEL_OUTCOME, {"run_id": run_id})
        return rows[0]["reached"] if rows else None

    async def record_watches(self, run_ids: Sequence[str]) -> None:
        """Record that runs have a watcher at this replica."""
        await self._database.rows(queue_sql.RECORD_WATCHES, {"run_ids": sorted(run_ids)})

    async def seconds_since_watched(self, run_id: str) -> float | None:
        """Return the seconds since a run had a watcher at a replica that does not execute it; None for never."""
        rows = await self._database.rows(queue_sql.UNWATCHED_SECONDS, {"run_id": run_id})
        return rows[0]["seconds"] if rows else None

    async def delete_old_records(self) -> None:
        """Delete the records of old cancel requests and watchers."""
        await self._database.rows(queue_sql.DELETE_OLD_CANCELS, {})
        await self._database.rows(queue_sql.DELETE_OLD_WATCHES, {})

    async def _start_group(self, group: Sequence[NewRun]) -> Sequence[RunRow | Exception]:
        if await self._start_free(group):
            return [to_new_row(new_run) for new_run in group]
        outcomes = await self._admit_group(group)
        await self._start_left([row.session_id for row in outcomes if isinstance(row, RunRow)])
        return outcomes

    async def _start_free(self, group: Sequence[NewRun]) -> bool:
        """Start runs at once if they are far from every limit; return whether they were recorded.

        Sent as one batch, so that no replica waits for this process while it holds the lock.
        """
        sessions = {new_run.session_id for new_run in group}
        if self._on_assigned is None or len(sessions) < len(group):
            return False
        execution_ids = [str(uuid.uuid4()) for _ in group]
        parameters = {**start_arrays(group), "execution_ids": execution_ids, **self._queue_parameters()}

        async def execute() -> bool:
            async with self._database.cursor() as cursor:
                async with cursor.connection.pipeline():
                    await cursor.execute(queue_sql.LOCK_QUEUE)
                    started = await cursor.connection.cursor().execute(START_FREE, parameters)
                    self._on_crash_point(CrashPoint.DECIDED)
                return bool(await started.fetchall())

        if not await self._database.retry(execute):
            return False
        for new_run, execution_id in zip(group, execution_ids, strict=True):
            self._start_assigned(Assignment(execution_id, to_new_row(new_run), new_run))
        return True

    async def _admit_group(self, group: Sequence[NewRun]) -> Sequence[RunRow | Exception]:
        async def decide(decision: Decision) -> Sequence[RunRow | Exception]:
            found = await decision.execute(sql.FIND_STARTED.format(columns=sql.COLUMNS), _started_keys(group))
            active = await decision.execute(queue_sql.UNFINISHED_BY_SESSION, {})
            in_queue = await decision.execute(IN_QUEUE, DBOS_QUEUE)
            found_rows, active_rows = await decision.fetch(found, active)
            known = _known(found_rows)
            unfinished = {row["session_id"]: int(row["runs"]) for row in active_rows}
            admitted = self._admit([new_run for new_run in group if not _first(new_run, known)], unfinished)
            if admitted:
                run_ids = [new_run.run_id for new_run in admitted]
                await decision.execute(sql.START, start_arrays(admitted))
                await decision.execute(queue_sql.ASSIGN_POSITIONS, {"run_ids": run_ids})
                await decision.enqueue([new_run.session_id for new_run in admitted])
                await self._assign_free(decision, in_queue)
                self._remember(admitted)
            known |= {key: to_new_row(new_run) for new_run in admitted for key in _keys(new_run)}
            return [_first(new_run, known) or _queue_full(self._limits) for new_run in group]

        return await self._decide_exclusively(decide)

    def _admit(self, group: Sequence[NewRun], unfinished: Mapping[str, int]) -> list[NewRun]:
        """Return those of *group* that are admitted; of several with one request id, the first."""
        runs = Counter(unfinished)
        admitted, requests = list[NewRun](), set[str | None]()
        for new_run in group:
            repeated = new_run.request_id is not None and new_run.request_id in requests
            admits = has_capacity(runs, new_run.session_id, self._limits.running, self._limits.waiting)
            if admits and not repeated:
                admitted.append(new_run)
                requests.add(new_run.request_id)
                runs[new_run.session_id] += 1
        return admitted

    async def _release_group(self, group: Sequence[FinishedExecution]) -> Sequence[Exception | None]:
        """Release the executions that did not end with their run's last append, and start what waits for the others."""
        session_ids = [finished.session_id for finished in group]
        left = await self._find_left([finished.execution_id for finished in group], session_ids)
        active = [finished for finished in group if finished.execution_id in left["active"]]

        async def decide(decision: Decision) -> None:
            execution_ids = [finished.execution_id for finished in active]
            parameters = {
                "run_ids": [finished.run_id for finished in active],
                "execution_ids": execution_ids,
                "epochs": [finished.epoch for finished in active],
            }
            await decision.execute(queue_sql.COMMIT_LATER, {})
            await decision.execute(queue_sql.RELEASE_EXECUTIONS, parameters)
            await decision.enqueue(session_ids)
            if self._on_assigned is None:
                await decision.execute(FINISH_EXECUTIONS, self._own(execution_ids))
                return
            await decision.assign(REPLACE_FINISHED, self._own(execution_ids) | DBOS_QUEUE)
            if len(active) < len(group):
                await decision.assign(ASSIGN_ALL, self._queue_parameters())

        if active or left["waiting"]:
            await self._decide_exclusively(decide)
        return [None] * len(group)

    async def _find_left(self, execution_ids: Sequence[str], session_ids: Sequence[str]) -> DictRow:
        parameters = {"execution_ids": list(execution_ids), "session_ids": list(session_ids), "queue": queue_sql.QUEUE}
        (left,) = await self._database.rows(LEFT_TO_RELEASE, parameters)
        return left

    async def _start_left(self, session_ids: Sequence[str]) -> None:
        """Start what the last decision queued, for a place that became free during it.

        The decision did not see that place, nor did the end of the run that had it see what was queued.
        """

        async def decide(decision: Decision) -> None:
            await self._start_next(decision, session_ids)

        if self._on_assigned is not None and (await self._find_left([], session_ids))["waiting"]:
            await self._decide_exclusively(decide)

    async def _start_next(self, decision: Decision, session_ids: Sequence[str]) -> None:
        in_queue = await decision.execute(IN_QUEUE, DBOS_QUEUE)
        await decision.enqueue(session_ids)
        await self._assign_free(decision, in_queue)

    async def _assign_free(self, decision: Decision, in_queue: Cursor) -> None:
        """Assign what was just queued, within the limit. *in_queue*: the queue before.

        If something waited before, assign all or nothing: DBOS counts without our lock, and may dequeue it meanwhile.
        """
        ((before,),) = await decision.fetch(in_queue)
        count = self._limits.running - before["running"]
        if self._on_assigned is None or count <= 0:
            return
        if before["waiting"]:
            await decision.assign(ASSIGN_ALL, self._queue_parameters())
        else:
            await decision.assign(ASSIGN_FREE, self._queue_parameters() | {"count": count})

    def _remember(self, new_runs: Sequence[NewRun]) -> None:
        """Keep runs until they start here. The oldest may have started elsewhere."""
        self._accepted |= {new_run.run_id: new_run for new_run in new_runs}
        for run_id in list(self._accepted)[: -(self._limits.running + self._limits.waiting)]:
            del self._accepted[run_id]

    def _to_assignment(self, row: DictRow) -> Assignment:
        run, new_run = to_run_row(row), self._accepted.pop(row["run_id"], None)
        if new_run is None or run.last_sequence > 1:
            return Assignment(row["execution_id"], run, None)
        return Assignment(row["execution_id"], replace(run, new_session=new_run.new_session), new_run)

    def _queue_parameters(self) -> dict[str, Any]:
        return DBOS_QUEUE | {"replica_id": self._replica_id, "running": self._limits.running}

    def _own(self, execution_ids: list[str]) -> dict[str, Any]:
        return {"execution_ids": execution_ids, "replica_id": self._replica_id}

    async def _decide_exclusively(self, decide: Callable[[Decision], Awaitable[Returned]]) -> Returned:
        """Return the result of *decide*, which runs in a transaction, in one replica at a time."""

        async def execute() -> tuple[Returned, list[DictRow]]:
            async with self._database.cursor() as cursor:
                async with cursor.connection.pipeline() as pipeline, cursor.connection.transaction():
                    decision = Decision(cursor, pipeline)
                    await decision.execute(queue_sql.LOCK_QUEUE, {})
                    decided = await decide(decision)
                    self._on_crash_point(CrashPoint.DECIDED)
                return decided, await decision.list_assigned()

        decided, rows = await self._database.retry(execute)
        for assignment in map(self._to_assignment, rows):
            self._start_assigned(assignment)
        return decided

    def _start_assigned(self, assignment: Assignment) -> None:
        self._on_crash_point(CrashPoint.CLAIMED)
        # While this was committed, the process may have started to stop: then the execution is recovered elsewhere.
        if self._on_assigned is not None:
            self._on_assigned(assignment)


def _started_keys(group: Sequence[NewRun]) -> dict[str, list[str]]:
    return {
        "run_ids": [new_run.run_id for new_run in group],
        "request_ids": [new_run.request_id for new_run in group if new_run.request_id],
    }


def _known(rows: Sequence[DictRow]) -> dict[Key, RunRow]:
    """Return recorded runs by run id and by request id."""
    runs = {(RUN, row["run_id"]): to_run_row(row) for row in rows}
    return runs | {(REQUEST, row["request_id"]): to_run_row(row) for row in rows if row["request_id"]}


def _keys(new_run: NewRun) -> list[Key]:
    by_request = [(REQUEST, new_run.request_id)] if new_run.request_id else []
    return [(RUN, new_run.run_id), *by_request]


def _first(new_run: NewRun, known: Mapping[Key, RunRow]) -> RunRow | None:
    return next((known[key] for key in _keys(new_run) if key in known), None)


def _queue_full(limits: Limits) -> ReflowError:
    return ReflowError(Code.QUEUE_FULL, details=f"{limits.waiting} runs wait")
