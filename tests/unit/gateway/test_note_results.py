"""Results of notes match the schemas of /openapi.json, including the parsed feedback of a reviewer."""

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from reflow.v1 import creatives_pb2, note_workflow_pb2, orchestrator_pb2

from services.gateway.dialects.ag_ui.lifecycle import open_run
from services.gateway.dialects.ag_ui.renderer import render as render_ag_ui
from services.gateway.dialects.ag_ui.stream_state import initial_state
from services.gateway.dialects.note_sse.dialect import render
from services.gateway.dialects.note_sse.state import StreamState
from services.gateway.json_mapper.notes import creative_to_json, note_state_to_json
from services.gateway.schemas.note_results import note_schemas
from tests.fixtures.gateway.ag_ui_client import Client
from tests.fixtures.gateway.ag_ui_runs import CONTEXT
from tests.fixtures.gateway.note_events import PLANNER, WRITER, composed_note, image_plans, note_run, step_finished
from tests.fixtures.gateway.scripted_orchestrator import number_events

CHANGES = [
    {"text": "标题再活泼一点", "outcome": "done"},
    {"text": "像朋友聊天", "outcome": "partly"},
    {"text": "别提雷峰塔", "outcome": "already_so"},
    {"text": "配个视频", "outcome": "not_possible"},
    {"text": "嗯哼", "outcome": "not_understood"},
]
REMARKS = ["没有用到：预算 300 元。"]


def validate(name: str, value: Any) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": note_schemas()}}
    jsonschema.Draft202012Validator(schema).validate(value)


def content() -> note_workflow_pb2.NoteContent:
    written = note_workflow_pb2.NoteContent(title="春游", body="第一段", tags=["春游"], remarks=REMARKS)
    for change in CHANGES:
        written.changes.add(**change)
    return written


def plans() -> note_workflow_pb2.ImagePlanSet:
    planned = image_plans()
    for change in CHANGES:
        planned.changes.add(**change)
    return planned


def test_the_state_of_ag_ui_has_the_changes_and_remarks() -> None:
    client, state = Client(), initial_state(CONTEXT)
    client.receive(open_run(state))
    for event in number_events([step_finished(WRITER, content=content()), step_finished(PLANNER, plans=plans())]):
        state, events = render_ag_ui(state, event)
        client.receive(events)
    validate("NoteAgentState", client.state)
    assert (client.state["content"]["changes"], client.state["content"]["remarks"]) == (CHANGES, REMARKS)
    assert client.state["plans"]["changes"] == CHANGES


def test_events_have_the_changes_and_remarks() -> None:
    state, rendered = StreamState(), []
    for event in [step_finished(WRITER, content=content()), step_finished(PLANNER, plans=plans())]:
        state, events = render(state, event, expose_details=False)
        rendered += [one.to_json() for one in events]
    (update,) = [one for one in rendered if one["type"] == "content_update"]
    (planned,) = [one for one in rendered if one["type"] == "alignment_map_ready"]
    assert (update["changes"], update["remarks"], planned["changes"]) == (CHANGES, REMARKS, CHANGES)


@pytest.mark.parametrize("has_note", [True, False])
def test_a_creative_has_its_schema_and_the_changes_of_its_text(has_note: bool) -> None:
    creative = creatives_pb2.Creative(creative_id="c", thread_id="t", status=creatives_pb2.CREATIVE_STATUS_COMPLETE)
    if has_note:
        creative.note.CopyFrom(composed_note())
        creative.note.content.CopyFrom(content())
    value = creative_to_json(creative, expose_details=False)
    validate("Creative", value)
    assert not has_note or (value["note"]["changes"], value["note"]["remarks"]) == (CHANGES, ["有一张图没有画成。"])


def test_the_state_of_a_run_has_the_changes() -> None:
    run = orchestrator_pb2.Run()
    run.note.generated_content.CopyFrom(content())
    run.note.image_plans.CopyFrom(plans())
    state = note_state_to_json(run, expose_details=False)
    assert (state["generatedContent"]["changes"], state["imagePlanChanges"]) == (CHANGES, CHANGES)


def test_the_events_of_a_note_have_the_published_schema() -> None:
    state = StreamState()
    for event in note_run():
        state, events = render(state, event, expose_details=False)
        for one in events:
            validate("NoteEvent", one.to_json())
