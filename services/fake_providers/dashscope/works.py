"""The work that the fake DashScope has taken on: tasks with their statuses, and pictures that wait to be fetched."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from services.fake_providers.acts import Failure
from services.fake_providers.dashscope.wording import code_and_message

# As usual: long enough to be seen, short enough not to be waited for.
QUEUED_SECONDS, RUNNING_SECONDS = 0.1, 0.4
Json = dict[str, Any]


@dataclass(frozen=True)
class Wish:
    """A picture to be made: from words, and from the pictures that came with them."""

    prompt: str
    seed: int
    size: tuple[int, int]
    pictures: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Task:
    """A task; its times are on the clock of *submitted*. Pure: what it is follows from the time."""

    task_id: str
    wish: Wish
    submitted: float
    submitted_at: float
    queued: float = QUEUED_SECONDS
    running: float = RUNNING_SECONDS
    ends: Failure | None = None
    lost: bool = False
    canceled: bool = False

    def status(self, now: float) -> str:
        """Return the status at *now*."""
        if self.lost:
            return "UNKNOWN"
        if self.canceled:
            return "CANCELED"
        if now < self.submitted + self.queued:
            return "PENDING"
        if now < self.submitted + self.queued + self.running:
            return "RUNNING"
        return "FAILED" if self.ends else "SUCCEEDED"

    def withdrawn(self) -> "Task":
        """Return the task, cancelled."""
        return replace(self, canceled=True)

    def output(self, now: float, url: str) -> Json:
        """Return `output` of an answer about the task at *now*; *url* is where its picture will be."""
        status = self.status(now)
        told: Json = {"task_id": self.task_id, "task_status": status}
        if status == "UNKNOWN":
            return told
        told["submit_time"] = _spelt(self.submitted_at)
        if status not in ("PENDING", "CANCELED"):
            told["scheduled_time"] = _spelt(self.submitted_at + self.queued)
        if status in ("SUCCEEDED", "FAILED"):
            told["end_time"] = _spelt(self.submitted_at + self.queued + self.running)
            told["task_metrics"] = {"TOTAL": 1, "SUCCEEDED": int(status != "FAILED"), "FAILED": int(status == "FAILED")}
        if status == "SUCCEEDED":
            told["results"] = [{"orig_prompt": self.wish.prompt, "url": url}]
        if status == "FAILED" and self.ends:
            told["code"], told["message"] = code_and_message(self.ends, 0)
        return told


def _spelt(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
