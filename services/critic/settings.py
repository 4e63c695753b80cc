"""Settings of the critic, read from the environment."""

import os

from pydantic import Field

from services.common.limits import MEGABYTE
from services.common.settings import ReportingSettings


class CriticSettings(ReportingSettings):
    """Settings of the critic."""

    listen: str = "0.0.0.0:50054"
    max_request_bytes: int = Field(
        4 * MEGABYTE, ge=64 * 1024, description="a review of a note carries all that was made for it"
    )
    blobs_url: str = Field(description="blob store of the images; the same as that of the executor")
    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, description="images reviewed concurrently")
