"""Registry of the workflows. Replays stored logs into runs and executors."""

import uuid
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from services.common.contract.questions import Answer, Question
from services.common.errors import Code, ReflowError
from services.orchestrator.domain.events import RecordedEvent, RunStarted
from services.orchestrator.domain.run import Fold, Run
from services.orchestrator.domain.seeds import SEEDS
from services.orchestrator.domain.workflow import Workflow
from services.orchestrator.engine.run_executor import ExecutorDeps, RunExecutor
from services.orchestrator.engine.run_log import RunLog, RunRow
from services.orchestrator.engine.tail import Tail

Decode = Callable[[bytes], RecordedEvent]
Encode = Callable[[RunRow, RecordedEvent], bytes]

PAGE_SIZE = 500


@dataclass(frozen=True, slots=True)
class Codec:
    """Encoder and decoder of the events in the log."""

    encode: Encode
    decode: Decode


class Workflows:
    """The workflows by name, and the replay of their runs."""

    def __init__(self, workflows: tuple[Workflow[Any], ...], codec: Codec, component_limit: int) -> None:
        self._workflows = {workflow.name: workflow for workflow in workflows}
        self._codec = codec
        self._component_limit = component_limit

    async def load_run(self, row: RunRow, run_log: RunLog, upto: int | None = None) -> Run[Any]:
        """Return the run that the log of *row* replays to; with *upto*, as it was after that sequence.

        Raises RUN_UNKNOWN when the log was deleted after *row* was read.
        """
        events = [self._codec.decode(payload) async for payload in read_events(row.run_id, run_log, upto)]
        if len(events) < (upto or row.last_sequence):
            raise ReflowError(Code.RUN_UNKNOWN, field="run_id")
        return self._fold(row).replay(events)

    def encode(self, row: RunRow, event: RecordedEvent) -> bytes:
        """Return *event* of the run of *row* as the log stores it."""
        return self._codec.encode(row, event)

    def validate_answer(self, row: RunRow, run: Run[Any], question: Question, answer: Answer) -> None:
        """Raise AnswerInvalid when the workflow of the run rejects *answer*."""
        self._workflows[row.workflow].validate_answer(run.state, question, answer)

    async def load_executor(self, row: RunRow, tail: Tail, deps: ExecutorDeps) -> RunExecutor[Any]:
        """Return an executor that continues the run where its log ends."""
        payloads = [payload async for payload in read_events(row.run_id, deps.log)]
        events = [self._codec.decode(payload) for payload in payloads]
        return self.create_executor(row, events, sum(map(len, payloads)), tail, deps)

    def create_executor(
        self, row: RunRow, events: list[RecordedEvent], stored_bytes: int, tail: Tail, deps: ExecutorDeps
    ) -> RunExecutor[Any]:
        """Return an executor of the run whose whole log is *events*, *stored_bytes* in size."""
        fold, first = self._fold(row), events[0].event
        assert isinstance(first, RunStarted), "the first event of every log is RunStarted"

        def encode(recorded: RecordedEvent) -> bytes:
            return self._codec.encode(row, recorded)

        return RunExecutor(row, fold.replay(events), fold, first, stored_bytes, deps, encode, tail)

    def _fold(self, row: RunRow) -> Fold[Any]:
        return Fold(self._workflows[row.workflow], derive_seed(row.run_id), self._component_limit)


def derive_seed(run_id: str) -> int:
    """Return the seed of a run, derived from its id: the same at every replay."""
    return uuid.UUID(run_id).int % SEEDS


async def read_events(run_id: str, run_log: RunLog, upto: int | None = None) -> AsyncIterator[bytes]:
    """Yield the stored events of a run, page by page; with *upto*, only those up to that sequence."""
    after = 0
    while page := await run_log.read(run_id, after, PAGE_SIZE if upto is None else min(PAGE_SIZE, upto - after)):
        for payload in page:
            yield payload
        after += len(page)
