"""Which runs several orchestrators are to drive, in PostgreSQL: admission, order, and whose turn it is."""

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
from services.orchestrator.adapters import shared_statements as shared
from services.orchestrator.adapters import statements as sql
from services.orchestrator.adapters.group_commit import GroupCommit
from services.orchestrator.adapters.postgres_log import PATIENCE, new_row, patiently, run_row, start_arrays
from services.orchestrator.domain.admission import may_join
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.crash_points import CrashPoint, Reached, pass_by
from services.orchestrator.engine.log import RunRow, Starting

Cursor = AsyncCursor[DictRow]
Returned = TypeVar("Returned")
# A run is known by its own id or by that of the request that started it: callers choose the latter.
Key = tuple[str, str]
RUN, REQUEST = "run", "request"

NEXT: LiteralString = shared.ENQUEUE_NEXT.format(schema=shared.SCHEMA)
TAKEN: LiteralString = shared.TAKEN.format(schema=shared.SCHEMA)
KNOWN: LiteralString = shared.KNOWN.format(schema=shared.SCHEMA)
QUEUE_OF_DRIVES = {
    "workflow": shared.WORKFLOW,
    "queue": shared.QUEUE,
    "version": shared.APPLICATION_VERSION,
    "application": shared.APPLICATION,
}


@dataclass(frozen=True, slots=True)
class Left:
    """A drive of one epoch that is over: its run has ended, waits for a person, or is handed over."""

    run_id: str
    session_id: str
    drive_id: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A run that is waiting or running, and the drive that is queued or under way for it."""

    session_id: str
    drive_id: str | None
    status: RunStatus


class SharedQueue:
    """Takes runs in and says which is next. Each decision is made by one replica at a time."""

    def __init__(self, pool: Pool, limits: Limits, patience: float = PATIENCE, reached: Reached = pass_by) -> None:
        self._pool = pool
        self._limits = limits
        self._patience = patience
        self._reached = reached
        self._starts: GroupCommit[Starting, RunRow] = GroupCommit(self._start_group)
        self._leaves: GroupCommit[Left, None] = GroupCommit(self._leave_group)

    async def start(self, starting: Starting) -> RunRow:
        """Record a run and queue it. Returns the one recorded first for a known request. Raises QUEUE_FULL."""
        self._reached(CrashPoint.STARTING)
        row = await self._starts.submit(starting)
        self._reached(CrashPoint.STARTED)
        return row

    async def leave(self, left: Left) -> None:
        """Let a drive go, and queue the next run of its session: the same one, where it has not ended."""
        await self._leaves.submit(left)

    async def go_on(self, run_id: str, session_id: str) -> None:
        """Queue a run whose question has been answered, in its session's turn. It is never refused."""

        async def decide(cursor: Cursor) -> None:
            await cursor.execute(shared.GIVE_LAST_PLACE, {"run_id": run_id})
            await _enqueue_next(cursor, [session_id])

        await self._decided(decide)

    async def enqueue_next(self, session_ids: Sequence[str], lost: Sequence[str] = ()) -> int:
        """Queue the next run of each session where none is queued, drives *lost* not counted; return how many."""

        async def decide(cursor: Cursor) -> int:
            if lost:
                await cursor.execute(shared.DROP_DRIVES, {"drive_ids": list(lost)})
            return await _enqueue_next(cursor, session_ids)

        return await self._decided(decide)

    async def claim(self, run_id: str, drive_id: str) -> RunRow | None:
        """Claim a run for a drive; None when the run has ended, or another drive is queued for it."""
        wanted = {"run_id": run_id, "drive_id": drive_id}
        rows = await self._rows(shared.CLAIM_DRIVE.format(columns=sql.COLUMNS), wanted)
        if not rows:
            return None
        self._reached(CrashPoint.CLAIMED)
        return run_row(rows[0])

    async def withdraw(self, run_id: str) -> RunRow | None:
        """Claim a run that has not begun or waits for a person; None when it does neither."""
        rows = await self._rows(shared.WITHDRAW.format(columns=sql.COLUMNS), {"run_id": run_id})
        return run_row(rows[0]) if rows else None

    async def unfinished(self) -> Sequence[Unfinished]:
        """Return every run that is waiting or running."""
        return [
            Unfinished(row["session_id"], row["drive_id"], RunStatus(row["status"]))
            for row in await self._rows(shared.UNFINISHED, {})
        ]

    async def taken(self) -> Sequence[tuple[str, str]]:
        """Return each drive that a replica has taken, and which replica."""
        rows = await self._rows(TAKEN, QUEUE_OF_DRIVES)
        return [(row["drive_id"], row["replica_id"]) for row in rows]

    async def known(self, drive_ids: Sequence[str]) -> set[str]:
        """Return those of *drive_ids* that are queued or taken."""
        rows = await self._rows(KNOWN, {"drive_ids": list(drive_ids)}) if drive_ids else []
        return {row["drive_id"] for row in rows}

    async def living(self, patience: float) -> set[str]:
        """Return the ids of the replicas that live: that hold their lock and have beaten within *patience* seconds."""
        rows = await self._rows(shared.LIVING, {"class": shared.REPLICA_LOCKS, "patience": patience})
        return {row["replica_id"] for row in rows}

    async def ask_to_cancel(self, run_id: str) -> None:
        """Ask whoever drives a run to cancel it."""
        await self._execute(shared.ASK_TO_CANCEL, {"run_id": run_id})

    async def cancels_asked(self, run_ids: Sequence[str]) -> Sequence[str]:
        """Return those of *run_ids* that are to be cancelled."""
        return [row["run_id"] for row in await self._rows(shared.CANCELS_ASKED, {"run_ids": list(run_ids)})]

    async def answer_cancel(self, run_id: str, *, reached: bool) -> None:
        """Tell those who asked whether a call in flight was cut off."""
        await self._execute(shared.ANSWER_CANCEL, {"run_id": run_id, "reached": reached})

    async def cancel_answer(self, run_id: str) -> bool | None:
        """Return whether a cancel cut a call off; None while it is not answered."""
        rows = await self._rows(shared.CANCEL_ANSWER, {"run_id": run_id})
        return rows[0]["reached"] if rows else None

    async def watched(self, run_ids: Sequence[str]) -> None:
        """Record that runs are being watched here."""
        await self._execute(shared.WATCHED, {"run_ids": sorted(run_ids)})

    async def unwatched_seconds(self, run_id: str) -> float | None:
        """Return for how long nobody has watched a run away from its driver; None for never."""
        rows = await self._rows(shared.UNWATCHED_SECONDS, {"run_id": run_id})
        return rows[0]["seconds"] if rows else None

    async def forget(self) -> None:
        """Clean what was recorded of cancels and watchers of runs that are long over."""
        await self._execute(shared.FORGET_CANCELS, {})
        await self._execute(shared.FORGET_WATCHES, {})

    async def _start_group(self, group: Sequence[Starting]) -> Sequence[RunRow | Exception]:
        async def decide(cursor: Cursor) -> Sequence[RunRow | Exception]:
            known = await _known(cursor, group)
            new = [starting for starting in group if not _first(starting, known)]
            admitted = await self._admitted(cursor, new)
            if admitted:
                await _record(cursor, admitted)
            known |= {key: new_row(starting) for starting in admitted for key in _keys(starting)}
            return [_first(starting, known) or _full(self._limits) for starting in group]

        return await self._decided(decide)

    async def _admitted(self, cursor: Cursor, group: Sequence[Starting]) -> list[Starting]:
        """Return those of *group* that there is room for; of several with one request id, the first."""
        if not group:
            return []
        await cursor.execute(shared.UNFINISHED_BY_SESSION)
        unfinished = Counter({row["session_id"]: int(row["runs"]) for row in await cursor.fetchall()})
        admitted, requests = list[Starting](), set[str | None]()
        for starting in group:
            repeated = starting.request_id is not None and starting.request_id in requests
            room = may_join(unfinished, starting.session_id, self._limits.running, self._limits.waiting)
            if room and not repeated:
                admitted.append(starting)
                requests.add(starting.request_id)
                unfinished[starting.session_id] += 1
        return admitted

    async def _leave_group(self, group: Sequence[Left]) -> Sequence[Exception | None]:
        async def decide(cursor: Cursor) -> Sequence[Exception | None]:
            wanted = {
                "run_ids": [left.run_id for left in group],
                "drive_ids": [left.drive_id for left in group],
                "epochs": [left.epoch for left in group],
            }
            await cursor.execute(shared.LEAVE, wanted)
            await _enqueue_next(cursor, [left.session_id for left in group])
            return [None] * len(group)

        return await self._decided(decide)

    async def _decided(self, decide: Callable[[Cursor], Awaitable[Returned]]) -> Returned:
        """Return what *decide* decides alone among all replicas, in one transaction."""

        async def ask() -> Returned:
            async with self._cursor() as cursor, cursor.connection.transaction():
                await cursor.execute(shared.DECIDE_ALONE)
                decided = await decide(cursor)
                self._reached(CrashPoint.DECIDED)
                return decided

        return await patiently(ask, self._patience)

    async def _rows(self, statement: LiteralString, wanted: Mapping[str, Any]) -> list[DictRow]:
        async def ask() -> list[DictRow]:
            async with self._cursor() as cursor:
                await cursor.execute(statement, wanted)
                return await cursor.fetchall()

        return await patiently(ask, self._patience)

    async def _execute(self, statement: LiteralString, wanted: Mapping[str, Any]) -> None:
        async def ask() -> None:
            async with self._cursor() as cursor:
                await cursor.execute(statement, wanted)

        await patiently(ask, self._patience)

    @asynccontextmanager
    async def _cursor(self) -> AsyncIterator[Cursor]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            yield cursor


async def _known(cursor: Cursor, group: Sequence[Starting]) -> dict[Key, RunRow]:
    """Return those runs of *group* that are recorded, by run id and by request id."""
    wanted = {
        "run_ids": [starting.run_id for starting in group],
        "request_ids": [starting.request_id for starting in group if starting.request_id],
    }
    await cursor.execute(sql.FIND_STARTED.format(columns=sql.COLUMNS), wanted)
    rows = await cursor.fetchall()
    found = {(RUN, row["run_id"]): run_row(row) for row in rows}
    return found | {(REQUEST, row["request_id"]): run_row(row) for row in rows if row["request_id"]}


async def _record(cursor: Cursor, group: Sequence[Starting]) -> None:
    await cursor.execute(sql.START, start_arrays(group))
    await cursor.execute(shared.GIVE_PLACES, {"run_ids": [starting.run_id for starting in group]})
    await _enqueue_next(cursor, [starting.session_id for starting in group])


async def _enqueue_next(cursor: Cursor, session_ids: Sequence[str]) -> int:
    await cursor.execute(NEXT, {"session_ids": sorted(set(session_ids))} | QUEUE_OF_DRIVES)
    return cursor.rowcount


def _keys(starting: Starting) -> list[Key]:
    asked = [(REQUEST, starting.request_id)] if starting.request_id else []
    return [(RUN, starting.run_id), *asked]


def _first(starting: Starting, known: Mapping[Key, RunRow]) -> RunRow | None:
    return next((known[key] for key in _keys(starting) if key in known), None)


def _full(limits: Limits) -> ReflowError:
    return ReflowError(Code.QUEUE_FULL, details=f"{limits.waiting} runs wait")
