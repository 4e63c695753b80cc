"""PlannerService: every RPC runs a use case of `application/`."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from reflow.v1 import planner_pb2, planner_pb2_grpc

from services.common.rpc import Context
from services.common.rpc.step_rpc import UseCase, step_rpc


@dataclass(frozen=True, slots=True)
class PlannerDeps:
    """The use cases behind the RPCs."""

    parse_intent: UseCase
    compile_brief: UseCase
    plan_layout: UseCase
    plan_images: UseCase
    advise_route: UseCase
    plan_patch: UseCase
    plan_task: UseCase


class PlannerServicer(planner_pb2_grpc.PlannerServiceServicer):
    """Parses intents, plans notes, changes of graphs and tasks."""

    def __init__(self, deps: PlannerDeps) -> None:
        self._deps = deps

    def ParseIntent(
        self, request: planner_pb2.ParseIntentRequest, context: Context
    ) -> AsyncGenerator[planner_pb2.ParseIntentResponse, None]:
        return step_rpc(self._deps.parse_intent, request, context, planner_pb2.ParseIntentResponse)

    def CompileBrief(
        self, request: planner_pb2.CompileBriefRequest, context: Context
    ) -> AsyncGenerator[planner_pb2.CompileBriefResponse, None]:
        return step_rpc(self._deps.compile_brief, request, context, planner_pb2.CompileBriefResponse)

    def PlanLayout(
        self, request: planner_pb2.PlanLayoutRequest, context: Context
    ) -> AsyncGenerator[planner_pb2.PlanLayoutResponse, None]:
        return step_rpc(self._deps.plan_layout, request, context, planner_pb2.PlanLayoutResponse)

    def PlanImages(
        self, request: planner_pb2.PlanImagesRequest, context: Context
    ) -> AsyncGenerator[planner_pb2.PlanImagesResponse, None]:
        return step_rpc(self._deps.plan_images, request, context, planner_pb2.PlanImagesResponse)

    def AdviseRoute(
        self, request: planner_pb2.AdviseRouteRequest, context: Context
    ) -> AsyncGenerator[planner_pb2.AdviseRouteResponse, None]:
        return step_rpc(self._deps.advise_route, request, context, planner_pb2.AdviseRouteResponse)

    def PlanPatch(
        self, request: planner_pb2.PlanPatchRequest, context: Context
    ) -> AsyncGenerator[planner_pb2.PlanPatchResponse, None]:
        return step_rpc(self._deps.plan_patch, request, context, planner_pb2.PlanPatchResponse)

    def PlanTask(
        self, request: planner_pb2.PlanTaskRequest, context: Context
    ) -> AsyncGenerator[planner_pb2.PlanTaskResponse, None]:
        return step_rpc(self._deps.plan_task, request, context, planner_pb2.PlanTaskResponse)
