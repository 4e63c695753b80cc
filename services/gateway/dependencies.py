"""Dependencies of the HTTP routes, wired in bootstrap."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, FastAPI, Request

from services.common.blobs import BlobStore
from services.common.settings import Environment
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.gateway.clients import ServiceClients
from services.gateway.settings import GatewaySettings


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Service clients, images, the clock (seconds since 1970), and an event that is set when the gateway stops."""

    settings: GatewaySettings
    clients: ServiceClients
    blobs: BlobStore
    workers: WorkerPool
    telemetry: Telemetry
    stopping: asyncio.Event
    now: Callable[[], float]

    @property
    def expose_details(self) -> bool:
        """Whether details for engineers may leave the gateway."""
        return self.settings.environment is Environment.DEVELOPMENT


def set_dependencies(app: FastAPI, deps: Dependencies) -> None:
    """Provide *deps* to the routes of *app*."""
    app.state.dependencies = deps


def get_dependencies(request: Request) -> Dependencies:
    """Return the dependencies of the application that serves *request*."""
    deps: Dependencies = request.app.state.dependencies
    return deps


Deps = Annotated[Dependencies, Depends(get_dependencies)]
