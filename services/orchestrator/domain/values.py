"""The values that steps take and make. Frozen, so that an event that holds one never changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from services.common.errors import Code


class Role(StrEnum):
    """Whose service does a step: one gRPC service each."""

    PLANNER = "planner"
    RAG = "rag"
    EXECUTOR = "executor"
    CRITIC = "critic"


class Action(StrEnum):
    """What a person wants of a picture."""

    GENERATE_IMAGE = "generate_image"
    INPAINTING = "inpainting"
    ADJUST_PARAMETERS = "adjust_parameters"
    UNKNOWN = "unknown"


class TaskType(StrEnum):
    """What kind of work made a picture."""

    TEXT_TO_IMAGE = "text_to_image"
    INPAINTING = "inpainting"
    PARAMETER_ADJUSTMENT = "parameter_adjustment"
    TEXT_OVERLAY = "text_overlay"


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something failed. Times in seconds; `message` is in the language of the run.

    `trace_id` is set once it has been recorded: what a person names when asking for help.
    """

    code: Code
    message: str
    details: str = ""
    node: str = ""
    retry_after: float | None = None
    trace_id: str = ""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a session; role is "user" or "assistant", `at` when it was said (None: not known)."""

    role: str
    content: str
    at: datetime | None = field(default=None, metadata={"mirrors": "time"})


@dataclass(frozen=True, slots=True)
class LastResult:
    """The last picture of a session, which follow-ups refer to."""

    asset_id: str
    prompt: str
    subject: str
    style: str
    seed: int
    width: int
    height: int
    parameters: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImageChatInput:
    """What a person asks of an image chat. Width and height in pixels, 0 for the default."""

    text: str
    image_asset_id: str = ""
    mask_asset_id: str = ""
    preferred_model: str = ""
    width: int = 0
    height: int = 0
    seed: int | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Intent:
    """A wish, understood. Confidence from 0 to 1."""

    action: Action
    subject: str
    style: str
    confidence: float
    raw_response: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)
    prompt: str = ""
    engine: str = "builtin"
    degraded: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """How a style looks: a rendering technique and "#rrggbb" colours by role."""

    medium: str
    palette: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RetrievedStyle:
    """A style that was found. Similarity from 0 to 1."""

    key: str
    style: str
    prompt: str
    similarity: float
    look: Look


@dataclass(frozen=True, slots=True)
class EnhancedPrompt:
    """A wish with what is known about it."""

    original: str
    retrieved: tuple[RetrievedStyle, ...]
    final: str

    @property
    def look(self) -> Look | None:
        """How the best style looks, or None when none was found."""
        return self.retrieved[0].look if self.retrieved else None


class AssetKind(StrEnum):
    """What a stored picture is."""

    IMAGE = "image"
    MASK = "mask"


@dataclass(frozen=True, slots=True)
class Asset:
    """A stored picture. Width and height in pixels, size in bytes."""

    asset_id: str
    width: int
    height: int
    size: int = 0
    parent_asset_id: str = ""
    mask_asset_id: str = ""
    kind: AssetKind = AssetKind.IMAGE


@dataclass(frozen=True, slots=True)
class ImageResult:
    """A finished picture and what made it."""

    asset: Asset
    task_type: TaskType
    model: str
    seed: int
    prompt: str
    parameters: Mapping[str, float] = field(default_factory=dict)
    elapsed_ms: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement. Scores from 0 to 1; `judged` is False when the judge was not available."""

    passed: bool
    score: float
    dimensions: Mapping[str, float] = field(default_factory=dict)
    feedback: str = ""
    suggestions: tuple[str, ...] = ()
    return_to: str = ""
    keep: tuple[str, ...] = ()
    judged: bool = True
