"""Behaviors: deviations of a fake provider from its default response."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, model_validator

MAX_SECONDS = 3_600.0
MAX_BEHAVIORS = 10_000


class Failure(StrEnum):
    """A failure; each provider renders it in its own format."""

    KEY = "key"
    QUOTA = "quota"
    RATE_LIMIT = "rate_limit"
    MODEL = "model"
    INVALID = "invalid"
    CONTENT = "content"
    SERVER = "server"


class Quirk(StrEnum):
    """A deviation of an OpenAI-compatible endpoint from the API, as observed at real ones."""

    WHOLE = "whole"  # one JSON object, though a stream was requested
    PAGE = "page"  # status 200 with a login page
    ERROR_OBJECT = "error_object"  # status 200 with an error object
    BAD_USAGE = "bad_usage"  # numbers that are none
    NO_FINISH = "no_finish"  # no finish reason at all
    PARTS = "parts"  # content as a list of parts
    EMPTY_EVENTS = "empty_events"  # events of a stream without data
    NO_DONE = "no_done"  # a stream without [DONE]
    STAYS_OPEN = "stays_open"  # the connection stays open after the end
    NO_INDEX = "no_index"  # vectors without an index
    REJECTS_STREAM = "rejects_stream"  # 400 for `stream`
    REJECTS_STREAM_OPTIONS = "rejects_stream_options"  # 400 for `stream_options`


STATUS_BY_FAILURE: Mapping[Failure, int] = {
    Failure.KEY: 401,
    Failure.QUOTA: 429,
    Failure.RATE_LIMIT: 429,
    Failure.MODEL: 404,
    Failure.INVALID: 400,
    Failure.CONTENT: 400,
    Failure.SERVER: 500,
}
FAILURE_BY_STATUS: Mapping[int, Failure] = {
    400: Failure.INVALID,
    401: Failure.KEY,
    402: Failure.QUOTA,
    403: Failure.KEY,
    404: Failure.MODEL,
    422: Failure.INVALID,
    429: Failure.RATE_LIMIT,
}

Seconds = Annotated[float, Field(ge=0, le=MAX_SECONDS)]


class Behavior(BaseModel):
    """How one request, or several, are answered. Unset fields have no effect; most can be combined.

    It applies to `times` requests (1), or to all with `always`; only to those for `model`, and only to those with the
    text `contains` in their body. Other requests use the next matching behavior of the endpoint, or none. Aliases are
    the names in scenarios.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    times: int = Field(1, ge=1, description="number of requests that it applies to")
    always: bool = Field(False, description="applies to every request, until the next scenario or reset")
    model: str = Field("", description="only requests for this model")
    contains: str = Field("", alias="says", description="only requests with this text in the body (without images)")

    # Before an answer
    delay: Seconds = Field(0.0, description="seconds before answering")
    pause: Seconds = Field(0.0, description="seconds before each further chunk of a stream")
    hang: bool = Field(False, description="never answer")
    completes_after_disconnect: bool = Field(
        False, alias="works_on", description="charge the request even if the client disconnects during the delay"
    )
    reset: bool = Field(False, description="reset the TCP connection instead of answering")

    # A failure instead of an answer
    failure: Failure | None = Field(None, description="fail, in the provider's own format")
    status: int | None = Field(None, ge=400, le=599, description="fail with this status")
    body: Any = Field(None, description="the body of the failure: text verbatim, otherwise JSON")
    retry_after: str | int | float | None = Field(None, description="a Retry-After header, seconds or a date")
    headers: Mapping[str, str] = Field(default_factory=dict, description="additional headers of the response")
    echo_key: bool = Field(False, description="repeat the caller's key in the message of the failure (401)")
    after_chunks: int | None = Field(None, ge=0, description="fail a stream after this number of chunks")

    # Another answer
    answer: Any = Field(None, description="the answer: text verbatim, otherwise JSON")
    broken: bool = Field(False, description="truncated JSON in a body or in a chunk of a stream")
    empty: bool = Field(False, description="an answer without content: no choices, no images, no vectors")
    content_filter: bool = Field(False, description="the provider's filter ends the answer")
    declined_text: str = Field("", alias="refusal", description="the model declines, with this text")
    finish: str = Field("", description="the finish reason of the answer, for example length")
    usage: bool = Field(True, description="false: no usage in the response")
    quirks: frozenset[Quirk] = Field(frozenset(), description="deviations of the response from the API")
    cut_after: int | None = Field(None, ge=0, description="close the connection after this number of chunks or bytes")

    # Work that continues after the request: tasks, prompt graphs
    duration: Seconds | None = Field(None, alias="lasts", description="duration of the work, in seconds")
    task_failure: Failure | None = Field(None, alias="ends", description="failure at the end of the work")
    is_forgotten: bool = Field(False, alias="lost", description="the provider does not know the work later")

    @property
    def failure_kind(self) -> Failure | None:
        """The failure; None without one."""
        if self.failure is not None:
            return self.failure
        if self.status is not None:
            return FAILURE_BY_STATUS.get(self.status, Failure.INVALID if self.status < 500 else Failure.SERVER)
        if self.echo_key and not self.quirks:
            return Failure.KEY
        return Failure.SERVER if self.body is not None else None

    @property
    def failure_status(self) -> int:
        """Status of the failure; only for a behavior with one."""
        assert self.failure_kind is not None
        return self.status or STATUS_BY_FAILURE[self.failure_kind]

    @model_validator(mode="after")
    def _validate(self) -> "Behavior":
        if self.always and "times" in self.model_fields_set:
            raise ValueError("times and always exclude each other")
        outcomes = {
            "hang": self.hang,
            "reset": self.reset,
            "failure": self.failure_kind,
            "answer": self.answer is not None,
        }
        conflicts = [name for name, is_set in outcomes.items() if is_set]
        if len(conflicts) > 1 and self.after_chunks is None:
            raise ValueError(f"{' and '.join(conflicts)} exclude each other")
        return self


class RateLimit(BaseModel):
    """A rate limit of one endpoint: requests beyond it fail with 429 and Retry-After."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_minute: int = Field(ge=0, description="maximum number of requests in the window")
    window: float = Field(60.0, gt=0, le=MAX_SECONDS, description="length of the window in seconds, usually a minute")


def _select_kind(value: Any) -> str:
    """Return the tag of *value*, so that validation errors are about that kind only."""
    is_limit = "per_minute" in value if isinstance(value, dict) else isinstance(value, RateLimit)
    return "limit" if is_limit else "act"


ScenarioStep = Annotated[
    Annotated[Behavior, Tag("act")] | Annotated[RateLimit, Tag("limit")], Discriminator(_select_kind)
]
ScenarioSteps = Mapping[str, Annotated[tuple[ScenarioStep, ...], Field(max_length=MAX_BEHAVIORS)]]
SCENARIO_ADAPTER: TypeAdapter[ScenarioSteps] = TypeAdapter(ScenarioSteps)
DEFAULT_BEHAVIOR = Behavior()
