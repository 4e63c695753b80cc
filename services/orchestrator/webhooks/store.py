"""Store of webhooks and their deliveries. The implementation is an adapter."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from services.orchestrator.domain.webhooks import Report, Response


class WebhookEvent(StrEnum):
    """What a webhook reports."""

    ENDED = "ended"
    WAITING = "waiting"


class DeliveryState(StrEnum):
    """State of a delivery."""

    PENDING = "pending"
    DELIVERED = "delivered"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Webhook:
    """A registered webhook. Its secret does not appear in logs."""

    webhook_id: str
    url: str
    events: tuple[WebhookEvent, ...]
    created_at: datetime
    disabled_at: datetime | None = None
    secret: str = field(default="", repr=False, metadata={"mirrors": None})


@dataclass(frozen=True, slots=True)
class Delivery:
    """A report to a webhook."""

    delivery_id: str
    webhook_id: str
    report: Report
    state: DeliveryState
    attempts: int
    next_attempt_at: datetime
    last_status: int
    last_error: str


@dataclass(frozen=True, slots=True)
class LeasedDelivery:
    """A delivery that this process attempts; *attempt* is the number of the attempt."""

    delivery_id: str
    webhook_id: str
    report: Report
    attempt: int
    url: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Lease:
    """Which deliveries to lease: those due at *now*, until *until*, of webhooks that are not *busy*."""

    now: datetime
    until: datetime
    limit: int
    limit_per_webhook: int
    busy: Collection[str] = ()


class WebhookStore(Protocol):
    """Webhooks and their deliveries."""

    async def create(self, webhook: Webhook, request_id: str, max_webhooks: int) -> Webhook | None:
        """Store *webhook*; return it, or the one of *request_id* if there is one, or None if there are too many."""

    async def find(self, webhook_id: str) -> Webhook | None:
        """Return a webhook with its secret."""

    async def list_webhooks(self) -> Sequence[Webhook]:
        """Return all webhooks, oldest first, without secrets."""

    async def delete(self, webhook_id: str) -> bool:
        """Delete a webhook with its deliveries; return whether it existed."""

    async def list_deliveries(
        self, webhook_id: str, state: DeliveryState | None, before: tuple[datetime, str] | None, limit: int
    ) -> Sequence[Delivery]:
        """Return deliveries, newest first; "" for any webhook, None for any state."""

    async def retry(self, delivery_id: str, now: datetime) -> Delivery | None:
        """Make a delivery pending again with all its attempts, and enable its webhook; None if there is none."""

    async def lease(self, lease: Lease) -> Sequence[LeasedDelivery]:
        """Lease due deliveries. No other process attempts them before the lease ends."""

    async def finish(
        self, delivery: LeasedDelivery, state: DeliveryState, response: Response, next_attempt_at: datetime
    ) -> None:
        """Store the outcome of an attempt, unless another process has leased the delivery since."""

    async def disable(self, webhook_id: str, now: datetime, reason: str) -> None:
        """Disable a webhook; its pending deliveries become dead letters."""

    async def delete_old(self, delivered_before: datetime, dead_before: datetime) -> int:
        """Delete old deliveries, and those of deleted webhooks; return how many."""
