"""The role services over gRPC. Implements services.orchestrator.engine.roles.Roles."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from google.protobuf.message import Message
from grpc import StatusCode
from grpc.aio import AioRpcError, Channel
from opentelemetry import propagate
from reflow.v1 import (
    critic_pb2,
    critic_pb2_grpc,
    executor_pb2,
    executor_pb2_grpc,
    planner_pb2,
    planner_pb2_grpc,
    rag_pb2,
    rag_pb2_grpc,
    steps_pb2,
)

from services.common.errors import ReflowError
from services.common.errors.wire import carries_reflow_error, from_rpc_error, is_deadline
from services.orchestrator.adapters.events_codec import activity
from services.orchestrator.adapters.mirror import message_of
from services.orchestrator.adapters.products_codec import told_result
from services.orchestrator.domain import calls
from services.orchestrator.domain.events import Activity
from services.orchestrator.domain.policy import breakdown_code, timeout_code
from services.orchestrator.domain.products import StepResult
from services.orchestrator.domain.values import Role
from services.orchestrator.domain.workflow import Step
from services.orchestrator.engine.roles import ServiceLost, StepContext

# Which request each call is; the RPC has the name of the call.
_REQUESTS: Mapping[type[calls.Call], type[Message]] = MappingProxyType(
    {
        calls.ParseIntent: planner_pb2.ParseIntentRequest,
        calls.CompileBrief: planner_pb2.CompileBriefRequest,
        calls.PlanLayout: planner_pb2.PlanLayoutRequest,
        calls.PlanImages: planner_pb2.PlanImagesRequest,
        calls.AdviseRoute: planner_pb2.AdviseRouteRequest,
        calls.RetrieveStyles: rag_pb2.RetrieveStylesRequest,
        calls.GatherEvidence: rag_pb2.GatherEvidenceRequest,
        calls.AnalyzeReferences: rag_pb2.AnalyzeReferencesRequest,
        calls.GenerateImage: executor_pb2.GenerateImageRequest,
        calls.Inpaint: executor_pb2.InpaintRequest,
        calls.AdjustImage: executor_pb2.AdjustImageRequest,
        calls.WriteNote: executor_pb2.WriteNoteRequest,
        calls.PaintNoteImage: executor_pb2.PaintNoteImageRequest,
        calls.ReviewImage: critic_pb2.ReviewImageRequest,
        calls.ReviewNote: critic_pb2.ReviewNoteRequest,
    }
)


@dataclass(frozen=True, slots=True)
class Channels:
    """One channel for each role service, made once."""

    planner: Channel
    rag: Channel
    executor: Channel
    critic: Channel


class GrpcRoles:
    """Calls the role services; deadline, language and trace travel with each call."""

    def __init__(self, channels: Channels) -> None:
        self._stubs: Mapping[Role, Any] = {
            Role.PLANNER: planner_pb2_grpc.PlannerServiceStub(channels.planner),
            Role.RAG: rag_pb2_grpc.RagServiceStub(channels.rag),
            Role.EXECUTOR: executor_pb2_grpc.ExecutorServiceStub(channels.executor),
            Role.CRITIC: critic_pb2_grpc.CriticServiceStub(channels.critic),
        }

    async def perform(self, step: Step, context: StepContext) -> AsyncIterator[Activity | StepResult]:
        """Yield what the service of *step* tells, its result last. Raises ReflowError."""
        call = self._call(step, context)
        try:
            async for response in call:
                yield _outcome(response, step)
        except AioRpcError as error:
            raise _failure(error, step) from error
        finally:
            call.cancel()

    def _call(self, step: Step, context: StepContext) -> Any:
        carrier = {"accept-language": context.locale}
        propagate.inject(carrier)
        kind = type(step.call)
        request: Any = message_of(step.call, _REQUESTS[kind])
        request.context.CopyFrom(_context_message(step, context))
        call = getattr(self._stubs[step.role], kind.__name__)
        return call(request, timeout=context.seconds, metadata=tuple(carrier.items()))


def _context_message(step: Step, context: StepContext) -> steps_pb2.StepContext:
    return steps_pb2.StepContext(
        run_id=context.run_id,
        session_id=context.session_id,
        step=step.name,
        attempt=context.attempt,
        locale=context.locale,
        idempotency_key=f"{context.run_id}/{step.name}",
        builtin_only=context.builtin_only,
    )


def _failure(error: AioRpcError, step: Step) -> ReflowError:
    if carries_reflow_error(error):
        return from_rpc_error(error, node=step.agent)
    code = timeout_code(step.role) if is_deadline(error) else breakdown_code(step.role)
    kind = ServiceLost if error.code() is StatusCode.UNAVAILABLE else ReflowError
    return kind(code, details=f"{step.name}: {error.code().name}: {error.details()}", node=step.agent)


def _outcome(response: Any, step: Step) -> Activity | StepResult:
    outcome = response.WhichOneof("outcome")
    if outcome == "activity":
        return activity(response.activity)
    result = told_result(getattr(response, outcome)) if outcome else None
    if result is None:
        details = f"{step.name}: an answer of a kind this version does not know"
        raise ReflowError(breakdown_code(step.role), details=details, node=step.agent)
    return result
