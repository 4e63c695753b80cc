"""Memory of a session: its messages and its last image."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message of a session. Role is "user" or "assistant"; `at` is None when the time is unknown."""

    role: str
    content: str
    at: datetime | None = field(default=None, metadata={"mirrors": "time"})


@dataclass(frozen=True, slots=True)
class LastResult:
    """The last image of a session. Follow-up requests refer to it."""

    asset_id: str
    prompt: str
    subject: str
    style: str
    seed: int
    width: int
    height: int
    parameters: Mapping[str, float] = field(default_factory=dict)
