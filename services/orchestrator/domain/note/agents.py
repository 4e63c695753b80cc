"""The agents of the note workflow: their roles, and their dependencies."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from services.common.contract.prompts import PromptName
from services.common.contract.role import Role


class NoteAgent(StrEnum):
    """An agent of the note workflow, in the order of execution."""

    SUPERVISOR = "supervisor"
    BRIEF = "brief_compiler_agent"
    EVIDENCE = "research_evidence_agent"
    REFERENCES = "reference_intelligence_agent"
    WRITER = "writer_agent"
    LAYOUT = "layout_planner_agent"
    IMAGE_PLANNER = "image_planner_agent"
    IMAGES = "image_agent"
    REVIEW = "review_agent"

    @classmethod
    def named(cls, name: str) -> "NoteAgent | None":
        """Return the agent of *name*, None when there is none."""
        return cls(name) if name in cls._value2member_map_ else None


ROLES: Mapping[NoteAgent, Role] = MappingProxyType(
    {
        NoteAgent.SUPERVISOR: Role.PLANNER,
        NoteAgent.BRIEF: Role.PLANNER,
        NoteAgent.EVIDENCE: Role.RAG,
        NoteAgent.REFERENCES: Role.RAG,
        NoteAgent.WRITER: Role.EXECUTOR,
        NoteAgent.LAYOUT: Role.PLANNER,
        NoteAgent.IMAGE_PLANNER: Role.PLANNER,
        NoteAgent.IMAGES: Role.EXECUTOR,
        NoteAgent.REVIEW: Role.CRITIC,
    }
)

PROMPT_NAMES: Mapping[NoteAgent, PromptName] = MappingProxyType(
    {
        NoteAgent.SUPERVISOR: PromptName.SUPERVISOR,
        NoteAgent.BRIEF: PromptName.BRIEF,
        NoteAgent.EVIDENCE: PromptName.RESEARCH,
        NoteAgent.WRITER: PromptName.WRITER,
        NoteAgent.LAYOUT: PromptName.LAYOUT,
        NoteAgent.IMAGE_PLANNER: PromptName.IMAGES,
        NoteAgent.REVIEW: PromptName.REVIEW,
    }
)
"""The prompt that operators can save for each agent."""

_CHAIN = (
    NoteAgent.BRIEF,
    NoteAgent.EVIDENCE,
    NoteAgent.REFERENCES,
    NoteAgent.WRITER,
    NoteAgent.LAYOUT,
    NoteAgent.IMAGE_PLANNER,
    NoteAgent.IMAGES,
    NoteAgent.REVIEW,
)

# Whose results each agent receives directly. The images depend on the brief only through the image plans.
_DEPENDENCIES: Mapping[NoteAgent, frozenset[NoteAgent]] = MappingProxyType(
    {
        NoteAgent.BRIEF: frozenset(),
        NoteAgent.EVIDENCE: frozenset({NoteAgent.BRIEF}),
        NoteAgent.REFERENCES: frozenset(),
        NoteAgent.WRITER: frozenset({NoteAgent.BRIEF, NoteAgent.EVIDENCE, NoteAgent.REFERENCES}),
        NoteAgent.LAYOUT: frozenset({NoteAgent.BRIEF, NoteAgent.REFERENCES, NoteAgent.WRITER}),
        NoteAgent.IMAGE_PLANNER: frozenset({NoteAgent.BRIEF, NoteAgent.REFERENCES, NoteAgent.WRITER, NoteAgent.LAYOUT}),
        NoteAgent.IMAGES: frozenset({NoteAgent.IMAGE_PLANNER}),
        NoteAgent.REVIEW: frozenset(agent for agent in _CHAIN if agent is not NoteAgent.REVIEW),
    }
)

DIMENSION_OWNERS: Mapping[str, NoteAgent] = MappingProxyType(
    {
        "brief": NoteAgent.BRIEF,
        "evidence": NoteAgent.EVIDENCE,
        "references": NoteAgent.REFERENCES,
        "content": NoteAgent.WRITER,
        "layout": NoteAgent.LAYOUT,
        "alignment": NoteAgent.IMAGE_PLANNER,
        "images": NoteAgent.IMAGES,
    }
)
"""The agent that can improve each dimension of a review."""


def affected_agents(agent: NoteAgent) -> frozenset[NoteAgent]:
    """Return the agents that work again when *agent* does: itself, and all that depend on its result."""
    affected = {agent}
    for later in _CHAIN:  # in order, so that one pass is enough
        if _DEPENDENCIES[later] & affected:
            affected.add(later)
    return frozenset(affected)
