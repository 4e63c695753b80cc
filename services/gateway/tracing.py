"""Around every request: its span, its language, its trace id for people, and the last word on what broke."""

from opentelemetry import propagate
from opentelemetry.semconv.attributes.http_attributes import (
    HTTP_REQUEST_METHOD,
    HTTP_RESPONSE_STATUS_CODE,
    HTTP_ROUTE,
)
from opentelemetry.trace import Span, SpanKind
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.common.language import Language
from services.common.serving import current_language
from services.gateway.answering import refusal
from services.gateway.errors import unknown_error
from services.gateway.surroundings import Surroundings


class Tracing:
    """Wraps the application once: nothing below it opens spans or lets an exception out."""

    def __init__(self, app: ASGIApp, world: Surroundings) -> None:
        self._app = app
        self._world = world

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        current_language.set(Language.from_accept_language(headers.get("accept-language")))
        attributes = {HTTP_REQUEST_METHOD: scope["method"]}
        parent = propagate.extract(headers)
        tracer = self._world.telemetry.tracer
        with tracer.start_as_current_span(scope["method"], parent, SpanKind.SERVER, attributes) as span:
            await self._answer(scope, receive, send, span)
            if route := getattr(scope.get("route"), "path", ""):
                span.update_name(f"{scope['method']} {route}")
                span.set_attribute(HTTP_ROUTE, route)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, span: Span) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                span.set_attribute(HTTP_RESPONSE_STATUS_CODE, message["status"])
                answered = MutableHeaders(scope=message)
                answered["X-Trace-Id"] = format(span.get_span_context().trace_id, "032x")
                answered.setdefault("X-Content-Type-Options", "nosniff")
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except ClientDisconnect:
            pass  # nobody is left to be told
        except Exception as error:
            response = refusal(unknown_error(error), self._world, cause=error)
            if begun:
                raise  # the answer is cut off, which is all that can still be said
            await response(scope, receive, sending)
