"""Settings of the critic, read from the environment."""

import os

from pydantic import Field

from services.common.settings import ReportingSettings


class CriticSettings(ReportingSettings):
    """Settings of the critic."""

    listen: str = "0.0.0.0:50054"
    blobs_url: str = Field(description="blob store of the images; the same as that of the executor")
    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, description="images reviewed concurrently")
