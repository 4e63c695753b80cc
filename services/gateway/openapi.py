"""The description of the HTTP interface: schemas of bodies and of the error object beside FastAPI's own."""

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from pydantic.json_schema import models_json_schema

from services.common.errors import Category, Code, Level
from services.gateway.bodies import AnswerBody, Body, ChatBody, MaskBody, PictureBody, SessionBody
from services.gateway.creation.bodies import ConfirmBody, NoteBody

TITLE = "reflow"
VERSION = "0.1.0"
DESCRIPTION = """
Creative agent workflows: say what you would like to see, watch planner, rag, executor and critic at work, and get a
picture.

**A run** is started with `POST /api/agent/chat`, whose answer is a stream of server-sent events. Each event has
`event` (its type), `id` (its sequence: 1, 2, 3, ... for each run) and `data`: a JSON object
`{type, timestamp (ms), sessionId, runId, data}`. Types:

| type | data |
| --- | --- |
| `connection` | status, userInput, eventsUrl, runUrl, cancelUrl: always the first event of a run |
| `thought_log` | node, message; also kind (message, tool_call, tool_result) or level and error of a warning |
| `progress` | node, step, attempt, phase (started, waiting, working, finished, failed, reflowed, paused, answered), \
fraction, message; with paused also question and answerUrl, with answered key, answer, expired |
| `gen_ui_component` | widgetType (AgentMessage, ImageResult, ParameterPanel, SuggestionChips, MaskRequest), props, id |
| `quality_check` | passed, score, feedback, suggestions, dimensions, judged |
| `error` | the error object below; `stream_end` follows |
| `stream_end` | status (succeeded, failed, cancelled), error: always the last event of a run |

A component replaces an earlier one of the same id. A `progress` of phase `failed` says that everything the same step
and attempt told before is void. While nothing happens a comment line is sent. **A stream that breaks** is taken up
with `GET /api/runs/{runId}/events` and `Last-Event-ID`; leaving it does not stop the run. An `error` event without an
id is the gateway's own: the connection to the run is lost, and the stream can be taken up later.

**A run that asks** tells a `progress` of phase `paused` and its stream ends without `stream_end`; nothing is lost by
waiting. `POST /api/runs/{runId}/answer` answers it, and the stream is taken up behind the last event. `question` has
key, kind, text, decisions, options [{id, label}], selectionType, allowCustomInput, shown, digest, expiresAt, default.

**A note** (title, text, tags, pictures) is asked for with `POST /api/agent/stream`. Its stream has another spelling:
each event is `id: SEQUENCE.INDEX` and `data:` one flat JSON object with `type`, `timestamp` and usually `agent`, `step`
and `attempt`; `data: [DONE]` is its proper end. `GET /api/agent/events/schema` has the JSON Schema of every type:
agent_start, agent_end, message, progress, tool_call, tool_result, supervisor_decision, content_update, image_progress,
workflow_progress, brief_ready, layout_spec_ready, alignment_map_ready, quality_score, ask_user, workflow_paused,
state_update, intent_detected, content_type_detected, workflow_complete, error. It is taken up with
`GET /api/agent/stream/{threadId}` and `Last-Event-ID`, answered with `POST /api/agent/confirm`, and kept as a creative
(`GET /api/creatives/{creativeId}`, the id of its run). A thread is a session.

**Errors** are `{"error": {...}}` everywhere. `Accept-Language` chooses Chinese (default) or English. The caller's
`traceparent` is honoured, and every answer names its trace in `X-Trace-Id`.
"""


class ErrorMetadata(BaseModel):
    """What to name when asking for help."""

    model_config = ConfigDict(alias_generator=to_camel)

    trace_id: str
    field: str | None = Field(description="The field of the request at fault.")


class ErrorObject(BaseModel):
    """A failure, as people and programs meet it."""

    model_config = ConfigDict(alias_generator=to_camel)

    code: Code
    category: Category
    level: Level
    message: str = Field(description="For people, in the language asked for.")
    details: str | None = Field(None, description="For engineers; only in development.")
    node: str | None = Field(description="The agent that failed.")
    timestamp: int = Field(description="Milliseconds since 1970.")
    session_id: str | None
    run_id: str | None
    recoverable: bool
    retryable: bool
    retry_after: float | None = Field(description="Seconds.")
    max_retries: int = Field(description="How often the system tries again by itself.")
    metadata: ErrorMetadata


class ErrorAnswer(BaseModel):
    """The body of every answer that is not a success."""

    error: ErrorObject


_SHOWN: tuple[type[BaseModel], ...] = (
    ChatBody, AnswerBody, NoteBody, ConfirmBody, SessionBody, PictureBody, MaskBody, ErrorAnswer,
)  # fmt: skip
_ERROR = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}}


def json_body(kind: type[Body], example: dict[str, Any], *, required: bool = True) -> dict[str, Any]:
    """Return what an operation with a JSON body of *kind* adds to its description."""
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"}
    return {
        "requestBody": {"required": required, "content": {"application/json": {"schema": schema, "example": example}}}
    }


def upload_body(kind: type[Body], example: dict[str, Any]) -> dict[str, Any]:
    """Return what an operation adds that takes the bytes of a picture, or a JSON body of *kind*."""
    described = json_body(kind, example)
    for media_type in ("image/png", "image/jpeg", "image/webp"):
        described["requestBody"]["content"][media_type] = {"schema": {"type": "string", "format": "binary"}}
    return described


def failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the descriptions of answers that are the error object."""
    return {status: {"description": "See error.code and error.message.", **_ERROR} for status in statuses}


def describe(app: FastAPI) -> None:
    """Put the schemas of bodies and errors into the description of *app*."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = generate()
            _, shown = models_json_schema(
                [(model, "validation") for model in _SHOWN], ref_template="#/components/schemas/{model}"
            )
            schema.setdefault("components", {}).setdefault("schemas", {}).update(shown["$defs"])
        return generate()

    app.openapi = openapi  # type: ignore[method-assign]  # how FastAPI documents extending it
