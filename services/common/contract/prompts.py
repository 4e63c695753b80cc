"""Prompts of agents that operators can replace, and those that a run uses."""

from dataclasses import dataclass
from enum import StrEnum


class PromptName(StrEnum):
    """Name of a prompt that operators can save for an agent. `PromptVersion.name` is one of these values."""

    BRIEF = "note-brief"
    RESEARCH = "note-research"
    WRITER = "note-writer"
    LAYOUT = "note-layout"
    IMAGES = "note-images"
    REVIEW = "note-review"
    SUPERVISOR = "note-supervisor"
    GRAPH_PLANNER = "graph-planner"
    GRAPH_REVIEW = "graph-review"
    TEAM_PLANNER = "team-planner"
    TEAM_COORDINATOR = "team-coordinator"
    TEAM_EVALUATOR = "team-evaluator"
    TEAM_CODE_REVIEWER = "team-code-reviewer"
    TEAM_DEBUGGER = "team-debugger"
    TEAM_ARCHITECT = "team-architect"
    TEAM_VISION_ANALYZER = "team-vision-analyzer"
    TEAM_VISION_PROCESSOR = "team-vision-processor"
    TEAM_CODER = "team-coder"
    TEAM_TEST_WRITER = "team-test-writer"
    TEAM_DOCUMENTER = "team-documenter"


@dataclass(frozen=True, slots=True)
class PromptVersion:
    """The version of a prompt that a note was generated with; version 0 is built in."""

    name: str
    version: int
    text: str


@dataclass(frozen=True, slots=True)
class PromptSet:
    """The active prompts that operators saved for the agents."""

    prompts: tuple[PromptVersion, ...] = ()

    def find(self, name: PromptName) -> PromptVersion | None:
        """Return the prompt *name*, None where the agent uses its built-in one."""
        return next((prompt for prompt in self.prompts if prompt.name == name), None)
