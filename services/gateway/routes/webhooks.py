"""/api/webhooks: URLs that are called when a run has ended, or waits for an answer."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from reflow.v1 import webhooks_pb2

from services.common.contract.proto_values.enums import enum_number
from services.gateway.dependencies import Deps
from services.gateway.json_mapper.automation import delivery_to_json, webhook_to_json
from services.gateway.openapi import describe_body, failures
from services.gateway.requests.body import IdempotencyKey, parsed_body
from services.gateway.responses import JsonResponse
from services.gateway.schemas.webhooks import WebhookBody, parse_webhook

CREATED = 201
NO_CONTENT = 204
MAX_PAGE_SIZE = 500
_EXAMPLE = {"url": "https://hooks.example.com/reflow", "events": ["ended"]}

router = APIRouter(tags=["webhooks"])


@router.post(
    "/api/webhooks",
    summary="Register a webhook",
    status_code=CREATED,
    responses=failures(400, 422),
    openapi_extra=describe_body(WebhookBody, _EXAMPLE),
)
async def create(
    deps: Deps, key: IdempotencyKey, body: Annotated[webhooks_pb2.CreateWebhookRequest, parsed_body(parse_webhook)]
) -> JsonResponse:
    """Return the webhook with its `secret`, which is returned only once: null if `Idempotency-Key` is repeated."""
    body.request_id = key
    created = await deps.clients.call(deps.clients.webhooks.CreateWebhook, body)
    return JsonResponse({**webhook_to_json(created.webhook), "secret": created.secret or None}, CREATED)


@router.get("/api/webhooks", summary="List webhooks, oldest first")
async def list_webhooks(deps: Deps) -> JsonResponse:
    """Return `{webhooks}`, without secrets."""
    page = await deps.clients.call(deps.clients.webhooks.ListWebhooks, webhooks_pb2.ListWebhooksRequest())
    return JsonResponse({"webhooks": [webhook_to_json(webhook) for webhook in page.webhooks]})


@router.get("/api/webhooks/deliveries", summary="List deliveries, newest first")
async def list_deliveries(
    deps: Deps,
    webhook_id: str = Query("", alias="webhookId", max_length=64, description="Only of this webhook."),
    state: Annotated[
        Literal["pending", "delivered", "dead"] | None, Query(description="dead: the dead letters.")
    ] = None,
    page_size: int = Query(50, alias="pageSize", ge=1, le=MAX_PAGE_SIZE),
    page_token: str = Query("", alias="pageToken", max_length=256, description="nextPageToken of the last page."),
) -> JsonResponse:
    """Return `{deliveries, nextPageToken}`."""
    request = webhooks_pb2.ListWebhookDeliveriesRequest(
        webhook_id=webhook_id, page_size=page_size, page_token=page_token
    )
    if state is not None:
        request.state = enum_number(webhooks_pb2.DeliveryState.DESCRIPTOR, state)
    page = await deps.clients.call(deps.clients.webhooks.ListWebhookDeliveries, request)
    deliveries = [delivery_to_json(delivery) for delivery in page.deliveries]
    return JsonResponse({"deliveries": deliveries, "nextPageToken": page.next_page_token or None})


@router.post(
    "/api/webhooks/deliveries/{delivery_id}/retry", summary="Deliver a report again", responses=failures(400, 404)
)
async def retry(delivery_id: str, deps: Deps) -> JsonResponse:
    """Return the delivery, which is pending again, under the same id."""
    request = webhooks_pb2.RetryWebhookDeliveryRequest(delivery_id=delivery_id)
    retried = await deps.clients.call(deps.clients.webhooks.RetryWebhookDelivery, request)
    return JsonResponse(delivery_to_json(retried.delivery))


@router.post("/api/webhooks/{webhook_id}/test", summary="Send a test request", responses=failures(400, 404))
async def test(webhook_id: str, deps: Deps) -> JsonResponse:
    """Return `{accepted, status, error}`: the response of the receiver to a request of type `webhook.test`."""
    request = webhooks_pb2.TestWebhookRequest(webhook_id=webhook_id)
    response = await deps.clients.call(deps.clients.webhooks.TestWebhook, request)
    return JsonResponse(
        {"accepted": response.accepted, "status": response.status or None, "error": response.error or None}
    )


@router.delete(
    "/api/webhooks/{webhook_id}",
    summary="Remove a webhook with its deliveries",
    status_code=NO_CONTENT,
    responses=failures(400, 404),
)
async def delete(webhook_id: str, deps: Deps) -> Response:
    """Return nothing."""
    request = webhooks_pb2.DeleteWebhookRequest(webhook_id=webhook_id)
    await deps.clients.call(deps.clients.webhooks.DeleteWebhook, request)
    return Response(status_code=NO_CONTENT)
