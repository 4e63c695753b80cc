"""Minimal instances of JSON schemas, with the user's text. Pure.

The default answers of a fake model: strings are *text*, numbers are 0.9 brought into their range, an enum its first
value, booleans true; nullable values null, and strings that may be empty (according to their description) empty.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

# Short enough for the texts of all roles: a strict schema has no maximum length.
MAX_TEXT = 40
MAX_DEPTH = 16
NUMBER = 0.9
# "empty for none", not "separated by an empty line".
MAY_BE_EMPTY = re.compile(r"\bempty (for|to|when|where|if)\b|\b(may|can) be empty\b")

Schema = Mapping[str, Any]


def build_instance(schema: Schema, text: str) -> Any:
    """Return a minimal instance of *schema*: the required properties, and other strings."""
    return _build(schema, text, schema.get("$defs") or schema.get("definitions") or {}, 0)


def find_schema(text: str) -> Schema | None:
    """Return the last JSON schema of an object in *text*; None without one."""
    match = None
    for value in _find_objects(text):
        if isinstance(value.get("properties"), dict):
            match = value
    return match


def _build(schema: Schema, text: str, definitions: Mapping[str, Any], depth: int) -> Any:
    if depth > MAX_DEPTH:
        return None
    if "$ref" in schema:
        named = definitions.get(str(schema["$ref"]).rpartition("/")[2], {})
        return _build({**named, **{k: v for k, v in schema.items() if k != "$ref"}}, text, definitions, depth + 1)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    for joined in ("anyOf", "oneOf", "allOf"):
        if schema.get(joined):
            return _build_choice(schema[joined], text, definitions, depth, first=joined == "allOf")
    return _build_type(schema, text, definitions, depth)


def _build_choice(choices: list[Schema], text: str, definitions: Mapping[str, Any], depth: int, *, first: bool) -> Any:
    if not first and any(choice.get("type") == "null" for choice in choices):
        return None
    return _build(choices[0], text, definitions, depth + 1)


def _build_type(schema: Schema, text: str, definitions: Mapping[str, Any], depth: int) -> Any:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = "null" if "null" in kind else kind[0]
    match kind:
        case "object":
            return _build_object(schema, text, definitions, depth)
        case "array":
            item = schema.get("items") or {}
            return [_build(item, text, definitions, depth + 1) for _ in range(int(schema.get("minItems", 0)))]
        case "number":
            return _build_number(schema, NUMBER)
        case "integer":
            return math.floor(_build_number(schema, 1)) if "maximum" in schema else math.ceil(_build_number(schema, 1))
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return _build_string(schema, text)


def _build_object(schema: Schema, text: str, definitions: Mapping[str, Any], depth: int) -> dict[str, Any]:
    properties = schema.get("properties", {})
    required = schema.get("required", [])
    chosen = {name: part for name, part in properties.items() if name in required or part.get("type") == "string"}
    return {name: _build(part, text, definitions, depth + 1) for name, part in chosen.items()}


def _build_string(schema: Schema, text: str) -> str:
    if MAY_BE_EMPTY.search(str(schema.get("description", ""))) and not schema.get("minLength"):
        return ""
    value = text[: min(MAX_TEXT, int(schema.get("maxLength", MAX_TEXT)))]
    return value.ljust(int(schema.get("minLength", 0)), ".")


def _build_number(schema: Schema, preferred: float) -> float:
    """Return *preferred*, or the nearest end of the schema's range; its middle if that end is excluded."""
    low, high = float(schema.get("minimum", -math.inf)), float(schema.get("maximum", math.inf))
    above, below = float(schema.get("exclusiveMinimum", -math.inf)), float(schema.get("exclusiveMaximum", math.inf))
    nearest = min(max(preferred, low), high)
    if above < nearest < below:
        return nearest
    first, last = max(low, above), min(high, below)
    if math.isinf(first) or math.isinf(last):
        return last - 1 if math.isinf(first) else first + 1
    return (first + last) / 2


def _find_objects(text: str) -> Iterator[dict[str, Any]]:
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
