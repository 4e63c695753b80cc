"""A run as the fold of its log. The engine's part is here; the workflow folds the rest."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Generic, assert_never

from services.orchestrator.domain.budget import Reached, after, gravest
from services.orchestrator.domain.components import UiComponent
from services.orchestrator.domain.events import (
    AgentActed,
    BudgetAction,
    BudgetReached,
    ComponentShown,
    ErrorRaised,
    Event,
    QuestionAnswered,
    QuestionAsked,
    Recorded,
    RouteDecided,
    RunEnded,
    RunReflowed,
    RunResumed,
    RunStarted,
    RunStatus,
    SessionRecalled,
    StepActed,
    StepFailed,
    StepFinished,
    StepStarted,
    WarningRecorded,
    WorkDelivered,
)
from services.orchestrator.domain.usage import Usage, added
from services.orchestrator.domain.values import Failure
from services.orchestrator.domain.workflow import State, Workflow


@dataclass(frozen=True, slots=True)
class Tries:
    """The tries of one step: begun, failed, and when the next is due (None: at once)."""

    begun: int = 0
    failed: int = 0
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """Where in the log a question was answered, and the id of the request that did it ("" for none)."""

    sequence: int
    request_id: str


@dataclass(frozen=True, slots=True)
class Run(Generic[State]):
    """The state of a run. `spent` is how long earlier drives worked, in seconds."""

    state: State
    status: RunStatus = RunStatus.WAITING
    sequence: int = 0
    tries: Mapping[str, Tries] = field(default_factory=dict)
    agent: str = ""
    returns: int = 0
    shown: Mapping[str, UiComponent] = field(default_factory=dict)
    recalled: bool = False
    failure: Failure | None = None
    driven_since: datetime | None = None
    last_at: datetime | None = None
    spent: timedelta = timedelta()
    usage: tuple[Usage, ...] = ()
    budget: Reached = field(default_factory=dict)
    pending: QuestionAsked | None = None
    asked: frozenset[str] = frozenset()
    answered: Mapping[str, Answered] = field(default_factory=dict)

    @property
    def builtin_only(self) -> bool:
        """Whether the budget leaves nothing for remote models."""
        return gravest(self.budget) in (BudgetAction.DEGRADE, BudgetAction.STOP)

    def active(self, now: datetime) -> timedelta:
        """Return how long the run has been driven in all, its time in the queue not counted."""
        return self.spent + (now - self.driven_since if self.driven_since else timedelta())


@dataclass(frozen=True, slots=True)
class Fold(Generic[State]):
    """Folds the log of a run of one workflow. *component_limit* bounds what is shown."""

    workflow: Workflow[State]
    run_seed: int
    component_limit: int

    def begin(self, recorded: Recorded) -> Run[State]:
        """Return the run that its first event, RunStarted, makes."""
        assert isinstance(recorded.event, RunStarted), "the first event of every log is RunStarted"
        state = self.workflow.begin(recorded.event.input, recorded.event.locale, self.run_seed)
        return Run(state, sequence=recorded.sequence, last_at=recorded.at)

    def replay(self, log: Iterable[Recorded]) -> Run[State]:
        """Return the run that *log*, from its first event on, makes."""
        events = iter(log)
        run = self.begin(next(events))
        for recorded in events:
            run = self.evolve(run, recorded)
        return run

    def evolve(self, run: Run[State], recorded: Recorded) -> Run[State]:
        """Return the run after *recorded*. Pure, so a replay equals the live run."""
        run = replace(run, sequence=recorded.sequence, state=self.workflow.evolve(run.state, recorded.event))
        run = _clocked(run, recorded)
        return self._followed(run, recorded.event, recorded.at)

    def _followed(self, run: Run[State], event: Event, at: datetime) -> Run[State]:
        match event:
            case SessionRecalled():
                return replace(run, recalled=True)
            case StepStarted(step, agent, attempt):
                return _tried(replace(run, agent=agent), step, begun=attempt, due=None)
            case StepFinished():
                return replace(run, agent="")
            case StepFailed(step, _, _, _, retry_in):
                due = at + timedelta(seconds=retry_in) if retry_in is not None else None
                return _tried(run, step, failed=run.tries.get(step, Tries()).failed + 1, due=due)
            case RunReflowed(round_, _, _, _):
                return replace(run, returns=round_)
            case ComponentShown(component):
                return replace(run, shown=self._kept({**run.shown, component.id: component}))
            case ErrorRaised(failure):
                return replace(run, failure=failure, agent="")
            case RunEnded(status, failure):
                return replace(run, status=status, failure=failure or run.failure, agent="", pending=None)
            case StepActed(_, _, _, Usage() as use):
                return replace(run, usage=added(run.usage, use))
            case BudgetReached():
                return replace(run, budget=after(run.budget, event))
            case QuestionAsked(question, _, _):
                asked = run.asked | {question.key}
                return replace(run, status=RunStatus.PAUSED, pending=event, asked=asked, agent="")
            case QuestionAnswered(key, _, _, request_id):
                answered = {**run.answered, key: Answered(run.sequence, request_id)}
                return replace(run, status=RunStatus.WAITING, pending=None, answered=answered)
            case RunStarted() | RunResumed() | StepActed() | AgentActed() | WarningRecorded():
                return run
            case RouteDecided() | WorkDelivered():
                return run
            case _:
                assert_never(event)

    def _kept(self, shown: dict[str, UiComponent]) -> dict[str, UiComponent]:
        """Return *shown* without its oldest components beyond the limit."""
        surplus = max(0, len(shown) - self.component_limit)
        return dict(list(shown.items())[surplus:])


def _tried(run: Run[State], step: str, *, due: datetime | None, begun: int = 0, failed: int = 0) -> Run[State]:
    tries = run.tries.get(step, Tries())
    tries = Tries(begun or tries.begun, failed or tries.failed, due)
    return replace(run, tries={**run.tries, step: tries})


def _clocked(run: Run[State], recorded: Recorded) -> Run[State]:
    """Advance the clock of the run; what passed between two drives, or waiting for a person, does not count."""
    if isinstance(recorded.event, QuestionAnswered):
        worked = run.last_at - run.driven_since if run.driven_since and run.last_at else timedelta()
        return replace(run, spent=run.spent + worked, driven_since=None, last_at=recorded.at)
    if run.driven_since is None:
        status = run.status if run.status.terminal else RunStatus.RUNNING
        return replace(run, driven_since=recorded.at, last_at=recorded.at, status=status)
    if isinstance(recorded.event, RunResumed) and run.last_at is not None:
        spent = run.spent + (run.last_at - run.driven_since)
        return replace(run, spent=spent, driven_since=recorded.at, last_at=recorded.at)
    return replace(run, last_at=recorded.at)
