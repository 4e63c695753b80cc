"""Middleware that limits the memory of all request bodies together."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.gateway.errors import HttpError

UNAVAILABLE = 503
# Not counted in each body: small requests are served while large ones fill the budget.
FREE_BYTES = 64 * 1024


class BodyBudget:
    """Counts the bytes of all bodies from their arrival until the response begins.

    By then a body has been parsed, and its images are stored. A request whose body does not fit is rejected (503 with
    Retry-After): if it waited, several that fit in part would wait for each other.
    """

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes
        self._used_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = _Reservation(self)

        async def receive_counted() -> Message:
            message = await receive()
            body.add(len(message.get("body", b"")))
            return message

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                body.release()
            await send(message)

        try:
            await self._app(scope, receive_counted, send_counted)
        finally:
            body.release()

    def reserve(self, size: int) -> bool:
        """Reserve *size* further bytes; return whether they fit."""
        if self._used_bytes + size > self._max_bytes:
            return False
        self._used_bytes += size
        return True

    def release(self, size: int) -> None:
        """Return *size* reserved bytes."""
        self._used_bytes -= size


class _Reservation:
    """The part of the budget that the body of one request uses."""

    def __init__(self, budget: BodyBudget) -> None:
        self._budget = budget
        self._received = 0
        self._reserved = 0

    def add(self, size: int) -> None:
        """Count *size* bytes that have arrived. Raises HttpError when they do not fit; then nothing is reserved."""
        self._received += size
        more = max(0, self._received - FREE_BYTES) - self._reserved
        if more <= 0:
            return
        if not self._budget.reserve(more):
            self.release()
            raise _reject_body()
        self._reserved += more

    def release(self) -> None:
        self._budget.release(self._reserved)
        self._received = self._reserved = 0


def _reject_body() -> HttpError:
    text = Text(
        "正在上传的内容太多，请在几秒后再试。",
        "Too much is being uploaded at the moment. Please try again in a few seconds.",
    )
    return HttpError(UNAVAILABLE, ReflowError(Code.QUEUE_FULL, text, field="body"))
