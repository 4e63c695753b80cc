"""Both run logs behind one port, each call checked against the protocol, and tasks that go on call by call."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from services.orchestrator.adapters.events_codec import event_message
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.bootstrap import recorded_of
from services.orchestrator.domain.events import (
    QuestionAnswered,
    QuestionAsked,
    Recorded,
    RunEnded,
    RunStarted,
    StepActed,
    Thought,
)
from services.orchestrator.domain.values import ChatMessage, LastResult
from services.orchestrator.engine.log import Appending, RunLog, RunMovedOn, RunRow, SessionRow, Starting
from services.orchestrator.engine.workflows import Codec
from tests.unit.orchestrator import protocol as spec

Gate = Callable[[], Awaitable[None]]


def _encode(row: RunRow, event: Recorded) -> bytes:
    return event_message(row.run_id, row.session_id, event).SerializeToString()


CODEC = Codec(_encode, recorded_of)


@lru_cache(maxsize=10_000)
def specified(payload: bytes) -> spec.Event:
    """Return what a stored event is to the protocol."""
    match recorded_of(payload).event:
        case RunStarted():
            return spec.Began()
        case StepActed(_, _, _, Thought(what)):
            return spec.Worked(what)
        case QuestionAsked(question, _, expires_at):
            return spec.Asked(question.key, expires_at is not None)
        case QuestionAnswered(key, answer, _, request):
            return spec.Answered(key, answer.feedback, request)
        case RunEnded(status):
            return spec.Ended(status)
        case event:
            raise AssertionError(f"no event of the protocol: {event!r}")


@dataclass
class Shared:
    """What all processes share: the two stores, and how each run stands by the protocol."""

    postgres: RunLog
    memory: RunLog = field(default_factory=MemoryLog)
    runs: dict[str, spec.Run] = field(default_factory=dict)
    # Runs that a call was to change, and that nobody has looked at since.
    touched: set[str] = field(default_factory=set)
    # Kept as well as raised: who calls the log may swallow what it raises.
    disagreements: list[str] = field(default_factory=list)

    async def called(self, method: str, *given: Any) -> Any:
        """Call both stores; return what both told, a RunMovedOn included."""
        memory, postgres = [await _told(getattr(store, method)(*given)) for store in (self.memory, self.postgres)]
        moved_on = [isinstance(told, RunMovedOn) for told in (memory, postgres)]
        self.demand(all(moved_on) or memory == postgres, f"{method}: memory {memory!r}, PostgreSQL {postgres!r}")
        return postgres

    def moved(self, method: str, run_id: str, after: spec.Run | None, refused: bool) -> None:
        """Check that a call was refused where the protocol refuses it, and move the run as the protocol says."""
        told = "refused" if refused else "taken"
        self.demand(refused == (after is None), f"{method} was {told}, which is not the protocol")
        self.runs[run_id] = after or self.runs[run_id]
        self.touched.add(run_id)

    def stands(self, row: RunRow) -> None:
        """Check that *row* says of a run what the protocol does."""
        run = self.runs[row.run_id]
        told = (row.epoch, row.last_sequence, row.status)
        self.demand(told == (run.epoch, len(run.log), run.status), f"{told} is told of {run}")

    def demand(self, holds: bool, otherwise: str) -> None:
        """Raise AssertionError, and keep *otherwise*, unless it *holds*."""
        if not holds:
            self.disagreements.append(otherwise)
            raise AssertionError(otherwise)


async def _at_once() -> None:
    return


class CheckedLog:
    """The run log as one process sees it, which passes *gate* before each call that others can come before."""

    def __init__(self, shared: Shared, gate: Gate = _at_once) -> None:
        self._shared = shared
        self._gate = gate

    async def start(self, starting: Starting) -> RunRow:
        row: RunRow = await self._shared.called("start", starting)
        self._shared.runs[row.run_id] = spec.Run()
        self._shared.touched.add(row.run_id)
        self._shared.stands(row)
        return row

    async def claim(self, run_id: str) -> RunRow:
        await self._gate()
        after = spec.claim(self._shared.runs[run_id])
        told = await self._shared.called("claim", run_id)
        self._shared.moved("claim", run_id, after, isinstance(told, RunMovedOn))
        return self._row(told)

    async def claim_paused(self, run_id: str) -> RunRow | None:
        await self._gate()
        after = spec.claim_paused(self._shared.runs[run_id])
        told = await self._shared.called("claim_paused", run_id)
        self._shared.moved("claim_paused", run_id, after, told is None)
        return None if told is None else self._row(told)

    async def append(self, appending: Appending) -> None:
        await self._gate()
        run_id, events = appending.run_id, tuple(map(specified, appending.payloads))
        after = spec.append(self._shared.runs[run_id], appending.epoch, appending.first_sequence, events)
        told = await self._shared.called("append", appending)
        self._shared.moved("append", run_id, after, isinstance(told, RunMovedOn))
        if told is not None:
            raise told

    async def read(self, run_id: str, after: int, limit: int) -> list[bytes]:
        await self._gate()
        page: list[bytes] = await self._shared.called("read", run_id, after, limit)
        sequences = [recorded_of(payload).sequence for payload in page]
        self._shared.demand(sequences == [after + n for n, _ in enumerate(page, 1)], f"{sequences} follow {after}")
        expected = spec.read(self._shared.runs[run_id], after, limit)
        self._shared.demand(tuple(map(specified, page)) == expected, f"read after {after}: not {expected}")
        return page

    async def find(self, run_id: str) -> RunRow | None:
        row: RunRow | None = await self._shared.called("find", run_id)
        if row is not None:
            self._shared.stands(row)
        return row

    async def find_request(self, request_id: str) -> RunRow | None:
        row: RunRow | None = await self._shared.called("find_request", request_id)
        return row

    async def list_runs(
        self, session_id: str, workflow: str, before: tuple[datetime, str] | None, limit: int
    ) -> Sequence[RunRow]:
        rows: Sequence[RunRow] = await self._shared.called("list_runs", session_id, workflow, before, limit)
        return rows

    async def unfinished(self) -> Sequence[RunRow]:
        rows: Sequence[RunRow] = await self._shared.called("unfinished")
        self._are(rows, (run_id for run_id, run in self._shared.runs.items() if run.status.driven))
        return rows

    async def expired(self, now: datetime, limit: int) -> Sequence[RunRow]:
        """Return the runs that could be answered by default; *now* must be after all of them are due."""
        rows: Sequence[RunRow] = await self._shared.called("expired", now, limit)
        pending = {run_id: run.pending for run_id, run in self._shared.runs.items()}
        self._are(rows, (run_id for run_id, asked in pending.items() if asked and asked.expires))
        return rows

    async def open_session(self, session_id: str, at: datetime) -> None:
        await self._shared.called("open_session", session_id, at)

    async def session(self, session_id: str) -> SessionRow | None:
        row: SessionRow | None = await self._shared.called("session", session_id)
        return row

    async def forget(self, before: datetime) -> int:
        forgotten: int = await self._shared.called("forget", before)
        return forgotten

    async def recall(self, session_id: str, messages: int) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        recalled: tuple[tuple[ChatMessage, ...], LastResult | None]
        recalled = await self._shared.called("recall", session_id, messages)
        return recalled

    def _row(self, told: RunRow | RunMovedOn) -> RunRow:
        if isinstance(told, RunMovedOn):
            raise told
        self._shared.stands(told)
        return told

    def _are(self, rows: Sequence[RunRow], expected: Iterable[str]) -> None:
        found, wanted = sorted(row.run_id for row in rows), sorted(expected)
        self._shared.demand(found == wanted, f"listed {found}, not {wanted}")


async def _told(call: Awaitable[Any]) -> Any:
    try:
        return await call
    except RunMovedOn as moved_on:
        return moved_on


class Paced:
    """A task that stops at each gate that it passes until it is told to go on, or is stopped there for ever."""

    def __init__(self, work: Callable[[Gate], Coroutine[Any, Any, None]]) -> None:
        self._arrived, self._going = asyncio.Semaphore(0), asyncio.Semaphore(0)
        self.task = asyncio.create_task(work(self._gate))

    async def begin(self) -> None:
        """Go to the first gate, or to the end. Raises what the work raises."""
        arrived = asyncio.create_task(self._arrived.acquire())
        await asyncio.wait({arrived, self.task}, return_when=asyncio.FIRST_COMPLETED)
        arrived.cancel()
        if self.task.done():
            self.task.result()

    async def go_on(self, calls: int) -> None:
        """Go on by as many *calls*, or to the end."""
        for _ in range(calls):
            if self.task.done():
                return
            self._going.release()
            await self.begin()

    async def stop(self) -> None:
        """Crash where it stands."""
        self.task.cancel()
        await asyncio.wait({self.task})

    async def _gate(self) -> None:
        self._arrived.release()
        await self._going.acquire()
