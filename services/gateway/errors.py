"""Errors as JSON: one shape, in answers of requests and in event streams alike."""

import math
from collections.abc import Mapping
from typing import Any

from reflow.v1 import errors_pb2

from services.common.errors import Category, Code, Level, ReflowError
from services.common.language import Language

CATEGORIES: Mapping[int, Category] = {
    errors_pb2.ERROR_CATEGORY_API: Category.API,
    errors_pb2.ERROR_CATEGORY_VALIDATION: Category.VALIDATION,
    errors_pb2.ERROR_CATEGORY_BUSINESS: Category.BUSINESS,
    errors_pb2.ERROR_CATEGORY_RESOURCE: Category.RESOURCE,
    errors_pb2.ERROR_CATEGORY_NETWORK: Category.NETWORK,
}
_LEVELS: Mapping[int, Level] = {
    errors_pb2.ERROR_LEVEL_INFO: Level.INFO,
    errors_pb2.ERROR_LEVEL_WARNING: Level.WARNING,
    errors_pb2.ERROR_LEVEL_ERROR: Level.ERROR,
}
# What the services call a field, and what it is called here, where the two are not just spelled differently.
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
    """A refusal of HTTP itself (no such route, wrong method, body too large): its status is not the catalogue's."""

    def __init__(self, status: int, error: ReflowError) -> None:
        super().__init__(error.code, error.text, details=error.details, field=error.field)
        self.status = status


def http_status(error: ReflowError) -> int:
    """Return the HTTP status of *error*."""
    return error.status if isinstance(error, HttpError) else error.kind.http_status


def retry_after_header(error: ReflowError) -> dict[str, str]:
    """Return the Retry-After header, in whole seconds from 1 on, where trying again makes sense."""
    if error.retry_after is None or not error.kind.retryable:
        return {}
    return {"Retry-After": str(max(1, math.ceil(error.retry_after)))}


def error_value(
    error: ReflowError,
    language: Language,
    *,
    at: float,
    trace_id: str,
    session_id: str = "",
    run_id: str = "",
    expose_details: bool,
) -> dict[str, Any]:
    """Return *error*, which happened *at* (seconds since 1970), as the error object; details when exposed."""
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


def told_error(
    error: errors_pb2.Error, *, at_ms: int, session_id: str, run_id: str, expose_details: bool
) -> dict[str, Any]:
    """Return an error that an event tells as the error object; details when exposed."""
    value: dict[str, Any] = {
        "code": error.code,
        "category": CATEGORIES.get(error.category, Category.UNKNOWN).value,
        "level": _LEVELS.get(error.level, Level.CRITICAL).value,
        "message": error.message,
        "node": error.node or None,
        "timestamp": error.time.ToMilliseconds() if error.HasField("time") else at_ms,
        "sessionId": session_id or None,
        "runId": run_id or None,
        "recoverable": error.recoverable,
        "retryable": error.retryable,
        "retryAfter": error.retry_after.ToNanoseconds() / 1e9 if error.HasField("retry_after") else None,
        "maxRetries": error.max_retries,
        "metadata": {"traceId": error.trace_id, "field": None},
    }
    return value | ({"details": error.details} if expose_details and error.details else {})


def public_field(field: str | None) -> str | None:
    """Return the name that a field of the contract has in HTTP: `image_chat.preferred_model` is `preferredModel`."""
    if field is None:
        return None
    name = field.removeprefix("image_chat.").removeprefix("note.").removeprefix("answer.")
    if name in _PUBLIC_NAMES:
        return _PUBLIC_NAMES[name]
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def unknown_error(cause: BaseException) -> ReflowError:
    """Return the error for a *cause* that nobody expected."""
    return ReflowError(Code.UNKNOWN_ERROR, details=f"{type(cause).__name__}: {cause}")
