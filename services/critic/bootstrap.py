"""Where the critic is wired, and nowhere else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from reflow.v1 import critic_pb2, critic_pb2_grpc

from services.common.blobs import open_blob_store
from services.common.serving import Server, serving
from services.common.telemetry import Telemetry
from services.common.workers import Workers
from services.critic.servicer import CriticServicer
from services.critic.settings import CriticSettings

SERVICE = critic_pb2.DESCRIPTOR.services_by_name["CriticService"].full_name


@asynccontextmanager
async def run_critic(settings: CriticSettings, telemetry: Telemetry) -> AsyncIterator[Server]:
    """Serve the critic until the context ends."""
    servicer = CriticServicer(open_blob_store(settings.blobs_url), Workers(settings.workers), settings.limits)

    def add(server: grpc.aio.Server) -> None:
        critic_pb2_grpc.add_CriticServiceServicer_to_server(servicer, server)

    async with serving("critic", [SERVICE], add, settings, telemetry) as server:
        yield server
