"""A run attended to its end: asked, answered, watched on."""

import signal
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import pytest
from reflow.v1 import events_pb2, questions_pb2

from services.cli.answering import approval, rejection
from services.cli.attending import Attended
from services.cli.client import Client
from services.cli.display import JsonDisplay
from services.cli.failing import CommandFailed
from services.cli.interrupting import Interruption
from services.cli.person import Approving, Decided, Nobody, Person
from services.common.errors import Code, ReflowError
from services.common.language import Language
from tests.unit.cli.scripted import Script


class Waiting:
    """A client whose one run asks once; the first answers meet *refusals*."""

    def __init__(self, *refusals: Code) -> None:
        self.refusals: Iterator[Code] = iter(refusals)
        self.given = list[tuple[questions_pb2.Question, questions_pb2.Answer]]()
        self.asking, self.whole = Script(), Script()
        for script in (self.asking, self.whole):
            script.tell(question_asked=questions_pb2.QuestionAsked(question={"key": "k", "digest": "d"}))  # type: ignore[arg-type]
        self.whole.answer(questions_pb2.DECISION_APPROVE)
        self.whole.end(events_pb2.RUN_STATUS_SUCCEEDED)

    async def watch_run(self, _: str, after: int = 0) -> AsyncIterator[events_pb2.RunEvent]:
        for event in (self.whole if after else self.asking).events[after:]:
            yield event

    async def answer_run(
        self, _: str, question: questions_pb2.Question, answer: questions_pb2.Answer, *, request_id: str
    ) -> None:
        assert request_id
        self.given.append((question, answer))
        for refusal in self.refusals:
            raise ReflowError(refusal)


class Typing(Nobody):
    """Types one answer after the other."""

    def __init__(self, *answers: questions_pb2.Answer) -> None:
        self.answers = iter(answers)
        self.told = list[Code]()

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        return next(self.answers, None)

    def refused(self, error: ReflowError) -> None:
        self.told.append(error.code)

    def overtaken(self, error: ReflowError) -> None:
        self.told.append(error.code)


def attended(client: Waiting) -> Attended:
    display = JsonDisplay(Language.ENGLISH)
    return Attended(cast(Client, client), "r-1", display, Interruption(lambda: None))


async def test_an_answer_carries_the_digest_of_what_was_shown_and_the_run_goes_on() -> None:
    client = Waiting()
    view = await attended(client).to_end(Approving())
    assert view.status == events_pb2.RUN_STATUS_SUCCEEDED
    assert [(question.key, question.digest, answer.decision) for question, answer in client.given] == [
        ("k", "d", questions_pb2.DECISION_APPROVE)
    ]


@pytest.mark.parametrize("code", [Code.ANSWER_CONFLICT, Code.ANSWER_STALE, Code.QUESTION_UNKNOWN])
async def test_an_answer_that_comes_too_late_is_told_and_the_run_is_watched_on(code: Code) -> None:
    client, person = Waiting(code), Typing(rejection("no"))
    assert (await attended(client).to_end(person)).ended
    assert person.told == [code] and len(client.given) == 1


async def test_an_answer_that_does_not_fit_can_be_given_again() -> None:
    client, person = Waiting(Code.INVALID_INPUT_FORMAT), Typing(rejection("no"), approval())
    assert (await attended(client).to_end(person)).ended
    assert person.told == [Code.INVALID_INPUT_FORMAT] and len(client.given) == 2


@pytest.mark.parametrize(
    ("person", "code"),
    [
        (Decided(approval(), Nobody()), Code.ANSWER_CONFLICT),
        (Decided(approval(), Nobody()), Code.INVALID_INPUT_FORMAT),
        (Approving(), Code.INVALID_INPUT_FORMAT),
    ],
)
async def test_an_answer_from_the_command_line_that_is_refused_is_the_commands_failure(
    person: Person, code: Code
) -> None:
    with pytest.raises(ReflowError) as raised:
        await attended(Waiting(code)).to_end(person)
    assert raised.value.code is code


@pytest.mark.parametrize(("number", "status"), [(None, 1), (signal.SIGINT, 130), (signal.SIGTERM, 143)])
async def test_a_question_that_is_left_waits_and_says_how_to_go_on(number: Any, status: int) -> None:
    run = attended(Waiting())

    class Leaving(Nobody):
        async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
            run.interrupted.number = number
            return None

    with pytest.raises(CommandFailed) as raised:
        await run.to_end(Leaving())
    assert raised.value.status == status and "runs answer r-1" in raised.value.text.en


async def test_once_its_answer_is_given_the_command_line_leaves_the_rest_to_the_next() -> None:
    person = Decided(rejection("no"), Approving())
    question = questions_pb2.Question()
    assert await person.answer(question) == rejection("no")
    assert await person.answer(question) == approval()


async def test_what_was_shown_before_is_recalled_without_being_shown_again(capsys: pytest.CaptureFixture[str]) -> None:
    run = attended(Waiting())
    view = await run.recall()
    assert view.pending is not None and run.sequence == 1
    await run.put(view.pending, Approving())
    await run.to_end(Nobody())
    assert capsys.readouterr().out.count("\n") == 2
