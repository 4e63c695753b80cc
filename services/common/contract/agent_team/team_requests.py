"""Requests of the steps of the agent team."""

from dataclasses import dataclass

from services.common.contract.agent_team.team import (
    AgentIteration,
    AgentTask,
    RankedCandidates,
    TaskCandidate,
    TeamFile,
    TeamPlan,
    WorkflowContext,
)
from services.common.contract.prompts import PromptVersion


@dataclass(frozen=True, slots=True)
class PlanTask:
    """Planner: plan a task for the agent team."""

    text: str
    template: str = ""
    attachments: tuple[TeamFile, ...] = ()
    rejected_plan: TeamPlan | None = None
    problems: tuple[str, ...] = ()
    builtin_only: bool = False
    fresh: bool = False
    prompt: PromptVersion | None = None
    readings: tuple[AgentIteration, ...] = ()
    ranked: RankedCandidates | None = None


@dataclass(frozen=True, slots=True)
class RankCandidates:
    """Rag: rank templates and agents by their meaning for a task."""

    text: str
    candidates: tuple[TaskCandidate, ...]


@dataclass(frozen=True, slots=True)
class RunAgent:
    """Executor: execute one iteration of an agent."""

    task: AgentTask
    iterations: tuple[AgentIteration, ...] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class AnalyzeImage:
    """Executor: analyze an image of a task."""

    task: AgentTask
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class AnnotateImage:
    """Executor: draw the regions of an analysis on its image."""

    task: AgentTask
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class EvaluateTask:
    """Critic: evaluate the result of a task."""

    plan: TeamPlan
    workflow: WorkflowContext
    fresh: bool = False
    prompt: PromptVersion | None = None
