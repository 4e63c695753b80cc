"""Every field of an image chat and of its errors that the specification names, in real streams and runs."""

import json
import uuid
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from jsonschema import validate  # type: ignore[import-untyped]

from services.gateway.dialects.chat_sse.fields import FIELDS, build_schema
from tests.fixtures.systems.prompted_system import PromptedSystem
from tests.fixtures.systems.remote_system import RemoteSystem, finished
from tests.fixtures.systems.system import SseEvent, System

SMALL = {"width": 64, "height": 64}
STATE = (
    "messages.0.role", "messages.0.content", "messages.0.timestamp", "userInput", "error",
    "intent.action", "intent.subject", "intent.style", "intent.confidence", "intent.rawResponse", "intent.parameters",
    "intent.reasoning",
    "enhancedPrompt.original", "enhancedPrompt.final",
    "enhancedPrompt.retrieved.0.style", "enhancedPrompt.retrieved.0.prompt", "enhancedPrompt.retrieved.0.similarity",
    "executionResult.imageUrl", "executionResult.taskType", "executionResult.metadata.model",
    "executionResult.metadata.seed", "executionResult.metadata.size", "executionResult.metadata.prompt",
    "executionResult.metadata.timings",
    "qualityCheck.passed", "qualityCheck.score", "qualityCheck.feedback", "qualityCheck.suggestions",
    "qualityCheck.dimensions",
    "uiComponents.0.widgetType", "uiComponents.0.props", "uiComponents.0.id", "uiComponents.0.timestamp",
    "metadata.sessionId", "metadata.currentNode", "metadata.startTime", "metadata.retryCount", "metadata.retries",
)  # fmt: skip
EVENTS = {
    "connection": ("status",),
    "thought_log": ("node", "message"),
    "progress": ("phase", "message"),
    "gen_ui_component": ("widgetType", "props", "id", "timestamp"),
    "quality_check": ("passed", "score", "feedback", "suggestions"),
    "error": ("code", "message"),
    "stream_end": ("status",),
}
WIDGETS = {
    "AgentMessage": ("state", "text", "isThinking"),
    "ImageResult": ("imageUrl",),
    "ParameterPanel": ("parameters.0.name", "parameters.0.value"),
    "SuggestionChips": ("suggestions",),
    "MaskRequest": ("text",),
}
ERROR = (
    "code", "category", "level", "message", "node", "timestamp", "sessionId", "runId", "recoverable", "retryable",
    "retryAfter", "maxRetries", "metadata.traceId", "metadata.field", "metadata.attempts",
)  # fmt: skip
RECORD = (
    "message", "code", "category", "level", "node", "recoverable", "retryable", "session_id", "run_id", "trace_id",
    "http_method", "http_path",
)  # fmt: skip


def read(value: Any, path: str) -> Any:
    """Return the field of *value* at *path*. Raises KeyError or IndexError where it is missing."""
    for part in path.split("."):
        value = value[int(part)] if part.isdigit() else value[part]
    return value


@pytest.fixture(scope="module")
def painted(system: System) -> list[SseEvent]:
    """The stream of a run that succeeds."""
    return system.chat({"text": "画一只水墨风格的猫", **SMALL}, {"Accept-Language": "zh"})


@pytest.fixture(scope="module")
def streams(system: System, painted: list[SseEvent]) -> list[SseEvent]:
    """The streams of runs that succeed, that request a mask, and that are not understood."""
    return [*painted, *system.chat({"text": "局部重绘", **SMALL}), *system.chat({"text": "😀" * 60, **SMALL})]


@pytest.fixture(scope="module")
def troubled(prompted: PromptedSystem) -> list[SseEvent]:
    """The streams of runs whose executor fails permanently, and whose critic sends the work back."""
    failed = prompted.chat({"text": "executor=EXECUTION_FAILED", **SMALL})
    return [*failed, *prompted.chat({"text": "critic-1=score:0.2 executor-1=EXECUTION_FAILED*1", **SMALL})]


@pytest.mark.parametrize("path", STATE)
def test_a_run_has_the_field(system: System, painted: list[SseEvent], path: str) -> None:
    read(system.state(painted[0].body["runId"]), path)


@pytest.mark.parametrize("kind", EVENTS)
def test_the_stream_has_the_event_with_its_fields(streams: list[SseEvent], kind: str) -> None:
    events = [event for event in streams if event.type == kind]
    assert events
    for event in events:
        assert event.id and {"type", "timestamp", "sessionId", "runId", "data"} == event.body.keys()
        assert all(name in event.data for name in EVENTS[kind])


def check_schema(events: list[SseEvent]) -> None:
    """Assert that *events* have the fields of the schema."""
    for event in events:
        fields = FIELDS[event.type]
        assert set(fields.always) <= set(event.data) <= {*fields.always, *fields.optional}, event
        validate(event.body, build_schema())


def test_the_events_of_runs_have_the_fields_of_the_schema(streams: list[SseEvent]) -> None:
    check_schema(streams)


def test_the_events_of_failed_and_returned_runs_have_the_fields_of_the_schema(troubled: list[SseEvent]) -> None:
    check_schema(troubled)


def test_a_prompt_that_is_not_understood_is_shortened_and_quoted(streams: list[SseEvent]) -> None:
    warnings = [event.data for event in streams if event.data.get("kind") != "budget" and event.data.get("error")]
    warning = next(warning for warning in warnings if warning["error"]["code"] == "INTENT_UNKNOWN")
    assert f'"{"😀" * 39}…"' in warning["message"]


@pytest.mark.parametrize("widget", WIDGETS)
def test_the_stream_has_the_component_with_its_fields(streams: list[SseEvent], widget: str) -> None:
    shown = [event.data for event in streams if event.type == "gen_ui_component"]
    components = [component for component in shown if component["widgetType"] == widget]
    assert components, {component["widgetType"] for component in shown}
    for path in WIDGETS[widget]:
        read(components[-1]["props"], path)


@pytest.mark.parametrize("path", ERROR)
def test_an_error_has_the_field_in_the_stream_and_in_the_state(
    prompted: PromptedSystem, troubled: list[SseEvent], path: str
) -> None:
    error = next(event for event in troubled if event.type == "error")
    stored = prompted.state(error.body["runId"])["error"]
    value = read(error.data, path)
    assert path == "timestamp" or value == read(stored, path)


def test_the_messages_of_a_run_end_with_its_request_and_its_answer(system: System) -> None:
    session = system.open_session()
    for text in ("画一只水墨风格的猫", "再亮一点"):
        events = system.chat({"text": text, "sessionId": session, **SMALL})
    messages = system.state(events[0].body["runId"])["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant"] * 2
    reply = next(event.data["props"]["text"] for event in reversed(events) if event.data.get("id") == "message")
    assert (messages[2]["content"], messages[3]["content"]) == ("再亮一点", reply)
    times = [message["timestamp"] for message in messages]
    assert times == sorted(times)


def test_retries_count_repeated_attempts_by_step_and_returns_in_total(prompted: PromptedSystem) -> None:
    events = prompted.chat({"text": "critic-1=score:0.2 executor-1=EXECUTION_FAILED*2", **SMALL})
    metadata = prompted.state(events[0].body["runId"])["metadata"]
    assert (metadata["retries"], metadata["retryCount"]) == ({"executor-1": 2}, 3)


def test_the_seed_of_a_run_gives_the_same_image_again(system: System) -> None:
    def image(**more: Any) -> tuple[Mapping[str, Any], str]:
        events = system.chat({"text": "画一只水墨风格的猫", **SMALL, **more})
        return events[0].data["userInput"], finished(events, "executionResult")["imageUrl"]

    request, first = image()
    assert image(seed=request["seed"]) == (request, first)
    assert image()[1] != first


def test_the_reasoning_of_the_model_is_displayed_and_stored(remote: RemoteSystem) -> None:
    reason = "用户要一只新的猫。"
    answer = {"action": "generate_image", "subject": "cat", "confidence": 0.95, "prompt": "a cat", "reasoning": reason}
    remote.providers.script("openai.chat", {"answer": answer, "model": "fake-planner"})
    events = remote.chat()
    assert finished(events, "intent")["reasoning"] == reason
    assert remote.endpoint.state(events[0].body["runId"])["intent"]["reasoning"] == reason
    thoughts = [event.data["message"] for event in events if event.type == "thought_log"]
    assert reason in thoughts


@pytest.mark.parametrize("field", RECORD)
def test_the_record_of_an_error_has_the_field(prompted: PromptedSystem, field: str) -> None:
    run_id = str(uuid.uuid4())
    answer = prompted.http.get(f"/api/runs/{run_id}")
    trace = answer.json()["error"]["metadata"]["traceId"]
    lines = [json.loads(line) for line in prompted.log.read_text().splitlines() if trace in line]
    (record,) = [line for line in lines if line["event"] == "error"]
    assert field in record
    assert (record["http_method"], record["http_path"]) == ("GET", f"/api/runs/{run_id}")
    assert (record["run_id"], record["level"], record["code"]) == (run_id, "warning", "RUN_UNKNOWN")


def test_every_step_that_started_also_finished(painted: list[SseEvent]) -> None:
    steps = [event.data for event in painted if event.data.get("phase") in ("started", "finished")]
    phases = {step["step"]: [other["phase"] for other in steps if other["step"] == step["step"]] for step in steps}
    assert list(phases) == ["planner-1", "rag-1", "executor-1", "critic-1"]
    assert all(phase == ["started", "finished"] for phase in phases.values())
    assert [step["totalFraction"] for step in steps if step["phase"] == "finished"] == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.parametrize(
    ("text", "headers", "locale"),
    [("a cat", {}, "en"), ("画一只猫", {}, "zh"), ("a cat", {"Accept-Language": "zh"}, "zh")],
)
def test_the_language_follows_the_text_unless_the_header_names_one_and_stays_in_a_replay(
    system: System, text: str, headers: dict[str, str], locale: str
) -> None:
    url = str(system.http.base_url)
    with httpx.Client(base_url=url, timeout=60, headers={"X-Test": "1"}) as client:
        response = client.post("/api/agent/chat", json={"text": text, **SMALL}, headers=headers)
        run_id = response.headers["X-Run-Id"]
        replay = client.get(f"/api/runs/{run_id}/events", headers={"Last-Event-ID": "1", "Accept-Language": "fr, en"})
    assert f'"locale": "{locale}"' in response.text or f'"locale":"{locale}"' in response.text
    assert ("开始查找风格。" in replay.text) == (locale == "zh")
    assert ("Started looking up styles." in replay.text) == (locale == "en")


def test_openapi_has_the_schema_of_the_stream(system: System) -> None:
    description = system.http.get("/openapi.json").json()
    assert description["components"]["schemas"]["ChatEvent"] == build_schema()
    responses = description["paths"]["/api/agent/chat"]["post"]["responses"]
    assert responses["200"]["content"]["text/event-stream"]["schema"]["$ref"] == "#/components/schemas/ChatEvent"
