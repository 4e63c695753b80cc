"""The lines a terminal shows of a run."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from reflow.v1 import critic_pb2, events_pb2, executor_pb2, questions_pb2


class Phase(Enum):
    """Where a step is."""

    RUNNING = auto()
    QUEUED = auto()
    PAUSED = auto()
    DONE = auto()
    FAILED = auto()
    CANCELLED = auto()

    @property
    def over(self) -> bool:
        """Whether nothing more will come of it."""
        return self in (Phase.DONE, Phase.FAILED, Phase.CANCELLED)


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step. Times in seconds; *fraction* is 0 where the step does not tell how far it is.

    *number* counts the steps of an agent that work side by side, from 1, and is 0 for a step that is alone; *about* is
    what such a step is to make. *note* is the last thing it said, *reply* what it wrote to the person so far,
    *paused_for* how long until the next try, *result* what it made.
    """

    step: str
    agent: str
    began: datetime
    attempt: int = 1
    number: int = 0
    about: str = ""
    phase: Phase = Phase.RUNNING
    note: str = ""
    reply: str = ""
    fraction: float = 0.0
    paused_for: float = 0.0
    seconds: float = 0.0
    result: events_pb2.StepFinished | None = None

    @property
    def image(self) -> executor_pb2.ImageResult | None:
        """The picture it made."""
        return self.result.image if self.result is not None and self.result.HasField("image") else None

    @property
    def verdict(self) -> critic_pb2.Verdict | None:
        """The judgement it made."""
        return self.result.verdict if self.result is not None and self.result.HasField("verdict") else None


@dataclass(frozen=True, slots=True)
class ReturnLine:
    """The work was sent back to the agent *return_to*; a *score* of 0 where it was not for a score."""

    round: int
    score: float
    feedback: str
    return_to: str = ""


@dataclass(frozen=True, slots=True)
class WarningLine:
    """Something failed, and the run goes on without it."""

    message: str


@dataclass(frozen=True, slots=True)
class AdviceLine:
    """A model's advice was not taken."""

    message: str


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A person answered; *words* are theirs, or the labels they chose. *expired*: nobody did in time."""

    decision: questions_pb2.Decision.ValueType
    words: str = ""
    expired: bool = False


Line = StepLine | ReturnLine | WarningLine | AdviceLine | AnswerLine
