"""Where the planner is wired, and nowhere else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from reflow.v1 import planner_pb2, planner_pb2_grpc

from services.common.models.configuration import Role
from services.common.models.opening import Models, opened
from services.common.serving import Server, serving
from services.common.telemetry import Telemetry
from services.planner.parsing import BuiltinParser, ModelParser
from services.planner.servicer import PlannerServicer
from services.planner.settings import PlannerSettings

SERVICE = planner_pb2.DESCRIPTOR.services_by_name["PlannerService"].full_name


@asynccontextmanager
async def run_planner(
    settings: PlannerSettings, telemetry: Telemetry, models: Models | None = None
) -> AsyncIterator[Server]:
    """Serve the planner until the context ends; with *models* where the process has opened them already."""
    async with opened(settings, telemetry, models) as open_models:
        chat = open_models.chat(Role.PLANNER)
        model = ModelParser(chat) if chat is not None else None
        seconds = settings.limits.planner_seconds
        servicer = PlannerServicer(BuiltinParser(), model, chat, seconds, open_models.clock)

        def add(server: grpc.aio.Server) -> None:
            planner_pb2_grpc.add_PlannerServiceServicer_to_server(servicer, server)

        async with serving("planner", [SERVICE], add, settings, telemetry) as server:
            yield server
