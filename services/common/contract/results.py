"""Inputs, step results and run results of all workflows."""

from services.common.contract.agent_team.team import (
    AgentIteration,
    AgentTeamInput,
    RankedCandidates,
    TaskCandidates,
    TeamPlan,
    TeamResult,
)
from services.common.contract.graphs.graph import (
    AppliedPatch,
    GraphAssistantInput,
    GraphLayout,
    GraphRevision,
    NodeSlice,
    PatchPlan,
)
from services.common.contract.graphs.graph_execution import ExecutionPlan, GraphExecutionInput, GraphOutputs, NodeResult
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
    ReferenceAnalyses,
    TemplateSet,
)
from services.common.contract.prompts import PromptSet

WorkflowInput = ImageChatInput | NoteInput | GraphAssistantInput | GraphExecutionInput | AgentTeamInput

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
    | GraphRevision
    | ExecutionPlan
    | NodeResult
    | GraphOutputs
    | TeamPlan
    | AgentIteration
    | TaskCandidates
    | RankedCandidates
)

RunResult = ComposedNote | GraphRevision | GraphOutputs | TeamResult
