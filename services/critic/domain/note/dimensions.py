"""What a note is judged by, who owns it, and what need not be made again when it goes back."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class NoteDimension(StrEnum):
    """One thing a note is judged by, in the order in which the agents work."""

    BRIEF = "brief"
    EVIDENCE = "evidence"
    REFERENCES = "references"
    CONTENT = "content"
    LAYOUT = "layout"
    ALIGNMENT = "alignment"
    IMAGES = "images"

    @property
    def place(self) -> int:
        """Where it comes in the chain, from 0."""
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
"""The agent that can mend each dimension."""

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
"""What each counts in the mean: what a reader sees counts most."""

_PRODUCTS: Final[Mapping[NoteDimension, str]] = MappingProxyType(
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
# Evidence and references are made side by side, references from nothing but the pictures.
_BESIDE: Final[Mapping[NoteDimension, frozenset[NoteDimension]]] = MappingProxyType(
    {
        NoteDimension.BRIEF: frozenset({NoteDimension.REFERENCES}),
        NoteDimension.EVIDENCE: frozenset({NoteDimension.REFERENCES}),
        NoteDimension.REFERENCES: frozenset(),
    }
)


def lowest(scores: Mapping[NoteDimension, float], preferred: str = "") -> NoteDimension:
    """Return the dimension with the lowest score; of equals that of the agent *preferred*, else the earliest.

    What is wrong early makes what comes of it wrong too. *scores* must not be empty.
    """
    return min(scores, key=lambda one: (round(scores[one], 2), OWNERS[one] != preferred, one.place))


def kept(returning: NoteDimension, judged: Collection[NoteDimension]) -> tuple[str, ...]:
    """Return the products, by their names in ReviewNoteRequest, that stay when the owner of *returning* works again."""
    beside = _BESIDE.get(returning, frozenset())
    stays = (one for one in NoteDimension if one.place < returning.place or one in beside)
    return tuple(_PRODUCTS[one] for one in stays if one in judged)
