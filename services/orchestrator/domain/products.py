"""What runs begin with, and what their steps and they themselves make, of all workflows."""

from services.orchestrator.domain.note.values import (
    Advice,
    Brief,
    ComposedNote,
    EvidencePack,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    NoteInput,
    ReferenceAnalyses,
)
from services.orchestrator.domain.values import EnhancedPrompt, ImageChatInput, ImageResult, Intent, Verdict

WorkflowInput = ImageChatInput | NoteInput

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
)

Work = ComposedNote
