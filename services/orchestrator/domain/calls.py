"""The calls that steps make: one frozen request for each capability of a role service."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.orchestrator.domain.note.values import (
    Brief,
    Clarified,
    EvidencePack,
    ImagePlan,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    PlannedText,
    ReferenceAnalyses,
)
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


@dataclass(frozen=True, slots=True)
class CompileBrief:
    """Planner: compile what a note is to be."""

    text: str
    layout_preference: str
    reference_count: int
    picture_count: int
    messages: tuple[ChatMessage, ...]
    clarified: tuple[Clarified, ...]
    feedback: str
    builtin_only: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class PlanLayout:
    """Planner: plan the page of a note."""

    brief: Brief
    content: NoteContent
    layout_preference: str
    references: ReferenceAnalyses | None
    feedback: str
    builtin_only: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class PlanImages:
    """Planner: plan the pictures of a note."""

    brief: Brief
    content: NoteContent
    layout: LayoutSpec
    references: ReferenceAnalyses | None
    feedback: str
    clarified: tuple[Clarified, ...]
    builtin_only: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class AdviseRoute:
    """Planner: advise who should work next on a note."""

    text: str
    finished: str
    following: str
    candidates: tuple[str, ...]
    brief: Brief | None
    content: NoteContent | None
    layout: LayoutSpec | None
    plans: ImagePlanSet | None
    clarified: tuple[Clarified, ...]
    fresh: bool


@dataclass(frozen=True, slots=True)
class GatherEvidence:
    """Rag: gather what bears on a brief."""

    brief: Brief
    text: str
    feedback: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class AnalyzeReferences:
    """Rag: tell what reference pictures show and how."""

    asset_ids: tuple[str, ...]
    text: str
    feedback: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class WriteNote:
    """Executor: write the text of a note."""

    brief: Brief
    evidence: EvidencePack | None
    references: ReferenceAnalyses | None
    feedback: str
    before: NoteContent | None
    clarified: tuple[Clarified, ...]
    builtin_only: bool
    fresh: bool
    seed: int


@dataclass(frozen=True, slots=True)
class PaintNoteImage:
    """Executor: make one planned picture and draw its texts on it."""

    plan: ImagePlan
    overlays: tuple[PlannedText, ...]
    feedback: str
    seed: int
    model: str


@dataclass(frozen=True, slots=True)
class ReviewNote:
    """Critic: judge a note against its brief."""

    text: str
    brief: Brief
    evidence: EvidencePack | None
    references: ReferenceAnalyses | None
    content: NoteContent
    layout: LayoutSpec
    plans: ImagePlanSet
    images: tuple[NoteImage, ...]
    fresh: bool


Call = (
    ParseIntent
    | RetrieveStyles
    | GenerateImage
    | Inpaint
    | AdjustImage
    | ReviewImage
    | CompileBrief
    | PlanLayout
    | PlanImages
    | AdviseRoute
    | GatherEvidence
    | AnalyzeReferences
    | WriteNote
    | PaintNoteImage
    | ReviewNote
)
