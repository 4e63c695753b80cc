"""How the command line calls a system: how long it waits, and what a failed call becomes."""

from collections.abc import Iterator
from contextlib import contextmanager

from grpc import StatusCode
from grpc.aio import AioRpcError

from services.common.errors import Code, ReflowError
from services.common.errors.wire import carries_reflow_error, from_rpc_error
from services.common.language import Text

CALL_SECONDS = 15.0
# Taking a large picture in decodes it, in a process that may have to be started first.
IMPORT_SECONDS = 60.0
# The first call on a new data folder waits until the library is embedded, which a busy machine takes its time for.
LIBRARY_SECONDS = 60.0

_GONE = Text(
    "系统已经停止。没做完的运行会在它下次启动时继续。",
    "The system has stopped. Unfinished runs go on when it starts again.",
)


@contextmanager
def reflow_errors() -> Iterator[None]:
    """Turn what a call raises into a ReflowError that says what to do."""
    try:
        yield
    except AioRpcError as error:
        if error.code() is StatusCode.UNAVAILABLE and not carries_reflow_error(error):
            raise ReflowError(Code.WORKFLOW_ERROR, _GONE, details=str(error.details())) from error
        raise from_rpc_error(error) from error
