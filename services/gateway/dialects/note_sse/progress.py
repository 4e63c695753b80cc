"""The progress of a note: its stages, the flag that each completes, and the share that is done."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.gateway.dialects.agents import IMAGE_PLANNER, WRITER
from services.gateway.json_mapper.values import clamp

RESEARCH = "research_evidence_agent"
REFERENCES = "reference_intelligence_agent"
IMAGES = "image_agent"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a note: its name, the number of stages before it, and the flag that is set when it is complete."""

    phase: str
    before: int
    flag: str = ""


# Evidence and references are gathered concurrently.
STAGES: Mapping[str, Stage] = {
    "brief_compiler_agent": Stage("brief", 0, "brief_complete"),
    RESEARCH: Stage("evidence", 1, "evidence_complete"),
    REFERENCES: Stage("references", 1, "reference_intelligence_complete"),
    WRITER: Stage("content", 2, "content_complete"),
    "layout_planner_agent": Stage("layout", 3, "layout_complete"),
    IMAGE_PLANNER: Stage("image_plans", 4),
    IMAGES: Stage("images", 5, "images_complete"),
    "review_agent": Stage("review", 6),
}
_COUNT = 7


def reopened_flags(agent: str) -> frozenset[str]:
    """Return the flags that are cleared when work is sent back to *agent*: its own, and those of later stages.

    Reference images are analyzed independently of other stages, so no earlier stage clears their flag.
    """
    stage = STAGES.get(agent)
    if stage is None:
        return frozenset()
    later = {other.flag for name, other in STAGES.items() if other.before > stage.before and name != REFERENCES}
    return frozenset(later | {stage.flag}) - {""}


def total_progress(stage: Stage, stage_progress: float = 0.0) -> float:
    """Return the progress of a note, 0 to 1, when *stage_progress* of *stage* is done. Stages weigh the same."""
    return round((stage.before + clamp(stage_progress)) / _COUNT, 3)
