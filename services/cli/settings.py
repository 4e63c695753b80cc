"""What the system on one machine can be told."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.common.settings import LogLevel


class EmbeddedSettings(BaseSettings):
    """What the embedded system can be told; the services read their own settings beside it."""

    model_config = SettingsConfigDict(env_prefix="REFLOW_", frozen=True, extra="ignore")

    database_url: str = Field("", description="a PostgreSQL of your own with pgvector; empty to start the embedded one")
    blobs_url: str = Field("", description="where pictures are kept; empty for a folder in the data folder")
    log_level: LogLevel = "INFO"
    otlp_endpoint: str = ""
