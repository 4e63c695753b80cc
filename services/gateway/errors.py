"""Errors as JSON: one shape in HTTP responses and in event streams."""

import math
from typing import Any

from reflow.v1 import errors_pb2, events_pb2

from services.common.errors import Category, Code, Level, ReflowError
from services.common.text.language import Language
from services.gateway.json_mapper.values import Json, duration_seconds, enum_name

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
    """A rejection by HTTP itself (no such route, wrong method, body too large): its status is not the catalog's."""

    def __init__(self, status: int, error: ReflowError) -> None:
        super().__init__(error.code, error.text, details=error.details, field=error.field)
        self.status = status


def http_status(error: ReflowError) -> int:
    """Return the HTTP status of *error*."""
    return error.status if isinstance(error, HttpError) else error.kind.http_status


def retry_after_header(error: ReflowError) -> dict[str, str]:
    """Return the Retry-After header (whole seconds, at least 1), empty where retrying makes no sense."""
    if error.retry_after is None or not error.kind.retryable:
        return {}
    return {"Retry-After": str(max(1, math.ceil(error.retry_after)))}


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
    """Return *error*, raised *at* (seconds since 1970), as the error object; details only when exposed."""
    kind = error.kind
    value: dict[str, Any] = {
        "code": error.code.value,
        "category": kind.category.value,
        "level": kind.level.value,
        "message": error.message(language),
        "node": error.node,
        "timestamp": int(at * 1000),
        "sessionId": session_id or None,
        "runId": run_id or None,
        "recoverable": kind.recoverable,
        "retryable": kind.retryable,
        "retryAfter": error.retry_after if kind.retryable else None,
        "maxRetries": kind.max_retries,
        "metadata": {"traceId": error.trace_id or trace_id, "field": error.field},
    }
    return value | ({"details": error.details} if expose_details and error.details else {})


def error_message_to_json(
    error: errors_pb2.Error, *, at_ms: int, session_id: str, run_id: str, expose_details: bool
) -> Json:
    """Return an error of a run as the error object; details only when exposed."""
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
        "metadata": {"traceId": error.trace_id, "field": None},
    }
    return value | ({"details": error.details} if expose_details and error.details else {})


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
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def unknown_error(cause: BaseException) -> ReflowError:
    """Return the error for an unexpected *cause*."""
    return ReflowError(Code.UNKNOWN_ERROR, details=f"{type(cause).__name__}: {cause}")
