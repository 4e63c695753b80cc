"""Schema of a vision model's scores."""

from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from services.common.text.sanitization import to_one_line

MAX_FEEDBACK_LENGTH: Final = 300
MAX_SUGGESTION_LENGTH: Final = 100
MAX_SUGGESTIONS: Final = 3

Share = Annotated[float, Field(ge=0, le=1)]
Suggestion = Annotated[str, Field(max_length=MAX_SUGGESTION_LENGTH)]


class Criterion(StrEnum):
    """A criterion that only a vision model can judge."""

    INTENT_MET = "intent_met"
    SUBJECT_PRESENT = "subject_present"
    STYLE_MATCHED = "style_matched"
    QUALITY = "quality"


class VisionScores(BaseModel):
    """The scores of the model, each from 0 (not at all) to 1 (fully); other fields are rejected.

    The descriptions are part of the JSON schema that the model receives. Lengths count Unicode code points.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    intent_met: Share = Field(description="whether the image as a whole is what was requested")
    subject_present: Share = Field(description="whether the requested subject is in it; 1 if no subject is named")
    style_matched: Share = Field(description="whether it has the requested style; 1 if no style is named")
    quality: Share = Field(description="quality: anatomy, perspective, artifacts, composition")
    feedback: str = Field(max_length=MAX_FEEDBACK_LENGTH, description="what is good or wrong, in one or two sentences")
    suggestions: tuple[Suggestion, ...] = Field(
        max_length=MAX_SUGGESTIONS, description="additions to the next prompt; empty if there are no defects"
    )

    def get_score(self, criterion: Criterion) -> float:
        """Return the score of *criterion*."""
        return {
            Criterion.INTENT_MET: self.intent_met,
            Criterion.SUBJECT_PRESENT: self.subject_present,
            Criterion.STYLE_MATCHED: self.style_matched,
            Criterion.QUALITY: self.quality,
        }[criterion]

    @property
    def feedback_line(self) -> str:
        """The feedback as one line; may be empty."""
        return to_one_line(self.feedback)

    @property
    def suggestion_lines(self) -> tuple[str, ...]:
        """The suggestions as one line each, without empty ones."""
        return tuple(line for line in map(to_one_line, self.suggestions) if line)
