"""UI components of the image chat workflow: a pure function of its state."""

from collections.abc import Iterator, Mapping

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
from services.common.contract.image_chat import Action, Control, ImageResult, Intent, PartOutcome
from services.common.contract.session import SessionImage
from services.common.errors import Code
from services.common.text.parameters import LEVELS, format_parameters, keep_named
from services.common.text.quotation import shorten
from services.orchestrator.domain.image_chat.sizes import list_size_requests
from services.orchestrator.domain.image_chat.state import ImageChatState, ReviewedImage
from services.orchestrator.domain.image_chat.texts import (
    AREA_ADJUSTED,
    AREA_STYLE_UNKNOWN,
    ATTEMPTED,
    BEST_OF_ROUNDS,
    CANCELLED,
    DONE,
    EXAMPLES,
    NOT_MET,
    RESTORED,
    RESTORED_AREA,
    RESTORED_CHANGE,
    RESTORED_PROMPT,
    RESTORED_REQUEST,
    RESTORED_UPLOAD,
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
    if state.restored is not None:
        return _describe_restored(state, state.restored)
    adjusts_area = state.intent.action is Action.INPAINTING and state.intent.parameters
    action = Action.ADJUST_PARAMETERS if adjusts_area else state.intent.action
    done = (AREA_ADJUSTED if adjusts_area else DONE[action]).pick(state.language)
    if _lacks_style(state, state.intent):
        done = f"{done}{AREA_STYLE_UNKNOWN.pick(state.language)}"
    verdict, result = state.delivered.verdict, state.delivered.result
    if _changed_nothing(state, result):
        return UNCHANGED.pick(state.language)
    if not verdict.judged:
        return f"{done} {verdict.feedback}"
    if not verdict.passed and verdict.dimensions:
        attempts = ATTEMPTED.pick(state.language).format(rounds=state.round) if state.round > 1 else ""
        return f"{NOT_MET[action].pick(state.language)} {attempts}{verdict.feedback}"
    if any(part.outcome is not PartOutcome.SHOWN for part in result.content):
        return f"{done} {verdict.feedback}"
    if state.round > 1:
        best = BEST_OF_ROUNDS.pick(state.language).format(rounds=state.round, score=verdict.score)
        return f"{done} {best}"
    return done


def _describe_restored(state: ImageChatState, restored: SessionImage) -> str:
    if not restored.number:
        return RESTORED_UPLOAD.pick(state.language)
    described = RESTORED_CHANGE.pick(state.language).join(_list_traits(state, restored))
    request = RESTORED_REQUEST.pick(state.language).format(request=described) if described else ""
    return RESTORED.pick(state.language).format(number=restored.number, request=request)


def _list_traits(state: ImageChatState, restored: SessionImage) -> Iterator[str]:
    """Yield what distinguishes *restored* in its session: its prompt, and how it was changed from its source."""
    if restored.image.prompt:
        yield RESTORED_PROMPT.pick(state.language).format(prompt=shorten(restored.image.prompt))
    if not restored.source_asset_id:
        return
    source = next((one.image for one in state.images if one.image.asset_id == restored.source_asset_id), None)
    changes, before = (keep_named(one.parameters if one else {}) for one in (restored.image, source))
    # Levels add up and stay; all others are those of the last adjustment alone.
    if changes and (changes != before or not changes.keys() <= LEVELS.keys()):
        yield format_parameters(changes, state.language)
    elif source is None or source.prompt == restored.image.prompt:
        yield RESTORED_AREA.pick(state.language)


def _lacks_style(state: ImageChatState, intent: Intent) -> bool:
    """Return whether something was painted into an image whose style neither the request nor the session names."""
    known = intent.style or (state.edited.style if state.edited else "")
    return intent.action is Action.INPAINTING and bool(intent.prompt) and not intent.parameters and not known


def _changed_nothing(state: ImageChatState, result: ImageResult) -> bool:
    """Return whether an adjustment left every pixel unchanged: its image has the asset id of the original."""
    assert state.intent is not None
    match state.intent.action:
        case Action.ADJUST_PARAMETERS:
            is_change = not state.intent.restores
        case Action.INPAINTING:
            is_change = bool(state.intent.parameters)
        case _:
            is_change = False
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
    """Return the answer to a request that was not understood: examples, and the control to use instead."""
    choices = state.intent.choices if state.intent else ()
    if answer.code is Code.INVALID_INPUT_FORMAT:
        choices = choices or list_size_requests(state)
    examples = choices or tuple(example.pick(state.language) for example in EXAMPLES)
    widgets: list[tuple[str, Widget]] = [
        ("message", AgentMessage(MessageState.SUCCESS, answer.message)),
        ("suggestions", SuggestionChips(examples)),
    ]
    if state.intent is not None and state.image_asset_id:
        match state.intent.control:
            case Control.PARAMETERS:
                now = state.edited.parameters if state.edited else {}
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
