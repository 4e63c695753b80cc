"""POST /ag-ui: prompts, questions as interrupts, answers as resume, and rejections."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from reflow.v1 import events_pb2, questions_pb2

from services.common.telemetry import Telemetry
from tests.fixtures.gateway.ag_ui_endpoint import (
    NOTE,
    THREAD,
    Endpoint,
    error_of,
    events_of,
    interrupt_of,
    open_endpoint,
    texts_of,
)
from tests.fixtures.gateway.ag_ui_events import (
    run_ended,
    run_started,
)
from tests.fixtures.gateway.interrupt_orchestrator import InterruptScript
from tests.fixtures.gateway.scripted_orchestrator import IMAGE_ID, MASK_ID, PNG

IMAGE = base64.b64encode(PNG).decode()


@pytest.fixture
def script() -> InterruptScript:
    return InterruptScript(events=NOTE)


@pytest.fixture
async def endpoint(script: InterruptScript, telemetry: Telemetry, short_folder: Path) -> AsyncIterator[Endpoint]:
    async with (
        httpx.AsyncClient(timeout=60, trust_env=False) as http,
        open_endpoint(script, telemetry, short_folder, http) as endpoint,
    ):
        yield endpoint


# Prompts


async def test_a_prompt_opens_the_thread_and_streams_the_run_under_the_clients_id(endpoint: Endpoint) -> None:
    response = await endpoint.post()
    assert response.headers["content-type"].startswith("text/event-stream")
    assert (response.headers["cache-control"], response.headers["x-accel-buffering"]) == ("no-cache", "no")
    events = events_of(response.text)
    assert (events[0]["type"], events[0]["threadId"], events[0]["runId"]) == ("RUN_STARTED", THREAD, "run-a")
    assert events[1]["value"]["runId"] == response.headers["x-run-id"]
    assert events[-1]["type"] == "RUN_FINISHED" and endpoint.script.sessions == [THREAD]


async def test_a_repeated_thread_and_run_start_nothing_and_a_new_run_id_starts_a_run(endpoint: Endpoint) -> None:
    endpoint.script.events = [run_started(), run_ended()]
    assert await endpoint.run() == await endpoint.run()
    await endpoint.run("run-b")
    first, second = endpoint.script.started
    assert first.request_id != second.request_id


async def test_a_note_is_requested_by_the_props_and_stopped_by_default_when_its_reader_has_disconnected(
    endpoint: Endpoint,
) -> None:
    props = {"workflow": "note", "autoConfirm": True, "layoutPreference": "封面加三段", "pictureCount": 3, "seed": 5}
    await endpoint.run(workflow="", forwardedProps=props | {"theirs": {"deep": [1]}})
    (request,) = endpoint.script.started
    note = request.note
    assert (note.text, note.layout_preference, note.image_count, note.seed) == ("写一篇春游攻略", "封面加三段", 3, 5)
    assert note.skip_content_approval and note.skip_image_plans_approval and note.skip_clarification
    assert request.abandon_after.seconds == 7


async def test_a_note_in_the_background_continues_without_a_reader(endpoint: Endpoint) -> None:
    await endpoint.run(forwardedProps={"background": True})
    assert not endpoint.script.started[0].HasField("abandon_after")


@pytest.mark.parametrize(("props", "expected"), [({}, "zh"), ({"language": "en"}, "en")])
async def test_a_note_is_in_the_language_of_its_prompt_or_that_of_the_props(
    endpoint: Endpoint, props: dict[str, str], expected: str
) -> None:
    await endpoint.run(forwardedProps=props)
    assert [request.locale for request in endpoint.script.started] == [expected]


async def test_an_image_chat_is_the_default_and_takes_size_model_and_seed(endpoint: Endpoint) -> None:
    endpoint.script.events = [run_started("image_chat"), run_ended()]
    await endpoint.run(workflow="", forwardedProps={"size": "640x480", "preferredModel": "builtin", "seed": 9})
    chat = endpoint.script.started[0].image_chat
    assert (chat.width, chat.height, chat.preferred_model, chat.seed) == (640, 480, "builtin", 9)
    assert not endpoint.script.started[0].HasField("abandon_after")


async def test_the_last_user_message_is_the_prompt(endpoint: Endpoint) -> None:
    history = [
        {"id": "1", "role": "user", "content": "早先的"},
        {"id": "2", "role": "assistant", "content": "好", "toolCalls": []},
        {
            "id": "3",
            "role": "user",
            "content": [{"type": "text", "text": "写一篇"}, {"type": "text", "text": "露营笔记"}],
        },
        {"id": "4", "role": "reasoning", "content": "嗯"},
    ]
    await endpoint.run(messages=history)
    assert endpoint.script.started[0].note.text == "写一篇\n露营笔记"


# Images


def image_part(source: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "image", "source": source} | more


INLINE = {"type": "data", "value": IMAGE, "mimeType": "image/png"}


async def test_images_of_the_message_are_the_references_of_a_note(endpoint: Endpoint) -> None:
    parts = [
        {"type": "text", "text": "写一篇春游攻略"},
        image_part(INLINE),
        image_part({"type": "url", "value": "https://example.org/a.png"}),
        image_part({"type": "url", "value": f"/api/assets/{IMAGE_ID}"}),
    ]
    await endpoint.run(text=parts)
    assert list(endpoint.script.started[0].note.reference_asset_ids) == [IMAGE_ID] * 3
    assert endpoint.script.assets.imported == [PNG]
    assert endpoint.script.assets.import_urls == [("https://example.org/a.png", False)]


async def test_an_image_chat_edits_the_image_within_the_mask(endpoint: Endpoint) -> None:
    endpoint.script.events = [run_started("image_chat"), run_ended()]
    parts = [{"type": "text", "text": "改成狗"}, image_part(INLINE), image_part(INLINE, metadata={"purpose": "mask"})]
    await endpoint.run(workflow="", text=parts)
    chat = endpoint.script.started[0].image_chat
    assert (chat.image_asset_id, chat.mask_asset_id) == (IMAGE_ID, MASK_ID)
    assert endpoint.script.assets.masks == [(IMAGE_ID, PNG, [])]


async def test_a_mask_alone_belongs_to_the_last_image_of_the_thread(endpoint: Endpoint) -> None:
    endpoint.script.events = [run_started("image_chat"), run_ended()]
    parts = [image_part(INLINE, metadata={"purpose": "mask"})]
    rejected = await endpoint.post(workflow="", text=parts)
    assert error_of(rejected) == (400, "MASK_DATA_INVALID", "messages[0].content[0]")
    endpoint.script.assets.last_image = IMAGE_ID
    await endpoint.run(workflow="", text=parts)
    assert endpoint.script.started[0].image_chat.image_asset_id == IMAGE_ID


async def test_unusable_attachments_are_ignored_with_a_warning(endpoint: Endpoint) -> None:
    parts = [
        {"type": "text", "text": "写一篇春游攻略"},
        {"type": "audio", "source": {"type": "url", "value": "https://example.org/a.mp3"}},
        image_part({"type": "file", "value": "file-1", "provider": "openai"}),
        *[image_part(INLINE)] * 10,
    ]
    events = await endpoint.run(text=parts)
    (warning,) = [event["value"] for event in events if event.get("name") == "reflow.warning"]
    assert "3 个附件" in warning
    assert len(endpoint.script.started[0].note.reference_asset_ids) == 9


@pytest.mark.parametrize(
    "source",
    [{"type": "data", "value": "%%%", "mimeType": "image/png"}, {"type": "url", "value": "file:///etc/passwd"}],
)
async def test_an_invalid_image_is_rejected_under_its_path(endpoint: Endpoint, source: dict[str, Any]) -> None:
    rejected = await endpoint.post(text=[{"type": "text", "text": "写"}, image_part(source)])
    assert error_of(rejected) == (400, "INVALID_INPUT_FORMAT", "messages[0].content[1]")
    assert endpoint.script.started == []


# Questions


async def test_a_question_is_an_interrupt_and_its_answer_resumes_after_it_as_a_new_run(endpoint: Endpoint) -> None:
    first = await endpoint.run()
    interrupt = interrupt_of(first)
    assert texts_of(first) == ["写好了", "这样写可以吗？"]
    events = events_of((await endpoint.answer(interrupt["id"], {"decision": "approve"})).text)
    assert (events[0]["type"], events[0]["runId"]) == ("RUN_STARTED", "run-b")
    snapshot = next(event["snapshot"] for event in events if event["type"] == "STATE_SNAPSHOT")
    assert (snapshot["content"]["title"], snapshot["status"]) == ("春游攻略", "paused")
    assert (len(texts_of(events)), events[-1]["outcome"]["type"]) == (1, "success")
    (answer,) = endpoint.script.answers
    assert (answer.key, answer.digest, answer.answer.decision) == (
        "content-1",
        "d" * 64,
        questions_pb2.DECISION_APPROVE,
    )


async def test_an_answer_carries_its_feedback_and_the_users_own_content(endpoint: Endpoint) -> None:
    interrupt_id = await endpoint.interrupted()
    own = {"title": "我的", "body": "正文", "tags": ["a"]}
    await endpoint.answer(interrupt_id, {"decision": "modify", "content": own, "feedback": "改了标题"})
    answer = endpoint.script.answers[0].answer
    assert (answer.decision, answer.feedback) == (questions_pb2.DECISION_MODIFY, "改了标题")
    assert dict(answer.content)["title"] == "我的"


async def test_a_repeated_answer_has_the_same_stream_and_counts_once(endpoint: Endpoint) -> None:
    interrupt_id = await endpoint.interrupted()
    first, second = [await endpoint.answer(interrupt_id, {"decision": "approve"}, run) for run in ("run-b", "run-c")]
    assert texts_of(events_of(first.text)) == texts_of(events_of(second.text))
    assert len(endpoint.script.answers) == 1


async def test_an_answer_that_differs_from_the_first_is_rejected(endpoint: Endpoint) -> None:
    interrupt_id = await endpoint.interrupted()
    await endpoint.answer(interrupt_id, {"decision": "approve"})
    assert error_of(await endpoint.answer(interrupt_id, {"decision": "reject"}, "run-c"))[:2] == (
        409,
        "ANSWER_CONFLICT",
    )


async def test_an_answer_to_outdated_content_is_rejected_and_the_question_stays(endpoint: Endpoint) -> None:
    interrupt_id = await endpoint.interrupted()
    stale = await endpoint.answer(interrupt_id.replace("d" * 64, "e" * 64), {"decision": "approve"})
    assert error_of(stale) == (409, "ANSWER_STALE", "resume[0].interruptId")
    assert (await endpoint.answer(interrupt_id, {"decision": "approve"})).status_code == 200


@pytest.mark.parametrize("interrupt_id", ["", "nothing", "run-9::content-1", "run-1:x:another", "::"])
async def test_an_answer_to_an_unknown_question_is_rejected_and_the_real_one_stays(
    endpoint: Endpoint, interrupt_id: str
) -> None:
    real = await endpoint.interrupted()
    rejected = await endpoint.answer(interrupt_id, {"decision": "approve"})
    assert error_of(rejected)[:2] == (404, "QUESTION_UNKNOWN")
    assert (await endpoint.answer(real, {"decision": "approve"})).status_code == 200


async def test_a_question_of_another_thread_is_unknown_here(endpoint: Endpoint) -> None:
    interrupt_id = await endpoint.interrupted()
    assert error_of(await endpoint.answer(interrupt_id, {"decision": "approve"}, threadId="other"))[:2] == (
        404,
        "QUESTION_UNKNOWN",
    )


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        (None, "resume[0].payload.decision"),
        ("yes", "resume[0].payload"),
        ({"decision": "maybe"}, "resume[0].payload.decision"),
        ({"decision": "approve", "color": 1}, "resume[0].payload.color"),
    ],
)
async def test_an_invalid_answer_is_rejected_under_its_field(endpoint: Endpoint, payload: Any, field: str) -> None:
    rejected = await endpoint.answer(await endpoint.interrupted(), payload)
    assert error_of(rejected) == (400, "INVALID_INPUT_FORMAT", field)


async def test_entries_that_answer_nothing_are_ignored_with_a_warning(endpoint: Endpoint) -> None:
    interrupt_id = await endpoint.interrupted()
    entries = [
        {"interruptId": "theirs", "status": "cancelled"},
        {"interruptId": interrupt_id, "status": "resolved", "payload": {"decision": "approve"}},
    ]
    events = await endpoint.run("run-b", resume=entries)
    assert any("1 项" in str(event.get("value")) for event in events if event.get("name") == "reflow.warning")
    assert events[-1]["outcome"]["type"] == "success"


async def test_a_new_prompt_on_a_thread_that_waits_is_rejected_and_a_repeated_one_receives_the_question_again(
    endpoint: Endpoint,
) -> None:
    interrupt_id = await endpoint.interrupted()
    assert error_of(await endpoint.post("run-b", text="别的"))[:2] == (409, "THREAD_WAITING")
    assert error_of(await endpoint.post("run-b", text="画猫", workflow="image_chat"))[:2] == (409, "THREAD_WAITING")
    assert interrupt_of(await endpoint.run())["id"] == interrupt_of(await endpoint.run("run-c"))["id"] == interrupt_id
    assert len(endpoint.script.runs) == 1


async def test_no_runs_are_listed_where_nothing_waits(endpoint: Endpoint) -> None:
    endpoint.script.events = [run_started(), run_ended()]
    await endpoint.run()
    await endpoint.run("run-b")
    assert endpoint.script.listed == 0


# Abandoning


def cancelled(interrupt_id: str) -> list[dict[str, str]]:
    return [{"interruptId": interrupt_id, "status": "cancelled"}]


async def test_a_cancelled_question_ends_its_run_as_cancelled(endpoint: Endpoint) -> None:
    interrupt_id = await endpoint.interrupted()
    messages = [{"id": "u1", "role": "user", "content": "写"}, {"id": "a1", "role": "assistant", "content": "可以吗？"}]
    events = await endpoint.run("run-b", resume=cancelled(interrupt_id), messages=messages)
    assert (events[-1]["outcome"], endpoint.script.cancelled) == ({"type": "cancelled"}, ["run-1"])


async def test_a_question_that_is_cancelled_for_a_new_prompt_starts_its_run(endpoint: Endpoint) -> None:
    interrupt_id = await endpoint.interrupted()
    await endpoint.run("run-b", text="写一篇露营笔记", resume=cancelled(interrupt_id))
    assert endpoint.script.cancelled == ["run-1"]
    assert [request.note.text for request in endpoint.script.started] == ["写一篇春游攻略", "写一篇露营笔记"]


async def test_cancelling_a_question_that_was_answered_meanwhile_stops_nothing(endpoint: Endpoint) -> None:
    interrupt_id = await endpoint.interrupted()
    await endpoint.answer(interrupt_id, {"decision": "approve"})
    messages = [{"id": "a1", "role": "assistant", "content": "可以吗？"}]
    events = await endpoint.run("run-c", resume=cancelled(interrupt_id), messages=messages)
    assert (events[-1]["outcome"], endpoint.script.cancelled) == ({"type": "success"}, [])


# What is rejected


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"threadId": ""}, "threadId"),
        ({"threadId": "x" * 129}, "threadId"),
        ({"threadId": 5}, "threadId"),
        ({"runId": ""}, "runId"),
        ({"messages": "hello"}, "messages"),
        ({"messages": []}, "messages"),
        ({"forwardedProps": {"pictureCount": 10}}, "forwardedProps.pictureCount"),
        ({"forwardedProps": {"workflow": "video"}}, "forwardedProps.workflow"),
        ({"forwardedProps": {"workflow": "image_chat"}}, "workflow"),
        ({"messages": [{"id": "1", "role": "user", "content": "长" * 1001}]}, "messages"),
    ],
)
async def test_an_invalid_input_is_rejected_under_its_field(
    endpoint: Endpoint, change: dict[str, Any], field: str
) -> None:
    status, code, rejected_field = error_of(await endpoint.post(**change))
    assert (status, rejected_field) == (400, field) and code in ("INVALID_INPUT_FORMAT", "INVALID_INPUT_EMPTY")
    assert endpoint.script.started == []


@pytest.mark.parametrize("body", ["", "[]", "null", "{", '"text"'])
async def test_a_body_that_is_not_an_input_is_rejected(endpoint: Endpoint, body: str) -> None:
    response = await endpoint.http.post("/ag-ui", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400 and response.json()["error"]["message"]


async def test_invalid_props_of_an_image_chat_are_rejected_under_their_name(endpoint: Endpoint) -> None:
    rejected = await endpoint.post(workflow="", forwardedProps={"size": "huge"})
    assert error_of(rejected) == (400, "INVALID_INPUT_FORMAT", "forwardedProps.size")


async def test_an_expired_thread_is_reported_as_expired(endpoint: Endpoint) -> None:
    endpoint.script.expired = True
    assert error_of(await endpoint.post()) == (410, "SESSION_EXPIRED", "threadId")


async def test_a_broken_run_ends_with_an_error_that_explains_how_to_resume_it(endpoint: Endpoint) -> None:
    endpoint.script.events = [run_started(), events_pb2.RunEvent(question_answered={"key": "x"})]  # type: ignore[arg-type]
    last = (await endpoint.run())[-1]
    assert (last["type"], last["code"]) == ("RUN_ERROR", "SSE_CONNECTION_ERROR") and "runId" in last["message"]


async def test_a_stopping_gateway_ends_a_silent_stream_with_an_error_that_explains_how_to_resume_it(
    script: InterruptScript, telemetry: Telemetry, short_folder: Path
) -> None:
    script.events, script.working = [run_started()], True
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http, AsyncExitStack() as stack:
        endpoint = await stack.enter_async_context(open_endpoint(script, telemetry, short_folder, http))
        body = {"threadId": THREAD, "runId": "r", "messages": [{"id": "1", "role": "user", "content": "a"}]}
        async with endpoint.http.stream("POST", "/ag-ui", json=body) as response:
            lines = response.aiter_lines()
            async for line in lines:
                if line.startswith(":"):  # nothing has happened for a while
                    break
            stopping = asyncio.create_task(stack.aclose())
            last = [line async for line in lines if line.startswith("data: ")][-1]
        await stopping
    assert json.loads(last.removeprefix("data: "))["code"] == "SSE_CONNECTION_ERROR"
