"""The client of one call stream, and its calls."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias, cast

from google.protobuf.duration_pb2 import Duration
from grpc import StatusCode
from grpc.aio import EOF, AioRpcError, Metadata, StreamStreamCall
from reflow.v1 import call_streams_pb2

from services.common.rpc.call_streams.outbox import Outbox

CODES: Mapping[int, StatusCode] = {code.value[0]: code for code in StatusCode}
# A larger request is a call of its own: it would delay the others, and its server may accept no larger message.
MAX_REQUEST_BYTES = 16 * 1024
WINDOW_BYTES = 256 * 1024
OPEN_SECONDS = 5.0
MAX_CALLS = 5_000
"""Calls of a stream at a time; its server accepts more, as it may not have ended yet what the client has cancelled."""
MAX_JOINED_CALLS = 32
"""Calls that join one message, and so go to one replica, while others may be idle."""
MAX_TIMEOUT_SECONDS = 365 * 24 * 3600.0


class CallStream:
    """An open stream to one server. `is_usable`: whether further calls may be made over it.

    *find_wait* returns for how many seconds a message waits for further calls.
    """

    def __init__(
        self,
        call: StreamStreamCall[Any, Any],
        server_id: str,
        forget: Callable[["CallStream"], None],
        find_wait: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.server_id = server_id
        self.is_usable = True
        self._call = call
        self._forget_stream = forget
        self._calls: dict[int, _CallState] = {}
        self._last_id = 0
        self._outbox: Outbox[_Item] = Outbox(self._send, _measure, find_wait)
        self.loop = asyncio.get_running_loop()
        self._reading = asyncio.create_task(self._read_all())

    @property
    def running_calls(self) -> int:
        """Number of calls that have not ended."""
        return len(self._calls)

    @property
    def is_full(self) -> bool:
        """Whether further calls have to wait for others to end, or to be made in another way."""
        return len(self._calls) >= MAX_CALLS

    @property
    def is_collecting(self) -> bool:
        """Whether a message waits to be sent, which a further call may join."""
        return 0 < len(self._outbox) < MAX_JOINED_CALLS

    def start(
        self,
        method: str,
        request: bytes,
        *,
        deserialize: Callable[[bytes], Any] = bytes,
        timeout: float | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> "StreamedCall":
        """Start a call of *method* that ends within *timeout* seconds, if it is given.

        It is cancelled when the returned object is not referenced any more.
        """
        assert self.is_usable, "a stream is used where it was picked, without an await in between"
        self._last_id += 1
        message = call_streams_pb2.StreamedCall(
            call_id=self._last_id, method=method, request=request, metadata=metadata, window=WINDOW_BYTES
        )
        if timeout is not None:
            timeout = min(max(timeout, 0.0), MAX_TIMEOUT_SECONDS)
            message.timeout.CopyFrom(Duration(seconds=int(timeout), nanos=int(timeout % 1 * 1e9)))
        self._outbox.add(message)
        state = self._calls[self._last_id] = _CallState(self._last_id, self, timeout)
        return StreamedCall(state, deserialize)

    def close(self) -> None:
        """Make no further calls over this stream. It ends with its last call."""
        if self.is_usable:
            self.is_usable = False
            self._forget_stream(self)
        if not self._calls:
            self._outbox.add(None)

    def report_taken(self, call_id: int, size: int) -> None:
        """Make the server continue a call of which responses of *size* bytes are taken."""
        self._outbox.add(call_streams_pb2.TakenResponses(call_id=call_id, bytes=size))

    def forget(self, call_id: int, *, cancel: bool) -> None:
        """Forget a call that has ended, or that the server is requested to *cancel*."""
        del self._calls[call_id]
        if cancel:
            self._outbox.add(call_id)
        if not (self._calls or self.is_usable):
            self._outbox.add(None)

    async def _send(self, items: Sequence["_Item"]) -> None:
        request = call_streams_pb2.StreamCallsRequest()
        for item in items:
            match item:
                case int():
                    request.cancelled.append(item)
                case call_streams_pb2.StreamedCall():
                    if item.call_id in self._calls:  # not if it has ended while it waited, by its deadline or a cancel
                        request.calls.append(item)
                case call_streams_pb2.TakenResponses():
                    request.taken.append(item)
        if request.calls or request.cancelled or request.taken:
            await self._call.write(request)
        if items[-1] is None:
            await self._call.done_writing()

    async def _read_all(self) -> None:
        """Pass the outputs of the server to their calls, until the stream ends; then no call goes on."""
        error = _to_error(StatusCode.UNAVAILABLE, "the call stream ended")
        try:
            while (response := cast(Any, await self._call.read())) is not EOF:
                for output in response.outputs:
                    if (call := self._calls.get(output.call_id)) is not None:
                        call.receive(output)
                if response.draining:
                    self.close()
        except AioRpcError as lost:
            # Not the code of the stream: for a killed server gRPC reports INTERNAL where a write fails first.
            details = f"the call stream was lost: {lost.code().name}: {lost.details()}"
            error = _to_error(StatusCode.UNAVAILABLE, details)
        finally:
            self._call.cancel()  # unless it has ended: after any other error nothing reads it any more
            self.close()
            for call in list(self._calls.values()):
                call.fail(error)


_Item: TypeAlias = call_streams_pb2.StreamedCall | call_streams_pb2.TakenResponses | int | None
"""A call, what was taken of one, the id of a cancelled one, or None: the client sends nothing more."""


_ID_BYTES = 10
"""Maximum size of an id in a message."""


def _measure(item: _Item) -> int:
    match item:
        case None:
            return 0
        case int():
            return _ID_BYTES
        case _:
            return item.ByteSize()


class _CallState:
    """State of a call, which the stream changes and the object of its caller reads.

    They are two objects, so that the stream does not keep what its caller has dropped.
    """

    def __init__(self, call_id: int, stream: CallStream, timeout: float | None) -> None:
        self.responses: deque[bytes] = deque()
        self.error: AioRpcError | None = None
        self.is_over = False
        # Of the stream: before Python 3.12 each look-up of the running loop is a system call.
        self.loop = stream.loop
        self._call_id = call_id
        self._stream = stream
        self._taken = 0
        self._waiter: asyncio.Future[None] | None = None
        self._timer = self.loop.call_later(timeout, self._expire) if timeout is not None else None

    async def wait(self) -> None:
        """Return after the next change."""
        self._waiter = self.loop.create_future()
        await self._waiter

    def cancel(self) -> None:
        """Cancel the call and drop what was not read, unless the call has ended."""
        if not self.is_over:
            self.error = _to_error(StatusCode.CANCELLED, "the call was cancelled")
            self.responses.clear()
            self._end(cancel=True)

    def receive(self, output: call_streams_pb2.StreamedOutput) -> None:
        """Take the next output of the server."""
        if not output.HasField("end"):
            self.responses.append(output.response)
            self._wake()
            return
        end = output.end
        if end.code:
            trailing = Metadata(*end.trailing_metadata.items())
            self.error = _to_error(CODES.get(end.code, StatusCode.UNKNOWN), end.message, trailing)
        self._end()

    def fail(self, error: AioRpcError) -> None:
        """End the call with *error*: its stream has ended."""
        self.error = error
        self._end()

    def report_taken(self, size: int) -> None:
        """Count *size* bytes as read, for the window of the call."""
        self._taken += size
        if self._taken >= WINDOW_BYTES // 2 and not self.is_over:
            self._stream.report_taken(self._call_id, self._taken)
            self._taken = 0

    def _expire(self) -> None:
        self.error = _to_error(StatusCode.DEADLINE_EXCEEDED, "Deadline Exceeded")
        self._end(cancel=True)

    def _end(self, *, cancel: bool = False) -> None:
        self.is_over = True
        if self._timer is not None:
            self._timer.cancel()
        self._stream.forget(self._call_id, cancel=cancel)
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class StreamedCall:
    """A call over a stream. It is read and cancelled as a grpc.aio.UnaryStreamCall is, and cancelled once dropped."""

    def __init__(self, state: _CallState, deserialize: Callable[[bytes], Any]) -> None:
        self._state = state
        self._deserialize = deserialize

    def __del__(self) -> None:
        # Not at once: a search for garbage may end here in any thread, and while the stream handles another call.
        if not self._state.is_over:
            with suppress(RuntimeError):  # the event loop is closed
                self._state.loop.call_soon_threadsafe(self._state.cancel)

    async def read(self) -> Any:
        """Return the next response; EOF after the last one. Raises AioRpcError. Cancelling it cancels the call."""
        state = self._state
        while not state.responses:
            if state.error is not None:
                raise state.error
            if state.is_over:
                return EOF
            try:
                await state.wait()
            except asyncio.CancelledError:
                state.cancel()
                raise
        response = state.responses.popleft()
        state.report_taken(len(response))
        return self._deserialize(response)

    async def __aiter__(self) -> AsyncGenerator[Any, None]:
        while (response := await self.read()) is not EOF:
            yield response

    def cancel(self) -> None:
        """Cancel the call, unless it has ended."""
        self._state.cancel()


def _to_error(code: StatusCode, details: str, trailing_metadata: Metadata | None = None) -> AioRpcError:
    return AioRpcError(code, Metadata(), trailing_metadata or Metadata(), details)
