"""Wires the planner; nothing else does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from reflow.v1 import planner_pb2, planner_pb2_grpc

from services.common.agents.catalog import Catalog, load_catalog
from services.common.agents.yaml_source import DefinitionsInvalid
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.rpc import Server, run_service
from services.common.rpc.deferred_use_case import DeferredUseCase
from services.common.settings import SettingsInvalid
from services.common.telemetry import Telemetry
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Text
from services.planner.servicer import PlannerDeps, PlannerServicer
from services.planner.settings import PlannerSettings
from services.planner.use_cases import UseCases

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
        use_cases = UseCases(settings, open_models, catalog)
        deps = PlannerDeps(
            DeferredUseCase(use_cases.create_parse_intent),
            DeferredUseCase(use_cases.create_compile_brief),
            DeferredUseCase(use_cases.create_plan_layout),
            DeferredUseCase(use_cases.create_plan_images),
            DeferredUseCase(use_cases.create_advise_route),
            DeferredUseCase(use_cases.create_plan_patch),
            DeferredUseCase(use_cases.create_plan_task),
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
