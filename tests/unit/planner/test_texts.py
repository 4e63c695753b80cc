"""Thoughts of the planner about an image chat."""

import pytest

from engines.language.intent_parser import parse_intent
from services.common.contract.requests import ParseIntent
from services.common.text.language import Language
from services.planner.domain.intent_answer import ParsedIntent, to_intent
from services.planner.note_texts import announce_advice
from services.planner.texts import summarize_intent

REQUESTS = (
    "画一座城堡，，夜晚",
    "城堡,,夜晚",
    "画城堡，水彩风格，，夜晚",
    "画一座城堡， ，夜晚，",
    "draw a castle,, at night",
)
COMMAS = ("，，", "，,", ",，", ",,", "， ，", ", ,")


@pytest.mark.parametrize("text", REQUESTS)
@pytest.mark.parametrize("language", Language)
def test_a_request_with_two_commas_is_repeated_with_one(text: str, language: Language) -> None:
    thought = summarize_intent(parse_intent(ParseIntent(text)), language)
    assert not any(commas in thought for commas in COMMAS), thought


@pytest.mark.parametrize(("subject", "style"), [("城堡，", "夜晚"), ("城堡，，夜晚", ""), ("，城堡", "，水彩")])
def test_the_names_of_a_model_have_no_comma_at_their_ends_and_none_doubled(subject: str, style: str) -> None:
    answer = {"action": "generate_image", "confidence": 1.0, "subject": subject, "style": style, "prompt": subject}
    intent = to_intent(ParsedIntent.model_validate(answer), ParseIntent("画城堡"), "")
    thought = summarize_intent(intent, Language.CHINESE)
    assert thought.startswith("要画：城堡") and not any(commas in thought for commas in COMMAS), thought


def test_an_agent_has_its_name_in_the_language_of_the_user() -> None:
    assert announce_advice("writer_agent", Language.CHINESE).startswith("写作 已完成")
    assert announce_advice("of-the-operator", Language.CHINESE).startswith("of-the-operator 已完成")
