"""How far a note is: which agents work when, what each completes, and the share of the way behind them."""

from collections.abc import Mapping
from dataclasses import dataclass

SUPERVISOR = "supervisor"
REFERENCES = "reference_intelligence_agent"
WRITER = "writer_agent"
IMAGE_PLANNER = "image_planner_agent"
IMAGES = "image_agent"


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the way: its name, how many stages lie before it, and the mark that says it is done."""

    phase: str
    before: int
    mark: str = ""


# Evidence and references are gathered side by side.
STAGES: Mapping[str, Stage] = {
    "brief_compiler_agent": Stage("brief", 0, "brief_complete"),
    "research_evidence_agent": Stage("evidence", 1, "evidence_complete"),
    REFERENCES: Stage("references", 1, "reference_intelligence_complete"),
    WRITER: Stage("content", 2, "content_complete"),
    "layout_planner_agent": Stage("layout", 3, "layout_complete"),
    IMAGE_PLANNER: Stage("image_plans", 4),
    IMAGES: Stage("images", 5, "images_complete"),
    "review_agent": Stage("review", 6),
}
_COUNT = 7


def marks_redone_with(agent: str) -> frozenset[str]:
    """Return what is open again when the work goes back to *agent*: its own, and what is made from it later.

    Reference pictures are looked at for themselves, so nothing before them opens them again.
    """
    stage = STAGES.get(agent)
    if stage is None:
        return frozenset()
    later = {other.mark for name, other in STAGES.items() if other.before > stage.before and name != REFERENCES}
    return frozenset(later | {stage.mark}) - {""}


def share_of_way(stage: Stage, share_of_stage: float = 0.0) -> float:
    """Return how far a note is, 0 to 1, when *share_of_stage* of *stage* is done. Stages count alike."""
    return round((stage.before + bounded(share_of_stage)) / _COUNT, 3)


def bounded(share: float) -> float:
    """Return *share* between 0 and 1; 0 for what is no number."""
    return 1.0 if share > 1 else share if share >= 0 else 0.0
