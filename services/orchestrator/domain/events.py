"""Events of a run: frozen values, named in the past tense. The log contains nothing else."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from services.common.contract.activity import Activity
from services.common.contract.components import UiComponent
from services.common.contract.failure import Failure
from services.common.contract.questions import Answer, Question
from services.common.contract.results import RunResult, StepResult, WorkflowInput
from services.common.contract.session import ChatMessage, LastResult, SessionImage
from services.orchestrator.domain.usage import Resource


class RunStatus(StrEnum):
    """The state a run can be in."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_active(self) -> bool:
        """Whether the run is to be executed: it has not ended and is not paused."""
        return self in (RunStatus.WAITING, RunStatus.RUNNING)

    @property
    def is_terminal(self) -> bool:
        """Whether the run has ended."""
        return self in (RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.CANCELLED)


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The run was accepted. It is cancelled after *abandon_after* seconds without a watcher; None: never."""

    input: WorkflowInput
    locale: str
    abandon_after: float | None = None


@dataclass(frozen=True, slots=True)
class SessionRecalled:
    """The memory of the session was loaded."""

    messages: tuple[ChatMessage, ...]
    last_result: LastResult | None
    images: tuple[SessionImage, ...] = ()


@dataclass(frozen=True, slots=True)
class RunResumed:
    """Another executor claimed the run."""

    epoch: int


@dataclass(frozen=True, slots=True)
class StepStarted:
    """An attempt of a step started."""

    step: str
    agent: str
    attempt: int


@dataclass(frozen=True, slots=True)
class ActivityEmitted:
    """An attempt of a step emitted an activity."""

    step: str
    agent: str
    attempt: int
    activity: Activity


@dataclass(frozen=True, slots=True)
class AgentActivityEmitted:
    """The workflow emitted an activity on behalf of an agent."""

    agent: str
    activity: Activity


@dataclass(frozen=True, slots=True)
class StepFinished:
    """A step succeeded. It is not executed again."""

    step: str
    agent: str
    attempt: int
    result: StepResult


@dataclass(frozen=True, slots=True)
class StepFailed:
    """An attempt of a step failed. The next starts in *retry_in* seconds; None: there is no retry."""

    step: str
    agent: str
    attempt: int
    failure: Failure
    retry_in: float | None


@dataclass(frozen=True, slots=True)
class RunReflowed:
    """A review or a model's advice sent the work back to *return_to*."""

    round: int
    return_to: str
    score: float
    feedback: str


@dataclass(frozen=True, slots=True)
class RouteDecided:
    """The router selected the next agent; or, with *ignored*, rejected the advice to select it."""

    agent: str
    reason: str
    ignored: bool = False


@dataclass(frozen=True, slots=True)
class WorkDelivered:
    """The result of the run is complete. The end follows."""

    result: RunResult


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The run paused with a question to the user, until an answer or *expires_at*.

    *digest* identifies what the question displays (`digest_question`). It is stored, so that a later version of the
    function does not change it.
    """

    question: Question
    digest: str
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A question was answered: by the user, or by its default where *expired*. *request_id* identifies the answer."""

    key: str
    answer: Answer
    expired: bool = False
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class ComponentShown:
    """A UI component was displayed or updated."""

    component: UiComponent


@dataclass(frozen=True, slots=True)
class WarningRecorded:
    """A failure that the run continues without."""

    failure: Failure


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """A permanent failure. The end follows."""

    failure: Failure


class BudgetAction(StrEnum):
    """Consequence of the use of the budget."""

    WARN = "warn"
    DEGRADE = "degrade"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class BudgetReached:
    """The run reached a limit of its budget. *message* is in the language of the run."""

    resource: Resource
    used: float
    allowed: float
    action: BudgetAction
    message: str


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The run ended: the last event of every log, exactly once."""

    status: RunStatus
    failure: Failure | None = None


Event = (
    RunStarted
    | SessionRecalled
    | RunResumed
    | StepStarted
    | ActivityEmitted
    | AgentActivityEmitted
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
class RecordedEvent:
    """An event with its sequence in the log of its run, from 1 without gaps."""

    sequence: int
    at: datetime
    event: Event
