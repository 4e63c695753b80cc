"""Schema of the stream of an image chat: the fields of `data` by event type. /openapi.json shows it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Fields(NamedTuple):
    """Fields that an event type always has, and those that it may have."""

    always: tuple[str, ...]
    optional: tuple[str, ...] = ()


_STEP = ("node", "step", "attempt")

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
            (*_STEP, "phase", "fraction", "message"),
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
            ("passed", "score", "feedback", "suggestions", "dimensions", "judged", "returnTo", *_STEP),
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


def render_table() -> str:
    """Return the schema as a Markdown table."""
    rows = (f"| `{name}` | {_render(fields.always)} | {_render(fields.optional)} |" for name, fields in FIELDS.items())
    return "\n".join(("| type | always | may have |", "| --- | --- | --- |", *rows))


def _render(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
