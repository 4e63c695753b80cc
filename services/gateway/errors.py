"""Errors as JSON: one shape in HTTP responses and in event streams."""

import math
from http import HTTPStatus
from typing import Any

from reflow.v1 import errors_pb2, events_pb2

from services.common.contract.failure import Failure
from services.common.contract.proto_values.enums import enum_name
from services.common.errors import Category, Code, Level, ReflowError
from services.common.errors.message import failure_to_proto
from services.common.images.rejection import SIZE_BYTES
from services.common.text.language import Language
from services.gateway.json_mapper.values import Json, duration_seconds, to_camel_case

# Public names of contract fields that differ in more than their case.
_PUBLIC_NAMES = {
    "request_id": "Idempotency-Key",
    "image_chat": "text",
    "image_asset_id": "imageUrl",
    "mask_asset_id": "maskData",
    "asset_id": "assetId",
    "at_sequence": "at",
    "window": "windowSeconds",
}


class HttpError(ReflowError):
    """A rejection by HTTP itself (no such route, wrong method, body too large): its status is not the catalog's.

    *members* are further members of the response, next to `error`.
    """

    def __init__(self, status: int, error: ReflowError, members: Json | None = None) -> None:
        super().__init__(error.code, error.text, details=error.details, field=error.field, metadata=error.metadata)
        self.trace_id = error.trace_id
        self.status = status
        self.members = members or {}

    def __reduce__(self) -> tuple[object, ...]:
        """Make the error picklable for the way back from a worker process, like every ReflowError."""
        return HttpError, (self.status, ReflowError(self.code, self.text)), {**self.__dict__, "args": self.args}


def http_status(error: ReflowError) -> int:
    """Return the HTTP status of *error*: 413 for content that is too large, in the request or at a URL in it."""
    if isinstance(error, HttpError):
        return error.status
    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE if SIZE_BYTES in error.metadata else error.kind.http_status


def retry_after_header(error: ReflowError) -> dict[str, str]:
    """Return the Retry-After header (whole seconds, at least 1), empty if a retry is useless."""
    return {} if error.retry_after is None else {"Retry-After": str(max(1, math.ceil(error.retry_after)))}


def error_to_json(
    error: ReflowError,
    language: Language,
    *,
    at: float,
    trace_id: str,
    session_id: str = "",
    run_id: str = "",
    expose_details: bool,
) -> Json:
    """Return *error*, raised *at* (seconds since 1970), as the error object; details and stack only when exposed."""
    text, trace_id = error.message(language), error.trace_id or trace_id
    message = failure_to_proto(Failure.from_error(error, text, trace_id, with_details=expose_details))
    at_ms = int(at * 1000)
    return _to_object(message, error.field, at_ms, session_id=session_id, run_id=run_id, expose_details=expose_details)


def error_message_to_json(
    error: errors_pb2.Error, *, at_ms: int, session_id: str, run_id: str, expose_details: bool
) -> Json:
    """Return an error of a run as the error object; details and stack only when exposed."""
    field = public_field(error.field or None)
    return _to_object(error, field, at_ms, session_id=session_id, run_id=run_id, expose_details=expose_details)


def _to_object(
    error: errors_pb2.Error, field: str | None, at_ms: int, *, session_id: str, run_id: str, expose_details: bool
) -> Json:
    """Return *error* as the error object, *field* under its public name."""
    value: dict[str, Any] = {
        "code": error.code,
        "category": category_of(error.category),
        "level": _level(error),
        "message": error.message,
        "node": error.node or None,
        "timestamp": error.time.ToMilliseconds() if error.HasField("time") else at_ms,
        "sessionId": session_id or None,
        "runId": run_id or None,
        "recoverable": error.recoverable,
        "retryable": error.retryable,
        "retryAfter": duration_seconds(error.retry_after) if error.HasField("retry_after") else None,
        "maxRetries": error.max_retries,
        "metadata": {to_camel_case(name): text for name, text in error.metadata.items()}
        | {"traceId": error.trace_id, "field": field},
    }
    engineers = {"details": error.details, "stack": error.stack} if expose_details else {}
    return value | {name: text for name, text in engineers.items() if text}


def event_error_to_json(event: events_pb2.RunEvent, error: errors_pb2.Error, *, expose_details: bool) -> Json:
    """Return an *error* in *event* as the error object; details only when exposed."""
    return error_message_to_json(
        error,
        at_ms=event.time.ToMilliseconds(),
        session_id=event.session_id,
        run_id=event.run_id,
        expose_details=expose_details,
    )


def category_of(number: errors_pb2.ErrorCategory.ValueType) -> str:
    """Return the name of an error category."""
    name = enum_name(errors_pb2.ErrorCategory.DESCRIPTOR, number).upper()
    return Category.__members__.get(name, Category.UNKNOWN).value


def _level(error: errors_pb2.Error) -> str:
    name = enum_name(errors_pb2.ErrorLevel.DESCRIPTOR, error.level).upper()
    return Level.__members__.get(name, Level.CRITICAL).value


def public_field(field: str | None) -> str | None:
    """Return the name of a contract field in HTTP: `image_chat.preferred_model` is `preferredModel`."""
    if field is None:
        return None
    name = field.removeprefix("image_chat.").removeprefix("note.").removeprefix("answer.")
    if name in _PUBLIC_NAMES:
        return _PUBLIC_NAMES[name]
    return to_camel_case(name)


def unknown_error(cause: BaseException) -> ReflowError:
    """Return the error for an unexpected *cause*."""
    return ReflowError(Code.UNKNOWN_ERROR, details=f"{type(cause).__name__}: {cause}")
