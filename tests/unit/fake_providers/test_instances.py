"""Default answers of a fake model match any schema."""

import json
from enum import StrEnum
from typing import Any, Literal

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from services.critic.domain.image.vision_scores import VisionScores
from services.fake_providers.instances import build_instance, find_schema
from services.planner.domain.intent_answer import ParsedIntent


class Color(StrEnum):
    RED = "red"
    BLUE = "blue"


class Part(BaseModel):
    name: str = Field(min_length=3)
    count: int = Field(ge=2, le=9)
    tight: float = Field(gt=0.9, lt=0.95)


class Whole(BaseModel):
    color: Color
    parts: list[Part] = Field(min_length=1)
    kind: Literal["note"]
    maybe: float | None
    sure: bool
    low: float = Field(le=0.25)
    high: float = Field(ge=10)


@pytest.mark.parametrize("shape", [Whole, ParsedIntent, VisionScores])
@settings(max_examples=30)
@given(text=st.text(min_size=3))
def test_an_instance_is_valid_for_any_text(shape: type[BaseModel], text: str) -> None:
    instance = build_instance(shape.model_json_schema(), text)
    jsonschema.validate(instance, shape.model_json_schema())
    shape.model_validate_json(json.dumps(instance))


def test_strings_are_the_text_truncated_to_their_limit() -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"long": {"type": "string"}, "short": {"type": "string", "maxLength": 2}},
    }
    assert build_instance(schema, "画一只猫") == {"long": "画一只猫", "short": "画一"}


def test_a_string_is_empty_only_if_it_may_be() -> None:
    descriptions = {"a": "empty for none", "b": "paragraphs parted by one empty line"}
    properties = {name: {"type": "string", "description": text} for name, text in descriptions.items()}
    assert build_instance({"type": "object", "properties": properties}, "hello") == {"a": "", "b": "hello"}


def test_enums_are_their_first_value_and_numbers_nine_tenths_in_their_range() -> None:
    instance = build_instance(Whole.model_json_schema(), "cat")
    assert (instance["color"], instance["kind"], instance["sure"], instance["maybe"]) == ("red", "note", True, None)
    assert (instance["low"], instance["high"]) == (0.25, 10)


def test_a_schema_that_refers_to_itself_ends() -> None:
    schema: dict[str, Any] = {
        "$ref": "#/$defs/Node",
        "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}, "required": ["next"]}},
    }
    assert "next" in build_instance(schema, "x")


def test_a_schema_is_found_in_text_with_other_json() -> None:
    schema_json = json.dumps(Part.model_json_schema())
    found = find_schema(f'Facts: {{"a": 1}}. Example {{broken. Answer with {schema_json} and nothing else.')
    assert found == Part.model_json_schema()


def test_text_without_a_schema_has_none() -> None:
    assert find_schema('画一只猫 {"subject": "cat"} {') is None
