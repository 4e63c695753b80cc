"""Events of a run in the dialect of image chats."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflow.v1 import errors_pb2, events_pb2, questions_pb2, steps_pb2

from services.common.text.language import Language
from services.gateway.dialects.chat_sse.dialect import ChatSse, ServerEvent
from services.gateway.errors import error_message_to_json
from services.gateway.json_mapper.questions import DECISIONS
from services.gateway.json_mapper.runs import status_name
from tests.fixtures.gateway.note_events import note_run
from tests.fixtures.gateway.scripted_orchestrator import IMAGE_ID, image_chat_run, question_asked

PAYLOADS = [field.name for field in events_pb2.RunEvent.DESCRIPTOR.oneofs_by_name["payload"].fields]
TYPES = {"connection", "thought_log", "progress", "gen_ui_component", "quality_check", "error", "stream_end"}


def render(
    event: events_pb2.RunEvent, language: Language = Language.ENGLISH, *, expose_details: bool = False
) -> list[ServerEvent]:
    dialect = ChatSse("run", "session", language, expose_details)
    _, messages = dialect.render(dialect.initial, event)
    return messages


def rendered(event: events_pb2.RunEvent, *, expose_details: bool = False) -> tuple[str, dict[str, object]]:
    """Return the type and the data of the only event that *event* becomes."""
    (message,) = render(event, expose_details=expose_details)
    return message.type, message.data


@pytest.mark.parametrize("payload", PAYLOADS)
def test_every_event_of_the_contract_becomes_one_event_of_a_documented_type(payload: str) -> None:
    event = events_pb2.RunEvent(sequence=4)
    getattr(event, payload).SetInParent()
    if payload == "step_activity":
        event.step_activity.thought.text = "hm"
    assert rendered(event)[0] in TYPES


@pytest.mark.parametrize("activity", [field.name for field in steps_pb2.Activity.DESCRIPTOR.fields])
def test_every_activity_becomes_a_thought_or_progress_of_its_step(activity: str) -> None:
    event = events_pb2.RunEvent(agent="rag", step="rag-1", attempt=2)
    getattr(event.step_activity, activity).SetInParent()
    kind, data = rendered(event)
    assert kind in {"thought_log", "progress"}
    assert (data["node"], data["step"], data["attempt"]) == ("rag", "rag-1", 2)


def test_an_event_that_this_version_does_not_know_is_not_rendered() -> None:
    assert render(events_pb2.RunEvent(sequence=9)) == []


def test_the_id_is_the_sequence_and_the_data_one_line_of_json_with_chinese_as_it_is() -> None:
    (event,) = render(image_chat_run()[3], Language.CHINESE)
    kind, data, name, *rest = event.to_sse().decode().split("\n")
    assert (kind, name, rest) == ("event: thought_log", "id: 4", ["", ""])
    assert "画一只猫" in data
    assert set(json.loads(data.removeprefix("data: "))) == {"type", "timestamp", "sessionId", "runId", "data"}


@given(st.text())
def test_no_text_of_an_agent_breaks_out_of_its_event(text: str) -> None:
    event = events_pb2.RunEvent(sequence=1, agent="planner")
    event.step_activity.thought.text = text
    (message,) = render(event, Language.CHINESE)
    lines = message.to_sse().decode().split("\n")
    assert len(lines) == 5
    assert json.loads(lines[1].removeprefix("data: "))["data"]["message"] == text


def test_a_failed_attempt_is_rendered_as_superseded_with_its_step_and_attempt() -> None:
    kind, data = rendered(image_chat_run()[4])
    assert kind == "progress"
    assert (data["phase"], data["superseded"], data["retryIn"]) == ("failed", True, 5.0)
    assert (data["step"], data["attempt"]) == ("executor-1", 1)


def test_an_image_is_rendered_with_its_url_under_api_assets() -> None:
    event = events_pb2.RunEvent()
    event.component_shown.id = "image"
    event.component_shown.image_result.result.asset.asset_id = IMAGE_ID
    kind, data = rendered(event)
    assert (kind, data["widgetType"], data["id"]) == ("gen_ui_component", "ImageResult", "image")
    assert isinstance(data["props"], dict)
    assert (data["props"]["imageUrl"], data["props"]["score"]) == (f"/api/assets/{IMAGE_ID}", None)


@pytest.mark.parametrize("expose", [True, False])
def test_details_are_rendered_in_development_only(expose: bool) -> None:
    error = errors_pb2.Error(code="LLM_TIMEOUT", details="stack")
    event = events_pb2.RunEvent(error_raised=error)
    assert ("details" in rendered(event, expose_details=expose)[1]) is expose
    value = error_message_to_json(error, at_ms=5, session_id="s", run_id="r", expose_details=expose)
    assert (value["timestamp"], "details" in value) == (5, expose)


def test_usage_of_a_model_is_rendered_with_its_cost() -> None:
    event = events_pb2.RunEvent(agent="planner", step="planner-1", attempt=1)
    usage = steps_pb2.Usage(
        provider="deepseek", model="chat", input_tokens=60, output_tokens=40, cost=0.5, currency="CNY", requests=1
    )
    event.step_activity.usage.CopyFrom(usage)
    kind, data = rendered(event)
    assert (kind, data["message"]) == ("thought_log", "deepseek/chat · 100 tokens · 0.5000 CNY")
    assert data["usage"] == {
        "provider": "deepseek", "model": "chat", "requests": 1, "inputTokens": 60, "outputTokens": 40, "images": 0,
        "cost": {"amount": 0.5, "currency": "CNY"},
    }  # fmt: skip


def test_a_budget_that_is_reached_is_rendered_with_its_consequence() -> None:
    event = events_pb2.RunEvent()
    reached = events_pb2.BudgetReached
    event.budget_reached.CopyFrom(
        reached(resource=reached.RESOURCE_IMAGES, used=2, allowed=2, action=reached.ACTION_DEGRADE, message="used up")
    )
    kind, data = rendered(event)
    assert (kind, data["message"], data["level"]) == ("thought_log", "used up", "warning")
    assert data["budget"] == {"resource": "images", "used": 2, "allowed": 2, "action": "degrade"}


def test_a_question_is_rendered_completely_with_the_url_for_its_answer() -> None:
    kind, data = rendered(question_asked())
    assert (kind, data["phase"], data["node"]) == ("progress", "paused", "orchestrator")
    assert data["message"] == "Waiting for your answer: 这样可以吗？"
    assert data["answerUrl"] == "/api/runs//answer"
    assert data["question"] == {
        "key": "draft", "kind": "content", "text": "这样可以吗？", "decisions": ["approve", "modify"],
        "options": [{"id": "a", "label": "甲"}], "selectionType": "multiple", "allowCustomInput": False,
        "shown": {"title": "猫"}, "digest": "d" * 64, "expiresAt": 5_000,
        "default": {"decision": "approve", "feedback": "", "chosen": [], "content": {}},
    }  # fmt: skip


@pytest.mark.parametrize(("expired", "text"), [(False, "Answered; continuing."), (True, "No answer arrived in time")])
def test_an_answer_is_rendered_with_whether_it_is_the_default(expired: bool, text: str) -> None:
    event = events_pb2.RunEvent(question_answered=questions_pb2.QuestionAnswered(key="draft", expired=expired))
    event.question_answered.answer.decision = questions_pb2.DECISION_REJECT
    kind, data = rendered(event)
    assert (kind, data["phase"], data["key"], data["expired"]) == ("progress", "answered", "draft", expired)
    assert str(data["message"]).startswith(text)
    assert data["answer"] == {"decision": "reject", "feedback": "", "chosen": [], "content": {}}


def test_every_decision_and_status_of_the_contract_has_a_name() -> None:
    assert set(DECISIONS) == {"approve", "reject", "modify", "choose"}
    assert {status_name(status) for status in events_pb2.RunStatus.values()} == {
        "waiting", "running", "succeeded", "failed", "cancelled", "paused", "unknown",
    }  # fmt: skip


def test_a_note_is_also_rendered_in_this_dialect() -> None:
    messages = [rendered(event) for event in note_run()]
    assert {kind for kind, _ in messages} <= TYPES
    connection = messages[0][1]
    assert (connection["workflow"], connection["userInput"]["message"]) == ("note", "写一篇春游攻略")  # type: ignore[index]
    results = ("creativeBrief", "evidencePack", "referenceAnalyses", "generatedContent", "layoutSpec", "imagePlans")
    for name in (*results, "generatedImages", "note"):
        assert any(name in data for _, data in messages), name
    decisions = [data["message"] for _, data in messages if data.get("kind") == "decision"]
    assert decisions[0] == "Next: brief_compiler_agent. 先弄清要写什么"


def test_the_verdict_finishes_the_step_of_the_critic() -> None:
    event = events_pb2.RunEvent(agent="critic", step="critic-1", attempt=1)
    event.step_finished.verdict.SetInParent()
    kind, data = rendered(event)
    assert (kind, data["phase"], data["fraction"], data["totalFraction"]) == ("quality_check", "finished", 1.0, 1.0)
    assert data["message"] == "Finished reviewing the image."


@pytest.mark.parametrize(("agent", "fraction", "total"), [("planner", 0.0, 0.0), ("executor", 0.5, 0.625)])
def test_progress_has_the_share_of_the_whole_run_and_a_message(agent: str, fraction: float, total: float) -> None:
    event = events_pb2.RunEvent(agent=agent, step=f"{agent}-1", attempt=1)
    event.step_activity.progress.fraction = fraction
    _, data = rendered(event)
    assert data["totalFraction"] == total and data["message"]


def test_a_replay_is_in_the_language_of_its_run() -> None:
    dialect = ChatSse("run", "session", Language.ENGLISH)
    started = events_pb2.RunEvent(run_started=events_pb2.RunStarted(locale="zh"))
    state, _ = dialect.render(dialect.initial, started)
    step = events_pb2.RunEvent(agent="rag", step="rag-1", attempt=1)
    step.step_started.SetInParent()
    _, (message,) = dialect.render(state, step)
    assert message.data["message"] == "开始查找风格。"
