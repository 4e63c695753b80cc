"""Settings of the planner, read from the environment."""

import os
from pathlib import Path

from pydantic import Field

from services.common.limits import MEGABYTE
from services.common.settings import ReportingSettings


class PlannerSettings(ReportingSettings):
    """Settings of the planner."""

    listen: str = "0.0.0.0:50051"
    content_policy: bool = True
    content_policy_allow: tuple[str, ...] = ()
    max_request_bytes: int = Field(4 * MEGABYTE, ge=64 * 1024, description="a request to change a graph carries it")
    agents_folder: Path | None = Field(
        None, description="folder with agents/ and templates/ in addition to those that ship"
    )
    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, description="graphs planned concurrently")
