"""The calls that steps make: one frozen request for each capability of a role service."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.orchestrator.domain.values import ChatMessage, ImageResult, LastResult, Look


@dataclass(frozen=True, slots=True)
class ParseIntent:
    """Planner: tell what the person wants."""

    text: str
    has_mask: bool
    has_image: bool
    messages: tuple[ChatMessage, ...]
    last_result: LastResult | None
    builtin_only: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class RetrieveStyles:
    """Rag: find the styles that fit and write the final prompt."""

    text: str
    subject: str
    style: str
    suggestions: tuple[str, ...]
    fresh: bool


@dataclass(frozen=True, slots=True)
class GenerateImage:
    """Executor: make a new picture."""

    prompt: str
    subject: str
    look: Look | None
    width: int
    height: int
    seed: int
    model: str


@dataclass(frozen=True, slots=True)
class Inpaint:
    """Executor: paint the marked area of a picture anew."""

    image_asset_id: str
    mask_asset_id: str
    prompt: str
    subject: str
    look: Look | None
    seed: int
    model: str


@dataclass(frozen=True, slots=True)
class AdjustImage:
    """Executor: make a picture brighter, smaller, and so on."""

    image_asset_id: str
    parameters: Mapping[str, float]
    look: Look | None


@dataclass(frozen=True, slots=True)
class ReviewImage:
    """Critic: judge the picture against what was asked for."""

    result: ImageResult
    before_asset_id: str
    mask_asset_id: str
    width: int
    height: int
    look: Look | None
    parameters: Mapping[str, float]
    prompt: str
    subject: str
    style: str
    fresh: bool


Call = ParseIntent | RetrieveStyles | GenerateImage | Inpaint | AdjustImage | ReviewImage
