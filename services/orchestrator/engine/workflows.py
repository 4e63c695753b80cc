"""The workflows there are, and how a stored log becomes a drive or a state again."""

import uuid
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from services.common.errors import Code, ReflowError
from services.orchestrator.domain.events import Recorded, RunStarted
from services.orchestrator.domain.questions import Answer, Question
from services.orchestrator.domain.run import Fold, Run
from services.orchestrator.domain.seeds import SEEDS
from services.orchestrator.domain.workflow import Workflow
from services.orchestrator.engine.drive import Drive, Surroundings
from services.orchestrator.engine.log import RunLog, RunRow
from services.orchestrator.engine.tail import Tail

Decode = Callable[[bytes], Recorded]
Encode = Callable[[RunRow, Recorded], bytes]

PAGE = 500


@dataclass(frozen=True, slots=True)
class Codec:
    """Events to the bytes that the log keeps, and back."""

    encode: Encode
    decode: Decode


class Workflows:
    """Folds the logs of runs, whatever their workflow."""

    def __init__(self, workflows: tuple[Workflow[Any], ...], codec: Codec, component_limit: int) -> None:
        self._workflows = {workflow.name: workflow for workflow in workflows}
        self._codec = codec
        self._component_limit = component_limit

    async def state(self, row: RunRow, run_log: RunLog, upto: int | None = None) -> Run[Any]:
        """Return the run that the log of *row* makes; with *upto*, as it was after that event.

        Raises RUN_UNKNOWN when the log has been deleted since *row* was read.
        """
        events = [self._codec.decode(payload) async for payload in stored(row.run_id, run_log, upto)]
        if len(events) < (upto or row.last_sequence):
            raise ReflowError(Code.RUN_UNKNOWN, field="run_id")
        return self._fold(row).replay(events)

    def encode(self, row: RunRow, event: Recorded) -> bytes:
        """Return *event* of the run of *row* as the log keeps it."""
        return self._codec.encode(row, event)

    def check_answer(self, row: RunRow, run: Run[Any], question: Question, answer: Answer) -> None:
        """Raise Unfit when the run's workflow cannot take *answer*."""
        self._workflows[row.workflow].check_answer(run.state, question, answer)

    async def make_drive(self, row: RunRow, tail: Tail, surroundings: Surroundings) -> Drive[Any]:
        """Return a drive of the run that goes on where its log ends."""
        payloads = [payload async for payload in stored(row.run_id, surroundings.log)]
        return self.drive(row, payloads, tail, surroundings)

    def drive(self, row: RunRow, payloads: list[bytes], tail: Tail, surroundings: Surroundings) -> Drive[Any]:
        """Return a drive of the run whose whole log is *payloads*."""
        events = [self._codec.decode(payload) for payload in payloads]
        fold, first = self._fold(row), events[0].event
        assert isinstance(first, RunStarted), "the first event of every log is RunStarted"

        def encode(recorded: Recorded) -> bytes:
            return self._codec.encode(row, recorded)

        size = sum(map(len, payloads))
        return Drive(row, fold.replay(events), fold, first, size, surroundings, encode, tail)

    def _fold(self, row: RunRow) -> Fold[Any]:
        return Fold(self._workflows[row.workflow], seed_of(row.run_id), self._component_limit)


def seed_of(run_id: str) -> int:
    """Return the seed that a run id stands for: the same at every replay."""
    return uuid.UUID(run_id).int % SEEDS


async def stored(run_id: str, run_log: RunLog, upto: int | None = None) -> AsyncIterator[bytes]:
    """Yield all events of a run that the log has, or those up to sequence *upto*."""
    after = 0
    while page := await run_log.read(run_id, after, PAGE if upto is None else min(PAGE, upto - after)):
        for payload in page:
            yield payload
        after += len(page)
