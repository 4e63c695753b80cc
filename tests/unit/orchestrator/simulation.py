"""Image chats executed without any I/O: route, answer, evolve in a loop, as in the engine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from services.common.contract import questions
from services.common.contract.failure import Failure
from services.common.contract.questions import Question
from services.common.contract.results import StepResult, WorkflowInput
from services.common.limits import Limits
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.image_chat import ImageChat
from services.orchestrator.domain.questions import digest_question, validate_answer
from services.orchestrator.domain.retry_policy import retry_delay
from services.orchestrator.domain.run import Attempts, Fold, Run
from services.orchestrator.domain.workflow import AskUser, Fail, Finish, Record, RunSteps, Step, Workflow

START_TIME = datetime(2026, 1, 1, tzinfo=UTC)
# More than 5 rounds of 8 agents with 4 attempts each, and all that may be requested and rejected, can report.
MAX_ITERATIONS = 600

# What a role answers to the n-th attempt of a step.
Answer = Callable[[Step, int], StepResult | Failure]
# What a user answers.
User = Callable[[Question], questions.Answer]


@dataclass(frozen=True)
class SimulatedRun:
    """A finished run: its log and its state."""

    log: list[ev.RecordedEvent]
    run: Run[Any]

    def of(self, kind: type[ev.Event]) -> list[ev.Event]:
        """Return the events of one kind."""
        return [recorded.event for recorded in self.log if isinstance(recorded.event, kind)]

    def steps(self, agent: str) -> list[ev.StepStarted]:
        """Return the attempts of *agent* that started."""
        events = [recorded.event for recorded in self.log]
        return [event for event in events if isinstance(event, ev.StepStarted) and event.agent == agent]


def started(requested: WorkflowInput, locale: str = "zh") -> ev.RecordedEvent:
    """Return the first event of a log."""
    return ev.RecordedEvent(1, START_TIME, ev.RunStarted(requested, locale))


def simulate(
    log: Sequence[ev.RecordedEvent],
    answer: Answer,
    limits: Limits,
    jitter: float = 0.5,
    workflow: Workflow[Any] | None = None,
    user: User | None = None,
) -> SimulatedRun:
    """Continue from *log* until the run ends, asking *user*. Raises AssertionError when it does not end."""
    fold: Fold[Any] = Fold(workflow or ImageChat(limits), 7, limits.ui_components)
    stored, run = list(log), fold.replay(log)

    def apply(event: ev.Event) -> None:
        nonlocal run
        at = START_TIME + timedelta(seconds=len(stored))
        stored.append(ev.RecordedEvent(run.sequence + 1, at, event))
        run = fold.evolve(run, stored[-1])

    for _ in range(MAX_ITERATIONS):
        if run.status.is_terminal:
            return SimulatedRun(stored, run)
        if run.pending is not None:
            assert user is not None, "someone else is asked"
            question = run.pending.question
            answered = user(question)
            validate_answer(question, answered)
            fold.workflow.validate_answer(run.state, question, answered)
            apply(ev.QuestionAnswered(question.key, answered))
            continue
        for event in _iterate(fold, run, answer, limits, jitter):
            apply(event)
    raise AssertionError(f"not ended after {MAX_ITERATIONS} turns")


def _iterate(fold: Fold[Any], run: Run[Any], answer: Answer, limits: Limits, jitter: float) -> list[ev.Event]:
    if run.failure is not None:
        return _ending(fold, run, ev.RunStatus.FAILED, run.failure)
    match fold.workflow.route(run.state):
        case Record(events):
            return list(events)
        case Finish():
            return _ending(fold, run, ev.RunStatus.SUCCEEDED, None)
        case Fail(failure):
            return [ev.ErrorRaised(failure)]
        case AskUser(question):
            assert question.key not in run.question_keys, "a key is asked once"
            return [ev.QuestionAsked(question, digest_question(question), None)]
        case RunSteps(steps):
            assert steps, "to run nothing is no step"
            attempted = [
                _attempt(run.attempts.get(step.name, Attempts()), step, answer, limits, jitter) for step in steps
            ]
            # They are in flight together, so all of them start before the first of them ends.
            return [event for events in zip(*attempted, strict=True) for event in events]
        case other:
            raise AssertionError(other)


def _ending(fold: Fold[Any], run: Run[Any], status: ev.RunStatus, failure: Failure | None) -> list[ev.Event]:
    shown = fold.workflow.build_components(run.state, ended=True)
    missing = [ev.ComponentShown(component) for component in shown if run.components.get(component.id) != component]
    return [*missing, ev.RunEnded(status, failure)]


def _attempt(attempts: Attempts, step: Step, answer: Answer, limits: Limits, jitter: float) -> list[ev.Event]:
    # An attempt that was in progress when the log was cut is started again, as the next one.
    attempt, failed = attempts.started + 1, attempts.failed + 1
    started = ev.StepStarted(step.name, step.agent, attempt)
    answered = answer(step, failed)
    if isinstance(answered, Failure):
        delay = retry_delay(step.role, answered, failed, limits, jitter)
        return [started, ev.StepFailed(step.name, step.agent, attempt, answered, delay)]
    return [started, ev.StepFinished(step.name, step.agent, attempt, answered)]
