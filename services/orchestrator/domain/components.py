"""The pieces of user interface a run can show."""

from dataclasses import dataclass
from enum import StrEnum

from services.orchestrator.domain.values import ImageResult


class MessageState(StrEnum):
    """How a line an agent says is meant."""

    THINKING = "thinking"
    SUCCESS = "success"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """A line an agent says."""

    state: MessageState
    text: str


@dataclass(frozen=True, slots=True)
class ImageCard:
    """A picture; score from 0 to 1, None when it was not judged."""

    result: ImageResult
    score: float | None


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing that can be adjusted, with its value now and its range."""

    name: str
    label: str
    value: float
    minimum: float
    maximum: float


@dataclass(frozen=True, slots=True)
class ParameterPanel:
    """What can be adjusted on the picture *asset_id*."""

    asset_id: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class SuggestionChips:
    """What could be asked for next."""

    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MaskRequest:
    """Asks the person to mark an area of the picture *asset_id* ("" when none is known)."""

    asset_id: str
    text: str


Widget = AgentMessage | ImageCard | ParameterPanel | SuggestionChips | MaskRequest


@dataclass(frozen=True, slots=True)
class UiComponent:
    """A widget under an id; one of the same id replaces the earlier one."""

    id: str
    widget: Widget
