"""Events of a run in the dialect of AG-UI."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reflow.v1 import components_pb2, errors_pb2, events_pb2, executor_pb2, questions_pb2, steps_pb2

from services.gateway.dialects.ag_ui.stream_state import initial_state, restart
from services.gateway.json_mapper.notes import image_plans_to_json
from tests.fixtures.gateway.ag_ui_client import Client
from tests.fixtures.gateway.ag_ui_events import (
    RUN_ID,
    THREAD_ID,
    note_image,
    note_run,
    number_events,
    planned_images,
    question_answered,
    question_asked,
    run_ended,
    run_started,
    step_activity,
    step_failed,
    step_finished,
    step_progress,
    step_started,
    text_message,
    thought,
    tool_call,
    tool_result,
    work_delivered,
)
from tests.fixtures.gateway.ag_ui_runs import CONTEXT, IMAGE_STEP, PAYLOADS, WRITER_STEP, client_after, send_run
from tests.fixtures.gateway.note_events import image_plans

# Whole runs


def test_a_note_with_every_kind_of_event_is_two_runs_of_the_protocol() -> None:
    client, log = Client(), note_run()
    question = next(number for number, event in enumerate(log) if event.HasField("question_asked"))
    state = send_run(client, log[: question + 1], initial_state(CONTEXT))
    assert (client.types()[0], client.types()[-1]) == ("RUN_STARTED", "RUN_FINISHED")
    assert client.events[-1]["outcome"]["type"] == "interrupt"
    assert (client.state["status"], client.state["question"]["kind"]) == ("paused", "content")
    state = send_run(client, log[question + 1 :], restart(state))
    assert (state.is_finished, client.events[-1]["outcome"]) == (True, {"type": "success"})
    assert (client.state["status"], client.state["question"], client.state["iteration"]) == ("succeeded", None, 1)
    assert [image["planId"] for image in client.state["images"]] == ["image-1"]


POOL = [
    step_started(*WRITER_STEP),
    step_started(*WRITER_STEP, attempt=2),
    step_started(*IMAGE_STEP),
    thought(*WRITER_STEP, "嗯"),
    text_message(*WRITER_STEP, "写"),
    text_message("image_agent", "", "一批"),
    step_progress(*IMAGE_STEP, 0.5),
    step_progress(*WRITER_STEP, 0.5),
    tool_call(*WRITER_STEP, "a"),
    tool_result(*WRITER_STEP, "a"),
    tool_call("image_agent", "", "b"),
    tool_result("image_agent", "", "b"),
    step_finished(*WRITER_STEP, content={"title": "t"}),
    step_finished(*IMAGE_STEP, note_image=note_image("image-1")),
    step_finished("image_planner_agent", "p", plans=planned_images("image-1")),
    step_failed(*WRITER_STEP, retry=True),
    step_failed(*WRITER_STEP, retry=False),
    step_failed(*IMAGE_STEP, retry=True),
    events_pb2.RunEvent(run_resumed=events_pb2.RunResumed(epoch=2)),
    events_pb2.RunEvent(warning_recorded=events_pb2.WarningRecorded()),
    events_pb2.RunEvent(component_shown={"id": "message", "agent_message": {"state": 2, "text": "好"}}),  # type: ignore[arg-type]
    work_delivered(),
]
ENDS = [
    run_ended(),
    run_ended(events_pb2.RUN_STATUS_FAILED),
    run_ended(events_pb2.RUN_STATUS_CANCELLED),
    question_asked(),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(POOL), max_size=25), st.sampled_from(ENDS), st.sampled_from(["note", "image_chat"]))
def test_events_in_any_order_follow_the_rules_of_the_protocol(
    events: list[events_pb2.RunEvent], end: events_pb2.RunEvent, workflow: Any
) -> None:
    client = client_after(*events, end, context=replace(CONTEXT, workflow=workflow))
    assert client.is_finished


@pytest.mark.parametrize("payload", PAYLOADS)
def test_every_event_of_the_contract_can_be_empty(payload: str) -> None:
    event = events_pb2.RunEvent()
    getattr(event, payload).SetInParent()
    client_after(event)


def test_nothing_is_rendered_after_the_end() -> None:
    client, log = Client(), number_events([run_ended(), text_message(*WRITER_STEP, "还有")])
    send_run(client, log, initial_state(CONTEXT))
    assert client.types()[-1] == "RUN_FINISHED"


# Start and end


def test_a_run_starts_with_the_clients_id_its_own_id_and_the_whole_state() -> None:
    client = client_after(run_started())
    start, custom, snapshot = client.events[:3]
    assert (start["threadId"], start["runId"], start["protocolVersion"]) == (THREAD_ID, "client-run", "1.0")
    assert (custom["name"], custom["value"]["runId"]) == ("reflow.run", RUN_ID)
    assert snapshot["snapshot"]["workflow"] == "note"


def test_a_question_ends_the_run_with_an_interrupt_that_has_its_content_and_the_schema_of_answers() -> None:
    client = client_after(
        step_started(*WRITER_STEP), step_finished(*WRITER_STEP, content={"title": "t"}), question_asked()
    )
    (interrupt,) = client.events[-1]["outcome"]["interrupts"]
    assert interrupt["id"] == f"{RUN_ID}:{'d' * 64}:content-1"
    assert (interrupt["reason"], interrupt["message"]) == ("confirmation", "这样写可以吗？")
    question = interrupt["metadata"]["reflow"]
    assert (question["kind"], question["digest"], question["shown"]["title"]) == ("content", "d" * 64, "春游攻略")
    schema = interrupt["responseSchema"]
    assert schema["properties"]["decision"] == {"enum": ["approve", "reject", "modify"]}
    assert schema["properties"]["content"]["default"] == question["shown"]


def test_a_failed_run_ends_with_its_code_and_message() -> None:
    client = client_after(
        step_started(*WRITER_STEP), run_ended(events_pb2.RUN_STATUS_FAILED, code="LLM_TIMEOUT", message="太慢了")
    )
    last = client.events[-1]
    assert (last["type"], last["code"], last["message"]) == ("RUN_ERROR", "LLM_TIMEOUT", "太慢了")
    assert last["metadata"]["reflow"]["error"]["code"] == "LLM_TIMEOUT"


def test_a_cancelled_run_ends_as_cancelled() -> None:
    client = client_after(step_started(*WRITER_STEP), run_ended(events_pb2.RUN_STATUS_CANCELLED))
    assert client.events[-1]["outcome"] == {"type": "cancelled"}


def test_a_note_ends_with_its_text_for_users_and_its_parts_for_programs() -> None:
    client = client_after(work_delivered(), run_ended())
    text = client.texts[f"{RUN_ID}-1"]
    image = f"![image-1](/api/assets/{'a' * 64})"
    assert text == f"春游攻略\n\n{image}\n\n正文\n\n#春游\n\n内置引擎写的草稿"
    result = client.events[-1]["result"]
    assert (result["creativeId"], result["title"], result["imageAssetIds"]) == (RUN_ID, "春游攻略", ["a" * 64])


def test_images_of_a_note_follow_their_paragraphs_in_its_text_with_their_subject() -> None:
    delivered = work_delivered()
    note = delivered.work_delivered.note
    note.content.body = "第一段\n\n第二段"
    note.bindings.add(paragraph=0, plan_id="image-1")
    planned = planned_images("image-1")
    planned.plans[0].subject = "断桥[早上]\n的柳树"
    client = client_after(step_finished("image_planner_agent", "p", plans=planned), delivered)
    (text,) = client.texts.values()
    image = f"![断桥\\[早上\\] 的柳树](/api/assets/{'a' * 64})"
    assert text.split("\n\n")[:4] == ["春游攻略", "第一段", image, "第二段"]


def test_an_image_chat_ends_with_its_message_and_its_image() -> None:
    thinking = events_pb2.RunEvent(component_shown=components_pb2.UiComponent(id="message"))
    thinking.component_shown.agent_message.text = "正在想"
    thinking.component_shown.agent_message.state = components_pb2.AgentMessage.STATE_THINKING
    done = events_pb2.RunEvent(component_shown=components_pb2.UiComponent(id="message"))
    done.component_shown.agent_message.text = "画好了。"
    done.component_shown.agent_message.state = components_pb2.AgentMessage.STATE_SUCCESS
    card = events_pb2.RunEvent(component_shown=components_pb2.UiComponent(id="image"))
    card.component_shown.image_result.result.asset.asset_id = "a" * 64
    client = client_after(thinking, done, card, run_ended(), context=replace(CONTEXT, workflow="image_chat"))
    assert list(client.texts.values()) == [f"画好了。\n\n![](/api/assets/{'a' * 64})"]
    assert client.events[-1]["result"]["imageUrl"] == client.state["result"]["imageUrl"] == f"/api/assets/{'a' * 64}"
    assert list(client.state["components"]) == ["message", "image"]


def test_tokens_are_reported_at_the_end_by_model_and_counted_from_zero_after_a_question() -> None:
    def usage(input_tokens: int) -> events_pb2.RunEvent:
        message = steps_pb2.Usage(provider="p", model="m", input_tokens=input_tokens, output_tokens=1)
        return step_activity(*WRITER_STEP, usage=message)

    client, log = (
        Client(),
        number_events([usage(2), usage(3), question_asked(), question_answered(), usage(7), run_ended()]),
    )
    state = send_run(client, log[:3], initial_state(CONTEXT))
    assert client.events[-1]["usage"] == [
        {"provider": "p", "model": "m", "inputTokens": 5, "outputTokens": 2, "totalTokens": 7}
    ]
    send_run(client, log[3:], restart(state))
    assert client.events[-1]["usage"][0]["totalTokens"] == 8


# Failed attempts


def test_messages_of_a_failed_attempt_are_superseded_for_users_and_programs_and_the_retry_has_new_ones() -> None:
    client = client_after(
        step_started(*WRITER_STEP),
        text_message(*WRITER_STEP, "第一稿"),
        step_failed(*WRITER_STEP, retry=True),
        step_started(*WRITER_STEP, attempt=2),
        text_message(*WRITER_STEP, "第二稿", attempt=2),
    )
    void, valid = f"{RUN_ID}-2", f"{RUN_ID}-5"
    assert client.texts[void].startswith("第一稿\n\n（") and "作废" in client.texts[void]
    assert client.metadata[void]["reflow"]["superseded"] is True
    assert client.texts[valid] == "第二稿" and "superseded" not in client.metadata[valid]["reflow"]
    assert client.activities[f"{RUN_ID}-3"]["superseded"] == [void]
    assert client.types().count("STEP_STARTED") == 1


def test_messages_sent_before_a_crash_are_superseded_when_the_step_starts_again() -> None:
    resumed = events_pb2.RunEvent(run_resumed=events_pb2.RunResumed(epoch=2))
    client = client_after(
        step_started(*WRITER_STEP),
        text_message(*WRITER_STEP, "第一稿"),
        tool_call(*WRITER_STEP, "a"),
        resumed,
        step_started(*WRITER_STEP),
    )
    assert client.metadata[f"{RUN_ID}-2"]["reflow"]["superseded"] is True
    assert client.unanswered == set()


def test_messages_of_a_finished_step_stay_valid() -> None:
    client = client_after(
        step_started(*WRITER_STEP),
        text_message(*WRITER_STEP, "好"),
        step_finished(*WRITER_STEP, content={"title": "t"}),
        step_started(*WRITER_STEP),
    )
    assert client.texts[f"{RUN_ID}-2"] == "好"


# The client's state


def test_a_text_that_the_user_edited_replaces_that_of_the_agent() -> None:
    client, log = (
        Client(),
        number_events([step_finished(*WRITER_STEP, content={"title": "t", "body": "b"}), question_asked()]),
    )
    state = send_run(client, log, initial_state(CONTEXT))
    answer = question_answered(decision=questions_pb2.DECISION_MODIFY, title="我的标题", body="我的正文", tags=[])
    send_run(client, number_events([answer], first=3), restart(state))
    content = client.state["content"]
    assert (content["title"], content["body"], content["engine"]) == ("我的标题", "我的正文", "person")


def test_plans_have_the_form_of_the_note_api_in_which_they_can_be_edited() -> None:
    state = client_after(step_finished("image_planner_agent", "p", plans=image_plans())).state["plans"]
    assert state == image_plans_to_json(image_plans()) | {"changes": [], "engine": "builtin", "degraded": False}
    assert state["textOverlayPlan"] == [{"planId": "image-1", "text": "春游攻略", "position": "top", "kind": "title"}]


def test_new_plans_have_no_images_yet_and_a_repeated_image_replaces_the_first() -> None:
    images = [step_finished(*IMAGE_STEP, note_image=note_image("image-1", letter * 64)) for letter in "ab"]
    client = client_after(*images)
    assert [image["assetId"] for image in client.state["images"]] == ["b" * 64]
    assert client_after(*images, step_finished("p", "p", plans=planned_images("image-1"))).state["images"] == []


def test_details_are_rendered_in_development_only() -> None:
    error = errors_pb2.Error(code="LLM_TIMEOUT", details="stack")
    event = events_pb2.RunEvent(warning_recorded=events_pb2.WarningRecorded(error=error))
    for expose in (True, False):
        client = client_after(event, context=replace(CONTEXT, expose_details=expose))
        assert ("details" in client.activities[f"{RUN_ID}-1"]["error"]) is expose


def test_the_state_of_an_image_chat_has_its_result() -> None:
    result = executor_pb2.ImageResult()
    result.asset.asset_id = "a" * 64
    client = client_after(
        step_finished("executor", "executor-1", image=result), context=replace(CONTEXT, workflow="image_chat")
    )
    assert client.state["result"]["assetId"] == "a" * 64
    assert client.activities[f"{RUN_ID}-executor-1"]["status"] == "done"


# A client without messages


def earlier() -> events_pb2.RunEvent:
    event = events_pb2.RunEvent()
    event.session_recalled.messages.add(role="user", content="画一只猫")
    event.session_recalled.messages.add(role="assistant", content="画好了。")
    return event


def test_a_client_without_messages_receives_the_conversation_before_the_first_step_once() -> None:
    log = [run_started(), earlier(), step_started(*WRITER_STEP), step_started(*WRITER_STEP, attempt=2)]
    client = client_after(*log, context=replace(CONTEXT, is_reload=True))
    (snapshot,) = client.of_type("MESSAGES_SNAPSHOT")
    messages = [(one["role"], one["content"], one.get("name")) for one in snapshot["messages"]]
    assert messages == [
        ("user", "画一只猫", None),
        ("assistant", "画好了。", "supervisor"),
        ("user", "写一篇春游攻略", None),
    ]
    assert len({one["id"] for one in snapshot["messages"]}) == 3
    assert client_after(*log).of_type("MESSAGES_SNAPSHOT") == []


# Repeated requests


def test_events_that_the_client_already_has_are_not_repeated() -> None:
    log = [
        step_started(*WRITER_STEP),
        text_message(*WRITER_STEP, "好"),
        thought(*WRITER_STEP, "嗯"),
        tool_call(*WRITER_STEP, "a"),
        tool_result(*WRITER_STEP, "a"),
    ]
    first = client_after(*log)
    ids = {event.get("messageId") or event.get("toolCallId") for event in first.events} - {None}
    second = client_after(*log, context=replace(CONTEXT, known_ids=frozenset(map(str, ids))))
    assert set(second.types()) == {"RUN_STARTED", "CUSTOM", "STATE_SNAPSHOT", "STATE_DELTA", "STEP_STARTED"}


def test_the_result_of_a_known_call_is_rendered() -> None:
    second = client_after(
        tool_call(*WRITER_STEP, "a"),
        tool_result(*WRITER_STEP, "a"),
        context=replace(CONTEXT, known_ids=frozenset([f"{RUN_ID}-1"])),
    )
    assert second.types()[-1] == "TOOL_CALL_RESULT"
