"""Failover of unary calls: a call whose connection is lost is repeated at another replica."""

import asyncio
from collections.abc import Sequence
from typing import TypeVar

from google.protobuf.message import Message
from grpc import StatusCode
from grpc.aio import AioRpcError, UnaryUnaryMultiCallable
from reflow.v1 import orchestrator_pb2

from services.common.errors.wire import carries_reflow_error
from services.common.ids import new_id

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)

IDEMPOTENT = (orchestrator_pb2.StartRunRequest, orchestrator_pb2.AnswerRunRequest)
"""Requests that change something once, however often they arrive: their `request_id` tells them apart."""
REPEATABLE = (
    *IDEMPOTENT,
    orchestrator_pb2.GetRunRequest,
    orchestrator_pb2.ListRunsRequest,
    orchestrator_pb2.CancelRunRequest,
)
"""Requests that may arrive twice."""


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
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout
    if isinstance(request, IDEMPOTENT) and not request.request_id:
        request.request_id = new_id()
    try:
        return await method(request, timeout=timeout, metadata=tuple(metadata))
    except AioRpcError as error:
        if not (isinstance(request, REPEATABLE) and _is_connection_lost(error)):
            raise
    return await method(request, timeout=max(0.0, deadline - loop.time()), metadata=tuple(metadata))


def _is_connection_lost(error: AioRpcError) -> bool:
    """Whether the connection failed, rather than the service."""
    return error.code() is StatusCode.UNAVAILABLE and not carries_reflow_error(error)
