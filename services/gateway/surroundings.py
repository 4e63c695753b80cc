"""What the routes need of the world, wired in bootstrap."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from services.common.blobs import BlobStore
from services.common.settings import Environment
from services.common.telemetry import Telemetry
from services.common.workers import Workers
from services.gateway.settings import GatewaySettings
from services.gateway.upstream import Upstream


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The services behind, the pictures, time (seconds since 1970), and whether the gateway is about to stop."""

    settings: GatewaySettings
    upstream: Upstream
    blobs: BlobStore
    workers: Workers
    telemetry: Telemetry
    stopping: asyncio.Event
    now: Callable[[], float]

    @property
    def expose_details(self) -> bool:
        """Whether what is for engineers may leave the gateway."""
        return self.settings.environment is Environment.DEVELOPMENT
