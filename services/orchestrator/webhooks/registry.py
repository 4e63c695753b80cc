"""Registration of webhooks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.orchestrator.domain.webhook_signature import format_secret
from services.orchestrator.domain.webhooks import Response, build_test_body
from services.orchestrator.webhooks.deliveries import Sender, sign_request
from services.orchestrator.webhooks.store import Delivery, Webhook, WebhookEvent, WebhookStore

MAX_WEBHOOKS = 50
KEY_BYTES = 32
_TOO_MANY = Text(
    f"最多可以登记 {MAX_WEBHOOKS} 个 webhook，请先用 reflow webhooks remove 删除一个。",
    f"There may be at most {MAX_WEBHOOKS} webhooks; remove one with `reflow webhooks remove` first.",
)


@dataclass(frozen=True, slots=True)
class WebhookRegistry:
    """Registers, lists, tests and removes webhooks.

    Attributes:
        store: the webhooks and their deliveries.
        sender: sends requests.
        timeout: seconds that a request may take.
        now: the clock.
        new_id: creates ids.
        new_key: creates keys of a number of bytes.

    """

    store: WebhookStore
    sender: Sender
    timeout: float
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    new_key: Callable[[int], bytes]

    async def create(self, url: str, events: Sequence[WebhookEvent], request_id: str) -> Webhook:
        """Register a webhook and return it with its secret; without, if *request_id* registered it before.

        Raises INVALID_INPUT_FORMAT, or IDEMPOTENCY_KEY_REUSED if the request registered another URL.
        """
        await self.sender.check(url)
        secret = format_secret(self.new_key(KEY_BYTES))
        chosen = tuple(event for event in WebhookEvent if event in events or not events)
        webhook = Webhook(self.new_id(), url, chosen, self.now(), secret=secret)
        stored = await self.store.create(webhook, request_id, MAX_WEBHOOKS)
        if stored is None:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, _TOO_MANY)
        if stored.webhook_id == webhook.webhook_id:
            return stored
        if (stored.url, stored.events) != (url, chosen):
            raise ReflowError(Code.IDEMPOTENCY_KEY_REUSED, field="request_id")
        return replace(stored, secret="")

    async def list_all(self) -> Sequence[Webhook]:
        """Return all webhooks without their secrets, oldest first."""
        return await self.store.list_webhooks()

    async def delete(self, webhook_id: str) -> None:
        """Remove a webhook with its deliveries. Raises WEBHOOK_UNKNOWN."""
        if not await self.store.delete(webhook_id):
            raise ReflowError(Code.WEBHOOK_UNKNOWN, field="webhook_id")

    async def test(self, webhook_id: str) -> Response:
        """Send one test request and return what came of it. Raises WEBHOOK_UNKNOWN."""
        webhook = await self.store.find(webhook_id)
        if webhook is None:
            raise ReflowError(Code.WEBHOOK_UNKNOWN, field="webhook_id")
        at = self.now()
        body = build_test_body(webhook.webhook_id, at)
        request = sign_request(webhook.url, webhook.secret, f"test_{self.new_id()}", at, body)
        return await self.sender.send(request, self.timeout)

    async def retry(self, delivery_id: str) -> Delivery:
        """Make a delivery pending again. Raises DELIVERY_UNKNOWN."""
        delivery = await self.store.retry(delivery_id, self.now())
        if delivery is None:
            raise ReflowError(Code.DELIVERY_UNKNOWN, field="delivery_id")
        return delivery
