"""Schema of the stream of an image chat: the fields of `data` by event type. /openapi.json shows it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Fields(NamedTuple):
    """Fields that an event type always has, and those that it may have."""

    always: tuple[str, ...]
    optional: tuple[str, ...] = ()


_STEP = ("node", "step", "attempt")
_PROGRESS = (*_STEP, "phase", "fraction", "totalFraction", "message")

FIELDS: Mapping[str, Fields] = MappingProxyType(
    {
        "connection": Fields(
            ("status", "workflow", "userInput", "locale", "eventsUrl", "runUrl", "cancelUrl"),
        ),
        "thought_log": Fields(
            ("node", "message"),
            (
                *("step", "attempt", "kind", "level", "error", "toolCallId", "tool", "input", "output"),
                *("usage", "budget", "decision", "reason", "ignored", "note"),
            ),
        ),
        "progress": Fields(
            _PROGRESS,
            (
                *("intent", "enhancedPrompt", "executionResult", "superseded", "retryIn", "error"),
                *("round", "returnTo", "score", "feedback"),
                *("question", "answerUrl", "key", "answer", "expired"),
                *("creativeBrief", "evidencePack", "referenceAnalyses", "generatedContent", "layoutSpec"),
                *("imagePlans", "paragraphImageBindings", "textOverlayPlan", "generatedImages", "advice"),
            ),
        ),
        "gen_ui_component": Fields(("widgetType", "props", "id", "timestamp")),
        "quality_check": Fields(
            ("passed", "score", "feedback", "suggestions", "dimensions", "judged", "returnTo", *_PROGRESS),
        ),
        "error": Fields(
            (
                *("code", "category", "level", "message", "node", "timestamp", "sessionId", "runId"),
                *("recoverable", "retryable", "retryAfter", "maxRetries", "metadata"),
            ),
            ("details", "stack"),
        ),
        "stream_end": Fields(("status", "error", "runUrl")),
    }
)
"""In the order of a run."""


_NUMBERS = ("fraction", "totalFraction", "score", "retryAfter", "retryIn")
_INTEGERS = ("attempt", "timestamp", "maxRetries", "round")
_BOOLEANS = ("passed", "judged", "recoverable", "retryable", "superseded", "ignored", "expired")
_ARRAYS = (
    "suggestions",
    "referenceAnalyses",
    "paragraphImageBindings",
    "generatedImages",
    "imagePlans",
    "textOverlayPlan",
)
_OBJECTS = (
    *("userInput", "props", "dimensions", "metadata", "intent", "enhancedPrompt", "executionResult", "question"),
    *("answer", "error", "usage", "budget", "input", "output", "note", "creativeBrief", "evidencePack"),
    *("generatedContent", "layoutSpec", "advice"),
)
_TYPES: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(_NUMBERS, "number")
    | dict.fromkeys(_INTEGERS, "integer")
    | dict.fromkeys(_BOOLEANS, "boolean")
    | dict.fromkeys(_ARRAYS, "array")
    | dict.fromkeys(_OBJECTS, "object")
)


def build_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of one event: the object in its `data`. A field without a value is null."""
    return {
        "title": "ChatEvent",
        "description": "An event of an image chat, the JSON in the `data` of a server-sent event.",
        "oneOf": [_build_event_schema(name, fields) for name, fields in FIELDS.items()],
    }


def _build_event_schema(name: str, fields: Fields) -> dict[str, Any]:
    names = (*fields.always, *fields.optional)
    data = {
        "type": "object",
        "properties": {field: {"type": [_TYPES.get(field, "string"), "null"]} for field in names},
        "required": list(fields.always),
        "additionalProperties": False,
    }
    return {
        "title": name,
        "type": "object",
        "properties": {
            "type": {"const": name},
            "timestamp": {"type": "integer", "description": "Milliseconds since 1970."},
            "sessionId": {"type": "string"},
            "runId": {"type": "string"},
            "data": data,
        },
        "required": ["type", "timestamp", "sessionId", "runId", "data"],
    }


def render_table() -> str:
    """Return the schema as a Markdown table."""
    rows = (f"| `{name}` | {_render(fields.always)} | {_render(fields.optional)} |" for name, fields in FIELDS.items())
    return "\n".join(("| type | always | may have |", "| --- | --- | --- |", *rows))


def _render(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
