"""Settings of the executor, from the environment."""

import os

from pydantic import Field

from services.common.settings import ReportingSettings


class ExecutorSettings(ReportingSettings):
    """Settings of the executor."""

    listen: str = "0.0.0.0:50053"
    blobs_url: str = Field(description="where images are stored: file:///folder, s3://bucket/prefix, ...")
    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, description="images painted concurrently")
    fetch_allow: tuple[str, ...] = Field(
        (), description="hosts and networks that image URLs may name beyond public ones"
    )
    fetch_seconds: float = Field(10, gt=0)
