"""Answers in a shape: asking for it, reading it, and one turn to mend it."""

import json
from typing import Any, Literal

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from services.common.models.presets import Structured
from services.common.models.structured import (
    ShapeMissed,
    growing_reply,
    read_answer,
    repair_turn,
    response_format,
    shape_instructions,
    spoken,
    strict_schema,
)


class Place(BaseModel):
    name: str = Field("", max_length=20, description="where")


class Wish(BaseModel):
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
    schema, strict = strict_schema(Wish)

    assert strict
    assert len(objects(schema)) >= 2
    assert all(each["additionalProperties"] is False for each in objects(schema))
    assert all(each["required"] == list(each["properties"]) for each in objects(schema))


def test_a_strict_schema_has_no_keyword_that_strict_endpoints_refuse() -> None:
    told = json.dumps(strict_schema(Wish)[0])

    assert not [word for word in ("default", "maxLength", "title") if f'"{word}":' in told]


def test_a_field_named_like_a_keyword_stays_in_a_strict_schema() -> None:
    class Poster(BaseModel):
        title: str
        default: str

    assert list(strict_schema(Poster)[0]["properties"]) == ["title", "default"]


def test_a_reference_in_a_strict_schema_stands_alone() -> None:
    def references(schema: Any) -> list[dict[str, Any]]:
        found = [schema] if isinstance(schema, dict) and "$ref" in schema else []
        inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
        return found + [each for value in inner for each in references(value)]

    assert all(list(each) == ["$ref"] for each in references(strict_schema(Wish)[0]))


def test_what_fits_the_shape_fits_the_strict_schema() -> None:
    jsonschema.validate(json.loads(Wish(action="paint").model_dump_json()), strict_schema(Wish)[0])


def test_a_shape_with_free_keys_is_not_asked_for_strictly() -> None:
    schema, strict = strict_schema(Free)

    assert not strict
    assert schema["properties"]["values"]["additionalProperties"] == {"type": "number"}


def test_an_endpoint_with_json_schema_is_given_the_schema() -> None:
    form = response_format(Wish, Structured.JSON_SCHEMA)

    assert form is not None
    assert form["type"] == "json_schema"
    assert form["json_schema"]["name"] == "Wish"
    assert shape_instructions(Wish, Structured.JSON_SCHEMA) == ""


def test_an_endpoint_with_json_mode_is_given_the_schema_in_words() -> None:
    assert response_format(Wish, Structured.JSON_MODE) == {"type": "json_object"}
    assert '"confidence"' in shape_instructions(Wish, Structured.JSON_MODE)


def test_a_plain_endpoint_is_given_words_alone() -> None:
    assert response_format(Wish, Structured.PLAIN) is None
    assert '"confidence"' in shape_instructions(Wish, Structured.PLAIN)


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
def test_an_answer_is_found_whatever_stands_around_it(raw: str) -> None:
    assert read_answer(raw, Wish) == Wish(action="paint", reply="好的，画一只猫。", confidence=0.9)


@given(st.text(max_size=60), st.text(alphabet=st.characters(exclude_characters="{<"), max_size=60))
def test_any_reply_is_read_back_whatever_signs_it_holds(reply: str, before: str) -> None:
    raw = before + Wish(action="paint", reply=reply).model_dump_json() + " done"

    assert read_answer(raw, Wish).reply == reply


def test_what_is_wrong_is_told_by_field() -> None:
    with pytest.raises(ShapeMissed) as missed:
        read_answer('{"action": "sing", "confidence": 3}', Wish)

    assert [problem.split(":")[0] for problem in missed.value.problems] == ["action", "confidence"]


def test_an_answer_without_any_object_is_missed() -> None:
    with pytest.raises(ShapeMissed, match="no JSON object"):
        read_answer("I would paint a cat.", Wish)


def test_an_answer_nested_without_end_is_missed_and_no_crash() -> None:
    with pytest.raises(ShapeMissed):
        read_answer('{"a":' * 50_000, Wish)


def test_the_repair_turn_shows_the_model_its_answer_and_its_errors() -> None:
    raw = '{"action": "sing"}'
    with pytest.raises(ShapeMissed) as missed:
        read_answer(raw, Wish)

    own, asked = repair_turn(raw, missed.value, Wish)

    assert own == {"role": "assistant", "content": raw}
    assert asked["role"] == "user"
    assert "action: Input should be 'paint' or 'adjust'" in asked["content"]


@pytest.mark.parametrize("reply", ["a </think> b", "</think>", '{"action": "adjust"} </think> {'])
def test_an_answer_that_speaks_of_thoughts_is_read_whole(reply: str) -> None:
    assert read_answer(Wish(action="paint", reply=reply).model_dump_json(), Wish).reply == reply


def test_the_repair_turn_leaves_the_models_thoughts_out() -> None:
    raw = "<think>" + "hm " * 5_000 + '</think>{"action": "sing"}'
    with pytest.raises(ShapeMissed) as missed:
        read_answer(raw, Wish)

    assert repair_turn(raw, missed.value, Wish)[0]["content"] == '{"action": "sing"}'


def test_the_repair_turn_shows_something_of_an_answer_that_is_thoughts_alone() -> None:
    raw = "<think>a cat?</think>"
    with pytest.raises(ShapeMissed) as missed:
        read_answer(raw, Wish)

    assert repair_turn(raw, missed.value, Wish)[0]["content"] == raw


@given(st.text(max_size=40), st.booleans())
def test_the_reply_grows_with_the_answer_and_never_takes_back(reply: str, ascii_only: bool) -> None:
    raw = json.dumps({"action": "paint", "reply": reply, "confidence": 1}, ensure_ascii=ascii_only)
    shown = ""
    for end in range(len(raw) + 1):
        now = growing_reply(raw[:end])
        assert now.startswith(shown)
        shown = now

    assert shown == reply


def test_the_reply_is_seen_before_the_answer_is_whole() -> None:
    assert growing_reply('```json\n{"action": "paint", "reply": "好的，画一') == "好的，画一"


def test_there_is_no_reply_in_a_thought() -> None:
    assert growing_reply('<think>{"reply": "hm"}') == ""


@pytest.mark.parametrize("raw", ["<thi", "<think>a cat?", "<think>a cat?</think>"])
def test_thoughts_are_not_spoken(raw: str) -> None:
    assert spoken(raw) == ""


def test_what_follows_a_thought_is_spoken() -> None:
    assert spoken("<think>a cat?</think>\n\nA cat.") == "A cat."
