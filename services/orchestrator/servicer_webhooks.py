"""WebhookService: registers webhooks, and lists and repeats deliveries."""

from reflow.v1 import webhooks_pb2, webhooks_pb2_grpc

from services.common.contract.proto_mapper import set_fields, to_proto
from services.common.contract.proto_values.enums import enum_number
from services.common.rpc.interceptor import Context
from services.orchestrator.adapters.request_values import format_page_token, parse_member, parse_page_token
from services.orchestrator.domain.webhooks import describe_failure
from services.orchestrator.webhooks.registry import WebhookRegistry
from services.orchestrator.webhooks.store import Delivery, DeliveryState, Webhook, WebhookEvent

DEFAULT_PAGE_SIZE = 50
_EVENTS, _STATES = webhooks_pb2.WebhookEvent.DESCRIPTOR, webhooks_pb2.DeliveryState.DESCRIPTOR


class WebhookServicer(webhooks_pb2_grpc.WebhookServiceServicer):
    """Registers webhooks."""

    def __init__(self, registry: WebhookRegistry) -> None:
        self._registry = registry

    async def CreateWebhook(
        self, request: webhooks_pb2.CreateWebhookRequest, context: Context
    ) -> webhooks_pb2.CreateWebhookResponse:
        events = [parse_member(_EVENTS, event, WebhookEvent, "events") for event in request.events]
        webhook = await self._registry.create(request.url, events, request.request_id)
        return webhooks_pb2.CreateWebhookResponse(webhook=_to_proto(webhook), secret=webhook.secret)

    async def ListWebhooks(
        self, request: webhooks_pb2.ListWebhooksRequest, context: Context
    ) -> webhooks_pb2.ListWebhooksResponse:
        webhooks = await self._registry.list_all()
        return webhooks_pb2.ListWebhooksResponse(webhooks=[_to_proto(webhook) for webhook in webhooks])

    async def DeleteWebhook(
        self, request: webhooks_pb2.DeleteWebhookRequest, context: Context
    ) -> webhooks_pb2.DeleteWebhookResponse:
        await self._registry.delete(request.webhook_id)
        return webhooks_pb2.DeleteWebhookResponse()

    async def TestWebhook(
        self, request: webhooks_pb2.TestWebhookRequest, context: Context
    ) -> webhooks_pb2.TestWebhookResponse:
        response = await self._registry.test(request.webhook_id)
        return webhooks_pb2.TestWebhookResponse(
            accepted=response.is_accepted, status=response.status, error=describe_failure(response)
        )

    async def ListWebhookDeliveries(
        self, request: webhooks_pb2.ListWebhookDeliveriesRequest, context: Context
    ) -> webhooks_pb2.ListWebhookDeliveriesResponse:
        size = request.page_size or DEFAULT_PAGE_SIZE
        before = parse_page_token(request.page_token)
        state = parse_member(_STATES, request.state, DeliveryState, "state") if request.state else None
        deliveries = await self._registry.store.list_deliveries(request.webhook_id, state, before, size)
        positions = [(delivery.report.occurred_at, delivery.delivery_id) for delivery in deliveries]
        return webhooks_pb2.ListWebhookDeliveriesResponse(
            deliveries=[_delivery_to_proto(delivery) for delivery in deliveries],
            next_page_token=format_page_token(positions, size),
        )

    async def RetryWebhookDelivery(
        self, request: webhooks_pb2.RetryWebhookDeliveryRequest, context: Context
    ) -> webhooks_pb2.RetryWebhookDeliveryResponse:
        delivery = await self._registry.retry(request.delivery_id)
        return webhooks_pb2.RetryWebhookDeliveryResponse(delivery=_delivery_to_proto(delivery))


def _to_proto(webhook: Webhook) -> webhooks_pb2.Webhook:
    return to_proto(webhook, webhooks_pb2.Webhook)


def _delivery_to_proto(delivery: Delivery) -> webhooks_pb2.WebhookDelivery:
    report = delivery.report
    message = webhooks_pb2.WebhookDelivery(
        delivery_id=delivery.delivery_id,
        webhook_id=delivery.webhook_id,
        type=report.type,
        run_id=report.run_id,
        sequence=report.sequence,
        state=enum_number(_STATES, delivery.state.name),
        attempts=delivery.attempts,
        last_status=delivery.last_status,
        last_error=delivery.last_error,
    )
    next_attempt_at = delivery.next_attempt_at if delivery.state is DeliveryState.PENDING else None
    set_fields(message, occurred_at=report.occurred_at, next_attempt_at=next_attempt_at)
    return message
