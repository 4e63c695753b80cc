"""Notes: asked for, watched, cut and taken up, answered, kept."""

import base64
import json
import re
from typing import Any

import httpx
import jsonschema  # type: ignore[import-untyped]
import pytest
from google.protobuf.json_format import MessageToDict
from reflow.v1 import questions_pb2

from services.common.errors import Code, ReflowError
from tests.fixtures.eventually import eventually
from tests.fixtures.note_facts import CONTENT_DIGEST, COVER, PLANS_DIGEST
from tests.fixtures.scripted_notes import NoteScript
from tests.fixtures.scripted_orchestrator import IMAGE_ID, PNG, RUN_ID, SESSION_ID
from tests.integration.gateway.conftest import Gateway

STREAM, CONFIRM = "/api/agent/stream", "/api/agent/confirm"
RESUME = f"{STREAM}/{SESSION_ID}"
WISH = {"message": "写一篇春游攻略"}
YES = {"threadId": SESSION_ID, "decision": "approve"}
_BLOCK = re.compile(r"(?:id: (?P<id>\d+\.\d+)\n)?data: (?P<data>.+)")


def told(text: str) -> list[tuple[str | None, dict[str, Any]]]:
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
    return [name for name, _ in told(text)]


def types(text: str) -> list[str]:
    return [event["type"] for _, event in told(text)]


async def played(notes: httpx.AsyncClient) -> list[str]:
    """Play the whole run; return the texts of its three streams."""
    first = await notes.post(STREAM, json=WISH)
    second = await notes.post(CONFIRM, json={**YES, "digest": CONTENT_DIGEST})
    third = await notes.post(CONFIRM, json={**YES, "digest": PLANS_DIGEST})
    return [first.text, second.text, third.text]


async def test_a_whole_note_is_told_over_its_answers_each_event_of_the_form_that_is_described(
    notes: httpx.AsyncClient,
) -> None:
    schema = (await notes.get("/api/agent/events/schema")).json()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    first, second, third = await played(notes)
    for _, event in [*told(first), *told(second), *told(third)]:
        validator.validate(event)
    assert (types(first)[-1], types(second)[-1], types(third)[-1]) == (
        "workflow_paused",
        "workflow_paused",
        "workflow_complete",
    )
    assert types(second)[0] == types(third)[0] == "tool_result"
    assert ids(first) + ids(second) + ids(third) == ids((await notes.get(RESUME)).text)


async def test_a_stream_says_whose_it_is_and_is_held_back_by_nobody(notes: httpx.AsyncClient) -> None:
    response = await notes.post(STREAM, json=WISH)
    assert response.headers["content-type"].startswith("text/event-stream")
    assert (response.headers["x-run-id"], response.headers["x-session-id"]) == (RUN_ID, SESSION_ID)
    assert response.headers["x-accel-buffering"] == "no"
    assert "开始梳理需求。" in response.text


async def test_cut_at_every_event_and_taken_up_each_event_comes_exactly_once(notes: httpx.AsyncClient) -> None:
    await played(notes)
    whole = (await notes.get(RESUME)).text
    everything = told(whole)
    assert len({name for name, _ in everything}) == len(everything) > 80
    for cut, (name, _) in enumerate(everything, start=1):
        resumed = await notes.get(RESUME, headers={"last-event-id": str(name)})
        assert told(resumed.text) == everything[cut:]


async def test_cut_by_a_reader_that_leaves_it_goes_on_behind_the_last_event_it_saw(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    seen: list[str] = []
    async with notes.stream("POST", STREAM, json=WISH) as response:
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
async def test_broken_upstream_at_every_fact_each_event_still_comes_once(
    note_gateway: Gateway, note_script: NoteScript, break_after: int
) -> None:
    async with note_gateway() as notes:
        whole = ids((await notes.post(STREAM, json=WISH)).text)
        note_script.break_after = break_after
        assert ids((await notes.get(RESUME)).text) == whole


async def test_when_the_orchestrator_stays_away_the_stream_ends_with_an_error_without_an_id(
    note_gateway: Gateway, note_script: NoteScript
) -> None:
    note_script.events = note_script.events[:5]
    async with note_gateway(watch_tries=0) as notes:
        response = await notes.post(STREAM, json=WISH)
    name, error = told(response.text)[-1]
    assert (name, error["type"], error["code"], error["error"]["code"]) == (
        None,
        "error",
        "SSE_CONNECTION_ERROR",
        "SSE_CONNECTION_ERROR",
    )


async def test_a_gateway_that_stops_ends_a_stream_without_done_so_that_it_is_taken_up(
    note_gateway: Gateway, note_script: NoteScript
) -> None:
    note_script.hold_from = 4
    async with httpx.AsyncClient(timeout=10, trust_env=False) as reader:
        async with note_gateway() as notes:
            request = reader.build_request("POST", notes.base_url.join(STREAM), json=WISH)
            response = await reader.send(request, stream=True)
            await eventually(lambda: note_script.watching == 1)
        text = (await response.aread()).decode()
    assert "[DONE]" not in text


async def test_what_is_asked_reaches_the_orchestrator_whole(notes: httpx.AsyncClient, note_script: NoteScript) -> None:
    wish = {
        "message": " 写一篇春游攻略 ", "threadId": "spring", "layoutPreference": "封面加三段", "approvals": ["content"],
        "pictureCount": 3, "preferredModel": "builtin", "seed": 7, "fresh": True, "answerWithin": 90,
    }  # fmt: skip
    await notes.post(STREAM, json=wish, headers={"idempotency-key": "key-1"})
    assert note_script.opened == ["spring"]
    assert MessageToDict(note_script.started[0]) == {
        "requestId": "key-1", "sessionId": "spring", "abandonAfter": "30s",
        "note": {
            "text": "写一篇春游攻略", "layoutPreference": "封面加三段", "skipImagePlansApproval": True,
            "pictureCount": 3, "preferredModel": "builtin", "seed": "7", "fresh": True, "answerWithin": "90s",
        },
    }  # fmt: skip


async def test_nothing_is_asked_with_auto_confirm_and_a_background_note_needs_no_reader(
    note_gateway: Gateway, note_script: NoteScript
) -> None:
    async with note_gateway(abandon_seconds=2.5) as notes:
        await notes.post(STREAM, json={**WISH, "autoConfirm": True, "background": True})
        await notes.post(STREAM, json=WISH)
    free, watched = note_script.started
    assert free.note.skip_content_approval and free.note.skip_image_plans_approval and free.note.skip_clarification
    assert not free.HasField("abandon_after")
    assert not (watched.note.skip_content_approval or watched.note.skip_clarification or watched.session_id)
    assert watched.abandon_after.ToMilliseconds() == 2_500


async def test_reference_pictures_are_taken_in_in_their_order(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    url = "data:image/png;base64," + base64.b64encode(PNG).decode()
    given = [url, "https://example.org/a.png", f"/api/assets/{IMAGE_ID}"]
    assert (await notes.post(STREAM, json={**WISH, "referenceImages": given})).status_code == 200
    assert (note_script.imported, note_script.import_urls) == ([PNG], [("https://example.org/a.png", False)])
    assert list(note_script.started[0].note.reference_asset_ids) == [IMAGE_ID] * 3


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        ("data:image/png;base64,%%%%", "INVALID_INPUT_FORMAT"),
        ("data:image/gif;base64,R0lGODlh", "INVALID_INPUT_FORMAT"),
        ("file:///etc/passwd", "INVALID_INPUT_FORMAT"),
        ("", "INVALID_INPUT_FORMAT"),
        ("https://a/" + "x" * 2_100, "INVALID_INPUT_FORMAT"),
        ("/api/assets/" + "c" * 64, "ASSET_UNKNOWN"),
    ],
)
async def test_a_reference_picture_that_is_none_is_named_by_its_place(
    notes: httpx.AsyncClient, note_script: NoteScript, picture: str, code: str
) -> None:
    given = [f"/api/assets/{IMAGE_ID}", picture]
    response = await notes.post(STREAM, json={**WISH, "referenceImages": given})
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
async def test_a_wish_that_is_malformed_is_refused_by_its_field(
    notes: httpx.AsyncClient, note_script: NoteScript, change: dict[str, Any], field: str
) -> None:
    response = await notes.post(STREAM, json=WISH | change)
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (400, "INVALID_INPUT_FORMAT", field)
    assert note_script.started == []


@pytest.mark.parametrize(("language", "example"), [("zh", "写一篇春游攻略"), ("en", "spring outing")])
async def test_a_wish_without_words_is_told_what_would_do(
    notes: httpx.AsyncClient, language: str, example: str
) -> None:
    response = await notes.post(STREAM, json={"message": "  "}, headers={"accept-language": language})
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (400, "INVALID_INPUT_EMPTY", "message")
    assert example in error["message"]


async def test_a_body_without_a_message_is_told_what_is_missing(notes: httpx.AsyncClient) -> None:
    for body in ({}, {"threadId": "spring"}):
        error = (await notes.post(STREAM, json=body)).json()["error"]
        assert (error["code"], error["metadata"]["field"]) == ("INVALID_INPUT_FORMAT", "message")


async def test_what_the_orchestrator_refuses_is_named_as_it_is_here(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    for inner, outer in (("note.text", "message"), ("note.reference_asset_ids", "referenceImages"),
                         ("session_id", "threadId"), ("note.answer_within", "answerWithin")):  # fmt: skip
        note_script.refuse_start = ReflowError(Code.INVALID_INPUT_FORMAT, field=inner)
        error = (await notes.post(STREAM, json=WISH)).json()["error"]
        assert error["metadata"]["field"] == outer


async def test_a_thread_that_waits_takes_no_other_note_and_its_own_goes_on(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    await notes.post(STREAM, json=WISH)
    refused = await notes.post(STREAM, json={**WISH, "threadId": SESSION_ID})
    error = refused.json()["error"]
    assert (refused.status_code, error["code"], error["metadata"]["field"]) == (409, "THREAD_WAITING", "threadId")
    assert len(note_script.started) == 1
    assert (await notes.post(CONFIRM, json=YES)).status_code == 200
    assert note_script.listed[-1].workflow == "note"


async def test_a_wish_repeated_under_its_key_while_its_note_waits_is_shown_that_note(
    notes: httpx.AsyncClient,
) -> None:
    wish, key = {**WISH, "threadId": SESSION_ID}, {"idempotency-key": "key-1"}
    first, again = [await notes.post(STREAM, json=wish, headers=key) for _ in range(2)]
    assert told(first.text) == told(again.text)


async def test_nothing_is_looked_up_before_a_note_is_started(notes: httpx.AsyncClient, note_script: NoteScript) -> None:
    await notes.post(STREAM, json={**WISH, "threadId": SESSION_ID})
    assert (note_script.opened, note_script.listed) == ([SESSION_ID], [])


async def test_an_expired_thread_starts_nothing(notes: httpx.AsyncClient, note_script: NoteScript) -> None:
    note_script.expired.add("old")
    response = await notes.post(STREAM, json={**WISH, "threadId": "old"})
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (410, "SESSION_EXPIRED", "threadId")
    assert note_script.started == []


async def test_an_answer_reaches_the_run_whole_and_its_repetition_changes_nothing(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    await notes.post(STREAM, json=WISH)
    answer = {
        "threadId": SESSION_ID, "decision": "modify", "digest": CONTENT_DIGEST, "key": "content-1",
        "feedback": "短一点", "content": {"title": "周末春游", "tags": ["春游"]},
    }  # fmt: skip
    first = await notes.post(CONFIRM, json=answer, headers={"idempotency-key": "k"})
    again = await notes.post(CONFIRM, json=answer, headers={"idempotency-key": "k"})
    assert told(first.text) == told(again.text)
    (given,) = note_script.answers
    assert (given.run_id, given.request_id, given.key, given.digest) == (RUN_ID, "k", "content-1", CONTENT_DIGEST)
    assert (given.answer.decision, given.answer.feedback) == (questions_pb2.DECISION_MODIFY, "短一点")
    assert MessageToDict(given.answer.content) == answer["content"]


async def test_an_answer_to_a_thread_or_a_note_that_is_not_there_says_so(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    unknown = await notes.post(CONFIRM, json={**YES, "threadId": "nobody"})
    error = unknown.json()["error"]
    assert (unknown.status_code, error["code"], error["metadata"]["field"]) == (404, "SESSION_UNKNOWN", "threadId")
    assert "threadId" in error["message"]
    note_script.none_yet = True
    empty = await notes.post(CONFIRM, json=YES)
    assert (empty.status_code, empty.json()["error"]["code"]) == (404, "RUN_UNKNOWN")


async def test_an_answer_that_is_stale_or_second_changes_nothing_and_the_note_still_waits(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    await notes.post(STREAM, json=WISH)
    stale = await notes.post(CONFIRM, json={**YES, "digest": "0" * 64})
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "ANSWER_STALE")
    assert stale.json()["error"]["metadata"]["field"] == "digest"
    assert note_script.answers == []
    for digest in (CONTENT_DIGEST, PLANS_DIGEST):
        assert (await notes.post(CONFIRM, json={**YES, "digest": digest})).status_code == 200
    second = await notes.post(CONFIRM, json=YES)
    assert (second.status_code, second.json()["error"]["code"]) == (409, "ANSWER_CONFLICT")


async def test_where_nothing_was_asked_an_answer_is_told_so_in_terms_of_the_thread(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    note_script.events = note_script.events[:6]
    response = await notes.post(CONFIRM, json=YES)
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (404, "QUESTION_UNKNOWN", "threadId")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"threadId": None}, "threadId"),
        ({"threadId": "a/b"}, "threadId"),
        ({"decision": "maybe"}, "decision"),
        ({"decision": "modify"}, "content"),
        ({"decision": "modify", "content": {}}, "content"),
        ({"decision": "modify", "content": []}, "content"),
        ({"decision": "modify", "content": {"a": 2**60}}, "content"),
        ({"feedback": "x" * 4_001}, "feedback"),
        ({"digest": ""}, "digest"),
        ({"chosen": "a"}, "chosen"),
    ],
)
async def test_an_answer_that_is_malformed_is_refused_by_its_field_and_the_note_still_waits(
    notes: httpx.AsyncClient, note_script: NoteScript, change: dict[str, Any], field: str
) -> None:
    response = await notes.post(CONFIRM, json=YES | change)
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (400, "INVALID_INPUT_FORMAT", field)
    assert note_script.answers == []


@pytest.mark.parametrize("given", ["", "x", "4", "4.", "4.x", "-1.1", "99.1", "1.99999999", "9" * 30 + ".1"])
async def test_a_last_event_id_that_the_note_never_had_is_refused(notes: httpx.AsyncClient, given: str) -> None:
    response = await notes.get(RESUME, headers={"last-event-id": given})
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (400, "INVALID_INPUT_FORMAT")
    assert error["metadata"]["field"] == "Last-Event-ID"


async def test_a_run_of_another_thread_or_none_is_not_taken_up(notes: httpx.AsyncClient) -> None:
    assert (await notes.get(RESUME, params={"runId": RUN_ID})).status_code == 200
    other = await notes.get(f"{STREAM}/other", params={"runId": RUN_ID})
    assert (other.status_code, other.json()["error"]["code"]) == (404, "RUN_UNKNOWN")
    assert (await notes.get(f"{STREAM}/nobody")).json()["error"]["code"] == "SESSION_UNKNOWN"
    odd = await notes.get(f"{STREAM}/a%20b")
    assert (odd.status_code, odd.json()["error"]["metadata"]["field"]) == (400, "threadId")


async def test_creatives_are_listed_and_read(notes: httpx.AsyncClient) -> None:
    listed = (await notes.get("/api/creatives", params={"threadId": SESSION_ID, "pageSize": 5})).json()
    assert listed["nextPageToken"] == "more"
    assert (listed["creatives"][0]["creativeId"], listed["creatives"][0]["status"]) == (RUN_ID, "complete")
    assert (await notes.get("/api/creatives", params={"threadId": "other"})).json()["creatives"] == []
    made = (await notes.get(f"/api/creatives/{RUN_ID}")).json()
    assert (made["threadId"], made["title"], made["createdAt"]) == (SESSION_ID, "周末春游", 1_000)
    (image,) = made["note"]["images"]
    assert (image["planId"], image["url"], image["paragraph"]) == ("image-1", f"/api/assets/{COVER}", 0)
    assert made["note"]["missing"][0]["planId"] == "image-2"
    assert (made["pending"], made["error"], made["note"]["layout"]) == (None, None, None)
    none = await notes.get("/api/creatives/nothing")
    assert (none.status_code, none.json()["error"]["code"]) == (404, "CREATIVE_UNKNOWN")
    assert (await notes.get("/api/creatives", params={"pageSize": 101})).status_code == 400


async def test_the_run_of_a_note_is_told_with_its_state_and_in_the_other_dialect(notes: httpx.AsyncClient) -> None:
    run = (await notes.get(f"/api/runs/{RUN_ID}")).json()
    assert (run["workflow"], run["threadId"], run["briefComplete"]) == ("note", SESSION_ID, True)
    assert run["generatedContent"]["title"] == "春游攻略"
    assert (run["generatedImageAssetIds"], run["generatedImages"][0]["paragraph"]) == ([COVER], 1)
    events = await notes.get(f"/api/runs/{RUN_ID}/events")
    assert events.status_code == 200
    assert "开始梳理需求。" in events.text


async def test_the_description_names_the_doors_of_notes_and_their_bodies(notes: httpx.AsyncClient) -> None:
    document = (await notes.get("/openapi.json")).json()
    assert {STREAM, CONFIRM, f"{STREAM}/{{threadId}}", "/api/creatives/{creative_id}"} <= set(document["paths"])
    assert "autoConfirm" in document["components"]["schemas"]["NoteBody"]["properties"]
    assert "digest" in document["components"]["schemas"]["ConfirmBody"]["properties"]
