"""Serves call streams: each call is handled as if it had been made by itself."""

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import grpc
from google.protobuf.message import DecodeError
from grpc.aio import EOF, AbortError, ServicerContext
from reflow.v1 import call_streams_pb2, call_streams_pb2_grpc

from services.common.cancellation import cancel_tasks
from services.common.errors import Code, ReflowError
from services.common.ids import new_id
from services.common.rpc.call_streams.outbox import Outbox
from services.common.rpc.validation import validate

Handlers = Mapping[str, Any]
"""Handlers (grpc.RpcMethodHandler) by the path of their RPC. Their requests are bytes."""
Reject = Callable[[ReflowError, Any], Awaitable[None]]
"""Ends the call of a context with an error."""

# A response larger than this ends its call, as gRPC's own limit would; the rest of 4 MiB is for what surrounds it.
MAX_RESPONSE_BYTES = 4 * 1024 * 1024 - 1024
MAX_CALLS = 10_000
"""Calls of one stream at a time."""
# A larger message is parsed in a thread, as those of other calls.
MAX_LOOP_BYTES = 64 * 1024
OK = grpc.StatusCode.OK.value[0]


class CallStreamServicer(call_streams_pb2_grpc.CallServiceServicer):
    """Serves the calls of *handlers*, which stream responses; *reject* ends one that is not valid.

    A stream is drained after *stream_seconds*, some time before its connection ends.
    """

    def __init__(self, handlers: Handlers, reject: Reject, stream_seconds: float) -> None:
        self._handlers = handlers
        self._reject = reject
        self._stream_seconds = stream_seconds
        self._server_id = new_id()
        self._streams: set[_ServedStream] = set()
        self._is_draining = False

    # It reads and writes by its context, which the stubs do not know.
    async def StreamCalls(  # type: ignore[override]
        self, requests: AsyncIterator[bytes], context: ServicerContext[Any, Any]
    ) -> None:
        stream = _ServedStream(self._handlers, self._reject, self._server_id, context)
        if self._is_draining:
            stream.drain()
        timer = asyncio.get_running_loop().call_later(self._stream_seconds, stream.drain)
        self._streams.add(stream)
        try:
            await stream.serve()
        finally:
            self._streams.discard(stream)
            timer.cancel()

    def drain(self) -> None:
        """Make the clients use other streams, of other servers: this one stops."""
        self._is_draining = True
        for stream in self._streams:
            stream.drain()


class _ServedStream:
    """One stream and its calls."""

    def __init__(self, handlers: Handlers, reject: Reject, server_id: str, context: ServicerContext[Any, Any]) -> None:
        self._handlers = handlers
        self._reject = reject
        self._context = context
        self._calls: dict[int, _Call] = {}
        self._outbox: Outbox[call_streams_pb2.StreamedOutput] = Outbox(
            self._send, call_streams_pb2.StreamedOutput.ByteSize
        )
        # Sent with the next outputs.
        self._header = call_streams_pb2.StreamCallsResponse(server_id=server_id)

    def drain(self) -> None:
        """Make the client use another stream for further calls."""
        self._header.draining = True
        self._outbox.add(call_streams_pb2.StreamedOutput())

    async def serve(self) -> None:
        """Handle the calls of the client until it closes the stream."""
        self._outbox.add(call_streams_pb2.StreamedOutput())
        try:
            while (data := await self._read()) is not EOF:
                is_small = len(data) <= MAX_LOOP_BYTES
                request, errors = _parse(data) if is_small else await asyncio.to_thread(_parse, data)
                for started in request.calls:
                    self._start(started, errors.get(started.call_id))
                for taken in request.taken:
                    if (call := self._calls.get(taken.call_id)) is not None:
                        call.context.take(taken.bytes)
                for call_id in request.cancelled:
                    if (call := self._calls.get(call_id)) is not None:
                        call.task.cancel()
        finally:
            await cancel_tasks(*(call.task for call in self._calls.values()))
            await self._outbox.close()

    async def _read(self) -> Any:
        """Return the next message, once the client has taken enough: otherwise what it does not read would pile up."""
        await self._outbox.wait_for_space()
        return await self._context.read()

    async def _send(self, outputs: Sequence[call_streams_pb2.StreamedOutput]) -> None:
        message, self._header = self._header, call_streams_pb2.StreamCallsResponse()
        message.outputs.extend(output for output in outputs if output.call_id)
        await self._context.write(message)

    def _start(self, call: call_streams_pb2.StreamedCall, error: ReflowError | None) -> None:
        """Start *call*, or end it with its *error*."""
        if call.call_id in self._calls:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, field="calls.call_id")
        handler: Any = self._handlers.get(call.method)
        if handler is None and error is None:
            self._end(call, _to_end(grpc.StatusCode.UNIMPLEMENTED, "Method not found!"))
            return
        if len(self._calls) >= MAX_CALLS:
            self._end(call, _to_end(grpc.StatusCode.RESOURCE_EXHAUSTED, f"a stream has at most {MAX_CALLS} calls"))
            return
        context = _CallContext(call, self._context, self._outbox, getattr(handler, "response_serializer", None))
        execute = partial(handler.unary_stream, call.request) if error is None else partial(self._reject, error)
        task = asyncio.create_task(self._handle(call, execute, context))
        self._calls[call.call_id] = _Call(task, context)
        # Not in the coroutine: a task that is cancelled before its first step never enters it.
        task.add_done_callback(partial(self._forget, call.call_id))

    def _forget(self, call_id: int, _task: asyncio.Task[None]) -> None:
        del self._calls[call_id]

    async def _handle(
        self, call: call_streams_pb2.StreamedCall, execute: Callable[["_CallContext"], Any], context: "_CallContext"
    ) -> None:
        try:
            async with asyncio.timeout(context.time_remaining()):
                await _write_all(execute(context), context)
            end = call_streams_pb2.StreamedEnd(code=OK)
        except AbortError:
            end = context.end
        except TimeoutError:
            end = _to_end(grpc.StatusCode.DEADLINE_EXCEEDED, "Deadline Exceeded")
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # Something that the handler waits for was cancelled. Without an end the client would wait for its deadline.
            end = _to_end(grpc.StatusCode.CANCELLED, "the handler was cancelled")
        except Exception as error:  # as gRPC reports it
            end = _to_end(grpc.StatusCode.UNKNOWN, f"Unexpected {type(error)}: {error}")
        self._end(call, end)

    def _end(self, call: call_streams_pb2.StreamedCall, end: call_streams_pb2.StreamedEnd) -> None:
        self._outbox.add(call_streams_pb2.StreamedOutput(call_id=call.call_id, end=end))


class _CallContext:
    """The part of gRPC's ServicerContext that handlers of calls use, for one call of a stream."""

    def __init__(
        self,
        call: call_streams_pb2.StreamedCall,
        stream: ServicerContext[Any, Any],
        outbox: Outbox[call_streams_pb2.StreamedOutput],
        serialize: Callable[[Any], bytes] | None,
    ) -> None:
        self._call_id = call.call_id
        self._metadata = tuple(call.metadata.items())
        self._stream = stream
        self._outbox = outbox
        self._serialize = serialize
        timeout = call.timeout.seconds + call.timeout.nanos / 1e9
        self._window = call.window
        self._unread = 0
        self._taken = asyncio.Event()
        self._deadline = time.monotonic() + timeout if call.HasField("timeout") else None
        self.end = call_streams_pb2.StreamedEnd()

    def invocation_metadata(self) -> Sequence[tuple[str, str]]:
        return self._metadata

    def auth_context(self) -> Mapping[str, Iterable[bytes]]:
        return self._stream.auth_context()

    def peer(self) -> str:
        return self._stream.peer()

    def time_remaining(self) -> float | None:
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    async def write(self, response: Any) -> None:
        """Send *response*; wait while the client takes less than is sent."""
        data = self._serialize(response) if self._serialize is not None else response
        if len(data) > MAX_RESPONSE_BYTES:
            await self.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, f"a response of {len(data)} bytes is too large")
        self._outbox.add(call_streams_pb2.StreamedOutput(call_id=self._call_id, response=data))
        await self._outbox.wait_for_space()
        self._unread += len(data)
        while self._unread >= self._window:
            self._taken.clear()
            await self._taken.wait()

    def take(self, size: int) -> None:
        """Count responses of *size* bytes as read by the client."""
        self._unread -= size
        self._taken.set()

    async def abort(
        self, code: grpc.StatusCode, details: str = "", trailing_metadata: Iterable[tuple[str, str | bytes]] = ()
    ) -> None:
        """End the call with a status. Raises AbortError."""
        self.end = _to_end(code, details, trailing_metadata)
        raise AbortError

    async def abort_with_status(self, status: Any) -> None:
        """End the call with *status*, a grpc.Status. Raises AbortError."""
        await self.abort(status.code, status.details, status.trailing_metadata)


class _Call(NamedTuple):
    """A call in flight."""

    task: asyncio.Task[None]
    context: _CallContext


async def _write_all(outputs: Any, context: _CallContext) -> None:
    """Execute a handler: it writes to *context*, or it is a generator of responses."""
    if not inspect.isasyncgen(outputs):
        await outputs
        return
    async for response in outputs:
        await context.write(response)


def _parse(data: bytes) -> tuple[call_streams_pb2.StreamCallsRequest, Mapping[int, ReflowError]]:
    """Return the message in *data*, and the errors of its calls that are not valid, by id.

    Raises INVALID_INPUT_FORMAT where a part of the message is not valid that belongs to no call.
    """
    try:
        request = call_streams_pb2.StreamCallsRequest.FromString(data)
    except DecodeError as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, details=str(error)) from None
    try:
        validate(request)
    except ReflowError:
        errors = {call.call_id: found for call in request.calls if (found := _find_error(call)) is not None}
        if not errors or 0 in errors:
            raise
        rest = call_streams_pb2.StreamCallsRequest(cancelled=request.cancelled, taken=request.taken)
        rest.calls.extend(call for call in request.calls if call.call_id not in errors)
        validate(rest)
        return request, errors
    return request, {}


def _find_error(call: call_streams_pb2.StreamedCall) -> ReflowError | None:
    try:
        validate(call)
    except ReflowError as error:
        call.ClearField("timeout")  # it may be the invalid field
        return error
    return None


def _to_end(
    code: grpc.StatusCode, message: str, trailing_metadata: Iterable[tuple[str, str | bytes]] = ()
) -> call_streams_pb2.StreamedEnd:
    trailing = {key: value.encode() if isinstance(value, str) else value for key, value in trailing_metadata}
    return call_streams_pb2.StreamedEnd(code=code.value[0], message=message, trailing_metadata=trailing)
