"""Notes planned by the built-in rules, over gRPC: each result is valid input of the next step."""

import pytest
from reflow.v1 import note_workflow_pb2

from services.common.errors import Code
from services.common.rpc.validation import validate
from tests.integration.planner.client import CONTENT, PlannerClient


async def test_a_request_becomes_a_brief_a_layout_and_images(builtin_planner: PlannerClient) -> None:
    brief = (await builtin_planner.compile_brief("写一篇春游攻略，4张图")).output
    layout = (await builtin_planner.plan_layout(brief)).output
    plans = (await builtin_planner.plan_images(brief, layout)).output
    assert (brief.topic, brief.content_type, brief.image_count) == ("春游", "guide", 4)
    assert [section.role for section in layout.sections][:2] == ["cover", "opening"]
    assert len(plans.plans) == len(plans.bindings) == 4
    for result in (brief, layout, plans):
        assert (result.engine, result.degraded) == ("builtin", False)
        validate(result)


async def test_an_unclear_request_has_a_question_with_options(builtin_planner: PlannerClient) -> None:
    clarification = (await builtin_planner.compile_brief("写一篇笔记")).output.clarification
    assert (clarification.key, clarification.allow_custom, len(clarification.options)) == ("topic", True, 5)
    answer = note_workflow_pb2.ClarificationAnswer(question=clarification.question, answer="春游")
    brief = (await builtin_planner.compile_brief("写一篇笔记", clarification_answers=[answer])).output
    assert brief.topic == "春游"
    assert not brief.HasField("clarification")


@pytest.mark.parametrize(("locale", "word"), [("zh", "正在整理需求"), ("en", "Determining")])
async def test_a_thought_is_emitted_at_the_start_and_at_the_end(
    builtin_planner: PlannerClient, locale: str, word: str
) -> None:
    result = await builtin_planner.compile_brief(locale=locale)
    assert len(result.thoughts) == 2
    assert result.thoughts[0].startswith(word)
    assert "春游" in result.thoughts[1]


async def test_without_a_model_the_advice_is_to_continue(builtin_planner: PlannerClient) -> None:
    brief = (await builtin_planner.compile_brief()).output
    advice = (await builtin_planner.advise_route(brief=brief, content=CONTENT)).output
    assert (advice.agent, advice.engine) == ("", "builtin")
    assert advice.requirement_clarity == brief.requirement_clarity
    assert not advice.HasField("clarification")


async def test_a_request_without_a_brief_is_rejected_with_the_field(builtin_planner: PlannerClient) -> None:
    result = await builtin_planner.call("PlanLayout", content=CONTENT)
    assert result.error is not None
    assert (result.error.code, result.error.field) == (Code.INVALID_INPUT_FORMAT, "brief")
