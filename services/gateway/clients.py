"""gRPC clients of the services: one channel each, every call with its deadline, language and trace context."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from grpc import StatusCode
from grpc.aio import (
    AioRpcError,
    Channel,
    StreamUnaryMultiCallable,
    UnaryStreamMultiCallable,
    UnaryUnaryMultiCallable,
)
from opentelemetry import propagate
from reflow.v1 import (
    assets_pb2_grpc,
    creatives_pb2_grpc,
    executor_pb2_grpc,
    graphs_pb2_grpc,
    knowledge_pb2_grpc,
    nodes_pb2_grpc,
    orchestrator_pb2,
    orchestrator_pb2_grpc,
    schedules_pb2_grpc,
    tools_pb2_grpc,
    webhooks_pb2_grpc,
)

from services.common.errors import Code, ReflowError
from services.common.errors.wire import carries_reflow_error, from_rpc_error, is_deadline
from services.common.rpc import current_language, open_channel
from services.common.rpc.call_streams.pool import CallStreams
from services.common.rpc.failover import OpenStream, Request, Response, call, open_stream
from services.gateway import texts
from services.gateway.errors import public_field
from services.gateway.settings import GatewaySettings

if TYPE_CHECKING:
    from reflow.v1.assets_pb2_grpc import AssetServiceAsyncStub
    from reflow.v1.creatives_pb2_grpc import CreativeServiceAsyncStub
    from reflow.v1.executor_pb2_grpc import ExecutorServiceAsyncStub
    from reflow.v1.graphs_pb2_grpc import GraphServiceAsyncStub
    from reflow.v1.knowledge_pb2_grpc import KnowledgeServiceAsyncStub
    from reflow.v1.nodes_pb2_grpc import NodeServiceAsyncStub
    from reflow.v1.orchestrator_pb2_grpc import OrchestratorServiceAsyncStub
    from reflow.v1.schedules_pb2_grpc import ScheduleServiceAsyncStub
    from reflow.v1.tools_pb2_grpc import ToolServiceAsyncStub
    from reflow.v1.webhooks_pb2_grpc import WebhookServiceAsyncStub

# Seconds until a caller should retry when a service is unreachable.
UNREACHABLE_RETRY_AFTER = 2.0
ORCHESTRATOR_SERVICE = orchestrator_pb2.DESCRIPTOR.services_by_name["OrchestratorService"].full_name


@dataclass(frozen=True, slots=True)
class ServiceClients:
    """The stubs of the services, and the timeouts of their calls (seconds)."""

    orchestrator: "OrchestratorServiceAsyncStub"
    creatives: "CreativeServiceAsyncStub"
    graphs: "GraphServiceAsyncStub"
    tools: "ToolServiceAsyncStub"
    schedules: "ScheduleServiceAsyncStub"
    webhooks: "WebhookServiceAsyncStub"
    assets: "AssetServiceAsyncStub"
    executor: "ExecutorServiceAsyncStub"
    knowledge: "KnowledgeServiceAsyncStub"
    nodes: "NodeServiceAsyncStub"
    channels: Mapping[str, Channel]
    call_seconds: float
    import_seconds: float
    graph_seconds: float

    async def call(self, method: UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        """Return the response to *request*. Raises ReflowError."""
        try:
            return await call(method, request, timeout=self.call_seconds, metadata=call_metadata())
        except AioRpcError as error:
            raise to_reflow_error(error) from error

    async def open_stream(
        self, method: UnaryStreamMultiCallable[Request, Response], request: Request
    ) -> OpenStream[Response]:
        """Return the stream of responses to *request* once the first one has arrived. Raises ReflowError."""
        try:
            return await open_stream(method, request, timeout=self.call_seconds, metadata=call_metadata())
        except AioRpcError as error:
            raise to_reflow_error(error) from error

    async def call_graphs(self, method: UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        """Return the response of the graph service, which may convert or change a large graph. Raises ReflowError."""
        try:
            return await call(method, request, timeout=self.graph_seconds, metadata=call_metadata())
        except AioRpcError as error:
            raise to_reflow_error(error) from error

    async def upload(
        self, method: StreamUnaryMultiCallable[Request, Response], requests: Iterator[Request]
    ) -> Response:
        """Return the response to the stream of *requests*. Raises ReflowError."""
        try:
            return await method(requests, timeout=self.import_seconds, metadata=call_metadata())
        except AioRpcError as error:
            raise to_reflow_error(error) from error


@asynccontextmanager
async def open_clients(settings: GatewaySettings) -> AsyncIterator[ServiceClients]:
    """Connect to the services until the context ends."""
    async with AsyncExitStack() as stack:
        addresses = {
            "orchestrator": settings.orchestrator_address,
            "executor": settings.executor_address,
            "rag": settings.rag_address,
        }
        channels = {name: open_channel(address, settings.tls_folder) for name, address in addresses.items()}
        for channel in channels.values():
            stack.push_async_callback(channel.close)
        yield ServiceClients(
            open_orchestrator(channels["orchestrator"]),
            creatives_pb2_grpc.CreativeServiceStub(channels["orchestrator"]),
            graphs_pb2_grpc.GraphServiceStub(channels["orchestrator"]),
            tools_pb2_grpc.ToolServiceStub(channels["orchestrator"]),
            schedules_pb2_grpc.ScheduleServiceStub(channels["orchestrator"]),
            webhooks_pb2_grpc.WebhookServiceStub(channels["orchestrator"]),
            assets_pb2_grpc.AssetServiceStub(channels["executor"]),
            executor_pb2_grpc.ExecutorServiceStub(channels["executor"]),
            knowledge_pb2_grpc.KnowledgeServiceStub(channels["rag"]),
            nodes_pb2_grpc.NodeServiceStub(channels["rag"]),
            channels,
            settings.call_seconds,
            settings.import_seconds,
            settings.limits.graph_seconds,
        )


def open_orchestrator(channel: Channel) -> "OrchestratorServiceAsyncStub":
    """Return a stub of the orchestrator. The events of all runs that are watched share a call stream."""
    stub: Any = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
    streams, service = CallStreams(channel), f"/{ORCHESTRATOR_SERVICE}/"
    stub.WatchRun = streams.method(f"{service}WatchRun", orchestrator_pb2.WatchRunResponse)
    stub.StartAndWatchRun = streams.method(f"{service}StartAndWatchRun", orchestrator_pb2.StartAndWatchRunResponse)
    return cast("OrchestratorServiceAsyncStub", stub)


def call_metadata() -> tuple[tuple[str, str], ...]:
    """Return the metadata of a call: the language and the trace context of the current HTTP request."""
    carrier = {"accept-language": current_language.get().value}
    propagate.inject(carrier)
    return tuple(carrier.items())


def to_reflow_error(error: AioRpcError) -> ReflowError:
    """Return the error of a failed call, its field under its public name."""
    if carries_reflow_error(error):
        failure = from_rpc_error(error)
        failure.field = public_field(failure.field)
        return failure
    details = f"{error.code().name}: {error.details()}"
    if is_deadline(error):
        return ReflowError(Code.EXECUTION_TIMEOUT, texts.TOO_SLOW, details=details)
    if error.code() is StatusCode.RESOURCE_EXHAUSTED:  # from gRPC itself: a message above the limit of the server
        return ReflowError(Code.INVALID_INPUT_FORMAT, texts.TOO_LARGE, details=details)
    if error.code() is StatusCode.UNAVAILABLE:
        return ReflowError(
            Code.SSE_CONNECTION_ERROR, texts.UNREACHABLE, details=details, retry_after=UNREACHABLE_RETRY_AFTER
        )
    return ReflowError(Code.UNKNOWN_ERROR, details=details)
