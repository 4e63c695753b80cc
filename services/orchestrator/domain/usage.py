"""Usage of remote models, summed over a run."""

from dataclasses import replace
from enum import StrEnum

from services.common.contract.activity import Usage


class Resource(StrEnum):
    """A resource that a budget limits."""

    TOKENS = "tokens"
    IMAGES = "images"
    SECONDS = "seconds"


def add_usage(total: tuple[Usage, ...], usage: Usage) -> tuple[Usage, ...]:
    """Return *total*, one entry for each model and currency, with *usage* added."""
    key = _key(usage)
    if all(_key(entry) != key for entry in total):
        return (*total, usage)
    return tuple(_sum(entry, usage) if _key(entry) == key else entry for entry in total)


def _key(usage: Usage) -> tuple[str, str, str]:
    return usage.provider, usage.model, usage.currency


def _sum(entry: Usage, usage: Usage) -> Usage:
    return replace(
        entry,
        input_tokens=entry.input_tokens + usage.input_tokens,
        output_tokens=entry.output_tokens + usage.output_tokens,
        images=entry.images + usage.images,
        cost=entry.cost + usage.cost,
        requests=entry.requests + usage.requests,
    )
