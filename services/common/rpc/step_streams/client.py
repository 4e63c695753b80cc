"""The client of one step stream, and its calls."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from google.protobuf.duration_pb2 import Duration
from grpc import StatusCode
from grpc.aio import EOF, AioRpcError, Metadata, StreamStreamCall
from reflow.v1 import step_streams_pb2

from services.common.rpc.step_streams.outbox import Outbox

CODES: Mapping[int, StatusCode] = {code.value[0]: code for code in StatusCode}
# A larger request is a call of its own: it would delay the others, and its server may accept no larger message.
MAX_REQUEST_BYTES = 16 * 1024
OPEN_SECONDS = 5.0


class StepStream:
    """An open stream to one server. `is_usable`: whether further calls may be made over it."""

    def __init__(
        self, call: StreamStreamCall[Any, Any], server_id: str, forget: Callable[["StepStream"], None]
    ) -> None:
        self.server_id = server_id
        self.is_usable = True
        self._call = call
        self._forget_stream = forget
        self._calls: dict[int, StreamedCall] = {}
        self._last_id = 0
        self._outbox: Outbox[step_streams_pb2.StreamedCall | int] = Outbox(self._send, _measure)
        self._reading = asyncio.create_task(self._read_all())

    def start(self, method: str, request: bytes, timeout: float, metadata: Mapping[str, str]) -> "StreamedCall":
        """Start a call of *method* that ends within *timeout* seconds."""
        self._last_id += 1
        call = self._calls[self._last_id] = StreamedCall(self._last_id, self._forget, timeout)
        message = step_streams_pb2.StreamedCall(
            call_id=self._last_id,
            method=method,
            request=request,
            timeout=Duration(seconds=int(timeout), nanos=int(timeout % 1 * 1e9)),
            metadata=metadata,
        )
        self._outbox.add(message)
        return call

    def close(self) -> None:
        """Make no further calls over this stream. It ends with its last call."""
        if self.is_usable:
            self.is_usable = False
            self._forget_stream(self)
        if not self._calls:
            self._outbox.add(CLOSE)

    def _forget(self, call_id: int, *, cancel: bool) -> None:
        """Forget a call that has ended, or that the server is requested to *cancel*."""
        del self._calls[call_id]
        if cancel:
            self._outbox.add(call_id)
        if not (self._calls or self.is_usable):
            self._outbox.add(CLOSE)

    async def _send(self, items: Sequence[step_streams_pb2.StreamedCall | int]) -> None:
        calls = [item for item in items if not isinstance(item, int)]
        cancelled = [item for item in items if isinstance(item, int) and item != CLOSE]
        if calls or cancelled:
            await self._call.write(step_streams_pb2.StreamStepsRequest(calls=calls, cancelled=cancelled))
        if CLOSE in items:
            await self._call.done_writing()

    async def _read_all(self) -> None:
        """Pass the outputs of the server to their calls, until the stream ends; then no call goes on."""
        error = _to_error(StatusCode.UNAVAILABLE, "the step stream ended")
        try:
            while (response := cast(Any, await self._call.read())) is not EOF:
                for output in response.outputs:
                    if (call := self._calls.get(output.call_id)) is not None:
                        call.receive(output)
                if response.draining:
                    self.close()
        except AioRpcError as lost:
            error = _to_error(lost.code(), f"the step stream was lost: {lost.details()}")
        finally:
            self.close()
            for call in list(self._calls.values()):
                call.fail(error)


CLOSE = 0
"""The item of an outbox, no id of a call, after which the client sends nothing."""


def _measure(item: step_streams_pb2.StreamedCall | int) -> int:
    return 0 if isinstance(item, int) else item.ByteSize()


class StreamedCall:
    """A call over a stream. It is read and cancelled as a grpc.aio.UnaryStreamCall is; responses are bytes."""

    def __init__(self, call_id: int, forget: Callable[..., None], timeout: float) -> None:
        self._call_id = call_id
        self._forget = forget
        self._responses: deque[bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._error: AioRpcError | None = None
        self._is_over = False
        self._timer = asyncio.get_running_loop().call_later(timeout, self._expire)

    async def read(self) -> Any:
        """Return the next response; EOF after the last one. Raises AioRpcError."""
        while not self._responses:
            if self._error is not None:
                raise self._error
            if self._is_over:
                return EOF
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._responses.popleft()

    def cancel(self) -> None:
        """Cancel the call, unless it has ended."""
        if not self._is_over:
            self._end(cancel=True)

    def receive(self, output: step_streams_pb2.StreamedOutput) -> None:
        """Take the next output of the server."""
        if output.HasField("end"):
            end = output.end
            if end.code:
                trailing = Metadata(*end.trailing_metadata.items())
                self._error = _to_error(CODES.get(end.code, StatusCode.UNKNOWN), end.message, trailing)
            self._end()
        else:
            self._responses.append(output.response)
        self._wake()

    def fail(self, error: AioRpcError) -> None:
        """End the call with *error*: its stream has ended, or its time is over."""
        self._error = error
        self._end()
        self._wake()

    def _expire(self) -> None:
        self._error = _to_error(StatusCode.DEADLINE_EXCEEDED, "Deadline Exceeded")
        self._end(cancel=True)
        self._wake()

    def _end(self, *, cancel: bool = False) -> None:
        self._is_over = True
        self._timer.cancel()
        self._forget(self._call_id, cancel=cancel)

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def _to_error(code: StatusCode, details: str, trailing_metadata: Metadata | None = None) -> AioRpcError:
    return AioRpcError(code, Metadata(), trailing_metadata or Metadata(), details)
