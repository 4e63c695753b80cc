"""Settings of the gateway, read from its environment."""

from pathlib import Path

from pydantic import Field, ValidationInfo, field_validator
from pydantic_settings import SettingsConfigDict

from services.common.limits import MEGABYTE
from services.common.settings import ReportingSettings


class GatewaySettings(ReportingSettings):
    """Settings of the gateway. Times in seconds, sizes in bytes; `listen` is not used here."""

    model_config = SettingsConfigDict(populate_by_name=True)

    host: str = Field("0.0.0.0", description="address to listen on")  # noqa: S104  # what a container needs
    port: int = Field(8080, ge=0, le=65_535, description="0 for any free one")
    orchestrator_address: str = Field(description="host:port, dns:///name:port or unix:PATH")
    executor_address: str = Field(description="the service that imports images and masks")
    rag_address: str = Field(description="the service that stores styles")
    blobs_url: str = Field(description="where images are stored: file:///folder, s3://bucket/prefix, ...")
    cors_origins: tuple[str, ...] = Field((), description="web origins that may call, or * for all; none by default")
    hosts: tuple[str, ...] = Field(
        (), description="further names under which clients reach this system, as host or host:port; * for any"
    )
    public_url: str = Field(
        "",
        pattern=r"^(https?://[^/?#]+)?$",
        description="origin of this system in the URLs of images, such as https://reflow.example.com; by default where "
        "each request has reached it",
    )
    connections: int = Field(1_000, ge=1, description="open connections in all, further ones are rejected")
    connections_per_address: int = Field(500, ge=1, description="open connections of one client address")
    header_seconds: float = Field(10, gt=0, description="time for the line and headers of a request to arrive")
    body_bytes: int = Field(40 * MEGABYTE, ge=1_024, description="largest body of a route that takes images")
    json_bytes: int = Field(MEGABYTE, ge=1_024, description="largest body of any other route")
    mcp_bytes: int = Field(4 * MEGABYTE, ge=1_024, description="largest body of /mcp, where images are inline")
    agents_folder: Path | None = Field(None, description="as of the planner: agents and templates that /mcp lists")
    body_budget_bytes: int = Field(
        128 * MEGABYTE, validate_default=True, description="bodies of all requests that are being received or parsed"
    )
    body_seconds: float = Field(120, gt=0, description="time for a request's body to arrive")
    sockets: int = Field(300, ge=0, description="open WebSockets in all, further ones are rejected; 0 for none")
    socket_subscriptions: int = Field(50, ge=1, description="graphs and runs that one WebSocket can watch")
    socket_message_bytes: int = Field(16 * 1024, ge=1_024, description="largest message that a WebSocket accepts")
    socket_messages_per_second: float = Field(
        20, gt=0, description="messages that a WebSocket accepts in the long run; ten times as many at once"
    )
    call_seconds: float = Field(10, gt=0, description="deadline of a call to a service")
    import_seconds: float = Field(30, gt=0, description="deadline of the import of an image or a mask")
    comment_seconds: float = Field(15, gt=0, description="silence of a stream after which a keep-alive comment is sent")
    watch_retries: int = Field(
        8,
        ge=0,
        validation_alias="REFLOW_WATCH_TRIES",
        description="how often a broken stream of events is reopened without progress in between",
    )
    abandon_seconds: float = Field(
        30, gt=0, description="a note whose readers have all disconnected is stopped after this time, by default"
    )
    stop_seconds: int = Field(5, ge=1, description="how long open requests may take to end when the gateway stops")

    @property
    def public_hosts(self) -> tuple[str, ...]:
        """The host of the public URL, if there is one."""
        return tuple(filter(None, [self.public_url.partition("://")[2]]))

    @field_validator("body_budget_bytes")
    @classmethod
    def _check_budget(cls, budget_bytes: int, others: ValidationInfo) -> int:
        if budget_bytes < others.data.get("body_bytes", 0):
            raise ValueError("must be at least REFLOW_BODY_BYTES, so that one body fits")
        return budget_bytes
