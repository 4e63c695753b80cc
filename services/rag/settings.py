"""What the rag can be told from its environment."""

from pydantic import Field

from services.common.settings import ServiceSettings


class RagSettings(ServiceSettings):
    """Settings of the rag."""

    listen: str = "0.0.0.0:50052"
    database_url: str = Field(description="postgresql://...; the style library")
    pool_size: int = Field(5, ge=1)
    scope: str = Field("default", min_length=1, description="whose own styles stand beside the shipped ones")
    workers: int = Field(1, ge=1, description="processes that embed large imports")
