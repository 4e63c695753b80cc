"""Answers to the questions of a note: accepted once, or rejected without a change."""

from typing import Any

import httpx
import pytest
from google.protobuf.json_format import MessageToDict
from reflow.v1 import questions_pb2

from tests.fixtures.gateway.note_events import CONTENT_DIGEST, PLANS_DIGEST
from tests.fixtures.gateway.scripted_note_orchestrator import NoteScript
from tests.fixtures.gateway.scripted_orchestrator import RUN_ID, SESSION_ID
from tests.integration.gateway.test_notes import CONFIRM, REQUEST, STREAM, YES, parse_events


async def test_an_answer_reaches_the_run_completely_and_its_repetition_changes_nothing(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    await notes.post(STREAM, json=REQUEST)
    answer = {
        "threadId": SESSION_ID, "decision": "modify", "digest": CONTENT_DIGEST, "key": "content-1",
        "feedback": "短一点", "content": {"title": "周末春游", "tags": ["春游"]},
    }  # fmt: skip
    first = await notes.post(CONFIRM, json=answer, headers={"idempotency-key": "k"})
    again = await notes.post(CONFIRM, json=answer, headers={"idempotency-key": "k"})
    assert parse_events(first.text) == parse_events(again.text)
    (given,) = note_script.answers
    assert (given.run_id, given.request_id, given.key, given.digest) == (RUN_ID, "k", "content-1", CONTENT_DIGEST)
    assert (given.answer.decision, given.answer.feedback) == (questions_pb2.DECISION_MODIFY, "短一点")
    assert MessageToDict(given.answer.content) == answer["content"]


async def test_an_answer_to_an_unknown_thread_or_note_is_reported_as_unknown(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    unknown = await notes.post(CONFIRM, json={**YES, "threadId": "nobody"})
    error = unknown.json()["error"]
    assert (unknown.status_code, error["code"], error["metadata"]["field"]) == (404, "SESSION_UNKNOWN", "threadId")
    assert "threadId" in error["message"]
    note_script.has_no_runs = True
    empty = await notes.post(CONFIRM, json=YES)
    assert (empty.status_code, empty.json()["error"]["code"]) == (404, "RUN_UNKNOWN")


async def test_a_stale_or_second_answer_changes_nothing_and_the_note_still_waits(
    notes: httpx.AsyncClient, note_script: NoteScript
) -> None:
    await notes.post(STREAM, json=REQUEST)
    stale = await notes.post(CONFIRM, json={**YES, "digest": "0" * 64})
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "ANSWER_STALE")
    assert stale.json()["error"]["metadata"]["field"] == "digest"
    assert note_script.answers == []
    for digest in (CONTENT_DIGEST, PLANS_DIGEST):
        assert (await notes.post(CONFIRM, json={**YES, "digest": digest})).status_code == 200
    second = await notes.post(CONFIRM, json=YES)
    assert (second.status_code, second.json()["error"]["code"]) == (409, "ANSWER_CONFLICT")


async def test_an_answer_without_a_question_is_rejected_in_terms_of_the_thread(
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
async def test_an_invalid_answer_is_rejected_under_its_field_and_the_note_still_waits(
    notes: httpx.AsyncClient, note_script: NoteScript, change: dict[str, Any], field: str
) -> None:
    response = await notes.post(CONFIRM, json=YES | change)
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (400, "INVALID_INPUT_FORMAT", field)
    assert note_script.answers == []
