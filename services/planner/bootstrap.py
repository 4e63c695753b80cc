"""Wires the planner; nothing else does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from reflow.v1 import planner_pb2, planner_pb2_grpc

from services.common.llm.configuration import Role
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.rpc import Server, run_service
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.planner.adapters.graph_plans import load_libraries
from services.planner.application.advise_route import AdviseRoute
from services.planner.application.compile_brief import CompileBrief
from services.planner.application.content_policy import ContentPolicy
from services.planner.application.parse_intent import ParseIntent
from services.planner.application.plan_images import PlanImages
from services.planner.application.plan_layout import PlanLayout
from services.planner.application.plan_patch import PlanPatch
from services.planner.application.structured_model import StructuredModel
from services.planner.servicer import PlannerDeps, PlannerServicer
from services.planner.settings import PlannerSettings

SERVICE = planner_pb2.DESCRIPTOR.services_by_name["PlannerService"].full_name


@asynccontextmanager
async def run_planner(
    settings: PlannerSettings, telemetry: Telemetry, models: ModelRegistry | None = None
) -> AsyncIterator[Server]:
    """Serve the planner until the context exits; with *models* where the process has opened them already."""
    async with open_registry(settings, telemetry, models) as open_models:
        chat = open_models.chat(Role.PLANNER)
        seconds = settings.limits.planner_seconds
        model = StructuredModel(chat, seconds, open_models.clock) if chat is not None else None
        policy = ContentPolicy(settings.content_policy, settings.content_policy_allow)
        workers = WorkerPool(settings.workers, load_libraries, settings.limits.worker_bytes)
        deps = PlannerDeps(
            ParseIntent(model),
            CompileBrief(model, policy),
            PlanLayout(model),
            PlanImages(model),
            AdviseRoute(model),
            PlanPatch(model, workers),
        )

        def add(server: grpc.aio.Server) -> None:
            planner_pb2_grpc.add_PlannerServiceServicer_to_server(PlannerServicer(deps), server)

        async with run_service("planner", [SERVICE], add, settings, telemetry) as server:
            yield server
