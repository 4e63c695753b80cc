"""Answers in a shape: asking for it, reading it out of what came, and one turn to mend it. Pure."""

import re
from collections.abc import Iterator
from typing import Any

import pydantic_core
from pydantic import BaseModel, ValidationError

from services.common.models.presets import Structured
from services.common.models.prompting import shape_rule
from services.common.models.values import Shape

# What OpenAI's strict schemas know nothing of (https://platform.openai.com/docs/guides/structured-outputs, supported
# schemas); pydantic still holds the answer to it. A title would only lengthen the prompt.
_UNKNOWN_TO_STRICT = frozenset(
    {"default", "title", "examples", "minLength", "maxLength", "uniqueItems", "minProperties", "maxProperties"}
)
# Objects tried in an answer with text around them, and characters of it that are looked at.
_MOST_TRIES = 20
_LONGEST_READ = 200_000
# Beyond it an answer is no longer read again for each crumb; the rest of the reply comes at the end.
_LONGEST_GROWING = 32_000
_SHOWN_PROBLEMS = 10
_SHOWN_ANSWER = 8_000
_THINKS, _THOUGHT_OUT = "<think>", "</think>"
_THOUGHT = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)
_SIGNS = re.compile(r'[{}"]|\\.', re.DOTALL)


class ShapeMissed(Exception):
    """An answer that does not have its shape; `problems` is a line for each, without what the model wrote."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def response_format(shape: type[BaseModel], structured: Structured) -> dict[str, Any] | None:
    """Return the request's `response_format`, None where the endpoint knows none."""
    match structured:
        case Structured.JSON_SCHEMA:
            schema, strict = strict_schema(shape)
            return {
                "type": "json_schema",
                "json_schema": {"name": _schema_name(shape), "schema": schema, "strict": strict},
            }
        case Structured.JSON_MODE:
            return {"type": "json_object"}
        case Structured.PLAIN:
            return None


def shape_instructions(shape: type[BaseModel], structured: Structured) -> str:
    """Return what the instructions must add: nothing where the endpoint itself holds the answer to the schema."""
    return "" if structured is Structured.JSON_SCHEMA else shape_rule(shape.model_json_schema())


def strict_schema(shape: type[BaseModel]) -> tuple[dict[str, Any], bool]:
    """Return the JSON schema of *shape* as strict endpoints want it, and whether it can be strict.

    Strict: every object is closed and requires all its fields. A field of free keys cannot be, so nothing is.
    """
    schema = shape.model_json_schema()
    definitions = schema.get("$defs", {})
    strict = not _has_free_keys(schema)
    tightened: dict[str, Any] = _tightened(schema, definitions, close=strict)
    return tightened, strict


def read_answer(raw: str, shape: type[Shape]) -> Shape:
    """Return the answer in *raw*: JSON, also in a code fence, after thoughts, or with words around it.

    Raises ShapeMissed, which tells what is wrong with the first object there is.
    """
    problems: tuple[str, ...] = ()
    for candidate in _candidates(raw[:_LONGEST_READ]):
        try:
            return shape.model_validate_json(candidate)
        except ValidationError as error:
            problems = problems or _problems(error)
    raise ShapeMissed(problems or ("there is no JSON object in it",))


def repair_turn(raw: str, missed: ShapeMissed, shape: type[BaseModel]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the two messages that show the model its own answer and what is wrong with it."""
    wrong = "\n".join(f"- {problem}" for problem in missed.problems)
    ask = f"That answer cannot be used:\n{wrong}\n\n{shape_rule(shape.model_json_schema())}"
    # An empty message would be refused: thoughts alone are shown as they are.
    own = spoken(raw).strip() or raw
    return {"role": "assistant", "content": own[:_SHOWN_ANSWER]}, {"role": "user", "content": ask}


def growing_reply(raw: str) -> str:
    """Return the field `reply` as far as it has come in *raw*, the beginning of an answer; "" while there is none."""
    beginning = spoken(raw)
    start = beginning.find("{")
    if start < 0 or len(beginning) > _LONGEST_GROWING:
        return ""
    try:
        told = pydantic_core.from_json(beginning[start:], allow_partial="trailing-strings")
    except ValueError:
        return ""
    reply = told.get("reply") if isinstance(told, dict) else None
    return reply if isinstance(reply, str) else ""


def spoken(raw: str) -> str:
    """Return what is meant for the person in *raw*, an answer or its beginning: all but the model's thoughts."""
    beginning = raw.lstrip()
    if not beginning.startswith(_THINKS[: len(beginning)]):
        return raw
    told, found = _THOUGHT.subn("", raw, count=1)
    return told.lstrip() if found else ""


def _candidates(raw: str) -> Iterator[str]:
    """Yield what may be the answer: the whole, then each outermost object in it.

    Where the prompt itself opens the model's thoughts only their end stands in the answer, as with vLLM without a
    reasoning parser (https://github.com/vllm-project/vllm/issues/31045): what follows it comes first.
    """
    text = spoken(raw).strip()
    if text.startswith("{"):
        yield text
    elif _THOUGHT_OUT in text:
        yield from _objects(text.rpartition(_THOUGHT_OUT)[2])
    yield from _objects(text)


def _objects(text: str) -> Iterator[str]:
    """Yield the outermost objects in *text*."""
    start = text.find("{")
    for _ in range(_MOST_TRIES):
        if start < 0:
            return
        end = _object_end(text, start)
        if end:
            yield text[start:end]
        start = text.find("{", end or start + 1)


def _object_end(text: str, start: int) -> int | None:
    """Return where the object that begins at *start* ends, None when it does not."""
    depth, quoted = 0, False
    for sign in _SIGNS.finditer(text, start):
        match sign.group():
            case '"':
                quoted = not quoted
            case "{" if not quoted:
                depth += 1
            case "}" if not quoted:
                depth -= 1
                if depth == 0:
                    return sign.end()
    return None


def _problems(error: ValidationError) -> tuple[str, ...]:
    found = error.errors(include_url=False, include_context=False, include_input=False)[:_SHOWN_PROBLEMS]
    return tuple(f"{_place(problem['loc'])}{problem['msg']}" for problem in found)


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part)[:64] for part in location) + ": " if location else ""


def _schema_name(shape: type[BaseModel]) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]", "_", shape.__name__)[:64]


def _has_free_keys(schema: Any) -> bool:
    if isinstance(schema, list):
        return any(_has_free_keys(each) for each in schema)
    if not isinstance(schema, dict):
        return False
    is_open = schema.get("type") == "object" and (schema.get("additionalProperties") or "properties" not in schema)
    return bool(is_open) or any(_has_free_keys(value) for value in schema.values())


def _tightened(schema: Any, definitions: dict[str, Any], *, close: bool) -> Any:
    if isinstance(schema, list):
        return [_tightened(each, definitions, close=close) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema and len(schema) > 1:  # strict schemas want references alone
        target = definitions[schema["$ref"].rpartition("/")[2]]
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return _tightened(target | beside, definitions, close=close)
    named = ("properties", "$defs")  # their keys are names, not keywords
    tight = {
        ("anyOf" if key == "oneOf" else key): (
            {name: _tightened(each, definitions, close=close) for name, each in value.items()}
            if key in named
            else _tightened(value, definitions, close=close)
        )
        for key, value in schema.items()
        if key in named or key not in _UNKNOWN_TO_STRICT | {"discriminator"}
    }
    if close and "properties" in tight:
        tight |= {"additionalProperties": False, "required": list(tight["properties"])}
    return tight
