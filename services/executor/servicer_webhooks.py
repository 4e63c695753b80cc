"""WebhookSenderService: the requests of webhooks."""

from reflow.v1 import webhooks_pb2, webhooks_pb2_grpc

from services.common.rpc import Context
from services.executor.application.send_webhook import WebhookSender

DEFAULT_SECONDS = 15.0


class WebhookSenderServicer(webhooks_pb2_grpc.WebhookSenderServiceServicer):
    """Sends requests with *sender*."""

    def __init__(self, sender: WebhookSender) -> None:
        self._sender = sender

    async def CheckWebhookUrl(
        self, request: webhooks_pb2.CheckWebhookUrlRequest, context: Context
    ) -> webhooks_pb2.CheckWebhookUrlResponse:
        await self._sender.check(request.url)
        return webhooks_pb2.CheckWebhookUrlResponse()

    async def SendWebhook(
        self, request: webhooks_pb2.SendWebhookRequest, context: Context
    ) -> webhooks_pb2.SendWebhookResponse:
        headers = {
            "Content-Type": "application/json",
            "webhook-id": request.message_id,
            "webhook-timestamp": str(request.timestamp),
            "webhook-signature": request.signature,
        }
        seconds = request.timeout.ToNanoseconds() / 1e9 or DEFAULT_SECONDS
        sent = await self._sender.send(request.url, request.body, headers, seconds)
        if isinstance(sent, str):
            return webhooks_pb2.SendWebhookResponse(error=sent)
        response = webhooks_pb2.SendWebhookResponse(status=sent.status)
        if sent.retry_after is not None:
            response.retry_after.FromNanoseconds(int(sent.retry_after * 1e9))
        return response
