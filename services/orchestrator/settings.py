"""What the orchestrator can be told from its environment."""

from pydantic import Field

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
