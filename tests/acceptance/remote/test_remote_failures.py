"""Every failure of a provider, through the public API: the error for the user, the retries, the payments."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.systems.remote_system import (
    REMOTE_SECONDS,
    RemoteSystem,
    failures,
    finished,
    remote_system,
    shown,
    status,
    text,
    waits,
)

Behavior = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """A behavior of every request, its error code, the waits between attempts, and the requests per attempt."""

    behavior: Behavior
    code: str
    waits: tuple[float, ...] = ()
    requests: int = 1


API, LIMITED, SLOW = (5.0, 10.0, 20.0), (60.0,), (3.0, 6.0)
CASES = {
    "429": Case({"status": 429}, "LLM_RATE_LIMIT", LIMITED),
    "429 with Retry-After": Case({"status": 429, "retry_after": 7}, "LLM_RATE_LIMIT", (7.0,)),
    "500": Case({"status": 500}, "LLM_API_ERROR", API),
    "503": Case({"status": 503}, "LLM_API_ERROR", API),
    "a connection that breaks": Case({"reset": True}, "LLM_API_ERROR", API),
    "no answer in time": Case({"hang": True}, "LLM_TIMEOUT", SLOW),
    "broken JSON": Case({"answer": '{"action": "generate_image", "subj'}, "LLM_API_ERROR", API, requests=2),
    "empty choices": Case({"empty": True}, "LLM_API_ERROR", API),
    "a stream cut in the middle": Case({"cut_after": 6}, "LLM_API_ERROR", API),
    "a wrong key": Case({"failure": "key"}, "LLM_REFUSED"),
    "no quota": Case({"failure": "quota"}, "LLM_REFUSED"),
}


def always(behavior: Behavior, model: str = "") -> dict[str, Any]:
    return {**behavior, "always": True, "model": model}


def about(expected: tuple[float, ...], seen: list[float]) -> bool:
    """Return whether *seen* are the waits *expected*, with up to a quarter of jitter."""
    return len(seen) == len(expected) and all(
        wait * 0.99 <= got <= wait * 1.26 for wait, got in zip(expected, seen, strict=True)
    )


@pytest.mark.parametrize("name", CASES)
def test_a_planner_whose_model_fails_is_retried_by_the_table_and_then_does_without_it(
    remote: RemoteSystem, name: str
) -> None:
    case = CASES[name]
    remote.providers.script("openai.chat", always(case.behavior, "fake-planner"))
    events = remote.chat()
    attempts = 1 + len(case.waits)
    assert [code for code, _ in failures(events, "planner")] == [case.code] * attempts
    assert about(case.waits, waits(events, "planner")), failures(events, "planner")
    requested = [entry for entry in remote.providers.request_log("openai.chat") if entry["model"] == "fake-planner"]
    assert len(requested) == attempts * case.requests
    intent = finished(events, "intent")
    assert status(events) == "succeeded"
    assert (intent["degraded"], intent["confidence"], intent["engine"]) == (True, 0.6, "builtin")


@pytest.mark.parametrize("name", CASES)
def test_one_failure_of_the_planners_model_is_repaired_by_one_retry(remote: RemoteSystem, name: str) -> None:
    case = CASES[name]
    if not case.waits:
        pytest.skip("nobody tries this again")
    remote.providers.script("openai.chat", {**case.behavior, "model": "fake-planner", "times": case.requests})
    events = remote.chat()
    assert [code for code, _ in failures(events, "planner")] == [case.code]
    assert (finished(events, "intent")["degraded"], status(events)) == (False, "succeeded")


def test_the_text_of_an_interrupted_stream_is_withdrawn_and_the_next_attempt_streams_all_of_it(
    remote: RemoteSystem,
) -> None:
    answer = {
        "reply": "好的，我来画一只猫，用水彩画出柔和的光。", "action": "generate_image", "subject": "猫",
        "style": "水彩", "confidence": 0.95, "prompt": "一只猫", "parameters": {},
    }  # fmt: skip
    mine = {"model": "fake-planner", "answer": answer}
    remote.providers.script("openai.chat", {**mine, "cut_after": 12}, mine)
    events = remote.chat()
    attempts = [
        event.data["attempt"] for event in events if event.type == "thought_log" and event.data.get("kind") == "message"
    ]
    assert set(attempts) == {1, 2}
    (void,) = [event.data for event in events if event.type == "progress" and event.data["phase"] == "failed"]
    assert (void["attempt"], void["superseded"]) == (1, True)
    assert text([event for event in events if event.data.get("attempt") == 2], "planner") == answer["reply"]


def test_an_answer_that_takes_too_long_is_still_counted(remote: RemoteSystem) -> None:
    dripping = {"model": "fake-planner", "answer": "so " * 200, "pause": 0.2}
    remote.providers.script("openai.chat", dripping)
    events = remote.chat()
    assert failures(events, "planner")[0][0] == "LLM_TIMEOUT"
    used = [event.data for event in events if event.data.get("kind") == "usage" and event.data["node"] == "planner"]
    assert [event["attempt"] for event in used] == [1, 2]


def test_content_that_the_planners_provider_rejects_is_reported_and_not_sent_to_another_model(
    remote: RemoteSystem,
) -> None:
    remote.providers.script("openai.chat", always({"content_filter": True}, "fake-planner"))
    events = remote.chat()
    assert failures(events, "planner") == [("CONTENT_REFUSED", None)]
    assert status(events) == "failed"
    assert "put it differently" in shown(events, "AgentMessage")["text"]
    assert len(remote.providers.request_log("openai.chat")) == 1


CRITIC = {name: case for name, case in CASES.items() if name != "a stream cut in the middle"}


@pytest.mark.parametrize("name", [*CRITIC, "a content filter"])
def test_a_critic_whose_model_fails_passes_with_a_remark_and_is_not_retried(remote: RemoteSystem, name: str) -> None:
    behavior = CASES[name].behavior if name in CASES else {"content_filter": True}
    remote.providers.script("openai.chat", always(behavior, "fake-vision"))
    events = remote.chat()
    (check,) = [event.data for event in events if event.type == "quality_check"]
    assert (check["passed"], status(events)) == (True, "succeeded")
    assert "vision model" in check["feedback"]
    requested = [entry for entry in remote.providers.request_log("openai.chat") if entry["model"] == "fake-vision"]
    assert len(requested) == (CASES[name].requests if name in CASES else 1)


EMBEDDING = ("429", "500", "a connection that breaks", "a wrong key")


@pytest.mark.parametrize("name", EMBEDDING)
def test_a_retrieval_whose_model_fails_is_retried_by_the_table_and_never_stops_the_run(
    remote: RemoteSystem, name: str
) -> None:
    case = CASES[name]
    remote.providers.script("openai.embeddings", always(case.behavior))
    text = f"a lantern on a bridge while it is {name}"
    events = remote.chat(text=text)
    assert [code for code, _ in failures(events, "rag")] == [case.code] * (1 + len(case.waits))
    assert about(case.waits, waits(events, "rag"))
    warnings = [event.data["error"]["code"] for event in events if event.data.get("level") == "warning"]
    assert (status(events), warnings) == ("succeeded", [case.code])


def test_a_retrieval_whose_model_is_too_slow_is_retried_as_a_failure_of_the_model(remote: RemoteSystem) -> None:
    remote.providers.script("openai.embeddings", {"hang": True})
    events = remote.chat(text="a lantern on a bridge at noon")
    assert [code for code, _ in failures(events, "rag")] == ["LLM_TIMEOUT"]
    assert about(SLOW[:1], waits(events, "rag"))
    assert status(events) == "succeeded"


# The endpoint that accepts the order, by image engine, and the failures there.
IMAGES = {
    "fake-openai": "openai.images",
    "fake-dashscope": "dashscope.submit",
    "fake-comfyui": "comfyui.prompt",
}
IMAGE_CASES = ("429 with Retry-After", "500", "a connection that breaks", "a wrong key")


@pytest.mark.parametrize(
    ("engine", "name"),
    # ComfyUI accepts an id of ours, which identifies an order later; the next test covers the other engines.
    [
        (engine, name)
        for engine in IMAGES
        for name in IMAGE_CASES
        if engine == "fake-comfyui" or name != "a connection that breaks"
    ],
)
def test_an_engine_that_keeps_failing_is_retried_by_the_table_and_nothing_is_paid(
    remote: RemoteSystem, engine: str, name: str
) -> None:
    case = CASES[name]
    remote.providers.script(IMAGES[engine], always(case.behavior))
    events = remote.chat(preferredModel=engine)
    assert [code for code, _ in failures(events, "executor")] == [case.code] * (1 + len(case.waits))
    assert about(case.waits, waits(events, "executor")), failures(events, "executor")
    assert status(events) == "failed"
    assert shown(events, "AgentMessage")["state"] == "failed"
    assert remote.providers.paid(IMAGES[engine]) == []


AT_ONCE = """
[images.engines.fake-at-once]
kind = "dashscope"
provider = "fake_dashscope"
model = "z-image-turbo"
"""
SYNCHRONOUS = "fake-at-once"


@pytest.mark.parametrize(
    ("engine", "endpoint", "behavior"),
    [
        ("fake-dashscope", "dashscope.submit", {"reset": True}),
        ("fake-openai", "openai.images", {"reset": True}),
        (SYNCHRONOUS, "dashscope.ask", {"reset": True}),
        (SYNCHRONOUS, "dashscope.ask", {"delay": 30, "works_on": True}),
    ],
)
def test_a_request_that_may_have_been_accepted_is_not_sent_again_and_the_user_is_informed(
    tmp_path: Path, engine: str, endpoint: str, behavior: Behavior
) -> None:
    with remote_system(tmp_path, roles=(), more=AT_ONCE) as remote:
        remote.providers.script(endpoint, always(behavior))
        events = remote.chat(preferredModel=engine)
        assert failures(events, "executor") == [("OUTCOME_UNKNOWN", None)]
        assert status(events) == "failed"
        assert "not requested again" in shown(events, "AgentMessage")["text"]
        assert len(remote.providers.request_log(endpoint)) == 1


@pytest.mark.parametrize("engine", IMAGES)
def test_an_engine_that_fails_once_delivers_at_the_next_attempt_and_one_image_is_paid(
    remote: RemoteSystem, engine: str
) -> None:
    remote.providers.script(IMAGES[engine], {"status": 500})
    events = remote.chat(preferredModel=engine)
    assert [code for code, _ in failures(events, "executor")] == ["LLM_API_ERROR"]
    assert status(events) == "succeeded"
    assert len(remote.providers.paid(IMAGES[engine])) == 1


@pytest.mark.parametrize("engine", ["fake-openai", "fake-dashscope"])
def test_content_that_an_image_provider_rejects_is_reported_once(remote: RemoteSystem, engine: str) -> None:
    remote.providers.script(IMAGES[engine], always({"failure": "content"}))
    events = remote.chat(preferredModel=engine)
    assert failures(events, "executor") == [("CONTENT_REFUSED", None)]
    assert status(events) == "failed"
    assert remote.providers.paid() == [entry for entry in remote.providers.paid() if entry["door"] != IMAGES[engine]]


@pytest.mark.parametrize(("engine", "code"), [("fake-dashscope", "LLM_TIMEOUT"), ("fake-comfyui", "EXECUTION_TIMEOUT")])
def test_an_image_that_arrives_too_late_is_found_by_the_next_attempt_and_paid_once(
    remote: RemoteSystem, engine: str, code: str
) -> None:
    remote.providers.script(IMAGES[engine], {"lasts": REMOTE_SECONDS + 0.5})
    events = remote.chat(preferredModel=engine)
    assert [late for late, _ in failures(events, "executor")] == [code]
    assert status(events) == "succeeded"
    assert len(remote.providers.paid(IMAGES[engine])) == 1
