"""What a fake model answers by default fits whatever shape is asked for."""

import json
from enum import StrEnum
from typing import Any, Literal

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from services.critic.domain.seen import Seen
from services.fake_providers.instances import instance, schema_in
from services.planner.domain.answer import ParsedIntent


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Part(BaseModel):
    name: str = Field(min_length=3)
    count: int = Field(ge=2, le=9)
    tight: float = Field(gt=0.9, lt=0.95)


class Whole(BaseModel):
    colour: Colour
    parts: list[Part] = Field(min_length=1)
    kind: Literal["note"]
    maybe: float | None
    sure: bool
    low: float = Field(le=0.25)
    high: float = Field(ge=10)


@pytest.mark.parametrize("shape", [Whole, ParsedIntent, Seen])
@given(text=st.text(min_size=3))
def test_an_instance_is_valid_whatever_was_said(shape: type[BaseModel], text: str) -> None:
    made = instance(shape.model_json_schema(), text)
    jsonschema.validate(made, shape.model_json_schema())
    shape.model_validate_json(json.dumps(made))


def test_strings_say_the_words_cut_to_their_limit() -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"long": {"type": "string"}, "short": {"type": "string", "maxLength": 2}},
    }
    assert instance(schema, "画一只猫") == {"long": "画一只猫", "short": "画一"}


def test_a_string_says_nothing_only_where_it_may_be_empty() -> None:
    described = {"a": "empty for none", "b": "paragraphs parted by one empty line"}
    properties = {name: {"type": "string", "description": text} for name, text in described.items()}
    assert instance({"type": "object", "properties": properties}, "hello") == {"a": "", "b": "hello"}


def test_enums_say_their_first_value_and_numbers_nine_tenths_in_their_range() -> None:
    made = instance(Whole.model_json_schema(), "cat")
    assert (made["colour"], made["kind"], made["sure"], made["maybe"]) == ("red", "note", True, None)
    assert (made["low"], made["high"]) == (0.25, 10)


def test_a_schema_that_refers_to_itself_ends() -> None:
    schema: dict[str, Any] = {
        "$ref": "#/$defs/Node",
        "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}, "required": ["next"]}},
    }
    assert "next" in instance(schema, "x")


def test_a_schema_is_found_among_words_and_other_json() -> None:
    spelled = json.dumps(Part.model_json_schema())
    found = schema_in(f'Facts: {{"a": 1}}. Example {{broken. Answer with {spelled} and nothing else.')
    assert found == Part.model_json_schema()


def test_words_without_a_schema_have_none() -> None:
    assert schema_in('画一只猫 {"subject": "cat"} {') is None
