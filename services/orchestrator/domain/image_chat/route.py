"""What an image chat does next: a pure function of its state."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.common.errors import CATALOGUE, Code
from services.common.language import Text
from services.common.limits import Limits
from services.common.parameters import GEOMETRY
from services.orchestrator.domain.calls import (
    AdjustImage,
    Call,
    GenerateImage,
    Inpaint,
    ParseIntent,
    RetrieveStyles,
    ReviewImage,
)
from services.orchestrator.domain.events import RunReflowed, WarningRecorded
from services.orchestrator.domain.image_chat.state import ImageChatState
from services.orchestrator.domain.image_chat.wording import NO_PICTURE_YET
from services.orchestrator.domain.seeds import round_seed
from services.orchestrator.domain.values import Action, EnhancedPrompt, Failure, ImageResult, Intent, Role, Verdict
from services.orchestrator.domain.workflow import Fail, Finish, Next, Record, RunSteps, Step

DEFAULT_SIDE = 1024
# What was said in words is brought into what can be painted; what a client asks for is refused beyond it.
SMALLEST_SIDE, LARGEST_SIDE = 64, 2048
# A return of an adjustment asks for more of the same: by half again each round.
ADJUSTMENT_GROWTH = 1.5


@dataclass(frozen=True, slots=True)
class Router:
    """Routes image chats within *limits*."""

    limits: Limits

    def route(self, state: ImageChatState) -> Next:
        """Return what to do next. Plan, retrieve, execute, review; then finish, or go back."""
        if state.failure is not None:
            return Fail(state.failure)
        if state.warning is not None:
            return Record((WarningRecorded(state.warning),))
        if state.stopped and state.result is None:
            return Fail(_failure(state, Code.BUDGET_EXCEEDED))
        if state.stopped and state.verdict is not None:
            return Finish()
        if state.intent is None:
            return _step(Role.PLANNER, 2 if state.planner_failed else 1, self._parse_intent(state))
        refusal = self._refusal(state, state.intent)
        if refusal is not None:
            return Fail(refusal)
        if state.prompt is None:
            return _step(Role.RAG, state.round, _retrieve_styles(state, state.intent))
        if state.result is None:
            return _step(Role.EXECUTOR, state.round, _execute(state, state.intent, state.prompt))
        if state.verdict is None:
            return _step(Role.CRITIC, state.round, _review(state, state.intent, state.prompt, state.result))
        return self._after_review(state, state.verdict)

    def _after_review(self, state: ImageChatState, verdict: Verdict) -> Next:
        returns = state.round - 1
        if verdict.passed or verdict.score >= self.limits.return_score or returns >= self.limits.returns:
            return Finish()
        return Record((RunReflowed(state.round, Role.RAG, verdict.score, verdict.feedback),))

    def _parse_intent(self, state: ImageChatState) -> ParseIntent:
        return ParseIntent(
            text=state.asked.text,
            has_mask=bool(state.asked.mask_asset_id),
            has_image=bool(state.asked.image_asset_id),
            messages=state.messages[-self.limits.planner_messages :] if self.limits.planner_messages else (),
            last_result=state.last_result,
            builtin_only=state.planner_failed,
            fresh=state.asked.fresh,
        )

    def _refusal(self, state: ImageChatState, intent: Intent) -> Failure | None:
        """Return why *intent* cannot be carried out, whoever parsed it, or None."""
        if intent.action is Action.UNKNOWN or not intent.confidence > self.limits.intent_confidence:  # nor NaN
            return _failure(state, Code.INTENT_UNKNOWN)
        if intent.action is Action.INPAINTING and not state.asked.mask_asset_id:
            return _failure(state, Code.MASK_DATA_MISSING)
        if intent.action is Action.INPAINTING and not state.image_asset_id:
            return _failure(state, Code.MASK_DATA_INVALID, NO_PICTURE_YET)
        if intent.action is Action.ADJUST_PARAMETERS and not state.image_asset_id:
            return _failure(state, Code.INTENT_UNKNOWN, NO_PICTURE_YET)
        if intent.action is Action.ADJUST_PARAMETERS and not intent.parameters:
            return _failure(state, Code.INTENT_UNKNOWN)
        return None


def _failure(state: ImageChatState, code: Code, text: Text | None = None) -> Failure:
    return Failure(code, (text or CATALOGUE[code].text).pick(state.language), node=Role.PLANNER)


def _step(agent: Role, number: int, call: Call) -> RunSteps:
    return RunSteps((Step(f"{agent}-{number}", agent, call),))


def _retrieve_styles(state: ImageChatState, intent: Intent) -> RetrieveStyles:
    text = intent.prompt or state.asked.text
    return RetrieveStyles(text, intent.subject, intent.style, state.suggestions, state.asked.fresh)


def _execute(state: ImageChatState, intent: Intent, prompt: EnhancedPrompt) -> Call:
    seed, model = round_seed(state.seed, state.round), state.asked.preferred_model
    match intent.action:
        case Action.INPAINTING:
            wish = prompt.final if intent.prompt else ""  # nothing to paint: fill like the surroundings
            mask = state.asked.mask_asset_id
            return Inpaint(state.image_asset_id, mask, wish, intent.subject, prompt.look, seed, model)
        case Action.ADJUST_PARAMETERS:
            return AdjustImage(state.image_asset_id, _parameters(state, intent), prompt.look)
        case _:
            width, height = size_of(state)
            return GenerateImage(prompt.final, intent.subject, prompt.look, width, height, seed, model)


def size_of(state: ImageChatState) -> tuple[int, int]:
    """Return the width and height of a new picture in pixels: asked for, else said in words, else the default."""
    said = state.intent.parameters if state.intent else {}
    width = state.asked.width or _side(said.get("width", DEFAULT_SIDE))
    return width, state.asked.height or _side(said.get("height", DEFAULT_SIDE))


def _side(said: float) -> int:
    return int(max(SMALLEST_SIDE, min(LARGEST_SIDE, said)))


def _parameters(state: ImageChatState, intent: Intent) -> Mapping[str, float]:
    growth = ADJUSTMENT_GROWTH ** (state.round - 1)
    return {
        # Where and how large is not a matter of degree.
        name: value if name in GEOMETRY else max(-1.0, min(1.0, value * growth))
        for name, value in intent.parameters.items()
    }


def _review(state: ImageChatState, intent: Intent, prompt: EnhancedPrompt, result: ImageResult) -> ReviewImage:
    new = intent.action is Action.GENERATE_IMAGE
    width, height = size_of(state) if new else (0, 0)
    return ReviewImage(
        result=result,
        before_asset_id="" if new else state.image_asset_id,
        mask_asset_id=state.asked.mask_asset_id if intent.action is Action.INPAINTING else "",
        width=width,
        height=height,
        look=prompt.look,
        parameters=intent.parameters if intent.action is Action.ADJUST_PARAMETERS else {},
        prompt=prompt.original,
        subject=intent.subject,
        style=prompt.retrieved[0].style if prompt.retrieved else intent.style,
        fresh=state.asked.fresh,
    )
