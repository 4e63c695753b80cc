"""What the orchestrator can be told from its environment."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from services.common.settings import ServiceSettings


class OrchestratorSettings(ServiceSettings):
    """Settings of the orchestrator."""

    database_url: str = Field(description="postgresql://...; runs and their logs")
    planner_address: str = Field(description="host:port, dns:///name:port or unix:PATH")
    rag_address: str
    executor_address: str
    critic_address: str
    listen: str = "0.0.0.0:50050"
    pool_size: int = Field(10, ge=2)
    driving: Literal["local", "dbos"] = Field(
        "local", description="local: this is the only orchestrator on its database; dbos: one of several"
    )
    driving_poll_seconds: float = Field(0.05, gt=0, description="how often a replica looks for a run to drive")
    replica_patience_seconds: float = Field(
        6, ge=2, description="a replica that has not said for so long that it lives is taken for gone"
    )
    keep_runs_days: Annotated[float | None, BeforeValidator(lambda given: None if given == "" else given)] = Field(
        None, gt=0, le=36_500, description="ended runs are deleted after so many days; unset or empty: never"
    )
