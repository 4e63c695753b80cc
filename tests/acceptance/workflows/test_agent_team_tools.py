"""The agent team with subagents, tools of MCP servers, approvals over HTTP and AG-UI, and models of agents."""

import json
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2

from tests.fixtures.gateway.ag_ui_client import apply_patch
from tests.fixtures.mcp.server import INJECTED
from tests.fixtures.systems.remote_system import RemoteSystem
from tests.fixtures.systems.system import read_events
from tests.fixtures.team.models import CHAT, answers, calls, do_task, plan, reject, subtask

SUCCEEDED, FAILED = events_pb2.RUN_STATUS_SUCCEEDED, events_pb2.RUN_STATUS_FAILED
CODE = b"def add(a, b):\n    return a - b\n"
EDIT = {"path": "calc.py", "old": "a - b", "new": "a + b"}
TIMEOUT_SECONDS = 120.0
SPAWN = "spawn_subagent"


def agent_requests(team: RemoteSystem, model: str = "fake-agent") -> list[Any]:
    return [one["body"] for one in team.providers.request_log(CHAT) if one["model"] == model]


def spawn(agent: str, task: str) -> tuple[str, dict[str, str]]:
    return SPAWN, {"agent": agent, "task": task}


def test_subagents_work_on_the_same_folder_as_steps_of_the_run(team: RemoteSystem) -> None:
    team.providers.script(
        CHAT,
        plan(subtask("build", "lead")),
        calls(("write_file", {"path": "plan.md", "content": "three parts"}), text_part="subtask build"),
        calls(
            spawn("documenter", "part one"),
            spawn("lead", "part two"),
            spawn("code-reviewer", "part three"),
            text_part="subtask build",
        ),
        calls(("read_file", {"path": "plan.md"}), text_part="part one"),
        calls(("write_file", {"path": "one.md", "content": "one"}), text_part="part one"),
        answers("one is written", text_part="part one"),
        calls(("read_file", {"path": "one.md"}), text_part="part three"),
        answers("one.md is fine", text_part="part three"),
        answers("all parts are done", text_part="subtask build"),
    )
    run = do_task(team, "build it")
    assert run.status == SUCCEEDED, run.events[-1]
    (stage,) = run.result.stages
    assert stage.text_output == "all parts are done"
    assert {file.path: file.content for file in stage.generated_files} == {"plan.md": b"three parts", "one.md": b"one"}
    assert [name for name in run.finished if name.startswith("build")] == [
        *("build-0-1-1-1", "build-0-1-1-2", "build-0-1-1-3"),
        *("build-0-2-1-1", "build-0-2-1-2", "build-0-2-1-3", "build-0-2-1-4", "build-0-2-1-5"),
        *("build-0-3-1-1", "build-0-3-1-2", "build-0-3-1-3"),
        "build-0-1-1-4",
    ]
    shown = [(output.get("failed"), output.get("text")) for tool, output in run.tool_results() if tool == SPAWN]
    assert shown == [(True, None), (None, "one is written"), (None, "one.md is fine")]
    last = agent_requests(team)[-1]["messages"]
    results = [message["content"] for message in last if message["role"] == "tool"]
    expected = ("one is written", "'lead' is not one of", "one.md is fine")  # none spawns itself
    assert [part in result for part, result in zip(expected, results[1:], strict=True)] == [True] * 3
    bodies = agent_requests(team)
    offered = {"part" in str(body["messages"][1]): SPAWN in str(body["tools"]) for body in bodies}
    assert offered == {False: True, True: False}


@pytest.mark.parametrize("server", ["desk", "web"])
def test_a_model_calls_tools_of_an_mcp_server_and_what_changes_something_waits_for_an_approval(
    team: RemoteSystem, server: str
) -> None:
    text = f"a note to {server}"
    team.providers.script(
        CHAT,
        plan(subtask("note", "clerk")),
        calls((f"{server}__add", {"a": 2, "b": 3}), (f"{server}__write", {"text": text})),
        answers("noted"),
    )
    run = do_task(team, "note it")
    assert run.status == SUCCEEDED, run.events[-1]
    (question,) = run.questions
    (shown,) = MessageToDict(question.shown)["calls"]
    assert (shown["tool"], shown["arguments"], len(shown["digest"])) == (f"{server}__write", {"text": text}, 64)
    paused_at = next(one.sequence for one in run.events if one.HasField("question_asked"))
    returned = [one for one in run.events if one.step_activity.tool_result.tool == f"{server}__write"]
    assert all(one.sequence > paused_at for one in returned)
    results = [json.loads(call.result) for call in run.iteration("note-0-1-1-2").tool_calls]
    assert [result["text"] for result in results] == ["5", f"written: {text}"]
    assert list(run.result.stages[0].metadata.tools_used) == [f"{server}__add", f"{server}__write"]


def test_a_rejected_call_of_an_mcp_tool_never_reaches_its_server(team: RemoteSystem) -> None:
    team.providers.script(
        CHAT,
        plan(subtask("note", "clerk")),
        calls(("desk__write", {"text": "never written"})),
        calls(("desk__read", {})),
        answers("left out"),
    )
    run = do_task(team, "note it", decide=reject)
    assert run.status == SUCCEEDED, run.events[-1]
    (written,) = run.iteration("note-0-1-1-3").tool_calls
    assert b"never written" not in written.result
    assert "not that file" in json.dumps(agent_requests(team)[1]["messages"])


def test_the_result_of_an_mcp_tool_changes_neither_plan_nor_tools_nor_limits(team: RemoteSystem) -> None:
    team.providers.script(
        CHAT,
        plan(subtask("ask", "clerk"), subtask("after", "documenter", inputs=["ask"])),
        calls(("desk__inject", {}), text_part="subtask ask"),
        calls(("delete_everything", {}), ("desk__write", {"text": "obeyed"}), text_part="subtask ask"),
        answers(INJECTED, text_part="subtask ask"),
        answers("done", text_part="subtask after"),
    )
    run = do_task(team, "ask the desk", decide=reject)
    assert run.status == SUCCEEDED, run.events[-1]
    assert [stage.stage_id for stage in run.result.stages] == ["ask", "after"]
    assert len(run.questions) == 1  # the call that the text demands without an approval
    first, second, third, after = agent_requests(team)
    assert first["tools"] == second["tools"] == third["tools"]
    assert "desk__" not in str(after["tools"])
    assert first["messages"][:2] == second["messages"][:2]  # instructions and data of the task
    content = next(one["content"] for one in second["messages"] if one["role"] == "tool")
    assert content.count("⟦/tool-result⟧") == 1
    assert after["messages"][1]["content"].count("⟦/result-of-stage⟧") == 1
    shown = [(tool, output.get("failed")) for tool, output in run.tool_results()]
    assert shown == [("desk__inject", None), ("delete_everything", True)]  # it does not exist, so nothing was executed
    results = [one["content"] for one in third["messages"] if one["role"] == "tool"]
    assert ["no such tool" in results[1], "rejected" in results[2]] == [True, True]


def test_a_large_file_is_passed_on_as_an_asset_with_a_summary(team: RemoteSystem) -> None:
    lines = "a line of the log\n" * 2_000
    team.providers.script(
        CHAT,
        plan(subtask("log", "coder"), subtask("look", "documenter", inputs=["log"])),
        calls(("write_file", {"path": "big.log", "content": lines}), text_part="subtask log"),
        calls(
            ("edit_file", {"path": "big.log", "old": "line", "new": "line " * 150, "replace_all": True}),
            text_part="subtask log",
        ),
        answers("logged", text_part="subtask log"),
        calls(("read_file", {"path": "big.log", "max_lines": 1}), text_part="subtask look"),
        answers("looked", text_part="subtask look"),
    )
    run = do_task(team, "write a long log")
    assert run.status == SUCCEEDED, run.events[-1]
    content = lines.replace("line", "line " * 150).encode()
    (file,) = run.result.stages[0].generated_files
    assert (file.content, file.size, file.summary[:20]) == (b"", len(content), "2000 lines: a line l")
    listed = agent_requests(team)[-1]["messages"][1]["content"]
    assert f"big.log ({len(content)} bytes, 2000 lines: a line" in listed
    (read,) = run.iteration("look-0-1-1-2").tool_calls
    assert json.loads(read.result)["text"].startswith("a line line line")
    http, run_id = team.endpoint.http, run.events[0].run_id
    shown = http.get(f"/api/runs/{run_id}").json()["stages"][0]["generatedFiles"][0]
    assert (shown["size"], shown["type"]) == (len(content), "text")
    downloaded = http.get(shown["url"])
    assert downloaded.content == content
    assert downloaded.headers["content-type"] == "text/plain; charset=utf-8"


def test_an_agent_uses_its_own_model_and_reports_a_missing_provider(
    team: RemoteSystem,
) -> None:
    team.providers.script(
        CHAT,
        plan(subtask("think", "special"), subtask("write", "documenter")),
        {"model": "fake-special", "answer": "thought"},
        answers("written"),
    )
    run = do_task(team, "think and write")
    assert run.status == SUCCEEDED, run.events[-1]
    assert [stage.metadata.engine for stage in run.result.stages] == ["fake/fake-special", "fake/fake-agent"]
    assert "subtask think" in str(agent_requests(team, "fake-special")[0]["messages"])
    team.providers.script(CHAT, plan(subtask("think", "elsewhere")))
    run = do_task(team, "think")
    assert run.status == FAILED
    assert "nowhere" in run.events[-1].run_ended.error.message


def start_fix(team: RemoteSystem) -> None:
    team.providers.script(CHAT, plan(subtask("fix")), calls(("edit_file", EDIT)), answers("I am done."))


@pytest.mark.parametrize(("decision", "content"), [("approve", b"a + b"), ("reject", b"")])
def test_an_approval_is_answered_over_http(team: RemoteSystem, decision: str, content: bytes) -> None:
    start_fix(team)
    http = team.endpoint.http
    body = {"text": "fix add", "files": [{"path": "calc.py", "text": CODE.decode()}], "fresh": True}
    with http.stream("POST", "/api/agent/team", json=body, timeout=TIMEOUT_SECONDS) as response:
        assert response.status_code == 200, response.read()
        run_id, events = response.headers["X-Run-Id"], list(read_events(response.iter_lines()))
    pending = http.get(f"/api/runs/{run_id}").json()["pending"]
    assert (pending["kind"], pending["decisions"]) == ("tool_calls", ["approve", "reject"])
    assert [(call["tool"], call["arguments"]) for call in pending["shown"]["calls"]] == [("edit_file", EDIT)]
    answer = {"decision": decision, "key": pending["key"], "digest": pending["digest"], "feedback": "no"}
    stale = http.post(f"/api/runs/{run_id}/answer", json=answer | {"digest": "0" * 64})
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "ANSWER_STALE")
    modified = http.post(f"/api/runs/{run_id}/answer", json=answer | {"decision": "modify", "content": {"calls": []}})
    assert modified.status_code == 400
    assert http.post(f"/api/runs/{run_id}/answer", json=answer).status_code == 200
    team.endpoint.events(run_id, events[-1].id)
    state = http.get(f"/api/runs/{run_id}").json()
    assert state["status"] == "succeeded"
    files = state["stages"][0]["generatedFiles"]
    assert [content in http.get(file["url"]).content for file in files] == ([True] if content else [])


@pytest.mark.parametrize(("decision", "files"), [("approve", ["calc.py"]), ("reject", [])])
def test_an_approval_is_an_interrupt_of_the_ag_ui_protocol(team: RemoteSystem, decision: str, files: list[str]) -> None:
    start_fix(team)
    message = {"id": "1", "role": "user", "content": "fix add"}
    props = {"workflow": "team", "files": [{"path": "calc.py", "text": CODE.decode()}]}
    thread = {"threadId": f"approval-{decision}", "messages": [message], "forwardedProps": props,
              "tools": [], "context": [], "state": {}}  # fmt: skip
    first = converse(team, thread | {"runId": "one"})
    assert first[-1]["type"] == "RUN_FINISHED"
    (interrupt,) = first[-1]["outcome"]["interrupts"]
    assert interrupt["metadata"]["reflow"]["shown"]["calls"][0]["arguments"] == EDIT
    assert interrupt["responseSchema"]["properties"]["decision"] == {"enum": ["approve", "reject"]}
    assert fold(first)["status"] == "paused"
    resume = [{"interruptId": interrupt["id"], "status": "resolved", "payload": {"decision": decision}}]
    second = converse(team, thread | {"runId": "two", "resume": resume})
    assert second[-1]["outcome"]["type"] == "success", second[-1]
    assert {stage["status"] for stage in fold(second)["stages"].values()} == {"done"}
    (stage,) = second[-1]["result"]["stages"]
    assert [file["path"] for file in stage["generatedFiles"]] == files
    results = [json.loads(one["content"]) for one in second if one["type"] == "TOOL_CALL_RESULT"]
    assert len(results) == len(files)


def converse(team: RemoteSystem, body: dict[str, Any]) -> list[Any]:
    """Return the AG-UI events of a request."""
    with team.endpoint.http.stream("POST", "/ag-ui", json=body, timeout=TIMEOUT_SECONDS) as got:
        assert got.status_code == 200, got.read()
        return [json.loads(line.removeprefix("data: ")) for line in got.iter_lines() if line.startswith("data: ")]


def fold(events: list[Any]) -> Any:
    """Return the shared state after *events*."""
    state: Any = {}
    for event in events:
        if event["type"] == "STATE_SNAPSHOT":
            state = event["snapshot"]
        if event["type"] == "STATE_DELTA":
            state = apply_patch(state, event["delta"])
    return state
