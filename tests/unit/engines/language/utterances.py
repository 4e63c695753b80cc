"""The labeled utterances of an image chat, their correct results, and the share of correct results in a half."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from engines.language import parse_intent
from services.common.contract.image_chat import Action, Intent
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult

CASES = Path(__file__).parent / "cases"
IMAGE = LastResult("a", "一只橘猫坐在窗台上，水彩", "一只橘猫坐在窗台上", "水彩", 7, 1024, 1024)
ENGLISH_IMAGE = LastResult(
    "a", "an orange cat on a windowsill, watercolor", "an orange cat on a windowsill", "watercolor", 7, 1024, 1024
)
_ENGLISH = {"猫": "cat", "窗台": "windowsill"}
"""The words of the Chinese image in the English one, so that one table describes both languages."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Shares of a half with the correct action and with a fully correct result, and the texts with wrong results."""

    action: float
    everything: float
    wrong: tuple[str, ...]


def measure(half: str) -> Measured:
    """Return the measured shares of the rules on the cases of *half*."""
    rows = [json.loads(line) for line in (CASES / half).read_text(encoding="utf-8").splitlines()]
    outcomes = [(row, _parse(row)) for row in map(_translate, rows)]
    actions = sum(intent.action == row["action"] for row, intent in outcomes)
    wrong = tuple(f"{row['text']}  ->  {_describe(intent)}" for row, intent in outcomes if not is_right(row, intent))
    return Measured(actions / len(rows), 1 - len(wrong) / len(rows), wrong)


def _translate(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *row* with the prompt of the image in the language of the row."""
    if _is_chinese(row["text"]):
        return row
    return {**row, **{key: [_ENGLISH.get(word, word) for word in row.get(key, ())] for key in ("shows", "lacks")}}


def _is_chinese(text: str) -> bool:
    return any("\u3400" <= letter <= "\u9fff" for letter in text)


def _parse(row: Mapping[str, Any]) -> Intent:
    image = IMAGE if _is_chinese(row["text"]) else ENGLISH_IMAGE
    return parse_intent(ParseIntent(row["text"], last_result=image if row["image"] else None))


def _describe(intent: Intent) -> str:
    return f"{intent.action} {intent.subject!r} {intent.style!r} {dict(intent.parameters)} {intent.prompt!r}"


def is_right(row: Mapping[str, Any], intent: Intent) -> bool:
    """Return whether *intent* is exactly what *row* expects."""
    if intent.action != row["action"]:
        return False
    if row["action"] == Action.UNKNOWN:
        return bool(getattr(intent, "choices", ())) == row.get("asks", False) or not row["image"]
    if "restores" in row:
        return bool(getattr(intent, "restores", "") == row["restores"])
    if row["action"] == Action.ADJUST_PARAMETERS:
        return getattr(intent, "restores", "") == "" and _has_changes(row["changes"], intent.parameters)
    if row["action"] == Action.INPAINTING:
        return True
    shown = f"{intent.prompt} {intent.subject} {intent.style}".lower()
    return (
        str(row.get("subject", "")).lower() in intent.subject.lower()
        and _has_style(row, intent)
        and all(word.lower() in shown for word in row.get("shows", ()))
        and not any(word.lower() in intent.prompt.lower() for word in row.get("lacks", ()))
        and _has_size(row.get("size", ""), intent.parameters)
    )


def _has_style(row: Mapping[str, Any], intent: Intent) -> bool:
    style = row.get("style")
    if style is None:
        return True
    return str(style).lower() in intent.style.lower() if style else not intent.style


def _has_size(size: str, parameters: Mapping[str, float]) -> bool:
    if not size:
        return True
    if "width" not in parameters or "height" not in parameters:
        return False
    if ":" in size:
        wide, high = map(int, size.split(":"))
        return abs(parameters["width"] / parameters["height"] - Fraction(wide, high)) < 0.03
    return (parameters["width"], parameters["height"]) == tuple(map(float, size.split("x")))


def _has_changes(expected: Mapping[str, Any], parameters: Mapping[str, float]) -> bool:
    if "crop" in expected:
        return bool(parameters) and all(name.startswith("crop_") or name in ("width", "height") for name in parameters)
    if set(expected) != set(parameters):
        return False
    return all(
        abs(parameters[name] - value) < 0.005
        if isinstance(value, float | int)
        else (parameters[name] > 0) == (value == "+")
        for name, value in expected.items()
    )
