"""Webhooks in PostgreSQL. Implements services.orchestrator.webhooks.store.WebhookStore."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from services.common.database.pool import Pool
from services.orchestrator.adapters.retried_database import RetriedDatabase
from services.orchestrator.adapters.webhooks import statements as sql
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.webhooks import Report, Response, describe_failure
from services.orchestrator.webhooks.store import Delivery, DeliveryState, Lease, LeasedDelivery, Webhook, WebhookEvent

# A user waits this long for an unreachable database.
RETRY_SECONDS = 10.0

Row = dict[str, Any]


class PostgresWebhookStore:
    """Stores webhooks. A statement that lost its connection is repeated."""

    def __init__(self, pool: Pool, retry_timeout: float = RETRY_SECONDS) -> None:
        self._database = RetriedDatabase(pool, retry_timeout)

    async def create(self, webhook: Webhook, request_id: str, max_webhooks: int) -> Webhook | None:
        parameters = {
            "webhook_id": webhook.webhook_id,
            "request_id": request_id or None,
            "url": webhook.url,
            "events": [event.value for event in webhook.events],
            "secret": webhook.secret,
            "created_at": webhook.created_at,
            "max_webhooks": max_webhooks,
        }
        if await self._database.rows(sql.CREATE, parameters):
            return webhook
        rows = await self._database.rows(sql.FIND_REQUEST, {"request_id": request_id})
        return _to_webhook(rows[0]) if rows else None

    async def find(self, webhook_id: str) -> Webhook | None:
        rows = await self._database.rows(sql.FIND, {"webhook_id": webhook_id})
        return _to_webhook(rows[0]) if rows else None

    async def list_webhooks(self) -> Sequence[Webhook]:
        return [_to_webhook(row) for row in await self._database.rows(sql.LIST, {})]

    async def delete(self, webhook_id: str) -> bool:
        return bool(await self._database.rows(sql.DELETE, {"webhook_id": webhook_id}))

    async def list_deliveries(
        self, webhook_id: str, state: DeliveryState | None, before: tuple[datetime, str] | None, limit: int
    ) -> Sequence[Delivery]:
        before_at, before_id = before or (None, "")
        parameters = {"webhook_id": webhook_id, "state": state, "limit": limit}
        position = {"before_at": before_at, "before_id": before_id}
        return [_to_delivery(row) for row in await self._database.rows(sql.LIST_DELIVERIES, parameters | position)]

    async def retry(self, delivery_id: str, now: datetime) -> Delivery | None:
        rows = await self._database.rows(sql.RETRY, {"delivery_id": delivery_id, "now": now})
        return _to_delivery(rows[0]) if rows else None

    async def lease(self, lease: Lease) -> Sequence[LeasedDelivery]:
        parameters = {
            "now": lease.now,
            "until": lease.until,
            "limit": lease.limit,
            "limit_per_webhook": lease.limit_per_webhook,
            "busy": list(lease.busy),
        }
        return [_to_leased(row) for row in await self._database.rows(sql.LEASE, parameters)]

    async def finish(
        self, delivery: LeasedDelivery, state: DeliveryState, response: Response, next_attempt_at: datetime
    ) -> None:
        parameters = {
            "delivery_id": delivery.delivery_id,
            "attempt": delivery.attempt,
            "state": state,
            "next_attempt_at": next_attempt_at,
            "status": response.status,
            "error": describe_failure(response).replace("\0", ""),
        }
        await self._database.rows(sql.FINISH, parameters)

    async def disable(self, webhook_id: str, now: datetime, reason: str) -> None:
        await self._database.rows(sql.DISABLE, {"webhook_id": webhook_id, "now": now, "reason": reason})

    async def delete_old(self, delivered_before: datetime, dead_before: datetime) -> int:
        limits = {"delivered_before": delivered_before, "dead_before": dead_before}
        return len(await self._database.rows(sql.DELETE_OLD, limits))


def _to_webhook(row: Row) -> Webhook:
    return Webhook(
        webhook_id=row["webhook_id"],
        url=row["url"],
        events=tuple(WebhookEvent(event) for event in row["events"]),
        created_at=row["created_at"],
        disabled_at=row["disabled_at"],
        secret=row.get("secret", ""),
    )


def _to_report(row: Row) -> Report:
    return Report(
        row["run_id"],
        row["session_id"],
        row["workflow"],
        RunStatus(row["status"]),
        row["sequence"],
        row["occurred_at"],
    )


def _to_delivery(row: Row) -> Delivery:
    return Delivery(
        delivery_id=row["delivery_id"],
        webhook_id=row["webhook_id"],
        report=_to_report(row),
        state=DeliveryState(row["state"]),
        attempts=row["attempts"],
        next_attempt_at=row["next_attempt_at"],
        last_status=row["last_status"],
        last_error=row["last_error"],
    )


def _to_leased(row: Row) -> LeasedDelivery:
    return LeasedDelivery(
        row["delivery_id"], row["webhook_id"], _to_report(row), row["attempts"], row["url"], row["secret"]
    )
