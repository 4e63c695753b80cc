"""Requests of webhooks, sent by the executor. Implements services.orchestrator.webhooks.deliveries.Sender."""

from google.protobuf.duration_pb2 import Duration
from grpc.aio import AioRpcError, Channel
from reflow.v1 import webhooks_pb2, webhooks_pb2_grpc

from services.common.errors import Code, ReflowError
from services.common.errors.wire import carries_reflow_error, from_rpc_error
from services.common.rpc.interceptor import current_language
from services.orchestrator.domain.webhooks import Response
from services.orchestrator.webhooks.deliveries import SignedRequest

CHECK_SECONDS = 10.0
# The RPC outlasts the request that it sends, and ends before the lease.
RPC_FACTOR = 1.5


class GrpcWebhookSender:
    """Has the executor behind *channel* send the requests: only it reaches outside."""

    def __init__(self, channel: Channel) -> None:
        self._stub = webhooks_pb2_grpc.WebhookSenderServiceStub(channel)

    async def check(self, url: str) -> None:
        metadata = (("accept-language", current_language.get().value),)
        request = webhooks_pb2.CheckWebhookUrlRequest(url=url)
        try:
            await self._stub.CheckWebhookUrl(request, timeout=CHECK_SECONDS, metadata=metadata)
        except AioRpcError as error:
            if carries_reflow_error(error):
                raise from_rpc_error(error) from error
            raise ReflowError(Code.EXECUTION_FAILED, details=f"executor: {error.details()}") from error

    async def send(self, request: SignedRequest, timeout: float) -> Response:
        message = webhooks_pb2.SendWebhookRequest(
            url=request.url,
            message_id=request.message_id,
            timestamp=request.timestamp,
            signature=request.signature,
            body=request.body,
            timeout=Duration(nanos=0, seconds=0),
        )
        message.timeout.FromNanoseconds(int(timeout * 1e9))
        try:
            response = await self._stub.SendWebhook(message, timeout=timeout * RPC_FACTOR)
        except AioRpcError as error:
            return Response(0, f"executor: {error.code().name}")
        wait = response.retry_after.ToNanoseconds() / 1e9 if response.HasField("retry_after") else 0.0
        return Response(response.status, response.error, wait)
