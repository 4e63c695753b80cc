"""Who takes part in the protocol: drivers, people who answer or cancel, the clock that answers for them, watchers."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from services.common.errors import Code, ReflowError
from services.orchestrator.domain.components import UiComponent
from services.orchestrator.domain.events import (
    Event,
    QuestionAsked,
    Recorded,
    RunEnded,
    RunStarted,
    RunStatus,
)
from services.orchestrator.domain.questions import Answer, Decision, Question, digest_of
from services.orchestrator.domain.values import ImageChatInput
from services.orchestrator.domain.workflow import Finish, Next, Step, Summary
from services.orchestrator.engine.answering import Answering, Given
from services.orchestrator.engine.log import Appending, RunLog, RunMovedOn, RunRow, Starting
from services.orchestrator.engine.tail import Tails
from services.orchestrator.engine.watch import watch
from services.orchestrator.engine.workflows import Workflows
from tests.integration.orchestrator.checked_log import CODEC, Paced, specified
from tests.unit.orchestrator import protocol as spec

Clock = Callable[[], datetime]

BEGINNING = datetime(2026, 1, 1, 12, tzinfo=UTC)
MINUTE, LONG = 60.0, timedelta(days=1)
WHOLE = 10_000


def question(key: str) -> Question:
    """Return the question *key*; each second one is answered by default after a minute."""
    asked = Question(key, "content", "?", (Decision.APPROVE,))
    expires = int(key.removeprefix("q")) % 2 == 0
    return replace(asked, expires_in=MINUTE, default=Answer(Decision.APPROVE, "default")) if expires else asked


def appending(row: RunRow, after: int, events: tuple[Event, ...], at: datetime) -> Appending:
    """Return an append of *events* after sequence *after* in the name of the driver of *row*."""
    payloads = tuple(CODEC.encode(row, Recorded(after + n, at, event)) for n, event in enumerate(events, 1))
    expires_at = None
    match events[-1]:
        case RunEnded(ended):
            status = ended
        case QuestionAsked():
            status, expires_at = RunStatus.PAUSED, events[-1].expires_at
        case _:
            status = RunStatus.RUNNING
    return Appending(row.run_id, row.epoch, after + 1, payloads, status, None, at, expires_at)


def starting(run_id: str) -> Starting:
    """Return the start of a run of a session of its own."""
    row = RunRow(run_id, run_id, "image_chat", RunStatus.WAITING, 1, 1, "", BEGINNING, BEGINNING)
    first = Recorded(1, BEGINNING, RunStarted(ImageChatInput("猫"), "zh"))
    return Starting(run_id, None, run_id, True, row.workflow, "", CODEC.encode(row, first), BEGINNING)


class Interview:
    """A workflow of questions, of which only the log matters. Implements workflow.Workflow."""

    name = "image_chat"  # the log keeps inputs of workflows that the contract has

    def begin(self, asked: Any, locale: str, run_seed: int) -> None:
        """Have no state."""

    def evolve(self, state: None, event: Event) -> None:
        """Have none."""

    def route(self, state: None) -> Next:
        return Finish()

    def present(self, state: None, ended: bool) -> tuple[UiComponent, ...]:
        return ()

    def summarize(self, state: None) -> Summary:
        return Summary("", "", None)

    def check_answer(self, state: None, question: Question, answer: Answer) -> None:
        """Take any."""

    def remote(self, state: None, step: Step) -> bool:
        return False

    def remote_run(self, state: None) -> bool:
        return False


@dataclass(eq=False)
class Driver:
    """A process that has claimed a run, with what it believes: its epoch, and the log once it has read it."""

    row: RunRow
    log: tuple[spec.Event, ...] = ()
    sent: Appending | None = None

    async def read(self, log: RunLog) -> None:
        """Read the log, unless that is done, as one does who has just claimed the run."""
        if not self.log:
            self.log = tuple(map(specified, await log.read(self.row.run_id, 0, WHOLE)))

    async def append(self, log: RunLog, events: tuple[Event, ...], at: datetime, *, astray: int = 0) -> None:
        """Append where the log is believed to end, or *astray* from there. Raises RunMovedOn."""
        self.sent = appending(self.row, len(self.log) + astray, events, at)
        await log.append(self.sent)
        self.log += tuple(map(specified, self.sent.payloads))

    @property
    def believed(self) -> spec.Run:
        """The run as the driver believes it to be."""
        return spec.Run(self.row.epoch, self.log)

    def next_question(self, now: datetime) -> QuestionAsked:
        """Return the next question of the run."""
        asked = question(f"q{1 + sum(isinstance(event, spec.Asked) for event in self.log)}")
        expires_at = now + timedelta(seconds=asked.expires_in) if asked.expires_in else None
        return QuestionAsked(asked, digest_of(asked), expires_at)


@dataclass
class Resuming:
    """Gives each run that goes on to a new driver of *drivers*. Implements driving.Driving."""

    log: RunLog
    drivers: list[Driver]

    async def accept(self, starting: Starting) -> RunRow:
        return await self.log.start(starting)

    def turn(self, run_id: str) -> AbstractAsyncContextManager[object]:
        return nullcontext()  # each person has a process of their own

    async def resume(self, run_id: str) -> None:
        try:
            self.drivers.append(Driver(await self.log.claim(run_id)))
        except RunMovedOn:
            return  # somebody has driven it to its next question, or its end

    async def cancel(self, run_id: str) -> bool:
        """End a run that waits for a person; return False: nothing was cut off."""
        row = await self.log.claim_paused(run_id)
        if row is not None:
            await self.log.append(appending(row, row.last_sequence, (RunEnded(RunStatus.CANCELLED),), row.updated_at))
        return False

    async def stop(self) -> None:
        """Have nothing to stop."""


@dataclass(eq=False)
class Person:
    """Somebody who answers a run as *name*, or cancels it ("" then), in request *request* ("" for none).

    *sequence* and *refused* say what they were told, *pace* how far they are.
    """

    run_id: str
    name: str = ""
    request: str = ""
    sequence: int = 0
    refused: Code | None = None
    pace: Paced = field(init=False)

    async def answer(self, log: RunLog, drivers: list[Driver], now: Clock, key: str, shown: str) -> None:
        """Answer question *key* as shown with question *shown*; "" for the one that waits."""
        digest = digest_of(question(shown)) if shown else ""
        given = Given(Answer(Decision.APPROVE, self.name), key, digest, self.request)
        try:
            self.sequence = await answering(log, drivers, now).answer(self.run_id, given)
        except ReflowError as error:
            self.refused = error.code

    async def cancel(self, log: RunLog, drivers: list[Driver]) -> None:
        """Cancel the run if it waits for a person."""
        try:
            await Resuming(log, drivers).cancel(self.run_id)
        except RunMovedOn:
            return  # it was answered meanwhile


def answering(log: RunLog, drivers: list[Driver], now: Clock) -> Answering:
    """Return the answering of a process of its own."""
    return Answering(log, Workflows((Interview(),), CODEC, 10), Resuming(log, drivers), now)


@dataclass(eq=False)
class Watcher:
    """Somebody who watches a run, with the events that they have seen of it."""

    run_id: str
    seen: list[bytes] = field(default_factory=list)
    pace: Paced = field(init=False)

    async def watch(self, log: RunLog) -> None:
        """Watch from the event after the last one seen until the watch ends."""
        async for batch in watch(self.run_id, len(self.seen), log, Tails()):
            self.seen.extend(batch)
