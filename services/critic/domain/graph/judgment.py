"""Judgment of a change by a language model: the schema of its answer."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

MAX_FEEDBACK_LENGTH: Final = 500
MAX_SUGGESTION_LENGTH: Final = 200
MAX_SUGGESTIONS: Final = 5


class GraphJudgment(BaseModel):
    """Whether a change does what the user requested; other fields are rejected."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    met: bool = Field(description="whether the change does what was requested, and nothing else")
    score: float = Field(ge=0, le=1, description="0: another change; 0.5: must be done again; 1: exactly the request")
    feedback: str = Field(max_length=MAX_FEEDBACK_LENGTH, description="what is right or wrong, in a few sentences")
    suggestions: tuple[Annotated[str, Field(max_length=MAX_SUGGESTION_LENGTH)], ...] = Field(
        max_length=MAX_SUGGESTIONS, description="what to change, concretely; empty if the request is met"
    )
