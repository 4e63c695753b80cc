"""A run as the fold of its log: the engine's part. The workflow folds its own state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, assert_never

from services.common.contract.activity import Usage
from services.common.contract.components import UiComponent
from services.common.contract.failure import Failure
from services.common.contract.questions import Answer, Question
from services.orchestrator.domain.budget import BudgetActions, most_severe, with_action
from services.orchestrator.domain.events import (
    ActivityEmitted,
    AgentActivityEmitted,
    BudgetAction,
    BudgetReached,
    ComponentShown,
    ErrorRaised,
    QuestionAnswered,
    QuestionAsked,
    RecordedEvent,
    RouteDecided,
    RunEnded,
    RunReflowed,
    RunResumed,
    RunStarted,
    RunStatus,
    SessionRecalled,
    StepFailed,
    StepFinished,
    StepStarted,
    WarningRecorded,
    WorkDelivered,
)
from services.orchestrator.domain.usage import add_usage
from services.orchestrator.domain.workflow import State, Workflow


@dataclass(frozen=True, slots=True)
class Attempts:
    """Attempts of one step: the number started and failed, and the time of the retry (None: at once)."""

    started: int = 0
    failed: int = 0
    retry_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """Sequence of the event that answered a question, the answer, and the id of its request ("" for none).

    `question` is None where the log does not contain it.
    """

    sequence: int
    answer: Answer
    request_id: str
    question: Question | None = None


class Run(NamedTuple, Generic[State]):
    """The state of a run. `elapsed` is the time of earlier executions.

    Each event makes a copy: of a named tuple that takes a quarter of the time of a frozen dataclass.
    """

    state: State
    status: RunStatus = RunStatus.WAITING
    sequence: int = 0
    attempts: Mapping[str, Attempts] = MappingProxyType({})
    agent: str = ""
    reflows: int = 0
    components: Mapping[str, UiComponent] = MappingProxyType({})
    session_loaded: bool = False
    failure: Failure | None = None
    executing_since: datetime | None = None
    last_at: datetime | None = None
    elapsed: timedelta = timedelta()
    usage: tuple[Usage, ...] = ()
    budget: BudgetActions = MappingProxyType({})
    pending: QuestionAsked | None = None
    question_keys: frozenset[str] = frozenset()
    answers: Mapping[str, Answered] = MappingProxyType({})

    @property
    def builtin_only(self) -> bool:
        """Whether the budget excludes remote models."""
        return most_severe(self.budget) in (BudgetAction.DEGRADE, BudgetAction.STOP)

    @property
    def retries(self) -> Mapping[str, int]:
        """Repeated attempts by step, without the steps that were executed once."""
        return {step: attempts.started - 1 for step, attempts in self.attempts.items() if attempts.started > 1}

    def active_time(self, now: datetime) -> timedelta:
        """Return the total execution time of the run, without its time in the queue."""
        return self.elapsed + (now - self.executing_since if self.executing_since else timedelta())


@dataclass(frozen=True, slots=True)
class Fold(Generic[State]):
    """Folds the log of a run of one workflow. *component_limit* limits the displayed components."""

    workflow: Workflow[State]
    run_seed: int
    component_limit: int

    def start(self, recorded: RecordedEvent) -> Run[State]:
        """Return the run after its first event, RunStarted."""
        assert isinstance(recorded.event, RunStarted), "the first event of every log is RunStarted"
        state = self.workflow.start(recorded.event.input, recorded.event.locale, self.run_seed)
        return Run(state, sequence=recorded.sequence, last_at=recorded.at)

    def replay(self, log: Iterable[RecordedEvent]) -> Run[State]:
        """Return the run after all events of *log*, from its first on."""
        events = iter(log)
        run = self.start(next(events))
        for recorded in events:
            run = self.evolve(run, recorded)
        return run

    def evolve(self, run: Run[State], recorded: RecordedEvent) -> Run[State]:
        """Return the run after *recorded*. Pure, so a replay equals the live run."""
        changes = _advance_clock(run, recorded) | self._change(run, recorded)
        state = self.workflow.evolve(run.state, recorded.event)
        return run._replace(sequence=recorded.sequence, state=state, **changes)

    def _change(self, run: Run[State], recorded: RecordedEvent) -> dict[str, Any]:
        """Return what the event changes, except for the clock: one copy of the run for each event."""
        match recorded.event:
            case SessionRecalled():
                return {"session_loaded": True}
            case StepStarted(step, agent, attempt):
                return {"agent": agent, "attempts": _with_attempts(run, step, started=attempt, retry_at=None)}
            case StepFinished():
                return {"agent": ""}
            case StepFailed(step, _, _, _, retry_in):
                retry_at = recorded.at + timedelta(seconds=retry_in) if retry_in is not None else None
                failed = run.attempts.get(step, Attempts()).failed + 1
                return {"attempts": _with_attempts(run, step, failed=failed, retry_at=retry_at)}
            case RunReflowed(round_, _, _, _):
                return {"reflows": round_}
            case ComponentShown(component):
                return {"components": self._limit_components({**run.components, component.id: component})}
            case ErrorRaised(failure):
                return {"failure": failure, "agent": ""}
            case RunEnded(status, failure):
                return {"status": status, "failure": failure or run.failure, "agent": "", "pending": None}
            case ActivityEmitted(_, _, _, Usage() as usage):
                return {"usage": add_usage(run.usage, usage)}
            case BudgetReached() as event:
                return {"budget": with_action(run.budget, event)}
            case QuestionAsked(question, _, _) as event:
                keys = run.question_keys | {question.key}
                return {"status": RunStatus.PAUSED, "pending": event, "question_keys": keys, "agent": ""}
            case QuestionAnswered(key, answer, _, request_id):
                pending_question = run.pending.question if run.pending is not None else None
                answers = {**run.answers, key: Answered(recorded.sequence, answer, request_id, pending_question)}
                return {"status": RunStatus.WAITING, "pending": None, "answers": answers}
            case RunStarted() | RunResumed() | ActivityEmitted() | AgentActivityEmitted() | WarningRecorded():
                return {}
            case RouteDecided() | WorkDelivered():
                return {}
            case event:
                assert_never(event)

    def _limit_components(self, components: dict[str, UiComponent]) -> dict[str, UiComponent]:
        """Return *components* without its oldest components beyond the limit."""
        surplus = max(0, len(components) - self.component_limit)
        return dict(list(components.items())[surplus:])


def _with_attempts(
    run: Run[State], step: str, *, retry_at: datetime | None, started: int = 0, failed: int = 0
) -> Mapping[str, Attempts]:
    attempts = run.attempts.get(step, Attempts())
    attempts = Attempts(started or attempts.started, failed or attempts.failed, retry_at)
    return {**run.attempts, step: attempts}


def _advance_clock(run: Run[State], recorded: RecordedEvent) -> dict[str, Any]:
    """Return the changed fields of the clock of the run. Time between two executions, or paused, does not count."""
    if isinstance(recorded.event, QuestionAnswered):
        latest = run.last_at - run.executing_since if run.executing_since and run.last_at else timedelta()
        return {"elapsed": run.elapsed + latest, "executing_since": None, "last_at": recorded.at}
    if run.executing_since is None:
        status = run.status if run.status.is_terminal else RunStatus.RUNNING
        return {"executing_since": recorded.at, "last_at": recorded.at, "status": status}
    if isinstance(recorded.event, RunResumed) and run.last_at is not None:
        elapsed = run.elapsed + (run.last_at - run.executing_since)
        return {"elapsed": elapsed, "executing_since": recorded.at, "last_at": recorded.at}
    return {"last_at": recorded.at}
