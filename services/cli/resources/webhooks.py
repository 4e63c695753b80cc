"""`reflow webhooks add / list / remove / test / deliveries / retry`."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import webhooks_pb2

from services.cli.errors import CommandFailed
from services.cli.rendering.display import Spinner
from services.cli.rendering.times import format_time
from services.cli.resources.fields import print_fields
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.common.contract.proto_values.enums import enum_name
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from services.cli.session.clients.automation import WebhookClient

_SECRET = Text(
    "签名密钥只显示这一次，请妥善保存：{secret}", "The secret that signs its requests is shown this once: {secret}"
)
_NONE = Text("还没有 webhook。", "There are no webhooks.")
_REMOVED = Text("已删除。", "Removed.")
_ACCEPTED = Text("接收方返回 HTTP {status}。", "The receiver returned HTTP {status}.")
_NOT_ACCEPTED = Text("接收方没有接受：{error}", "The receiver did not accept it: {error}")


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The webhooks of the system on a data folder."""

    folder: Path | None
    language: Language

    async def add(self, url: str, events: Sequence[str], *, as_json: bool) -> None:
        """Register a webhook and print it with its secret."""
        async with self._connect() as webhooks:
            created = await webhooks.create(url, events)
        if as_json:
            print_fields({**_describe(created.webhook), "secret": created.secret}, as_json=True)
        else:
            print_fields(_describe(created.webhook), as_json=False)
            print(_SECRET.pick(self.language).format(secret=created.secret))

    async def list_all(self, *, as_json: bool) -> None:
        """Print every webhook."""
        async with self._connect() as webhooks:
            stored = await webhooks.list_all()
        if not stored and not as_json:
            print(_NONE.pick(self.language))
        for webhook in stored:
            print_fields(_describe(webhook), as_json=as_json)

    async def remove(self, webhook_id: str) -> None:
        """Remove a webhook. Raises WEBHOOK_UNKNOWN."""
        async with self._connect() as webhooks:
            await webhooks.remove(webhook_id)
        print(_REMOVED.pick(self.language))

    async def test(self, webhook_id: str) -> None:
        """Send a test request and print the response. Raises CommandFailed if it was not accepted."""
        async with self._connect() as webhooks:
            response = await webhooks.test(webhook_id)
        if not response.accepted:
            error = to_one_line(response.error)
            raise CommandFailed(Text(_NOT_ACCEPTED.zh.format(error=error), _NOT_ACCEPTED.en.format(error=error)))
        print(_ACCEPTED.pick(self.language).format(status=response.status))

    async def list_deliveries(self, webhook_id: str, state: str, *, as_json: bool) -> None:
        """Print the last deliveries."""
        async with self._connect() as webhooks:
            for delivery in await webhooks.list_deliveries(webhook_id, state):
                print_fields(_describe_delivery(delivery), as_json=as_json)

    async def retry(self, delivery_id: str, *, as_json: bool) -> None:
        """Deliver again. Raises DELIVERY_UNKNOWN."""
        async with self._connect() as webhooks:
            print_fields(_describe_delivery(await webhooks.retry(delivery_id)), as_json=as_json)

    @asynccontextmanager
    async def _connect(self) -> "AsyncIterator[WebhookClient]":
        spinner = Spinner(self.language)
        with handle_signals(), spinner:
            async with open_client(find_data_folder(self.folder), spinner.show_startup, self.language) as client:
                spinner.finish()
                yield client.libraries.webhooks


def _describe(webhook: webhooks_pb2.Webhook) -> dict[str, object]:
    names = [enum_name(webhooks_pb2.WebhookEvent.DESCRIPTOR, event) for event in webhook.events]
    return {
        "webhookId": webhook.webhook_id,
        "events": names,
        "disabledAt": format_time(webhook.disabled_at) if webhook.HasField("disabled_at") else None,
        "url": to_one_line(webhook.url),
    }


def _describe_delivery(delivery: webhooks_pb2.WebhookDelivery) -> dict[str, object]:
    pending = delivery.HasField("next_attempt_at")
    return {
        "deliveryId": delivery.delivery_id,
        "state": enum_name(webhooks_pb2.DeliveryState.DESCRIPTOR, delivery.state),
        "type": delivery.type,
        "runId": delivery.run_id,
        "attempts": delivery.attempts,
        "occurredAt": format_time(delivery.occurred_at),
        "nextAttemptAt": format_time(delivery.next_attempt_at) if pending else None,
        "lastError": to_one_line(delivery.last_error) or None,
    }
