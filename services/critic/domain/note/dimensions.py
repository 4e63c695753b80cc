"""Dimensions of a review, their owners, and the results that are preserved when a note is returned."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class NoteDimension(StrEnum):
    """A dimension in which notes are reviewed, in the order of the agents."""

    BRIEF = "brief"
    EVIDENCE = "evidence"
    REFERENCES = "references"
    CONTENT = "content"
    LAYOUT = "layout"
    ALIGNMENT = "alignment"
    IMAGES = "images"

    @property
    def order(self) -> int:
        """Position in the order of the agents, from 0."""
        return list(NoteDimension).index(self)


OWNERS: Final[Mapping[NoteDimension, str]] = MappingProxyType(
    {
        NoteDimension.BRIEF: "brief_compiler_agent",
        NoteDimension.EVIDENCE: "research_evidence_agent",
        NoteDimension.REFERENCES: "reference_intelligence_agent",
        NoteDimension.CONTENT: "writer_agent",
        NoteDimension.LAYOUT: "layout_planner_agent",
        NoteDimension.ALIGNMENT: "image_planner_agent",
        NoteDimension.IMAGES: "image_agent",
    }
)
"""The agent that can fix each dimension."""

WEIGHTS: Final[Mapping[NoteDimension, float]] = MappingProxyType(
    {
        NoteDimension.BRIEF: 1.5,
        NoteDimension.EVIDENCE: 0.5,
        NoteDimension.REFERENCES: 0.5,
        NoteDimension.CONTENT: 3.0,
        NoteDimension.LAYOUT: 1.0,
        NoteDimension.ALIGNMENT: 1.5,
        NoteDimension.IMAGES: 2.0,
    }
)
"""Weights in the mean: dimensions that readers notice count most."""

_RESULTS: Final[Mapping[NoteDimension, str]] = MappingProxyType(
    {
        NoteDimension.BRIEF: "brief",
        NoteDimension.EVIDENCE: "evidence",
        NoteDimension.REFERENCES: "references",
        NoteDimension.CONTENT: "content",
        NoteDimension.LAYOUT: "layout",
        NoteDimension.ALIGNMENT: "plans",
        NoteDimension.IMAGES: "images",
    }
)
# Evidence and references are built concurrently, references from the images alone.
_INDEPENDENT: Final[Mapping[NoteDimension, frozenset[NoteDimension]]] = MappingProxyType(
    {
        NoteDimension.BRIEF: frozenset({NoteDimension.REFERENCES}),
        NoteDimension.EVIDENCE: frozenset({NoteDimension.REFERENCES}),
        NoteDimension.REFERENCES: frozenset(),
    }
)


def select_returning(scores: Mapping[NoteDimension, float], preferred: str = "") -> NoteDimension:
    """Return the dimension with the lowest score; among equals that of the agent *preferred*, else the earliest.

    An early problem affects all later results. *scores* must not be empty.
    """
    return min(scores, key=lambda one: (round(scores[one], 2), OWNERS[one] != preferred, one.order))


def list_preserved_results(returning: NoteDimension, judged: Collection[NoteDimension]) -> tuple[str, ...]:
    """Return the results (names in ReviewNoteRequest) that are preserved when the owner of *returning* works again."""
    parallel = _INDEPENDENT.get(returning, frozenset())
    preserved = (one for one in NoteDimension if one.order < returning.order or one in parallel)
    return tuple(_RESULTS[one] for one in preserved if one in judged)
