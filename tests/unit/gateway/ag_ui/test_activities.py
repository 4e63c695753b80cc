"""Activities of agents in the dialect of AG-UI: tools, images, progress, and the active agent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflow.v1 import events_pb2

from services.gateway.dialects.ag_ui.lifecycle import open_run
from services.gateway.dialects.ag_ui.renderer import render
from services.gateway.dialects.ag_ui.stream_state import initial_state, restart
from tests.fixtures.gateway.ag_ui_client import Client
from tests.fixtures.gateway.ag_ui_events import (
    RUN_ID,
    note_image,
    number_events,
    question_answered,
    question_asked,
    step_failed,
    step_finished,
    step_progress,
    step_started,
    text_message,
    tool_call,
    tool_result,
    work_delivered,
)
from tests.fixtures.gateway.ag_ui_runs import CONTEXT, IMAGE_STEP, WRITER_STEP, client_after, send_run

# Tools and images


def test_a_call_and_its_result_have_one_id_that_no_other_run_has() -> None:
    client = client_after(
        step_started(*WRITER_STEP), tool_call(*WRITER_STEP, "search"), tool_result(*WRITER_STEP, "search")
    )
    (start,), (args,), (result,) = (client.of_type(f"TOOL_CALL_{kind}") for kind in ("START", "ARGS", "RESULT"))
    assert start["toolCallId"] == args["toolCallId"] == result["toolCallId"] == f"{RUN_ID}-2"
    assert (start["toolCallName"], args["delta"], result["content"]) == ("searchNotes", '{"q":"春游"}', '{"found":2}')


def test_a_call_of_one_run_of_the_protocol_has_its_result_in_the_next() -> None:
    client, log = (
        Client(),
        number_events(
            [
                tool_call("supervisor", "", "x"),
                question_asked(),
                question_answered(),
                tool_result("supervisor", "", "x"),
            ]
        ),
    )
    state = send_run(client, log[:2], initial_state(CONTEXT))
    send_run(client, log[2:], restart(state))
    assert client.of_type("TOOL_CALL_RESULT")[0]["toolCallId"] == f"{RUN_ID}-1"
    assert len(client.of_type("TOOL_CALL_START")) == 1


def test_concurrent_images_have_progress_of_their_own() -> None:
    other = ("image_agent", "image_agent-2-image-2")
    client = client_after(
        step_started(*IMAGE_STEP),
        step_started(*other),
        step_progress(*IMAGE_STEP, 0.25),
        step_progress(*other, 0.5),
        step_finished(*IMAGE_STEP, note_image=note_image("image-1")),
        step_failed(*other, retry=False),
    )
    one, two = (client.activities[f"{RUN_ID}-{step}"] for _, step in (IMAGE_STEP, other))
    assert (one["planId"], one["status"], one["progress"], one["url"]) == (
        "image-1",
        "done",
        1.0,
        f"/api/assets/{'a' * 64}",
    )
    assert (two["planId"], two["status"], two["message"]) == ("image-2", "failed", "坏了")
    assert {event["activityType"] for event in client.of_type("ACTIVITY_DELTA")} == {"image"}


def test_progress_of_other_steps_is_displayed_until_they_finish() -> None:
    client = client_after(
        step_started(*WRITER_STEP),
        step_progress(*WRITER_STEP, 0.5),
        step_finished(*WRITER_STEP, content={"title": "t"}),
    )
    activity = client.activities[f"{RUN_ID}-writer_agent-1"]
    assert (activity["status"], activity["progress"], activity["agent"]) == ("done", 1.0, "writer_agent")


# Agents


@pytest.mark.parametrize(
    ("event", "agent"),
    [
        (text_message(*WRITER_STEP, "写"), "writer_agent"),
        (tool_call(*WRITER_STEP, "a"), "writer_agent"),
        (question_asked(), "writer_agent"),
        (question_asked("plans-1", "image_plans"), "image_planner_agent"),
        (question_asked("clarity-1", "clarity"), "supervisor"),
        (work_delivered(), "supervisor"),
        (events_pb2.RunEvent(component_shown={"id": "m", "agent_message": {"state": 2, "text": "好"}}), "supervisor"),  # type: ignore[arg-type]
    ],
)
def test_every_message_names_its_agent(event: events_pb2.RunEvent, agent: str) -> None:
    client = client_after(event)
    assert [start["name"] for start in client.of_type("TEXT_MESSAGE_START")] == [agent]
    starts = [*client.of_type("TEXT_MESSAGE_START"), *client.of_type("TOOL_CALL_START")]
    assert {start["metadata"]["reflow"]["agent"] for start in starts} == {agent}


def test_a_call_of_a_tool_belongs_to_a_message_of_its_agent() -> None:
    client = client_after(tool_call(*WRITER_STEP, "a"))
    (call,) = client.of_type("TOOL_CALL_START")
    assert call["parentMessageId"] == client.of_type("TEXT_MESSAGE_START")[0]["messageId"]


def test_activities_name_their_agent() -> None:
    client = client_after(step_progress(*IMAGE_STEP, 0.5), events_pb2.RunEvent(budget_reached={"message": "到了"}))  # type: ignore[arg-type]
    shown = [event["metadata"]["reflow"]["agent"] for event in client.of_type("ACTIVITY_SNAPSHOT")]
    assert shown == ["image_agent", "supervisor"]


# Progress


@given(st.lists(st.one_of(st.floats(), st.sampled_from(["fail", "retry", "finish", "start"])), max_size=12))
def test_the_progress_of_an_image_never_decreases(course: list[float | str]) -> None:
    events = {
        "fail": step_failed(*IMAGE_STEP, retry=False),
        "retry": step_failed(*IMAGE_STEP, retry=True),
        "finish": step_finished(*IMAGE_STEP, note_image=note_image("image-1")),
        "start": step_started(*IMAGE_STEP, attempt=2),
    }
    client, state, last = Client(), initial_state(CONTEXT), 0.0
    client.receive(open_run(state))
    for event in number_events(
        [events[one] if isinstance(one, str) else step_progress(*IMAGE_STEP, one) for one in course]
    ):
        state, rendered = render(state, event)
        client.receive(rendered)
        for activity in client.activities.values():
            if "planId" in activity and "progress" in activity:
                assert last <= activity["progress"] <= 1
                last = activity["progress"]
