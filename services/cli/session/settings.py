"""Settings of the system on one machine."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.common.limits import MEGABYTE
from services.common.settings import Environment, LogLevel


class EmbeddedSettings(BaseSettings):
    """Settings of the embedded system; the services also read their own."""

    model_config = SettingsConfigDict(env_prefix="REFLOW_", frozen=True, extra="ignore")

    database_url: str = Field("", description="a PostgreSQL of your own with pgvector; empty to start the embedded one")
    blobs_url: str = Field("", description="where images are stored; empty for a folder in the data folder")
    log_level: LogLevel = "INFO"
    otlp_endpoint: str = ""
    environment: Environment = Environment.PRODUCTION
    log_bytes: int = Field(10 * MEGABYTE, ge=10_000, description="a longer log file is rotated; 3 are retained")
