"""Structured output: the request for a schema, the parser, and one repair request."""

import json
from typing import Any, Literal

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from services.common.llm.presets import Structured
from services.common.llm.structured_output import (
    SchemaMismatch,
    build_repair_messages,
    parse_completion,
    response_format,
    schema_instructions,
    strict_schema,
)


class Place(BaseModel):
    name: str = Field("", max_length=20, description="where")


class Prompt(BaseModel):
    action: Literal["paint", "adjust"]
    reply: str = Field("", max_length=200)
    confidence: float = Field(0.5, ge=0, le=1)
    place: Place = Field(Place(), description="where it happens")
    others: list[Place] = []


class Free(BaseModel):
    values: dict[str, float] = {}


ANSWER = '{"action": "paint", "reply": "好的，画一只猫。", "confidence": 0.9}'


def objects(schema: Any) -> list[dict[str, Any]]:
    found = [schema] if isinstance(schema, dict) and "properties" in schema else []
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    return found + [each for value in inner for each in objects(value)]


def test_a_strict_schema_closes_every_object_and_requires_all_its_fields() -> None:
    schema, strict = strict_schema(Prompt)

    assert strict
    assert len(objects(schema)) >= 2
    assert all(each["additionalProperties"] is False for each in objects(schema))
    assert all(each["required"] == list(each["properties"]) for each in objects(schema))


def test_a_strict_schema_has_no_keyword_that_strict_endpoints_reject() -> None:
    reported = json.dumps(strict_schema(Prompt)[0])

    assert not [word for word in ("default", "maxLength", "title") if f'"{word}":' in reported]


def test_a_field_named_like_a_keyword_stays_in_a_strict_schema() -> None:
    class Poster(BaseModel):
        title: str
        default: str

    assert list(strict_schema(Poster)[0]["properties"]) == ["title", "default"]


def test_a_reference_in_a_strict_schema_has_no_other_keyword() -> None:
    def references(schema: Any) -> list[dict[str, Any]]:
        found = [schema] if isinstance(schema, dict) and "$ref" in schema else []
        inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
        return found + [each for value in inner for each in references(value)]

    found = references(strict_schema(Prompt)[0])
    assert found and all(list(each) == ["$ref"] for each in found)


def test_a_valid_value_matches_the_strict_schema() -> None:
    jsonschema.validate(json.loads(Prompt(action="paint").model_dump_json()), strict_schema(Prompt)[0])


def test_a_schema_with_free_keys_is_not_requested_strictly() -> None:
    schema, strict = strict_schema(Free)

    assert not strict
    assert schema["properties"]["values"]["additionalProperties"] == {"type": "number"}


def test_an_endpoint_with_json_schema_receives_the_schema_as_a_parameter() -> None:
    form = response_format(Prompt, Structured.JSON_SCHEMA)

    assert form is not None
    assert form["type"] == "json_schema"
    assert form["json_schema"]["name"] == "Prompt"
    assert schema_instructions(Prompt, Structured.JSON_SCHEMA) == ""


def test_an_endpoint_with_json_mode_receives_the_schema_in_the_prompt() -> None:
    assert response_format(Prompt, Structured.JSON_MODE) == {"type": "json_object"}
    assert '"confidence"' in schema_instructions(Prompt, Structured.JSON_MODE)


def test_a_plain_endpoint_receives_the_schema_only_in_the_prompt() -> None:
    assert response_format(Prompt, Structured.PLAIN) is None
    assert '"confidence"' in schema_instructions(Prompt, Structured.PLAIN)


@pytest.mark.parametrize(
    "raw",
    [
        ANSWER,
        f"```json\n{ANSWER}\n```",
        f"Sure! Here it is:\n{ANSWER}\nAnything else?",
        f'<think>maybe {{"action": "adjust"}}?</think>\n{ANSWER}',
        f'maybe {{"action": "adjust"}}?</think>\n{ANSWER}',
        f"maybe a {{cat}}?</think>\n```json\n{ANSWER}\n```",
        f"An object begins with {{ and then: {ANSWER}",
        f'For example {{"a": 1}}. Mine: {ANSWER}',
    ],
)
def test_an_answer_is_found_in_any_surrounding_text(raw: str) -> None:
    assert parse_completion(raw, Prompt) == Prompt(action="paint", reply="好的，画一只猫。", confidence=0.9)


@given(st.text(max_size=60), st.text(alphabet=st.characters(exclude_characters="{<"), max_size=60))
def test_any_reply_is_parsed_back_with_any_characters(reply: str, before: str) -> None:
    raw = before + Prompt(action="paint", reply=reply).model_dump_json() + " done"

    assert parse_completion(raw, Prompt).reply == reply


def test_errors_are_reported_by_field() -> None:
    with pytest.raises(SchemaMismatch) as missed:
        parse_completion('{"action": "sing", "confidence": 3}', Prompt)

    assert [problem.split(":")[0] for problem in missed.value.problems] == ["action", "confidence"]


def test_a_completion_without_an_object_is_a_schema_mismatch() -> None:
    with pytest.raises(SchemaMismatch, match="no JSON object"):
        parse_completion("I would paint a cat.", Prompt)


def test_a_deeply_nested_answer_is_ignored_without_a_crash() -> None:
    with pytest.raises(SchemaMismatch):
        parse_completion('{"a":' * 50_000, Prompt)


def test_the_repair_request_contains_the_completion_and_its_errors() -> None:
    raw = '{"action": "sing"}'
    with pytest.raises(SchemaMismatch) as missed:
        parse_completion(raw, Prompt)

    own, requested = build_repair_messages(raw, missed.value, Prompt)

    assert own == {"role": "assistant", "content": raw}
    assert requested["role"] == "user"
    assert "action: Input should be 'paint' or 'adjust'" in requested["content"]


@pytest.mark.parametrize("reply", ["a </think> b", "</think>", '{"action": "adjust"} </think> {'])
def test_a_reply_that_mentions_thoughts_is_parsed_whole(reply: str) -> None:
    assert parse_completion(Prompt(action="paint", reply=reply).model_dump_json(), Prompt).reply == reply


def test_the_repair_request_omits_the_thoughts_of_the_model() -> None:
    raw = "<think>" + "hm " * 5_000 + '</think>{"action": "sing"}'
    with pytest.raises(SchemaMismatch) as missed:
        parse_completion(raw, Prompt)

    assert build_repair_messages(raw, missed.value, Prompt)[0]["content"] == '{"action": "sing"}'


def test_the_repair_request_contains_a_completion_that_has_only_thoughts() -> None:
    raw = "<think>a cat?</think>"
    with pytest.raises(SchemaMismatch) as missed:
        parse_completion(raw, Prompt)

    assert build_repair_messages(raw, missed.value, Prompt)[0]["content"] == raw
