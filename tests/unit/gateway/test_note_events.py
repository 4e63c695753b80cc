"""Facts of a note's run as the flat events of its stream."""

import json
from collections.abc import Sequence
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflow.v1 import creations_pb2, creatives_pb2, events_pb2, questions_pb2, steps_pb2

from services.gateway.creation.cursor import Cursor, read_cursor
from services.gateway.creation.events import EVENTS, events_schema
from services.gateway.creation.facts import tell
from services.gateway.creation.products import product, product_schema
from services.gateway.creation.streaming import encode
from services.gateway.creation.telling import Telling
from tests.fixtures.note_facts import (
    BRIEF,
    COVER,
    IMAGES,
    INSIDE,
    PLANNER,
    REVIEW,
    SUPERVISOR,
    WRITER,
    acted,
    asks,
    begun,
    composed,
    decided,
    done,
    failed,
    picture,
    planned,
    replied,
    whole_note,
)
from tests.fixtures.scripted_orchestrator import IMAGE_ID, numbered

FACTS = [field.name for field in events_pb2.RunEvent.DESCRIPTOR.oneofs_by_name["fact"].fields]
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

Plain = dict[str, Any]


def spelled(facts: Sequence[events_pb2.RunEvent], *, expose_details: bool = False) -> list[Plain]:
    """Return the events of *facts*, each found to be of the form that is described."""
    telling, told = Telling(), []
    for fact in facts:
        telling, events = tell(telling, fact, expose_details=expose_details)
        told += [event.plain() for event in events]
    for event in told:
        VALIDATOR.validate(json.loads(json.dumps(event)))
    return told


def of_last(*facts: events_pb2.RunEvent) -> list[Plain]:
    """Return the events of the last of *facts*."""
    return spelled(facts)[len(spelled(facts[:-1])) :]


def begin(**input_: Any) -> events_pb2.RunEvent:
    started = events_pb2.RunEvent(run_started=events_pb2.RunStarted(locale="zh"))
    started.run_started.note.text = "写一篇春游攻略"
    for name, value in input_.items():
        setattr(started.run_started.note, name, value)
    return started


def test_there_is_one_form_for_each_type_of_the_specification() -> None:
    described = {kind.model_fields["type"].default for kind in EVENTS}
    assert described == TYPES
    assert len(EVENTS) == len(TYPES)


def test_a_whole_run_is_told_in_the_documented_order() -> None:
    told = spelled(whole_note())
    assert {event["type"] for event in told} == TYPES - {"error"}
    products = ("brief_ready", "content_update", "layout_spec_ready", "alignment_map_ready", "quality_score")
    order = [event["type"] for event in told if event["type"] in (*products, "ask_user", "workflow_complete")]
    assert order == [
        "brief_ready", "content_update", "ask_user", "content_update", "layout_spec_ready", "alignment_map_ready",
        "ask_user", "quality_score", "quality_score", "workflow_complete",
    ]  # fmt: skip
    assert told[0]["type"] == "state_update"
    assert (told[0]["threadId"], told[0]["referenceImages"]) == ("session-1", [f"/api/assets/{IMAGE_ID}"])
    assert all(event["agent"] and event["timestamp"] > 0 for event in told)


def test_every_agent_that_starts_ends() -> None:
    told = spelled(whole_note())
    assert [event["type"] for event in told].count("agent_start") == 12
    open_steps: list[str] = []
    for event in told:
        if event["type"] == "agent_start":
            open_steps.append(event["step"])
        elif event["type"] == "agent_end":
            open_steps.remove(event["step"])
    assert open_steps == []


def test_the_same_facts_give_the_same_events_however_often_they_are_told() -> None:
    facts = whole_note()
    assert spelled(facts) == spelled([events_pb2.RunEvent.FromString(fact.SerializeToString()) for fact in facts])


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_with_nothing_in_it_breaks_nothing(fact: str) -> None:
    event = events_pb2.RunEvent(sequence=4, agent=IMAGES, step="image_agent-1-image-1")
    getattr(event, fact).SetInParent()
    spelled([event])


@pytest.mark.parametrize("result", RESULTS)
def test_every_result_is_told_and_then_that_its_agent_is_done(result: str) -> None:
    event = done(BRIEF)
    getattr(event.step_finished, result).SetInParent()
    assert of_last(begin(), event)[-1]["type"] == "agent_end"


@pytest.mark.parametrize("activity", ACTIVITIES)
@pytest.mark.parametrize("step", ["image_agent-1-image-1", ""])
def test_every_activity_is_told_with_its_agent(activity: str, step: str) -> None:
    event = events_pb2.RunEvent(agent=IMAGES, step=step)
    getattr(event.step_activity, activity).SetInParent()
    (told,) = spelled([event])
    assert told["agent"] == IMAGES


@given(st.floats(), st.floats())
def test_no_number_of_a_service_breaks_the_stream(score: float, fraction: float) -> None:
    judged = done(REVIEW)
    judged.step_finished.verdict.score = score
    judged.step_finished.verdict.dimensions["content"] = score
    moved = acted(IMAGES, steps_pb2.Activity(progress=steps_pb2.Progress(fraction=fraction)), "image_agent-1-a")
    spelled([judged, moved])


@given(st.text())
def test_no_text_of_an_agent_breaks_out_of_its_event(text: str) -> None:
    fact = acted(WRITER, steps_pb2.Activity(message=steps_pb2.Message(text=text)))
    _, (event,) = tell(Telling(), fact, expose_details=False)
    name, data, *rest = encode(event, Cursor(3, 1)).decode().split("\n")
    assert (name, rest) == ("id: 3.1", ["", ""])
    assert json.loads(data.removeprefix("data: "))["content"] == text


def test_a_try_that_failed_is_told_as_void_with_when_it_is_tried_again() -> None:
    update, end = of_last(begin(), begun(WRITER), failed(WRITER, "", "坏了。", retry_seconds=5))
    assert (update["type"], update["superseded"], update["retryIn"]) == ("state_update", True, 5.0)
    assert (update["step"], update["attempt"], update["lastError"]["code"]) == ("writer_agent-1", 1, "LLM_API_ERROR")
    assert end["content"] == "坏了。 5 秒后重试。"


def test_a_picture_is_told_by_its_plan_from_the_queue_to_its_url() -> None:
    step = "image_agent-1-image-1"
    waits = steps_pb2.Progress(phase=steps_pb2.Progress.PHASE_WAITING)
    works = steps_pb2.Progress(phase=steps_pb2.Progress.PHASE_WORKING, fraction=0.5)
    facts = [
        begin(),
        done(PLANNER, plans=planned()),
        begun(IMAGES, step),
        acted(IMAGES, steps_pb2.Activity(progress=waits), step),
        acted(IMAGES, steps_pb2.Activity(progress=works), step),
        failed(IMAGES, step, "坏了。", retry_seconds=5),
        begun(IMAGES, step, attempt=2),
        done(IMAGES, step, attempt=2, note_image=picture("image-1", COVER)),
    ]
    told = [event for event in spelled(facts) if event["type"] == "image_progress"]
    statuses = ["queued", "queued", "generating", "retrying", "queued", "complete"]
    assert [event["status"] for event in told] == statuses
    assert {event["taskId"] for event in told} == {"image-1"}
    assert (told[-1]["url"], told[-1]["progress"]) == (f"/api/assets/{COVER}", 1)


def test_pictures_are_complete_when_each_is_made_or_given_up_and_open_again_when_one_is_made_anew() -> None:
    first, second = "image_agent-1-image-1", "image_agent-1-image-2"
    facts = [
        begin(),
        done(PLANNER, plans=planned()),
        done(IMAGES, first, note_image=picture("image-1", INSIDE)),
        failed(IMAGES, second, "没有画出来。"),
        begun(IMAGES, "image_agent-2-image-1"),
        begun(IMAGES, "image_agent-2-image-2"),
        done(IMAGES, "image_agent-2-image-1", note_image=picture("image-1", COVER)),
    ]
    told = [event for event in spelled(facts) if "imagesComplete" in event]
    assert [event["imagesComplete"] for event in told] == [True, False]
    assert told[0]["generatedImageAssetIds"] == [INSIDE]
    facts.append(done(IMAGES, "image_agent-2-image-2", note_image=picture("image-2", INSIDE)))
    assert spelled(facts)[-2]["generatedImageAssetIds"] == [COVER, INSIDE]


@pytest.mark.parametrize(
    ("agent", "kept"),
    [
        (BRIEF, {"referenceIntelligenceComplete"}),
        (WRITER, {"briefComplete", "evidenceComplete", "referenceIntelligenceComplete"}),
        (PLANNER, {"briefComplete", "evidenceComplete", "referenceIntelligenceComplete", "contentComplete",
                   "layoutComplete"}),
    ],
)  # fmt: skip
def test_what_is_redone_is_open_again_when_the_work_goes_back(agent: str, kept: set[str]) -> None:
    marks: dict[str, bool] = {}
    back = events_pb2.RunEvent(run_reflowed=events_pb2.RunReflowed(round=2, return_to=agent, score=0.5))
    for event in spelled([*whole_note()[:-2], back]):
        marks |= {name: value for name, value in event.items() if name.endswith("Complete")}
    assert {name for name, done_ in marks.items() if done_} == kept


def test_going_on_after_an_answer_is_no_interruption() -> None:
    resumed = events_pb2.RunEvent(run_resumed=events_pb2.RunResumed(epoch=2))
    answer = replied("content", questions_pb2.DECISION_APPROVE)
    assert of_last(begin(), asks("content", "d" * 64), answer, resumed) == []
    assert of_last(begin(), resumed)[0]["content"] == "从中断的地方继续。"


def test_progress_goes_from_nothing_to_all() -> None:
    shares = [event["progress"] for event in spelled(whole_note()) if event["type"] == "workflow_progress"]
    assert (shares[0], shares[-1]) == (0, 1)
    assert all(0 <= share <= 1 for share in shares)


def test_a_text_is_complete_once_it_is_approved_or_where_nobody_asks() -> None:
    written = done(WRITER)
    written.step_finished.content.title = "春"
    asked = asks("content", "d" * 64)

    def completed(*facts: events_pb2.RunEvent) -> bool:
        return any(event.get("contentComplete") for event in spelled(facts))

    assert not completed(begin(), written, asked)
    assert completed(begin(skip_content_approval=True), written)
    assert completed(begin(), written, asked, replied("content", questions_pb2.DECISION_APPROVE))
    assert not completed(begin(), written, asked, replied("content", questions_pb2.DECISION_REJECT))


def test_what_a_person_wrote_in_its_place_is_told_as_the_text() -> None:
    written = done(WRITER)
    written.step_finished.content.title, written.step_finished.content.body = "春", "正文"
    answer = replied("content", questions_pb2.DECISION_MODIFY, title="周末", tags=["#春游", 3])
    told = of_last(begin(), written, asks("content", "d" * 64), answer)
    (update,) = [event for event in told if event["type"] == "content_update"]
    assert (update["title"], update["body"], update["tags"][0], update["engine"]) == ("周末", "正文", "春游", "person")
    assert {event["agent"] for event in told} == {WRITER}


def test_a_question_is_a_tool_call_what_is_asked_and_a_pause() -> None:
    fact = numbered([asks("content", "d" * 64)])[0]
    call, ask, paused = spelled([fact])
    assert (call["type"], call["tool"], call["toolCallId"]) == ("tool_call", "askUser", "content-1")
    assert ask["options"][0] == {"id": "approve", "label": "可以，继续"}
    assert ask["context"] == {
        "__hitl": True, "kind": "content", "key": "content-1", "digest": "d" * 64,
        "decisions": ["approve", "reject", "modify"], "shown": {"title": "春游攻略", "tags": ["春游"]},
    }  # fmt: skip
    assert (ask["selectionType"], ask["allowCustomInput"], ask["threadId"]) == ("single", False, "session-1")
    assert (paused["type"], paused["threadId"]) == ("workflow_paused", "session-1")


def test_a_question_with_options_of_its_own_keeps_them_and_tells_its_end_and_default() -> None:
    fact = asks("clarity", "d" * 64)
    question = fact.question_asked.question
    question.shown.update({"agent": BRIEF})
    question.options.add(id="a", label="上班族")
    question.selection, question.allow_custom = questions_pb2.SELECTION_MULTIPLE, True
    question.default.decision = questions_pb2.DECISION_APPROVE
    fact.question_asked.expires_at.FromMilliseconds(5_000)
    _, ask, _ = spelled([fact])
    assert (ask["agent"], ask["options"]) == (BRIEF, [{"id": "a", "label": "上班族"}])
    assert (ask["selectionType"], ask["allowCustomInput"]) == ("multiple", True)
    assert (ask["context"]["expiresAt"], ask["context"]["default"]["decision"]) == (5_000, "approve")


def test_a_clarification_without_options_can_be_left_to_the_agent() -> None:
    fact = asks("clarity", "d" * 64)
    del fact.question_asked.question.decisions[:]
    fact.question_asked.question.decisions.extend([questions_pb2.DECISION_CHOOSE, questions_pb2.DECISION_APPROVE])
    assert spelled([fact])[1]["options"] == [{"id": "approve", "label": "你来定，继续"}]


@pytest.mark.parametrize(("score", "said"), [(0.5, "得分 50%"), (0, "第 1 次返工。写得太短。")])
def test_work_that_goes_back_by_advice_has_no_score(score: float, said: str) -> None:
    back = events_pb2.RunReflowed(round=1, return_to=WRITER, score=score, feedback="写得太短。")
    decision, update = spelled([events_pb2.RunEvent(agent=SUPERVISOR, run_reflowed=back)])
    assert (decision["decision"], update["iterationCount"]) == (WRITER, 1)
    assert said in decision["reason"]


def test_advice_that_was_not_taken_names_no_next_agent() -> None:
    taken, ignored = spelled([decided(WRITER, "该写了"), decided(WRITER, "再写", ignored=True)])
    assert (taken["decision"], taken["reason"], "advised" in taken) == (WRITER, "该写了", False)
    assert (ignored["decision"], ignored["advised"]) == ("ignored", WRITER)


def ended(status: events_pb2.RunStatus.ValueType) -> events_pb2.RunEvent:
    return events_pb2.RunEvent(run_id="r", run_ended=events_pb2.RunEnded(status=status))


def test_a_note_that_is_done_is_told_as_it_was_delivered() -> None:
    delivered = events_pb2.RunEvent(work_delivered=events_pb2.WorkDelivered(note=composed()))
    complete = of_last(begin(), delivered, ended(events_pb2.RUN_STATUS_SUCCEEDED))[-1]
    assert (complete["title"], complete["tags"], complete["creativeId"]) == ("周末春游", ["春游", "周末"], "r")
    assert (complete["imageAssetIds"], complete["images"][0]["paragraph"]) == ([COVER], 0)
    assert (complete["missing"][0]["planId"], complete["remarks"]) == ("image-2", ["有一张图没有画成。"])


@pytest.mark.parametrize("in_the_end", [True, False])
def test_a_run_that_failed_is_told_once_as_an_error_with_why(in_the_end: bool) -> None:
    raised = events_pb2.RunEvent()
    raised.error_raised.code, raised.error_raised.message = "EXECUTION_TIMEOUT", "超时了。"
    end = ended(events_pb2.RUN_STATUS_FAILED)
    if in_the_end:
        end.run_ended.error.CopyFrom(raised.error_raised)
    told = spelled([begin(), raised, end])
    errors = [event for event in told if event["type"] == "error"]
    assert [(error["code"], error["message"], error["error"]["code"]) for error in errors] == [
        ("EXECUTION_TIMEOUT", "超时了。", "EXECUTION_TIMEOUT")
    ]


def test_a_run_that_was_stopped_is_told_as_aborted() -> None:
    (told,) = of_last(begin(), ended(events_pb2.RUN_STATUS_CANCELLED))
    assert (told["type"], told["status"]) == ("state_update", "aborted")


def test_a_run_in_english_is_told_in_english() -> None:
    started = begin()
    started.run_started.locale = "en"
    assert of_last(started, begun(WRITER))[0]["content"] == "Began writing the text."


def test_a_product_has_its_zeros_and_fits_its_schema() -> None:
    note = composed()
    assert product(note.bindings[0]) == {"planId": "image-1", "paragraph": 0}
    schema = product_schema(creatives_pb2.ComposedNote.DESCRIPTOR)
    jsonschema.Draft202012Validator(schema).validate(product(note))


def test_plans_are_spelled_as_a_person_may_send_them_back() -> None:
    told = spelled([done(PLANNER, plans=planned())])[0]
    assert told["textOverlayPlan"] == [{"planId": "image-1", "text": "春游攻略", "position": "top", "kind": "title"}]
    brief = creations_pb2.Brief()
    brief.clarification.selection = questions_pb2.SELECTION_MULTIPLE
    assert product(brief)["clarification"]["selection"] == "multiple"


def test_cursors_are_in_the_order_of_events_and_read_as_they_are_written() -> None:
    assert Cursor(9, 2) < Cursor(10, 1) < Cursor(10, 10)
    assert read_cursor(str(Cursor(17, 2)), 17) == Cursor(17, 2)
    assert read_cursor(None, 17) == Cursor(0, 0)
