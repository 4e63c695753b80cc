"""All limits of the system, with their defaults. Each is a setting: REFLOW_LIMITS__NAME."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from services.common.images.limits import ImageLimits

MEGABYTE = 1024 * 1024


class Limits(BaseModel):
    """Lengths in Unicode code points, sizes in bytes, times in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text_length: int = Field(1_000, ge=1, le=20_000)
    mask_bytes: int = Field(10 * MEGABYTE, ge=1)
    mask_paths: int = Field(100, ge=1)
    points_per_path: int = Field(10_000, ge=1, le=100_000)
    image_bytes: int = Field(20 * MEGABYTE, ge=1)
    image_side: int = Field(4_096, ge=64)
    output_side: int = Field(2_048, ge=64, le=2_048, description="width and height of a generated image")
    planner_seconds: float = Field(10, gt=0)
    rag_seconds: float = Field(5, gt=0)
    executor_seconds: float = Field(5, gt=0)
    executor_remote_seconds: float = Field(60, gt=0)
    critic_seconds: float = Field(8, gt=0)
    run_seconds: float = Field(60, gt=0)
    run_remote_seconds: float = Field(300, gt=0)
    graph_seconds: float = Field(60, gt=0, description="a call that stores, changes or converts a graph, outside a run")
    step_retries: int = Field(3, ge=0)
    retry_pace: float = Field(1, ge=0, description="factor of the delays between the attempts of a step")
    returns: int = Field(3, ge=0, description="maximum number of returns by the critic")
    max_returns: int = Field(10, ge=0, le=50, description="returns that a request for a note may allow")
    running: int = Field(50, ge=1)
    waiting: int = Field(100, ge=0)
    history_messages: int = Field(50, ge=1)
    planner_messages: int = Field(5, ge=0)
    worker_bytes: int = Field(4_096 * MEGABYTE, ge=512 * MEGABYTE, description="memory of a worker process")
    run_bytes: int = Field(5 * MEGABYTE, ge=1_000)
    ui_components: int = Field(100, ge=1)
    watcher_seconds: float = Field(30, gt=0, description="a watcher that reads nothing for this long is disconnected")
    session_idle_seconds: float = Field(1_800, gt=0)
    cache_seconds: float = Field(3_600, ge=0)
    intent_confidence: float = Field(0.5, ge=0, le=1, description="a run continues above it")
    pass_score: float = Field(0.7, ge=0, le=1)
    return_score: float = Field(0.6, ge=0, le=1)
    budget_tokens: int = Field(0, ge=0, description="tokens of remote models a run may use; 0 for no limit")
    budget_images: int = Field(0, ge=0, description="images of remote models a run may use; 0 for no limit")
    budget_seconds: float = Field(0, ge=0, description="seconds of execution of a run with models; 0 for no limit")
    budget_warn_share: float = Field(0.8, gt=0, le=1, description="part of a budget at which the run is warned")
    budget_action: Literal["warn", "degrade", "stop"] = Field("degrade", description="consequence at the limit")
    node_catalog_bytes: int = Field(32 * MEGABYTE, ge=1_000, description="a catalog of node types in one import")
    retrieved_styles: int = Field(3, ge=1, le=10)

    @property
    def images(self) -> ImageLimits:
        """Limits of uploaded images and masks."""
        return ImageLimits(
            mask_bytes=self.mask_bytes,
            image_bytes=self.image_bytes,
            max_side=self.image_side,
            mask_paths=self.mask_paths,
            points_per_path=self.points_per_path,
        )
