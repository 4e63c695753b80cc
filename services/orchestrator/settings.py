"""Settings of the orchestrator, read from the environment."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from services.common.limits import MEGABYTE
from services.common.settings import ServiceSettings


class OrchestratorSettings(ServiceSettings):
    """Settings of the orchestrator."""

    database_url: str = Field(description="postgresql://...; runs and their logs")
    planner_address: str = Field(description="host:port, dns:///name:port or unix:PATH")
    rag_address: str
    executor_address: str
    critic_address: str
    listen: str = "0.0.0.0:50050"
    max_request_bytes: int = Field(4 * MEGABYTE, ge=64 * 1024, description="a graph is one message")
    pool_size: int = Field(10, ge=2)
    scheduler: Literal["local", "dbos"] = Field(
        "local", description="local: this is the only orchestrator on its database; dbos: one of several"
    )
    scheduler_poll_seconds: float = Field(
        1, gt=0, description="interval at which a replica polls for runs of a replica that is gone"
    )
    replica_timeout_seconds: float = Field(
        6, ge=2, description="a replica without a heartbeat for this long counts as gone"
    )
    webhook_seconds: float = Field(15, gt=0, le=60, description="time that a receiver of a webhook has to respond")
    webhook_backoff: tuple[Annotated[float, Field(gt=0, le=604_800)], ...] = Field(
        (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400),
        max_length=20,
        description="seconds between the attempts to deliver to a webhook; then the delivery is a dead letter",
    )
    keep_runs_days: Annotated[float | None, BeforeValidator(lambda value: None if value == "" else value)] = Field(
        None, gt=0, le=36_500, description="ended runs are deleted after this many days; unset or empty: never"
    )
