"""The role services over gRPC. Implements services.orchestrator.engine.roles.Roles."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, assert_never

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
from services.orchestrator.adapters import values_codec as values
from services.orchestrator.adapters.events_codec import activity
from services.orchestrator.domain.calls import (
    AdjustImage,
    Call,
    GenerateImage,
    Inpaint,
    ParseIntent,
    RetrieveStyles,
    ReviewImage,
)
from services.orchestrator.domain.events import Activity
from services.orchestrator.domain.policy import breakdown_code, timeout_code
from services.orchestrator.domain.values import StepResult
from services.orchestrator.domain.workflow import Step
from services.orchestrator.engine.roles import StepContext


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
        self._planner: Any = planner_pb2_grpc.PlannerServiceStub(channels.planner)
        self._rag: Any = rag_pb2_grpc.RagServiceStub(channels.rag)
        self._executor: Any = executor_pb2_grpc.ExecutorServiceStub(channels.executor)
        self._critic: Any = critic_pb2_grpc.CriticServiceStub(channels.critic)

    async def perform(self, step: Step, context: StepContext) -> AsyncIterator[Activity | StepResult]:
        """Yield what the service of *step* tells, its result last. Raises ReflowError."""
        call = self._call(step.call, _context_message(step, context), context)
        try:
            async for response in call:
                yield _outcome(response, step)
        except AioRpcError as error:
            raise _failure(error, step) from error
        finally:
            call.cancel()

    def _call(self, call: Call, work: steps_pb2.StepContext, context: StepContext) -> Any:
        carrier = {"accept-language": context.locale}
        propagate.inject(carrier)
        travelling = {"timeout": context.seconds, "metadata": tuple(carrier.items())}
        match call:
            case ParseIntent():
                return self._planner.ParseIntent(_parse_intent(call, work), **travelling)
            case RetrieveStyles():
                return self._rag.RetrieveStyles(_retrieve_styles(call, work), **travelling)
            case GenerateImage():
                return self._executor.GenerateImage(_generate_image(call, work), **travelling)
            case Inpaint():
                return self._executor.Inpaint(_inpaint(call, work), **travelling)
            case AdjustImage():
                return self._executor.AdjustImage(_adjust_image(call, work), **travelling)
            case ReviewImage():
                return self._critic.ReviewImage(_review_image(call, work), **travelling)
            case _:
                assert_never(call)


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
    code = timeout_code(step.agent) if is_deadline(error) else breakdown_code(step.agent)
    return ReflowError(code, details=f"{step.name}: {error.code().name}: {error.details()}", node=step.agent)


def _outcome(response: Any, step: Step) -> Activity | StepResult:
    match response.WhichOneof("outcome"):
        case "activity":
            return activity(response.activity)
        case "intent":
            return values.intent(response.intent)
        case "prompt":
            return values.prompt(response.prompt)
        case "result":
            return values.image(response.result)
        case "verdict":
            return values.verdict(response.verdict)
        case _:
            details = f"{step.name}: an answer of a kind this version does not know"
            raise ReflowError(breakdown_code(step.agent), details=details, node=step.agent)


def _parse_intent(call: ParseIntent, work: steps_pb2.StepContext) -> planner_pb2.ParseIntentRequest:
    return planner_pb2.ParseIntentRequest(
        context=work,
        text=call.text,
        has_mask=call.has_mask,
        has_image=call.has_image,
        messages=values.chat_messages(call.messages),
        last_result=values.last_result_message(call.last_result) if call.last_result else None,
        builtin_only=call.builtin_only,
        fresh=call.fresh,
    )


def _retrieve_styles(call: RetrieveStyles, work: steps_pb2.StepContext) -> rag_pb2.RetrieveStylesRequest:
    return rag_pb2.RetrieveStylesRequest(
        context=work,
        text=call.text,
        subject=call.subject,
        style=call.style,
        suggestions=call.suggestions,
        fresh=call.fresh,
    )


def _generate_image(call: GenerateImage, work: steps_pb2.StepContext) -> executor_pb2.GenerateImageRequest:
    return executor_pb2.GenerateImageRequest(
        context=work,
        prompt=call.prompt,
        subject=call.subject,
        look=values.look_message(call.look),
        width=call.width,
        height=call.height,
        seed=call.seed,
        model=call.model,
    )


def _inpaint(call: Inpaint, work: steps_pb2.StepContext) -> executor_pb2.InpaintRequest:
    return executor_pb2.InpaintRequest(
        context=work,
        image_asset_id=call.image_asset_id,
        mask_asset_id=call.mask_asset_id,
        prompt=call.prompt,
        subject=call.subject,
        look=values.look_message(call.look),
        seed=call.seed,
        model=call.model,
    )


def _adjust_image(call: AdjustImage, work: steps_pb2.StepContext) -> executor_pb2.AdjustImageRequest:
    return executor_pb2.AdjustImageRequest(
        context=work,
        image_asset_id=call.image_asset_id,
        parameters=dict(call.parameters),
        look=values.look_message(call.look),
    )


def _review_image(call: ReviewImage, work: steps_pb2.StepContext) -> critic_pb2.ReviewImageRequest:
    return critic_pb2.ReviewImageRequest(
        context=work,
        result=values.image_message(call.result),
        before_asset_id=call.before_asset_id,
        mask_asset_id=call.mask_asset_id,
        width=call.width,
        height=call.height,
        look=values.look_message(call.look),
        parameters=dict(call.parameters),
        prompt=call.prompt,
        subject=call.subject,
        style=call.style,
        fresh=call.fresh,
    )
