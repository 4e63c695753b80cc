"""What can happen in a run. Frozen, past tense; the log holds nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from services.orchestrator.domain.components import UiComponent
from services.orchestrator.domain.products import StepResult, Work, WorkflowInput
from services.orchestrator.domain.questions import Answer, Question
from services.orchestrator.domain.usage import Resource, Usage
from services.orchestrator.domain.values import ChatMessage, Failure, LastResult


class RunStatus(StrEnum):
    """The state a run can be in."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def driven(self) -> bool:
        """Whether somebody is to drive the run: it has not ended and waits for no person."""
        return self in (RunStatus.WAITING, RunStatus.RUNNING)

    @property
    def terminal(self) -> bool:
        """Whether nothing can happen any more."""
        return self in (RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.CANCELLED)


class Phase(StrEnum):
    """Whether a step waits for a free worker or is being worked on."""

    WAITING = "waiting"
    WORKING = "working"


@dataclass(frozen=True, slots=True)
class Thought:
    """A thought of an agent."""

    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """A piece of text for the person."""

    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a step is, from 0 to 1."""

    phase: Phase
    fraction: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool was called."""

    tool_call_id: str
    tool: str
    input: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A tool answered."""

    tool_call_id: str
    tool: str
    output: Mapping[str, Any]


Activity = Thought | Message | Progress | ToolCall | ToolResult | Usage
ACTIVITIES = (Thought, Message, Progress, ToolCall, ToolResult, Usage)


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The run was accepted. Without a watcher for *abandon_after* seconds it is cancelled; None: never."""

    input: WorkflowInput
    locale: str
    abandon_after: float | None = None


@dataclass(frozen=True, slots=True)
class SessionRecalled:
    """What the session remembers was looked up."""

    messages: tuple[ChatMessage, ...]
    last_result: LastResult | None


@dataclass(frozen=True, slots=True)
class RunResumed:
    """Another driver took the run up."""

    epoch: int


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A try of a step began."""

    step: str
    agent: str
    attempt: int


@dataclass(frozen=True, slots=True)
class StepActed:
    """A try of a step told something."""

    step: str
    agent: str
    attempt: int
    activity: Activity


@dataclass(frozen=True, slots=True)
class AgentActed:
    """An agent that is no service told something: what the workflow itself does in its name."""

    agent: str
    activity: Activity


@dataclass(frozen=True, slots=True)
class StepFinished:
    """A step ended well. It is never run again."""

    step: str
    agent: str
    attempt: int
    result: StepResult


@dataclass(frozen=True, slots=True)
class StepFailed:
    """A try of a step failed; the next begins in *retry_in* seconds, or never when None."""

    step: str
    agent: str
    attempt: int
    failure: Failure
    retry_in: float | None


@dataclass(frozen=True, slots=True)
class RunReflowed:
    """The critic sent the work back."""

    round: int
    return_to: str
    score: float
    feedback: str


@dataclass(frozen=True, slots=True)
class RouteDecided:
    """It was decided that *agent* works next; or, where *ignored*, that advice to have it work is not taken."""

    agent: str
    reason: str
    ignored: bool = False


@dataclass(frozen=True, slots=True)
class WorkDelivered:
    """What the run was for is done; the end follows."""

    work: Work


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The run waits for a person. Nothing drives it until *expires_at*, if there is one, or an answer.

    *digest* names what is shown (`digest_of`): it is kept, so that no later version counts it otherwise.
    """

    question: Question
    digest: str
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """The run goes on with an answer: a person's, or the default where *expired*. *request_id* is the answer's own."""

    key: str
    answer: Answer
    expired: bool = False
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class ComponentShown:
    """A piece of user interface is to be shown."""

    component: UiComponent


@dataclass(frozen=True, slots=True)
class WarningRecorded:
    """Something failed, and the run goes on without it."""

    failure: Failure


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """Something failed for good; the end follows."""

    failure: Failure


class BudgetAction(StrEnum):
    """What follows when a run has used so much of its budget."""

    WARN = "warn"
    DEGRADE = "degrade"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class BudgetReached:
    """The run has used a part of its budget, or all of it; *message* says so in the language of the run."""

    resource: Resource
    used: float
    allowed: float
    action: BudgetAction
    message: str


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The run is over: always the last event, exactly once."""

    status: RunStatus
    failure: Failure | None = None


Event = (
    RunStarted
    | SessionRecalled
    | RunResumed
    | StepStarted
    | StepActed
    | AgentActed
    | StepFinished
    | StepFailed
    | RunReflowed
    | ComponentShown
    | WarningRecorded
    | ErrorRaised
    | BudgetReached
    | QuestionAsked
    | QuestionAnswered
    | RouteDecided
    | WorkDelivered
    | RunEnded
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its place in the log of its run: sequence from 1, without gaps."""

    sequence: int
    at: datetime
    event: Event
