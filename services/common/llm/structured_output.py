"""Structured completions: response format, parser, and one repair request. Pure."""

import re
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError

from services.common.llm.presets import Structured
from services.common.llm.prompts import schema_rule
from services.common.llm.values import Shape
from services.common.llm.wire.reply_text import THOUGHT_END, strip_thoughts

# Keywords that OpenAI's strict schemas do not support (https://platform.openai.com/docs/guides/structured-outputs,
# supported schemas); pydantic still validates them. A title would only lengthen the prompt.
_UNKNOWN_TO_STRICT = frozenset(
    {"default", "title", "examples", "minLength", "maxLength", "uniqueItems", "minProperties", "maxProperties"}
)
# Maximum number of objects that are parsed in an answer with text around them, and of characters that are searched.
_MAX_CANDIDATES = 20
_MAX_PARSED = 200_000
_MAX_PROBLEMS = 10
_MAX_QUOTED = 8_000
_TOKENS = re.compile(r'[{}"]|\\.', re.DOTALL)


class SchemaMismatch(Exception):
    """An answer that does not match its schema; `problems` has one line for each, without the model's text."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def response_format(shape: type[BaseModel], structured: Structured) -> dict[str, Any] | None:
    """Return the request's `response_format`, None if the endpoint does not support it."""
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


def schema_instructions(shape: type[BaseModel], structured: Structured) -> str:
    """Return the addition to the instructions: nothing if the endpoint itself enforces the schema."""
    return "" if structured is Structured.JSON_SCHEMA else schema_rule(shape.model_json_schema())


def strict_schema(shape: type[BaseModel]) -> tuple[dict[str, Any], bool]:
    """Return the JSON schema of *shape* as strict endpoints want it, and whether it can be strict.

    Strict: every object is closed and requires all its fields. An object with arbitrary keys cannot be strict, so a
    schema that contains one is not strict.
    """
    schema = shape.model_json_schema()
    definitions = schema.get("$defs", {})
    strict = not _has_free_keys(schema)
    tightened: dict[str, Any] = _to_strict(schema, definitions, close=strict)
    return tightened, strict


def parse_completion(raw: str, shape: type[Shape]) -> Shape:
    """Return the answer in *raw*: JSON, also in a code fence, after thoughts, or with words around it.

    Raises SchemaMismatch with the problems of the first object.
    """
    problems: tuple[str, ...] = ()
    for candidate in _candidates(raw[:_MAX_PARSED]):
        try:
            return shape.model_validate_json(candidate)
        except ValidationError as error:
            problems = problems or _problems(error)
    raise SchemaMismatch(problems or ("there is no JSON object in it",))


def build_repair_messages(
    raw: str, missed: SchemaMismatch, shape: type[BaseModel]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the two messages that show the model its own answer and the problems of it."""
    wrong = "\n".join(f"- {problem}" for problem in missed.problems)
    ask = f"That answer cannot be used:\n{wrong}\n\n{schema_rule(shape.model_json_schema())}"
    # Providers reject an empty message: thoughts without an answer are sent as they are.
    own = strip_thoughts(raw).strip() or raw
    return {"role": "assistant", "content": own[:_MAX_QUOTED]}, {"role": "user", "content": ask}


def _candidates(raw: str) -> Iterator[str]:
    """Yield the candidates for the answer: the whole text, then each outermost object in it.

    If the prompt template opens the model's thoughts, the answer contains only their end, as with vLLM without a
    reasoning parser (https://github.com/vllm-project/vllm/issues/31045): what follows it comes first.
    """
    text = strip_thoughts(raw).strip()
    if text.startswith("{"):
        yield text
    elif THOUGHT_END in text:
        yield from _objects(text.rpartition(THOUGHT_END)[2])
    yield from _objects(text)


def _objects(text: str) -> Iterator[str]:
    """Yield the outermost objects in *text*."""
    start = text.find("{")
    for _ in range(_MAX_CANDIDATES):
        if start < 0:
            return
        end = _object_end(text, start)
        if end:
            yield text[start:end]
        start = text.find("{", end or start + 1)


def _object_end(text: str, start: int) -> int | None:
    """Return where the object that begins at *start* ends, None when it does not."""
    depth, quoted = 0, False
    for sign in _TOKENS.finditer(text, start):
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
    found = error.errors(include_url=False, include_context=False, include_input=False)[:_MAX_PROBLEMS]
    return tuple(f"{_format_location(problem['loc'])}{problem['msg']}" for problem in found)


def _format_location(location: tuple[int | str, ...]) -> str:
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


def _to_strict(schema: Any, definitions: dict[str, Any], *, close: bool) -> Any:
    if isinstance(schema, list):
        return [_to_strict(each, definitions, close=close) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema and len(schema) > 1:  # strict schemas allow no other keywords next to a reference
        target = definitions[schema["$ref"].rpartition("/")[2]]
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return _to_strict(target | beside, definitions, close=close)
    named = ("properties", "$defs")  # their keys are names, not keywords
    tight = {
        ("anyOf" if key == "oneOf" else key): (
            {name: _to_strict(each, definitions, close=close) for name, each in value.items()}
            if key in named
            else _to_strict(value, definitions, close=close)
        )
        for key, value in schema.items()
        if key in named or key not in _UNKNOWN_TO_STRICT | {"discriminator"}
    }
    if close and "properties" in tight:
        tight |= {"additionalProperties": False, "required": list(tight["properties"])}
    return tight
