"""Arguments of the tools that watch runs and read their results."""

from typing import Annotated

from pydantic import Field, StringConstraints

from services.gateway.schemas.answers import AnswerBody
from services.gateway.schemas.base import MAX_NAME_LENGTH, Body, SessionId

MAX_WAIT_SECONDS = 50
MAX_PATH_LENGTH = 1_000
MAX_SEQUENCE = 2**53 - 1

RunId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Position = Annotated[int, Field(ge=0, le=MAX_SEQUENCE)]


class NoArguments(Body):
    """A call without arguments."""


class WatchBody(Body):
    """Which run to watch, from where, and for how long."""

    run_id: RunId
    after: Position = Field(0, description="lastSequence of the last call: only what happened since then is returned.")
    wait_seconds: float = Field(
        20, ge=0, le=MAX_WAIT_SECONDS, description="How long to wait for the run to end or to ask a question."
    )


class RunBody(Body):
    """A run."""

    run_id: RunId


class RunListBody(Body):
    """Which runs to list."""

    session_id: SessionId | None = Field(None, description="Only the runs of this session.")
    page_size: int = Field(10, ge=1, le=50)


class AnswerCall(AnswerBody):
    """A user's answer to the question of a run."""

    run_id: RunId


class ValueBody(Body):
    """A value of a run's state that was shortened."""

    run_id: RunId
    pointer: str = Field(
        max_length=MAX_PATH_LENGTH, pattern=r"^(/.*)?$", description="As in `shortened`: /stages/0/textOutput"
    )
    offset: Position = Field(0, description="Where to start, in characters.")


class FileBody(Body):
    """A file of a run."""

    run_id: RunId
    path: str = Field(min_length=1, max_length=MAX_PATH_LENGTH, description="`path` or `url` of a file of the run.")
    stage_id: Annotated[str, StringConstraints(max_length=MAX_NAME_LENGTH)] | None = Field(
        None, description="The stage that generated it; left out, the last one that generated this path."
    )
    offset: Position = Field(0, description="Of a text: where to start, in characters.")
