"""Large and repeated requests: rejected before expensive work, and never answered with the run of another request."""

import json
import uuid
from typing import Any

import pytest

from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.system import System

MEGABYTE = 1024 * 1024
NOBODY = str(uuid.UUID(int=0))
SMALL = {"width": 64, "height": 64}
FORMAT, REUSED = "INVALID_INPUT_FORMAT", "IDEMPOTENCY_KEY_REUSED"


def modified(values: int) -> dict[str, Any]:
    """Return an answer with many values."""
    return {"decision": "modify", "content": {"a": [1] * values}}


def outcome(system: System, path: str, body: object, **headers: str) -> tuple[int, str, str | None]:
    """Return status, code and field of a request that is rejected."""
    response = system.http.post(path, content=json.dumps(body), headers={"Content-Type": "application/json", **headers})
    error = response.json()["error"]
    return response.status_code, error["code"], error["metadata"]["field"]


@pytest.mark.parametrize("path", [f"/api/runs/{NOBODY}/answer", "/api/agent/confirm", "/api/sessions"])
def test_a_body_over_a_megabyte_is_rejected_where_no_image_is_expected(system: System, path: str) -> None:
    body = modified(600_000) | {"threadId": "t"}
    assert len(json.dumps(body)) > MEGABYTE
    assert outcome(system, path, body) == (413, FORMAT, "body")


def test_an_answer_to_an_unknown_run_is_rejected_before_its_content_is_read(system: System) -> None:
    for run_id in (NOBODY, "no-uuid"):
        assert outcome(system, f"/api/runs/{run_id}/answer", modified(300_000))[:2] == (404, "RUN_UNKNOWN")


def test_content_of_too_many_values_is_rejected_before_it_is_built(system: System) -> None:
    """The largest content that the route accepts: as a protobuf object it takes half a second of the event loop."""
    run_id = system.chat({"text": "a cat", **SMALL})[0].body["runId"]
    for values in (2_001, 300_000):
        assert outcome(system, f"/api/runs/{run_id}/answer", modified(values)) == (400, FORMAT, "content")


def test_a_long_option_is_rejected_by_its_field(system: System) -> None:
    run_id = system.chat({"text": "a cat", **SMALL})[0].body["runId"]
    body = {"decision": "choose", "chosen": ["a", "x" * 1_001]}
    assert outcome(system, f"/api/runs/{run_id}/answer", body) == (400, FORMAT, "chosen[1]")


def test_resume_of_ag_ui_is_limited_in_number_and_in_size(system: System) -> None:
    entry = {"interruptId": f"{NOBODY}:d:k", "status": "resolved", "payload": {"decision": "approve"}}
    body: dict[str, Any] = {"threadId": "t", "runId": "r", "messages": [], "tools": [], "context": [], "state": {}}
    assert outcome(system, "/ag-ui", body | {"resume": [entry] * 5_000}) == (400, FORMAT, "resume")
    large = entry | {"payload": modified(3_000)}
    assert outcome(system, "/ag-ui", body | {"resume": [large]}) == (400, FORMAT, "resume[0].payload")
    assert outcome(system, "/ag-ui", body | {"resume": [entry] * 20})[:2] == (404, "QUESTION_UNKNOWN")


async def test_an_idempotency_key_with_another_request_is_rejected_also_at_another_route(system: System) -> None:
    key, session = {"Idempotency-Key": str(uuid.uuid4())}, system.open_session()
    body = {"text": "a cat", **SMALL, "sessionId": session}
    first = system.chat(body, key)
    again = system.chat(dict(reversed(body.items())), key)
    assert [event.body for event in again] == [event.body for event in first]
    field = "Idempotency-Key"
    assert outcome(system, "/api/agent/chat", body | {"text": "a dog"}, **key) == (422, REUSED, field)
    assert outcome(system, "/api/agent/chat", {"text": "a cat", **SMALL}, **key) == (422, REUSED, field)
    assert outcome(system, "/api/agent/stream", {"message": "a cat"}, **key) == (422, REUSED, field)
    runs = await eventually(lambda: system.http.get("/api/runs", params={"sessionId": session}).json()["runs"])
    assert len(runs) == 1


def test_a_retried_repaint_of_the_last_image_finds_its_run_although_the_last_image_has_changed(
    system: System,
) -> None:
    session, key = system.open_session(), {"Idempotency-Key": str(uuid.uuid4())}
    system.chat({"text": "a cat", **SMALL, "sessionId": session})
    square = [{"x": 8, "y": 8}, {"x": 40, "y": 8}, {"x": 40, "y": 40}]
    repaint = {"text": "a dog", "sessionId": session, "maskData": {"coordinates": square}}
    first, again = system.chat(repaint, key), system.chat(repaint, key)
    assert [event.body for event in again] == [event.body for event in first]
