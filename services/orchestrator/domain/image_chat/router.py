"""Routing of the image chat workflow: a pure function of its state."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.common.contract.failure import Failure
from services.common.contract.image_chat import Action, EnhancedPrompt, ImageResult, Intent, Verdict
from services.common.contract.requests import (
    AdjustImage,
    Call,
    GenerateImage,
    Inpaint,
    ParseIntent,
    RetrieveStyles,
    ReviewImage,
)
from services.common.contract.role import Role
from services.common.errors import CATALOG, Code
from services.common.limits import Limits
from services.common.text.foreign_language import is_foreign
from services.common.text.language import Text
from services.common.text.parameters import GEOMETRY, STEPS
from services.common.text.quotation import shorten
from services.orchestrator.domain.events import RunReflowed, WarningRecorded
from services.orchestrator.domain.image_chat.history import count_steps
from services.orchestrator.domain.image_chat.sizes import MAX_SIDE, MIN_SIDE, image_size, list_named_sides
from services.orchestrator.domain.image_chat.state import ANSWERED, ImageChatState
from services.orchestrator.domain.image_chat.texts import (
    NO_IMAGE_YET,
    NOT_UNDERSTOOD,
    NOTHING_EARLIER,
    NOTHING_TO_CHANGE,
    OTHER_LANGUAGE,
    TOO_FEW_STEPS,
    TOO_LARGE,
    TOO_SMALL,
    WHAT_TO_CHANGE,
    WHICH_ONE,
    WHOLE_IMAGE_ONLY,
)
from services.orchestrator.domain.seeds import round_seed
from services.orchestrator.domain.workflow import Fail, Finish, Next, Record, RunSteps, Step

# Each further round of an adjustment increases it by half.
ADJUSTMENT_GROWTH = 1.5


@dataclass(frozen=True, slots=True)
class ImageChatRouter:
    """Routes image chats within *limits*."""

    limits: Limits

    def route(self, state: ImageChatState) -> Next:
        """Return the next action: plan, retrieve, execute, review; then finish, or return to an earlier step."""
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
        if state.not_understood is not None:
            return Finish()
        rejection = self._rejection(state, state.intent)
        if rejection is not None:
            # A request that was not understood is answered, so the run succeeds; its code stays in the log.
            is_answered = rejection.code in ANSWERED
            return Record((WarningRecorded(rejection),)) if is_answered else Fail(rejection)
        if state.restored is not None and state.result is None:
            # Without parameters an adjustment returns the image unchanged.
            return _step(Role.EXECUTOR, 1, AdjustImage(state.restored.image.asset_id, {}, None))
        if state.restored is not None:
            return Finish()
        if state.prompt is None:
            return _step(Role.RAG, state.round, _retrieval_request(state, state.intent))
        if state.result is None:
            return _step(Role.EXECUTOR, state.round, _execution_request(state, state.intent, state.prompt))
        if state.verdict is None:
            return _step(Role.CRITIC, state.round, _review_request(state, state.intent, state.prompt, state.result))
        return self._after_review(state, state.verdict)

    def _after_review(self, state: ImageChatState, verdict: Verdict) -> Next:
        returns = state.round - 1
        if verdict.passed or verdict.score >= self.limits.return_score or returns >= self.limits.returns:
            return Finish()
        if verdict.judged and not verdict.return_to and state.result is not None and state.result.content:
            # The engine reported that it cannot draw this: another attempt would lack it again.
            return Finish()
        return Record((RunReflowed(state.round, Role.RAG, verdict.score, verdict.feedback),))

    def _parse_intent(self, state: ImageChatState) -> ParseIntent:
        return ParseIntent(
            text=state.input.text,
            has_mask=bool(state.input.mask_asset_id),
            has_image=bool(state.input.image_asset_id),
            messages=state.messages[-self.limits.planner_messages :] if self.limits.planner_messages else (),
            last_result=state.edited,
            builtin_only=state.planner_failed,
            fresh=state.input.fresh,
        )

    def _rejection(self, state: ImageChatState, intent: Intent) -> Failure | None:
        """Return the failure of an *intent* that cannot be executed, or None."""
        if intent.choices:
            return _failure(state, Code.INTENT_UNKNOWN, WHAT_TO_CHANGE if state.image_asset_id else WHICH_ONE)
        if intent.restores:
            return None if state.restored else _failure(state, Code.INTENT_UNKNOWN, _explain_no_image(state, intent))
        if intent.action is Action.UNKNOWN and intent.control and not state.image_asset_id:
            return _failure(state, Code.INTENT_UNKNOWN, NOTHING_TO_CHANGE)
        if intent.action is Action.UNKNOWN or not intent.confidence > self.limits.intent_confidence:  # nor NaN
            is_other = intent.action is Action.UNKNOWN and is_foreign(state.input.text)
            return _failure(state, Code.INTENT_UNKNOWN, OTHER_LANGUAGE if is_other else NOT_UNDERSTOOD)
        if intent.action is Action.GENERATE_IMAGE and (text := _find_wrong_size(state)):
            return _failure(state, Code.INVALID_INPUT_FORMAT, text)
        if intent.action is Action.INPAINTING and not state.input.mask_asset_id:
            return _failure(state, Code.MASK_DATA_MISSING)
        if intent.action is Action.INPAINTING and not state.image_asset_id:
            return _failure(state, Code.MASK_DATA_INVALID, NO_IMAGE_YET)
        if intent.action is Action.INPAINTING and not GEOMETRY.keys().isdisjoint(intent.parameters):
            return _failure(state, Code.INVALID_INPUT_FORMAT, WHOLE_IMAGE_ONLY)
        if intent.action is Action.ADJUST_PARAMETERS and not state.image_asset_id:
            return _failure(state, Code.INTENT_UNKNOWN, NOTHING_TO_CHANGE)
        if intent.action is Action.ADJUST_PARAMETERS and not intent.parameters:
            return _failure(state, Code.INTENT_UNKNOWN, NOT_UNDERSTOOD)
        return None


def _find_wrong_size(state: ImageChatState) -> Text | None:
    """Return why the size in the text is rejected; None for one that is painted, or that a field overrules."""
    sides = list_named_sides(state)
    if any(side > MAX_SIDE for side in sides):
        return TOO_LARGE
    return None if all(side >= MIN_SIDE for side in sides) else TOO_SMALL  # nor NaN


def _explain_no_image(state: ImageChatState, intent: Intent) -> Text:
    """Return why no image is restored; where fewer steps are possible, how many."""
    possible = count_steps(state.images, intent.restores)
    if not possible or STEPS not in intent.parameters:
        return NOTHING_EARLIER[intent.restores]
    return Text(*(text.replace("{possible}", str(possible)) for text in (TOO_FEW_STEPS.zh, TOO_FEW_STEPS.en)))


def _failure(state: ImageChatState, code: Code, text: Text | None = None) -> Failure:
    message = (
        (text or CATALOG[code].text)
        .pick(state.language)
        .format(request=shorten(state.input.text), limit=MAX_SIDE, least=MIN_SIDE)
    )
    return Failure(code, message, node=Role.PLANNER)


def _step(role: Role, number: int, call: Call) -> RunSteps:
    return RunSteps((Step(f"{role}-{number}", role, call),))


def _retrieval_request(state: ImageChatState, intent: Intent) -> RetrieveStyles:
    text = intent.prompt or state.input.text
    known = state.edited.style if intent.action is Action.INPAINTING and state.edited else ""  # the rest of the image
    return RetrieveStyles(text, intent.subject, intent.style or known, state.suggestions, state.input.fresh)


def _execution_request(state: ImageChatState, intent: Intent, prompt: EnhancedPrompt) -> Call:
    seed, model = round_seed(state.seed, state.round), state.input.preferred_model
    match intent.action:
        case Action.INPAINTING:
            mask = state.input.mask_asset_id
            if intent.parameters:
                return AdjustImage(state.image_asset_id, _adjustments(state, intent), prompt.look, mask)
            text = prompt.final if intent.prompt else ""  # without a prompt: fill from the surrounding pixels
            return Inpaint(state.image_asset_id, mask, text, intent.subject, prompt.look, seed, model)
        case Action.ADJUST_PARAMETERS:
            return AdjustImage(state.image_asset_id, _adjustments(state, intent), prompt.look)
        case _:
            width, height = image_size(state)
            return GenerateImage(prompt.final, intent.subject, prompt.look, width, height, seed, model)


def _adjustments(state: ImageChatState, intent: Intent) -> Mapping[str, float]:
    growth = ADJUSTMENT_GROWTH ** (state.round - 1)
    return {
        # Position and size have no intensity.
        name: value if name in GEOMETRY else max(-1.0, min(1.0, value * growth))
        for name, value in intent.parameters.items()
    }


def _review_request(state: ImageChatState, intent: Intent, prompt: EnhancedPrompt, result: ImageResult) -> ReviewImage:
    is_new = intent.action is Action.GENERATE_IMAGE
    width, height = image_size(state) if is_new else (0, 0)
    return ReviewImage(
        result=result,
        source_asset_id="" if is_new else state.image_asset_id,
        mask_asset_id=state.input.mask_asset_id if intent.action is Action.INPAINTING else "",
        width=width,
        height=height,
        look=prompt.look,
        parameters={} if is_new else intent.parameters,
        prompt=prompt.original,
        subject=intent.subject,
        style=prompt.retrieved[0].style if prompt.retrieved else intent.style,
        fresh=state.input.fresh,
    )
