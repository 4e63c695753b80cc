"""Who answers what a run asks."""

from typing import Protocol

from reflow.v1 import questions_pb2

from services.cli.answering import approval
from services.common.errors import ReflowError


class Person(Protocol):
    """Answers the questions of one run."""

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        """Return the answer to *question*, None to leave it waiting."""

    def leave(self) -> None:
        """Leave the question that is open, if one is."""

    def refused(self, error: ReflowError) -> None:
        """Take in that the last answer was refused. Raises *error* where nothing else can be answered."""

    def overtaken(self, error: ReflowError) -> None:
        """Take in that the question was settled without the last answer. Raises *error* where that is a failure."""


class Nobody:
    """Leaves every question waiting."""

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        return None

    def leave(self) -> None:
        pass

    def refused(self, error: ReflowError) -> None:
        raise error

    def overtaken(self, error: ReflowError) -> None:
        raise error


class Approving:
    """Goes on with whatever is shown."""

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        return approval()

    def leave(self) -> None:
        pass  # it is never waited for

    def refused(self, error: ReflowError) -> None:
        raise error

    def overtaken(self, error: ReflowError) -> None:
        pass  # it goes on, which is all that was wanted


class Decided:
    """Gives one answer that stood on the command line; after it, *then* answers."""

    def __init__(self, given: questions_pb2.Answer, then: Person) -> None:
        self._given: questions_pb2.Answer | None = given
        self._then = then
        self._answering: Person = Nobody()

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        given, self._given = self._given, None
        if given is not None:
            return given
        self._answering = self._then
        return await self._then.answer(question)

    def leave(self) -> None:
        self._answering.leave()

    def refused(self, error: ReflowError) -> None:
        self._answering.refused(error)

    def overtaken(self, error: ReflowError) -> None:
        self._answering.overtaken(error)
