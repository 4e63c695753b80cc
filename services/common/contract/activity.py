"""Activities that a step emits before its result."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Phase(StrEnum):
    """Whether a step waits for a free worker or is in progress."""

    WORKING = "working"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class Thought:
    """A thought of an agent."""

    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """A chunk of text for the user."""

    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """Completed fraction of a step, from 0 to 1.

    With *time_limit* the service itself ends the work that starts now within these seconds; the limit replaces the
    caller's timeout of the step until the next progress.
    """

    phase: Phase
    fraction: float
    text: str = ""
    time_limit: float | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool was called."""

    tool_call_id: str
    tool: str
    input: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A tool returned."""

    tool_call_id: str
    tool: str
    output: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """Usage of a remote model: one call, or the sum of several. Cost in `currency` (ISO 4217)."""

    provider: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    images: int = 0
    cost: float = 0.0
    currency: str = ""
    requests: int = 1

    @property
    def tokens(self) -> int:
        """Input and output tokens."""
        return self.input_tokens + self.output_tokens


Activity = Thought | Message | Progress | ToolCall | ToolResult | Usage
ACTIVITIES = (Thought, Message, Progress, ToolCall, ToolResult, Usage)
