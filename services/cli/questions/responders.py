"""Responders: they answer the questions of a run."""

from typing import Protocol

from reflow.v1 import questions_pb2

from services.cli.questions.answers import approve
from services.common.errors import ReflowError


class Responder(Protocol):
    """Answers the questions of one run."""

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        """Return the answer to *question*, None to leave it open."""

    def cancel(self) -> None:
        """Cancel the open question, if there is one."""

    def on_rejected(self, error: ReflowError) -> None:
        """Handle the rejection of the last answer. Raises *error* if no other answer is possible."""

    def on_closed(self, error: ReflowError) -> None:
        """Handle a question that was closed before the last answer. Raises *error* if that is a failure."""


class NoResponder:
    """Leaves every question unanswered."""

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        return None

    def cancel(self) -> None:
        pass

    def on_rejected(self, error: ReflowError) -> None:
        raise error

    def on_closed(self, error: ReflowError) -> None:
        raise error


class ApprovingResponder:
    """Approves every product."""

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        return approve()

    def cancel(self) -> None:
        pass  # no question is open

    def on_rejected(self, error: ReflowError) -> None:
        raise error

    def on_closed(self, error: ReflowError) -> None:
        pass  # the run continues, as with an approval


class PresetResponder:
    """Gives the one answer of the command line; *next_responder* answers later questions."""

    def __init__(self, preset: questions_pb2.Answer, next_responder: Responder) -> None:
        self._preset: questions_pb2.Answer | None = preset
        self._next = next_responder
        self._current: Responder = NoResponder()

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        preset, self._preset = self._preset, None
        if preset is not None:
            return preset
        self._current = self._next
        return await self._next.answer(question)

    def cancel(self) -> None:
        self._current.cancel()

    def on_rejected(self, error: ReflowError) -> None:
        self._current.on_rejected(error)

    def on_closed(self, error: ReflowError) -> None:
        self._current.on_closed(error)
