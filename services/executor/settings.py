"""Settings of the executor, read from the environment."""

import os

from pydantic import Field

from services.common.limits import MEGABYTE
from services.common.settings import ReportingSettings


class ExecutorSettings(ReportingSettings):
    """Settings of the executor."""

    listen: str = "0.0.0.0:50053"
    max_request_bytes: int = Field(
        4 * MEGABYTE, ge=64 * 1024, description="uploads arrive in chunks, and a note is written with all its evidence"
    )
    blobs_url: str = Field(description="where images are stored: file:///folder, s3://bucket/prefix, ...")
    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, description="images painted concurrently")
    fetch_allow: tuple[str, ...] = Field(
        (), description="hosts and networks that image URLs may name beyond public ones"
    )
    mcp_servers: str = Field(
        "", description="the TOML file of MCP servers whose tools agents may call (docs/mcp.md); empty: none"
    )
    webhook_allow: tuple[str, ...] = Field(
        (), description="hosts and networks that webhooks may have beyond public ones"
    )
    blobs_bytes: int = Field(0, ge=0, description="images are rejected beyond this size of all of them; 0 for any size")
    keep_unused_images_hours: float = Field(
        24, gt=0, description="images that no run refers to are deleted after this time"
    )
    fetch_seconds: float = Field(10, gt=0)
