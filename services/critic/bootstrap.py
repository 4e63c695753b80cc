"""Composition root of the critic."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from reflow.v1 import critic_pb2, critic_pb2_grpc

from services.common.blobs import open_blob_store
from services.common.llm.configuration import Role
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.rpc import Server, run_service
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.critic.adapters.image_computations import load_libraries
from services.critic.application.evaluate_task import TaskEvaluator
from services.critic.application.review_graph import GraphReviewer
from services.critic.application.review_image import ImageReviewer, VisionModel
from services.critic.application.review_note import JudgeModel, NoteReviewer
from services.critic.servicer import CriticServicer
from services.critic.settings import CriticSettings

SERVICE = critic_pb2.DESCRIPTOR.services_by_name["CriticService"].full_name


@asynccontextmanager
async def run_critic(
    settings: CriticSettings, telemetry: Telemetry, models: ModelRegistry | None = None
) -> AsyncIterator[Server]:
    """Serve the critic until the context is left, with *models* if the process has already opened them."""
    async with open_registry(settings, telemetry, models) as open_models:
        model = open_models.vision()
        blobs, workers = open_blob_store(settings.blobs_url), _open_workers(settings)
        limits, errors = settings.limits, telemetry.errors
        vision = VisionModel(model, open_models.clock) if model is not None else None
        servicer = CriticServicer(
            ImageReviewer(blobs, workers, limits, errors, vision),
            NoteReviewer(blobs, workers, limits, errors, _select_judge(open_models)),
            GraphReviewer(workers, limits, errors, _select_judge(open_models)),
            TaskEvaluator(limits, errors, _select_judge(open_models)),
        )

        def add(server: grpc.aio.Server) -> None:
            critic_pb2_grpc.add_CriticServiceServicer_to_server(servicer, server)

        async with run_service("critic", [SERVICE], add, settings, telemetry) as server:
            yield server


def _open_workers(settings: CriticSettings) -> WorkerPool:
    return WorkerPool(settings.workers, load_libraries, settings.limits.worker_bytes)


def _select_judge(models: ModelRegistry) -> JudgeModel | None:
    """Return the model that judges notes and graphs: the role critic, else vision, which also accepts images."""
    roles = models.configuration.roles
    if (critic := models.chat(Role.CRITIC)) is not None:
        return JudgeModel(critic, models.clock, accepts_images=roles[Role.CRITIC].sees)
    if (vision := models.chat(Role.VISION)) is not None:
        return JudgeModel(vision, models.clock, accepts_images=True)
    return None
