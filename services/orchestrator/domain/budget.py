"""When a run has used so much of its budget that something follows. Pure."""

from collections.abc import Mapping
from types import MappingProxyType

from services.common.language import Language, Text
from services.common.limits import Limits
from services.orchestrator.domain.events import BudgetAction, BudgetReached
from services.orchestrator.domain.usage import Resource, Usage

Reached = Mapping[Resource, BudgetAction]
"""What has followed from each resource so far, the gravest of it."""

_GRAVITY = {BudgetAction.WARN: 0, BudgetAction.DEGRADE: 1, BudgetAction.STOP: 2}

_NAMES = MappingProxyType(
    {
        Resource.TOKENS: Text("词元", "tokens"),
        Resource.IMAGES: Text("图片张数", "pictures"),
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
            "The budget is used up ({used:.0f} of {allowed:.0f} {name}); this is where it stops.",
        ),
    }
)


def reached(
    usage: tuple[Usage, ...], seconds: float, so_far: Reached, limits: Limits, language: Language
) -> tuple[BudgetReached, ...]:
    """Return what follows now, and has not followed before, from *usage* and *seconds* of work."""
    used = {
        Resource.TOKENS: float(sum(use.tokens for use in usage)),
        Resource.IMAGES: float(sum(use.images for use in usage)),
        Resource.SECONDS: seconds,
    }
    allowed = {
        Resource.TOKENS: float(limits.budget_tokens),
        Resource.IMAGES: float(limits.budget_images),
        Resource.SECONDS: limits.budget_seconds,
    }
    following = []
    for resource in Resource:
        action = _action(used[resource], allowed[resource], limits)
        if action is not None and _graver(action, so_far.get(resource)):
            following.append(_event(resource, used[resource], allowed[resource], action, language))
    return tuple(following)


def after(so_far: Reached, event: BudgetReached) -> Reached:
    """Return what has followed so far, with *event*."""
    if not _graver(event.action, so_far.get(event.resource)):
        return so_far
    return {**so_far, event.resource: event.action}


def gravest(so_far: Reached) -> BudgetAction | None:
    """Return the gravest thing that has followed, None for nothing."""
    return max(so_far.values(), key=_GRAVITY.__getitem__, default=None)


def _action(used: float, allowed: float, limits: Limits) -> BudgetAction | None:
    if not allowed or used < allowed * limits.budget_warn_share:
        return None
    return BudgetAction(limits.budget_action) if used >= allowed else BudgetAction.WARN


def _graver(action: BudgetAction, before: BudgetAction | None) -> bool:
    return before is None or _GRAVITY[action] > _GRAVITY[before]


def _event(resource: Resource, used: float, allowed: float, action: BudgetAction, language: Language) -> BudgetReached:
    name = _NAMES[resource].pick(language)
    message = _MESSAGES[action].pick(language).format(name=name, used=used, allowed=allowed)
    return BudgetReached(resource, used, allowed, action, message)
