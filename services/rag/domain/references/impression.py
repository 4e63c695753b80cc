"""What a vision model says of a reference picture: the shape it must answer in."""

from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from services.rag.domain.references.lines import one_line

LONGEST_MEANING: Final = 400
LONGEST_STYLE: Final = 120


def _words(text: str) -> str:
    """Return *text* as one line fit to be shown; ValueError when nothing is left."""
    line = one_line(text)
    if not line:
        raise ValueError("it must say something")
    return line


class Impression(BaseModel):
    """What the model sees; nothing beside these is accepted. The lengths count Unicode code points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    meaning: Annotated[str, AfterValidator(_words)] = Field(
        max_length=LONGEST_MEANING, description="what it shows and means, in one to three sentences"
    )
    style: Annotated[str, AfterValidator(_words)] = Field(
        max_length=LONGEST_STYLE, description="its style in a few words: medium, light, colours, mood"
    )
