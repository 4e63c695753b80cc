"""Facts of a run as server-sent events."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflow.v1 import errors_pb2, events_pb2, questions_pb2, steps_pb2

from services.common.language import Language
from services.gateway import spelling
from services.gateway.dialect import spell
from services.gateway.errors import told_error
from tests.fixtures.note_facts import whole_note
from tests.fixtures.scripted_orchestrator import IMAGE_ID, asked, whole_run

FACTS = [field.name for field in events_pb2.RunEvent.DESCRIPTOR.oneofs_by_name["fact"].fields]
TYPES = {"connection", "thought_log", "progress", "gen_ui_component", "quality_check", "error", "stream_end"}


def spelled(event: events_pb2.RunEvent, *, expose_details: bool = False) -> tuple[str, dict[str, object]]:
    told = spell(event, Language.ENGLISH, expose_details=expose_details)
    assert told is not None
    return told.type, told.data


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_of_the_contract_becomes_one_event_of_a_type_people_know(fact: str) -> None:
    event = events_pb2.RunEvent(sequence=4)
    getattr(event, fact).SetInParent()
    if fact == "step_activity":
        event.step_activity.thought.text = "hm"
    assert spelled(event)[0] in TYPES


@pytest.mark.parametrize("activity", [field.name for field in steps_pb2.Activity.DESCRIPTOR.fields])
def test_every_activity_becomes_a_thought_or_progress_of_its_step(activity: str) -> None:
    event = events_pb2.RunEvent(agent="rag", step="rag-1", attempt=2)
    getattr(event.step_activity, activity).SetInParent()
    kind, data = spelled(event)
    assert kind in {"thought_log", "progress"}
    assert (data["node"], data["step"], data["attempt"]) == ("rag", "rag-1", 2)


def test_a_fact_that_this_version_does_not_know_becomes_no_event() -> None:
    assert spell(events_pb2.RunEvent(sequence=9), Language.CHINESE, expose_details=False) is None


def test_the_id_is_the_sequence_and_the_data_one_line_of_json_with_chinese_as_it_is() -> None:
    event = spell(whole_run()[3], Language.CHINESE, expose_details=False)
    assert event is not None
    kind, data, name, *rest = event.encode().decode().split("\n")
    assert (kind, name, rest) == ("event: thought_log", "id: 4", ["", ""])
    assert "画一只猫" in data
    assert set(json.loads(data.removeprefix("data: "))) == {"type", "timestamp", "sessionId", "runId", "data"}


@given(st.text())
def test_no_text_of_an_agent_breaks_out_of_its_event(text: str) -> None:
    event = events_pb2.RunEvent(sequence=1, agent="planner")
    event.step_activity.thought.text = text
    told = spell(event, Language.CHINESE, expose_details=False)
    assert told is not None
    lines = told.encode().decode().split("\n")
    assert len(lines) == 5
    assert json.loads(lines[1].removeprefix("data: "))["data"]["message"] == text


def test_a_try_that_failed_is_told_as_superseded_with_its_step_and_attempt() -> None:
    kind, data = spelled(whole_run()[4])
    assert kind == "progress"
    assert (data["phase"], data["superseded"], data["retryIn"]) == ("failed", True, 5.0)
    assert (data["step"], data["attempt"]) == ("executor-1", 1)


def test_a_picture_is_told_by_its_url_under_api_assets() -> None:
    event = events_pb2.RunEvent()
    event.component_shown.id = "image"
    event.component_shown.image_result.result.asset.asset_id = IMAGE_ID
    kind, data = spelled(event)
    assert (kind, data["widgetType"], data["id"]) == ("gen_ui_component", "ImageResult", "image")
    assert isinstance(data["props"], dict)
    assert (data["props"]["imageUrl"], data["props"]["score"]) == (f"/api/assets/{IMAGE_ID}", None)


@pytest.mark.parametrize("expose", [True, False])
def test_details_are_told_in_development_alone(expose: bool) -> None:
    error = errors_pb2.Error(code="LLM_TIMEOUT", details="stack")
    event = events_pb2.RunEvent(error_raised=error)
    assert ("details" in spelled(event, expose_details=expose)[1]) is expose
    told = told_error(error, at_ms=5, session_id="s", run_id="r", expose_details=expose)
    assert (told["timestamp"], "details" in told) == (5, expose)


def test_what_a_model_took_is_told_with_its_price() -> None:
    event = events_pb2.RunEvent(agent="planner", step="planner-1", attempt=1)
    used = steps_pb2.Usage(
        provider="deepseek", model="chat", input_tokens=60, output_tokens=40, cost=0.5, currency="CNY", requests=1
    )
    event.step_activity.usage.CopyFrom(used)
    kind, data = spelled(event)
    assert (kind, data["message"]) == ("thought_log", "deepseek/chat · 100 tokens · 0.5000 CNY")
    assert data["usage"] == {
        "provider": "deepseek", "model": "chat", "requests": 1, "inputTokens": 60, "outputTokens": 40, "images": 0,
        "cost": {"amount": 0.5, "currency": "CNY"},
    }  # fmt: skip


def test_a_budget_that_is_reached_is_told_with_what_follows() -> None:
    event = events_pb2.RunEvent()
    reached = events_pb2.BudgetReached
    event.budget_reached.CopyFrom(
        reached(resource=reached.RESOURCE_IMAGES, used=2, allowed=2, action=reached.ACTION_DEGRADE, message="used up")
    )
    kind, data = spelled(event)
    assert (kind, data["message"], data["level"]) == ("thought_log", "used up", "warning")
    assert data["budget"] == {"resource": "images", "used": 2, "allowed": 2, "action": "degrade"}


def test_a_question_is_told_whole_with_where_to_answer_it() -> None:
    kind, data = spelled(asked())
    assert (kind, data["phase"], data["node"]) == ("progress", "paused", "orchestrator")
    assert data["message"] == "Waiting for your answer: 这样可以吗？"
    assert data["answerUrl"] == "/api/runs//answer"
    assert data["question"] == {
        "key": "draft", "kind": "content", "text": "这样可以吗？", "decisions": ["approve", "modify"],
        "options": [{"id": "a", "label": "甲"}], "selectionType": "multiple", "allowCustomInput": False,
        "shown": {"title": "猫"}, "digest": "d" * 64, "expiresAt": 5_000,
        "default": {"decision": "approve", "feedback": "", "chosen": [], "content": {}},
    }  # fmt: skip


@pytest.mark.parametrize(("expired", "said"), [(False, "Answered; going on."), (True, "Nobody answered in time")])
def test_an_answer_is_told_with_whether_it_is_the_default(expired: bool, said: str) -> None:
    event = events_pb2.RunEvent(question_answered=questions_pb2.QuestionAnswered(key="draft", expired=expired))
    event.question_answered.answer.decision = questions_pb2.DECISION_REJECT
    kind, data = spelled(event)
    assert (kind, data["phase"], data["key"], data["expired"]) == ("progress", "answered", "draft", expired)
    assert str(data["message"]).startswith(said)
    assert data["answer"] == {"decision": "reject", "feedback": "", "chosen": [], "content": {}}


def test_every_decision_and_status_of_the_contract_has_a_name() -> None:
    assert set(spelling.DECISIONS) == set(questions_pb2.Decision.values()) - {0}
    assert set(spelling.STATUSES) == set(events_pb2.RunStatus.values()) - {0}


def test_a_note_is_told_in_this_dialect_too() -> None:
    told = [spelled(fact) for fact in whole_note()]
    assert {kind for kind, _ in told} <= TYPES
    connection = told[0][1]
    assert (connection["workflow"], connection["userInput"]["message"]) == ("note", "写一篇春游攻略")  # type: ignore[index]
    products = ("creativeBrief", "evidencePack", "referenceAnalyses", "generatedContent", "layoutSpec", "imagePlans")
    for name in (*products, "generatedImages", "note"):
        assert any(name in data for _, data in told), name
    decisions = [data["message"] for _, data in told if data.get("kind") == "decision"]
    assert decisions[0] == "Next: brief_compiler_agent. 先弄清要写什么"
