"""Middleware around every request: its span, its language, its trace id, and the response to unexpected errors."""

from opentelemetry import propagate
from opentelemetry.context import Context
from opentelemetry.semconv.attributes.http_attributes import (
    HTTP_REQUEST_METHOD,
    HTTP_RESPONSE_STATUS_CODE,
    HTTP_ROUTE,
)
from opentelemetry.trace import Link, Span, SpanKind, get_current_span
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.common.rpc import current_language
from services.common.text.language import Language
from services.gateway.dependencies import Dependencies
from services.gateway.errors import unknown_error
from services.gateway.responses import error_response


class TracingMiddleware:
    """Wraps the application: nothing below it opens request spans, and no exception leaves it unhandled."""

    def __init__(self, app: ASGIApp, deps: Dependencies) -> None:
        self._app = app
        self._deps = deps

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        current_language.set(Language.from_accept_language(headers.get("accept-language")))
        attributes = {HTTP_REQUEST_METHOD: scope["method"]}
        # A trace of our own: with the caller's id one client could write into the traces of others, or switch
        # sampling off. The caller's span is linked instead.
        caller = get_current_span(propagate.extract(headers, Context())).get_span_context()
        links = [Link(caller)] if caller.is_valid else []
        tracer = self._deps.telemetry.tracer
        with tracer.start_as_current_span(scope["method"], Context(), SpanKind.SERVER, attributes, links=links) as span:
            await self._respond(scope, receive, send, span)
            if route := getattr(scope.get("route"), "path", ""):
                span.update_name(f"{scope['method']} {route}")
                span.set_attribute(HTTP_ROUTE, route)

    async def _respond(self, scope: Scope, receive: Receive, send: Send, span: Span) -> None:
        response_started = False

        async def send_with_trace(message: Message) -> None:
            nonlocal response_started
            if message["type"] == "http.response.start":
                response_started = True
                span.set_attribute(HTTP_RESPONSE_STATUS_CODE, message["status"])
                headers = MutableHeaders(scope=message)
                headers["X-Trace-Id"] = format(span.get_span_context().trace_id, "032x")
                headers.setdefault("X-Content-Type-Options", "nosniff")
            await send(message)

        try:
            await self._app(scope, receive, send_with_trace)
        except ClientDisconnect:
            pass  # there is no client left to respond to
        except Exception as error:
            response = error_response(unknown_error(error), self._deps, cause=error)
            if response_started:
                raise  # the response is cut off: nothing else can be reported any more
            await response(scope, receive, send_with_trace)
