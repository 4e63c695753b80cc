"""Nothing is paid twice: crashes, cancellations and restarts while a provider generates an image."""

import time
from pathlib import Path

import pytest

from tests.fixtures.systems.remote_system import BRISK, CAT, RemoteSystem, failures, remote_system, status
from tests.fixtures.systems.system import SseEvent, System, read_events, running

TIMEOUT_SECONDS = 60.0


def begin(endpoint: System, engine: str, node: str = "executor") -> tuple[str, list[SseEvent]]:
    """Start a run and return its id and first events once *node* has called a model that has not responded yet."""
    seen: list[SseEvent] = []
    with endpoint.http.stream("POST", "/api/agent/chat", json={**CAT, "preferredModel": engine}) as response:
        for event in read_events(response.iter_lines()):
            seen.append(event)
            if event.data.get("kind") == "usage" and event.data["node"] == node:
                break
    return str(seen[0].body["runId"]), seen


def restarted(remote: RemoteSystem, folder: Path) -> System:
    """Restart the system on the data of the killed one."""
    models = folder / "models.toml"
    return System(remote.data, {**BRISK, **remote.providers.settings(models)})


def test_a_task_that_was_accepted_before_a_crash_is_awaited_and_not_created_again(tmp_path: Path) -> None:
    with remote_system(tmp_path) as remote:
        remote.providers.script("dashscope.submit", {"lasts": 3})
        run_id, _ = begin(remote.endpoint, "fake-dashscope")
        remote.endpoint.kill()
        with restarted(remote, tmp_path) as endpoint:
            assert status(endpoint.events(run_id)) == "succeeded"
        assert len(remote.providers.paid("dashscope.submit")) == 1
        assert len(remote.providers.request_log("dashscope.submit")) == 1


def test_a_prompt_graph_that_was_queued_before_a_crash_is_not_queued_again(tmp_path: Path) -> None:
    with remote_system(tmp_path) as remote:
        remote.providers.script("comfyui.prompt", {"lasts": 3})
        run_id, _ = begin(remote.endpoint, "fake-comfyui")
        remote.endpoint.kill()
        with restarted(remote, tmp_path) as endpoint:
            assert status(endpoint.events(run_id)) == "succeeded"
        assert len(remote.providers.request_log("comfyui.prompt")) == 1


AT_ONCE = ("at-once", "dashscope.ask"), ("fake-openai", "openai.images")


@pytest.mark.parametrize(("engine", "endpoint"), AT_ONCE)
def test_an_order_without_a_task_that_was_in_flight_in_a_crash_is_not_placed_again(
    tmp_path: Path, engine: str, endpoint: str
) -> None:
    at_once = '[images.engines.at-once]\nkind = "dashscope"\nprovider = "fake_dashscope"\nmodel = "z-image-turbo"\n'
    with remote_system(tmp_path, more=at_once) as remote:
        remote.providers.script(endpoint, {"delay": 3, "works_on": True})
        run_id, _ = begin(remote.endpoint, engine, node="planner")
        waited_for(lambda: bool(remote.providers.request_log(endpoint)))
        remote.endpoint.kill()
        with restarted(remote, tmp_path) as again:
            events = again.events(run_id)
        assert failures(events, "executor")[-1] == ("OUTCOME_UNKNOWN", None)
        assert status(events) == "failed"
        assert len(remote.providers.request_log(endpoint)) == 1


def test_a_cancel_reaches_a_task_that_still_waits_at_the_provider(remote: RemoteSystem) -> None:
    remote.providers.script("dashscope.submit", {"lasts": 30})
    run_id, _ = begin(remote.endpoint, "fake-dashscope")
    answer = remote.endpoint.http.post(f"/api/runs/{run_id}/cancel").json()
    assert answer["status"] == "cancelled"
    waited_for(lambda: bool(remote.providers.request_log("dashscope.cancel")))


def test_a_cancel_interrupts_the_comfyui_server(remote: RemoteSystem) -> None:
    remote.providers.script("comfyui.prompt", {"lasts": 30})
    run_id, _ = begin(remote.endpoint, "fake-comfyui")
    remote.endpoint.http.post(f"/api/runs/{run_id}/cancel")
    waited_for(
        lambda: bool(remote.providers.request_log("comfyui.interrupt") or remote.providers.request_log("comfyui.queue"))
    )


def waited_for(happened: object) -> None:
    """Wait until *happened* is true. Raises AssertionError if it does not become true."""
    assert callable(happened)
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_run_stopped_by_its_budget_delivers_the_image_it_has_paid_for(tmp_path: Path) -> None:
    settings = {"REFLOW_LIMITS__BUDGET_IMAGES": "1", "REFLOW_LIMITS__BUDGET_ACTION": "stop"}
    with remote_system(tmp_path, settings, roles=()) as remote:
        events = remote.chat(preferredModel="fake-openai")
        (budget,) = [event.data["budget"] for event in events if event.data.get("kind") == "budget"]
        assert budget == {"resource": "images", "used": 1, "allowed": 1, "action": "stop"}
        assert status(events) == "succeeded"
        assert len(remote.providers.paid()) == 1


def test_once_the_budget_is_used_up_built_in_engines_do_the_rest(tmp_path: Path) -> None:
    settings = {"REFLOW_LIMITS__BUDGET_TOKENS": "1"}
    with remote_system(tmp_path, settings) as remote:
        events = remote.chat(preferredModel="fake-openai")
        assert status(events) == "succeeded"
        assert {entry["model"] for entry in remote.providers.paid("openai.chat")} == {"fake-planner"}
        assert remote.providers.request_log("openai.images") == []


def test_a_provider_receives_no_more_requests_a_minute_than_configured(tmp_path: Path) -> None:
    with remote_system(tmp_path, roles=("planner",), requests_per_minute=2) as remote:
        codes = [
            [
                event.data["error"]["code"]
                for event in remote.chat()
                if "error" in event.data and event.data.get("phase")
            ]
            for _ in range(3)
        ]
        assert codes[:2] == [[], []]
        assert set(codes[2]) == {"LLM_RATE_LIMIT"}
        assert len(remote.providers.request_log("openai.chat")) == 2


def test_a_real_model_call_is_an_error_where_only_this_machine_may_be_called(tmp_path: Path) -> None:
    models = tmp_path / "models.toml"
    models.write_text(
        '[providers.far]\nbase_url = "https://models.example.com/v1"\n[roles.planner]\nprovider = "far"\nmodel = "m"\n'
    )
    with running(tmp_path / "data", **BRISK, REFLOW_MODELS=str(models), REFLOW_MODEL_CALLS="loopback") as endpoint:
        events = endpoint.chat(CAT)
    (error,) = [event.data for event in events if event.type == "error"]
    assert (error["code"], status(events)) == ("UNKNOWN_ERROR", "failed")
    assert "REFLOW_MODEL_CALLS" in error["message"]
