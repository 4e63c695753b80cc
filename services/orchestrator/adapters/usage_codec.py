"""What remote models took, and budgets, to messages of the contract and back."""

from reflow.v1 import events_pb2, steps_pb2

from services.orchestrator.domain.events import BudgetAction, BudgetReached
from services.orchestrator.domain.usage import Resource, Usage

_RESOURCES = {
    Resource.TOKENS: events_pb2.BudgetReached.RESOURCE_TOKENS,
    Resource.IMAGES: events_pb2.BudgetReached.RESOURCE_IMAGES,
    Resource.SECONDS: events_pb2.BudgetReached.RESOURCE_SECONDS,
}
_RESOURCES_BACK = {number: resource for resource, number in _RESOURCES.items()}
_ACTIONS = {
    BudgetAction.WARN: events_pb2.BudgetReached.ACTION_WARN,
    BudgetAction.DEGRADE: events_pb2.BudgetReached.ACTION_DEGRADE,
    BudgetAction.STOP: events_pb2.BudgetReached.ACTION_STOP,
}
_ACTIONS_BACK = {number: action for action, number in _ACTIONS.items()}


def usage_message(use: Usage) -> steps_pb2.Usage:
    """Return *use* as a message."""
    return steps_pb2.Usage(
        provider=use.provider,
        model=use.model,
        input_tokens=use.input_tokens,
        output_tokens=use.output_tokens,
        images=use.images,
        cost=use.cost,
        currency=use.currency,
        requests=use.requests,
    )


def usage(message: steps_pb2.Usage) -> Usage:
    """Return the use that *message* tells of."""
    return Usage(
        provider=message.provider,
        model=message.model,
        input_tokens=message.input_tokens,
        output_tokens=message.output_tokens,
        images=message.images,
        cost=message.cost,
        currency=message.currency,
        requests=message.requests,
    )


def budget_message(event: BudgetReached) -> events_pb2.BudgetReached:
    """Return *event* as a message."""
    return events_pb2.BudgetReached(
        resource=_RESOURCES[event.resource],
        used=event.used,
        allowed=event.allowed,
        action=_ACTIONS[event.action],
        message=event.message,
    )


def budget_reached(message: events_pb2.BudgetReached) -> BudgetReached:
    """Return the event of *message*."""
    resource, action = _RESOURCES_BACK[message.resource], _ACTIONS_BACK[message.action]
    return BudgetReached(resource, message.used, message.allowed, action, message.message)
