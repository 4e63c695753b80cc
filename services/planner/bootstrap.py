"""Wires the planner; nothing else does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from reflow.v1 import planner_pb2, planner_pb2_grpc

from services.common.agents.catalog import Catalog, load_catalog
from services.common.agents.yaml_source import DefinitionsInvalid
from services.common.llm.configuration import Role
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.rpc import Server, run_service
from services.common.settings import SettingsInvalid
from services.common.telemetry import Telemetry
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Text
from services.common.worker_pool.pool import WorkerPool
from services.planner.adapters.graph_plans import load_libraries
from services.planner.application.advise_route import AdviseRoute
from services.planner.application.compile_brief import CompileBrief
from services.planner.application.content_policy import ContentPolicy
from services.planner.application.parse_intent import ParseIntent
from services.planner.application.plan_images import PlanImages
from services.planner.application.plan_layout import PlanLayout
from services.planner.application.plan_patch import PlanPatch
from services.planner.application.plan_task import PlanTask
from services.planner.application.structured_model import StructuredModel
from services.planner.servicer import PlannerDeps, PlannerServicer
from services.planner.settings import PlannerSettings

SERVICE = planner_pb2.DESCRIPTOR.services_by_name["PlannerService"].full_name


@asynccontextmanager
async def run_planner(
    settings: PlannerSettings, telemetry: Telemetry, models: ModelRegistry | None = None
) -> AsyncIterator[Server]:
    """Serve the planner until the context exits; with *models* where the process has opened them already.

    Raises SettingsInvalid for agents or templates with mistakes.
    """
    catalog = await asyncio.to_thread(_load_agents, settings)
    async with open_registry(settings, telemetry, models) as open_models:
        chat = open_models.chat(Role.PLANNER)
        seconds = settings.limits.planner_seconds
        model = StructuredModel(chat, seconds, open_models.clock) if chat is not None else None
        policy = ContentPolicy(settings.content_policy, settings.content_policy_allow)
        workers = WorkerPool(settings.workers, load_libraries, settings.limits.worker_bytes)
        deps = PlannerDeps(
            ParseIntent(model, policy),
            CompileBrief(model, policy),
            PlanLayout(model),
            PlanImages(model),
            AdviseRoute(model),
            PlanPatch(model, workers),
            PlanTask(model, catalog),
        )

        def add(server: grpc.aio.Server) -> None:
            planner_pb2_grpc.add_PlannerServiceServicer_to_server(PlannerServicer(deps), server)

        async with run_service("planner", [SERVICE], add, settings, telemetry) as server:
            yield server


def _load_agents(settings: PlannerSettings) -> Catalog:
    """Return the agents and templates. Raises SettingsInvalid naming each mistake with its file and line."""
    try:
        return load_catalog(settings.agents_folder)
    except DefinitionsInvalid as error:
        lines = [mistake.located for mistake in error.mistakes]
        text = Text("\n".join(line.zh for line in lines), "\n".join(line.en for line in lines))
        raise SettingsInvalid(text) from error
    except OSError as error:
        reason, folder = describe_file_error(error), settings.agents_folder
        text = Text(f"REFLOW_AGENTS_FOLDER：{folder}（{reason.zh}）", f"REFLOW_AGENTS_FOLDER: {folder} ({reason.en})")
        raise SettingsInvalid(text) from error
