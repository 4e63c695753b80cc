"""What the gateway can be told from its environment."""

from pydantic import Field

from services.common.limits import MEGABYTE
from services.common.settings import ServiceSettings


class GatewaySettings(ServiceSettings):
    """Settings of the gateway. Times in seconds, sizes in bytes; `listen` is not used here."""

    host: str = Field("0.0.0.0", description="address to listen on")  # noqa: S104  # what a container needs
    port: int = Field(8080, ge=0, le=65_535, description="0 for any free one")
    orchestrator_address: str = Field(description="host:port, dns:///name:port or unix:PATH")
    executor_address: str = Field(description="where pictures and masks are taken in")
    rag_address: str = Field(description="where styles are kept")
    blobs_url: str = Field(description="where pictures are kept: file:///folder, s3://bucket/prefix, ...")
    cors_origins: tuple[str, ...] = Field((), description="web origins that may call, or * for all; none by default")
    hosts: tuple[str, ...] = Field((), description="further names of this system in image URLs, as host or host:port")
    body_bytes: int = Field(40 * MEGABYTE, ge=1_024)
    body_seconds: float = Field(120, gt=0, description="time for a request's body to arrive")
    call_seconds: float = Field(10, gt=0, description="deadline of a call to a service")
    import_seconds: float = Field(30, gt=0, description="deadline of taking in a picture or a mask")
    comment_seconds: float = Field(15, gt=0, description="a comment line when a stream was silent for so long")
    watch_tries: int = Field(8, ge=0, description="how often a broken stream of events is taken up without progress")
    abandon_seconds: float = Field(
        30, gt=0, description="a note whose readers have all left is stopped after so long, unless told otherwise"
    )
    stop_seconds: int = Field(5, ge=1, description="how long open requests may take to end when the gateway stops")
