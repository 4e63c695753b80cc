"""Calls about notes to a planner that really serves gRPC, and all that is heard of them."""

from dataclasses import dataclass, field
from typing import Any

import grpc
from reflow.v1 import creations_pb2, planner_pb2, planner_pb2_grpc, steps_pb2

from services.common.errors import ReflowError
from services.common.errors.wire import from_rpc_error
from tests.unit.planner.note_samples import SPRING

STEP_KEY = "run-1/planner-1"
PRODUCTS = {"CompileBrief": "brief", "PlanLayout": "layout", "PlanImages": "plans", "AdviseRoute": "advice"}
CONTENT = creations_pb2.NoteContent(title=SPRING.title, body=SPRING.body, tags=SPRING.tags)


@dataclass
class HeardOfNote:
    """What the planner streamed."""

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
    def said(self) -> str:
        return "".join(activity.message.text for activity in self.activities)

    @property
    def usage(self) -> list[steps_pb2.Usage]:
        return [activity.usage for activity in self.activities if activity.HasField("usage")]

    @property
    def product(self) -> Any:
        """The one result, which came last."""
        assert self.error is None, f"{self.error!r}: {self.error.details}"
        name = PRODUCTS[self.method]
        assert [response.HasField(name) for response in self.responses].count(True) == 1
        return getattr(self.responses[-1], name)


class NotePlanner:
    """A planner that is asked about notes over gRPC."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = planner_pb2_grpc.PlannerServiceStub(channel)

    async def ask(
        self, method: str, *, locale: str = "zh", builtin_context: bool = False, **fields: Any
    ) -> HeardOfNote:
        """Return all that is heard of a call of *method*, also of one that fails."""
        work = steps_pb2.StepContext(
            run_id="run-1",
            session_id="session-1",
            step="planner-1",
            attempt=1,
            locale=locale,
            idempotency_key=STEP_KEY,
            builtin_only=builtin_context,
        )
        request = getattr(planner_pb2, f"{method}Request")(context=work, **fields)
        heard = HeardOfNote(method)
        try:
            async for response in getattr(self._stub, method)(request, timeout=20):
                heard.responses.append(response)
        except grpc.aio.AioRpcError as error:
            heard.error = from_rpc_error(error)
        return heard

    async def brief(self, text: str = "写一篇春游攻略", **fields: Any) -> HeardOfNote:
        return await self.ask("CompileBrief", text=text, **fields)

    async def layout(self, brief: creations_pb2.Brief, **fields: Any) -> HeardOfNote:
        return await self.ask("PlanLayout", **({"brief": brief, "content": CONTENT} | fields))

    async def images(self, brief: creations_pb2.Brief, layout: creations_pb2.LayoutSpec, **fields: Any) -> HeardOfNote:
        return await self.ask("PlanImages", **({"brief": brief, "content": CONTENT, "layout": layout} | fields))

    async def advice(self, **fields: Any) -> HeardOfNote:
        told = {"text": "写一篇春游攻略", "finished": "writer_agent", "following": "layout_planner_agent"}
        return await self.ask("AdviseRoute", **(told | {"candidates": ["brief_compiler_agent"]} | fields))
