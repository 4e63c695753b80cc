"""The call streams to the replicas of one service, and methods that are called over them."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from google.protobuf.message import Message
from grpc import StatusCode
from grpc.aio import EOF, AioRpcError, Channel, UsageError
from reflow.v1 import call_streams_pb2

from services.common.rpc.call_streams.client import MAX_REQUEST_BYTES, OPEN_SECONDS, CallStream

METHOD = "/reflow.v1.CallService/StreamCalls"
# Pause after which the replicas are looked for again: doubled each time, and short again after a change.
FIRST_SECONDS, LAST_SECONDS = 1.0, 30.0
MAX_REPLICAS = 100
# Above FEW_REPLICAS, once each has BUSY_CALLS, a message waits this long for further calls, for each further replica:
# the fewer and larger messages cost the replicas less than the wait (docs/performance.md).
FEW_REPLICAS, BUSY_CALLS, JOIN_SECONDS, MAX_JOIN_SECONDS = 2, 8, 0.0015, 0.005


class CallStreams:
    """Keeps one stream to each replica behind *channel*, while calls are made.

    The channel gives each new stream to the next replica, as it does with calls. So all replicas have one when streams
    arrive again and again at those that have got one in this round: not at the first repetition, as other calls take
    their turns in between. While there is a replica of a version without call streams,
    there are none: calls that are made by themselves are balanced over all replicas.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._open = channel.stream_stream(
            METHOD,
            request_serializer=call_streams_pb2.StreamCallsRequest.SerializeToString,
            response_deserializer=call_streams_pb2.StreamCallsResponse.FromString,
        )
        self._streams: list[CallStream] = []
        self._picked: CallStream | None = None
        self._next = 0
        self.is_unsupported = False
        self._pause = FIRST_SECONDS
        self._round_at = 0.0
        self._round: asyncio.Task[None] | None = None
        self._has_changed = False

    def method(self, path: str, response: type[Message]) -> "StreamedMethod":
        """Return the RPC at *path* (`/package.Service/Method`), which streams messages of class *response*."""
        return StreamedMethod(self, path, response, self._channel)

    def pick(self) -> CallStream | None:
        """Return the stream for the next call; None where the call is to be made by itself.

        Messages go to each replica in turn, not calls: those that join one message are received, recorded and answered
        together. Spread over the replicas they would be small groups, and a group costs more than a call.
        """
        is_due = self._has_changed or time.monotonic() >= self._round_at
        if self._round is None and is_due:
            self._has_changed = False
            self._round = asyncio.create_task(self._open_streams())
        if self._picked is not None and self._picked.is_usable and self._picked.is_collecting:
            return self._picked
        if not self._streams:
            return None
        self._next = (self._next + 1) % len(self._streams)
        self._picked = self._streams[self._next]
        return self._picked

    def _find_wait(self) -> float:
        """Return for how many seconds a message waits for further calls: 0 unless many replicas are busy.

        Where each message goes to another replica, none waits for the one before it, and messages stay small.
        """
        further = len(self._streams) - FEW_REPLICAS
        if further < 1 or sum(stream.running_calls for stream in self._streams) < BUSY_CALLS * len(self._streams):
            return 0.0
        return min(further * JOIN_SECONDS, MAX_JOIN_SECONDS)

    @property
    def is_searching(self) -> bool:
        """Whether streams are being opened, which replace the ones before."""
        return self._round is not None

    def list_servers(self) -> set[str]:
        """Return the ids of the servers that have a stream."""
        return {stream.server_id for stream in self._streams}

    async def _open_streams(self) -> None:
        """Open a stream to each replica; those before are closed."""
        known, opened = self.list_servers(), set[str]()
        pause, repetitions = FIRST_SECONDS, 0
        try:
            while len(opened) < MAX_REPLICAS and repetitions <= len(opened):
                stream = await self._open_stream()
                self._replace(stream)
                repetitions = repetitions + 1 if stream.server_id in opened else 0
                opened.add(stream.server_id)
            self.is_unsupported = False
            if opened <= known:
                pause = min(self._pause * 2, LAST_SECONDS)
        except AioRpcError as error:
            self.is_unsupported = error.code() is StatusCode.UNIMPLEMENTED
            if self.is_unsupported:
                pause = LAST_SECONDS
                for former in list(self._streams):
                    former.close()
        except (TimeoutError, UsageError):
            pass  # tried again after the pause, unless the channel is closed
        finally:
            self._pause, self._round = pause, None
            self._round_at = time.monotonic() + pause

    async def _open_stream(self) -> CallStream:
        """Return a new stream, once its server has answered. Raises AioRpcError or TimeoutError."""
        call: Any = self._open()
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                hello = await call.read()
        except BaseException:
            call.cancel()
            raise
        if hello is EOF or hello.draining:
            call.cancel()
            raise TimeoutError("the server stops")
        return CallStream(call, hello.server_id, self._forget, self._find_wait)

    def _replace(self, stream: CallStream) -> None:
        """Use *stream* instead of the one to the same replica."""
        former = next((one for one in self._streams if one.server_id == stream.server_id), None)
        self._streams.append(stream)
        if former is not None:
            former.close()

    def _forget(self, stream: CallStream) -> None:
        """Make no further calls over *stream*. Where it was the last one to its replica, look for another soon."""
        self._streams.remove(stream)
        if all(one.server_id != stream.server_id for one in self._streams):
            self._has_changed = True


class StreamedMethod:
    """An RPC that streams responses, called over a stream of *streams* where there is one, else by itself.

    It stands for a grpc.aio.UnaryStreamMultiCallable.
    """

    def __init__(self, streams: CallStreams, path: str, response: type[Message], channel: Channel) -> None:
        self._streams = streams
        self._path = path
        self._deserialize = response.FromString
        self._by_itself: Any = channel.unary_stream(path, response_deserializer=response.FromString)

    def __call__(
        self, request: Message, *, timeout: float | None = None, metadata: Sequence[tuple[str, str]] = ()
    ) -> Any:
        """Start a call and return it, a grpc.aio.UnaryStreamCall or what stands for one."""
        data, stream = request.SerializeToString(), self._streams.pick()
        if stream is None or stream.is_full or len(data) > MAX_REQUEST_BYTES:
            return self._by_itself(data, timeout=timeout, metadata=tuple(metadata))
        return stream.start(self._path, data, deserialize=self._deserialize, timeout=timeout, metadata=dict(metadata))
