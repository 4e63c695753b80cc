"""Budget of a run: which actions its usage requires. Pure."""

from collections.abc import Mapping
from types import MappingProxyType

from services.common.contract.activity import Usage
from services.common.limits import Limits
from services.common.text.language import Language, Text
from services.orchestrator.domain.events import BudgetAction, BudgetReached
from services.orchestrator.domain.usage import Resource

BudgetActions = Mapping[Resource, BudgetReached]
"""The most severe action taken for each resource."""

_SEVERITY = {BudgetAction.WARN: 0, BudgetAction.DEGRADE: 1, BudgetAction.STOP: 2}

_NAMES = MappingProxyType(
    {
        Resource.TOKENS: Text("词元", "tokens"),
        Resource.IMAGES: Text("图片张数", "images"),
        Resource.SECONDS: Text("秒数", "seconds"),
    }
)
_MESSAGES = MappingProxyType(
    {
        BudgetAction.WARN: Text(
            "预算提醒：{name}已用 {used:.0f} / {allowed:.0f}。", "Budget: {used:.0f} of {allowed:.0f} {name} are used."
        ),
        BudgetAction.DEGRADE: Text(
            "预算用完（{name} {used:.0f} / {allowed:.0f}），接下来只用内置引擎。",
            "The budget is used up ({used:.0f} of {allowed:.0f} {name}); built-in engines do the rest.",
        ),
        BudgetAction.STOP: Text(
            "预算用完（{name} {used:.0f} / {allowed:.0f}），到此为止。",
            "The budget is used up ({used:.0f} of {allowed:.0f} {name}); the run stops here.",
        ),
    }
)


def check_budget(
    usage: tuple[Usage, ...], seconds: float, taken: BudgetActions, limits: Limits, language: Language
) -> tuple[BudgetReached, ...]:
    """Return the actions that *usage* and *seconds* of execution require and that were not *taken* before."""
    used = {
        Resource.TOKENS: float(sum(entry.tokens for entry in usage)),
        Resource.IMAGES: float(sum(entry.images for entry in usage)),
        Resource.SECONDS: seconds,
    }
    allowed = {
        Resource.TOKENS: float(limits.budget_tokens),
        Resource.IMAGES: float(limits.budget_images),
        Resource.SECONDS: limits.budget_seconds,
    }
    actions = []
    for resource, amount in used.items():
        action = _required_action(amount, allowed[resource], limits)
        if action is None:
            continue
        event = _budget_reached(resource, amount, allowed[resource], action, language)
        if _is_more_severe(event, taken.get(resource)):
            actions.append(event)
    return tuple(actions)


def with_action(taken: BudgetActions, event: BudgetReached) -> BudgetActions:
    """Return *taken* with the action of *event*."""
    if not _is_more_severe(event, taken.get(event.resource)):
        return taken
    return {**taken, event.resource: event}


def most_severe(taken: BudgetActions) -> BudgetAction | None:
    """Return the most severe action taken, None for none."""
    return max((event.action for event in taken.values()), key=_SEVERITY.__getitem__, default=None)


def _required_action(used: float, allowed: float, limits: Limits) -> BudgetAction | None:
    if not allowed or used < allowed * limits.budget_warn_share:
        return None
    return BudgetAction(limits.budget_action) if used >= allowed else BudgetAction.WARN


def _is_more_severe(event: BudgetReached, other: BudgetReached | None) -> bool:
    """Return whether *event* reports more than *other*: a graver action, or a warning at the whole budget."""
    return other is None or _rank(event) > _rank(other)


def _rank(event: BudgetReached) -> tuple[int, bool]:
    return _SEVERITY[event.action], event.used >= event.allowed


def _budget_reached(
    resource: Resource, used: float, allowed: float, action: BudgetAction, language: Language
) -> BudgetReached:
    name = _NAMES[resource].pick(language)
    message = _MESSAGES[action].pick(language).format(name=name, used=used, allowed=allowed)
    return BudgetReached(resource, used, allowed, action, message)
