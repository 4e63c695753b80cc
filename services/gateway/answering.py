"""Answers in JSON, and every failure as the error object, recorded once."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi.exceptions import RequestValidationError
from opentelemetry import trace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.serving import current_language
from services.gateway import spelling
from services.gateway.errors import HttpError, error_value, http_status, retry_after_header
from services.gateway.refusing import malformed
from services.gateway.surroundings import Surroundings

Handler = Callable[[Request, Exception], Awaitable[Response]]

METHOD_NOT_ALLOWED = 405


class JsonResponse(Response):
    """A value as JSON, Chinese as it is."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return spelling.dump(content)


def told(
    error: ReflowError,
    world: Surroundings,
    *,
    cause: BaseException | None = None,
    session_id: str = "",
    run_id: str = "",
) -> dict[str, Any]:
    """Return *error* as the error object, in the language of the request; record it unless a service already has."""
    if not error.trace_id:
        world.telemetry.errors.record(error, cause=cause, service="gateway", run_id=run_id, session_id=session_id)
    return error_value(
        error,
        current_language.get(),
        at=world.now(),
        trace_id=format(trace.get_current_span().get_span_context().trace_id, "032x"),
        session_id=session_id,
        run_id=run_id,
        expose_details=world.expose_details,
    )


def refusal(error: ReflowError, world: Surroundings, *, cause: BaseException | None = None) -> JsonResponse:
    """Return the answer to a request that failed."""
    body = {"error": told(error, world, cause=cause)}
    return JsonResponse(body, http_status(error), retry_after_header(error))


def handlers(world: Surroundings) -> dict[type[Exception], Handler]:
    """Return what answers each kind of failure of a route, and of the framework around it."""

    async def reflow_error(_: Request, error: Exception) -> Response:
        assert isinstance(error, ReflowError)
        return refusal(error, world)

    async def http_exception(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = refusal(_of_http(request, error), world)
        response.headers.update(error.headers or {})
        return response

    async def validation_error(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return refusal(_of_validation(error), world)

    return {
        ReflowError: reflow_error,
        HTTPException: http_exception,
        RequestValidationError: validation_error,
    }


def _of_http(request: Request, error: HTTPException) -> HttpError:
    asked = f"{request.method} {request.url.path[:100]}"
    if error.status_code == METHOD_NOT_ALLOWED:
        text = Text(f"这个地址不支持 {asked}。", f"This address does not take {asked}.")
    else:
        text = Text(f"没有 {asked} 这个接口，全部接口见 /openapi.json。", f"There is no {asked}; see /openapi.json.")
    return HttpError(error.status_code, ReflowError(Code.INVALID_INPUT_FORMAT, text, details=str(error.detail)))


def _of_validation(error: RequestValidationError) -> ReflowError:
    problem = error.errors()[0]
    # The first part of the location says where: path, query or header.
    return malformed(problem | {"loc": problem["loc"][1:]}, ())
