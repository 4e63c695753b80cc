"""What the critic can be told from its environment."""

import os

from pydantic import Field

from services.common.settings import ServiceSettings


class CriticSettings(ServiceSettings):
    """Settings of the critic."""

    listen: str = "0.0.0.0:50054"
    blobs_url: str = Field(description="where pictures are kept; the same as the executor's")
    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, description="pictures judged at once")
