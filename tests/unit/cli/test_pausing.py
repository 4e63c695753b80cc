"""`reflow run` of a run that asks, where nobody can answer: told, and over."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from reflow.v1 import events_pb2, orchestrator_pb2, questions_pb2

from services.cli import run as run_module
from services.cli import statuses
from services.cli.asking import Arguments
from services.cli.execution import execute
from services.common.language import Language
from tests.unit.cli.scripted import Script


class Asking:
    """A client whose one run asks and pauses."""

    async def start_run(self, *_: Any, **__: Any) -> orchestrator_pb2.StartRunResponse:
        return orchestrator_pb2.StartRunResponse(run_id="r-1", session_id="s")

    async def watch_run(self, _: str, __: int = 0) -> AsyncIterator[events_pb2.RunEvent]:
        script = Script()
        script.tell(question_asked=questions_pb2.QuestionAsked(question=questions_pb2.Question(text="Good?")))
        for event in script.events:
            yield event


@asynccontextmanager
async def open_asking(*_: Any) -> AsyncIterator[Asking]:
    yield Asking()


@pytest.mark.parametrize("as_json", [False, True])
def test_a_run_that_asks_where_nobody_can_answer_is_left_waiting_told_with_how_to_go_on(
    as_json: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_module, "open_client", open_asking)
    given = Arguments("a cat", None, None, "", "", "", None, tmp_path, tmp_path)
    assert execute(lambda: run_module.run(given, Language.ENGLISH, as_json=as_json), Language.ENGLISH) == 1
    told = capsys.readouterr()
    if as_json:
        assert json.loads(told.out)["questionAsked"]["question"]["text"] == "Good?"
    else:
        assert told.out == "Waiting for your answer: Good?\n"
    assert told.err.startswith("The run waits for your answer: Good?") and "reflow runs answer r-1" in told.err


def test_every_status_of_the_contract_has_a_name_that_fits_its_column() -> None:
    assert set(statuses.STATUSES) == set(events_pb2.RunStatus.values()) - {0}
    assert all(len(text.en) <= statuses.STATUS_WIDTH for text, _ in statuses.STATUSES.values())
