"""Requests of steps: one for each capability of a role service."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.common.contract.agent_team.team_requests import (
    AnalyzeImage,
    AnnotateImage,
    EvaluateTask,
    PlanTask,
    RankCandidates,
    RunAgent,
)
from services.common.contract.graphs.graph_requests import (
    ApplyPatch,
    ConvertGraph,
    ExecuteGraph,
    ExecuteNode,
    Layout,
    PatchGraph,
    PlanExecution,
    PlanPatch,
    ReviewGraph,
    SearchNodes,
)
from services.common.contract.image_chat import ImageResult, Look
from services.common.contract.note import (
    Brief,
    ClarificationAnswer,
    EvidencePack,
    ImagePlan,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    PlannedText,
    ReferenceAnalyses,
    ReferenceInput,
)
from services.common.contract.overlays import OverlayText as OverlayText
from services.common.contract.prompts import PromptVersion
from services.common.contract.session import ChatMessage, LastResult


@dataclass(frozen=True, slots=True)
class ParseIntent:
    """Planner: parse the user's request."""

    text: str
    has_mask: bool = False
    has_image: bool = False
    messages: tuple[ChatMessage, ...] = ()
    last_result: LastResult | None = None
    builtin_only: bool = False
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class RetrieveStyles:
    """Rag: retrieve matching styles and build the final prompt."""

    text: str
    subject: str
    style: str
    suggestions: tuple[str, ...]
    fresh: bool


@dataclass(frozen=True, slots=True)
class GenerateImage:
    """Executor: generate an image."""

    prompt: str
    subject: str
    look: Look | None
    width: int
    height: int
    seed: int
    model: str


@dataclass(frozen=True, slots=True)
class Inpaint:
    """Executor: repaint the masked area of an image."""

    image_asset_id: str
    mask_asset_id: str
    prompt: str
    subject: str
    look: Look | None
    seed: int
    model: str


@dataclass(frozen=True, slots=True)
class AdjustImage:
    """Executor: adjust parameters of an image, for example its brightness; with a mask, inside it alone."""

    image_asset_id: str
    parameters: Mapping[str, float]
    look: Look | None
    mask_asset_id: str = ""


@dataclass(frozen=True, slots=True)
class ReviewImage:
    """Critic: review an image against its request."""

    result: ImageResult
    source_asset_id: str
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
    """Planner: compile the brief of a note."""

    text: str
    layout_preference: str = ""
    reference_count: int = 0
    image_count: int = 0
    messages: tuple[ChatMessage, ...] = ()
    clarification_answers: tuple[ClarificationAnswer, ...] = ()
    feedback: str = ""
    builtin_only: bool = False
    fresh: bool = False
    prompt: PromptVersion | None = None
    content_type: str = ""


@dataclass(frozen=True, slots=True)
class PlanLayout:
    """Planner: plan the layout of a note."""

    brief: Brief
    content: NoteContent
    layout_preference: str = ""
    references: ReferenceAnalyses | None = None
    feedback: str = ""
    builtin_only: bool = False
    fresh: bool = False
    prompt: PromptVersion | None = None


@dataclass(frozen=True, slots=True)
class PlanImages:
    """Planner: plan the images of a note."""

    brief: Brief
    content: NoteContent
    layout: LayoutSpec
    references: ReferenceAnalyses | None = None
    feedback: str = ""
    clarification_answers: tuple[ClarificationAnswer, ...] = ()
    builtin_only: bool = False
    fresh: bool = False
    prompt: PromptVersion | None = None
    reference_inputs: tuple[ReferenceInput, ...] = ()
    previous_plans: ImagePlanSet | None = None


@dataclass(frozen=True, slots=True)
class AdviseRoute:
    """Planner: advise on the next agent of a note."""

    text: str
    finished_agent: str
    next_agent: str
    candidates: tuple[str, ...] = ()
    brief: Brief | None = None
    content: NoteContent | None = None
    layout: LayoutSpec | None = None
    plans: ImagePlanSet | None = None
    clarification_answers: tuple[ClarificationAnswer, ...] = ()
    fresh: bool = False
    prompt: PromptVersion | None = None


@dataclass(frozen=True, slots=True)
class GatherEvidence:
    """Rag: gather evidence for a brief."""

    brief: Brief
    text: str
    feedback: str
    fresh: bool
    clarification_answers: tuple[ClarificationAnswer, ...] = ()
    prompt: PromptVersion | None = None


@dataclass(frozen=True, slots=True)
class AnalyzeReferences:
    """Rag: analyze reference images."""

    asset_ids: tuple[str, ...]
    text: str
    feedback: str
    fresh: bool
    reference_inputs: tuple[ReferenceInput, ...] = ()


@dataclass(frozen=True, slots=True)
class WriteNote:
    """Executor: write the text of a note."""

    brief: Brief
    evidence: EvidencePack | None
    references: ReferenceAnalyses | None
    feedback: str
    previous_content: NoteContent | None
    clarification_answers: tuple[ClarificationAnswer, ...]
    builtin_only: bool
    fresh: bool
    seed: int
    user_feedback: bool = False


@dataclass(frozen=True, slots=True)
class PaintNoteImage:
    """Executor: generate one planned image and draw its texts."""

    plan: ImagePlan
    overlays: tuple[PlannedText, ...]
    feedback: str
    seed: int
    model: str


@dataclass(frozen=True, slots=True)
class ReviewNote:
    """Critic: review a note against its brief."""

    text: str
    brief: Brief
    evidence: EvidencePack | None
    references: ReferenceAnalyses | None
    content: NoteContent
    layout: LayoutSpec
    plans: ImagePlanSet
    images: tuple[NoteImage, ...]
    fresh: bool
    prompt: PromptVersion | None = None
    earlier_texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoadPrompts:
    """Rag: load the prompts that operators saved for agents."""


@dataclass(frozen=True, slots=True)
class SelectTemplates:
    """Rag: select the templates for a note."""

    topic: str
    content_type: str = ""


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
    | LoadPrompts
    | SelectTemplates
    | SearchNodes
    | PlanPatch
    | ApplyPatch
    | Layout
    | ConvertGraph
    | ReviewGraph
    | PatchGraph
    | PlanExecution
    | ExecuteNode
    | ExecuteGraph
    | PlanTask
    | RankCandidates
    | RunAgent
    | AnalyzeImage
    | AnnotateImage
    | EvaluateTask
)
