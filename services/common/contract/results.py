"""Inputs, step results and run results of all workflows."""

from services.common.contract.graph import (
    AppliedPatch,
    ConvertedGraph,
    GraphAssistantInput,
    GraphLayout,
    GraphRevision,
    NodeSlice,
    PatchPlan,
)
from services.common.contract.image_chat import EnhancedPrompt, ImageChatInput, ImageResult, Intent, Verdict
from services.common.contract.note import (
    Advice,
    Brief,
    ComposedNote,
    EvidencePack,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    NoteInput,
    PromptSet,
    ReferenceAnalyses,
    TemplateSet,
)

WorkflowInput = ImageChatInput | NoteInput | GraphAssistantInput

StepResult = (
    Intent
    | EnhancedPrompt
    | ImageResult
    | Verdict
    | Brief
    | EvidencePack
    | ReferenceAnalyses
    | NoteContent
    | LayoutSpec
    | ImagePlanSet
    | NoteImage
    | Advice
    | PromptSet
    | TemplateSet
    | NodeSlice
    | PatchPlan
    | AppliedPatch
    | GraphLayout
    | ConvertedGraph
    | GraphRevision
)

RunResult = ComposedNote | GraphRevision
