"""Notes: requested, watched, resumed, stored."""

import base64
import json
import re
from typing import Any

import httpx
import jsonschema  # type: ignore[import-untyped]
import pytest
from google.protobuf.json_format import MessageToDict

from services.common.errors import Code, ReflowError
from tests.fixtures.gateway.note_events import CONTENT_DIGEST, COVER, PLANS_DIGEST
from tests.fixtures.gateway.scripted_note_orchestrator import NoteScript
from tests.fixtures.gateway.scripted_orchestrator import IMAGE_ID, PNG, RUN_ID, SESSION_ID
from tests.fixtures.systems.eventually import eventually
from tests.integration.gateway.conftest import Gateway

STREAM, CONFIRM = "/api/agent/stream", "/api/agent/confirm"


RESUME = f"{STREAM}/{SESSION_ID}"


REQUEST = {"message": "写一篇春游攻略"}


YES = {"threadId": SESSION_ID, "decision": "approve"}


_BLOCK = re.compile(r"(?:id: (?P<id>\d+\.\d+)\n)?data: (?P<data>.+)")


def parse_events(text: str) -> list[tuple[str | None, dict[str, Any]]]:
    """Return the events of a stream that ended properly, each with its id."""
    *blocks, done, rest = text.split("\n\n")
    assert (done, rest) == ("data: [DONE]", "")
    events = []
    for block in blocks:
        form = _BLOCK.fullmatch(block)
        assert form is not None, block
        events.append((form["id"], json.loads(form["data"])))
    return events


def ids(text: str) -> list[str | None]:
    return [name for name, _ in parse_events(text)]


def types(text: str) -> list[str]:
    return [event["type"] for _, event in parse_events(text)]


async def played(notes: httpx.AsyncClient) -> list[str]:
    """Stream the whole run; return the texts of its three streams."""
    first = await notes.post(STREAM, json=REQUEST)
    second = await notes.post(CONFIRM, json={**YES, "digest": CONTENT_DIGEST})
    third = await notes.post(CONFIRM, json={**YES, "digest": PLANS_DIGEST})
    return [first.text, second.text, third.text]


async def test_a_whole_note_is_streamed_over_its_answers_and_each_event_matches_its_schema(
    notes: httpx.AsyncClient,
) -> None:
    schema = (await notes.get("/api/agent/events/schema")).json()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    first, second, third = await played(notes)
    for _, event in [*parse_events(first), *parse_events(second), *parse_events(third)]:
        validator.validate(event)
    assert (types(first)[-1], types(second)[-1], types(third)[-1]) == (
        "workflow_paused",
        "workflow_paused",
        "workflow_complete",
    )
    assert types(second)[0] == types(third)[0] == "tool_result"
    assert ids(first) + ids(second) + ids(third) == ids((await notes.get(RESUME)).text)


async def test_a_stream_names_its_run_and_is_not_buffered(notes: httpx.AsyncClient) -> None:
    response = await notes.post(STREAM, json=REQUEST)
    assert response.headers["content-type"].startswith("text/event-stream")
    assert (response.headers["x-run-id"], response.headers["x-session-id"]) == (RUN_ID, SESSION_ID)
    assert response.headers["x-accel-buffering"] == "no"
    assert "开始梳理需求。" in response.text


async def test_a_stream_resumed_after_any_event_has_each_event_exactly_once(notes: httpx.AsyncClient) -> None:
    await played(notes)
    whole = (await notes.get(RESUME)).text
    everything = parse_events(whole)
    assert len({name for name, _ in everything}) == len(everything) > 80
    for cut, (name, _) in enumerate(everything, start=1):
        resumed = await notes.get(RESUME, headers={"last-event-id": str(name)})
        assert parse_events(resumed.text) == everything[cut:]


async def test_a_reader_that_disconnects_resumes_after_the_last_event_it_received(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    seen: list[str] = []
    async with notes.stream("POST", STREAM, json=REQUEST) as response:
        async for line in response.aiter_lines():
            if line.startswith("id: "):
                seen.append(line.removeprefix("id: "))
            if len(seen) == 9:
                break
    await eventually(lambda: note_script.watching == 0)
    rest = await notes.get(RESUME, params={"lastEventId": seen[-1]})
    assert [*seen, *ids(rest.text)] == ids((await notes.get(RESUME)).text)
    assert note_script.cancelled == []


@pytest.mark.parametrize("break_after", [1, 3])
async def test_with_the_orchestrators_stream_broken_at_every_event_each_event_arrives_once(
    note_gateway: Gateway, note_script: NoteScript, break_after: int
) -> None:
    async with note_gateway() as notes:
        whole = ids((await notes.post(STREAM, json=REQUEST)).text)
        note_script.break_after = break_after
        assert ids((await notes.get(RESUME)).text) == whole


async def test_when_the_orchestrator_stays_unreachable_the_stream_ends_with_an_error_without_an_id(
    note_gateway: Gateway, note_script: NoteScript
) -> None:
    note_script.events = note_script.events[:5]
    async with note_gateway(watch_retries=0) as notes:
        response = await notes.post(STREAM, json=REQUEST)
    name, error = parse_events(response.text)[-1]
    assert (name, error["type"], error["code"], error["error"]["code"]) == (
        None,
        "error",
        "SSE_CONNECTION_ERROR",
        "SSE_CONNECTION_ERROR",
    )


async def test_a_stopping_gateway_ends_a_stream_without_done_so_that_it_is_resumed(
    note_gateway: Gateway, note_script: NoteScript
) -> None:
    note_script.delay_from = 4
    async with httpx.AsyncClient(timeout=60, trust_env=False) as reader:
        async with note_gateway() as notes:
            request = reader.build_request("POST", notes.base_url.join(STREAM), json=REQUEST)
            response = await reader.send(request, stream=True)
            await eventually(lambda: note_script.watching == 1)
        text = (await response.aread()).decode()
    assert "[DONE]" not in text


async def test_a_request_reaches_the_orchestrator_completely(notes: httpx.AsyncClient, note_script: NoteScript) -> None:
    request_body = {
        "message": " 写一篇春游攻略 ", "threadId": "spring", "layoutPreference": "封面加三段", "approvals": ["content"],
        "pictureCount": 3, "preferredModel": "builtin", "seed": 7, "fresh": True, "answerWithin": 90,
    }  # fmt: skip
    await notes.post(STREAM, json=request_body, headers={"idempotency-key": "key-1"})
    assert note_script.opened == ["spring"]
    started = MessageToDict(note_script.started[0])
    assert len(started.pop("requestDigest")) == 64
    assert started == {
        "requestId": "key-1", "sessionId": "spring", "abandonAfter": "30s", "locale": "zh",
        "note": {
            "text": "写一篇春游攻略", "layoutPreference": "封面加三段", "skipImagePlansApproval": True,
            "pictureCount": 3, "preferredModel": "builtin", "seed": "7", "fresh": True, "answerWithin": "90s",
        },
    }  # fmt: skip


async def test_auto_confirm_requires_no_questions_and_a_background_note_needs_no_reader(
    note_gateway: Gateway, note_script: NoteScript
) -> None:
    async with note_gateway(abandon_seconds=2.5) as notes:
        await notes.post(STREAM, json={**REQUEST, "autoConfirm": True, "background": True})
        await notes.post(STREAM, json=REQUEST)
    free, watched = note_script.started
    assert free.note.skip_content_approval and free.note.skip_image_plans_approval and free.note.skip_clarification
    assert not free.HasField("abandon_after")
    assert not (watched.note.skip_content_approval or watched.note.skip_clarification or watched.session_id)
    assert watched.abandon_after.ToMilliseconds() == 2_500


async def test_reference_images_are_imported_in_their_order(notes: httpx.AsyncClient, note_script: NoteScript) -> None:
    url = "data:image/png;base64," + base64.b64encode(PNG).decode()
    given = [url, "https://example.org/a.png", f"/api/assets/{IMAGE_ID}"]
    assert (await notes.post(STREAM, json={**REQUEST, "referenceImages": given})).status_code == 200
    assert (note_script.imported, note_script.import_urls) == ([PNG], [("https://example.org/a.png", False)])
    assert list(note_script.started[0].note.reference_asset_ids) == [IMAGE_ID] * 3


@pytest.mark.parametrize(
    ("reference", "code"),
    [
        ("data:image/png;base64,%%%%", "INVALID_INPUT_FORMAT"),
        ("data:image/gif;base64,R0lGODlh", "INVALID_INPUT_FORMAT"),
        ("file:///etc/passwd", "INVALID_INPUT_FORMAT"),
        ("", "INVALID_INPUT_FORMAT"),
        ("https://a/" + "x" * 2_100, "INVALID_INPUT_FORMAT"),
        ("/api/assets/" + "c" * 64, "ASSET_UNKNOWN"),
    ],
)
async def test_an_invalid_reference_image_is_named_by_its_position(
    notes: httpx.AsyncClient, note_script: NoteScript, reference: str, code: str
) -> None:
    given = [f"/api/assets/{IMAGE_ID}", reference]
    response = await notes.post(STREAM, json={**REQUEST, "referenceImages": given})
    error = response.json()["error"]
    assert (error["code"], error["metadata"]["field"]) == (code, "referenceImages[1]")
    assert note_script.started == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"message": None}, "message"),
        ({"message": 1}, "message"),
        ({"message": "长" * 1_001}, "message"),
        ({"message": "a\0b"}, "message"),
        ({"threadId": "a b"}, "threadId"),
        ({"threadId": ""}, "threadId"),
        ({"threadId": "x" * 129}, "threadId"),
        ({"referenceImages": ["/api/assets/x"] * 10}, "referenceImages"),
        ({"referenceImages": "/api/assets/x"}, "referenceImages"),
        ({"approvals": ["title"]}, "approvals[0]"),
        ({"approvals": ["content"], "autoConfirm": True}, "approvals"),
        ({"autoConfirm": "yes"}, "autoConfirm"),
        ({"pictureCount": 10}, "pictureCount"),
        ({"pictureCount": 0}, "pictureCount"),
        ({"answerWithin": 0}, "answerWithin"),
        ({"answerWithin": "1h"}, "answerWithin"),
        ({"layoutPreference": "x" * 1_001}, "layoutPreference"),
        ({"seed": 2**53}, "seed"),
        ({"text": "春游"}, "text"),
    ],
)
async def test_an_invalid_request_is_rejected_under_its_field(
    notes: httpx.AsyncClient, note_script: NoteScript, change: dict[str, Any], field: str
) -> None:
    response = await notes.post(STREAM, json=REQUEST | change)
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (400, "INVALID_INPUT_FORMAT", field)
    assert note_script.started == []


@pytest.mark.parametrize(("language", "example"), [("zh", "写一篇春游攻略"), ("en", "spring outing")])
async def test_a_request_without_a_message_is_rejected_with_an_example(
    notes: httpx.AsyncClient, language: str, example: str
) -> None:
    response = await notes.post(STREAM, json={"message": "  "}, headers={"accept-language": language})
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (400, "INVALID_INPUT_EMPTY", "message")
    assert example in error["message"]


async def test_a_body_without_a_message_is_rejected_with_the_missing_field(notes: httpx.AsyncClient) -> None:
    for body in ({}, {"threadId": "spring"}):
        error = (await notes.post(STREAM, json=body)).json()["error"]
        assert (error["code"], error["metadata"]["field"]) == ("INVALID_INPUT_FORMAT", "message")


async def test_rejections_by_the_orchestrator_have_the_public_field_names(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    for inner, outer in (("note.text", "message"), ("note.reference_asset_ids", "referenceImages"),
                         ("session_id", "threadId"), ("note.answer_within", "answerWithin")):  # fmt: skip
        note_script.start_error = ReflowError(Code.INVALID_INPUT_FORMAT, field=inner)
        error = (await notes.post(STREAM, json=REQUEST)).json()["error"]
        assert error["metadata"]["field"] == outer


async def test_a_thread_that_waits_accepts_no_other_note_and_its_own_continues(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    await notes.post(STREAM, json=REQUEST)
    rejected = await notes.post(STREAM, json={**REQUEST, "threadId": SESSION_ID})
    error = rejected.json()["error"]
    assert (rejected.status_code, error["code"], error["metadata"]["field"]) == (409, "THREAD_WAITING", "threadId")
    assert len(note_script.started) == 1
    assert (await notes.post(CONFIRM, json=YES)).status_code == 200
    assert note_script.listed[-1].workflow == "note"


async def test_a_request_repeated_under_its_key_while_its_note_waits_streams_that_note(
    notes: httpx.AsyncClient,
) -> None:
    request_body, key = {**REQUEST, "threadId": SESSION_ID}, {"idempotency-key": "key-1"}
    first, again = [await notes.post(STREAM, json=request_body, headers=key) for _ in range(2)]
    assert parse_events(first.text) == parse_events(again.text)


async def test_no_runs_are_listed_before_a_note_is_started(notes: httpx.AsyncClient, note_script: NoteScript) -> None:
    await notes.post(STREAM, json={**REQUEST, "threadId": SESSION_ID})
    assert (note_script.opened, note_script.listed) == ([SESSION_ID], [])


async def test_an_expired_thread_starts_nothing(notes: httpx.AsyncClient, note_script: NoteScript) -> None:
    note_script.expired.add("old")
    response = await notes.post(STREAM, json={**REQUEST, "threadId": "old"})
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (410, "SESSION_EXPIRED", "threadId")
    assert note_script.started == []


@pytest.mark.parametrize("given", ["", "x", "4", "4.", "4.x", "-1.1", "99.1", "1.99999999", "9" * 30 + ".1"])
async def test_a_last_event_id_that_the_note_never_had_is_rejected(notes: httpx.AsyncClient, given: str) -> None:
    response = await notes.get(RESUME, headers={"last-event-id": given})
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (400, "INVALID_INPUT_FORMAT")
    assert error["metadata"]["field"] == "Last-Event-ID"


async def test_a_run_of_another_thread_or_none_is_not_resumed(notes: httpx.AsyncClient) -> None:
    assert (await notes.get(RESUME, params={"runId": RUN_ID})).status_code == 200
    other = await notes.get(f"{STREAM}/other", params={"runId": RUN_ID})
    assert (other.status_code, other.json()["error"]["code"]) == (404, "RUN_UNKNOWN")
    assert (await notes.get(f"{STREAM}/nobody")).json()["error"]["code"] == "SESSION_UNKNOWN"
    odd = await notes.get(f"{STREAM}/a%20b")
    assert (odd.status_code, odd.json()["error"]["metadata"]["field"]) == (400, "threadId")


async def test_creatives_are_listed_and_returned(notes: httpx.AsyncClient) -> None:
    listed = (await notes.get("/api/creatives", params={"threadId": SESSION_ID, "pageSize": 5})).json()
    assert listed["nextPageToken"] == "more"
    assert (listed["creatives"][0]["creativeId"], listed["creatives"][0]["status"]) == (RUN_ID, "complete")
    assert (await notes.get("/api/creatives", params={"threadId": "other"})).json()["creatives"] == []
    creative = (await notes.get(f"/api/creatives/{RUN_ID}")).json()
    assert (creative["threadId"], creative["title"], creative["createdAt"]) == (SESSION_ID, "周末春游", 1_000)
    (image,) = creative["note"]["images"]
    assert (image["planId"], image["url"], image["paragraph"]) == (
        "image-1",
        f"{str(notes.base_url).rstrip(chr(47))}/api/assets/{COVER}",
        0,
    )
    assert creative["note"]["missing"][0]["planId"] == "image-2"
    assert (creative["pending"], creative["error"], creative["note"]["layout"]) == (None, None, None)
    none = await notes.get("/api/creatives/nothing")
    assert (none.status_code, none.json()["error"]["code"]) == (404, "CREATIVE_UNKNOWN")
    assert (await notes.get("/api/creatives", params={"pageSize": 101})).status_code == 400


async def test_the_run_of_a_note_is_returned_with_its_state_and_in_the_other_dialect(notes: httpx.AsyncClient) -> None:
    run = (await notes.get(f"/api/runs/{RUN_ID}")).json()
    assert (run["workflow"], run["threadId"], run["briefComplete"]) == ("note", SESSION_ID, True)
    assert run["generatedContent"]["title"] == "春游攻略"
    assert (run["generatedImageAssetIds"], run["generatedImages"][0]["paragraph"]) == ([COVER], 1)
    events = await notes.get(f"/api/runs/{RUN_ID}/events")
    assert events.status_code == 200
    assert "开始梳理需求。" in events.text


async def test_the_description_has_the_routes_of_notes_and_their_bodies(notes: httpx.AsyncClient) -> None:
    document = (await notes.get("/openapi.json")).json()
    assert {STREAM, CONFIRM, f"{STREAM}/{{threadId}}", "/api/creatives/{creative_id}"} <= set(document["paths"])
    assert "autoConfirm" in document["components"]["schemas"]["NoteBody"]["properties"]
    assert "digest" in document["components"]["schemas"]["ConfirmBody"]["properties"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [(REQUEST, "zh"), ({"message": "a guide to Lisbon"}, "en"), ({**REQUEST, "language": "en"}, "en")],
)
async def test_a_note_is_in_the_language_of_its_prompt_whatever_language_the_client_accepts(
    notes: httpx.AsyncClient, note_script: NoteScript, body: dict[str, str], expected: str
) -> None:
    for accepted in ("en", "zh"):
        await notes.post(STREAM, json=body, headers={"accept-language": accepted})
    assert [start.locale for start in note_script.started[:1]] == [expected]


async def test_another_language_than_chinese_and_english_is_rejected(notes: httpx.AsyncClient) -> None:
    response = await notes.post(STREAM, json={**REQUEST, "language": "fr"})
    assert response.status_code == 400 and response.json()["error"]["metadata"]["field"] == "language"
