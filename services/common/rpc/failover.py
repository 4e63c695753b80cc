"""Failover of calls: one whose connection is lost before the first response is repeated at another replica."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message
from grpc import StatusCode
from grpc.aio import AioRpcError, Metadata, UnaryStreamCall, UnaryStreamMultiCallable, UnaryUnaryMultiCallable
from reflow.v1 import orchestrator_pb2

from services.common.errors.wire import carries_reflow_error
from services.common.ids import new_id

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)
Returned = TypeVar("Returned")

IDEMPOTENT = (orchestrator_pb2.StartRunRequest, orchestrator_pb2.AnswerRunRequest)
"""Requests that change something once, however often they arrive: their `request_id` tells them apart."""
REPEATABLE = (
    *IDEMPOTENT,
    orchestrator_pb2.GetRunRequest,
    orchestrator_pb2.ListRunsRequest,
    orchestrator_pb2.CancelRunRequest,
)
"""Requests that may arrive twice."""


class OpenStream(Generic[Response]):
    """A stream whose *first* response has arrived: iterated once, from that one on."""

    def __init__(self, call: UnaryStreamCall[Any, Response], first: Response, rest: AsyncIterator[Response]) -> None:
        self.first = first
        self._call = call
        self._rest = rest

    async def __aiter__(self) -> AsyncGenerator[Response, None]:
        yield self.first
        async for response in self._rest:
            yield response

    def cancel(self) -> None:
        """End the stream, if it has not ended."""
        self._call.cancel()


async def call(
    method: UnaryUnaryMultiCallable[Request, Response],
    request: Request,
    *,
    timeout: float,
    metadata: Sequence[tuple[str, str]],
) -> Response:
    """Return the answer to *request*, within *timeout* seconds in all.

    Where the peer is lost, and arriving twice does no harm, the call is made once more: gRPC passes over a peer that
    is gone. Raises AioRpcError.
    """

    async def attempt(seconds: float) -> Response:
        return await method(request, timeout=seconds, metadata=tuple(metadata))

    return await _repeat_once(request, timeout, attempt)


async def open_stream(
    method: UnaryStreamMultiCallable[Request, Response],
    request: Request,
    *,
    timeout: float,
    metadata: Sequence[tuple[str, str]],
) -> OpenStream[Response]:
    """Return the stream of responses to *request* once the first one has arrived, within *timeout* seconds.

    Until then it is repeated as `call` repeats one. Raises AioRpcError.
    """

    async def attempt(seconds: float) -> OpenStream[Response]:
        return await _read_first(method(request, metadata=tuple(metadata)), seconds)

    return await _repeat_once(request, timeout, attempt)


async def _read_first(call: UnaryStreamCall[Any, Response], seconds: float) -> OpenStream[Response]:
    responses = aiter(call)
    try:
        async with asyncio.timeout(seconds):  # not as the deadline of the call, which would end the stream
            return OpenStream(call, await anext(responses), responses)
    except TimeoutError:  # gRPC has cancelled the call, as with any cancelled read
        raise _to_error(StatusCode.DEADLINE_EXCEEDED, f"no response within {seconds:g} s") from None
    except StopAsyncIteration:
        raise _to_error(StatusCode.INTERNAL, "the stream ended without a response") from None


async def _repeat_once(request: Message, timeout: float, attempt: Callable[[float], Awaitable[Returned]]) -> Returned:
    """Return the result of *attempt*, which gets the seconds that are left; made once more if the peer is lost."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout
    if isinstance(request, IDEMPOTENT) and not request.request_id:
        request.request_id = new_id()
    try:
        return await attempt(timeout)
    except AioRpcError as error:
        if not (isinstance(request, REPEATABLE) and _is_connection_lost(error)):
            raise
    return await attempt(max(0.0, deadline - loop.time()))


def _is_connection_lost(error: AioRpcError) -> bool:
    """Whether the connection failed, rather than the service."""
    return error.code() is StatusCode.UNAVAILABLE and not carries_reflow_error(error)


def _to_error(code: StatusCode, details: str) -> AioRpcError:
    """Return the error of a call that ended here."""
    return AioRpcError(code, Metadata(), Metadata(), details)
