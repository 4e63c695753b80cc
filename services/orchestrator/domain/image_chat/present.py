"""What the person sees of an image chat: built from its state by one pure function."""

from services.common.errors import Code
from services.common.parameters import LEVELS
from services.orchestrator.domain.components import (
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
from services.orchestrator.domain.image_chat.state import Delivery, ImageChatState
from services.orchestrator.domain.image_chat.wording import (
    BEST_OF,
    CANCELLED,
    DONE,
    EXAMPLES,
    MARK_AN_AREA,
    THINKING,
)
from services.orchestrator.domain.values import Failure


def present(state: ImageChatState, ended: bool) -> tuple[UiComponent, ...]:
    """Return the components to be seen, in order; *ended* when nothing will follow."""
    if state.failure is not None:
        return _failed(state, state.failure)
    if not ended:
        return (_message(MessageState.THINKING, THINKING.pick(state.language)),)
    if state.delivered is not None:
        return _delivered(state, state.delivered)
    return (_message(MessageState.FAILED, CANCELLED.pick(state.language)),)


def reply(state: ImageChatState) -> str:
    """Return what the assistant says at the end."""
    if state.failure is not None:
        return state.failure.message
    if state.intent is None or state.delivered is None:
        return ""
    done = DONE[state.intent.action].pick(state.language)
    verdict = state.delivered.verdict
    if not verdict.judged:
        return f"{done} {verdict.feedback}"
    if state.round > 1:
        best = BEST_OF.pick(state.language).format(rounds=state.round, score=verdict.score)
        return f"{done} {best}"
    return done


def _message(state: MessageState, text: str) -> UiComponent:
    return UiComponent("message", AgentMessage(state, text))


def _failed(state: ImageChatState, failure: Failure) -> tuple[UiComponent, ...]:
    widgets: list[tuple[str, Widget]] = [("message", AgentMessage(MessageState.FAILED, failure.message))]
    if failure.code is Code.INTENT_UNKNOWN:
        examples = tuple(example.pick(state.language) for example in EXAMPLES)
        widgets.append(("suggestions", SuggestionChips(examples)))
    if failure.code is Code.MASK_DATA_MISSING:
        request = MaskRequest(state.image_asset_id, MARK_AN_AREA.pick(state.language))
        widgets.append(("mask", request))
    return tuple(UiComponent(name, widget) for name, widget in widgets)


def _delivered(state: ImageChatState, best: Delivery) -> tuple[UiComponent, ...]:
    verdict = best.verdict
    widgets: list[tuple[str, Widget]] = [
        ("message", AgentMessage(MessageState.SUCCESS, reply(state))),
        ("image", ImageCard(best.result, verdict.score if verdict.judged else None)),
        ("parameters", _panel(state, best)),
    ]
    if verdict.suggestions:
        widgets.append(("suggestions", SuggestionChips(verdict.suggestions)))
    return tuple(UiComponent(name, widget) for name, widget in widgets)


def _panel(state: ImageChatState, best: Delivery) -> ParameterPanel:
    now = best.result.parameters
    parameters = tuple(
        Parameter(name, label.pick(state.language), now.get(name, 0.0), -1.0, 1.0) for name, label in LEVELS.items()
    )
    return ParameterPanel(best.result.asset.asset_id, parameters)
