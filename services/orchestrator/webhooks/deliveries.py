"""Delivery of reports: leases due ones, sends them, and stores what came of each."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from services.common.cancellation import cancel_tasks
from services.common.errors import ReflowError
from services.orchestrator.domain.webhook_signature import sign
from services.orchestrator.domain.webhooks import (
    Dead,
    Delivered,
    Response,
    RetryIn,
    build_body,
    decide,
    describe_failure,
)
from services.orchestrator.engine.crash_points import CrashPoint, OnCrashPoint
from services.orchestrator.webhooks.store import DeliveryState, Lease, LeasedDelivery, WebhookStore

log = structlog.get_logger("reflow.webhooks")

# Concurrent requests of this process, and to one webhook: a slow receiver must not delay the others.
MAX_IN_FLIGHT = 64
MAX_IN_FLIGHT_PER_WEBHOOK = 16
# A lease in multiples of the time that a request may take: a process that holds a delivery for longer is gone.
LEASE_FACTOR = 2
DELIVERED_RETENTION = timedelta(days=7)
DEAD_RETENTION = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class SignedRequest:
    """A request to send."""

    url: str
    message_id: str
    timestamp: int
    signature: str
    body: bytes


class Sender(Protocol):
    """Sends requests to the outside."""

    async def check(self, url: str) -> None:
        """Raise INVALID_INPUT_FORMAT for a URL that does not lead to the public internet."""

    async def send(self, request: SignedRequest, timeout: float) -> Response:
        """Send *request* and return what came of it within *timeout* seconds. A receiver that fails raises nothing."""


@dataclass(frozen=True, slots=True)
class DeliveryPolicy:
    """Seconds that a request may take, and the delays between attempts in seconds."""

    timeout: float
    backoff: Sequence[float]


class WebhookDeliveries:
    """Delivers reports. Several processes may do so concurrently: each report is leased to one of them."""

    def __init__(
        self,
        store: WebhookStore,
        sender: Sender,
        policy: DeliveryPolicy,
        now: Callable[[], datetime],
        on_crash_point: OnCrashPoint,
    ) -> None:
        self._store = store
        self._sender = sender
        self._policy = policy
        self._now = now
        self._on_crash_point = on_crash_point
        self._in_flight = Counter[str]()
        self._tasks = set[asyncio.Task[None]]()

    async def deliver_due(self) -> int:
        """Start to deliver what is due; return the number of requests that were started."""
        free = MAX_IN_FLIGHT - len(self._tasks)
        if free <= 0:
            return 0
        now = self._now()
        busy = [webhook_id for webhook_id, count in self._in_flight.items() if count >= MAX_IN_FLIGHT_PER_WEBHOOK]
        until = now + timedelta(seconds=self._policy.timeout * LEASE_FACTOR)
        leased = await self._store.lease(Lease(now, until, free, MAX_IN_FLIGHT_PER_WEBHOOK, busy))
        for delivery in leased:
            self._in_flight[delivery.webhook_id] += 1
            task = asyncio.create_task(self._deliver(delivery), name=f"webhook: {delivery.delivery_id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return len(leased)

    async def delete_old(self) -> int:
        """Delete old deliveries; return how many."""
        now = self._now()
        return await self._store.delete_old(now - DELIVERED_RETENTION, now - DEAD_RETENTION)

    async def stop(self) -> None:
        """Cancel what is in flight: its lease ends, and another process repeats it."""
        await cancel_tasks(*self._tasks)

    async def _deliver(self, delivery: LeasedDelivery) -> None:
        try:
            body, at = build_body(delivery.report), self._now()
            request = sign_request(delivery.url, delivery.secret, delivery.delivery_id, at, body)
            response = await self._sender.send(request, self._policy.timeout)
            self._on_crash_point(CrashPoint.SENT)
            await self._finish(delivery, response)
        except ReflowError as error:  # the database is away: the lease ends
            log.warning("webhook delivery not stored", delivery=delivery.delivery_id, details=error.details)
        except Exception:
            log.exception("webhook delivery failed", delivery=delivery.delivery_id)
        finally:
            self._in_flight -= Counter([delivery.webhook_id])  # drops zeros

    async def _finish(self, delivery: LeasedDelivery, response: Response) -> None:
        now = self._now()
        match decide(response, delivery.attempt, self._policy.backoff):
            case Delivered():
                await self._store.finish(delivery, DeliveryState.DELIVERED, response, now)
            case RetryIn(seconds):
                due = now + timedelta(seconds=seconds)
                await self._store.finish(delivery, DeliveryState.PENDING, response, due)
            case Dead(disables):
                await self._store.finish(delivery, DeliveryState.DEAD, response, now)
                reason = describe_failure(response)
                log.warning("webhook delivery is dead", delivery=delivery.delivery_id, reason=reason)
                if disables:
                    await self._store.disable(delivery.webhook_id, now, reason)


def sign_request(url: str, secret: str, message_id: str, at: datetime, body: bytes) -> SignedRequest:
    """Return the request that sends *body* to *url*, signed at the time *at*."""
    timestamp = int(at.timestamp())
    return SignedRequest(url, message_id, timestamp, sign(secret, message_id, timestamp, body), body)
