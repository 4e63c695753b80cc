"""POST /ag-ui: wishes, questions as interrupts, answers as resume, and what is refused."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from reflow.v1 import events_pb2, questions_pb2

from services.common.telemetry import Telemetry
from services.gateway.bootstrap import run_gateway
from services.gateway.settings import GatewaySettings
from tests.fixtures.ag_ui_facts import asked, begun, content, delivered, ended, finished, said, started
from tests.fixtures.asking_orchestrator import Stage, asking_services
from tests.fixtures.scripted_orchestrator import IMAGE_ID, MASK_ID, PNG

THREAD = "thread-1"
WRITER = ("writer_agent", "writer_agent-1")
NOTE = [
    begun(),
    started(*WRITER),
    said(*WRITER, "写好了"),
    finished(*WRITER, content=content()),
    asked(),
    delivered(),
    ended(),
]
PICTURE = base64.b64encode(PNG).decode()


@dataclass
class Door:
    """The gateway's AG-UI door as a client uses it."""

    http: httpx.AsyncClient
    stage: Stage

    async def post(
        self, run_id: str = "run-a", say: Any = "写一篇春游攻略", workflow: str = "note", **more: Any
    ) -> httpx.Response:
        messages = [{"id": "u1", "role": "user", "content": say}] if say is not None else []
        body = {"threadId": THREAD, "runId": run_id, "messages": messages} | more
        return await self.http.post("/ag-ui", params={"workflow": workflow} if workflow else {}, json=body)

    async def run(self, run_id: str = "run-a", **more: Any) -> list[dict[str, Any]]:
        response = await self.post(run_id, **more)
        assert response.status_code == 200, response.text
        return events_of(response.text)

    async def answer(self, interrupt_id: str, payload: Any, run_id: str = "run-b", **more: Any) -> httpx.Response:
        entry = {"interruptId": interrupt_id, "status": "resolved", "payload": payload}
        return await self.post(run_id, workflow="", resume=[entry], **more)

    async def interrupted(self) -> str:
        """Start the note, and return the id of what it waits for."""
        return str(interrupt_of(await self.run())["id"])


def events_of(text: str) -> list[dict[str, Any]]:
    lines = [line for line in text.split("\n") if line]
    assert all(line.startswith(("data: ", ":")) for line in lines)
    return [json.loads(line.removeprefix("data: ")) for line in lines if not line.startswith(":")]


def interrupt_of(events: list[dict[str, Any]]) -> dict[str, Any]:
    (interrupt,) = events[-1]["outcome"]["interrupts"]
    return dict(interrupt)


def texts_of(events: list[dict[str, Any]]) -> list[str]:
    return [event["delta"] for event in events if event["type"] == "TEXT_MESSAGE_CONTENT"]


def error_of(response: httpx.Response) -> tuple[int, str, str | None]:
    error = response.json()["error"]
    return response.status_code, error["code"], error["metadata"]["field"]


@pytest.fixture
def stage() -> Stage:
    return Stage(facts=NOTE)


@asynccontextmanager
async def opened(stage: Stage, telemetry: Telemetry, folder: Path, http: httpx.AsyncClient) -> AsyncIterator[Door]:
    """Have a gateway before *stage* until the context ends, reached by *http*."""
    async with asking_services(folder, stage, telemetry) as server:
        settings = GatewaySettings(
            host="127.0.0.1",
            port=0,
            orchestrator_address=server.address,
            executor_address=server.address,
            rag_address=server.address,
            blobs_url=(folder / "blobs").as_uri(),
            abandon_seconds=7,
            watch_tries=1,
            comment_seconds=0.1,
        )
        async with run_gateway(settings, telemetry) as url:
            http.base_url = httpx.URL(url)
            yield Door(http, stage)


@pytest.fixture
async def door(stage: Stage, telemetry: Telemetry, short_folder: Path) -> AsyncIterator[Door]:
    async with (
        httpx.AsyncClient(timeout=10, trust_env=False) as http,
        opened(stage, telemetry, short_folder, http) as door,
    ):
        yield door


# A wish


async def test_a_wish_opens_the_thread_and_streams_the_run_under_the_clients_name(door: Door) -> None:
    response = await door.post()
    assert response.headers["content-type"].startswith("text/event-stream")
    assert (response.headers["cache-control"], response.headers["x-accel-buffering"]) == ("no-cache", "no")
    events = events_of(response.text)
    assert (events[0]["type"], events[0]["threadId"], events[0]["runId"]) == ("RUN_STARTED", THREAD, "run-a")
    assert events[1]["value"]["runId"] == response.headers["x-run-id"]
    assert events[-1]["type"] == "RUN_FINISHED" and door.stage.sessions == [THREAD]


async def test_the_same_thread_and_run_start_nothing_twice_and_another_run_starts_another(door: Door) -> None:
    door.stage.facts = [begun(), ended()]
    assert await door.run() == await door.run()
    await door.run("run-b")
    first, second = door.stage.started
    assert first.request_id != second.request_id


async def test_a_note_is_asked_for_by_the_props_and_stopped_when_its_reader_is_gone_unless_told_otherwise(
    door: Door,
) -> None:
    props = {"workflow": "note", "autoConfirm": True, "layoutPreference": "封面加三段", "pictureCount": 3, "seed": 5}
    await door.run(workflow="", forwardedProps=props | {"theirs": {"deep": [1]}})
    (request,) = door.stage.started
    note = request.note
    assert (note.text, note.layout_preference, note.picture_count, note.seed) == ("写一篇春游攻略", "封面加三段", 3, 5)
    assert note.skip_content_approval and note.skip_image_plans_approval and note.skip_clarification
    assert request.abandon_after.seconds == 7


async def test_a_note_in_the_background_goes_on_without_a_reader(door: Door) -> None:
    await door.run(forwardedProps={"background": True})
    assert not door.stage.started[0].HasField("abandon_after")


async def test_an_image_chat_is_the_default_and_takes_size_model_and_seed(door: Door) -> None:
    door.stage.facts = [begun("image_chat"), ended()]
    await door.run(workflow="", forwardedProps={"size": "640x480", "preferredModel": "builtin", "seed": 9})
    chat = door.stage.started[0].image_chat
    assert (chat.width, chat.height, chat.preferred_model, chat.seed) == (640, 480, "builtin", 9)
    assert not door.stage.started[0].HasField("abandon_after")


async def test_the_last_user_message_is_the_wish_whatever_stands_around_it(door: Door) -> None:
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
    await door.run(messages=history)
    assert door.stage.started[0].note.text == "写一篇\n露营笔记"


# Pictures


def picture(source: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "image", "source": source} | more


INLINE = {"type": "data", "value": PICTURE, "mimeType": "image/png"}


async def test_pictures_of_the_message_are_the_references_of_a_note(door: Door) -> None:
    parts = [
        {"type": "text", "text": "写一篇春游攻略"},
        picture(INLINE),
        picture({"type": "url", "value": "https://example.org/a.png"}),
        picture({"type": "url", "value": f"/api/assets/{IMAGE_ID}"}),
    ]
    await door.run(say=parts)
    assert list(door.stage.started[0].note.reference_asset_ids) == [IMAGE_ID] * 3
    assert door.stage.assets.imported == [PNG]
    assert door.stage.assets.import_urls == [("https://example.org/a.png", False)]


async def test_an_image_chat_edits_the_picture_within_the_mask(door: Door) -> None:
    door.stage.facts = [begun("image_chat"), ended()]
    parts = [{"type": "text", "text": "改成狗"}, picture(INLINE), picture(INLINE, metadata={"purpose": "mask"})]
    await door.run(workflow="", say=parts)
    chat = door.stage.started[0].image_chat
    assert (chat.image_asset_id, chat.mask_asset_id) == (IMAGE_ID, MASK_ID)
    assert door.stage.assets.masks == [(IMAGE_ID, PNG, [])]


async def test_a_mask_alone_is_of_the_last_picture_of_the_thread(door: Door) -> None:
    door.stage.facts = [begun("image_chat"), ended()]
    parts = [picture(INLINE, metadata={"purpose": "mask"})]
    refused = await door.post(workflow="", say=parts)
    assert error_of(refused) == (400, "MASK_DATA_INVALID", "messages[0].content[0]")
    door.stage.assets.last_image = IMAGE_ID
    await door.run(workflow="", say=parts)
    assert door.stage.started[0].image_chat.image_asset_id == IMAGE_ID


async def test_what_no_workflow_can_use_is_passed_over_with_a_warning(door: Door) -> None:
    parts = [
        {"type": "text", "text": "写一篇春游攻略"},
        {"type": "audio", "source": {"type": "url", "value": "https://example.org/a.mp3"}},
        picture({"type": "file", "value": "file-1", "provider": "openai"}),
        *[picture(INLINE)] * 10,
    ]
    events = await door.run(say=parts)
    (warning,) = [event["value"] for event in events if event.get("name") == "reflow.warning"]
    assert "3 个附件" in warning
    assert len(door.stage.started[0].note.reference_asset_ids) == 9


@pytest.mark.parametrize(
    "source",
    [{"type": "data", "value": "%%%", "mimeType": "image/png"}, {"type": "url", "value": "file:///etc/passwd"}],
)
async def test_a_picture_that_is_none_is_refused_by_its_place(door: Door, source: dict[str, Any]) -> None:
    refused = await door.post(say=[{"type": "text", "text": "写"}, picture(source)])
    assert error_of(refused) == (400, "INVALID_INPUT_FORMAT", "messages[0].content[1]")
    assert door.stage.started == []


# Questions


async def test_a_question_is_an_interrupt_and_its_answer_goes_on_behind_it_as_a_new_run(door: Door) -> None:
    first = await door.run()
    interrupt = interrupt_of(first)
    assert texts_of(first) == ["写好了", "这样写可以吗？"]
    events = events_of((await door.answer(interrupt["id"], {"decision": "approve"})).text)
    assert (events[0]["type"], events[0]["runId"]) == ("RUN_STARTED", "run-b")
    snapshot = next(event["snapshot"] for event in events if event["type"] == "STATE_SNAPSHOT")
    assert (snapshot["content"]["title"], snapshot["status"]) == ("春游攻略", "paused")
    assert (len(texts_of(events)), events[-1]["outcome"]["type"]) == (1, "success")
    (answer,) = door.stage.answers
    assert (answer.key, answer.digest, answer.answer.decision) == (
        "content-1",
        "d" * 64,
        questions_pb2.DECISION_APPROVE,
    )


async def test_a_rejection_carries_its_words_and_a_modification_the_persons_own_content(door: Door) -> None:
    named = await door.interrupted()
    own = {"title": "我的", "body": "正文", "tags": ["a"]}
    await door.answer(named, {"decision": "modify", "content": own, "feedback": "改了标题"})
    answer = door.stage.answers[0].answer
    assert (answer.decision, answer.feedback) == (questions_pb2.DECISION_MODIFY, "改了标题")
    assert dict(answer.content)["title"] == "我的"


async def test_the_same_answer_sent_again_under_any_run_is_shown_the_same_and_given_once(door: Door) -> None:
    named = await door.interrupted()
    first, again = [await door.answer(named, {"decision": "approve"}, run) for run in ("run-b", "run-c")]
    assert texts_of(events_of(first.text)) == texts_of(events_of(again.text))
    assert len(door.stage.answers) == 1


async def test_an_answer_that_differs_from_the_one_given_is_refused(door: Door) -> None:
    named = await door.interrupted()
    await door.answer(named, {"decision": "approve"})
    assert error_of(await door.answer(named, {"decision": "reject"}, "run-c"))[:2] == (409, "ANSWER_CONFLICT")


async def test_an_answer_to_what_is_no_longer_shown_is_refused_and_the_question_stays(door: Door) -> None:
    named = await door.interrupted()
    stale = await door.answer(named.replace("d" * 64, "e" * 64), {"decision": "approve"})
    assert error_of(stale) == (409, "ANSWER_STALE", "resume[0].interruptId")
    assert (await door.answer(named, {"decision": "approve"})).status_code == 200


@pytest.mark.parametrize("named", ["", "nothing", "run-9::content-1", "run-1:x:another", "::"])
async def test_an_answer_to_a_question_that_nobody_asked_is_refused_and_the_real_one_stays(
    door: Door, named: str
) -> None:
    real = await door.interrupted()
    refused = await door.answer(named, {"decision": "approve"})
    assert error_of(refused)[:2] == (404, "QUESTION_UNKNOWN")
    assert (await door.answer(real, {"decision": "approve"})).status_code == 200


async def test_a_question_of_another_thread_is_unknown_here(door: Door) -> None:
    named = await door.interrupted()
    assert error_of(await door.answer(named, {"decision": "approve"}, threadId="other"))[:2] == (
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
async def test_an_answer_that_is_malformed_is_refused_by_its_field(door: Door, payload: Any, field: str) -> None:
    refused = await door.answer(await door.interrupted(), payload)
    assert error_of(refused) == (400, "INVALID_INPUT_FORMAT", field)


async def test_entries_that_answer_nothing_are_ignored_with_a_warning(door: Door) -> None:
    named = await door.interrupted()
    entries = [
        {"interruptId": "theirs", "status": "cancelled"},
        {"interruptId": named, "status": "resolved", "payload": {"decision": "approve"}},
    ]
    events = await door.run("run-b", resume=entries)
    assert any("1 项" in str(event.get("value")) for event in events if event.get("name") == "reflow.warning")
    assert events[-1]["outcome"]["type"] == "success"


async def test_a_new_wish_on_a_thread_that_waits_is_refused_and_the_same_one_is_shown_its_question_again(
    door: Door,
) -> None:
    named = await door.interrupted()
    assert error_of(await door.post("run-b", say="别的"))[:2] == (409, "THREAD_WAITING")
    assert error_of(await door.post("run-b", say="画猫", workflow="image_chat"))[:2] == (409, "THREAD_WAITING")
    assert interrupt_of(await door.run())["id"] == interrupt_of(await door.run("run-c"))["id"] == named
    assert len(door.stage.runs) == 1


async def test_no_runs_are_looked_through_where_nothing_waits(door: Door) -> None:
    door.stage.facts = [begun(), ended()]
    await door.run()
    await door.run("run-b")
    assert door.stage.listed == 0


# Abandoning


def cancelled(named: str) -> list[dict[str, str]]:
    return [{"interruptId": named, "status": "cancelled"}]


async def test_a_question_that_is_abandoned_ends_its_run_as_cancelled(door: Door) -> None:
    named = await door.interrupted()
    said = [{"id": "u1", "role": "user", "content": "写"}, {"id": "a1", "role": "assistant", "content": "可以吗？"}]
    events = await door.run("run-b", resume=cancelled(named), messages=said)
    assert (events[-1]["outcome"], door.stage.cancelled) == ({"type": "cancelled"}, ["run-1"])


async def test_a_question_that_is_abandoned_for_a_new_wish_makes_room_for_it(door: Door) -> None:
    named = await door.interrupted()
    await door.run("run-b", say="写一篇露营笔记", resume=cancelled(named))
    assert door.stage.cancelled == ["run-1"]
    assert [request.note.text for request in door.stage.started] == ["写一篇春游攻略", "写一篇露营笔记"]


async def test_abandoning_what_was_answered_meanwhile_stops_nothing_and_goes_on(door: Door) -> None:
    named = await door.interrupted()
    await door.answer(named, {"decision": "approve"})
    said = [{"id": "a1", "role": "assistant", "content": "可以吗？"}]
    events = await door.run("run-c", resume=cancelled(named), messages=said)
    assert (events[-1]["outcome"], door.stage.cancelled) == ({"type": "success"}, [])


# What is refused


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
async def test_an_input_that_is_malformed_is_refused_by_its_field(
    door: Door, change: dict[str, Any], field: str
) -> None:
    status, code, told = error_of(await door.post(**change))
    assert (status, told) == (400, field) and code in ("INVALID_INPUT_FORMAT", "INVALID_INPUT_EMPTY")
    assert door.stage.started == []


@pytest.mark.parametrize("body", ["", "[]", "null", "{", '"text"'])
async def test_a_body_that_is_no_input_is_refused(door: Door, body: str) -> None:
    response = await door.http.post("/ag-ui", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400 and response.json()["error"]["message"]


async def test_props_of_an_image_chat_are_refused_under_their_name(door: Door) -> None:
    refused = await door.post(workflow="", forwardedProps={"size": "huge"})
    assert error_of(refused) == (400, "INVALID_INPUT_FORMAT", "forwardedProps.size")


async def test_a_thread_that_has_expired_is_told_as_such(door: Door) -> None:
    door.stage.expired = True
    assert error_of(await door.post()) == (410, "SESSION_EXPIRED", "threadId")


async def test_a_run_that_breaks_off_ends_with_an_error_that_says_how_to_take_it_up(door: Door) -> None:
    door.stage.facts = [begun(), events_pb2.RunEvent(question_answered={"key": "x"})]  # type: ignore[arg-type]
    last = (await door.run())[-1]
    assert (last["type"], last["code"]) == ("RUN_ERROR", "SSE_CONNECTION_ERROR") and "runId" in last["message"]


async def test_a_gateway_that_stops_ends_a_silent_stream_with_an_error_that_says_how_to_take_it_up(
    stage: Stage, telemetry: Telemetry, short_folder: Path
) -> None:
    stage.facts, stage.working = [begun()], True
    async with httpx.AsyncClient(timeout=10, trust_env=False) as http, AsyncExitStack() as stack:
        door = await stack.enter_async_context(opened(stage, telemetry, short_folder, http))
        body = {"threadId": THREAD, "runId": "r", "messages": [{"id": "1", "role": "user", "content": "a"}]}
        async with door.http.stream("POST", "/ag-ui", json=body) as response:
            lines = response.aiter_lines()
            async for line in lines:
                if line.startswith(":"):  # nothing has happened for a while
                    break
            stopping = asyncio.create_task(stack.aclose())
            last = [line async for line in lines if line.startswith("data: ")][-1]
        await stopping
    assert json.loads(last.removeprefix("data: "))["code"] == "SSE_CONNECTION_ERROR"
