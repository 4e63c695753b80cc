"""What a vision model says of a picture: the shape it must answer in, and its words made fit to be shown."""

from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

LONGEST_FEEDBACK: Final = 300
LONGEST_SUGGESTION: Final = 100
MOST_SUGGESTIONS: Final = 3

Share = Annotated[float, Field(ge=0, le=1)]
Suggestion = Annotated[str, Field(max_length=LONGEST_SUGGESTION)]


class Sight(StrEnum):
    """One thing that only who looks at a picture can judge."""

    INTENT_MET = "intent_met"
    SUBJECT_PRESENT = "subject_present"
    STYLE_MATCHED = "style_matched"
    QUALITY = "quality"


class Seen(BaseModel):
    """What the model sees, each from 0 (not at all) to 1 (fully); nothing beside these is accepted.

    The descriptions travel to the model within the JSON schema. The lengths count Unicode code points.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    intent_met: Share = Field(description="whether the picture is what was asked for as a whole")
    subject_present: Share = Field(description="whether what it is to show is in it; 1 where no subject is named")
    style_matched: Share = Field(description="whether it has the style asked for; 1 where no style is named")
    quality: Share = Field(description="how well it is made: anatomy, perspective, artefacts, composition")
    feedback: str = Field(max_length=LONGEST_FEEDBACK, description="what is good or wrong, in one or two sentences")
    suggestions: tuple[Suggestion, ...] = Field(
        max_length=MOST_SUGGESTIONS, description="what to ask for next time; empty when nothing is wanting"
    )

    def mark(self, sight: Sight) -> float:
        """Return the mark of *sight*."""
        return {
            Sight.INTENT_MET: self.intent_met,
            Sight.SUBJECT_PRESENT: self.subject_present,
            Sight.STYLE_MATCHED: self.style_matched,
            Sight.QUALITY: self.quality,
        }[sight]

    @property
    def remark(self) -> str:
        """The feedback as one line; may be empty."""
        return one_line(self.feedback)

    @property
    def wishes(self) -> tuple[str, ...]:
        """The suggestions as one line each, without empty ones."""
        return tuple(line for line in map(one_line, self.suggestions) if line)


def one_line(text: str) -> str:
    """Return *text* on one line with single spaces, without control, formatting or unassigned characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
