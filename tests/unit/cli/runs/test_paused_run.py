"""`reflow run` of a run with a pending question, without a terminal."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from reflow.v1 import events_pb2, orchestrator_pb2, questions_pb2

from services.cli.execution import execute
from services.cli.given_options import DEFAULT_OUT, GivenOptions
from services.cli.program import name_program
from services.cli.rendering import statuses
from services.cli.rendering.texts import list_answer_commands
from services.cli.runs import request_execution
from services.cli.runs.new_run import run
from services.cli.runs.request import RunArguments
from services.common.text.language import Language
from tests.unit.cli.run_script import EventScript

QUESTION = questions_pb2.Question(text="Good?")


class Opened:
    """The stream of a run that was started."""

    first = orchestrator_pb2.StartAndWatchRunResponse(
        started=orchestrator_pb2.StartRunResponse(run_id="r-1", session_id="s")
    )


class Asking:
    """A client whose one run asks *question* and pauses."""

    def __init__(self, question: questions_pb2.Question) -> None:
        self._question = question

    async def start_run(self, *_: Any, **__: Any) -> Opened:
        return Opened()

    async def watch_run(self, _: str, __: int = 0, ___: Any = None) -> AsyncIterator[events_pb2.RunEvent]:
        script = EventScript()
        script.emit(question_asked=questions_pb2.QuestionAsked(question=self._question))
        for event in script.events:
            yield event


@asynccontextmanager
async def open_asking(*_: Any, question: questions_pb2.Question = QUESTION) -> AsyncIterator[Asking]:
    yield Asking(question)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_question_without_a_responder_leaves_the_run_waiting_and_names_the_command_that_answers_it(
    as_json: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(request_execution, "open_client", open_asking)
    given = RunArguments("a cat", None, None, "", "", "", None, tmp_path, tmp_path)
    assert execute(lambda language: run(given, language, as_json=as_json), Language.ENGLISH) == 1
    captured = capsys.readouterr()
    if as_json:
        assert json.loads(captured.out)["questionAsked"]["question"]["text"] == "Good?"
    else:
        assert captured.out == "Waiting for your answer: Good?\n"
    assert captured.err.startswith("The run waits for your answer: Good?") and "runs answer r-1" in captured.err


def test_every_status_of_the_contract_has_a_name_that_fits_its_column() -> None:
    assert set(statuses.STATUSES) == set(events_pb2.RunStatus.values()) - {0}
    assert all(len(text.en) <= statuses.STATUS_WIDTH for text, _ in statuses.STATUSES.values())


OPTIONS = [{"id": "node-1", "label": "Sampler (base)"}, {"id": "node 2", "label": "Sampler (refiner)"}]


def test_the_options_are_printed_and_the_command_repeats_the_arguments_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    question = questions_pb2.Question(text="Which?", decisions=[questions_pb2.DECISION_CHOOSE])
    for option in OPTIONS:
        question.options.add(**option)
    monkeypatch.setattr(request_execution, "open_client", partial(open_asking, question=question))
    out = tmp_path / "my results"
    given = RunArguments("a cat", None, None, "", "", "", None, out, tmp_path, lang=Language.ENGLISH)
    assert execute(lambda language: run(given, language, as_json=False), Language.ENGLISH) == 1
    captured = capsys.readouterr()
    assert captured.out.splitlines()[1:] == [
        "  --choose node-1  Sampler (base)",
        "  --choose 'node 2'  Sampler (refiner)",
    ]
    command = f"{name_program()} runs answer r-1 --out '{out}' --data {tmp_path} --lang en --choose node-1"
    assert captured.err.endswith(f"Continue with: {command}\n")


def test_a_question_without_options_has_one_command_for_each_decision() -> None:
    question = questions_pb2.Question(text="Good?", decisions=list(questions_pb2.Decision.values())[1:4])
    commands = list_answer_commands("r-1", question, GivenOptions(out=DEFAULT_OUT))
    answers = ("--approve", "--reject TEXT", "--modify FILE")
    assert commands == tuple(f"{name_program()} runs answer r-1 {answer}" for answer in answers)


def test_each_command_that_answers_has_a_line_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    question = questions_pb2.Question(text="Good?", decisions=list(questions_pb2.Decision.values())[1:3])
    monkeypatch.setattr(request_execution, "open_client", partial(open_asking, question=question))
    given = RunArguments("a cat", None, None, "", "", "", None, DEFAULT_OUT, None)
    execute(lambda language: run(given, language, as_json=False), Language.ENGLISH)
    first, second = capsys.readouterr().err.splitlines()
    answer = f"{name_program()} runs answer r-1"
    assert first.endswith(f"Continue with: {answer} --approve") and second == f"or: {answer} --reject TEXT"
