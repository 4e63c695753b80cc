"""Every labelled utterance is understood as a person who reads both languages would."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.planner.domain import Action, LastResult, Wish, parse_intent
from services.planner.domain.script import is_chinese

UTTERANCES = [json.loads(line) for line in Path(__file__).with_name("utterances.jsonl").read_text("utf-8").splitlines()]

CHINESE_LAST = LastResult("asset", "画一只赛博朋克风格的猫", "猫", "赛博朋克", 7, 1024, 768)
ENGLISH_LAST = LastResult("asset", "draw a cat in cyberpunk style", "cat", "cyberpunk", 7, 1024, 768)


def wish_of(utterance: dict[str, Any]) -> Wish:
    """Return the wish of a labelled row; the last picture is a cyberpunk cat, told in the row's language."""
    last = CHINESE_LAST if is_chinese(utterance["text"]) else ENGLISH_LAST
    return Wish(utterance["text"], has_mask=utterance["has_mask"], last=last if utterance["has_last"] else None)


def name_of(utterance: dict[str, Any]) -> str:
    marks = ("mask " if utterance["has_mask"] else "") + ("last " if utterance["has_last"] else "")
    return f"{marks}{utterance['text']}"


@pytest.mark.parametrize("utterance", UTTERANCES, ids=name_of)
def test_the_labelled_utterance_is_understood(utterance: dict[str, Any]) -> None:
    intent = parse_intent(wish_of(utterance))
    assert intent.action == utterance["action"]
    for label in ("subject", "style"):
        if label in utterance:
            assert getattr(intent, label) == utterance[label]
    if "parameters" in utterance:
        assert dict(intent.parameters) == pytest.approx(utterance["parameters"])


@pytest.mark.parametrize("utterance", UTTERANCES, ids=name_of)
def test_only_a_known_action_reaches_the_confidence_to_go_on(utterance: dict[str, Any]) -> None:
    intent = parse_intent(wish_of(utterance))
    assert (intent.confidence > 0.5) == (intent.action is not Action.UNKNOWN)


def test_both_languages_and_every_action_are_labelled() -> None:
    assert len(UTTERANCES) >= 150
    for chinese in (True, False):
        rows = [row for row in UTTERANCES if is_chinese(row["text"]) is chinese]
        assert len(rows) >= 60
        assert {row["action"] for row in rows} == {action.value for action in Action}
