"""Watching a run to its end, with its questions and answers."""

import signal
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import pytest
from reflow.v1 import events_pb2, questions_pb2

from services.cli.errors import CommandFailed
from services.cli.questions.answers import approve, reject
from services.cli.questions.responders import ApprovingResponder, NoResponder, PresetResponder, Responder
from services.cli.rendering.display import JsonDisplay
from services.cli.runs.watcher import RunWatcher
from services.cli.session.client import Client
from services.cli.signals import SignalHandler
from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from tests.unit.cli.run_script import EventScript


class FakeClient:
    """A client whose one run requires one question; the first answers meet *rejections*."""

    def __init__(self, *rejections: Code) -> None:
        self.rejections: Iterator[Code] = iter(rejections)
        self.given = list[tuple[questions_pb2.Question, questions_pb2.Answer]]()
        self.asking, self.whole = EventScript(), EventScript()
        for script in (self.asking, self.whole):
            script.emit(question_asked=questions_pb2.QuestionAsked(question={"key": "k", "digest": "d"}))  # type: ignore[arg-type]
        self.whole.answer(questions_pb2.DECISION_APPROVE)
        self.whole.end(events_pb2.RUN_STATUS_SUCCEEDED)

    async def watch_run(self, _: str, after: int = 0, __: Any = None) -> AsyncIterator[events_pb2.RunEvent]:
        for event in (self.whole if after else self.asking).events[after:]:
            yield event

    async def answer_run(
        self, _: str, question: questions_pb2.Question, answer: questions_pb2.Answer, *, request_id: str
    ) -> None:
        assert request_id
        self.given.append((question, answer))
        for rejection in self.rejections:
            raise ReflowError(rejection)


class ScriptedResponder(NoResponder):
    """Types one answer after the other."""

    def __init__(self, *answers: questions_pb2.Answer) -> None:
        self.answers = iter(answers)
        self.errors = list[Code]()

    async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
        return next(self.answers, None)

    def on_rejected(self, error: ReflowError) -> None:
        self.errors.append(error.code)

    def on_closed(self, error: ReflowError) -> None:
        self.errors.append(error.code)


def make_watcher(client: FakeClient) -> RunWatcher:
    display = JsonDisplay(Language.ENGLISH)
    return RunWatcher(cast(Client, client), "r-1", display, SignalHandler(lambda: None))


async def test_an_answer_has_the_digest_of_its_question_and_the_run_continues() -> None:
    client = FakeClient()
    view = await make_watcher(client).watch(ApprovingResponder())
    assert view.status == events_pb2.RUN_STATUS_SUCCEEDED
    assert [(question.key, question.digest, answer.decision) for question, answer in client.given] == [
        ("k", "d", questions_pb2.DECISION_APPROVE)
    ]


@pytest.mark.parametrize("code", [Code.ANSWER_CONFLICT, Code.ANSWER_STALE, Code.QUESTION_UNKNOWN])
async def test_an_answer_that_comes_too_late_is_reported_and_the_run_is_still_watched(code: Code) -> None:
    client, responder = FakeClient(code), ScriptedResponder(reject("no"))
    assert (await make_watcher(client).watch(responder)).ended
    assert responder.errors == [code] and len(client.given) == 1


async def test_an_invalid_answer_can_be_repeated() -> None:
    client, responder = FakeClient(Code.INVALID_INPUT_FORMAT), ScriptedResponder(reject("no"), approve())
    assert (await make_watcher(client).watch(responder)).ended
    assert responder.errors == [Code.INVALID_INPUT_FORMAT] and len(client.given) == 2


@pytest.mark.parametrize(
    ("responder", "code"),
    [
        (PresetResponder(approve(), NoResponder()), Code.ANSWER_CONFLICT),
        (PresetResponder(approve(), NoResponder()), Code.INVALID_INPUT_FORMAT),
        (ApprovingResponder(), Code.INVALID_INPUT_FORMAT),
    ],
)
async def test_a_rejected_answer_from_the_command_line_fails_the_command(responder: Responder, code: Code) -> None:
    with pytest.raises(ReflowError) as raised:
        await make_watcher(FakeClient(code)).watch(responder)
    assert raised.value.code is code


@pytest.mark.parametrize(("number", "status"), [(None, 1), (signal.SIGINT, 130), (signal.SIGTERM, 143)])
async def test_a_cancelled_question_stays_open_and_the_failure_names_the_command_that_answers_it(
    number: Any, status: int
) -> None:
    run = make_watcher(FakeClient())

    class Leaving(NoResponder):
        async def answer(self, question: questions_pb2.Question) -> questions_pb2.Answer | None:
            run.signals.number = number
            return None

    with pytest.raises(CommandFailed) as raised:
        await run.watch(Leaving())
    assert raised.value.status == status and "runs answer r-1" in raised.value.text.en


async def test_after_the_preset_answer_the_next_responder_answers() -> None:
    responder = PresetResponder(reject("no"), ApprovingResponder())
    question = questions_pb2.Question()
    assert await responder.answer(question) == reject("no")
    assert await responder.answer(question) == approve()


async def test_loaded_events_are_not_displayed_again(capsys: pytest.CaptureFixture[str]) -> None:
    run = make_watcher(FakeClient())
    view = await run.load()
    assert view.pending is not None and run.sequence == 1
    await run.ask(view.pending, ApprovingResponder())
    await run.watch(NoResponder())
    assert capsys.readouterr().out.count("\n") == 2
