"""The engine's part of the fold of a run: its clock, its attempts, its components."""

from datetime import UTC, datetime, timedelta

from services.common.contract.components import AgentMessage, MessageState, UiComponent
from services.common.contract.failure import Failure
from services.common.contract.image_chat import ImageChatInput
from services.common.contract.questions import Answer, Decision, Question
from services.common.errors import Code
from services.common.limits import Limits
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.image_chat import ImageChat, ImageChatState
from services.orchestrator.domain.run import Answered, Fold, Run

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


def at(seconds: float) -> datetime:
    """Return a time of a run."""
    return BEGINNING + timedelta(seconds=seconds)


def folded(*happened: tuple[float, ev.Event], components: int = 100) -> Run[ImageChatState]:
    """Return the run after RunStarted at 0 s and *happened*."""
    fold = Fold(ImageChat(Limits()), 1, components)
    events = [(0.0, ev.RunStarted(ImageChatInput("猫"), "zh")), *happened]
    return fold.replay(ev.RecordedEvent(number, at(second), event) for number, (second, event) in enumerate(events, 1))


def shown(name: str, text: str = "") -> ev.ComponentShown:
    """Return the event that a message was displayed under the id *name*."""
    return ev.ComponentShown(UiComponent(name, AgentMessage(MessageState.THINKING, text)))


STARTED = ev.StepStarted("planner-1", "planner", 1)


def test_time_in_the_queue_does_not_count() -> None:
    assert folded((100, STARTED)).active_time(at(103)) == timedelta(seconds=3)


def test_time_between_two_executions_does_not_count() -> None:
    run = folded((10, STARTED), (14, shown("a")), (1_000, ev.RunResumed(2)))
    assert run.active_time(at(1_002)) == timedelta(seconds=6)


REQUESTED = ev.QuestionAsked(Question("draft", "content", "?", (Decision.APPROVE,)), "d", None)
ANSWERED = ev.QuestionAnswered("draft", Answer(Decision.APPROVE), request_id="r")


def test_time_paused_does_not_count() -> None:
    paused = (10, STARTED), (14, REQUESTED), (1_000, ANSWERED)
    assert folded(*paused).active_time(at(2_000)) == timedelta(seconds=4)
    assert folded(*paused, (2_000, ev.RunResumed(2))).active_time(at(2_003)) == timedelta(seconds=7)


def test_a_run_is_paused_from_its_question_to_the_answer_and_remembers_both_keys() -> None:
    paused, answered = folded((1, REQUESTED)), folded((1, REQUESTED), (2, ANSWERED))
    assert (paused.status, paused.pending, paused.question_keys) == (
        ev.RunStatus.PAUSED,
        REQUESTED,
        frozenset({"draft"}),
    )
    assert (answered.status, answered.pending, answered.question_keys) == (
        ev.RunStatus.WAITING,
        None,
        frozenset({"draft"}),
    )
    assert answered.answers == {"draft": Answered(3, ANSWERED.answer, "r", REQUESTED.question)}


def test_a_paused_run_that_is_cancelled_waits_for_nothing() -> None:
    assert folded((1, REQUESTED), (2, ev.RunEnded(ev.RunStatus.CANCELLED, None))).pending is None


def test_a_run_that_was_never_executed_has_used_no_time() -> None:
    assert folded().active_time(at(50)) == timedelta()


def test_a_run_runs_from_its_second_event_on() -> None:
    assert (folded().status, folded((1, STARTED)).status) == (ev.RunStatus.WAITING, ev.RunStatus.RUNNING)


def test_a_retry_is_due_after_the_wait() -> None:
    failed = ev.StepFailed("planner-1", "planner", 1, Failure(Code.LLM_TIMEOUT, "x"), 3.0)
    assert folded((1, STARTED), (2, failed)).attempts["planner-1"].retry_at == at(5)


def test_a_component_of_the_same_id_replaces_the_earlier_one() -> None:
    run = folded((1, shown("a", "first")), (2, shown("a", "second")))
    assert [component.widget for component in run.components.values()] == [
        AgentMessage(MessageState.THINKING, "second")
    ]


def test_a_hundred_components_are_stored() -> None:
    assert len(folded(*((n, shown(str(n))) for n in range(1, 101))).components) == 100


def test_one_more_component_drops_the_oldest() -> None:
    assert list(folded(*((n, shown(str(n))) for n in range(1, 102))).components) == [str(n) for n in range(2, 102)]
