"""Image chats driven without any I/O: route, answer, evolve, again, as the engine does it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from services.common.limits import Limits
from services.orchestrator.domain import events as ev
from services.orchestrator.domain import questions
from services.orchestrator.domain.image_chat import ImageChat
from services.orchestrator.domain.policy import retry_delay
from services.orchestrator.domain.products import StepResult, WorkflowInput
from services.orchestrator.domain.questions import Question, check, digest_of
from services.orchestrator.domain.run import Fold, Run, Tries
from services.orchestrator.domain.values import Failure
from services.orchestrator.domain.workflow import Ask, Fail, Finish, Record, RunSteps, Step, Workflow

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
# More than 5 rounds of 8 agents with 4 tries each, and all that may be asked and rejected, can tell.
MOST_TURNS = 600

# What a role answers to the n-th try of a step.
Answer = Callable[[Step, int], StepResult | Failure]
# What a person answers.
Person = Callable[[Question], questions.Answer]


@dataclass(frozen=True)
class Played:
    """A run that ended: its log, and what it became."""

    log: list[ev.Recorded]
    run: Run[Any]

    def of(self, kind: type[ev.Event]) -> list[ev.Event]:
        """Return the events of one kind."""
        return [recorded.event for recorded in self.log if isinstance(recorded.event, kind)]

    def steps(self, agent: str) -> list[ev.StepStarted]:
        """Return the tries of *agent* that began."""
        events = [recorded.event for recorded in self.log]
        return [event for event in events if isinstance(event, ev.StepStarted) and event.agent == agent]


def started(asked: WorkflowInput, locale: str = "zh") -> ev.Recorded:
    """Return the first event of a log."""
    return ev.Recorded(1, BEGINNING, ev.RunStarted(asked, locale))


def play(
    log: Sequence[ev.Recorded],
    answer: Answer,
    limits: Limits,
    jitter: float = 0.5,
    workflow: Workflow[Any] | None = None,
    person: Person | None = None,
) -> Played:
    """Go on from *log* until the run ends, asking *person*. Raises AssertionError when it does not end."""
    fold: Fold[Any] = Fold(workflow or ImageChat(limits), 7, limits.ui_components)
    kept, run = list(log), fold.replay(log)

    def apply(event: ev.Event) -> None:
        nonlocal run
        at = BEGINNING + timedelta(seconds=len(kept))
        kept.append(ev.Recorded(run.sequence + 1, at, event))
        run = fold.evolve(run, kept[-1])

    for _ in range(MOST_TURNS):
        if run.status.terminal:
            return Played(kept, run)
        if run.pending is not None:
            assert person is not None, "somebody is asked"
            question = run.pending.question
            answered = person(question)
            check(question, answered)
            fold.workflow.check_answer(run.state, question, answered)
            apply(ev.QuestionAnswered(question.key, answered))
            continue
        for event in _turn(fold, run, answer, limits, jitter):
            apply(event)
    raise AssertionError(f"not ended after {MOST_TURNS} turns")


def _turn(fold: Fold[Any], run: Run[Any], answer: Answer, limits: Limits, jitter: float) -> list[ev.Event]:
    if run.failure is not None:
        return _ending(fold, run, ev.RunStatus.FAILED, run.failure)
    match fold.workflow.route(run.state):
        case Record(events):
            return list(events)
        case Finish():
            return _ending(fold, run, ev.RunStatus.SUCCEEDED, None)
        case Fail(failure):
            return [ev.ErrorRaised(failure)]
        case Ask(question):
            assert question.key not in run.asked, "a key is asked once"
            return [ev.QuestionAsked(question, digest_of(question), None)]
        case RunSteps(steps):
            assert steps, "to run nothing is no step"
            tried = [_tried(run.tries.get(step.name, Tries()), step, answer, limits, jitter) for step in steps]
            return [event for events in tried for event in events]
        case other:
            raise AssertionError(other)


def _ending(fold: Fold[Any], run: Run[Any], status: ev.RunStatus, failure: Failure | None) -> list[ev.Event]:
    shown = fold.workflow.present(run.state, ended=True)
    missing = [ev.ComponentShown(component) for component in shown if run.shown.get(component.id) != component]
    return [*missing, ev.RunEnded(status, failure)]


def _tried(tries: Tries, step: Step, answer: Answer, limits: Limits, jitter: float) -> list[ev.Event]:
    # A try that was under way when the log was cut is begun again, as the next one.
    attempt, failed = tries.begun + 1, tries.failed + 1
    begun = ev.StepStarted(step.name, step.agent, attempt)
    answered = answer(step, failed)
    if isinstance(answered, Failure):
        delay = retry_delay(step.role, answered, failed, limits, jitter)
        return [begun, ev.StepFailed(step.name, step.agent, attempt, answered, delay)]
    return [begun, ev.StepFinished(step.name, step.agent, attempt, answered)]
