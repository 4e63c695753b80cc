"""Who makes a note: the agents, the services that do their work, and who needs what of whom."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from services.orchestrator.domain.values import Role


class NoteAgent(StrEnum):
    """An agent of the chain, in the order in which they work."""

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
        """Return the agent of *name*, None for a name that is none."""
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

# What each agent is given directly; the pictures themselves need the brief no other way than through these.
_NEEDS: Mapping[NoteAgent, frozenset[NoteAgent]] = MappingProxyType(
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

OWNERS: Mapping[str, NoteAgent] = MappingProxyType(
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
"""Who mends what: the owner of each dimension of a review."""


def redone_with(agent: NoteAgent) -> frozenset[NoteAgent]:
    """Return who works again when *agent* does: itself and everyone who was given something of it, near or far."""
    redone = {agent}
    for later in _CHAIN:  # in order, so one pass reaches everyone
        if _NEEDS[later] & redone:
            redone.add(later)
    return frozenset(redone)
