"""Watches a graph through broken connections and restarts of the orchestrator: each revision exactly once."""

import asyncio
from collections.abc import AsyncGenerator

import structlog
from grpc.aio import AioRpcError
from reflow.v1 import graphs_pb2

from services.common.errors import Code, ReflowError
from services.gateway import texts
from services.gateway.clients import ServiceClients, call_metadata, to_reflow_error
from services.gateway.run_watcher import MAX_BACKOFF_SECONDS, MIN_BACKOFF_SECONDS, SERVER_ERROR

log = structlog.get_logger("reflow.gateway")


async def watch_graph(
    clients: ServiceClients, graph_id: str, after_revision: int, max_retries: int
) -> AsyncGenerator[graphs_pb2.WatchGraphResponse, None]:
    """Yield the revisions of a graph after *after_revision*, in order; it does not end.

    Raises:
        ReflowError: what the orchestrator rejects (GRAPH_UNKNOWN), or SSE_CONNECTION_ERROR when it stays unreachable
            for *max_retries* attempts in a row.

    """
    cursor, failures = after_revision, 0
    while True:
        request = graphs_pb2.WatchGraphRequest(graph_id=graph_id, after_revision=cursor)
        call = clients.graphs.WatchGraph(request, metadata=call_metadata())
        reason = "the stream ended"
        try:
            async for response in call:
                if response.revision.revision > cursor:
                    cursor, failures = response.revision.revision, 0
                    yield response
        except AioRpcError as error:
            failure = to_reflow_error(error)
            if failure.kind.http_status < SERVER_ERROR:
                raise failure from error
            reason = failure.details or str(failure)
        finally:
            call.cancel()
        failures += 1
        if failures > max_retries:
            raise ReflowError(Code.SSE_CONNECTION_ERROR, texts.BROKEN, details=reason)
        log.info("graph stream reopened", graph_id=graph_id, after=cursor, failures=failures, reason=reason)
        await asyncio.sleep(min(MAX_BACKOFF_SECONDS, MIN_BACKOFF_SECONDS * 2 ** (failures - 1)))
