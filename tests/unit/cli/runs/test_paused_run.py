"""`reflow run` of a run that requires a question, without a terminal."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from reflow.v1 import events_pb2, orchestrator_pb2, questions_pb2

from services.cli.execution import execute
from services.cli.rendering import statuses
from services.cli.runs import new_run as run_module
from services.cli.runs.request import RunArguments
from services.common.text.language import Language
from tests.unit.cli.run_script import EventScript


class Asking:
    """A client whose one run requires a question and pauses."""

    async def start_run(self, *_: Any, **__: Any) -> orchestrator_pb2.StartRunResponse:
        return orchestrator_pb2.StartRunResponse(run_id="r-1", session_id="s")

    async def watch_run(self, _: str, __: int = 0) -> AsyncIterator[events_pb2.RunEvent]:
        script = EventScript()
        script.emit(question_asked=questions_pb2.QuestionAsked(question=questions_pb2.Question(text="Good?")))
        for event in script.events:
            yield event


@asynccontextmanager
async def open_asking(*_: Any) -> AsyncIterator[Asking]:
    yield Asking()


@pytest.mark.parametrize("as_json", [False, True])
def test_a_question_without_a_responder_leaves_the_run_waiting_and_names_the_command_that_answers_it(
    as_json: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_module, "open_client", open_asking)
    given = RunArguments("a cat", None, None, "", "", "", None, tmp_path, tmp_path)
    assert execute(lambda language: run_module.run(given, language, as_json=as_json), Language.ENGLISH) == 1
    captured = capsys.readouterr()
    if as_json:
        assert json.loads(captured.out)["questionAsked"]["question"]["text"] == "Good?"
    else:
        assert captured.out == "Waiting for your answer: Good?\n"
    assert captured.err.startswith("The run waits for your answer: Good?") and "reflow runs answer r-1" in captured.err


def test_every_status_of_the_contract_has_a_name_that_fits_its_column() -> None:
    assert set(statuses.STATUSES) == set(events_pb2.RunStatus.values()) - {0}
    assert all(len(text.en) <= statuses.STATUS_WIDTH for text, _ in statuses.STATUSES.values())
