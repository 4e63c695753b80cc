"""Every labeled utterance is parsed as a reader of both languages would understand it."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines.language import parse_intent
from engines.language.characters import is_chinese
from services.common.contract.image_chat import Action
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult

UTTERANCES = [json.loads(line) for line in Path(__file__).with_name("utterances.jsonl").read_text("utf-8").splitlines()]

CHINESE_LAST = LastResult("asset", "画一只赛博朋克风格的猫", "猫", "赛博朋克", 7, 1024, 768)
ENGLISH_LAST = LastResult("asset", "draw a cat in cyberpunk style", "cat", "cyberpunk", 7, 1024, 768)


def build_request(utterance: dict[str, Any]) -> ParseIntent:
    """Return the request of a labeled row. The last image is a cyberpunk cat, in the language of the row."""
    last = CHINESE_LAST if is_chinese(utterance["text"]) else ENGLISH_LAST
    return ParseIntent(
        utterance["text"], has_mask=utterance["has_mask"], last_result=last if utterance["has_last"] else None
    )


def format_id(utterance: dict[str, Any]) -> str:
    flags = ("mask " if utterance["has_mask"] else "") + ("last " if utterance["has_last"] else "")
    return f"{flags}{utterance['text']}"


@pytest.mark.parametrize("utterance", UTTERANCES, ids=format_id)
def test_the_labeled_utterance_is_understood(utterance: dict[str, Any]) -> None:
    intent = parse_intent(build_request(utterance))
    assert intent.action == utterance["action"]
    for label in ("subject", "style"):
        if label in utterance:
            assert getattr(intent, label) == utterance[label]
    if "parameters" in utterance:
        assert dict(intent.parameters) == pytest.approx(utterance["parameters"])


def test_only_a_known_action_reaches_the_confidence_to_continue() -> None:
    for utterance in UTTERANCES:
        intent = parse_intent(build_request(utterance))
        assert (intent.confidence > 0.5) == (intent.action is not Action.UNKNOWN), utterance


def test_both_languages_and_every_action_are_labeled() -> None:
    assert len(UTTERANCES) >= 150
    for chinese in (True, False):
        rows = [row for row in UTTERANCES if is_chinese(row["text"]) is chinese]
        assert len(rows) >= 60
        assert {row["action"] for row in rows} == {action.value for action in Action}
