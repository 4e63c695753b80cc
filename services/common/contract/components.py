"""UI components that a run can display."""

from dataclasses import dataclass
from enum import StrEnum

from services.common.contract.image_chat import ImageResult


class MessageState(StrEnum):
    """State of an agent message."""

    THINKING = "thinking"
    SUCCESS = "success"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """A message of an agent."""

    state: MessageState
    text: str


@dataclass(frozen=True, slots=True)
class ImageCard:
    """An image; score from 0 to 1, None when it was not reviewed."""

    result: ImageResult
    score: float | None


@dataclass(frozen=True, slots=True)
class Parameter:
    """An adjustable parameter with its value and its range."""

    name: str
    label: str
    value: float
    minimum: float
    maximum: float


@dataclass(frozen=True, slots=True)
class ParameterPanel:
    """The adjustable parameters of the image *asset_id*."""

    asset_id: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class SuggestionChips:
    """Suggested follow-up requests."""

    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MaskRequest:
    """Requests the user to mark an area of the image *asset_id* ("" when none is known)."""

    asset_id: str
    text: str


Widget = AgentMessage | ImageCard | ParameterPanel | SuggestionChips | MaskRequest


@dataclass(frozen=True, slots=True)
class UiComponent:
    """A widget with an id. A component replaces the earlier one with the same id."""

    id: str
    widget: Widget
