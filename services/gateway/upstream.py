"""The services behind the gateway: one channel to each, and every call with its deadline, language and trace."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grpc import StatusCode
from grpc.aio import AioRpcError, Channel, StreamUnaryMultiCallable, UnaryUnaryMultiCallable
from opentelemetry import propagate
from reflow.v1 import assets_pb2_grpc, creatives_pb2_grpc, knowledge_pb2_grpc, orchestrator_pb2_grpc

from services.common.errors import Code, ReflowError
from services.common.errors.wire import carries_reflow_error, from_rpc_error, is_deadline
from services.common.serving import current_language, open_channel
from services.common.serving.asking import Request, Response, ask
from services.gateway import wording
from services.gateway.errors import public_field
from services.gateway.settings import GatewaySettings

if TYPE_CHECKING:
    from reflow.v1.assets_pb2_grpc import AssetServiceAsyncStub
    from reflow.v1.creatives_pb2_grpc import CreativeServiceAsyncStub
    from reflow.v1.knowledge_pb2_grpc import KnowledgeServiceAsyncStub
    from reflow.v1.orchestrator_pb2_grpc import OrchestratorServiceAsyncStub

# Seconds to wait before asking again a service that could not be reached.
UNREACHABLE_RETRY_AFTER = 2.0


@dataclass(frozen=True, slots=True)
class Upstream:
    """The services, and how long a call to them may take (seconds)."""

    orchestrator: "OrchestratorServiceAsyncStub"
    creatives: "CreativeServiceAsyncStub"
    assets: "AssetServiceAsyncStub"
    knowledge: "KnowledgeServiceAsyncStub"
    channels: Mapping[str, Channel]
    call_seconds: float
    import_seconds: float

    async def ask(self, method: UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        """Return the answer to *request*. Raises ReflowError."""
        try:
            return await ask(method, request, timeout=self.call_seconds, metadata=travelling())
        except AioRpcError as error:
            raise refused(error) from error

    async def send(self, method: StreamUnaryMultiCallable[Request, Response], requests: Iterator[Request]) -> Response:
        """Return the answer to *requests*, sent piece by piece. Raises ReflowError."""
        try:
            return await method(requests, timeout=self.import_seconds, metadata=travelling())
        except AioRpcError as error:
            raise refused(error) from error


@asynccontextmanager
async def open_upstream(settings: GatewaySettings) -> AsyncIterator[Upstream]:
    """Connect to the services until the context ends."""
    async with AsyncExitStack() as stack:
        addresses = {
            "orchestrator": settings.orchestrator_address,
            "executor": settings.executor_address,
            "rag": settings.rag_address,
        }
        channels = {name: open_channel(address) for name, address in addresses.items()}
        for channel in channels.values():
            stack.push_async_callback(channel.close)
        yield Upstream(
            orchestrator_pb2_grpc.OrchestratorServiceStub(channels["orchestrator"]),
            creatives_pb2_grpc.CreativeServiceStub(channels["orchestrator"]),
            assets_pb2_grpc.AssetServiceStub(channels["executor"]),
            knowledge_pb2_grpc.KnowledgeServiceStub(channels["rag"]),
            channels,
            settings.call_seconds,
            settings.import_seconds,
        )


def travelling() -> tuple[tuple[str, str], ...]:
    """Return the metadata of a call: the language and the trace of the request at hand."""
    carrier = {"accept-language": current_language.get().value}
    propagate.inject(carrier)
    return tuple(carrier.items())


def refused(error: AioRpcError) -> ReflowError:
    """Return what a failed call says, its field under the name it has here."""
    if carries_reflow_error(error):
        failure = from_rpc_error(error)
        failure.field = public_field(failure.field)
        return failure
    details = f"{error.code().name}: {error.details()}"
    if is_deadline(error):
        return ReflowError(Code.EXECUTION_TIMEOUT, wording.TOO_SLOW, details=details)
    if error.code() is StatusCode.UNAVAILABLE:
        return ReflowError(
            Code.SSE_CONNECTION_ERROR, wording.UNREACHABLE, details=details, retry_after=UNREACHABLE_RETRY_AFTER
        )
    return ReflowError(Code.UNKNOWN_ERROR, details=details)
