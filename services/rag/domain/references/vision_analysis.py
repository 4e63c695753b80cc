"""Schema of a vision model's answer about a reference image."""

from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from services.common.text.sanitization import to_one_line

MAX_MEANING: Final = 400
MAX_STYLE: Final = 120


def _validate_line(text: str) -> str:
    """Return *text* as one printable line. Raises ValueError if nothing is left."""
    line = to_one_line(text)
    if not line:
        raise ValueError("it must have text")
    return line


class VisionAnalysis(BaseModel):
    """Answer of the model; other fields are rejected. Lengths are in Unicode code points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    meaning: Annotated[str, AfterValidator(_validate_line)] = Field(
        max_length=MAX_MEANING, description="what it shows and means, in one to three sentences"
    )
    style: Annotated[str, AfterValidator(_validate_line)] = Field(
        max_length=MAX_STYLE, description="its style in a few words: medium, light, colors, mood"
    )
