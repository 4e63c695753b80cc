"""The role services over gRPC. Implements services.orchestrator.engine.roles.Roles."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, get_args

from google.protobuf import descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode
from grpc.aio import EOF, AioRpcError, Channel
from opentelemetry import propagate
from reflow.v1 import steps_pb2

from services.common.contract import requests
from services.common.contract.activity import ACTIVITIES, Activity
from services.common.contract.graphs.graph import ConvertedGraph
from services.common.contract.proto_mapper import by_name, get_oneof, to_proto
from services.common.contract.results import StepResult
from services.common.contract.role import Role
from services.common.contract.step import StepContext
from services.common.errors import ReflowError
from services.common.errors.wire import carries_reflow_error, from_rpc_error, is_deadline
from services.common.rpc.call_streams.pool import CallStreams, StreamedMethod
from services.orchestrator.adapters.event_mapper import RESULT_KINDS, activity_from_proto
from services.orchestrator.domain.timeouts import timeout_code, unavailable_code
from services.orchestrator.domain.workflow import Step
from services.orchestrator.engine.roles import CallOptions, ServiceLost


def _message_classes(suffix: str) -> Mapping[type[requests.Call], type[Message]]:
    """Return the messages of the calls that have *suffix*: GenerateImageRequest for GenerateImage."""
    find = descriptor_pool.Default().FindMessageTypeByName
    return MappingProxyType(
        {kind: GetMessageClass(find(f"reflow.v1.{kind.__name__}{suffix}")) for kind in get_args(requests.Call)}
    )


# The messages of each call. The RPC has the name of the call.
REQUEST_CLASSES, RESPONSE_CLASSES = _message_classes("Request"), _message_classes("Response")
# A converted graph is the result of a call for a stored graph, never of a step, so the log does not contain it.
_RESULTS = {**RESULT_KINDS, **by_name(ConvertedGraph)}


@dataclass(frozen=True, slots=True)
class Channels:
    """One channel for each role service, opened once."""

    planner: Channel
    rag: Channel
    executor: Channel
    critic: Channel


class GrpcRoles:
    """Calls the role services. Deadline, language and trace context travel with each call.

    Calls are made over call streams, where there are some to the service.
    """

    def __init__(self, channels: Channels) -> None:
        self._streams: Mapping[Role, CallStreams] = {
            Role.PLANNER: CallStreams(channels.planner),
            Role.RAG: CallStreams(channels.rag),
            Role.EXECUTOR: CallStreams(channels.executor),
            Role.CRITIC: CallStreams(channels.critic),
        }
        self._methods: dict[tuple[Role, type[requests.Call]], StreamedMethod] = {}

    async def execute(self, step: Step, options: CallOptions) -> AsyncIterator[Activity | StepResult]:
        """Yield the activities of *step*, then its result. Raises ReflowError."""
        call = self._call(step, options)
        try:
            # read() takes a quarter less CPU time than iterating.
            while (response := await call.read()) is not EOF:
                output = _parse_response(response, step)
                yield output
                if not isinstance(output, ACTIVITIES):
                    return  # nothing follows the result; waiting for the status would cost another wake-up
        except AioRpcError as error:
            raise _to_error(error, step) from error
        finally:
            call.cancel()

    def _call(self, step: Step, options: CallOptions) -> Any:
        metadata = {"accept-language": options.locale}
        propagate.inject(metadata)
        kind = type(step.call)
        context = to_proto(_step_context(step, options), steps_pb2.StepContext)
        request = to_proto(step.call, REQUEST_CLASSES[kind], context=context)
        method = self._find_method(step.role, kind)
        return method(request, timeout=options.timeout, metadata=tuple(metadata.items()))

    def _find_method(self, role: Role, kind: type[requests.Call]) -> StreamedMethod:
        if (role, kind) not in self._methods:
            path = f"/reflow.v1.{role.title()}Service/{kind.__name__}"
            self._methods[role, kind] = self._streams[role].method(path, RESPONSE_CLASSES[kind])
        return self._methods[role, kind]


def _step_context(step: Step, options: CallOptions) -> StepContext:
    return StepContext(
        run_id=options.run_id,
        session_id=options.session_id,
        step=step.name,
        attempt=options.attempt,
        locale=options.locale,
        idempotency_key=f"{options.run_id}/{step.name}",
        builtin_only=options.builtin_only,
    )


def _to_error(error: AioRpcError, step: Step) -> ReflowError:
    if carries_reflow_error(error):
        return from_rpc_error(error, node=step.agent)
    code = timeout_code(step.role) if is_deadline(error) else unavailable_code(step.role)
    kind = ServiceLost if error.code() is StatusCode.UNAVAILABLE else ReflowError
    return kind(code, details=f"{step.name}: {error.code().name}: {error.details()}", node=step.agent)


def _parse_response(response: Any, step: Step) -> Activity | StepResult:
    if response.WhichOneof("outcome") == "activity":
        return activity_from_proto(response.activity)
    result: StepResult | None = get_oneof(response, "outcome", _RESULTS)
    if result is None:
        details = f"{step.name}: a response of a kind that this version does not know"
        raise ReflowError(unavailable_code(step.role), details=details, node=step.agent)
    return result
