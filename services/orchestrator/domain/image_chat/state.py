"""The state of an image chat and its fold."""

from dataclasses import dataclass, replace
from typing import assert_never

from services.common.language import Language, Text
from services.orchestrator.domain.events import (
    BudgetAction,
    BudgetReached,
    ErrorRaised,
    Event,
    RunReflowed,
    SessionRecalled,
    StepFailed,
    StepFinished,
    WarningRecorded,
)
from services.orchestrator.domain.image_chat.wording import NO_STYLES, NOT_JUDGED, PLANNED_BY_RULES
from services.orchestrator.domain.values import (
    ChatMessage,
    EnhancedPrompt,
    Failure,
    ImageChatInput,
    ImageResult,
    Intent,
    LastResult,
    Role,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A picture with its judgement."""

    result: ImageResult
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ImageChatState:
    """Everything the next decision needs. `round` counts from 1 and goes up with each return."""

    asked: ImageChatInput
    language: Language
    seed: int
    messages: tuple[ChatMessage, ...] = ()
    last_result: LastResult | None = None
    planner_failed: bool = False
    intent: Intent | None = None
    prompt: EnhancedPrompt | None = None
    result: ImageResult | None = None
    verdict: Verdict | None = None
    best: Delivery | None = None
    round: int = 1
    warning: Failure | None = None
    failure: Failure | None = None
    stopped: bool = False

    @property
    def image_asset_id(self) -> str:
        """The picture the wish is about: the one sent along, else the session's last; "" for none."""
        if self.asked.image_asset_id:
            return self.asked.image_asset_id
        return self.last_result.asset_id if self.last_result else ""

    @property
    def suggestions(self) -> tuple[str, ...]:
        """What the critic asked for in the rounds before."""
        return self.best.verdict.suggestions if self.best and self.round > 1 else ()

    @property
    def delivered(self) -> Delivery | None:
        """What the person gets once the work is done: None before, and when it failed or was stopped."""
        return self.best if self.verdict is not None and self.failure is None else None


def evolve(state: ImageChatState, event: Event) -> ImageChatState:
    """Return the state after *event*; events that tell nothing new leave it as it is."""
    match event:
        case SessionRecalled(messages, last_result):
            return replace(state, messages=messages, last_result=last_result)
        case StepFinished(_, _, _, (Intent() | EnhancedPrompt() | ImageResult() | Verdict()) as result):
            return _finished(state, result)
        case StepFailed(_, agent, _, failure, None):
            return _given_up(state, Role(agent), failure)
        case RunReflowed():
            return replace(state, round=state.round + 1, prompt=None, result=None, verdict=None)
        case BudgetReached(_, _, _, BudgetAction.STOP, _):
            return _stopped(state)
        case WarningRecorded():
            return replace(state, warning=None)
        case ErrorRaised(failure):
            return replace(state, failure=failure)
        case _:
            return state


def _finished(state: ImageChatState, result: Intent | EnhancedPrompt | ImageResult | Verdict) -> ImageChatState:
    match result:
        case Intent():
            return replace(state, intent=result)
        case EnhancedPrompt():
            return replace(state, prompt=result)
        case ImageResult():
            return replace(state, result=result)
        case Verdict():
            return _judged(state, result)
        case _:
            assert_never(result)


def _judged(state: ImageChatState, verdict: Verdict) -> ImageChatState:
    if state.result is None:
        return state
    best = state.best
    if best is None or _rank(verdict) > _rank(best.verdict):
        best = Delivery(state.result, verdict)
    return replace(state, verdict=verdict, best=best)


def _stopped(state: ImageChatState) -> ImageChatState:
    """Return the state once the budget is spent: no further round, and the best picture stands for a missing one."""
    state = replace(state, stopped=True)
    if state.result is not None or state.best is None:
        return state
    return replace(state, result=state.best.result, verdict=state.best.verdict)


def _rank(verdict: Verdict) -> tuple[bool, float]:
    """Order verdicts: what passed, judged or not, before what did not, then by score."""
    return verdict.passed, verdict.score


def _given_up(state: ImageChatState, agent: Role, failure: Failure) -> ImageChatState:
    """Return the state after the last try of a step: degraded where that is possible, failed where it is not."""
    match agent:
        case Role.PLANNER if failure.code.startswith("LLM_") and not state.planner_failed:
            return replace(state, planner_failed=True, warning=_said_as(PLANNED_BY_RULES, failure, state))
        case Role.RAG if state.intent is not None:
            original = state.intent.prompt or state.asked.text
            warning = _said_as(NO_STYLES, failure, state)
            return replace(state, prompt=EnhancedPrompt(original, (), original), warning=warning)
        case Role.CRITIC:
            note = Verdict(passed=True, score=0.0, feedback=NOT_JUDGED.pick(state.language), judged=False)
            return replace(_judged(state, note), warning=failure)
        case Role.EXECUTOR if state.best is not None:
            # A picture of an earlier round is there: deliver it rather than nothing.
            return replace(
                state, result=state.best.result, verdict=replace(state.best.verdict, passed=True), warning=failure
            )
        case _:
            return replace(state, failure=failure)


def _said_as(text: Text, failure: Failure, state: ImageChatState) -> Failure:
    """Return *failure* of a model with a *text* that says how the run goes on; others say it themselves."""
    return replace(failure, message=text.pick(state.language)) if failure.code.startswith("LLM_") else failure
