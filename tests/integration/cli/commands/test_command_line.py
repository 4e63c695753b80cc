"""The command line itself: help, version, usage errors, failures, tables in a terminal, and `reflow agents`."""

import io
import json
from pathlib import Path

import pytest
from reflow.v1 import executor_pb2, nodes_pb2, notes_pb2

from services.cli.app import run_app
from services.common.agents.catalog import load_catalog
from tests.fixtures.services.scripted_system import Reflow


class Terminal(io.StringIO):
    """Standard output of a terminal."""

    def isatty(self) -> bool:
        return True


def table(reflow: Reflow, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """Return what a command prints in a terminal."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    run_app([*arguments, "--data", str(reflow.data)])
    monkeypatch.undo()
    return terminal.getvalue()


@pytest.mark.parametrize("argv", [["--version"], ["version"]])
def test_the_version_is_printed_with_the_name(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_app(argv) == 0 and capsys.readouterr().out.startswith("reflow 0.")


def test_without_a_command_the_help_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_app([]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in ("run", "styles", "doctor", "graphs"))


@pytest.mark.parametrize(("language", "hint"), [("en", "(see --help)"), ("zh", "用 --help 查看用法")])
def test_a_usage_error_is_one_line_with_status_2(
    language: str, hint: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    assert run_app(["styles", "show"]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and hint in captured.err


def test_a_failure_of_the_command_itself_is_one_line(reflow: Reflow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.cli.resources.engines.Engines.print_records", lambda *_, **__: 1 // 0)
    ended = reflow.run("engines")
    assert ended.status == 1 and "ZeroDivisionError" in ended.err and ended.err.count("\n") == 1


def test_in_development_a_failure_has_its_stack(reflow: Reflow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLOW_ENVIRONMENT", "development")
    monkeypatch.setattr("services.cli.resources.engines.Engines.print_records", lambda *_, **__: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        reflow.run("engines")


def test_the_command_ends_without_a_message_when_its_output_is_closed(
    reflow: Reflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("services.cli.resources.engines.Engines.print_records", fail)
    ended = reflow.run("engines")
    assert (ended.status, ended.err) == (1, "")


def test_a_data_folder_that_is_a_file_is_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    assert run_app(["runs", "list", "--data", str(file), "--lang", "en"]) == 2
    assert f"{file} is not a folder." in capsys.readouterr().err


def test_engines_are_a_table_in_a_terminal(reflow: Reflow, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = executor_pb2.ImageEngine(name="builtin", is_default=True, ready=True)
    reflow.script("ListEngines", executor_pb2.ListEnginesResponse(engines=[engine]))
    out = table(reflow, monkeypatch, "engines")
    assert "builtin (default)" in out and "sizes" in out and "\t" not in out


def test_node_types_are_a_table_in_a_terminal(reflow: Reflow, monkeypatch: pytest.MonkeyPatch) -> None:
    types = [nodes_pb2.NodeRecord(type="core:Sampler", definition=b'{"category": "sampling"}')]
    reflow.script("ListNodes", nodes_pb2.ListNodesResponse(types=types))
    out = table(reflow, monkeypatch, "nodes", "list")
    assert "core:Sampler" in out and "sampling" in out and "1 node types" in out


@pytest.mark.parametrize(
    ("command", "method", "response", "shown"),
    [
        (
            "search x",
            "SearchNotes",
            notes_pb2.SearchNotesResponse(
                notes=[
                    notes_pb2.NoteMatch(note=notes_pb2.Note(key="travel_1", title="春游", tags=["湖"]), similarity=0.8)
                ]
            ),
            ("0.80", "travel_1", "#湖"),
        ),
        (
            "tags",
            "AnalyzeTopTags",
            notes_pb2.AnalyzeTopTagsResponse(tags=[notes_pb2.TagStatistics(tag="湖", notes=4, share=0.5)], notes=8),
            ("湖", "50%", "8 notes"),
        ),
        (
            "trends",
            "GetTrendReport",
            notes_pb2.GetTrendReportResponse(
                spans=[notes_pb2.TrendSpan(first_day="2026-01-01", last_day="2026-01-31", notes=3)],
                rising=[
                    notes_pb2.TagTrend(
                        tag="露营", counts=[1, 4], growth=3.0, direction=notes_pb2.TREND_DIRECTION_RISING
                    )
                ],
            ),
            ("2026-01-01 – 2026-01-31", "露营", "+300%", "rises"),
        ),
        ("search x", "SearchNotes", notes_pb2.SearchNotesResponse(), ("No note matches.",)),
        ("tags", "AnalyzeTopTags", notes_pb2.AnalyzeTopTagsResponse(), ("No note matches.",)),
        ("titles", "GetTopTitles", notes_pb2.GetTopTitlesResponse(), ("No note matches.",)),
        ("trends", "GetTrendReport", notes_pb2.GetTrendReportResponse(), ("No note matches.",)),
    ],
    ids=["search", "tags", "trends", "no match", "no tags", "no titles", "no trends"],
)
def test_reports_on_notes_are_tables_in_a_terminal(
    reflow: Reflow,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    method: str,
    response: notes_pb2.SearchNotesResponse,
    shown: tuple[str, ...],
) -> None:
    reflow.script(method, response)
    out = table(reflow, monkeypatch, "notes", *command.split())
    assert all(text in out for text in shown), out


def test_agents_and_templates_are_listed_and_shown_without_a_system(reflow: Reflow) -> None:
    catalog = load_catalog(None)
    listed = [json.loads(line) for line in reflow.run("agents", "list", "--json").lines]
    assert [one["id"] for one in listed] == [*catalog.agents, *catalog.templates] and reflow.requests == []
    assert len(reflow.run("agents", "list").lines) == len(listed)
    template = next(iter(catalog.templates))
    shown = json.loads(reflow.run("agents", "show", template).out)
    assert [one["id"] for one in shown["stages"]] == [one.stage.id for one in catalog.templates[template].stages]


def test_an_unknown_agent_is_rejected_with_a_list_of_the_agents(reflow: Reflow) -> None:
    ended = reflow.run("agents", "show", "nobody")
    assert ended.status == 2 and all(agent in ended.err for agent in load_catalog(None).agents)


def test_valid_definitions_are_counted(reflow: Reflow) -> None:
    catalog = load_catalog(None)
    counts = f"{len(catalog.agents)} agents and {len(catalog.templates)} templates"
    assert counts in reflow.run("agents", "check").out


def test_every_mistake_in_a_definition_is_reported_with_its_line(reflow: Reflow, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("id: mine\nlayer: 9\ntools: 7\n", "utf-8")
    ended = reflow.run("agents", "check", file)
    assert ended.status == 2 and str(file) in ended.err and "mistakes in the definitions" in ended.err.splitlines()[-1]


def test_an_added_agent_is_in_the_data_folder_and_valid_there(reflow: Reflow, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "id: translator\nname: Translator\ndescription: Translates.\nlayer: 3\ntools: []\n"
        "maxIterations: 4\nsystemPrompt: You translate.\n"
    )
    ended = reflow.run("agents", "add", file)
    assert ended.status == 0, ended
    assert (reflow.data / "team" / "agents" / "translator.yaml").read_bytes() == file.read_bytes()
