"""UI components of the image chat workflow: a pure function of its state."""

from collections.abc import Mapping

from services.common.contract.components import (
    AgentMessage,
    ImageCard,
    MaskRequest,
    MessageState,
    Parameter,
    ParameterPanel,
    SuggestionChips,
    UiComponent,
    Widget,
)
from services.common.contract.failure import Failure
from services.common.contract.image_chat import Action, Control, ImageResult, PartOutcome
from services.common.errors import Code
from services.common.text.parameters import LEVELS
from services.orchestrator.domain.image_chat.state import ImageChatState, ReviewedImage
from services.orchestrator.domain.image_chat.texts import (
    ATTEMPTED,
    BEST_OF_ROUNDS,
    CANCELLED,
    DONE,
    EXAMPLES,
    NOT_MET,
    SELECT_AREA,
    THINKING,
    UNCHANGED,
)


def build_components(state: ImageChatState, ended: bool) -> tuple[UiComponent, ...]:
    """Return the components to display, in order; *ended* when no event follows."""
    if state.failure is not None:
        return _failure_components(state, state.failure)
    if not ended:
        return (_message(MessageState.THINKING, THINKING.pick(state.language)),)
    if state.not_understood is not None:
        return _question_components(state, state.not_understood)
    if state.delivered is not None:
        return _result_components(state, state.delivered)
    return (_message(MessageState.FAILED, CANCELLED.pick(state.language)),)


def build_reply(state: ImageChatState) -> str:
    """Return the final reply of the assistant."""
    if state.failure is not None:
        return state.failure.message
    if state.not_understood is not None:
        return state.not_understood.message
    if state.intent is None or state.delivered is None:
        return ""
    done = DONE[state.intent.action].pick(state.language)
    verdict, result = state.delivered.verdict, state.delivered.result
    if _changed_nothing(state, result):
        return UNCHANGED.pick(state.language)
    if not verdict.judged:
        return f"{done} {verdict.feedback}"
    if not verdict.passed and verdict.dimensions:
        attempts = ATTEMPTED.pick(state.language).format(rounds=state.round) if state.round > 1 else ""
        return f"{NOT_MET[state.intent.action].pick(state.language)} {attempts}{verdict.feedback}"
    if any(part.outcome is not PartOutcome.SHOWN for part in result.content):
        return f"{done} {verdict.feedback}"
    if state.round > 1:
        best = BEST_OF_ROUNDS.pick(state.language).format(rounds=state.round, score=verdict.score)
        return f"{done} {best}"
    return done


def _changed_nothing(state: ImageChatState, result: ImageResult) -> bool:
    """Return whether an adjustment left every pixel as it was: its image has the address of the original."""
    assert state.intent is not None
    is_change = state.intent.action is Action.ADJUST_PARAMETERS and not state.intent.restores
    return is_change and result.asset.asset_id == state.image_asset_id


def _message(state: MessageState, text: str) -> UiComponent:
    return UiComponent("message", AgentMessage(state, text))


def _failure_components(state: ImageChatState, failure: Failure) -> tuple[UiComponent, ...]:
    widgets: list[tuple[str, Widget]] = [("message", AgentMessage(MessageState.FAILED, failure.message))]
    if failure.code is Code.INTENT_UNKNOWN:
        examples = tuple(example.pick(state.language) for example in EXAMPLES)
        widgets.append(("suggestions", SuggestionChips(examples)))
    if failure.code is Code.MASK_DATA_MISSING:
        request = MaskRequest(state.image_asset_id, SELECT_AREA.pick(state.language))
        widgets.append(("mask", request))
    return tuple(UiComponent(name, widget) for name, widget in widgets)


def _question_components(state: ImageChatState, answer: Failure) -> tuple[UiComponent, ...]:
    """Return the answer to a request that was not understood: examples, and what to operate instead."""
    choices = state.intent.choices if state.intent else ()
    examples = choices or tuple(example.pick(state.language) for example in EXAMPLES)
    widgets: list[tuple[str, Widget]] = [
        ("message", AgentMessage(MessageState.SUCCESS, answer.message)),
        ("suggestions", SuggestionChips(examples)),
    ]
    if state.intent is not None and state.image_asset_id:
        match state.intent.control:
            case Control.PARAMETERS:
                now = state.last_result.parameters if state.last_result else {}
                widgets.append(("parameters", _build_panel(state, state.image_asset_id, now)))
            case Control.AREA:
                widgets.append(("mask", MaskRequest(state.image_asset_id, SELECT_AREA.pick(state.language))))
            case _:
                pass
    return tuple(UiComponent(name, widget) for name, widget in widgets)


def _result_components(state: ImageChatState, best: ReviewedImage) -> tuple[UiComponent, ...]:
    verdict = best.verdict
    widgets: list[tuple[str, Widget]] = [
        ("message", AgentMessage(MessageState.SUCCESS, build_reply(state))),
        ("image", ImageCard(best.result, verdict.score if verdict.judged else None)),
        ("parameters", _parameter_panel(state, best)),
    ]
    if verdict.suggestions:
        widgets.append(("suggestions", SuggestionChips(verdict.suggestions)))
    return tuple(UiComponent(name, widget) for name, widget in widgets)


def _parameter_panel(state: ImageChatState, best: ReviewedImage) -> ParameterPanel:
    return _build_panel(state, best.result.asset.asset_id, best.result.parameters)


def _build_panel(state: ImageChatState, asset_id: str, now: Mapping[str, float]) -> ParameterPanel:
    parameters = tuple(
        Parameter(name, label.pick(state.language), now.get(name, 0.0), -1.0, 1.0) for name, label in LEVELS.items()
    )
    return ParameterPanel(asset_id, parameters)
