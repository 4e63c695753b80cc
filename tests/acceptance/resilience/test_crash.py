"""A power failure loses nothing."""

from collections import Counter
from pathlib import Path

from tests.fixtures.systems.command_line import PATIENT
from tests.fixtures.systems.system import SseEvent, System, read_events, running


def kill_while_painting(system: System, text: str) -> tuple[str, list[SseEvent]]:
    """Start a large image, kill the system in the middle of it; return the run and the events seen."""
    seen: list[SseEvent] = []
    body = {"text": text, "width": 2048, "height": 2048}
    with system.http.stream("POST", "/api/agent/chat", json=body) as response:
        for event in read_events(response.iter_lines()):
            seen.append(event)
            if event.type == "progress" and event.data["node"] == "executor":
                system.kill()
                break
    return str(seen[0].body["runId"]), seen


def test_a_run_killed_in_the_executors_step_succeeds_and_every_event_comes_exactly_once(tmp_path: Path) -> None:
    with running(tmp_path, **PATIENT) as system:
        run_id, seen = kill_while_painting(system, "水墨山水")
    with running(tmp_path, **PATIENT) as system:
        rest = system.events(run_id, after=seen[-1].id)
        state = system.http.get(f"/api/runs/{run_id}").json()
        whole = system.events(run_id)
    ids = [event.id for event in seen + rest]
    assert Counter(ids).most_common(1)[0][1] == 1
    assert ids == [event.id for event in whole]
    assert rest[-1].type == "stream_end"
    assert state["status"] == "succeeded"
    assert state["executionResult"]["metadata"]["size"] == {"width": 2048, "height": 2048}


def test_no_finished_step_runs_twice_after_a_kill(tmp_path: Path) -> None:
    with running(tmp_path, **PATIENT) as system:
        run_id, _ = kill_while_painting(system, "a flower, oil painting")
    with running(tmp_path, **PATIENT) as system:
        events = system.events(run_id)
    intents = [event for event in events if event.type == "thought_log" and event.data["node"] == "planner"]
    checks = [event for event in events if event.type == "quality_check"]
    planner_attempts = {event.data.get("attempt") for event in intents}
    assert planner_attempts <= {1, None}
    assert len(checks) == 1
