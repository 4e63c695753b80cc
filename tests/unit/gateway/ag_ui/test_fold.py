"""Facts of a run as a stream of AG-UI."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from reflow.v1 import components_pb2, errors_pb2, events_pb2, executor_pb2, questions_pb2, steps_pb2

from services.common.language import Language
from services.gateway.ag_ui.fold import fold
from services.gateway.ag_ui.framing import opened
from services.gateway.ag_ui.told import Asking, Told, nothing_told, taken_up
from services.gateway.creation.products import alignment_map
from tests.fixtures.ag_ui_client import Client
from tests.fixtures.ag_ui_facts import (
    RUN_ID,
    THREAD_ID,
    acted,
    answered,
    asked,
    begun,
    called,
    delivered,
    ended,
    failed,
    finished,
    given,
    note_image,
    numbered,
    plans,
    progressed,
    said,
    started,
    thought,
    whole_note,
)
from tests.fixtures.note_facts import planned

ASKING = Asking(THREAD_ID, "client-run", RUN_ID, "note", Language.CHINESE)
WRITER, PAINTER = ("writer_agent", "writer_agent-1"), ("image_agent", "image_agent-1-image-1")
FACTS = [field.name for field in events_pb2.RunEvent.DESCRIPTOR.oneofs_by_name["fact"].fields]


def told_to(client: Client, log: list[events_pb2.RunEvent], told: Told) -> Told:
    """Tell *client* a run of the protocol."""
    client.take(opened(told))
    for event in log:
        told, spoken = fold(told, event)
        client.take(spoken)
        assert client.state == told.state
    return told


def heard(*facts: events_pb2.RunEvent, asking: Asking = ASKING) -> Client:
    """Return a client that was told *facts*."""
    client = Client()
    told_to(client, numbered(facts), nothing_told(asking))
    return client


# The whole


def test_a_note_with_everything_that_can_happen_to_it_is_two_runs_of_the_protocol() -> None:
    client, log = Client(), whole_note()
    question = next(number for number, event in enumerate(log) if event.HasField("question_asked"))
    told = told_to(client, log[: question + 1], nothing_told(ASKING))
    assert (client.types()[0], client.types()[-1]) == ("RUN_STARTED", "RUN_FINISHED")
    assert client.events[-1]["outcome"]["type"] == "interrupt"
    assert (client.state["status"], client.state["question"]["kind"]) == ("paused", "content")
    told = told_to(client, log[question + 1 :], taken_up(told))
    assert (told.over, client.events[-1]["outcome"]) == (True, {"type": "success"})
    assert (client.state["status"], client.state["question"], client.state["iteration"]) == ("succeeded", None, 1)
    assert [image["planId"] for image in client.state["images"]] == ["image-1"]


POOL = [
    started(*WRITER),
    started(*WRITER, attempt=2),
    started(*PAINTER),
    thought(*WRITER, "嗯"),
    said(*WRITER, "写"),
    said("image_agent", "", "一批"),
    progressed(*PAINTER, 0.5),
    progressed(*WRITER, 0.5),
    called(*WRITER, "a"),
    answered(*WRITER, "a"),
    called("image_agent", "", "b"),
    answered("image_agent", "", "b"),
    finished(*WRITER, content={"title": "t"}),
    finished(*PAINTER, note_image=note_image("image-1")),
    finished("image_planner_agent", "p", plans=plans("image-1")),
    failed(*WRITER, retry=True),
    failed(*WRITER, retry=False),
    failed(*PAINTER, retry=True),
    events_pb2.RunEvent(run_resumed=events_pb2.RunResumed(epoch=2)),
    events_pb2.RunEvent(warning_recorded=events_pb2.WarningRecorded()),
    events_pb2.RunEvent(component_shown={"id": "message", "agent_message": {"state": 2, "text": "好"}}),  # type: ignore[arg-type]
    delivered(),
]
ENDS = [ended(), ended(events_pb2.RUN_STATUS_FAILED), ended(events_pb2.RUN_STATUS_CANCELLED), asked()]


@settings(max_examples=300, deadline=None)
@drawn(st.lists(st.sampled_from(POOL), max_size=25), st.sampled_from(ENDS), st.sampled_from(["note", "image_chat"]))
def test_whatever_happens_in_whatever_order_the_stream_keeps_the_rules_of_the_protocol(
    facts: list[events_pb2.RunEvent], end: events_pb2.RunEvent, workflow: Any
) -> None:
    client = heard(*facts, end, asking=replace(ASKING, workflow=workflow))
    assert client.over


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_of_the_contract_can_be_told_empty(fact: str) -> None:
    event = events_pb2.RunEvent()
    getattr(event, fact).SetInParent()
    heard(event)


def test_after_the_end_nothing_is_told() -> None:
    client, log = Client(), numbered([ended(), said(*WRITER, "还有")])
    told_to(client, log, nothing_told(ASKING))
    assert client.types()[-1] == "RUN_FINISHED"


# Beginnings and ends


def test_a_run_begins_under_the_clients_name_with_ours_beside_it_and_the_whole_state() -> None:
    client = heard(begun())
    start, custom, snapshot = client.events[:3]
    assert (start["threadId"], start["runId"], start["protocolVersion"]) == (THREAD_ID, "client-run", "1.0")
    assert (custom["name"], custom["value"]["runId"]) == ("reflow.run", RUN_ID)
    assert snapshot["snapshot"]["workflow"] == "note"


def test_a_question_ends_the_run_with_an_interrupt_that_carries_what_is_shown_and_how_to_answer() -> None:
    client = heard(started(*WRITER), finished(*WRITER, content={"title": "t"}), asked())
    (interrupt,) = client.events[-1]["outcome"]["interrupts"]
    assert interrupt["id"] == f"{RUN_ID}:{'d' * 64}:content-1"
    assert (interrupt["reason"], interrupt["message"]) == ("confirmation", "这样写可以吗？")
    question = interrupt["metadata"]["reflow"]
    assert (question["kind"], question["digest"], question["shown"]["title"]) == ("content", "d" * 64, "春游攻略")
    schema = interrupt["responseSchema"]
    assert schema["properties"]["decision"] == {"enum": ["approve", "reject", "modify"]}
    assert schema["properties"]["content"]["default"] == question["shown"]


def test_a_failed_run_ends_with_its_code_and_words_and_nothing_after() -> None:
    client = heard(started(*WRITER), ended(events_pb2.RUN_STATUS_FAILED, code="LLM_TIMEOUT", message="太慢了"))
    last = client.events[-1]
    assert (last["type"], last["code"], last["message"]) == ("RUN_ERROR", "LLM_TIMEOUT", "太慢了")
    assert last["metadata"]["reflow"]["error"]["code"] == "LLM_TIMEOUT"


def test_a_cancelled_run_is_told_as_such() -> None:
    client = heard(started(*WRITER), ended(events_pb2.RUN_STATUS_CANCELLED))
    assert client.events[-1]["outcome"] == {"type": "cancelled"}


def test_the_answer_of_a_note_is_its_text_for_people_and_its_parts_for_programs() -> None:
    client = heard(delivered(), ended())
    text = client.texts[f"{RUN_ID}-1"]
    assert text == "春游攻略\n\n正文\n\n#春游\n\n内置引擎写的草稿"
    result = client.events[-1]["result"]
    assert (result["creativeId"], result["title"], result["imageAssetIds"]) == (RUN_ID, "春游攻略", ["a" * 64])


def test_the_answer_of_an_image_chat_is_what_it_says_and_the_picture_it_shows() -> None:
    thinking = events_pb2.RunEvent(component_shown=components_pb2.UiComponent(id="message"))
    thinking.component_shown.agent_message.text = "正在想"
    thinking.component_shown.agent_message.state = components_pb2.AgentMessage.STATE_THINKING
    done = events_pb2.RunEvent(component_shown=components_pb2.UiComponent(id="message"))
    done.component_shown.agent_message.text = "画好了。"
    done.component_shown.agent_message.state = components_pb2.AgentMessage.STATE_SUCCESS
    card = events_pb2.RunEvent(component_shown=components_pb2.UiComponent(id="image"))
    card.component_shown.image_result.result.asset.asset_id = "a" * 64
    client = heard(thinking, done, card, ended(), asking=replace(ASKING, workflow="image_chat"))
    assert list(client.texts.values()) == ["画好了。"]
    assert client.events[-1]["result"]["imageUrl"] == client.state["result"]["imageUrl"] == f"/api/assets/{'a' * 64}"
    assert list(client.state["components"]) == ["message", "image"]


def test_tokens_are_told_at_the_end_for_each_model_and_counted_anew_after_a_question() -> None:
    def usage(read: int) -> events_pb2.RunEvent:
        told = steps_pb2.Usage(provider="p", model="m", input_tokens=read, output_tokens=1)
        return acted(*WRITER, usage=told)

    client, log = Client(), numbered([usage(2), usage(3), asked(), given(), usage(7), ended()])
    told = told_to(client, log[:3], nothing_told(ASKING))
    assert client.events[-1]["usage"] == [
        {"provider": "p", "model": "m", "inputTokens": 5, "outputTokens": 2, "totalTokens": 7}
    ]
    told_to(client, log[3:], taken_up(told))
    assert client.events[-1]["usage"][0]["totalTokens"] == 8


# Tries that fail


def test_what_a_failed_try_said_is_taken_back_for_people_and_programs_and_the_next_try_says_it_anew() -> None:
    client = heard(
        started(*WRITER),
        said(*WRITER, "第一稿"),
        failed(*WRITER, retry=True),
        started(*WRITER, attempt=2),
        said(*WRITER, "第二稿", attempt=2),
    )
    void, kept = f"{RUN_ID}-2", f"{RUN_ID}-5"
    assert client.texts[void].startswith("第一稿\n\n（") and "作废" in client.texts[void]
    assert client.metadata[void]["reflow"]["superseded"] is True
    assert client.texts[kept] == "第二稿" and "superseded" not in client.metadata[kept]["reflow"]
    assert client.activities[f"{RUN_ID}-3"]["superseded"] == [void]
    assert client.types().count("STEP_STARTED") == 1


def test_what_was_said_before_a_crash_is_taken_back_when_the_step_begins_again() -> None:
    resumed = events_pb2.RunEvent(run_resumed=events_pb2.RunResumed(epoch=2))
    client = heard(started(*WRITER), said(*WRITER, "第一稿"), called(*WRITER, "a"), resumed, started(*WRITER))
    assert client.metadata[f"{RUN_ID}-2"]["reflow"]["superseded"] is True
    assert client.unanswered == set()


def test_what_a_finished_step_said_stays() -> None:
    client = heard(started(*WRITER), said(*WRITER, "好"), finished(*WRITER, content={"title": "t"}), started(*WRITER))
    assert client.texts[f"{RUN_ID}-2"] == "好"


# Tools and pictures


def test_a_call_and_its_result_are_told_under_one_id_that_no_other_run_has() -> None:
    client = heard(started(*WRITER), called(*WRITER, "search"), answered(*WRITER, "search"))
    (start,), (args,), (result,) = (client.of_type(f"TOOL_CALL_{kind}") for kind in ("START", "ARGS", "RESULT"))
    assert start["toolCallId"] == args["toolCallId"] == result["toolCallId"] == f"{RUN_ID}-2"
    assert (start["toolCallName"], args["delta"], result["content"]) == ("searchNotes", '{"q":"春游"}', '{"found":2}')


def test_a_call_of_one_run_of_the_protocol_is_answered_in_the_next() -> None:
    client, log = Client(), numbered([called("supervisor", "", "x"), asked(), given(), answered("supervisor", "", "x")])
    told = told_to(client, log[:2], nothing_told(ASKING))
    told_to(client, log[2:], taken_up(told))
    assert client.of_type("TOOL_CALL_RESULT")[0]["toolCallId"] == f"{RUN_ID}-1"
    assert len(client.of_type("TOOL_CALL_START")) == 1


def test_pictures_side_by_side_have_each_their_own_progress() -> None:
    other = ("image_agent", "image_agent-2-image-2")
    client = heard(
        started(*PAINTER),
        started(*other),
        progressed(*PAINTER, 0.25),
        progressed(*other, 0.5),
        finished(*PAINTER, note_image=note_image("image-1")),
        failed(*other, retry=False),
    )
    one, two = (client.activities[f"{RUN_ID}-{step}"] for _, step in (PAINTER, other))
    assert (one["planId"], one["status"], one["progress"], one["url"]) == (
        "image-1",
        "done",
        1.0,
        f"/api/assets/{'a' * 64}",
    )
    assert (two["planId"], two["status"], two["message"]) == ("image-2", "failed", "坏了")
    assert {event["activityType"] for event in client.of_type("ACTIVITY_DELTA")} == {"image"}


def test_how_far_any_other_step_is_is_shown_until_it_is_done() -> None:
    client = heard(started(*WRITER), progressed(*WRITER, 0.5), finished(*WRITER, content={"title": "t"}))
    shown = client.activities[f"{RUN_ID}-writer_agent-1"]
    assert (shown["status"], shown["progress"], shown["agent"]) == ("done", 1.0, "writer_agent")


# The state


def test_a_text_that_the_person_wrote_takes_the_place_of_the_agents() -> None:
    client, log = Client(), numbered([finished(*WRITER, content={"title": "t", "body": "b"}), asked()])
    told = told_to(client, log, nothing_told(ASKING))
    own = given(decision=questions_pb2.DECISION_MODIFY, title="我的标题", body="我的正文", tags=[])
    told_to(client, numbered([own], first=3), taken_up(told))
    held = client.state["content"]
    assert (held["title"], held["body"], held["engine"]) == ("我的标题", "我的正文", "person")


def test_plans_are_spelled_as_at_the_note_doors_and_as_they_are_shown_to_be_changed() -> None:
    state = heard(finished("image_planner_agent", "p", plans=planned())).state["plans"]
    assert state == alignment_map(planned()) | {"engine": "builtin", "degraded": False}
    assert state["textOverlayPlan"] == [{"planId": "image-1", "text": "春游攻略", "position": "top", "kind": "title"}]


def test_new_plans_have_no_pictures_yet_and_a_picture_made_again_replaces_the_first() -> None:
    painted = [finished(*PAINTER, note_image=note_image("image-1", letter * 64)) for letter in "ab"]
    client = heard(*painted)
    assert [image["assetId"] for image in client.state["images"]] == ["b" * 64]
    assert heard(*painted, finished("p", "p", plans=plans("image-1"))).state["images"] == []


def test_what_is_for_engineers_is_told_in_development_alone() -> None:
    error = errors_pb2.Error(code="LLM_TIMEOUT", details="stack")
    event = events_pb2.RunEvent(warning_recorded=events_pb2.WarningRecorded(error=error))
    for expose in (True, False):
        client = heard(event, asking=replace(ASKING, expose_details=expose))
        assert ("details" in client.activities[f"{RUN_ID}-1"]["error"]) is expose


def test_an_image_chat_keeps_what_was_understood_and_made() -> None:
    made = executor_pb2.ImageResult()
    made.asset.asset_id = "a" * 64
    client = heard(finished("executor", "executor-1", image=made), asking=replace(ASKING, workflow="image_chat"))
    assert client.state["result"]["assetId"] == "a" * 64
    assert client.activities[f"{RUN_ID}-executor-1"]["status"] == "done"


# A request sent once more


def test_what_the_client_has_already_is_not_told_again() -> None:
    log = [started(*WRITER), said(*WRITER, "好"), thought(*WRITER, "嗯"), called(*WRITER, "a"), answered(*WRITER, "a")]
    first = heard(*log)
    names = {event.get("messageId") or event.get("toolCallId") for event in first.events} - {None}
    again = heard(*log, asking=replace(ASKING, known=frozenset(map(str, names))))
    assert set(again.types()) == {"RUN_STARTED", "CUSTOM", "STATE_SNAPSHOT", "STATE_DELTA", "STEP_STARTED"}


def test_the_result_of_a_known_call_is_told() -> None:
    again = heard(
        called(*WRITER, "a"), answered(*WRITER, "a"), asking=replace(ASKING, known=frozenset([f"{RUN_ID}-1"]))
    )
    assert again.types()[-1] == "TOOL_CALL_RESULT"
