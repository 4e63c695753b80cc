"""Composition root of the critic."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from reflow.v1 import critic_pb2, critic_pb2_grpc

from services.common.llm.registry import ModelRegistry, open_registry
from services.common.rpc import Server, run_service
from services.common.rpc.deferred_use_case import DeferredUseCase
from services.common.telemetry import Telemetry
from services.critic.servicer import CriticServicer
from services.critic.settings import CriticSettings
from services.critic.use_cases import UseCases

SERVICE = critic_pb2.DESCRIPTOR.services_by_name["CriticService"].full_name


@asynccontextmanager
async def run_critic(
    settings: CriticSettings, telemetry: Telemetry, models: ModelRegistry | None = None
) -> AsyncIterator[Server]:
    """Serve the critic until the context is left, with *models* if the process has already opened them."""
    async with open_registry(settings, telemetry, models) as open_models:
        use_cases = UseCases(settings, telemetry, open_models)
        servicer = CriticServicer(
            DeferredUseCase(use_cases.create_review_image),
            DeferredUseCase(use_cases.create_review_note),
            DeferredUseCase(use_cases.create_review_graph),
            DeferredUseCase(use_cases.create_evaluate_task),
        )

        def add(server: grpc.aio.Server) -> None:
            critic_pb2_grpc.add_CriticServiceServicer_to_server(servicer, server)

        async with run_service("critic", [SERVICE], add, settings, telemetry) as server:
            yield server
