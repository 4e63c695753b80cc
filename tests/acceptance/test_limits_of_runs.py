"""The limits of runs, sessions and the queue, at the limit and past it; the table of all rows is in test_limits.py."""

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

from tests.fixtures.eventually import eventually
from tests.fixtures.system import SseEvent, read_events
from tests.fixtures.told_roles import SUGGESTION
from tests.fixtures.told_system import SMALL, ToldSystem

REMOTE = {"preferredModel": "qwen-image"}
CARDS = ["ImageResult", "ParameterPanel"]
HOLD = {"text": "executor=waiting,hang"}
RUN_BYTES, IDLE_SECONDS = int(SMALL["run_bytes"]), float(SMALL["session_idle_seconds"])
# How late a busy machine may be, in seconds.
LATE = 2.0
# Times in events differ by a few bytes from run to run.
ABOUT = 100


def end(events: Sequence[SseEvent]) -> tuple[str, str]:
    """Return how a run ended, and the code of its error ("" for none)."""
    last = events[-1]
    assert last.type == "stream_end"
    return last.data["status"], (last.data["error"] or {}).get("code", "")


def phases(events: Sequence[SseEvent], phase: str) -> list[Mapping[str, Any]]:
    """Return what was told of steps in *phase*."""
    return [event.data for event in events if event.type == "progress" and event.data["phase"] == phase]


def seconds(events: Sequence[SseEvent]) -> float:
    """Return how long a run took from its first step to its end."""
    began = next(event for event in events if event.type == "progress")
    return float(events[-1].body["timestamp"] - began.body["timestamp"]) / 1_000


def shown(events: Sequence[SseEvent], widget: str) -> list[Mapping[str, Any]]:
    """Return what a run showed of one widget."""
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
def test_a_step_within_its_time_does_well_and_one_past_it_fails_with_the_code_of_its_agent(
    told: ToldSystem, agent: str, code: str
) -> None:
    assert phases(told.chat({"text": f"{agent}=delay:0.5"}), "failed") == []
    assert first_failure(told, {"text": f"{agent}=hang"}) == code


def first_failure(told: ToldSystem, body: Mapping[str, Any]) -> str:
    """Start a run, cancel it at the first try of a step that fails, and return the code of that."""
    with told.http.stream("POST", "/api/agent/chat", json=body) as response:
        for event in read_events(response.iter_lines()):
            if event.data.get("phase") == "failed":
                told.http.post(f"/api/runs/{response.headers['X-Run-Id']}/cancel")
                return str(event.data["error"]["code"])
    raise AssertionError("nothing failed")


def test_waiting_for_a_worker_does_not_count_against_the_step(told: ToldSystem) -> None:
    assert phases(told.chat({"text": "executor=waiting,delay:1.3"}), "failed") == []


def test_a_remote_model_has_a_longer_time_of_its_own(told: ToldSystem) -> None:
    assert phases(told.chat({"text": "executor=delay:1.3", **REMOTE}), "failed") == []
    assert first_failure(told, {"text": "executor=hang", **REMOTE}) == "EXECUTION_TIMEOUT"


def test_a_critic_out_of_time_counts_as_passed_with_a_note(told: ToldSystem) -> None:
    events = told.chat({"text": "critic=hang"})
    assert end(events) == ("succeeded", "")
    assert shown(events, "ImageResult")[-1]["score"] is None
    assert "not judged" in shown(events, "AgentMessage")[-1]["text"]


# The time of a run


@pytest.fixture(scope="module")
def clocked(told: ToldSystem) -> Iterator[Mapping[str, list[SseEvent]]]:
    """Runs that began at once: one within its time, one past it, and one that had to wait for a place."""
    wishes = {
        "past": "executor=waiting,hang",
        "within": "executor=waiting,delay:2",
        "queued": "executor=waiting,delay:2",
    }
    with ExitStack() as stack:
        runs = {name: stack.enter_context(told.started({"text": text})) for name, text in wishes.items()}
        assert told.state(runs["queued"])["status"] == "waiting"
        yield {name: told.events(run_id) for name, run_id in runs.items()}


def test_a_run_within_its_time_does_well_and_one_past_it_fails_then(clocked: Mapping[str, list[SseEvent]]) -> None:
    assert end(clocked["within"]) == ("succeeded", "")
    assert end(clocked["past"]) == ("failed", "EXECUTION_TIMEOUT")
    assert float(SMALL["run_seconds"]) <= seconds(clocked["past"]) + 0.1 < float(SMALL["run_seconds"]) + LATE


def test_time_in_the_queue_does_not_count_against_the_run(clocked: Mapping[str, list[SseEvent]]) -> None:
    first, last = clocked["queued"][0], clocked["queued"][-1]
    assert last.body["timestamp"] - first.body["timestamp"] > float(SMALL["run_seconds"]) * 1_000
    assert end(clocked["queued"]) == ("succeeded", "")


def test_a_run_with_a_remote_model_has_a_longer_time_of_its_own(told: ToldSystem) -> None:
    within, past = {"text": "executor=waiting,delay:3.4", **REMOTE}, HOLD | REMOTE
    with told.started(within) as first, told.started(past) as second:
        assert end(told.events(first)) == ("succeeded", "")
        events = told.events(second)
    assert end(events) == ("failed", "EXECUTION_TIMEOUT")
    assert float(SMALL["run_remote_seconds"]) <= seconds(events) + 0.1 < float(SMALL["run_remote_seconds"]) + LATE


# Tries and returns


@pytest.mark.parametrize(("failures", "how"), [(3, ("succeeded", "")), (4, ("failed", "EXECUTION_FAILED"))])
def test_a_step_is_tried_again_three_times_and_no_more(told: ToldSystem, failures: int, how: tuple[str, str]) -> None:
    events = told.chat({"text": f"executor=EXECUTION_FAILED*{failures}"})
    assert (len(phases(events, "failed")), end(events)) == (failures, how)


def test_the_critic_sends_a_run_back_three_times_and_the_fourth_picture_may_pass(told: ToldSystem) -> None:
    events = told.chat({"text": "critic-1=score:0.3 critic-2=score:0.4 critic-3=score:0.5"})
    assert len(phases(events, "reflowed")) == 3 and end(events) == ("succeeded", "")
    assert shown(events, "ImageResult")[-1]["score"] == 0.9


def test_after_the_last_return_the_best_picture_is_delivered_with_score_and_suggestions(told: ToldSystem) -> None:
    events = told.chat({"text": "critic=score:0.3 critic-2=score:0.5"})
    delivered = shown(events, "ImageResult")[-1]
    assert len(phases(events, "reflowed")) == 3 and end(events) == ("succeeded", "")
    assert (delivered["assetId"], delivered["score"]) == ("executor-2", 0.5)
    assert shown(events, "SuggestionChips")[-1]["suggestions"] == [SUGGESTION]


@pytest.mark.parametrize(("score", "returns"), [("0.6", 0), ("0.599", 3)])
def test_from_060_up_a_picture_is_delivered_and_below_it_goes_back(told: ToldSystem, score: str, returns: int) -> None:
    events = told.chat({"text": f"critic=score:{score}"})
    assert len(phases(events, "reflowed")) == returns
    assert shown(events, "SuggestionChips")[-1]["suggestions"] == [SUGGESTION]


@pytest.mark.parametrize(("confidence", "how"), [("0.5", ("failed", "INTENT_UNKNOWN")), ("0.51", ("succeeded", ""))])
def test_only_above_a_confidence_of_050_does_a_run_go_on(
    told: ToldSystem, confidence: str, how: tuple[str, str]
) -> None:
    assert end(told.chat({"text": f"planner=confidence:{confidence}"})) == how


# The queue


def test_runs_of_one_session_go_one_at_a_time_in_order(told: ToldSystem) -> None:
    session = {"sessionId": told.open_session()}
    with ExitStack() as stack:
        runs = [stack.enter_context(told.started({"text": "executor=delay:0.3", **session})) for _ in range(3)]
        assert [told.state(run_id)["status"] for run_id in runs[1:]] == ["waiting", "waiting"]
        logs = [told.events(run_id) for run_id in runs]
    begins = [next(event for event in log if event.type == "progress").body["timestamp"] for log in logs]
    ends = [log[-1].body["timestamp"] for log in logs]
    assert all(ended <= begun for ended, begun in zip(ends, begins[1:], strict=False))


async def test_two_run_two_wait_and_the_fifth_is_refused_with_a_hint_and_not_stored(told: ToldSystem) -> None:
    with ExitStack() as stack:
        runs = [stack.enter_context(told.started(HOLD)) for _ in range(4)]
        await eventually(lambda: told.state(runs[1])["status"] == "running")
        known = run_ids(told)
        refused = told.http.post("/api/agent/chat", json=HOLD)
        over_grpc = start(told)
        assert [told.state(run_id)["status"] for run_id in runs] == ["running", "running", "waiting", "waiting"]
        assert run_ids(told) == known
        told.http.post(f"/api/runs/{runs[3]}/cancel")
        stack.enter_context(told.started(HOLD))
    assert (refused.status_code, refused.json()["error"]["code"]) == (httpx.codes.TOO_MANY_REQUESTS, "QUEUE_FULL")
    assert int(refused.headers["Retry-After"]) >= 1
    assert isinstance(over_grpc, grpc.Call) and over_grpc.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    status = rpc_status.from_call(over_grpc)
    assert status is not None and any(detail.Is(RetryInfo.DESCRIPTOR) for detail in status.details)


def run_ids(told: ToldSystem) -> list[str]:
    """Return the newest runs, newest first."""
    return [run["runId"] for run in told.http.get("/api/runs").json()["runs"]]


def start(told: ToldSystem) -> orchestrator_pb2.StartRunResponse | grpc.RpcError:
    """Start a run over gRPC and return the answer, or the refusal."""
    with grpc.insecure_channel(told.orchestrator) as channel:
        stub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
        try:
            asked = events_pb2.ImageChatInput(text=HOLD["text"])
            return stub.StartRun(orchestrator_pb2.StartRunRequest(image_chat=asked), timeout=10)
        except grpc.RpcError as error:
            return error


# What is kept


def test_a_session_keeps_its_last_messages_and_the_planner_hears_the_last_five(told: ToldSystem) -> None:
    session, heard, kept = told.open_session(), list[str](), list[list[str]]()
    for number in range(4):
        events = told.chat({"text": f"wish {number}", "sessionId": session})
        heard.append(next(event.data["message"] for event in events if "heard" in event.data.get("message", "")))
        messages = told.http.get(f"/api/sessions/{session}").json()["messages"]
        kept.append([said["content"] for said in messages if said["role"] == "user"])
    assert [line.split(":")[0] for line in heard] == ["heard 0", "heard 2", "heard 4", "heard 5"]
    assert heard[3].endswith("wish 1 | Here is your picture. | wish 2 | Here is your picture.")
    assert kept[2:] == [["wish 0", "wish 1", "wish 2"], ["wish 1", "wish 2", "wish 3"]]


def test_a_run_of_just_its_size_does_well_and_one_a_little_larger_breaks_with_what_is_stored_kept(
    told: ToldSystem,
) -> None:
    rest = RUN_BYTES - stored_bytes(told, 0)[1]
    within, within_bytes = stored_bytes(told, rest - ABOUT)
    past, past_bytes = stored_bytes(told, rest + ABOUT)
    assert (end(within), end(past)) == (("succeeded", ""), ("failed", "WORKFLOW_ERROR"))
    assert RUN_BYTES - 2 * ABOUT <= within_bytes <= RUN_BYTES
    assert [event.id for event in past] == list(range(1, len(past) + 1)) and past_bytes < RUN_BYTES * 1.02


def stored_bytes(told: ToldSystem, thought: int) -> tuple[list[SseEvent], int]:
    """Run with a thought of so many bytes; return its events, and how many bytes they have in the log."""
    events = told.chat({"text": f"executor=thoughts:1:{thought:06d}"})
    with grpc.insecure_channel(told.orchestrator) as channel:
        stub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
        request = orchestrator_pb2.WatchRunRequest(run_id=events[0].body["runId"])
        batches = stub.WatchRun(request, timeout=30)
        return events, sum(event.ByteSize() for batch in batches for event in batch.events)


@pytest.mark.parametrize(("wish", "kept"), [("passed:0.9", True), ("score:0.65", False)])
def test_as_many_components_as_allowed_are_kept_and_one_more_drops_the_oldest_which_the_log_tells(
    told: ToldSystem, wish: str, kept: bool
) -> None:
    before = told.log.read_text().count("oldest component dropped")
    run_id = told.chat({"text": f"critic={wish}"})[0].body["runId"]
    widgets = [component["widgetType"] for component in told.state(run_id)["uiComponents"]]
    assert widgets == (["AgentMessage", *CARDS] if kept else [*CARDS, "SuggestionChips"])
    assert (told.log.read_text().count("oldest component dropped") == before) == kept


async def test_a_session_is_there_until_it_was_idle_for_its_time_and_then_has_expired(told: ToldSystem) -> None:
    session = told.open_session()
    path, used = f"/api/sessions/{session}", time.monotonic()
    told.chat({"text": "a cat", "sessionId": session})
    assert told.http.get(path).status_code == httpx.codes.OK
    await eventually(lambda: told.http.get(path).status_code == httpx.codes.GONE, timeout=30, pause=0.1)
    assert time.monotonic() - used > IDLE_SECONDS
    assert end_of_use(told, session) == "SESSION_EXPIRED"


def end_of_use(told: ToldSystem, session: str) -> str:
    """Return the code with which another wish in *session* is refused."""
    response = told.http.post("/api/agent/chat", json={"text": "a cat", "sessionId": session})
    return str(response.json()["error"]["code"])
