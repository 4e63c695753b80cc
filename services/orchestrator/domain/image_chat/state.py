"""The state of the image chat workflow, and its fold."""

from dataclasses import dataclass, replace
from typing import assert_never

from services.common.contract.failure import Failure
from services.common.contract.image_chat import EnhancedPrompt, ImageChatInput, ImageResult, Intent, Verdict
from services.common.contract.role import Role
from services.common.contract.session import ChatMessage, LastResult, SessionImage
from services.common.errors import Code
from services.common.text.language import Language, Text
from services.common.text.parameters import STEPS
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
from services.orchestrator.domain.image_chat.history import find_restored
from services.orchestrator.domain.image_chat.texts import NO_STYLES, NOT_REVIEWED, PLANNED_BY_RULES

_UNJUDGED_SCORE = 0.5
ANSWERED = frozenset({Code.INTENT_UNKNOWN, Code.INVALID_INPUT_FORMAT})
"""Codes of requests that are answered instead of executed: the run succeeds."""


@dataclass(frozen=True, slots=True)
class ReviewedImage:
    """An image with its verdict."""

    result: ImageResult
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ImageChatState:
    """Everything that routing needs. `round` starts at 1 and increases with each return.

    `not_understood` is the answer to a request that was not understood, or whose size cannot be painted.
    """

    input: ImageChatInput
    language: Language
    seed: int
    messages: tuple[ChatMessage, ...] = ()
    last_result: LastResult | None = None
    images: tuple[SessionImage, ...] = ()
    planner_failed: bool = False
    intent: Intent | None = None
    prompt: EnhancedPrompt | None = None
    result: ImageResult | None = None
    verdict: Verdict | None = None
    best: ReviewedImage | None = None
    round: int = 1
    warning: Failure | None = None
    failure: Failure | None = None
    stopped: bool = False
    not_understood: Failure | None = None

    @property
    def image_asset_id(self) -> str:
        """The image that the request refers to: the attached one, else the last of the session; "" for none."""
        if self.input.image_asset_id:
            return self.input.image_asset_id
        return self.last_result.asset_id if self.last_result else ""

    @property
    def edited(self) -> LastResult | None:
        """What is known about the image that the request refers to; None for none, and for an attached unknown one."""
        attached = self.input.image_asset_id
        if not attached or (self.last_result and self.last_result.asset_id == attached):
            return self.last_result
        known = (image.image for image in reversed(self.images) if image.image.asset_id == attached)
        return next(known, None)

    @property
    def restored(self) -> SessionImage | None:
        """The earlier image that the request restores; None where it restores none, or there is none."""
        if self.intent is None:
            return None
        return find_restored(self.images, self.intent.restores, int(self.intent.parameters.get(STEPS, 1)))

    @property
    def suggestions(self) -> tuple[str, ...]:
        """The critic's suggestions from the previous rounds."""
        return self.best.verdict.suggestions if self.best and self.round > 1 else ()

    @property
    def delivered(self) -> ReviewedImage | None:
        """The final image, None before the end and in a failed or cancelled run."""
        return self.best if self.verdict is not None and self.failure is None else None


def evolve(state: ImageChatState, event: Event) -> ImageChatState:
    """Return the state after *event*. Events that do not concern it leave it unchanged."""
    match event:
        case SessionRecalled(messages, last_result, images):
            return replace(state, messages=messages, last_result=last_result, images=images)
        case StepFinished(_, _, _, (Intent() | EnhancedPrompt() | ImageResult() | Verdict()) as result):
            return _with_result(state, result)
        case StepFailed(_, agent, _, failure, None):
            return _degrade_or_fail(state, Role(agent), failure)
        case RunReflowed():
            return replace(state, round=state.round + 1, prompt=None, result=None, verdict=None)
        case BudgetReached(_, _, _, BudgetAction.STOP, _):
            return _stop(state)
        case WarningRecorded() if state.warning is not None:
            # First, whatever its code: a step that the run continues without may have failed with one of ANSWERED.
            return replace(state, warning=None)
        case WarningRecorded(failure) if failure.code in ANSWERED:
            return replace(state, not_understood=failure)
        case ErrorRaised(failure):
            return replace(state, failure=failure)
        case _:
            return state


def _with_result(state: ImageChatState, result: Intent | EnhancedPrompt | ImageResult | Verdict) -> ImageChatState:
    match result:
        case Intent():
            return replace(state, intent=result)
        case EnhancedPrompt():
            return replace(state, prompt=result)
        case ImageResult() if state.intent and state.intent.restores:
            # Nothing was painted: there is nothing to review.
            verdict = Verdict(passed=True, score=0.0, judged=False)
            return _with_verdict(replace(state, result=result), verdict)
        case ImageResult():
            return replace(state, result=result)
        case Verdict():
            return _with_verdict(state, result)
        case _:
            assert_never(result)


def _with_verdict(state: ImageChatState, verdict: Verdict) -> ImageChatState:
    if state.result is None:
        return state
    best = state.best
    if best is None or _rank(verdict) > _rank(best.verdict):
        best = ReviewedImage(state.result, verdict)
    return replace(state, verdict=verdict, best=best)


def _stop(state: ImageChatState) -> ImageChatState:
    """Return the state once the budget is used up: no further round, and the best image replaces a missing one."""
    state = replace(state, stopped=True)
    if state.result is not None or state.best is None:
        return state
    return replace(state, result=state.best.result, verdict=state.best.verdict)


def _rank(verdict: Verdict) -> tuple[bool, float]:
    """Return the sort key of a verdict: passed before not passed, then by score.

    An image that passed unjudged has good measurements, but it is unknown whether it shows the request: it ranks above
    clearly bad images and below all others that were judged.
    """
    if verdict.passed and not verdict.judged:
        return False, _UNJUDGED_SCORE
    return verdict.passed, verdict.score


def _degrade_or_fail(state: ImageChatState, role: Role, failure: Failure) -> ImageChatState:
    """Return the state after the last attempt of a step: degraded if possible, else failed."""
    match role:
        case Role.PLANNER if failure.code.startswith("LLM_") and not state.planner_failed:
            return replace(state, planner_failed=True, warning=_with_text(PLANNED_BY_RULES, failure, state))
        case Role.RAG if state.intent is not None:
            original = state.intent.prompt or state.input.text
            warning = _with_text(NO_STYLES, failure, state)
            return replace(state, prompt=EnhancedPrompt(original, (), original), warning=warning)
        case Role.CRITIC:
            verdict = Verdict(passed=True, score=0.0, feedback=NOT_REVIEWED.pick(state.language), judged=False)
            return replace(_with_verdict(state, verdict), warning=failure)
        case Role.EXECUTOR if state.best is not None:
            # An image of an earlier round exists: deliver it.
            return replace(
                state, result=state.best.result, verdict=replace(state.best.verdict, passed=True), warning=failure
            )
        case _:
            return replace(state, failure=failure)


def _with_text(text: Text, failure: Failure, state: ImageChatState) -> Failure:
    """Return *failure*; one of a model with a *text* about how the run continues, without a retry."""
    if not failure.code.startswith("LLM_"):
        return failure
    return replace(failure, message=text.pick(state.language), retry_after=None)
