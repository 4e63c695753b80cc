"""`reflow run` and `reflow runs answer`: their requests, and the saved results."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from reflow.v1 import (
    assets_pb2,
    errors_pb2,
    events_pb2,
    graph_execution_pb2,
    graphs_pb2,
    orchestrator_pb2,
    questions_pb2,
    team_pb2,
    team_run_pb2,
)

from services.cli.rendering.texts import NO_RESULT
from services.common.errors import Code, ReflowError
from tests.fixtures.services.scripted_system import Ended, Reflow
from tests.unit.cli.run_script import ASSET, EventScript, delivered_note, returned_run

RUN = "8c1fd2d0-2f0e-4c55-9f5b-1d3f6a7f3d10"
PAUSED = orchestrator_pb2.GetRunResponse(run=orchestrator_pb2.Run(run_id=RUN, status=events_pb2.RUN_STATUS_PAUSED))
DECISIONS = [questions_pb2.DECISION_APPROVE, questions_pb2.DECISION_REJECT, questions_pb2.DECISION_MODIFY]


def watched(script: EventScript, after: int = 0) -> orchestrator_pb2.WatchRunResponse:
    """Return the events of *script* after sequence *after*, as one response."""
    return orchestrator_pb2.WatchRunResponse(events=script.events[after:])


def start(reflow: Reflow, script: EventScript) -> None:
    """Script a run with the events of *script*."""
    started = orchestrator_pb2.StartRunResponse(run_id=RUN, session_id="s1")
    response = orchestrator_pb2.StartAndWatchRunResponse(started=started, events=script.events)
    reflow.script("StartAndWatchRun", response)


def pause(reflow: Reflow, script: EventScript) -> None:
    """Script a run that waits for the answer to the last event of *script*, then ends with a note."""
    reflow.script("GetRun", PAUSED)
    after = EventScript()
    after.events = list(script.events)
    after.answer(questions_pb2.DECISION_APPROVE)
    after.events += delivered_note().events
    for sequence, event in enumerate(after.events, start=1):
        event.sequence = sequence
    reflow.script("WatchRun", watched(script), watched(after, len(script.events)))
    for number in (1, 2):
        reflow.store_image(f"asset-{number}", b"png %d" % number)


def answered(reflow: Reflow) -> questions_pb2.Answer:
    """Return the answer that was sent."""
    (request,) = [one for one in reflow.requests if isinstance(one, orchestrator_pb2.AnswerRunRequest)]
    assert request.run_id == RUN and request.request_id
    return request.answer


def test_an_image_is_requested_watched_and_saved(reflow: Reflow, tmp_path: Path) -> None:
    start(reflow, returned_run())
    reflow.store_image(ASSET, b"png")
    ended = reflow.run("run", "ink mountains", "--seed", 5, "--out", tmp_path)
    request = reflow.requests[0]
    assert isinstance(request, orchestrator_pb2.StartRunRequest)
    assert (request.image_chat.text, request.image_chat.seed) == ("ink mountains", 5)
    (saved,) = tmp_path.iterdir()
    assert saved.read_bytes() == b"png" and ended.lines[-1] == str(saved)


def test_the_events_are_lines_of_json_and_the_path_is_on_stderr(reflow: Reflow, tmp_path: Path) -> None:
    script = returned_run()
    start(reflow, script)
    reflow.store_image(ASSET, b"png")
    ended = reflow.run("run", "mountains", "--json", "--out", tmp_path)
    assert [int(json.loads(line)["sequence"]) for line in ended.lines] == [one.sequence for one in script.events]
    assert ended.err.strip().endswith(".png")


def test_an_image_of_the_user_is_imported_before_the_run(reflow: Reflow, tmp_path: Path) -> None:
    start(reflow, returned_run())
    reflow.store_image(ASSET, b"png")
    file = tmp_path / "mine.png"
    file.write_bytes(b"\x89PNG mine")
    reflow.run("run", "brighter", "--image", file, "--out", tmp_path / "out")
    assert reflow.system.methods[:2] == ["ImportImage", "StartAndWatchRun"]
    assert getattr(reflow.requests[0], "chunk", b"") == b"\x89PNG mine"


def test_a_mask_without_any_image_of_the_session_is_rejected(reflow: Reflow, tmp_path: Path) -> None:
    file = tmp_path / "mask.png"
    file.write_bytes(b"\x89PNG mask")
    ended = reflow.run("run", "x", "--session", "s1", "--mask", file, "--out", tmp_path / "out")
    assert (
        ended.status == 2 and "give one with --image" in ended.err and "StartAndWatchRun" not in reflow.system.methods
    )


def test_an_image_that_the_store_does_not_have_is_an_error(reflow: Reflow, tmp_path: Path) -> None:
    start(reflow, returned_run())
    ended = reflow.run("run", "mountains", "--out", tmp_path / "out")
    assert ended.status != 0 and not (tmp_path / "out").exists()


def test_a_failed_run_ends_with_its_error(reflow: Reflow, tmp_path: Path) -> None:
    script = EventScript()
    script.end(events_pb2.RUN_STATUS_FAILED, errors_pb2.Error(code="EXECUTION_TIMEOUT", message="It took too long."))
    start(reflow, script)
    ended = reflow.run("run", "mountains", "--out", tmp_path)
    assert ended.status == 1 and "It took too long." in ended.err and list(tmp_path.iterdir()) == []


def test_a_cancelled_run_ends_with_status_1(reflow: Reflow, tmp_path: Path) -> None:
    script = EventScript()
    script.end(events_pb2.RUN_STATUS_CANCELLED)
    start(reflow, script)
    assert reflow.run("run", "mountains", "--out", tmp_path).status == 1


def test_a_full_queue_ends_the_command_with_its_error(reflow: Reflow, tmp_path: Path) -> None:
    reflow.script("StartAndWatchRun", ReflowError(Code.QUEUE_FULL))
    ended = reflow.run("run", "mountains", "--out", tmp_path)
    assert ended.status == 1 and ended.err.count("\n") == 1 and "WatchRun" not in reflow.system.methods


def test_a_note_is_saved_with_its_images_in_order(reflow: Reflow, tmp_path: Path) -> None:
    start(reflow, delivered_note())
    for number in (1, 2):
        reflow.store_image(f"asset-{number}", b"png %d" % number)
    ended = reflow.run("run", "picnic", "--workflow", "note", "--yes", "--out", tmp_path)
    folder = Path(ended.lines[-1]).parent
    assert [(folder / f"image-{number}.png").read_bytes() for number in (1, 2)] == [b"png 1", b"png 2"], ended
    assert "春游去哪儿" in (folder / "note.md").read_text("utf-8")


def delivered_team(*stages: team_pb2.StageContext) -> EventScript:
    """Return a whole run of the agent team with the results of *stages*."""
    script = EventScript()
    script.emit(work_delivered=events_pb2.WorkDelivered(team_result=team_run_pb2.TeamResult(stages=stages)))
    script.end(events_pb2.RUN_STATUS_SUCCEEDED)
    return script


def stage(stage_id: str, path: str, content: bytes = b"", asset_id: str = "") -> team_pb2.StageContext:
    """Return a finished stage with one generated file."""
    kind = team_pb2.TEAM_FILE_KIND_IMAGE if asset_id else team_pb2.TEAM_FILE_KIND_TEXT
    file = team_pb2.TeamFile(path=path, kind=kind, content=content, asset_id=asset_id)
    done = team_pb2.STAGE_STATUS_DONE
    return team_pb2.StageContext(
        stage_id=stage_id, status=done, text_output=f"output of {stage_id}", generated_files=[file]
    )


def test_the_files_of_a_team_are_saved_each_under_a_name_of_its_own(reflow: Reflow, tmp_path: Path) -> None:
    stages = (
        stage("one", "a.txt", b"first"),
        stage("two", "a.txt", b"second"),
        stage("three", "c d.png", asset_id=ASSET),
    )
    start(reflow, delivered_team(*stages))
    reflow.store_image(ASSET, b"png")
    ended = reflow.run("run", "review it", "--workflow", "team", "--yes", "--out", tmp_path)
    assert ended.status == 0, ended
    names = ("a.txt", "two/a.txt", "c d.png")
    assert [(tmp_path / name).read_bytes() for name in names] == [b"first", b"second", b"png"]
    report = (tmp_path / "report.md").read_text("utf-8")
    assert "[two/a.txt](two/a.txt)" in report and "![c d.png](c%20d.png)" in report and "    output of one" in report
    result = json.loads((tmp_path / "result.json").read_text("utf-8"))
    assert [one["status"] for one in result["stages"]] == ["done"] * 3 and result["verdict"] is None


def test_a_file_of_a_team_outside_the_folder_gets_a_safe_name(reflow: Reflow, tmp_path: Path) -> None:
    start(reflow, delivered_team(stage("one", "../../evil", b"x")))
    reflow.run("run", "review it", "--workflow", "team", "--yes", "--out", tmp_path / "out")
    assert (tmp_path / "out" / "file").read_bytes() == b"x" and {one.name for one in tmp_path.iterdir()} == {"out"}


def test_the_files_of_a_failed_task_are_saved_and_named(reflow: Reflow, tmp_path: Path) -> None:
    script = EventScript()
    script.end(events_pb2.RUN_STATUS_FAILED, errors_pb2.Error(code="EXECUTION_TIMEOUT", message="Too slow."))
    start(reflow, script)
    run = orchestrator_pb2.Run(run_id=RUN, error=errors_pb2.Error(message="Too slow."))
    run.team.stages.append(stage("one", "a.txt", b"first"))
    reflow.script("GetRun", orchestrator_pb2.GetRunResponse(run=run))
    ended = reflow.run("run", "review it", "--workflow", "team", "--yes", "--out", tmp_path)
    folder = tmp_path / f"partial-{RUN[-8:]}"
    assert ended.status == 1 and str(folder) in ended.err
    assert (folder / "a.txt").read_bytes() == b"first" and "Too slow." in (folder / "report.md").read_text("utf-8")
    assert json.loads((folder / "result.json").read_text("utf-8"))["partial"] is True


LOADER = {"type": "core:LoadModel", "data": {"model": "builtin"}}
SAMPLER = {"type": "core:Sampler", "data": {"steps": 20}}


def graph_of(*nodes: dict[str, Any]) -> bytes:
    """Return a graph of *nodes* in our JSON format."""
    return json.dumps({"nodes": {str(number): node for number, node in enumerate(nodes)}, "edges": {}}).encode()


def test_a_changed_graph_is_saved_with_its_drawing_and_the_difference_is_listed(reflow: Reflow, tmp_path: Path) -> None:
    script = EventScript()
    revision = graphs_pb2.GraphRevision(graph_id="g1", revision=2)
    script.emit(work_delivered=events_pb2.WorkDelivered(graph_revision=revision))
    script.end(events_pb2.RUN_STATUS_SUCCEEDED)
    start(reflow, script)
    before, after = (
        graphs_pb2.Graph(graph_id="g1", revision=number, content=content)
        for number, content in ((1, graph_of(LOADER)), (2, graph_of(LOADER, SAMPLER)))
    )
    reflow.script("CreateGraph", graphs_pb2.CreateGraphResponse(graph=before))
    reflow.script("GetGraph", *(graphs_pb2.GetGraphResponse(graph=graph) for graph in (before, after)))
    ended = reflow.run("run", "add a seed", "--workflow", "graph", "--out", tmp_path)
    assert ended.status == 0, ended
    assert {one.suffix for one in tmp_path.iterdir()} == {".json", ".png", ".svg"} and "core:Sampler" in ended.err


OUTPUTS = graph_execution_pb2.GraphOutputs(
    outputs=[
        graph_execution_pb2.GraphOutput(name="picture", asset=assets_pb2.Asset(asset_id=ASSET)),
        graph_execution_pb2.GraphOutput(name="score", json=b"0.5"),
    ]
)


def executed(reflow: Reflow, *arguments: object) -> Ended:
    """Script an executed graph, and run `reflow graphs run`."""
    script = EventScript()
    script.emit(work_delivered=events_pb2.WorkDelivered(graph_outputs=OUTPUTS))
    script.end(events_pb2.RUN_STATUS_SUCCEEDED)
    start(reflow, script)
    reflow.store_image(ASSET, b"png")
    return reflow.run("graphs", "run", *arguments)


def test_a_graph_file_is_stored_executed_and_its_results_saved(reflow: Reflow, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(graph_of(LOADER, SAMPLER))
    reflow.script("CreateGraph", graphs_pb2.CreateGraphResponse(graph=graphs_pb2.Graph(graph_id="g1")))
    ended = executed(reflow, file, "--on", "comfy", "--out", tmp_path / "out")
    stored, started = reflow.requests[:2]
    assert isinstance(stored, graphs_pb2.CreateGraphRequest) and stored.title == "mine.json", ended
    assert isinstance(started, orchestrator_pb2.StartRunRequest)
    assert (started.graph_execution.graph_id, started.graph_execution.server) == ("g1", "comfy")
    (image,) = (tmp_path / "out").iterdir()
    assert ended.lines[-2:] == [str(image), "score: 0.5"] and image.read_bytes() == b"png"


def test_a_stored_graph_is_executed_by_its_id(reflow: Reflow, tmp_path: Path) -> None:
    executed(reflow, "g7", "--out", tmp_path)
    assert reflow.system.methods[0] == "StartAndWatchRun" and "CreateGraph" not in reflow.system.methods


def test_an_execution_without_results_is_an_error(reflow: Reflow, tmp_path: Path) -> None:
    script = EventScript()
    script.end(events_pb2.RUN_STATUS_SUCCEEDED)
    start(reflow, script)
    ended = reflow.run("graphs", "run", "g7", "--out", tmp_path)
    assert ended.status == 1 and NO_RESULT.en in ended.err


def test_results_that_cannot_be_saved_are_an_error_that_names_the_folder(reflow: Reflow, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / f".{ASSET[:8]}-{os.getpid()}.part").mkdir()
    ended = executed(reflow, "g7", "--out", folder)
    assert ended.status == 1 and f"cannot be saved in {folder}" in ended.err


def ask(kind: str = "content", **question: Any) -> EventScript:
    """Return a run that waits for an answer."""
    script = EventScript()
    script.ask(kind, decisions=DECISIONS, **question)
    return script


def answer(reflow: Reflow, tmp_path: Path, *options: object) -> Ended:
    """Answer the run and return the result of the command."""
    return reflow.run("runs", "answer", RUN, *options, "--out", tmp_path / "out")


def test_an_approval_is_sent_and_the_run_is_watched_to_its_end(reflow: Reflow, tmp_path: Path) -> None:
    pause(reflow, ask())
    ended = answer(reflow, tmp_path, "--approve")
    assert answered(reflow).decision == questions_pb2.DECISION_APPROVE
    assert Path(ended.lines[-1]).is_file(), ended


def test_a_rejection_carries_the_requested_changes(reflow: Reflow, tmp_path: Path) -> None:
    pause(reflow, ask())
    answer(reflow, tmp_path, "--reject", "shorter")
    assert (answered(reflow).decision, answered(reflow).feedback) == (questions_pb2.DECISION_REJECT, "shorter")


def test_a_text_of_the_user_replaces_the_content(reflow: Reflow, tmp_path: Path) -> None:
    pause(reflow, ask())
    file = tmp_path / "mine.md"
    file.write_text("# 我的标题\n\n第一段。\n", "utf-8")
    answer(reflow, tmp_path, "--modify", file)
    assert answered(reflow).decision == questions_pb2.DECISION_MODIFY
    assert answered(reflow).content["title"] == "我的标题"


def test_a_plan_of_the_user_is_read_as_json(reflow: Reflow, tmp_path: Path) -> None:
    pause(reflow, ask("image_plans"))
    file = tmp_path / "plan.json"
    file.write_text('{"imagePlans": [{"planId": "image-1"}]}', "utf-8")
    answer(reflow, tmp_path, "--modify", file)
    assert list(answered(reflow).content) == ["imagePlans"]


def test_options_are_chosen_by_their_id(reflow: Reflow, tmp_path: Path) -> None:
    options = [questions_pb2.Option(id=name, label=name) for name in ("sea", "lake")]
    pause(reflow, ask("clarification", options=options, selection=questions_pb2.SELECTION_MULTIPLE))
    ended = answer(reflow, tmp_path, "--choose", "sea", "--choose", "lake")
    assert list(answered(reflow).chosen) == ["sea", "lake"], ended


def pause_workflow(reflow: Reflow, workflow: str) -> None:
    """Script a run of *workflow* that waits for an answer, and then fails."""
    run = orchestrator_pb2.Run(run_id=RUN, status=events_pb2.RUN_STATUS_PAUSED, workflow=workflow)
    reflow.script("GetRun", orchestrator_pb2.GetRunResponse(run=run))
    script, after = ask(), ask()
    after.end(events_pb2.RUN_STATUS_FAILED, errors_pb2.Error(code="WORKFLOW_ERROR", message="It failed."))
    reflow.script("WatchRun", watched(script), watched(after, len(script.events)))


@pytest.mark.parametrize(("workflow", "is_answered"), [("graph", True), ("note", False)])
def test_the_result_of_a_graph_alone_can_replace_a_file_as_in_the_first_command(
    reflow: Reflow, tmp_path: Path, workflow: str, is_answered: bool
) -> None:
    out = tmp_path / "z.json"
    out.write_text("{}")
    pause_workflow(reflow, workflow)
    ended = reflow.run("runs", "answer", RUN, "--approve", "--out", out)
    assert ("AnswerRun" in reflow.system.methods) is is_answered
    assert ("--out is not a folder" in ended.err) is not is_answered


def test_two_answers_at_once_are_rejected_before_a_request(reflow: Reflow, tmp_path: Path) -> None:
    ended = answer(reflow, tmp_path, "--approve", "--reject", "no")
    assert (ended.status, reflow.requests) == (2, []) and "--approve, --reject" in ended.err


def test_without_a_terminal_an_answer_is_required(reflow: Reflow, tmp_path: Path) -> None:
    ended = answer(reflow, tmp_path)
    assert (ended.status, reflow.requests) == (2, []) and "--choose ID" in ended.err


def test_a_run_without_a_question_is_not_answered(reflow: Reflow, tmp_path: Path) -> None:
    run = orchestrator_pb2.Run(run_id=RUN, status=events_pb2.RUN_STATUS_SUCCEEDED)
    reflow.script("GetRun", orchestrator_pb2.GetRunResponse(run=run))
    ended = answer(reflow, tmp_path, "--approve")
    assert ended.status != 0 and f"{RUN} has no open question" in ended.err
    assert reflow.system.methods == ["GetRun"]


@pytest.mark.parametrize("code", [Code.ANSWER_CONFLICT, Code.ANSWER_STALE])
def test_an_answer_that_comes_too_late_leaves_the_run_as_it_is(reflow: Reflow, tmp_path: Path, code: Code) -> None:
    pause(reflow, ask())
    reflow.script("AnswerRun", ReflowError(code))
    ended = answer(reflow, tmp_path, "--approve")
    assert ended.err and reflow.system.methods.count("AnswerRun") == 1


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (events_pb2.RUN_STATUS_CANCELLED, f"The run {RUN} is cancelled."),
        (events_pb2.RUN_STATUS_SUCCEEDED, f"The run {RUN} has already ended (succeeded)."),
        (events_pb2.RUN_STATUS_RUNNING, f"The run {RUN} is being cancelled."),
    ],
)
def test_a_run_is_cancelled_and_the_command_states_its_status_now(
    reflow: Reflow, status: events_pb2.RunStatus.ValueType, text: str
) -> None:
    reflow.script("CancelRun", orchestrator_pb2.CancelRunResponse(status=status))
    ended = reflow.run("runs", "cancel", RUN)
    assert (ended.status, ended.lines) == (0, [text])
    assert [one.run_id for one in reflow.requests if isinstance(one, orchestrator_pb2.CancelRunRequest)] == [RUN]


def test_an_unknown_run_cannot_be_cancelled(reflow: Reflow) -> None:
    reflow.script("CancelRun", ReflowError(Code.RUN_UNKNOWN, field="run_id"))
    ended = reflow.run("runs", "cancel", RUN)
    assert ended.status != 0 and ended.err and not ended.lines
