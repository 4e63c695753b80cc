"""Judgment of a note by a language model: the schema of its answer."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from services.common.text.sanitization import to_one_line
from services.critic.domain.note.dimensions import NoteDimension

MAX_FEEDBACK_LENGTH: Final = 500
MAX_SUGGESTION_LENGTH: Final = 150
MAX_SUGGESTIONS: Final = 5

Score = Annotated[float, Field(ge=0, le=1)] | None
Suggestion = Annotated[str, Field(max_length=MAX_SUGGESTION_LENGTH)]
Owner = Literal[
    "",
    "brief_compiler_agent",
    "research_evidence_agent",
    "reference_intelligence_agent",
    "writer_agent",
    "layout_planner_agent",
    "image_planner_agent",
    "image_agent",
]


class Scores(BaseModel):
    """Each dimension from 0 (of no use) to 1 (nothing to improve); null if there is nothing to judge."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    brief: Score = Field(description="whether the brief states what the user requested")
    evidence: Score = Field(description="whether the evidence is relevant to the topic; null without any")
    references: Score = Field(description="whether the reference images were understood; null without any")
    content: Score = Field(description="title, body and tags: on topic, true to the demands, worth reading")
    layout: Score = Field(description="whether the page guides the reader")
    alignment: Score = Field(description="whether each planned image shows what its paragraph is about")
    images: Score = Field(description="how good the images shown are; null if none is shown")


class NoteJudgment(BaseModel):
    """The model's judgment; other fields are rejected. Lengths count Unicode code points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dimensions: Scores
    feedback: str = Field(max_length=MAX_FEEDBACK_LENGTH, description="what is good or wrong, in a few sentences")
    suggestions: tuple[Suggestion, ...] = Field(
        max_length=MAX_SUGGESTIONS, description="what to change, concretely; empty if there is nothing to improve"
    )
    return_to: Owner = Field(description="who should work again; empty for nobody")

    @property
    def scores(self) -> Mapping[NoteDimension, float]:
        """The score of each dimension that the model judged, rounded to the precision of a model."""
        given = {dimension: getattr(self.dimensions, dimension.value) for dimension in NoteDimension}
        return {dimension: round(score, 2) for dimension, score in given.items() if score is not None}

    @property
    def feedback_line(self) -> str:
        """The feedback as one line; may be empty."""
        return to_one_line(self.feedback)

    @property
    def suggestion_lines(self) -> tuple[str, ...]:
        """The suggestions as one line each, without empty ones."""
        return tuple(line for line in map(to_one_line, self.suggestions) if line)
