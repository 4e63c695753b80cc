"""Events of a note's run in the dialect of notes."""

import json
from collections.abc import Sequence
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflow.v1 import creatives_pb2, events_pb2, note_workflow_pb2, questions_pb2, steps_pb2

from services.gateway.dialects.note_sse.cursor import Cursor
from services.gateway.dialects.note_sse.dialect import render, to_sse
from services.gateway.dialects.note_sse.events import EVENTS, events_schema
from services.gateway.dialects.note_sse.state import StreamState
from services.gateway.json_mapper.proto_json import message_schema, message_to_json
from tests.fixtures.gateway.note_events import (
    BRIEF,
    COVER,
    IMAGES,
    INSIDE,
    PLANNER,
    REVIEW,
    SUPERVISOR,
    WRITER,
    composed_note,
    image_plans,
    note_image,
    note_run,
    question_answered,
    question_asked,
    route_decided,
    step_activity,
    step_failed,
    step_finished,
    step_started,
)
from tests.fixtures.gateway.scripted_orchestrator import IMAGE_ID, number_events

PAYLOADS = [field.name for field in events_pb2.RunEvent.DESCRIPTOR.oneofs_by_name["payload"].fields]
RESULTS = [field.name for field in events_pb2.StepFinished.DESCRIPTOR.fields]
ACTIVITIES = [field.name for field in steps_pb2.Activity.DESCRIPTOR.fields]
# The table of the specification.
TYPES = {
    "agent_start", "agent_end", "message", "progress", "tool_call", "tool_result", "supervisor_decision",
    "content_update", "image_progress", "workflow_progress", "brief_ready", "layout_spec_ready", "alignment_map_ready",
    "quality_score", "ask_user", "workflow_paused", "state_update", "intent_detected", "content_type_detected",
    "workflow_complete", "error",
}  # fmt: skip
VALIDATOR = jsonschema.Draft202012Validator(events_schema())

JsonEvent = dict[str, Any]


def rendered(events: Sequence[events_pb2.RunEvent], *, expose_details: bool = False) -> list[JsonEvent]:
    """Return the note events of *events*, each validated against the schema."""
    state, messages = StreamState(), []
    for event in events:
        state, note_events = render(state, event, expose_details=expose_details)
        messages += [note_event.to_json() for note_event in note_events]
    for message in messages:
        VALIDATOR.validate(json.loads(json.dumps(message)))
    return messages


def rendered_last(*events: events_pb2.RunEvent) -> list[JsonEvent]:
    """Return the note events of the last of *events*."""
    return rendered(events)[len(rendered(events[:-1])) :]


def run_started(**input_: Any) -> events_pb2.RunEvent:
    started = events_pb2.RunEvent(run_started=events_pb2.RunStarted(locale="zh"))
    started.run_started.note.text = "写一篇春游攻略"
    for name, value in input_.items():
        setattr(started.run_started.note, name, value)
    return started


def test_there_is_one_model_for_each_type_of_the_specification() -> None:
    described = {kind.model_fields["type"].default for kind in EVENTS}
    assert described == TYPES
    assert len(EVENTS) == len(TYPES)


def test_a_whole_run_is_rendered_in_the_documented_order() -> None:
    messages = rendered(note_run())
    assert {event["type"] for event in messages} == TYPES - {"error"}
    results = ("brief_ready", "content_update", "layout_spec_ready", "alignment_map_ready", "quality_score")
    order = [event["type"] for event in messages if event["type"] in (*results, "ask_user", "workflow_complete")]
    assert order == [
        "brief_ready", "content_update", "ask_user", "content_update", "layout_spec_ready", "alignment_map_ready",
        "ask_user", "quality_score", "quality_score", "workflow_complete",
    ]  # fmt: skip
    assert messages[0]["type"] == "state_update"
    assert (messages[0]["threadId"], messages[0]["referenceImages"]) == ("session-1", [f"/api/assets/{IMAGE_ID}"])
    assert all(event["agent"] and event["timestamp"] > 0 for event in messages)


def test_every_agent_that_starts_ends() -> None:
    messages = rendered(note_run())
    assert [event["type"] for event in messages].count("agent_start") == 12
    open_steps: list[str] = []
    for event in messages:
        if event["type"] == "agent_start":
            open_steps.append(event["step"])
        elif event["type"] == "agent_end":
            open_steps.remove(event["step"])
    assert open_steps == []


def test_the_same_events_are_always_rendered_in_the_same_way() -> None:
    events = note_run()
    assert rendered(events) == rendered([events_pb2.RunEvent.FromString(event.SerializeToString()) for event in events])


@pytest.mark.parametrize("payload", PAYLOADS)
def test_an_empty_event_is_rendered_without_error(payload: str) -> None:
    event = events_pb2.RunEvent(sequence=4, agent=IMAGES, step="image_agent-1-image-1")
    getattr(event, payload).SetInParent()
    rendered([event])


@pytest.mark.parametrize("result", RESULTS)
def test_every_result_is_followed_by_the_end_of_its_agent(result: str) -> None:
    event = step_finished(BRIEF)
    getattr(event.step_finished, result).SetInParent()
    assert rendered_last(run_started(), event)[-1]["type"] == "agent_end"


@pytest.mark.parametrize("activity", ACTIVITIES)
@pytest.mark.parametrize("step", ["image_agent-1-image-1", ""])
def test_every_activity_is_rendered_with_its_agent(activity: str, step: str) -> None:
    event = events_pb2.RunEvent(agent=IMAGES, step=step)
    getattr(event.step_activity, activity).SetInParent()
    (message,) = rendered([event])
    assert message["agent"] == IMAGES


@given(st.floats(), st.floats())
def test_no_number_from_a_service_breaks_the_stream(score: float, fraction: float) -> None:
    reviewed = step_finished(REVIEW)
    reviewed.step_finished.verdict.score = score
    reviewed.step_finished.verdict.dimensions["content"] = score
    progress = step_activity(
        IMAGES, steps_pb2.Activity(progress=steps_pb2.Progress(fraction=fraction)), "image_agent-1-a"
    )
    rendered([reviewed, progress])


@given(st.text())
def test_no_text_of_an_agent_breaks_out_of_its_event(text: str) -> None:
    message = step_activity(WRITER, steps_pb2.Activity(message=steps_pb2.Message(text=text)))
    _, (event,) = render(StreamState(), message, expose_details=False)
    name, data, *rest = to_sse(event, Cursor(3, 1)).decode().split("\n")
    assert (name, rest) == ("id: 3.1", ["", ""])
    assert json.loads(data.removeprefix("data: "))["content"] == text


def test_a_failed_attempt_is_rendered_as_superseded_with_the_delay_of_its_retry() -> None:
    update, end = rendered_last(run_started(), step_started(WRITER), step_failed(WRITER, "", "坏了。", retry_seconds=5))
    assert (update["type"], update["superseded"], update["retryIn"]) == ("state_update", True, 5.0)
    assert (update["step"], update["attempt"], update["lastError"]["code"]) == ("writer_agent-1", 1, "LLM_API_ERROR")
    assert end["content"] == "坏了。"


def test_an_image_is_rendered_by_its_plan_from_the_queue_to_its_url() -> None:
    step = "image_agent-1-image-1"
    waits = steps_pb2.Progress(phase=steps_pb2.Progress.PHASE_WAITING)
    works = steps_pb2.Progress(phase=steps_pb2.Progress.PHASE_WORKING, fraction=0.5)
    events = [
        run_started(),
        step_finished(PLANNER, plans=image_plans()),
        step_started(IMAGES, step),
        step_activity(IMAGES, steps_pb2.Activity(progress=waits), step),
        step_activity(IMAGES, steps_pb2.Activity(progress=works), step),
        step_failed(IMAGES, step, "坏了。", retry_seconds=5),
        step_started(IMAGES, step, attempt=2),
        step_finished(IMAGES, step, attempt=2, note_image=note_image("image-1", COVER)),
    ]
    messages = [event for event in rendered(events) if event["type"] == "image_progress"]
    statuses = ["queued", "queued", "generating", "retrying", "queued", "complete"]
    assert [event["status"] for event in messages] == statuses
    assert {event["taskId"] for event in messages} == {"image-1"}
    assert (messages[-1]["url"], messages[-1]["progress"]) == (f"/api/assets/{COVER}", 1)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["image_agent-1-image-1", "image_agent-1-image-2", "image_agent-2-image-1"]),
            st.one_of(st.floats(), st.sampled_from(["start", "fail", "retry", "finish"])),
        ),
        max_size=20,
    )
)
def test_the_progress_of_a_task_never_decreases(course: list[tuple[str, float | str]]) -> None:
    def event(step: str, what: float | str) -> events_pb2.RunEvent:
        match what:
            case "start":
                return step_started(IMAGES, step)
            case "fail":
                return step_failed(IMAGES, step, "坏了。")
            case "retry":
                return step_failed(IMAGES, step, "坏了。", retry_seconds=5)
            case "finish":
                return step_finished(IMAGES, step, note_image=note_image(step[-7:], COVER))
        progress = steps_pb2.Progress(phase=steps_pb2.Progress.PHASE_WORKING, fraction=float(what))
        return step_activity(IMAGES, steps_pb2.Activity(progress=progress), step)

    events = [run_started(), step_finished(PLANNER, plans=image_plans()), *(event(*one) for one in course)]
    last: dict[str, float] = {}
    for message in rendered(events):
        if message["type"] == "image_progress":
            assert last.get(message["taskId"], 0.0) <= message["progress"] <= 1
            last[message["taskId"]] = message["progress"]


def test_an_image_that_is_generated_again_after_a_return_is_a_new_task_of_the_same_plan() -> None:
    events = [step_started(IMAGES, f"image_agent-{visit}-image-1") for visit in (1, 2, 10)]
    started = [event for event in rendered([run_started(), *events]) if event["type"] == "image_progress"]
    assert [event["taskId"] for event in started] == ["image-1", "image-1@2", "image-1@10"]
    assert {event["planId"] for event in started} == {"image-1"}


def test_images_are_complete_when_each_is_finished_or_failed_and_incomplete_when_one_is_repeated() -> None:
    first, second = "image_agent-1-image-1", "image_agent-1-image-2"
    events = [
        run_started(),
        step_finished(PLANNER, plans=image_plans()),
        step_finished(IMAGES, first, note_image=note_image("image-1", INSIDE)),
        step_failed(IMAGES, second, "没有画出来。"),
        step_started(IMAGES, "image_agent-2-image-1"),
        step_started(IMAGES, "image_agent-2-image-2"),
        step_finished(IMAGES, "image_agent-2-image-1", note_image=note_image("image-1", COVER)),
    ]
    messages = [event for event in rendered(events) if "imagesComplete" in event]
    assert [event["imagesComplete"] for event in messages] == [True, False]
    assert messages[0]["generatedImageAssetIds"] == [INSIDE]
    events.append(step_finished(IMAGES, "image_agent-2-image-2", note_image=note_image("image-2", INSIDE)))
    assert rendered(events)[-2]["generatedImageAssetIds"] == [COVER, INSIDE]


@pytest.mark.parametrize(
    ("agent", "complete"),
    [
        (BRIEF, {"referenceIntelligenceComplete"}),
        (WRITER, {"briefComplete", "evidenceComplete", "referenceIntelligenceComplete"}),
        (PLANNER, {"briefComplete", "evidenceComplete", "referenceIntelligenceComplete", "contentComplete",
                   "layoutComplete"}),
    ],
)  # fmt: skip
def test_stages_are_incomplete_again_when_work_is_sent_back(agent: str, complete: set[str]) -> None:
    flags: dict[str, bool] = {}
    reflowed = events_pb2.RunEvent(run_reflowed=events_pb2.RunReflowed(round=2, return_to=agent, score=0.5))
    for event in rendered([*note_run()[:-2], reflowed]):
        flags |= {name: value for name, value in event.items() if name.endswith("Complete")}
    assert {name for name, is_set in flags.items() if is_set} == complete


def test_resuming_after_an_answer_is_not_an_interruption() -> None:
    resumed = events_pb2.RunEvent(run_resumed=events_pb2.RunResumed(epoch=2))
    answer = question_answered("content", questions_pb2.DECISION_APPROVE)
    assert rendered_last(run_started(), question_asked("content", "d" * 64), answer, resumed) == []
    assert rendered_last(run_started(), resumed)[0]["content"] == "从中断的地方继续。"


def test_progress_goes_from_zero_to_one() -> None:
    shares = [event["progress"] for event in rendered(note_run()) if event["type"] == "workflow_progress"]
    assert (shares[0], shares[-1]) == (0, 1)
    assert all(0 <= share <= 1 for share in shares)


def test_a_text_is_complete_once_it_is_approved_or_needs_no_approval() -> None:
    written = step_finished(WRITER)
    written.step_finished.content.title = "春"
    question = question_asked("content", "d" * 64)

    def completed(*events: events_pb2.RunEvent) -> bool:
        return any(event.get("contentComplete") for event in rendered(events))

    assert not completed(run_started(), written, question)
    assert completed(run_started(skip_content_approval=True), written)
    assert completed(run_started(), written, question, question_answered("content", questions_pb2.DECISION_APPROVE))
    assert not completed(run_started(), written, question, question_answered("content", questions_pb2.DECISION_REJECT))


def test_content_that_the_user_edited_is_rendered_as_the_text() -> None:
    written = step_finished(WRITER)
    written.step_finished.content.title, written.step_finished.content.body = "春", "正文"
    answer = question_answered("content", questions_pb2.DECISION_MODIFY, title="周末", tags=["#春游", 3])
    messages = rendered_last(run_started(), written, question_asked("content", "d" * 64), answer)
    (update,) = [event for event in messages if event["type"] == "content_update"]
    assert (update["title"], update["body"], update["tags"][0], update["engine"]) == ("周末", "正文", "春游", "person")
    assert {event["agent"] for event in messages if event["type"] != "tool_result"} == {WRITER}


def test_a_question_is_a_tool_call_the_question_and_a_pause() -> None:
    event = number_events([question_asked("content", "d" * 64)])[0]
    call, ask, paused = rendered([event])
    assert (call["type"], call["tool"], call["toolCallId"]) == ("tool_call", "askUser", "content-1")
    assert ask["options"][0] == {"id": "approve", "label": "可以，继续"}
    assert ask["context"] == {
        "__hitl": True, "kind": "content", "key": "content-1", "digest": "d" * 64,
        "decisions": ["approve", "reject", "modify"], "shown": {"title": "春游攻略", "tags": ["春游"]},
    }  # fmt: skip
    assert (ask["selectionType"], ask["allowCustomInput"], ask["threadId"]) == ("single", False, "session-1")
    assert (paused["type"], paused["threadId"]) == ("workflow_paused", "session-1")


def test_a_question_with_options_has_them_and_its_expiry_and_default() -> None:
    event = question_asked("clarity", "d" * 64)
    question = event.question_asked.question
    question.shown.update({"agent": BRIEF})
    question.options.add(id="a", label="上班族")
    question.selection, question.allow_custom = questions_pb2.SELECTION_MULTIPLE, True
    question.default.decision = questions_pb2.DECISION_APPROVE
    event.question_asked.expires_at.FromMilliseconds(5_000)
    _, ask, _ = rendered([event])
    assert (ask["agent"], ask["options"]) == (BRIEF, [{"id": "a", "label": "上班族"}])
    assert (ask["selectionType"], ask["allowCustomInput"]) == ("multiple", True)
    assert (ask["context"]["expiresAt"], ask["context"]["default"]["decision"]) == (5_000, "approve")


def test_a_clarification_without_options_can_be_left_to_the_agent() -> None:
    event = question_asked("clarity", "d" * 64)
    del event.question_asked.question.decisions[:]
    event.question_asked.question.decisions.extend([questions_pb2.DECISION_CHOOSE, questions_pb2.DECISION_APPROVE])
    assert rendered([event])[1]["options"] == [{"id": "approve", "label": "你来定，继续"}]


@pytest.mark.parametrize(("score", "text"), [(0.5, "得分 50%"), (0, "第 1 次返工。写得太短。")])
def test_work_that_is_sent_back_on_advice_has_no_score(score: float, text: str) -> None:
    reflowed = events_pb2.RunReflowed(round=1, return_to=WRITER, score=score, feedback="写得太短。")
    decision, update = rendered([events_pb2.RunEvent(agent=SUPERVISOR, run_reflowed=reflowed)])
    assert (decision["decision"], update["iterationCount"]) == (WRITER, 1)
    assert text in decision["reason"]


def test_ignored_advice_names_no_next_agent() -> None:
    taken, ignored = rendered([route_decided(WRITER, "该写了"), route_decided(WRITER, "再写", ignored=True)])
    assert (taken["decision"], taken["reason"], "advised" in taken) == (WRITER, "该写了", False)
    assert (ignored["decision"], ignored["advised"]) == ("ignored", WRITER)


def run_ended(status: events_pb2.RunStatus.ValueType) -> events_pb2.RunEvent:
    return events_pb2.RunEvent(run_id="r", run_ended=events_pb2.RunEnded(status=status))


def test_a_finished_note_is_rendered_as_delivered() -> None:
    delivered = events_pb2.RunEvent(work_delivered=events_pb2.WorkDelivered(note=composed_note()))
    complete = rendered_last(run_started(), delivered, run_ended(events_pb2.RUN_STATUS_SUCCEEDED))[-1]
    assert (complete["title"], complete["tags"], complete["creativeId"]) == ("周末春游", ["春游", "周末"], "r")
    assert (complete["imageAssetIds"], complete["images"][0]["paragraph"]) == ([COVER], 0)
    assert (complete["missing"][0]["planId"], complete["remarks"]) == ("image-2", ["有一张图没有画成。"])


@pytest.mark.parametrize("in_the_end", [True, False])
def test_a_failed_run_is_rendered_once_as_an_error_with_its_reason(in_the_end: bool) -> None:
    raised = events_pb2.RunEvent()
    raised.error_raised.code, raised.error_raised.message = "EXECUTION_TIMEOUT", "超时了。"
    end = run_ended(events_pb2.RUN_STATUS_FAILED)
    if in_the_end:
        end.run_ended.error.CopyFrom(raised.error_raised)
    messages = rendered([run_started(), raised, end])
    errors = [event for event in messages if event["type"] == "error"]
    assert [(error["code"], error["message"], error["error"]["code"]) for error in errors] == [
        ("EXECUTION_TIMEOUT", "超时了。", "EXECUTION_TIMEOUT")
    ]


def test_a_cancelled_run_is_rendered_as_aborted() -> None:
    (message,) = rendered_last(run_started(), run_ended(events_pb2.RUN_STATUS_CANCELLED))
    assert (message["type"], message["status"]) == ("state_update", "aborted")


def test_a_run_in_english_is_rendered_in_english() -> None:
    started = run_started()
    started.run_started.locale = "en"
    assert rendered_last(started, step_started(WRITER))[0]["content"] == "Started writing the text."


def test_a_result_has_its_zeros_and_matches_its_schema() -> None:
    note = composed_note()
    assert message_to_json(note.bindings[0]) == {"planId": "image-1", "paragraph": 0}
    schema = message_schema(creatives_pb2.ComposedNote.DESCRIPTOR)
    jsonschema.Draft202012Validator(schema).validate(message_to_json(note))


def test_plans_are_rendered_as_the_user_may_send_them_back() -> None:
    messages = rendered([step_finished(PLANNER, plans=image_plans())])[0]
    assert messages["textOverlayPlan"] == [
        {"planId": "image-1", "text": "春游攻略", "position": "top", "kind": "title"}
    ]
    brief = note_workflow_pb2.Brief()
    brief.clarification.selection = questions_pb2.SELECTION_MULTIPLE
    assert message_to_json(brief)["clarification"]["selection"] == "multiple"
