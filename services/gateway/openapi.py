"""The OpenAPI description: schemas of bodies and of the error object in addition to FastAPI's own."""

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from pydantic.json_schema import models_json_schema

from services.common.errors import Category, Code, Level
from services.gateway.dialects.chat_sse.fields import build_schema, render_table
from services.gateway.schemas.answers import AnswerBody
from services.gateway.schemas.base import Body, SessionBody
from services.gateway.schemas.chat import ChatBody
from services.gateway.schemas.graphs import GraphChatBody, GraphRunBody
from services.gateway.schemas.images import ImageBody, MaskBody
from services.gateway.schemas.note_results import note_schemas
from services.gateway.schemas.notes import ConfirmBody, NoteBody
from services.gateway.schemas.schedules import ScheduleBody
from services.gateway.schemas.team import TeamBody
from services.gateway.schemas.webhooks import WebhookBody

TITLE = "reflow"
VERSION = "0.1.0"
DESCRIPTION = """
Creative agent workflows: describe an image or a note, watch the agents at work, and receive the result.

**A run** is started with `POST /api/agent/chat`, whose response is a stream of server-sent events. Each event has
`event` (its type), `id` (its sequence: 1, 2, 3, ... for each run) and `data`: a JSON object
`{type, timestamp (ms), sessionId, runId, data}`. Types:

EVENT_TABLE

`phase` is started, waiting, working, finished, failed, reflowed, paused or answered; `kind` is message, tool_call,
tool_result, usage, budget, decision or work; `widgetType` is AgentMessage, ImageResult, ParameterPanel,
SuggestionChips or MaskRequest; `status` of `stream_end` is succeeded, failed or cancelled. `connection` is the first
event of a run, `stream_end` the last one, `error` the error object below.

A component replaces an earlier one of the same id. A `progress` of phase `failed` voids everything that the same
attempt of the step emitted before. During silence a comment line is sent. **A broken stream** is resumed with
`GET /api/runs/{runId}/events` and `Last-Event-ID`; disconnecting does not stop the run. An `error` event without an
id is the gateway's own: the connection to the run is lost, and the stream can be resumed later.

**A run that asks a question** emits a `progress` of phase `paused`, and its stream ends without `stream_end`; nothing
is lost by waiting. `POST /api/runs/{runId}/answer` answers it, and the stream is resumed after the last event.
`question` has key, kind, text, decisions, options [{id, label}], selectionType, allowCustomInput, shown, digest,
expiresAt, default.

**A note** (title, text, tags, images) is requested with `POST /api/agent/stream`. Its stream is in another dialect:
each event is `id: SEQUENCE.INDEX` and `data:` one flat JSON object with `type`, `timestamp` and usually `agent`, `step`
and `attempt`; `data: [DONE]` is its regular end. `GET /api/agent/events/schema` has the JSON Schema of every type:
agent_start, agent_end, message, progress, tool_call, tool_result, supervisor_decision, content_update, image_progress,
workflow_progress, brief_ready, layout_spec_ready, alignment_map_ready, quality_score, ask_user, workflow_paused,
state_update, intent_detected, content_type_detected, workflow_complete, error. It is resumed with
`GET /api/agent/stream/{threadId}` and `Last-Event-ID`, answered with `POST /api/agent/confirm`, and stored as a
creative (`GET /api/creatives/{creativeId}`, the id of its run). A thread is a session.

**A webhook** is called when a run has ended, or waits for an answer: `POST /api/webhooks` returns the secret that signs
its requests (https://www.standardwebhooks.com). **A schedule** starts a run at the times of a cron expression:
`POST /api/schedules`.

**Any request** can be rejected: 403 when it changes something and comes from a page of another site, 415 when its body
is not declared as JSON or is compressed, 421 when `Host` is not a name of this system, 503 with Retry-After while too
many connections are open or too much is being uploaded. HEAD is answered wherever GET is.

**Errors** are `{"error": {...}}` everywhere. `Accept-Language` selects Chinese (default) or English. Every
response names its trace in `X-Trace-Id`; the span of a caller's `traceparent` is linked to it.
""".replace("EVENT_TABLE", render_table())


class ErrorMetadata(BaseModel):
    """Further details of an error. Values are strings."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")

    trace_id: str = Field(description="To quote in a support request.")
    field: str | None = Field(description="The invalid field of the request.")
    step: str = Field("", description="The failed step.")
    attempts: str = Field("", description="Number of its attempts so far.")
    after_sequence: str = Field("", description="The event after which to resume.")
    tool: str = Field("", description="The research tool that failed.")


class ErrorObject(BaseModel):
    """A failure, for users and programs."""

    model_config = ConfigDict(alias_generator=to_camel)

    code: Code
    category: Category
    level: Level
    message: str = Field(description="For users, in the requested language.")
    details: str | None = Field(None, description="For engineers; only in development.")
    stack: str | None = Field(None, description="Stack trace; only in development.")
    node: str | None = Field(description="The agent that failed.")
    timestamp: int = Field(description="Milliseconds since 1970.")
    session_id: str | None
    run_id: str | None
    recoverable: bool
    retryable: bool
    retry_after: float | None = Field(description="Seconds.")
    max_retries: int = Field(description="How often the system retries by itself.")
    metadata: ErrorMetadata


class ErrorAnswer(BaseModel):
    """The body of every response that is not a success."""

    error: ErrorObject
    interrupts: list[dict[str, Any]] | None = Field(None, description="AG-UI, 409: the open interrupt of the thread.")
    pending: dict[str, Any] | None = Field(None, description="Notes, 409: the open question of the thread.")


_MODELS: tuple[type[BaseModel], ...] = (
    ChatBody, GraphChatBody, TeamBody, AnswerBody, NoteBody, ConfirmBody, SessionBody, ScheduleBody, WebhookBody,
    GraphRunBody, ImageBody, MaskBody, ErrorAnswer,
)  # fmt: skip
# Published names of schemas that differ from the class.
_PUBLIC_NAMES = {"ImageBody": "PictureBody"}
_ERROR = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}}


def schema_name(kind: type[BaseModel]) -> str:
    """Return the name of the schema of *kind* in /openapi.json."""
    return _PUBLIC_NAMES.get(kind.__name__, kind.__name__)


def describe_body(kind: type[Body], example: dict[str, Any], *, required: bool = True) -> dict[str, Any]:
    """Return the description of a JSON body of *kind*."""
    schema = {"$ref": f"#/components/schemas/{schema_name(kind)}"}
    return {
        "requestBody": {"required": required, "content": {"application/json": {"schema": schema, "example": example}}}
    }


def describe_upload(kind: type[Body], example: dict[str, Any]) -> dict[str, Any]:
    """Return the description of a body that is an image, or JSON of *kind*."""
    description = describe_body(kind, example)
    for media_type in ("image/png", "image/jpeg", "image/webp"):
        description["requestBody"]["content"][media_type] = {"schema": {"type": "string", "format": "binary"}}
    return description


def describe_result(name: str) -> dict[int | str, dict[str, Any]]:
    """Return the description of a JSON response of the schema *name*."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {200: {"description": "Successful response.", "content": {"application/json": {"schema": schema}}}}


def describe_stream(name: str = "ChatEvent") -> dict[int | str, dict[str, Any]]:
    """Return the description of a stream of events of the schema *name*; by default those of an image chat."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {200: {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": schema}}}}


def failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the descriptions of responses with the error object."""
    return {status: {"description": "See error.code and error.message.", **_ERROR} for status in statuses}


def add_schemas(app: FastAPI) -> None:
    """Add the schemas of bodies and errors to the description of *app*."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = generate()
            _, schemas = models_json_schema(
                [(model, "validation") for model in _MODELS], ref_template="#/components/schemas/{model}"
            )
            published = dict(sorted((_PUBLIC_NAMES.get(name, name), body) for name, body in schemas["$defs"].items()))
            published |= {"ChatEvent": build_schema()} | note_schemas()
            schema.setdefault("components", {}).setdefault("schemas", {}).update(published)
        return generate()

    app.openapi = openapi  # type: ignore[method-assign]  # how FastAPI documents extending it
