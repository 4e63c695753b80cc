"""The limits of runs, sessions and the queue, at the limit and beyond it; test_limits.py has the table of all rows."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import grpc
import httpx
import pytest
from google.rpc.error_details_pb2 import RetryInfo
from grpc_status import rpc_status
from reflow.v1 import events_pb2, orchestrator_pb2, orchestrator_pb2_grpc

from tests.fixtures.runs.roles.prompted_roles import SUGGESTION
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.prompted_system import SMALL, PromptedSystem
from tests.fixtures.systems.system import SseEvent, read_events

REMOTE = {"preferredModel": "qwen-image"}
CARDS = ["ImageResult", "ParameterPanel"]
HOLD = {"text": "executor=waiting,hang"}
RUN_BYTES, IDLE_SECONDS = int(SMALL["run_bytes"]), float(SMALL["session_idle_seconds"])
EXECUTOR_SECONDS, RUN_SECONDS = float(SMALL["executor_seconds"]), float(SMALL["run_seconds"])
# Delay that a busy machine may add, in seconds.
LATE = 30.0
# Times in events differ by a few bytes from run to run.
ABOUT = 100


def end(events: Sequence[SseEvent]) -> tuple[str, str]:
    """Return how a run ended, and the code of its error ("" for none)."""
    last = events[-1]
    assert last.type == "stream_end"
    return last.data["status"], (last.data["error"] or {}).get("code", "")


def phases(events: Sequence[SseEvent], phase: str) -> list[Mapping[str, Any]]:
    """Return the progress events of steps in *phase*."""
    return [event.data for event in events if event.type == "progress" and event.data["phase"] == phase]


def seconds(events: Sequence[SseEvent]) -> float:
    """Return the duration of a run from its first step to its end."""
    began = next(event for event in events if event.type == "progress")
    return float(events[-1].body["timestamp"] - began.body["timestamp"]) / 1_000


def shown(events: Sequence[SseEvent], widget: str) -> list[Mapping[str, Any]]:
    """Return the components of one kind that a run displayed."""
    return [event.data["props"] for event in events if event.data.get("widgetType") == widget]


# The time of a step


@pytest.mark.parametrize(
    ("agent", "code"),
    [
        ("planner", "LLM_TIMEOUT"),
        ("rag", "VECTOR_DB_TIMEOUT"),
        ("executor", "EXECUTION_TIMEOUT"),
        ("critic", "EXECUTION_TIMEOUT"),
    ],
)
def test_a_step_within_its_time_succeeds_and_one_past_it_fails_with_the_code_of_its_agent(
    prompted: PromptedSystem, agent: str, code: str
) -> None:
    assert phases(prompted.chat({"text": f"{agent}=delay:0.5"}), "failed") == []
    assert first_failure(prompted, {"text": f"{agent}=hang"}) == code


def first_failure(prompted: PromptedSystem, body: Mapping[str, Any]) -> str:
    """Start a run, cancel it when an attempt of a step has failed, and return the code of that failure."""
    with prompted.http.stream("POST", "/api/agent/chat", json=body) as response:
        for event in read_events(response.iter_lines()):
            if event.data.get("phase") == "failed":
                prompted.http.post(f"/api/runs/{response.headers['X-Run-Id']}/cancel")
                return str(event.data["error"]["code"])
    raise AssertionError("nothing failed")


def test_waiting_for_a_worker_does_not_count_against_the_step(prompted: PromptedSystem) -> None:
    assert phases(prompted.chat({"text": f"executor=waiting,delay:{EXECUTOR_SECONDS + 0.5}"}), "failed") == []


def test_a_remote_model_has_a_longer_time_of_its_own(prompted: PromptedSystem) -> None:
    assert phases(prompted.chat({"text": f"executor=delay:{EXECUTOR_SECONDS + 0.5}", **REMOTE}), "failed") == []
    assert first_failure(prompted, {"text": "executor=hang", **REMOTE}) == "EXECUTION_TIMEOUT"


def test_a_critic_that_runs_out_of_time_counts_as_passed_with_a_remark(prompted: PromptedSystem) -> None:
    events = prompted.chat({"text": "critic=hang"})
    assert end(events) == ("succeeded", "")
    assert shown(events, "ImageResult")[-1]["score"] is None
    assert "not reviewed" in shown(events, "AgentMessage")[-1]["text"]


# The time of a run


@pytest.fixture(scope="module")
def clocked(prompted: PromptedSystem) -> Iterator[Mapping[str, list[SseEvent]]]:
    """Concurrent runs: one within its time, one past it, and one that had to wait for a slot."""
    prompts = {
        "past": "executor=waiting,hang",
        "within": f"executor=waiting,delay:{RUN_SECONDS * 0.6}",
        "queued": f"executor=waiting,delay:{RUN_SECONDS * 0.6}",
    }
    with ExitStack() as stack:
        runs = {name: stack.enter_context(prompted.started({"text": text})) for name, text in prompts.items()}
        assert prompted.state(runs["queued"])["status"] == "waiting"
        yield {name: prompted.events(run_id) for name, run_id in runs.items()}


def test_a_run_within_its_time_succeeds_and_one_past_it_fails(clocked: Mapping[str, list[SseEvent]]) -> None:
    assert end(clocked["within"]) == ("succeeded", "")
    assert end(clocked["past"]) == ("failed", "EXECUTION_TIMEOUT")
    assert RUN_SECONDS <= seconds(clocked["past"]) + 0.1 < RUN_SECONDS + LATE


def test_time_in_the_queue_does_not_count_against_the_run(clocked: Mapping[str, list[SseEvent]]) -> None:
    first, last = clocked["queued"][0], clocked["queued"][-1]
    assert last.body["timestamp"] - first.body["timestamp"] > RUN_SECONDS * 1_000
    assert end(clocked["queued"]) == ("succeeded", "")


def test_a_run_with_a_remote_model_has_a_longer_time_of_its_own(prompted: PromptedSystem) -> None:
    within, past = {"text": f"executor=waiting,delay:{RUN_SECONDS + 0.5}", **REMOTE}, HOLD | REMOTE
    with prompted.started(within) as first, prompted.started(past) as second:
        assert end(prompted.events(first)) == ("succeeded", "")
        events = prompted.events(second)
    assert end(events) == ("failed", "EXECUTION_TIMEOUT")
    assert float(SMALL["run_remote_seconds"]) <= seconds(events) + 0.1 < float(SMALL["run_remote_seconds"]) + LATE


# Attempts and returns


@pytest.mark.parametrize(("failures", "how"), [(3, ("succeeded", "")), (4, ("failed", "EXECUTION_FAILED"))])
def test_a_step_is_retried_at_most_three_times(prompted: PromptedSystem, failures: int, how: tuple[str, str]) -> None:
    events = prompted.chat({"text": f"executor=EXECUTION_FAILED*{failures}"})
    assert (len(phases(events, "failed")), end(events)) == (failures, how)


def test_the_critic_sends_a_run_back_three_times_and_the_fourth_image_may_pass(prompted: PromptedSystem) -> None:
    events = prompted.chat({"text": "critic-1=score:0.3 critic-2=score:0.4 critic-3=score:0.5"})
    assert len(phases(events, "reflowed")) == 3 and end(events) == ("succeeded", "")
    assert shown(events, "ImageResult")[-1]["score"] == 0.9


def test_after_the_last_return_the_best_image_is_delivered_with_score_and_suggestions(
    prompted: PromptedSystem,
) -> None:
    events = prompted.chat({"text": "critic=score:0.3 critic-2=score:0.5"})
    delivered = shown(events, "ImageResult")[-1]
    assert len(phases(events, "reflowed")) == 3 and end(events) == ("succeeded", "")
    assert (delivered["assetId"], delivered["score"]) == ("executor-2", 0.5)
    assert shown(events, "SuggestionChips")[-1]["suggestions"] == [SUGGESTION]


@pytest.mark.parametrize(("score", "returns"), [("0.6", 0), ("0.599", 3)])
def test_an_image_is_delivered_from_a_score_of_060_and_returned_below_it(
    prompted: PromptedSystem, score: str, returns: int
) -> None:
    events = prompted.chat({"text": f"critic=score:{score}"})
    assert len(phases(events, "reflowed")) == returns
    assert shown(events, "SuggestionChips")[-1]["suggestions"] == [SUGGESTION]


@pytest.mark.parametrize(("confidence", "images"), [("0.5", 0), ("0.51", 1)])
def test_a_run_paints_only_above_a_confidence_of_050(prompted: PromptedSystem, confidence: str, images: int) -> None:
    events = prompted.chat({"text": f"planner=confidence:{confidence}"})
    assert end(events) == ("succeeded", "") and len(shown(events, "ImageResult")) == images


# The queue


def test_runs_of_one_session_are_executed_one_at_a_time_in_order(prompted: PromptedSystem) -> None:
    session = {"sessionId": prompted.open_session()}
    with ExitStack() as stack:
        runs = [stack.enter_context(prompted.started({"text": "executor=delay:0.3", **session})) for _ in range(3)]
        assert [prompted.state(run_id)["status"] for run_id in runs[1:]] == ["waiting", "waiting"]
        logs = [prompted.events(run_id) for run_id in runs]
    begins = [next(event for event in log if event.type == "progress").body["timestamp"] for log in logs]
    ends = [log[-1].body["timestamp"] for log in logs]
    assert all(ended <= started for ended, started in zip(ends, begins[1:], strict=False))


async def test_two_runs_execute_two_wait_and_the_fifth_is_rejected_with_a_hint_and_not_stored(
    prompted: PromptedSystem,
) -> None:
    with ExitStack() as stack:
        runs = [stack.enter_context(prompted.started(HOLD)) for _ in range(4)]
        await eventually(lambda: prompted.state(runs[1])["status"] == "running")
        known = run_ids(prompted)
        rejected = prompted.http.post("/api/agent/chat", json=HOLD)
        over_grpc = start(prompted)
        assert [prompted.state(run_id)["status"] for run_id in runs] == ["running", "running", "waiting", "waiting"]
        assert run_ids(prompted) == known
        prompted.http.post(f"/api/runs/{runs[3]}/cancel")
        stack.enter_context(prompted.started(HOLD))
    assert (rejected.status_code, rejected.json()["error"]["code"]) == (httpx.codes.TOO_MANY_REQUESTS, "QUEUE_FULL")
    assert int(rejected.headers["Retry-After"]) >= 1
    assert isinstance(over_grpc, grpc.Call) and over_grpc.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    status = rpc_status.from_call(over_grpc)
    assert status is not None and any(detail.Is(RetryInfo.DESCRIPTOR) for detail in status.details)


def run_ids(prompted: PromptedSystem) -> list[str]:
    """Return the newest runs, newest first."""
    return [run["runId"] for run in prompted.http.get("/api/runs").json()["runs"]]


def start(prompted: PromptedSystem) -> orchestrator_pb2.StartRunResponse | grpc.RpcError:
    """Start a run over gRPC and return the answer, or the rejection."""
    with grpc.insecure_channel(prompted.orchestrator) as channel:
        stub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
        try:
            requested = events_pb2.ImageChatInput(text=HOLD["text"])
            return stub.StartRun(orchestrator_pb2.StartRunRequest(image_chat=requested), timeout=60)
        except grpc.RpcError as error:
            return error


# What is stored


def test_a_session_stores_its_last_messages_and_the_planner_receives_the_last_five(prompted: PromptedSystem) -> None:
    session, received, stored = prompted.open_session(), list[str](), list[list[str]]()
    for number in range(4):
        events = prompted.chat({"text": f"wish {number}", "sessionId": session})
        received.append(next(event.data["message"] for event in events if "heard" in event.data.get("message", "")))
        messages = prompted.http.get(f"/api/sessions/{session}").json()["messages"]
        stored.append([text["content"] for text in messages if text["role"] == "user"])
    assert [line.split(":")[0] for line in received] == ["heard 0", "heard 2", "heard 4", "heard 5"]
    assert received[3].endswith("wish 1 | Here is your image. | wish 2 | Here is your image.")
    assert stored[2:] == [["wish 0", "wish 1", "wish 2"], ["wish 1", "wish 2", "wish 3"]]


def test_a_run_at_its_size_limit_succeeds_and_a_slightly_larger_one_fails_with_its_events_stored(
    prompted: PromptedSystem,
) -> None:
    rest = RUN_BYTES - stored_bytes(prompted, 0)[1]
    within, within_bytes = stored_bytes(prompted, rest - ABOUT)
    past, past_bytes = stored_bytes(prompted, rest + ABOUT)
    assert (end(within), end(past)) == (("succeeded", ""), ("failed", "WORKFLOW_ERROR"))
    assert RUN_BYTES - 2 * ABOUT <= within_bytes <= RUN_BYTES
    assert [event.id for event in past] == list(range(1, len(past) + 1)) and past_bytes < RUN_BYTES * 1.02


def stored_bytes(prompted: PromptedSystem, thought: int) -> tuple[list[SseEvent], int]:
    """Run with a *thought* of that many bytes; return its events and their size in the log."""
    events = prompted.chat({"text": f"executor=thoughts:1:{thought:06d}"})
    with grpc.insecure_channel(prompted.orchestrator) as channel:
        stub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
        request = orchestrator_pb2.WatchRunRequest(run_id=events[0].body["runId"])
        batches = stub.WatchRun(request, timeout=60)
        return events, sum(event.ByteSize() for batch in batches for event in batch.events)


@pytest.mark.parametrize(("prompt", "stored"), [("passed:0.9", True), ("score:0.65", False)])
def test_components_are_stored_up_to_the_limit_and_one_more_drops_the_oldest_which_the_log_reports(
    prompted: PromptedSystem, prompt: str, stored: bool
) -> None:
    before = prompted.log.read_text().count("oldest component dropped")
    run_id = prompted.chat({"text": f"critic={prompt}"})[0].body["runId"]
    widgets = [component["widgetType"] for component in prompted.state(run_id)["uiComponents"]]
    assert widgets == (["AgentMessage", *CARDS] if stored else [*CARDS, "SuggestionChips"])
    assert (prompted.log.read_text().count("oldest component dropped") == before) == stored


async def test_a_session_exists_until_its_idle_time_is_over_and_then_expires(prompted: PromptedSystem) -> None:
    session = prompted.open_session()
    path, used = f"/api/sessions/{session}", time.monotonic()
    prompted.chat({"text": "a cat", "sessionId": session})
    assert prompted.http.get(path).status_code == httpx.codes.OK
    await eventually(lambda: prompted.http.get(path).status_code == httpx.codes.GONE, timeout=60, pause=0.1)
    assert time.monotonic() - used > IDLE_SECONDS
    assert end_of_use(prompted, session) == "SESSION_EXPIRED"


def end_of_use(prompted: PromptedSystem, session: str) -> str:
    """Return the code with which another prompt in *session* is rejected."""
    response = prompted.http.post("/api/agent/chat", json={"text": "a cat", "sessionId": session})
    return str(response.json()["error"]["code"])
