"""What a fake provider can be told to do instead of answering as usual."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, model_validator

MOST_SECONDS = 3_600.0
MOST_ACTS = 10_000


class Failure(StrEnum):
    """What goes wrong; each provider words it in its own shape."""

    KEY = "key"
    QUOTA = "quota"
    RATE_LIMIT = "rate_limit"
    MODEL = "model"
    INVALID = "invalid"
    CONTENT = "content"
    SERVER = "server"


STATUS: Mapping[Failure, int] = {
    Failure.KEY: 401,
    Failure.QUOTA: 429,
    Failure.RATE_LIMIT: 429,
    Failure.MODEL: 404,
    Failure.INVALID: 400,
    Failure.CONTENT: 400,
    Failure.SERVER: 500,
}
OF_STATUS: Mapping[int, Failure] = {
    400: Failure.INVALID,
    401: Failure.KEY,
    402: Failure.QUOTA,
    403: Failure.KEY,
    404: Failure.MODEL,
    422: Failure.INVALID,
    429: Failure.RATE_LIMIT,
}

Seconds = Annotated[float, Field(ge=0, le=MOST_SECONDS)]


class Act(BaseModel):
    """What one request meets, or several; what is not said goes as usual. Several things can be said together.

    Which requests: `times` of them (1), or all with `always`; only those for `model`, only those whose body contains
    the text `says`. Others pass it by and take the next act of the door that fits them, or none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    times: int = Field(1, ge=1, description="how many requests meet it")
    always: bool = Field(False, description="every request meets it, until the next script or reset")
    model: str = Field("", description="only requests for this model")
    says: str = Field("", description="only requests whose body contains this text (pictures left out)")

    # Before an answer
    delay: Seconds = Field(0.0, description="seconds before answering")
    pause: Seconds = Field(0.0, description="seconds before each further chunk of a stream")
    hang: bool = Field(False, description="never answer")
    works_on: bool = Field(False, description="a caller that leaves during the delay pays all the same")
    reset: bool = Field(False, description="reset the TCP connection instead of answering")

    # A failure instead of an answer
    failure: Failure | None = Field(None, description="fail, in the provider's own shape")
    status: int | None = Field(None, ge=400, le=599, description="fail with this status")
    body: Any = Field(None, description="the body of the failure: a text verbatim, anything else as JSON")
    retry_after: str | int | float | None = Field(None, description="a Retry-After header, seconds or a date")
    headers: Mapping[str, str] = Field(default_factory=dict, description="more headers of the answer")
    echo_key: bool = Field(False, description="repeat the caller's key in the message of the failure (401)")
    after_chunks: int | None = Field(None, ge=0, description="a stream begins well, and fails after so many chunks")

    # Another answer
    answer: Any = Field(None, description="the answer: a text verbatim, anything else as JSON")
    broken: bool = Field(False, description="a body, or a chunk of a stream, that is not whole JSON")
    empty: bool = Field(False, description="an answer without content: no choices, no pictures, no vectors")
    content_filter: bool = Field(False, description="the provider's filter ends the answer")
    refusal: str = Field("", description="the model declines, with these words")
    finish: str = Field("", description="the finish reason of the answer, for example length")
    usage: bool = Field(True, description="false: do not tell what the answer took")
    cut_after: int | None = Field(None, ge=0, description="close the connection after so many chunks or bytes")

    # Work that goes on after the request: tasks, prompt graphs
    lasts: Seconds | None = Field(None, description="seconds that the work takes")
    ends: Failure | None = Field(None, description="how the work fails at its end")
    lost: bool = Field(False, description="the work is forgotten: asked for it, the provider knows nothing of it")

    @property
    def fails(self) -> Failure | None:
        """What it fails with; None when it does not."""
        if self.failure is not None:
            return self.failure
        if self.status is not None:
            return OF_STATUS.get(self.status, Failure.INVALID if self.status < 500 else Failure.SERVER)
        if self.echo_key:
            return Failure.KEY
        return Failure.SERVER if self.body is not None else None

    @property
    def fails_with(self) -> int:
        """The status of the failure. Only of an act that fails."""
        assert self.fails is not None
        return self.status or STATUS[self.fails]

    @model_validator(mode="after")
    def _one_thing(self) -> "Act":
        if self.always and "times" in self.model_fields_set:
            raise ValueError("times and always exclude each other")
        ways = {"hang": self.hang, "reset": self.reset, "failure": self.fails, "answer": self.answer is not None}
        said = [way for way, chosen in ways.items() if chosen]
        if len(said) > 1 and self.after_chunks is None:
            raise ValueError(f"{' and '.join(said)} exclude each other")
        return self


class Limit(BaseModel):
    """So many requests in a window, counted at one door; what comes beyond fails with 429 and Retry-After."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_minute: int = Field(ge=0, description="how many requests may come in the window")
    window: float = Field(60.0, gt=0, le=MOST_SECONDS, description="seconds of the window, a minute as a rule")


def _kind(told: Any) -> str:
    """Return which of the two *told* means to be, so that what is wrong is told of that one."""
    limits = "per_minute" in told if isinstance(told, dict) else isinstance(told, Limit)
    return "limit" if limits else "act"


Told = Annotated[Annotated[Act, Tag("act")] | Annotated[Limit, Tag("limit")], Discriminator(_kind)]
Scripted = Mapping[str, Annotated[tuple[Told, ...], Field(max_length=MOST_ACTS)]]
SCRIPTED: TypeAdapter[Scripted] = TypeAdapter(Scripted)
USUAL = Act()
