"""What remote models took: of one use, and summed over a run."""

from dataclasses import dataclass, replace
from enum import StrEnum


class Resource(StrEnum):
    """What a budget counts."""

    TOKENS = "tokens"
    IMAGES = "images"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class Usage:
    """One use of a remote model, or the sum of several uses of the same one. Cost in `currency` (ISO 4217)."""

    provider: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    images: int = 0
    cost: float = 0.0
    currency: str = ""
    requests: int = 1

    @property
    def tokens(self) -> int:
        """Tokens read and written."""
        return self.input_tokens + self.output_tokens


def added(total: tuple[Usage, ...], use: Usage) -> tuple[Usage, ...]:
    """Return *total*, one entry for each model and currency, with *use* in it."""
    key = _key(use)
    if all(_key(entry) != key for entry in total):
        return (*total, use)
    return tuple(_sum(entry, use) if _key(entry) == key else entry for entry in total)


def _key(use: Usage) -> tuple[str, str, str]:
    return use.provider, use.model, use.currency


def _sum(entry: Usage, use: Usage) -> Usage:
    return replace(
        entry,
        input_tokens=entry.input_tokens + use.input_tokens,
        output_tokens=entry.output_tokens + use.output_tokens,
        images=entry.images + use.images,
        cost=entry.cost + use.cost,
        requests=entry.requests + use.requests,
    )
