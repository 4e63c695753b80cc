"""Where the planner is wired, and nowhere else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from reflow.v1 import planner_pb2, planner_pb2_grpc

from services.common.serving import Server, serving
from services.common.telemetry import Telemetry
from services.planner.parsing import BuiltinParser
from services.planner.servicer import PlannerServicer
from services.planner.settings import PlannerSettings

SERVICE = planner_pb2.DESCRIPTOR.services_by_name["PlannerService"].full_name


@asynccontextmanager
async def run_planner(settings: PlannerSettings, telemetry: Telemetry) -> AsyncIterator[Server]:
    """Serve the planner until the context ends."""
    servicer = PlannerServicer(BuiltinParser(), BuiltinParser())

    def add(server: grpc.aio.Server) -> None:
        planner_pb2_grpc.add_PlannerServiceServicer_to_server(servicer, server)

    async with serving("planner", [SERVICE], add, settings, telemetry) as server:
        yield server
