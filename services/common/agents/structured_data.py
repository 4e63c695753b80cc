"""Structured data of agents: parsed from their texts, validated by JSON Schema. Pure."""

import json
import re
from typing import Any

import jsonschema  # type: ignore[import-untyped]

from services.common.contract.agent_team.team import MAX_DATA_BYTES, MAX_SCHEMA_BYTES

_FENCED = re.compile(r"^```(?:json|JSON)[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
# A reference could name another document, and a pattern could take exponential time.
_FORBIDDEN = frozenset({"$ref", "$dynamicRef", "$recursiveRef", "pattern", "patternProperties"})
_MAX_ERRORS = 3
_MAX_DEPTH = 30


def parse_structured_data(text: str) -> bytes:
    """Return the data in *text* as JSON: its last valid fenced json block, else the whole text, else b""."""
    for candidate in (*reversed(_FENCED.findall(text)), text):
        data = normalize_json(candidate.strip())
        if data:
            return data
    return b""


def normalize_json(content: str | bytes) -> bytes:
    """Return *content* as compact JSON; b"" unless it is an object or a list within the limits."""
    if len(content) > MAX_DATA_BYTES or content[:1] not in ("{", "[", b"{", b"["):
        return b""
    try:
        value = json.loads(content, parse_constant=_reject_constant)
        data = dump_json(value)
    except (ValueError, RecursionError):
        return b""
    return data if len(data) <= MAX_DATA_BYTES else b""


def dump_json(value: Any) -> bytes:
    """Return *value* as compact JSON. Raises ValueError for NaN and unpaired surrogates."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def find_violations(data: bytes, schema: bytes) -> str:
    """Return why *data* does not satisfy *schema*, "" where it does. Without data nothing satisfies a schema."""
    if not schema:
        return ""
    if not data:
        return "no structured data"
    validator = jsonschema.Draft202012Validator(json.loads(schema))
    errors = sorted(validator.iter_errors(json.loads(data)), key=lambda error: list(map(str, error.absolute_path)))
    return "; ".join(f"{error.json_path}: {error.message[:200]}" for error in errors[:_MAX_ERRORS])


def find_schema_problem(schema: bytes) -> str:
    """Return the problem of *schema* itself, "" for a valid one."""
    if len(schema) > MAX_SCHEMA_BYTES:
        return f"larger than {MAX_SCHEMA_BYTES} bytes"
    try:
        value = json.loads(schema)
        jsonschema.Draft202012Validator.check_schema(value)
        forbidden = sorted(_find_keywords(value, 0))
    except jsonschema.SchemaError as error:
        return f"{error.json_path}: {error.message[:200]}"
    except (ValueError, RecursionError) as error:
        return str(error)[:200]
    return f"{', '.join(forbidden)} may not be used" if forbidden else ""


def _find_keywords(value: Any, depth: int) -> set[str]:
    if depth > _MAX_DEPTH:
        raise ValueError("too deep")
    if isinstance(value, dict):
        inner = [_find_keywords(item, depth + 1) for item in value.values()]
        return set().union(_FORBIDDEN & value.keys(), *inner)
    if isinstance(value, list):
        return set().union(*(_find_keywords(item, depth + 1) for item in value))
    return set()


def _reject_constant(name: str) -> Any:
    raise ValueError(name)
