"""Lines of the view of a run."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from reflow.v1 import critic_pb2, events_pb2, executor_pb2, questions_pb2


class Phase(Enum):
    """Phase of a step."""

    RUNNING = auto()
    QUEUED = auto()
    PAUSED = auto()
    DONE = auto()
    FAILED = auto()
    CANCELLED = auto()

    @property
    def is_final(self) -> bool:
        """Whether the step is over."""
        return self in (Phase.DONE, Phase.FAILED, Phase.CANCELLED)


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step. Times in seconds; *fraction* is 0 if the step does not report its progress.

    *number* counts the concurrent steps of an agent, from 1, and is 0 for a step without others; *subject* is the
    subject of such a step's image. *detail* is the latest text of the step, *reply* its reply to the user so far,
    *retry_delay* the time until the next attempt.
    """

    step: str
    agent: str
    started_at: datetime
    attempt: int = 1
    number: int = 0
    subject: str = ""
    phase: Phase = Phase.RUNNING
    detail: str = ""
    reply: str = ""
    fraction: float = 0.0
    retry_delay: float = 0.0
    seconds: float = 0.0
    result: events_pb2.StepFinished | None = None

    @property
    def image(self) -> executor_pb2.ImageResult | None:
        """The resulting image."""
        return self.result.image if self.result is not None and self.result.HasField("image") else None

    @property
    def verdict(self) -> critic_pb2.Verdict | None:
        """The resulting verdict."""
        return self.result.verdict if self.result is not None and self.result.HasField("verdict") else None


@dataclass(frozen=True, slots=True)
class ReturnLine:
    """The work was sent back to the agent *return_to*; *score* is 0 if a score was not the reason."""

    round: int
    score: float
    feedback: str
    return_to: str = ""


@dataclass(frozen=True, slots=True)
class WarningLine:
    """Something failed, and the run continues without it."""

    message: str


@dataclass(frozen=True, slots=True)
class AdviceLine:
    """A model's advice was ignored."""

    message: str


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A user answered with *text* or the labels of options. *expired*: there was no answer in time."""

    decision: questions_pb2.Decision.ValueType
    text: str = ""
    expired: bool = False


Line = StepLine | ReturnLine | WarningLine | AdviceLine | AnswerLine
