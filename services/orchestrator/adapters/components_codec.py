"""Pieces of user interface to messages of the contract and back."""

from typing import assert_never

from reflow.v1 import components_pb2, executor_pb2

from services.orchestrator.adapters.mirror import message_of, value_of
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
from services.orchestrator.domain.values import ImageResult

_STATES = {
    MessageState.THINKING: components_pb2.AgentMessage.STATE_THINKING,
    MessageState.SUCCESS: components_pb2.AgentMessage.STATE_SUCCESS,
    MessageState.FAILED: components_pb2.AgentMessage.STATE_FAILED,
}
_STATES_BACK = {number: state for state, number in _STATES.items()}


def component_message(component: UiComponent) -> components_pb2.UiComponent:
    """Return *component* as a message."""
    message = components_pb2.UiComponent(id=component.id)
    match component.widget:
        case AgentMessage(state, text):
            message.agent_message.state = _STATES[state]
            message.agent_message.text = text
        case ImageCard(result, score):
            message.image_result.result.CopyFrom(message_of(result, executor_pb2.ImageResult))
            if score is not None:
                message.image_result.score = score
        case ParameterPanel(asset_id, parameters):
            message.parameter_panel.asset_id = asset_id
            told = (message_of(parameter, components_pb2.Parameter) for parameter in parameters)
            message.parameter_panel.parameters.extend(told)
        case SuggestionChips(suggestions):
            message.suggestion_chips.suggestions.extend(suggestions)
        case MaskRequest(asset_id, text):
            message.mask_request.asset_id = asset_id
            message.mask_request.text = text
        case _:
            assert_never(component.widget)
    return message


def component(message: components_pb2.UiComponent) -> UiComponent:
    """Return the component of *message*."""
    return UiComponent(message.id, _widget(message))


def _widget(message: components_pb2.UiComponent) -> Widget:
    match message.WhichOneof("widget"):
        case "agent_message":
            line = message.agent_message
            return AgentMessage(_STATES_BACK.get(line.state, MessageState.THINKING), line.text)
        case "image_result":
            card = message.image_result
            return ImageCard(value_of(card.result, ImageResult), card.score if card.HasField("score") else None)
        case "parameter_panel":
            panel = message.parameter_panel
            parameters = tuple(value_of(parameter, Parameter) for parameter in panel.parameters)
            return ParameterPanel(panel.asset_id, parameters)
        case "suggestion_chips":
            return SuggestionChips(tuple(message.suggestion_chips.suggestions))
        case "mask_request":
            return MaskRequest(message.mask_request.asset_id, message.mask_request.text)
        case None:
            raise ValueError(f"component {message.id!r} has no widget")
