"""`reflow runs list / show / replay` against a client that knows a few runs."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from reflow.v1 import events_pb2, orchestrator_pb2
from rich.cells import cell_len
from rich.console import Console
from typer.testing import CliRunner

from services.cli.app import run_app
from services.cli.commands.runs import runs_app
from services.cli.execution import execute
from services.cli.given_options import GivenOptions
from services.cli.program import name_program
from services.cli.runs import details, replay, run_list
from services.cli.runs.replay import ReplayArguments
from services.cli.runs.run_list import RunQuery
from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from tests.unit.cli.run_script import STARTED_AT, EventScript, returned_run

RUNNING, PAUSED = events_pb2.RUN_STATUS_RUNNING, events_pb2.RUN_STATUS_PAUSED
RUN_ID = "8c1fd2d0-2f0e-4c55-9f5b-1d3f6a7f3d10"
SUCCEEDED, FAILED = events_pb2.RUN_STATUS_SUCCEEDED, events_pb2.RUN_STATUS_FAILED


@dataclass
class Known:
    """A client of a system with *rows*, and one run with the events of *script*, then of *later*."""

    rows: list[orchestrator_pb2.Run] = field(default_factory=list)
    script: EventScript = field(default_factory=EventScript)
    status: events_pb2.RunStatus.ValueType = SUCCEEDED
    later: list[events_pb2.RunEvent] = field(default_factory=list)
    requests: list[tuple[str, str, int]] = field(default_factory=list)
    gone: str = ""
    interrupts: bool = False
    watches: int = 0

    async def list_run_pages(
        self, session_id: str, workflow: str, size: int
    ) -> AsyncIterator[list[orchestrator_pb2.Run]]:
        self.requests.append((session_id, workflow, size))
        for start in range(0, len(self.rows), size):
            yield self.rows[start : start + size]

    async def get_run(self, run_id: str, at: int = 0) -> orchestrator_pb2.Run:
        if run_id == self.gone:
            raise ReflowError(Code.RUN_UNKNOWN, field="run_id")
        last = at or len(self.script.events)
        run = orchestrator_pb2.Run(run_id=run_id, workflow="image_chat", status=self.status, last_sequence=last)
        run.created_at.FromDatetime(STARTED_AT)
        run.updated_at.FromDatetime(STARTED_AT)
        run.image_chat.input.text = f"wish of {run_id}"
        if self.status == PAUSED:
            run.pending.question.text = "Good?"
        return run

    async def watch_run(self, _: str, after: int = 0) -> AsyncIterator[events_pb2.RunEvent]:
        self.watches += 1
        try:
            for event in self.script.events[after:]:
                yield event
            if self.interrupts:
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.Event().wait()
        finally:
            self.watches -= 1
        self.script.events += self.later
        self.later = []


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Known:
    """A client in place of that of a real system."""
    client = Known(script=returned_run())

    @asynccontextmanager
    async def opened(*_: Any) -> AsyncIterator[Known]:
        yield client
        assert client.watches == 0, "a watch is left open"

    for module in (run_list, details, replay):
        monkeypatch.setattr(module, "open_client", opened)
    monkeypatch.setattr(replay, "POLL_SECONDS", 0)
    return client


def row(number: int, status: events_pb2.RunStatus.ValueType = SUCCEEDED) -> orchestrator_pb2.Run:
    """Return run *number* of a list."""
    run = orchestrator_pb2.Run(run_id=f"run-{number}", session_id="s", workflow="image_chat", status=status)
    run.created_at.FromDatetime(STARTED_AT)
    return run


def listed(query: RunQuery, capsys: pytest.CaptureFixture[str], *, as_json: bool = False) -> list[str]:
    """Return what `runs list` prints."""
    command = run_list.list_runs
    assert execute(lambda language: command(None, query, language, as_json=as_json), Language.ENGLISH) == 0
    return capsys.readouterr().out.splitlines()


def replayed(*, at: int | None = None, first: int | None = None, follow: bool = False, as_json: bool = False) -> int:
    """Return the status that `runs replay` ends with."""
    arguments, command = ReplayArguments(RUN_ID, at, first, follow, as_json, None), replay.replay_run
    return execute(lambda language: command(arguments, language), Language.ENGLISH)


@pytest.mark.parametrize(
    ("workflow", "requested"),
    [("image", "image_chat"), *((name, name) for name in ("image_chat", "note", "graph", "graph_execution", "team"))],
)
def test_the_runs_of_one_workflow_are_listed_by_its_name_in_the_contract(
    known: Known, workflow: str, requested: str
) -> None:
    known.rows = [row(1)]
    ended = CliRunner().invoke(runs_app, ["list", "--workflow", workflow])
    assert ended.exit_code == 0, ended.output
    assert {name for _, name, _ in known.requests} == {requested}


@pytest.mark.parametrize(("language", "status"), [("zh", "完成"), ("en", "succeeded")])
def test_runs_are_listed_in_the_language_of_the_option(
    known: Known,
    language: str,
    status: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    known.rows = [row(1)]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run_app(["runs", "list", "--lang", language]) == 0
    assert status in capsys.readouterr().out


def test_more_runs_than_a_page_are_listed_with_their_prompts_in_order(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    known.rows = [row(number) for number in range(450)]
    lines = listed(RunQuery(430), capsys)
    assert [line.split("\t")[0] for line in lines] == [f"run-{number}" for number in range(430)]
    assert lines[-1].endswith("\timage_chat\ts\twish of run-429") and lines[-1].split("\t")[1] == "succeeded"


def test_session_and_workflow_are_filtered_by_the_system_and_statuses_by_the_command(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    known.rows = [row(number, FAILED if number % 100 == 0 else SUCCEEDED) for number in range(1_000)]
    lines = listed(RunQuery(3, "s", "note", frozenset({"failed", "paused"})), capsys)
    assert [line.split("\t")[0] for line in lines] == ["run-0", "run-100", "run-200"]
    assert known.requests == [("s", "note", run_list.PAGE_SIZE)]


def test_a_run_that_is_deleted_while_it_is_listed_is_listed_without_its_prompt(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    known.rows, known.gone = [row(1), row(2)], "run-2"
    assert [line.split("\t")[-1] for line in listed(RunQuery(5), capsys)] == ["wish of run-1", ""]


def test_a_list_as_json_has_one_run_per_line_with_its_input(known: Known, capsys: pytest.CaptureFixture[str]) -> None:
    known.rows = [row(1)]
    (line,) = listed(RunQuery(5), capsys, as_json=True)
    assert json.loads(line)["imageChat"]["input"]["text"] == "wish of run-1"


@pytest.mark.parametrize("workflow", [field.name for field in orchestrator_pb2.Run.DESCRIPTOR.oneofs[0].fields])
def test_the_input_of_every_workflow_is_listed(workflow: str) -> None:
    source, target = orchestrator_pb2.Run(), orchestrator_pb2.Run()
    getattr(source, workflow).input.SetInParent()
    run_list.copy_input(source, target)
    assert target == source


@pytest.mark.parametrize("width", [80, 120])
def test_in_a_table_the_prompt_is_truncated_and_the_id_is_not(width: int) -> None:
    run = row(1)
    run.run_id, run.image_chat.input.text = "8c1fd2d0-2f0e-4c55-9f5b-1d3f6a7f3d10", "一只很长的猫 " * 30
    drawn = StringIO()
    Console(file=drawn, width=width, color_system=None).print(run_list.run_table([run], Language.CHINESE, width))
    (line,) = drawn.getvalue().splitlines()
    assert line.startswith(f"{run.run_id} ") and line.rstrip().endswith("…") and cell_len(line) <= width
    assert ("image_chat" in line) == (width == 120)


def test_in_a_narrow_table_each_prompt_is_below_its_run() -> None:
    run = row(1)
    run.run_id, run.image_chat.input.text = RUN_ID, "一只很长的猫 " * 30
    drawn = StringIO()
    Console(file=drawn, width=60, color_system=None).print(run_list.run_table([run, run], Language.CHINESE, 60))
    first, below, second, _ = drawn.getvalue().splitlines()
    assert first == second and first.startswith(f"{RUN_ID} 完成 ") and first.rstrip().endswith(":00")
    assert below.startswith("  一只很长的猫") and below.endswith("…") and cell_len(below) <= 60


def test_a_replay_starts_at_the_requested_event_with_the_state_of_the_earlier_ones(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(first=26) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[:3] == ["+2.500", "s", "26"] and line.endswith("after 2.5 s")


def test_a_replay_as_json_has_one_event_per_line(known: Known, capsys: pytest.CaptureFixture[str]) -> None:
    assert replayed(as_json=True) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [int(event["sequence"]) for event in events] == list(range(1, len(known.script.events) + 1))


def test_a_start_beyond_the_last_event_is_rejected_with_the_number_of_that_event(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(first=27) == 2
    assert "no event after 26" in capsys.readouterr().err


def test_following_a_finished_run_from_beyond_its_last_event_is_rejected(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(first=27, follow=True) == 2
    assert "no event after 26" in capsys.readouterr().err


def test_the_message_after_an_interrupt_states_that_the_run_was_not_cancelled(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    known.script, known.status, known.interrupts = EventScript(), RUNNING, True
    known.script.start("planner-1")
    assert replayed(follow=True) == 130
    assert capsys.readouterr().err == "Stopped watching; the run was not cancelled.\n"


@pytest.mark.parametrize("number", ["99999999999999999999999", "0"])
@pytest.mark.parametrize("option", ["--at", "--from"])
def test_an_impossible_event_number_is_rejected(option: str, number: str) -> None:
    assert CliRunner().invoke(runs_app, ["replay", RUN_ID, option, number]).exit_code == 2


def test_a_replay_of_a_running_run_stops_at_its_last_event_unless_it_is_followed(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    known.script, known.status = EventScript(), RUNNING
    known.script.start("planner-1")
    finished = known.script.think("planner-1", "on it")
    known.script.events.remove(finished)
    ended = events_pb2.RunEvent(run_ended=events_pb2.RunEnded(status=SUCCEEDED), sequence=3)
    known.later = [finished, ended]
    assert replayed() == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_following_continues_after_a_question_until_the_end(known: Known, capsys: pytest.CaptureFixture[str]) -> None:
    known.script, known.status = EventScript(), PAUSED
    known.script.ask("content")
    ended = events_pb2.RunEvent(run_ended=events_pb2.RunEnded(status=SUCCEEDED), sequence=2)
    known.later = [ended]
    assert replayed(follow=True) == 0
    question, end = capsys.readouterr().out.splitlines()
    assert "asks: Good?" in question and "the run ends: succeeded" in end


def test_a_paused_run_is_replayed_to_its_question_with_the_command_that_answers_it(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    known.script, known.status = EventScript(), PAUSED
    known.script.ask("content")
    assert replayed() == 0
    question, how = capsys.readouterr().out.splitlines()
    assert question.endswith("? asks: Good?") and f"Answer with: {name_program()} runs answer {RUN_ID}" in how


def test_the_state_after_an_event_is_printed_below_that_event(known: Known, capsys: pytest.CaptureFixture[str]) -> None:
    known.status = RUNNING
    assert replayed(at=5) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("▸ begins · rag-1") and "events       5 of 26" in lines
    assert not any("critic" in line for line in lines)


@pytest.mark.parametrize("attached", [{"follow": True}, {"first": 2}])
def test_the_state_after_an_event_cannot_be_combined_with_a_timeline(known: Known, attached: dict[str, Any]) -> None:
    assert replayed(at=5, **attached) == 2


@pytest.mark.parametrize("as_json", [False, True])
def test_show_prints_the_latest_state_of_a_run(known: Known, as_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    given, show = GivenOptions(Path("elsewhere")), details.show_run
    known.status = PAUSED
    assert execute(lambda language: show(given, RUN_ID, language, as_json=as_json), Language.ENGLISH) == 0
    lines = capsys.readouterr().out.splitlines()
    if as_json:
        assert json.loads(lines[0])["status"] == "RUN_STATUS_PAUSED" and len(lines) == 1
    else:
        assert lines[0] == f"run          {RUN_ID}  paused" and lines[-1].endswith(
            f"runs answer {RUN_ID} --data elsewhere"
        )


@pytest.mark.parametrize("command", ["show", "replay"])
def test_the_command_that_answers_a_run_has_the_same_language(known: Known, command: str) -> None:
    known.script, known.status = EventScript(), PAUSED
    known.script.ask("content")
    ended = CliRunner().invoke(runs_app, [command, RUN_ID, "--lang", "en"])
    assert ended.output.rstrip().endswith(f"runs answer {RUN_ID} --lang en"), ended.output
