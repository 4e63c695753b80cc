"""JSON responses. Every failure becomes the error object and is recorded once."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi.exceptions import RequestValidationError
from opentelemetry import trace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from services.common.errors import Code, ReflowError
from services.common.rpc import current_language
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies
from services.gateway.errors import HttpError, error_to_json, http_status, retry_after_header
from services.gateway.json_mapper.values import Json, encode_json
from services.gateway.rejections import validation_rejection

ExceptionHandler = Callable[[Request, Exception], Awaitable[Response]]

METHOD_NOT_ALLOWED = 405


class JsonResponse(Response):
    """A value as JSON; Chinese is not escaped."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return encode_json(content)


def record_error(
    error: ReflowError,
    deps: Dependencies,
    *,
    cause: BaseException | None = None,
    session_id: str = "",
    run_id: str = "",
) -> Json:
    """Record *error*, unless a service has already, and return the error object in the language of the request."""
    if not error.trace_id:
        deps.telemetry.errors.record(error, cause=cause, service="gateway", run_id=run_id, session_id=session_id)
    return error_to_json(
        error,
        current_language.get(),
        at=deps.now(),
        trace_id=_find_trace_id(),
        session_id=session_id,
        run_id=run_id,
        expose_details=deps.expose_details,
    )


def _find_trace_id() -> str:
    """Return the id of the current trace, "" outside of one: a message of a WebSocket has none."""
    context = trace.get_current_span().get_span_context()
    return format(context.trace_id, "032x") if context.is_valid else ""


def error_response(error: ReflowError, deps: Dependencies, *, cause: BaseException | None = None) -> JsonResponse:
    """Return the response to a request that failed."""
    members = error.members if isinstance(error, HttpError) else {}
    body = {"error": record_error(error, deps, cause=cause), **members}
    return JsonResponse(body, http_status(error), retry_after_header(error))


def exception_handlers(deps: Dependencies) -> dict[type[Exception], ExceptionHandler]:
    """Return the handlers of exceptions that routes and the framework raise."""

    async def handle_reflow_error(_: Request, error: Exception) -> Response:
        assert isinstance(error, ReflowError)
        return error_response(error, deps)

    async def handle_http_exception(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = error_response(_from_http_exception(request, error), deps)
        response.headers.update(error.headers or {})
        return response

    async def handle_validation_error(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return error_response(_from_validation_error(error), deps)

    return {
        ReflowError: handle_reflow_error,
        HTTPException: handle_http_exception,
        RequestValidationError: handle_validation_error,
    }


def _from_http_exception(request: Request, error: HTTPException) -> HttpError:
    target = f"{request.method} {request.url.path[:100]}"
    if error.status_code == METHOD_NOT_ALLOWED:
        text = Text(f"这个地址不支持 {target}。", f"This address does not accept {target}.")
    else:
        text = Text(f"没有 {target} 这个接口，全部接口见 /openapi.json。", f"There is no {target}; see /openapi.json.")
    return HttpError(error.status_code, ReflowError(Code.INVALID_INPUT_FORMAT, text, details=str(error.detail)))


def _from_validation_error(error: RequestValidationError) -> ReflowError:
    problem = error.errors()[0]
    # The first part of the location is path, query or header.
    return validation_rejection(problem | {"loc": problem["loc"][1:]}, ())
