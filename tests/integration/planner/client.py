"""A client of the planner over gRPC, and the responses of its calls."""

from dataclasses import dataclass, field
from typing import Any

import grpc
from reflow.v1 import note_workflow_pb2, planner_pb2, planner_pb2_grpc, steps_pb2

from services.common.errors import ReflowError
from services.common.errors.wire import from_rpc_error
from tests.unit.engines.note_planner.samples import SPRING

STEP_KEY = "run-1/planner-1"
RESULT_FIELDS = {
    "ParseIntent": "intent",
    "CompileBrief": "brief",
    "PlanLayout": "layout",
    "PlanImages": "plans",
    "AdviseRoute": "advice",
    "PlanPatch": "plan",
}
CONTENT = note_workflow_pb2.NoteContent(title=SPRING.title, body=SPRING.body, tags=SPRING.tags)


@dataclass
class CallResult:
    """Responses of the planner, and the error that ended the stream."""

    method: str
    responses: list[Any] = field(default_factory=list)
    error: ReflowError | None = None

    @property
    def activities(self) -> list[steps_pb2.Activity]:
        return [response.activity for response in self.responses if response.HasField("activity")]

    @property
    def thoughts(self) -> list[str]:
        return [activity.thought.text for activity in self.activities if activity.HasField("thought")]

    @property
    def messages(self) -> list[str]:
        return [activity.message.text for activity in self.activities if activity.HasField("message")]

    @property
    def reply(self) -> str:
        return "".join(self.messages)

    @property
    def usage(self) -> list[steps_pb2.Usage]:
        return [activity.usage for activity in self.activities if activity.HasField("usage")]

    @property
    def outputs(self) -> list[Any]:
        """The results; a call that fails has none."""
        name = RESULT_FIELDS[self.method]
        return [getattr(response, name) for response in self.responses if response.HasField(name)]

    @property
    def output(self) -> Any:
        """The only result, which is the last response."""
        assert self.error is None, f"{self.error!r}: {self.error.details}"
        (output,) = self.outputs
        assert self.responses[-1].HasField(RESULT_FIELDS[self.method])
        return output


class PlannerClient:
    """A client of a planner."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = planner_pb2_grpc.PlannerServiceStub(channel)

    def start(self, method: str, *, locale: str = "zh", builtin_context: bool = False, **fields: Any) -> Any:
        """Start a call of *method* and return it."""
        step = steps_pb2.StepContext(
            run_id="run-1",
            session_id="session-1",
            step="planner-1",
            attempt=1,
            locale=locale,
            idempotency_key=STEP_KEY,
            builtin_only=builtin_context,
        )
        request = getattr(planner_pb2, f"{method}Request")(context=step, **fields)
        return getattr(self._stub, method)(request, timeout=60)

    async def call(self, method: str, **fields: Any) -> CallResult:
        """Return all responses of a call of *method*, also of one that fails."""
        result = CallResult(method)
        try:
            async for response in self.start(method, **fields):
                result.responses.append(response)
        except grpc.aio.AioRpcError as error:
            result.error = from_rpc_error(error)
        return result

    async def parse_intent(self, text: str = "画一只猫", **fields: Any) -> CallResult:
        return await self.call("ParseIntent", text=text, **fields)

    async def compile_brief(self, text: str = "写一篇春游攻略", **fields: Any) -> CallResult:
        return await self.call("CompileBrief", text=text, **fields)

    async def plan_layout(self, brief: note_workflow_pb2.Brief, **fields: Any) -> CallResult:
        return await self.call("PlanLayout", **({"brief": brief, "content": CONTENT} | fields))

    async def plan_images(
        self, brief: note_workflow_pb2.Brief, layout: note_workflow_pb2.LayoutSpec, **fields: Any
    ) -> CallResult:
        return await self.call("PlanImages", **({"brief": brief, "content": CONTENT, "layout": layout} | fields))

    async def advise_route(self, **fields: Any) -> CallResult:
        defaults = {"text": "写一篇春游攻略", "finished_agent": "writer_agent", "next_agent": "layout_planner_agent"}
        return await self.call("AdviseRoute", **(defaults | {"candidates": ["brief_compiler_agent"]} | fields))
