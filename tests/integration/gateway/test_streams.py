"""Event streams: live, resumed, silent, broken, disconnected and stopped."""

import asyncio
import json
from collections.abc import AsyncIterator, MutableMapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from reflow.v1 import events_pb2, orchestrator_pb2, questions_pb2

from services.common.telemetry import Telemetry, start_telemetry
from services.gateway.clients import open_clients
from services.gateway.settings import GatewaySettings
from services.gateway.sse import EventStream
from tests.fixtures.gateway.scripted_orchestrator import (
    RUN_ID,
    SESSION_ID,
    Script,
    number_events,
    question_asked,
    scripted_services,
)
from tests.fixtures.systems.eventually import eventually
from tests.integration.gateway.conftest import Gateway, starter

CHAT = "/api/agent/chat"
EVENTS = f"/api/runs/{RUN_ID}/events"
REQUEST = {"text": "画一只猫"}


def events_of(text: str) -> list[dict[str, Any]]:
    """Return the events of a stream, each with its id."""
    events = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            events.append(json.loads(fields["data"]) | {"id": fields.get("id"), "event": fields["event"]})
    return events


def ids_of(text: str) -> list[int]:
    return [int(event["id"]) for event in events_of(text)]


async def test_a_prompt_is_answered_with_the_run_as_events_from_connection_to_stream_end(
    client: httpx.AsyncClient, script: Script
) -> None:
    response = await client.post(CHAT, json=REQUEST)
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.headers["cache-control"] == "no-cache"
    assert response.headers["x-accel-buffering"] == "no"
    assert (response.headers["x-run-id"], response.headers["x-session-id"]) == (RUN_ID, SESSION_ID)
    events = events_of(response.text)
    assert [event["type"] for event in events] == [event["event"] for event in events]
    assert (events[0]["type"], events[-1]["type"]) == ("connection", "stream_end")
    assert ids_of(response.text) == list(range(1, len(script.events) + 1))
    assert {(event["runId"], event["sessionId"]) for event in events} == {(RUN_ID, SESSION_ID)}


async def test_the_language_of_the_caller_and_the_trace_of_the_response_reach_the_orchestrator(
    client: httpx.AsyncClient, script: Script
) -> None:
    response = await client.post(CHAT, json=REQUEST, headers={"accept-language": "en"})
    assert script.metadata["accept-language"] == "en"
    assert response.headers["x-trace-id"] in script.metadata["traceparent"]


async def test_a_caller_cannot_choose_the_trace_id_or_disable_sampling_and_its_span_is_linked(
    script: Script, short_folder: Path
) -> None:
    chosen, spans = "0af7651916cd43dd8448eb211c80319c", InMemorySpanExporter()
    telemetry = start_telemetry("test", span_processor=SimpleSpanProcessor(spans))
    async with (
        scripted_services(short_folder, script, telemetry) as server,
        starter(server.address, telemetry, short_folder)() as client,
    ):
        response = await client.post(CHAT, json=REQUEST, headers={"traceparent": f"00-{chosen}-b7ad6b7169203331-00"})
    assert chosen not in script.metadata["traceparent"] + response.headers["x-trace-id"]
    (span,) = [span for span in spans.get_finished_spans() if span.name == f"POST {CHAT}"]
    assert span.parent is None
    assert [format(link.context.trace_id, "032x") for link in span.links] == [chosen]


async def test_a_reader_that_resumes_after_every_event_receives_each_id_exactly_once(
    client: httpx.AsyncClient, script: Script
) -> None:
    everything = list(range(1, len(script.events) + 1))
    for cut in everything[:-1]:
        seen: list[int] = []
        async with client.stream("POST", CHAT, json=REQUEST) as response:
            async for line in response.aiter_lines():
                if line.startswith("id: "):
                    seen.append(int(line.removeprefix("id: ")))
                if len(seen) == cut:
                    break
        resumed = await client.get(EVENTS, headers={"last-event-id": str(seen[-1])})
        assert seen + ids_of(resumed.text) == everything


@pytest.mark.parametrize("break_after", [1, 2, 5])
async def test_with_the_orchestrators_stream_broken_at_every_event_each_id_arrives_once(
    gateway: Gateway, script: Script, break_after: int
) -> None:
    script.break_after = break_after
    async with gateway() as client:
        response = await client.post(CHAT, json=REQUEST)
    assert ids_of(response.text) == list(range(1, len(script.events) + 1))
    assert script.watched_after == list(range(0, len(script.events), break_after))


async def test_a_reader_that_disconnects_before_the_response_starts_leaves_no_watch(
    script: Script, telemetry: Telemetry, short_folder: Path
) -> None:
    async def send(_: MutableMapping[str, Any]) -> None:
        raise OSError("the client is gone")

    async def unread() -> AsyncIterator[bytes]:
        yield b""

    script.delay_from = 4
    async with scripted_services(short_folder, script, telemetry) as server:
        addresses = dict.fromkeys(("orchestrator_address", "executor_address", "rag_address"), server.address)
        settings = GatewaySettings(**addresses, blobs_url=short_folder.as_uri())  # type: ignore[arg-type]
        async with open_clients(settings) as clients:
            response = EventStream(unread())
            start = clients.orchestrator.StartAndWatchRun
            response.opened = opened = await clients.open_stream(start, orchestrator_pb2.StartRunRequest())
            await eventually(lambda: script.watching == 1)
            with pytest.raises(OSError, match="gone"):
                await response.stream_response(send)
            await eventually(lambda: script.watching == 0)
            assert opened.first.started.run_id == RUN_ID


async def test_when_the_orchestrator_stays_unreachable_the_stream_ends_with_an_error_that_has_no_id(
    gateway: Gateway, script: Script
) -> None:
    script.events = script.events[:3]
    async with gateway(watch_retries=1) as client:
        response = await client.post(CHAT, json=REQUEST)
    *received, error = events_of(response.text)
    assert [event["id"] for event in received] == ["1", "2", "3"]
    assert (error["type"], error["id"], error["data"]["code"]) == ("error", None, "SSE_CONNECTION_ERROR")


async def test_an_idle_stream_sends_comment_lines(gateway: Gateway, script: Script) -> None:
    script.delay_from = 4
    async with gateway(comment_seconds=0.2) as client, client.stream("POST", CHAT, json=REQUEST) as response:
        comments = 0
        async for line in response.aiter_lines():
            comments += line.startswith(": ")
            if comments == 2:
                script.released.set()
            if line.startswith("event: stream_end"):
                break
        assert comments >= 2


async def test_a_reader_that_disconnects_does_not_cancel_the_run_and_ends_its_watch(
    client: httpx.AsyncClient, script: Script
) -> None:
    script.delay_from = 4
    async with client.stream("POST", CHAT, json=REQUEST) as response:
        async for line in response.aiter_lines():
            if line.startswith("id: 3"):
                break
    await eventually(lambda: script.watching == 0)
    assert script.cancelled == []


async def test_a_stopping_gateway_ends_open_streams(gateway: Gateway, script: Script) -> None:
    script.delay_from = 4
    reached = asyncio.Event()

    async def read(client: httpx.AsyncClient) -> str:
        text = ""
        async with client.stream("POST", CHAT, json=REQUEST) as response:
            async for line in response.aiter_lines():
                text += line + "\n"
                if line.startswith("id: 3"):
                    reached.set()
        return text

    async with httpx.AsyncClient(timeout=60, trust_env=False) as reader:
        async with gateway() as client:
            reader.base_url = client.base_url
            reading = asyncio.create_task(read(reader))
            await reached.wait()
        text = await asyncio.wait_for(reading, 60)
    assert ids_of(text) == [1, 2, 3]
    assert "stream_end" not in text


async def test_a_finished_run_whose_events_are_all_known_streams_no_events(
    client: httpx.AsyncClient, script: Script
) -> None:
    response = await client.get(EVENTS, headers={"last-event-id": str(len(script.events))})
    assert (response.status_code, response.content) == (204, b"")


async def test_without_a_last_event_id_the_whole_run_is_streamed_and_the_query_may_name_one(
    client: httpx.AsyncClient, script: Script
) -> None:
    assert ids_of((await client.get(EVENTS)).text)[0] == 1
    assert ids_of((await client.get(EVENTS, params={"lastEventId": "4"})).text)[0] == 5


@pytest.mark.parametrize("given", ["", "x", "-1", "1.5", "13", "99999999999999999999999"])
async def test_a_last_event_id_that_the_run_never_had_is_rejected(client: httpx.AsyncClient, given: str) -> None:
    response = await client.get(EVENTS, headers={"last-event-id": given})
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (400, "INVALID_INPUT_FORMAT")
    assert error["metadata"]["field"] == "Last-Event-ID"


async def test_a_slow_reader_makes_the_gateway_read_no_further(gateway: Gateway, script: Script) -> None:
    """The rest of a large run stays in the orchestrator until the reader has read the sent events."""
    big = [events_pb2.RunEvent() for _ in range(400)]
    for event in big:
        event.step_activity.thought.text = "x" * 100_000
    yielded = 0

    class Counted(list[events_pb2.RunEvent]):
        def __getitem__(self, index: Any) -> Any:
            return (self._count(event) for event in list.__getitem__(self, index))

        def _count(self, event: events_pb2.RunEvent) -> events_pb2.RunEvent:
            nonlocal yielded
            yielded += 1
            return event

    script.events = Counted(number_events(big))
    async with gateway() as client, client.stream("POST", CHAT, json=REQUEST) as response:
        lines = response.aiter_lines()
        await anext(lines)
        before = -1
        while yielded != before:
            before = yielded
            await asyncio.sleep(0.2)
        assert yielded < 300


async def test_a_stream_ends_at_a_question_without_reconnecting_and_resumes_after_the_answer(
    client: httpx.AsyncClient, script: Script
) -> None:
    answered = events_pb2.RunEvent(question_answered=questions_pb2.QuestionAnswered(key="draft"))
    whole = number_events([*script.events[:3], question_asked(), answered, *script.events[3:]])
    script.events, script.status = whole[:4], events_pb2.RUN_STATUS_PAUSED
    before = (await client.post(CHAT, json=REQUEST)).text
    assert script.watched_after == [0]
    paused = events_of(before)[-1]
    assert (paused["type"], paused["data"]["phase"], paused["data"]["question"]["key"]) == (
        "progress",
        "paused",
        "draft",
    )
    known = await client.get(EVENTS, headers={"last-event-id": "4"})
    assert (known.status_code, known.content) == (204, b"")
    script.events, script.status = whole, events_pb2.RUN_STATUS_SUCCEEDED
    after = (await client.get(EVENTS, headers={"last-event-id": "4"})).text
    assert ids_of(before) + ids_of(after) == list(range(1, len(whole) + 1))
    assert events_of(after)[0]["data"]["phase"] == "answered" and events_of(after)[-1]["type"] == "stream_end"


async def test_a_question_that_is_answered_at_once_does_not_end_the_stream(
    client: httpx.AsyncClient, script: Script
) -> None:
    script.events = number_events([question_asked(), events_pb2.RunEvent(question_answered={}), *script.events])  # type: ignore[arg-type]
    assert events_of((await client.post(CHAT, json=REQUEST)).text)[-1]["type"] == "stream_end"
    assert script.watched_after == [0]


@pytest.mark.parametrize("environment", ["development", "production"])
async def test_details_and_stack_of_an_error_reach_a_stream_only_in_development(
    gateway: Gateway, script: Script, environment: str
) -> None:
    raised = events_pb2.RunEvent()
    raised.error_raised.code, raised.error_raised.field = "EXECUTION_FAILED", "preferred_model"
    raised.error_raised.details, raised.error_raised.stack = "inner", "Traceback"
    raised.error_raised.metadata["attempts"] = "4"
    ended = events_pb2.RunEvent(run_ended=events_pb2.RunEnded(status=events_pb2.RUN_STATUS_FAILED))
    script.events = number_events([raised, ended])
    async with gateway(environment=environment) as client:
        event, _ = events_of((await client.get(EVENTS)).text)
    error = event["data"]
    assert error["metadata"] == {"attempts": "4", "traceId": "", "field": "preferredModel"}
    engineers = {"details": "inner", "stack": "Traceback"} if environment == "development" else {}
    assert {name: error[name] for name in ("details", "stack") if name in error} == engineers
