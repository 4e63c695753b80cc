"""Every field of a note's events, states and tools, in real streams of the whole system."""

from collections.abc import Mapping
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from PIL import Image

from tests.fixtures.gateway.note_client import STREAM, NoteEvent, Thread, Transcript, small_plans
from tests.fixtures.services.reference_images import page
from tests.fixtures.services.sample_images import base64_of, encoded
from tests.fixtures.systems.system import System

SIDE = 256
# The specification: the fields of each type of event.
EVENT_FIELDS: Mapping[str, set[str]] = {
    "agent_start": {"agent", "content"},
    "agent_end": {"agent", "content"},
    "message": {"content"},
    "progress": {"content"},
    "tool_call": {"tool", "toolCallId", "toolInput"},
    "tool_result": {"tool", "toolCallId", "toolOutput"},
    "supervisor_decision": {"decision", "reason"},
    "content_update": {"title", "body", "tags"},
    "image_progress": {"taskId", "status", "progress", "url", "errorMessage"},
    "workflow_progress": {"phase", "progress", "currentAgent"},
    "brief_ready": {"creativeBrief"},
    "layout_spec_ready": {"layoutSpec"},
    "alignment_map_ready": {"imagePlans", "paragraphImageBindings", "textOverlayPlan"},
    "quality_score": {"overall", "dimensions", "passed", "feedback"},
    "ask_user": {"question", "options", "selectionType", "allowCustomInput", "context", "threadId"},
    "workflow_paused": {"threadId", "content"},
    "state_update": set(),
    "intent_detected": {"topic", "audience", "goal", "tone", "requirementClarity"},
    "content_type_detected": {"contentType"},
    "workflow_complete": {"title", "body", "tags", "imageAssetIds", "creativeId"},
    "error": {"code", "message", "error"},
}
# The values that state updates report, and the state of a run has.
FLAGS = {
    "briefComplete", "evidenceComplete", "referenceIntelligenceComplete", "contentComplete", "layoutComplete",
    "imagesComplete",
}  # fmt: skip
UPDATED = FLAGS | {"evidencePack", "referenceAnalyses", "referenceImageUrl", "referenceInputs"}
STATE_FIELDS = FLAGS | {
    "creativeBrief", "evidencePack", "referenceAnalyses", "generatedContent", "layoutSpec", "imagePlans",
    "paragraphImageBindings", "textOverlayPlan", "generatedImagePaths", "generatedImageAssetIds", "reviewFeedback",
    "qualityScores", "referenceImageUrl", "referenceImages", "referenceInputs", "layoutPreference", "contentType",
    "messages", "threadId", "agentClarificationKeys", "iterationCount", "maxIterations",
}  # fmt: skip
# Fields that have a value only sometimes.
OPTIONAL_STATE_FIELDS = {"currentAgent", "pendingConfirmation", "lastError"}
# Which agent calls each tool.
CALLERS: Mapping[str, set[str]] = {
    "supervisor": {"askUser", "managePrompt", "recommendTemplates"},
    "research_evidence_agent": {
        "searchNotes", "analyzeTopTags", "getTopTitles", "getTrendReport", "webSearch", "askUser",
    },
    "image_agent": {"generateImage", "generate_with_reference", "generate_images_batch"},
}  # fmt: skip


@pytest.fixture(scope="module")
def course(system: System) -> Thread:
    """A note on a topic that the library does not have, with a reference image; each question was answered."""
    thread = Thread(system.http)
    image = f"data:image/png;base64,{base64_of(encoded(Image.fromarray(page('春游手账'))))}"
    thread.request_note(
        "写一篇量子计算的科普",
        referenceInputs=[{"url": image, "purpose": "palette", "note": "配色照这张"}],
        layoutPreference="封面加三段",
        contentType="tutorial",
        maxIterations=0,
        pictureCount=2,
        seed=7,
    )
    thread.answer("choose", feedback="露营")
    thread.answer("approve")
    plans = small_plans(thread.transcript.question["shown"], SIDE)
    first, second = plans["imagePlans"]
    plans["imagePlans"] = [first, {name: value for name, value in second.items() if name != "referenceAssetId"}]
    thread.answer("modify", content=plans)
    return thread


@pytest.fixture(scope="module")
def reported(course: Thread) -> Transcript:
    return course.transcript


@pytest.fixture(scope="module")
def failed(system: System) -> Transcript:
    """A note that fails: its image engine does not exist."""
    return Thread(system.http).request_note("写一篇春游攻略", preferredModel="nothing", autoConfirm=True)


@pytest.fixture(scope="module")
def state(course: Thread) -> Mapping[str, Any]:
    """The state of the finished note."""
    return dict(course.http.get(f"/api/runs/{course.transcript.run_id}").json())


@pytest.mark.parametrize("kind", EVENT_FIELDS)
def test_each_event_has_the_fields_of_its_type(reported: Transcript, failed: Transcript, kind: str) -> None:
    events = [*reported.of(kind), *failed.of(kind)]
    assert events
    for event in events:
        assert {"type", "timestamp", "agent"} | EVENT_FIELDS[kind] <= set(event.data)


def test_ids_are_strings_and_absent_fields_of_an_image_are_null(reported: Transcript) -> None:
    done = reported.last.data
    assert isinstance(done["creativeId"], str) and done["creativeId"] == reported.run_id
    assert done["imageAssetIds"] and all(isinstance(asset_id, str) for asset_id in done["imageAssetIds"])
    for event in reported.of("image_progress"):
        assert isinstance(event.data["taskId"], str) and event.data["errorMessage"] is None
        assert (event.data["url"] is None) == (event.data["status"] != "complete")


def test_the_progress_of_an_image_never_falls(reported: Transcript) -> None:
    for task in {event.data["taskId"] for event in reported.of("image_progress")}:
        shares = [event.data["progress"] for event in reported.of("image_progress") if event.data["taskId"] == task]
        assert shares == sorted(shares) and shares[-1] == 1


def test_the_text_of_the_writer_is_a_message_as_well_as_the_text_of_the_note(reported: Transcript) -> None:
    (update,) = reported.of("content_update")
    messages = [event.data["content"] for event in reported.of("message") if event.agent == "writer_agent"]
    assert f"{update.data['title']}\n\n{update.data['body']}" in messages


def test_state_updates_report_what_changed(reported: Transcript) -> None:
    updated = {name for event in reported.of("state_update") for name in event.data}
    assert updated >= UPDATED


def test_a_question_has_the_context_of_a_pause_for_a_user(reported: Transcript) -> None:
    contexts = [event.data["context"] for event in reported.of("ask_user")]
    assert [context["kind"] for context in contexts] == ["clarity", "content", "image_plans"]
    assert all(context["__hitl"] is True and len(context["digest"]) == 64 for context in contexts)
    assert all({"id", "label"} == set(option) for event in reported.of("ask_user") for option in event.data["options"])


def test_the_state_of_a_finished_note_has_every_field(state: Mapping[str, Any]) -> None:
    assert {name for name in STATE_FIELDS if state.get(name) is None} == set()
    assert set(state) >= OPTIONAL_STATE_FIELDS
    assert (state["contentType"], state["maxIterations"]) == ("tutorial", 0)
    assert state["creativeBrief"]["contentType"] == "tutorial"


def test_reference_images_are_listed_with_their_purpose_in_the_state_and_the_creative(
    course: Thread, state: Mapping[str, Any]
) -> None:
    (described,) = state["referenceInputs"]
    assert (described["purpose"], described["note"]) == ("palette", "配色照这张")
    assert (
        described["url"]
        == f"{course.http.base_url}/api/assets/{described['assetId']}".replace("//api", "/api")
        == state["referenceImageUrl"]
    )
    created = course.creative()["input"]
    assert (created["referenceImageUrl"], created["referenceInputs"]) == (described["url"], [described])


def test_a_waiting_note_states_what_it_waits_for(system: System) -> None:
    thread = Thread(system.http)
    thread.request_note("写一篇露营攻略", pictureCount=1, seed=7)
    run = thread.http.get(f"/api/runs/{thread.transcript.run_id}").json()
    assert run["pendingConfirmation"]["digest"] == thread.transcript.question["digest"]
    thread.cancel()


def test_research_that_finds_nothing_asks_the_user_and_looks_up_the_topic_of_the_answer(reported: Transcript) -> None:
    first, second = (
        event.data["evidencePack"] for event in reported.of("state_update") if "evidencePack" in event.data
    )
    assert (first["sources"], bool(second["sources"])) == ([], True)
    calls = [event for event in reported.of("tool_call") if event.data["tool"] == "askUser"]
    assert [event.agent for event in calls] == ["research_evidence_agent", "supervisor", "supervisor"]


def test_each_agent_calls_its_tools_and_each_call_has_the_form_that_is_listed(
    course: Thread, reported: Transcript
) -> None:
    listed = {tool["name"]: tool for tool in course.http.get("/api/tools").json()["tools"]}
    assert {tool["name"] for tool in listed.values()} == set().union(*CALLERS.values())
    called: dict[str, set[str]] = {}
    for event in reported.events:
        if event.type in ("tool_call", "tool_result"):
            called.setdefault(event.agent, set()).add(event.data["tool"])
            _check_form(event, listed[event.data["tool"]])
    assert called == CALLERS


def _check_form(event: NoteEvent, tool: Mapping[str, Any]) -> None:
    assert event.agent in tool["agents"]
    name, schema = ("toolInput", "inputSchema") if event.type == "tool_call" else ("toolOutput", "outputSchema")
    jsonschema.Draft202012Validator(tool[schema]).validate(dict(event.data[name]))


@pytest.mark.parametrize(
    ("requested", "field"),
    [
        ({"maxIterations": 11}, "maxIterations"),
        ({"maxIterations": -1}, "maxIterations"),
        ({"contentType": "novel"}, "contentType"),
        ({"referenceInputs": [{"note": "?"}]}, "referenceInputs[0]"),
        ({"referenceInputs": [{"assetId": "a", "purpose": "mood"}]}, "referenceInputs[0].assetId"),
        ({"referenceInputs": [{"assetId": "0" * 64}]}, "referenceInputs[0].assetId"),
    ],
)
def test_a_request_beyond_its_limits_is_rejected_with_the_name_of_the_field(
    system: System, requested: dict[str, Any], field: str
) -> None:
    response = system.http.post(STREAM, json={"message": "写一篇春游攻略", **requested})
    assert response.status_code in (400, 404)
    assert response.json()["error"]["metadata"]["field"] == field
