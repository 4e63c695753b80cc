"""Notes planned by the built-in rules, over gRPC: each product can be handed on, and says who made it."""

import pytest
from reflow.v1 import creations_pb2

from services.common.errors import Code
from services.common.serving.validation import validate
from tests.integration.planner.conftest import Planner
from tests.integration.planner.note_calls import CONTENT, NotePlanner


@pytest.fixture
def notes(builtin_planner: Planner) -> NotePlanner:
    return NotePlanner(builtin_planner.channel)


async def test_a_wish_becomes_a_brief_a_page_and_pictures(notes: NotePlanner) -> None:
    brief = (await notes.brief("写一篇春游攻略，4张图")).product
    layout = (await notes.layout(brief)).product
    plans = (await notes.images(brief, layout)).product
    assert (brief.topic, brief.content_type, brief.picture_count) == ("春游", "guide", 4)
    assert [section.role for section in layout.sections][:2] == ["cover", "opening"]
    assert len(plans.plans) == len(plans.bindings) == 4
    for product in (brief, layout, plans):
        assert (product.engine, product.degraded) == ("builtin", False)
        validate(product)


async def test_a_wish_that_says_nothing_asks_with_options(notes: NotePlanner) -> None:
    asked = (await notes.brief("写一篇笔记")).product.clarification
    assert (asked.key, asked.allow_custom, len(asked.options)) == ("topic", True, 5)
    answered = creations_pb2.Clarified(question=asked.question, answer="春游")
    brief = (await notes.brief("写一篇笔记", clarified=[answered])).product
    assert brief.topic == "春游"
    assert not brief.HasField("clarification")


@pytest.mark.parametrize(("locale", "word"), [("zh", "在整理需求"), ("en", "Working out")])
async def test_a_thought_comes_at_the_beginning_and_at_the_end(notes: NotePlanner, locale: str, word: str) -> None:
    heard = await notes.brief(locale=locale)
    assert len(heard.thoughts) == 2
    assert heard.thoughts[0].startswith(word)
    assert "春游" in heard.thoughts[1]


async def test_without_a_model_the_advice_is_to_go_on(notes: NotePlanner) -> None:
    brief = (await notes.brief()).product
    advice = (await notes.advice(brief=brief, content=CONTENT)).product
    assert (advice.agent, advice.engine) == ("", "builtin")
    assert advice.requirement_clarity == brief.requirement_clarity
    assert not advice.HasField("clarification")


async def test_a_request_without_a_brief_is_refused_by_name(notes: NotePlanner) -> None:
    heard = await notes.ask("PlanLayout", content=CONTENT)
    assert heard.error is not None
    assert (heard.error.code, heard.error.field) == (Code.INVALID_INPUT_FORMAT, "brief")
