"""kill -9 during a group of four parallel stages of the agent team, one of which has a subagent."""

import asyncio
from collections import Counter
from pathlib import Path

import grpc
from reflow.v1 import events_pb2, orchestrator_pb2, orchestrator_pb2_grpc

from services.cli.session.announcement import find_running
from tests.fixtures.services.providers import FakeProviders, fake_providers
from tests.fixtures.systems.command_line import PATIENT
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.system import running
from tests.fixtures.team.models import CHAT, ROLES, answers, calls, hangs, plan, start_team, subtask, watch_team

LONG = {
    **PATIENT,
    "REFLOW_LIMITS__EXECUTOR_REMOTE_SECONDS": "120",
    "REFLOW_LIMITS__RUN_REMOTE_SECONDS": "600",
}
DONE = {"alpha-0-1-1-3", "beta-0-1-1-3"}
SLOW_TEST = "import time\n\ndef test_slow():\n    time.sleep(15)\n"


def find_address(data: Path) -> str:
    addresses = find_running(data)
    assert addresses is not None
    return addresses.orchestrator


def wait_for_the_middle(address: str, run_id: str) -> list[events_pb2.RunEvent]:
    """Return the events until two stages are done, and the third has applied an edit in a step that still runs."""
    seen: list[events_pb2.RunEvent] = []
    with grpc.insecure_channel(address) as channel:
        stub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
        for response in stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id), timeout=120):
            seen.extend(response.events)
            finished = {one.step for one in seen if one.HasField("step_finished")}
            edited = any(
                one.step == "gamma-0-1-1-4" and one.step_activity.tool_result.tool == "edit_file" for one in seen
            )
            spawned = any(one.step == "delta-0-2-1-1" and one.HasField("step_started") for one in seen)
            if finished >= DONE and edited and spawned:
                return seen
    raise AssertionError("the run ended")


def has_request(providers: FakeProviders, text: str) -> bool:
    """Whether a model has received a request with *text*, other than as the arguments of a call."""
    bodies = (one["body"] for one in providers.request_log(CHAT))
    return any(text in str(body["messages"][1]) for body in bodies)


def test_finished_stages_are_not_run_again_and_no_change_is_applied_twice(tmp_path: Path) -> None:
    edit = {"path": "c.md", "old": "x", "new": "xy"}
    with fake_providers() as providers:
        toml = providers.models_toml(tmp_path, roles=ROLES)
        settings = {**LONG, **providers.settings(toml)}
        group = [subtask(name) for name in ("alpha", "beta", "gamma")]
        part = {"agent": "documenter", "task": "a part of it"}
        providers.script(
            CHAT,
            plan(*group, subtask("delta", "architect")),
            calls(("write_file", {"path": "a.md", "content": "a"}), text_part="subtask alpha"),
            answers("alpha is done", text_part="subtask alpha"),
            calls(("write_file", {"path": "b.md", "content": "b"}), text_part="subtask beta"),
            answers("beta is done", text_part="subtask beta"),
            calls(
                ("write_file", {"path": "c.md", "content": "x"}),
                ("write_file", {"path": "test_slow.py", "content": SLOW_TEST}),
                text_part="subtask gamma",
            ),
            calls(("edit_file", edit), ("run_checks", {}), text_part="subtask gamma"),
            answers("gamma is done", text_part="subtask gamma"),
            calls(("spawn_subagent", part), text_part="subtask delta"),
            answers("delta is done", text_part="subtask delta"),
            hangs("a part of it"),
            answers("the part is done", text_part="a part of it"),
        )
        with running(tmp_path / "data", **settings) as system:
            address = find_address(tmp_path / "data")
            run_id = start_team(address, "four things")
            seen = wait_for_the_middle(address, run_id)
            asyncio.run(eventually(lambda: has_request(providers, "a part of it"), timeout=60))
            system.kill()
        with running(tmp_path / "data", **settings):
            run = watch_team(find_address(tmp_path / "data"), run_id)
        requests = Counter(
            name
            for one in providers.request_log(CHAT)
            for name in ("alpha", "beta", "gamma", "delta")
            if one["model"] == "fake-agent" and f"subtask {name}" in str(one["body"])
        )
    assert run.events[-1].run_ended.status == events_pb2.RUN_STATUS_SUCCEEDED, run.events[-1]
    assert run.events[: len(seen)] == seen
    assert [one.sequence for one in run.events] == list(range(1, len(run.events) + 1))
    assert max(Counter(run.finished).values()) == 1
    assert sorted(stage.stage_id for stage in run.result.stages) == ["alpha", "beta", "delta", "gamma"]
    files = {file.path: file.content for stage in run.result.stages for file in stage.generated_files}
    assert {path: content for path, content in files.items() if path.endswith(".md")} == {
        "a.md": b"a",
        "b.md": b"b",
        "c.md": b"xy",  # "xyy" if the edit were applied twice
    }
    assert requests == {"alpha": 2, "beta": 2, "gamma": 3, "delta": 2}
    assert [name for name in run.finished if name.startswith("delta")] == [
        *("delta-0-1-1-1", "delta-0-2-1-1", "delta-0-1-1-2")
    ]
