"""The server interceptor: trace, language, decoding, limits, and the mapping of failures to a status."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import grpc
import structlog
from google.protobuf.message import DecodeError, Message
from grpc.aio import ServerInterceptor, ServicerContext
from grpc_status import rpc_status
from opentelemetry import propagate, trace
from opentelemetry.context import attach, detach
from opentelemetry.trace import SpanKind

from services.common.errors import Code, ReflowError
from services.common.errors.wire import to_status
from services.common.rpc.callers import authorize
from services.common.rpc.validation import validate
from services.common.telemetry import Telemetry, names
from services.common.text.language import Language, Text

log = structlog.get_logger("reflow.serving")

current_language: ContextVar[Language] = ContextVar("current_language", default=Language.CHINESE)

Context = ServicerContext[Any, Any]
if TYPE_CHECKING:
    Handler: TypeAlias = grpc.RpcMethodHandler[Any, Any]
else:
    Handler = grpc.RpcMethodHandler  # generic in its stubs only
READER_TOO_SLOW = Text(
    "读取太慢，连接已断开，请重新连接。", "The stream was not read for too long and was closed. Connect again."
)
UNDECODABLE = Text("请求不是有效的 protobuf 消息。", "The request is not a valid protobuf message.")
# Larger messages are decoded and validated in a thread: one of this size takes about 10 ms.
MAX_INLINE_BYTES = 64 * 1024
# How much of a rejected upload is read, and for how long: a sender that is cut off reports a broken connection instead
# of the error.
MAX_DRAINED_BYTES = 64 * 1024 * 1024
DRAIN_SECONDS = 5.0
# Health and reflection are called all the time and need no span.
INFRASTRUCTURE = ("/grpc.health.", "/grpc.reflection.")


Decode = Callable[[bytes], Message]
Returned = TypeVar("Returned")


class ReaderTooSlow(ReflowError):
    """Thrown into a stream whose reader has read nothing for too long; the stream may add how to resume."""

    def __init__(self) -> None:
        super().__init__(Code.SSE_CONNECTION_ERROR, READER_TOO_SLOW)


class ServiceInterceptor(ServerInterceptor):
    """Wraps each method once: nothing below it opens spans, validates or aborts.

    A stream whose reader reads nothing for *reader_seconds* is cancelled, so that it does not stay open indefinitely.
    """

    def __init__(
        self,
        service: str,
        telemetry: Telemetry,
        *,
        expose_details: bool,
        reader_seconds: float = 30.0,
        trust_domain: str = "",
    ) -> None:
        self._service = service
        self._telemetry = telemetry
        self._expose_details = expose_details
        self._reader_seconds = reader_seconds
        self._trust_domain = trust_domain
        self._wrapped: dict[str, Handler] = {}
        self._durations = telemetry.meter.create_histogram(names.RPC_DURATION, unit="s")

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        method = handler_call_details.method
        if method.startswith(INFRASTRUCTURE):
            return await continuation(handler_call_details)
        if method not in self._wrapped:
            handler = await continuation(handler_call_details)
            if handler is None:
                return handler
            self._wrapped[method] = self.wrap(method, handler)
        return self._wrapped[method]

    def wrap(self, method: str, handler: Handler) -> Handler:
        """Return *handler* of the RPC *method* with everything that is common to all services. It gets bytes."""
        # No deserializer: gRPC would answer UNKNOWN where it fails. The bytes are decoded here.
        decode, serializer = handler.request_deserializer, handler.response_serializer
        assert decode is not None, "generated handlers have a deserializer"
        if handler.unary_unary:
            answer = self._answering(method, decode, handler.unary_unary)
            return grpc.unary_unary_rpc_method_handler(answer, response_serializer=serializer)
        if handler.stream_unary:
            receive = self._receiving(method, decode, handler.stream_unary)
            return grpc.stream_unary_rpc_method_handler(receive, response_serializer=serializer)
        if handler.stream_stream:
            relay = self._relaying(method, handler.stream_stream)
            return grpc.stream_stream_rpc_method_handler(relay, response_serializer=serializer)
        assert handler.unary_stream
        stream = self._streaming(method, decode, handler.unary_stream)
        return grpc.unary_stream_rpc_method_handler(stream, response_serializer=serializer)

    async def reject(self, method: str, error: ReflowError, context: Context) -> None:
        """End a call of the RPC *method* with *error* before it reaches a handler. Raises AbortError."""
        with self._call(method, context):
            await self._abort(error, None, context)

    def _answering(self, method: str, decode: Decode, behavior: Any) -> Any:
        async def answer(data: bytes, context: Context) -> Message | None:
            with self._call(method, context):
                request = None
                try:
                    authorize(method, context.auth_context(), self._trust_domain)
                    request = await _decode(decode, data)
                    await _validate(request, len(data))
                    return await behavior(request, context)  # type: ignore[no-any-return]
                except Exception as error:
                    await self._abort(error, request, context)
                    return None

        return answer

    def _receiving(self, method: str, decode: Decode, behavior: Any) -> Any:
        async def receive(chunks: AsyncIterator[bytes], context: Context) -> Message | None:
            with self._call(method, context):
                try:
                    authorize(method, context.auth_context(), self._trust_domain)
                    return await behavior(_decode_all(decode, chunks), context)  # type: ignore[no-any-return]
                except Exception as error:
                    await _drain(chunks)
                    await self._abort(error, None, context)
                    return None

        return receive

    def _streaming(self, method: str, decode: Decode, behavior: Any) -> Any:
        # Writes rather than yields: a generator that a cancel leaves at its yield is ended later, in another
        # context, where the span cannot be closed.
        async def stream(data: bytes, context: Context) -> None:
            with self._call(method, context):
                request = None
                try:
                    authorize(method, context.auth_context(), self._trust_domain)
                    request = await _decode(decode, data)
                    await _validate(request, len(data))
                    async with aclosing(behavior(request, context)) as responses:
                        if not await self._write_all(responses, context):
                            await responses.athrow(ReaderTooSlow())
                except Exception as error:
                    await self._abort(error, request, context)

        return stream

    def _relaying(self, method: str, behavior: Any) -> Any:
        # Without a span, and with the bytes of the messages: the calls inside are wrapped themselves.
        async def relay(messages: AsyncIterator[bytes], context: Context) -> None:
            try:
                authorize(method, context.auth_context(), self._trust_domain)
                await behavior(messages, context)
            except Exception as error:
                # At once: what the sender still sends is not read, as others wait for the end of their calls.
                await self._abort(error, None, context)

        return relay

    async def _write_all(self, responses: AsyncIterator[Message], context: Context) -> bool:
        """Write all *responses*; return False once the reader takes too long for one."""
        try:
            async with asyncio.timeout(None) as timeout:
                with _WriteTimer(timeout, self._reader_seconds) as timer:
                    async for response in responses:
                        timer.start()
                        await context.write(response)
                        timer.stop()
        except TimeoutError:
            if not timeout.expired():
                raise
            return False
        return True

    @contextmanager
    def _call(self, method: str, context: Context) -> Any:
        metadata = {key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)}
        current_language.set(Language.from_accept_language(metadata.get("accept-language")))
        began = time.perf_counter()
        attributes = {names.RPC_SYSTEM: "grpc", names.RPC_METHOD: method}
        parent = propagate.extract(metadata)
        token = attach(parent)  # with the baggage of the caller
        try:
            with self._telemetry.tracer.start_as_current_span(method, parent, SpanKind.SERVER, attributes):
                yield
        finally:
            detach(token)
            self._durations.record(time.perf_counter() - began, attributes)

    async def _abort(self, error: Exception, request: object, context: Context) -> None:
        if isinstance(error, grpc.aio.AbortError):
            raise error
        failure = error if isinstance(error, ReflowError) else _unexpected(error)
        cause = None if failure is error else error
        self._telemetry.errors.capture_stack(failure, cause)
        if not _is_step(request):
            self._telemetry.errors.record(failure, cause=cause, service=self._service, **_run_of(request))
        elif cause is not None:
            log.error("step broke", service=self._service, details=failure.details, exc_info=cause)
        elif failure.details:
            # The engine counts it; logged here, since in production no details leave the service.
            log.warning("step failed", service=self._service, code=failure.code.value, details=failure.details)
        trace_id = format(trace.get_current_span().get_span_context().trace_id, "032x")
        language = current_language.get()
        status = to_status(failure, language, trace_id=trace_id, expose_details=self._expose_details)
        await context.abort_with_status(rpc_status.to_status(status))


class _WriteTimer:
    """Ends *timeout* once one write takes longer than *seconds*: each has its own time.

    It looks at the write in progress, if any, and next when that one may be late: a timer for each write would cost as
    much as the write.
    """

    def __init__(self, timeout: asyncio.Timeout, seconds: float) -> None:
        self._timeout = timeout
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._started: float | None = None

    def __enter__(self) -> "_WriteTimer":
        self._timer = self._loop.call_later(self._seconds, self._check)
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def start(self) -> None:
        """Start the time of a write."""
        self._started = self._loop.time()

    def stop(self) -> None:
        """End the time of the write: it is done."""
        self._started = None

    def _check(self) -> None:
        now = self._loop.time()
        expires_at = (now if self._started is None else self._started) + self._seconds
        if expires_at <= now:
            self._timeout.reschedule(now)
        else:
            self._timer = self._loop.call_at(expires_at, self._check)


async def _decode(decode: Decode, data: bytes) -> Message:
    """Return the message in *data*. Raises INVALID_INPUT_FORMAT for other bytes."""
    try:
        return await _run(len(data), decode, data)
    except DecodeError as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, UNDECODABLE, details=str(error)) from None


async def _validate(request: Message, size: int) -> None:
    await _run(size, validate, request)


async def _run(size: int, function: Callable[..., Returned], argument: object) -> Returned:
    """Return function(argument), computed in a thread where it grows with an input of *size* bytes."""
    if size <= MAX_INLINE_BYTES:
        return function(argument)
    return await asyncio.to_thread(function, argument)


async def _decode_all(decode: Decode, chunks: AsyncIterator[bytes]) -> AsyncIterator[Message]:
    async for chunk in chunks:
        request = await _decode(decode, chunk)
        await _validate(request, len(chunk))
        yield request


async def _drain(chunks: AsyncIterator[bytes]) -> None:
    """Read what the sender of a rejected upload still sends."""
    size = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            async for chunk in chunks:
                size += len(chunk)
                if size > MAX_DRAINED_BYTES:
                    return


def _is_step(request: object) -> bool:
    """Whether the engine made this call: it records the failures of its steps itself, once for each try."""
    return isinstance(request, Message) and "context" in request.DESCRIPTOR.fields_by_name


def _run_of(request: object) -> dict[str, str]:
    """Return the ids of the run and the session that *request* names."""
    if not isinstance(request, Message):
        return {}
    fields = request.DESCRIPTOR.fields_by_name
    return {name: getattr(request, name) for name in ("run_id", "session_id") if name in fields}


def _unexpected(error: Exception) -> ReflowError:
    text = getattr(error, "text", None)  # some errors have their own text for users
    return ReflowError(
        Code.UNKNOWN_ERROR, text if isinstance(text, Text) else None, details=f"{type(error).__name__}: {error}"
    )
