"""Where the critic is wired, and nowhere else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from reflow.v1 import critic_pb2, critic_pb2_grpc

from services.common.blobs import open_blob_store
from services.common.models.configuration import Role
from services.common.models.opening import Models, opened
from services.common.serving import Server, serving
from services.common.telemetry import Telemetry
from services.common.workers import Workers
from services.critic.servicer import CriticServicer, Eyes
from services.critic.servicer_note import Editor, NoteReviewer
from services.critic.settings import CriticSettings

SERVICE = critic_pb2.DESCRIPTOR.services_by_name["CriticService"].full_name


@asynccontextmanager
async def run_critic(
    settings: CriticSettings, telemetry: Telemetry, models: Models | None = None
) -> AsyncIterator[Server]:
    """Serve the critic until the context ends; with *models* where the process has opened them already."""
    async with opened(settings, telemetry, models) as open_models:
        model = open_models.sight()
        blobs, workers = open_blob_store(settings.blobs_url), Workers(settings.workers)
        servicer = CriticServicer(
            blobs,
            workers,
            settings.limits,
            telemetry.errors,
            NoteReviewer(blobs, workers, settings.limits, telemetry.errors, _editor(open_models)),
            Eyes(model, open_models.clock) if model is not None else None,
        )

        def add(server: grpc.aio.Server) -> None:
            critic_pb2_grpc.add_CriticServiceServicer_to_server(servicer, server)

        async with serving("critic", [SERVICE], add, settings, telemetry) as server:
            yield server


def _editor(models: Models) -> Editor | None:
    """Return the model that judges notes: the role critic, else the role vision, which sees the pictures too."""
    roles = models.configuration.roles
    if (critic := models.chat(Role.CRITIC)) is not None:
        return Editor(critic, models.clock, sees=roles[Role.CRITIC].sees)
    if (vision := models.chat(Role.VISION)) is not None:
        return Editor(vision, models.clock, sees=True)
    return None
