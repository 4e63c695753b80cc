"""Memory of a session: its messages and its last image."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from services.common.contract.image_chat import Restore


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


@dataclass(frozen=True, slots=True)
class SessionImage:
    """The image that a run of a session ended with.

    `number` counts the images of the session from 1; a restored image is not counted again. `source_asset_id` is the
    image that it was changed from, "" for a new one.
    """

    image: LastResult
    number: int
    restores: Restore = Restore.UNSPECIFIED
    source_asset_id: str = ""
