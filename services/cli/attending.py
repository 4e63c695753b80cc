"""A run attended to its end: shown, its questions put to a person, its answers sent."""

import asyncio
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import questions_pb2

from services.cli import wording
from services.cli.display import Display
from services.cli.failing import FAILED, SIGNALLED, CommandFailed
from services.cli.interrupting import Interruption
from services.cli.person import Person
from services.cli.view import RunView, follow
from services.common.errors import Code, ReflowError

if TYPE_CHECKING:
    from services.cli.client import Client

SETTLED = (Code.ANSWER_CONFLICT, Code.ANSWER_STALE, Code.QUESTION_UNKNOWN)
"""How an answer is refused that came too late: there is nothing to answer any more, or something else."""


@dataclass
class Attended:
    """The run *run_id* on *display*. *data* is the folder the person named; *sequence* the last event seen."""

    client: "Client"
    run_id: str
    display: Display
    interrupted: Interruption
    data: Path | None = None
    view: RunView = field(default_factory=RunView)
    sequence: int = 0

    async def recall(self) -> RunView:
        """Take in what has happened so far, of a run that waits or has ended, without showing it."""
        async for event in self.client.watch_run(self.run_id):
            self.view, self.sequence = follow(self.view, event), event.sequence
        self.display.recalled(self.view)
        return self.view

    async def to_end(self, person: Person) -> RunView:
        """Show the run to its end; *person* answers what it asks. The first Ctrl-C stops the run.

        Raises CommandFailed where it is left waiting.
        """
        while True:
            await self._watch()
            if self.view.pending is None or self.interrupted.number is not None:
                return self.view
            await self.put(self.view.pending, person)

    async def put(self, question: questions_pb2.Question, person: Person) -> None:
        """Have *person* answer, again where an answer cannot be taken. Raises CommandFailed where they leave."""
        self.display.finish()
        self.interrupted.calls(person.leave)
        while True:
            answer = await person.answer(question)
            if answer is None:
                raise self._left(question)
            try:
                return await self._send(question, answer)
            except ReflowError as error:
                if error.code in SETTLED:
                    return person.overtaken(error)
                if error.code is not Code.INVALID_INPUT_FORMAT:
                    raise
                person.refused(error)

    async def _send(self, question: questions_pb2.Question, answer: questions_pb2.Answer) -> None:
        await self.client.answer_run(self.run_id, question, answer, request_id=str(uuid.uuid4()))

    def _left(self, question: questions_pb2.Question) -> CommandFailed:
        """Return that the run waits, and how to go on; it is not done."""
        number = self.interrupted.number
        command = wording.answering(self.run_id, self.data)
        return CommandFailed(wording.waiting(question.text, command), FAILED if number is None else SIGNALLED + number)

    async def _watch(self) -> None:
        """Show the run to its end or to a question. The first Ctrl-C stops it; its last event still comes."""
        cancelling = set[asyncio.Task[None]]()

        def cancel() -> None:
            cancelling.add(asyncio.ensure_future(self.client.cancel_run(self.run_id)))

        self.interrupted.calls(cancel)
        async for event in self.client.watch_run(self.run_id, self.sequence):
            self.view, self.sequence = follow(self.view, event), event.sequence
            self.display.show(self.view, event)
        await asyncio.gather(*cancelling, return_exceptions=True)
