"""Something that fits a JSON schema, said with the words of whoever asked. Pure.

What a fake model answers by default: strings say *text*, numbers are 0.9 brought into their range, an enum its first
value, booleans true; what may be null is null; a string that may be empty (its description says so) is empty.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

# Short enough for every text that a role asks for: a strict schema cannot say how long one may be.
LONGEST_TEXT = 40
DEEPEST = 16
NUMBER = 0.9
# "empty for none", not "parted by an empty line".
MAY_BE_EMPTY = re.compile(r"\bempty (for|to|when|where|if)\b|\b(may|can) be empty\b")

Schema = Mapping[str, Any]


def instance(schema: Schema, text: str) -> Any:
    """Return a minimal instance of *schema*: the required properties, and the others that have words to say."""
    return _instance(schema, text, schema.get("$defs") or schema.get("definitions") or {}, 0)


def schema_in(text: str) -> Schema | None:
    """Return the last JSON schema of an object that is spelled in *text*; None without one."""
    found = None
    for value in _objects(text):
        if isinstance(value.get("properties"), dict):
            found = value
    return found


def _instance(schema: Schema, text: str, definitions: Mapping[str, Any], depth: int) -> Any:
    if depth > DEEPEST:
        return None
    if "$ref" in schema:
        named = definitions.get(str(schema["$ref"]).rpartition("/")[2], {})
        return _instance({**named, **{k: v for k, v in schema.items() if k != "$ref"}}, text, definitions, depth + 1)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    for joined in ("anyOf", "oneOf", "allOf"):
        if schema.get(joined):
            return _one_of(schema[joined], text, definitions, depth, first=joined == "allOf")
    return _of_type(schema, text, definitions, depth)


def _one_of(choices: list[Schema], text: str, definitions: Mapping[str, Any], depth: int, *, first: bool) -> Any:
    if not first and any(choice.get("type") == "null" for choice in choices):
        return None
    return _instance(choices[0], text, definitions, depth + 1)


def _of_type(schema: Schema, text: str, definitions: Mapping[str, Any], depth: int) -> Any:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = "null" if "null" in kind else kind[0]
    match kind:
        case "object":
            return _object(schema, text, definitions, depth)
        case "array":
            item = schema.get("items") or {}
            return [_instance(item, text, definitions, depth + 1) for _ in range(int(schema.get("minItems", 0)))]
        case "number":
            return _number(schema, NUMBER)
        case "integer":
            return math.floor(_number(schema, 1)) if "maximum" in schema else math.ceil(_number(schema, 1))
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return _string(schema, text)


def _object(schema: Schema, text: str, definitions: Mapping[str, Any], depth: int) -> dict[str, Any]:
    properties = schema.get("properties", {})
    required = schema.get("required", [])
    chosen = {name: part for name, part in properties.items() if name in required or part.get("type") == "string"}
    return {name: _instance(part, text, definitions, depth + 1) for name, part in chosen.items()}


def _string(schema: Schema, text: str) -> str:
    if MAY_BE_EMPTY.search(str(schema.get("description", ""))) and not schema.get("minLength"):
        return ""
    said = text[: min(LONGEST_TEXT, int(schema.get("maxLength", LONGEST_TEXT)))]
    return said.ljust(int(schema.get("minLength", 0)), ".")


def _number(schema: Schema, wanted: float) -> float:
    """Return *wanted*, or the nearest end of the schema's range; its middle where that end is not in it."""
    low, high = float(schema.get("minimum", -math.inf)), float(schema.get("maximum", math.inf))
    above, below = float(schema.get("exclusiveMinimum", -math.inf)), float(schema.get("exclusiveMaximum", math.inf))
    nearest = min(max(wanted, low), high)
    if above < nearest < below:
        return nearest
    first, last = max(low, above), min(high, below)
    if math.isinf(first) or math.isinf(last):
        return last - 1 if math.isinf(first) else first + 1
    return (first + last) / 2


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in *text*, outermost ones only."""
    decoder = json.JSONDecoder()
    start = text.find("{")
    while start >= 0:
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            if isinstance(value, dict):
                yield value
        start = text.find("{", end)
