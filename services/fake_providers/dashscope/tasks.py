"""Tasks of the fake DashScope: their status and results."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from services.fake_providers.behaviors import Failure
from services.fake_providers.dashscope.errors import pick_code_and_message

# Defaults: long enough to be observed, short enough for tests.
QUEUED_SECONDS, RUNNING_SECONDS = 0.1, 0.4
Json = dict[str, Any]


@dataclass(frozen=True)
class ImageRequest:
    """A requested image: prompt and source images."""

    prompt: str
    seed: int
    size: tuple[int, int]
    images: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Task:
    """A task; its times are on the clock of `submitted`. Pure: its status depends on the time only."""

    task_id: str
    request: ImageRequest
    submitted: float
    submitted_at: float
    queued_seconds: float = QUEUED_SECONDS
    running_seconds: float = RUNNING_SECONDS
    task_failure: Failure | None = None
    is_forgotten: bool = False
    canceled: bool = False

    def status(self, now: float) -> str:
        """Return the status at *now*."""
        if self.is_forgotten:
            return "UNKNOWN"
        if self.canceled:
            return "CANCELED"
        if now < self.submitted + self.queued_seconds:
            return "PENDING"
        if now < self.submitted + self.queued_seconds + self.running_seconds:
            return "RUNNING"
        return "FAILED" if self.task_failure else "SUCCEEDED"

    def cancel(self) -> "Task":
        """Return the task, cancelled."""
        return replace(self, canceled=True)

    def output(self, now: float, url: str) -> Json:
        """Return `output` of a response about the task at *now*; *url* is the address of its image."""
        status = self.status(now)
        output: Json = {"task_id": self.task_id, "task_status": status}
        if status == "UNKNOWN":
            return output
        output["submit_time"] = _format_time(self.submitted_at)
        if status not in ("PENDING", "CANCELED"):
            output["scheduled_time"] = _format_time(self.submitted_at + self.queued_seconds)
        if status in ("SUCCEEDED", "FAILED"):
            output["end_time"] = _format_time(self.submitted_at + self.queued_seconds + self.running_seconds)
            output["task_metrics"] = {
                "TOTAL": 1,
                "SUCCEEDED": int(status != "FAILED"),
                "FAILED": int(status == "FAILED"),
            }
        if status == "SUCCEEDED":
            output["results"] = [{"orig_prompt": self.request.prompt, "url": url}]
        if status == "FAILED" and self.task_failure:
            output["code"], output["message"] = pick_code_and_message(self.task_failure, 0)
        return output


def _format_time(received_at: float) -> str:
    return datetime.fromtimestamp(received_at, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
