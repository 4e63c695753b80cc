"""Watcher of a run: it displays the run to its end, asks its questions and sends the answers."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reflow.v1 import events_pb2, questions_pb2

from services.cli.errors import FAILED, SIGNALLED, CommandFailed
from services.cli.given_options import GivenOptions
from services.cli.questions.responders import Responder
from services.cli.rendering import texts
from services.cli.rendering.display import Display
from services.cli.rendering.view import RunView, evolve
from services.cli.signals import SignalHandler
from services.common.errors import Code, ReflowError
from services.common.ids import new_id

if TYPE_CHECKING:
    from services.cli.session.client import Client
    from services.cli.session.event_stream import StartStream

CLOSED_QUESTION_CODES = (Code.ANSWER_CONFLICT, Code.ANSWER_STALE, Code.QUESTION_UNKNOWN)
"""Errors of a late answer: the question is closed, or replaced by another."""


@dataclass
class RunWatcher:
    """The run *run_id* on *display*. Suggested commands repeat the *given* options; *sequence* is of the last event.

    *opened* is the stream of a run that was just started.
    """

    client: "Client"
    run_id: str
    display: Display
    signals: SignalHandler
    given: GivenOptions = field(default_factory=GivenOptions)
    view: RunView = field(default_factory=RunView)
    sequence: int = 0
    opened: "StartStream | None" = None

    async def load(self) -> RunView:
        """Load the events so far of a run that waits or has ended, without displaying them."""
        async for event in self.client.watch_run(self.run_id):
            self.view, self.sequence = evolve(self.view, event), event.sequence
        self.display.resume(self.view)
        return self.view

    async def watch(self, responder: Responder) -> RunView:
        """Display the run to its end; *responder* answers its questions. The first Ctrl-C cancels the run.

        Raises CommandFailed if a question stays unanswered.
        """
        while True:
            await self._watch()
            if self.view.pending is None or self.signals.number is not None:
                return self.view
            await self.ask(self.view.pending, responder)

    async def ask(self, question: questions_pb2.Question, responder: Responder) -> None:
        """Send the answer of *responder*, again after a rejection. Raises CommandFailed if there is none."""
        self.display.finish()
        self.signals.on_signal(responder.cancel)
        while True:
            answer = await responder.answer(question)
            if answer is None:
                raise self._unanswered(question)
            try:
                return await self._send(question, answer)
            except ReflowError as error:
                if error.code in CLOSED_QUESTION_CODES:
                    return responder.on_closed(error)
                if error.code is not Code.INVALID_INPUT_FORMAT:
                    raise
                responder.on_rejected(error)

    async def _send(self, question: questions_pb2.Question, answer: questions_pb2.Answer) -> None:
        await self.client.answer_run(self.run_id, question, answer, request_id=new_id())

    def _unanswered(self, question: questions_pb2.Question) -> CommandFailed:
        """Return the failure of a run that waits for an answer, with the commands that answer it."""
        number = self.signals.number
        commands = texts.list_answer_commands(self.run_id, question, self.given)
        text, *others = texts.format_waiting(question.text, commands)
        return CommandFailed(text, FAILED if number is None else SIGNALLED + number, others)

    async def _watch(self) -> None:
        """Display the run to its end or to a question. The first Ctrl-C cancels it; its last event is displayed."""
        cancellations = set[asyncio.Task[events_pb2.RunStatus.ValueType]]()

        def cancel() -> None:
            cancellations.add(asyncio.ensure_future(self.client.cancel_run(self.run_id)))

        self.signals.on_signal(cancel)
        opened, self.opened = self.opened, None
        async for event in self.client.watch_run(self.run_id, self.sequence, opened):
            self.view, self.sequence = evolve(self.view, event), event.sequence
            self.display.show(self.view, event)
        await asyncio.gather(*cancellations, return_exceptions=True)
