"""RPCs of the command line: their timeouts, and the errors that failed ones raise."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from grpc import StatusCode
from grpc.aio import AioRpcError, UnaryStreamMultiCallable, UnaryUnaryMultiCallable

from services.common.errors import Code, ReflowError
from services.common.errors.wire import carries_reflow_error, from_rpc_error
from services.common.rpc.failover import OpenStream, Request, Response, call, open_stream
from services.common.text.language import Language, Text

CALL_SECONDS = 15.0
# The import of a large image decodes it, in a process that may have to be started first.
IMPORT_SECONDS = 60.0
# The first call on a new data folder waits for the embeddings of the library, which take long on a busy machine.
LIBRARY_SECONDS = 60.0

_GONE = Text(
    "系统已停止。未完成的运行会在下次启动时继续。",
    "The system has stopped. Unfinished runs resume at its next start.",
)

Item = TypeVar("Item")


class Caller:
    """Calls RPCs and requests texts in one language."""

    def __init__(self, language: Language) -> None:
        self.metadata = (("accept-language", language.value),)

    async def call(
        self, method: UnaryUnaryMultiCallable[Request, Response], request: Request, timeout: float
    ) -> Response:
        """Return the response of *method*. Raises ReflowError."""
        with reflow_errors():
            return await call(method, request, timeout=timeout, metadata=self.metadata)

    async def open_stream(
        self, method: UnaryStreamMultiCallable[Request, Response], request: Request, timeout: float
    ) -> OpenStream[Response]:
        """Return the stream of responses to *request* once the first one has arrived. Raises ReflowError."""
        with reflow_errors():
            return await open_stream(method, request, timeout=timeout, metadata=self.metadata)


async def collect_pages(fetch: Callable[[str], Awaitable[tuple[Sequence[Item], str]]]) -> list[Item]:
    """Return the items of all pages; *fetch* returns those of a page token, and the next token, "" at the end."""
    items, token = await fetch("")
    collected = list(items)
    while token:
        items, token = await fetch(token)
        collected += items
    return collected


@contextmanager
def reflow_errors() -> Iterator[None]:
    """Turn an RPC error into a ReflowError."""
    try:
        yield
    except AioRpcError as error:
        if error.code() is StatusCode.UNAVAILABLE and not carries_reflow_error(error):
            raise ReflowError(Code.WORKFLOW_ERROR, _GONE, details=str(error.details())) from error
        raise from_rpc_error(error) from error
