"""What a model says of a note: the shape it must answer in, and its words made fit to be shown."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.seen import one_line

LONGEST_FEEDBACK: Final = 500
LONGEST_SUGGESTION: Final = 150
MOST_SUGGESTIONS: Final = 5

Score = Annotated[float, Field(ge=0, le=1)] | None
Suggestion = Annotated[str, Field(max_length=LONGEST_SUGGESTION)]
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
    """Each dimension from 0 (of no use) to 1 (nothing wanting); null where there is nothing to judge."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    brief: Score = Field(description="whether the brief says what the person asked for")
    evidence: Score = Field(description="whether what was found bears on the topic; null without any")
    references: Score = Field(description="whether the reference pictures were understood; null without any")
    content: Score = Field(description="title, body and tags: on topic, true to the demands, worth reading")
    layout: Score = Field(description="whether the page guides the reader")
    alignment: Score = Field(description="whether each planned picture shows what its paragraph speaks of")
    images: Score = Field(description="how good the pictures shown are; null where none is shown")


class NoteOpinion(BaseModel):
    """The model's judgement; nothing beside these fields is accepted. Lengths count Unicode code points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dimensions: Scores
    feedback: str = Field(max_length=LONGEST_FEEDBACK, description="what is good or wrong, in a few sentences")
    suggestions: tuple[Suggestion, ...] = Field(
        max_length=MOST_SUGGESTIONS, description="what to change, concretely; empty when nothing is wanting"
    )
    return_to: Owner = Field(description="who should work again; empty for nobody")

    @property
    def scores(self) -> Mapping[NoteDimension, float]:
        """The score of each dimension that the model judged; two digits, for a model knows no more."""
        given = {dimension: getattr(self.dimensions, dimension.value) for dimension in NoteDimension}
        return {dimension: round(score, 2) for dimension, score in given.items() if score is not None}

    @property
    def remark(self) -> str:
        """The feedback as one line; may be empty."""
        return one_line(self.feedback)

    @property
    def wishes(self) -> tuple[str, ...]:
        """The suggestions as one line each, without empty ones."""
        return tuple(line for line in map(one_line, self.suggestions) if line)
