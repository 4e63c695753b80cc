"""Webhooks as one value: their registry, and the delivery of their reports."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from services.common.database.pool import Pool
from services.common.ids import new_id
from services.orchestrator.adapters.webhooks.postgres_store import PostgresWebhookStore
from services.orchestrator.engine.crash_points import OnCrashPoint
from services.orchestrator.engine.periodic_tasks import PeriodicTask
from services.orchestrator.webhooks.deliveries import DeliveryPolicy, Sender, WebhookDeliveries
from services.orchestrator.webhooks.registry import WebhookRegistry

POLL_SECONDS = 0.5
CLEANUP_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The registry of webhooks, and the delivery of their reports."""

    registry: WebhookRegistry
    deliveries: WebhookDeliveries

    @property
    def tasks(self) -> tuple[PeriodicTask, ...]:
        """The periodic tasks that deliver reports and delete old ones."""
        return (
            PeriodicTask("deliver reports to webhooks", POLL_SECONDS, self.deliveries.deliver_due),
            PeriodicTask("delete old deliveries", CLEANUP_SECONDS, self.deliveries.delete_old),
        )


def create_webhooks(
    pool: Pool, sender: Sender, policy: DeliveryPolicy, now: Callable[[], datetime], on_crash_point: OnCrashPoint
) -> Webhooks:
    """Return the webhooks in the database of *pool*, whose requests *sender* sends."""
    store = PostgresWebhookStore(pool)
    registry = WebhookRegistry(store, sender, policy.timeout, now, new_id, secrets.token_bytes)
    return Webhooks(registry, WebhookDeliveries(store, sender, policy, now, on_crash_point))
