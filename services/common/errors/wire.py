"""Maps a ReflowError to google.rpc.Status with details, and back."""

from typing import TypeVar

from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, DebugInfo, ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode
from grpc.aio import AioRpcError
from grpc_status import rpc_status

from services.common.errors import retry_advice
from services.common.errors.catalog import CATALOG
from services.common.errors.codes import Code
from services.common.errors.error import ReflowError
from services.common.errors.grpc_status import STATUSES
from services.common.text.language import Language, Text

M = TypeVar("M", bound=Message)

DOMAIN = "reflow"
# The status is sent in trailing metadata, which most peers limit to 8 KiB; beyond it the call ends with
# RESOURCE_EXHAUSTED and the real failure is lost. In bytes of UTF-8: the line is sent twice, once with three characters
# for each byte that is not ASCII; the message twice, if a field is invalid; all but the line's first copy in base64.
# 7.6 KB in total.
MAX_LINE = 300
MAX_MESSAGE = 1_000
MAX_DETAILS = 1_000
MAX_STACK = 1_200
MAX_METADATA = 100
# Fields of the error that ErrorInfo carries in addition to its metadata.
_TRACE_ID, _NODE = "trace_id", "node"


def to_status(error: ReflowError, language: Language, *, trace_id: str, expose_details: bool) -> Status:
    """Return *error* as a google.rpc.Status in *language*; details and stack only when *expose_details*."""
    message = _truncate(error.message(language), MAX_MESSAGE)
    metadata = {name: _truncate(value, MAX_METADATA) for name, value in error.metadata.items()}
    info = ErrorInfo(reason=error.code.value, domain=DOMAIN, metadata={**metadata, _TRACE_ID: trace_id})
    if error.node:
        info.metadata[_NODE] = error.node
    details = [info, LocalizedMessage(locale=language.value, message=message)]
    if error.retry_after is not None:
        delay = Duration()
        delay.FromNanoseconds(round(error.retry_after * 1e9))
        details.append(RetryInfo(retry_delay=delay))
    if error.field:
        violation = BadRequest.FieldViolation(field=error.field, description=message)
        details.append(BadRequest(field_violations=[violation]))
    if expose_details and (error.details or error.stack):
        details.append(
            DebugInfo(detail=_truncate(error.details, MAX_DETAILS), stack_entries=_last_lines(error.stack, MAX_STACK))
        )
    line = _truncate(message, MAX_LINE)
    return Status(code=STATUSES[error.code].value[0], message=line, details=[_pack(detail) for detail in details])


def from_rpc_error(error: AioRpcError, *, node: str | None = None, otherwise: Code = Code.UNKNOWN_ERROR) -> ReflowError:
    """Return the ReflowError that *error* contains, or one of code *otherwise* if it contains none."""
    status = _status_of(error)
    info, localized, retry_after, field, debug = ErrorInfo(), LocalizedMessage(), None, None, DebugInfo()
    for detail in status.details if status else ():
        if detail.Is(ErrorInfo.DESCRIPTOR):
            detail.Unpack(info)
        elif detail.Is(LocalizedMessage.DESCRIPTOR):
            detail.Unpack(localized)
        elif detail.Is(RetryInfo.DESCRIPTOR):
            retry_after = _unpack(detail, RetryInfo()).retry_delay.ToNanoseconds() / 1e9
        elif detail.Is(BadRequest.DESCRIPTOR):
            field = next((v.field for v in _unpack(detail, BadRequest()).field_violations), None)
        elif detail.Is(DebugInfo.DESCRIPTOR):
            detail.Unpack(debug)
    if info.domain != DOMAIN:
        return ReflowError(otherwise, details=f"{error.code()}: {error.details()}", node=node)
    metadata = dict(info.metadata)
    trace_id, node = metadata.pop(_TRACE_ID, ""), metadata.pop(_NODE, "") or node
    failure = ReflowError(
        Code.named(info.reason),
        _text(Code.named(info.reason), localized, retry_after),
        details=debug.detail,
        field=field,
        node=node,
        retry_after=retry_after,
        metadata=metadata,
    )
    failure.trace_id, failure.stack = trace_id, "\n".join(debug.stack_entries)
    return failure


def _text(code: Code, localized: LocalizedMessage, retry_after: float | None) -> Text | None:
    """Return the text of a message without its advice when to retry, which the error adds itself.

    None for the text of the catalog, which is known in both languages.
    """
    text = retry_advice.remove_advice(localized.message, retry_after)
    known = CATALOG[code].text
    return None if text in ("", known.zh, known.en) else Text(text, text)


def carries_reflow_error(error: AioRpcError) -> bool:
    """Return whether a reflow service raised *error*, rather than the transport."""
    status = _status_of(error)
    return status is not None and any(detail.Is(ErrorInfo.DESCRIPTOR) for detail in status.details)


def is_deadline(error: AioRpcError) -> bool:
    """Return whether *error* is an exceeded deadline."""
    return error.code() is StatusCode.DEADLINE_EXCEEDED


def _status_of(error: AioRpcError) -> Status | None:
    try:
        # grpc_status types the synchronous call only; the asynchronous error has the same two methods it reads.
        status: Status | None = rpc_status.from_call(error)  # type: ignore[arg-type]
    except ValueError:  # something between the two services replaced the status
        return None
    return status


def _truncate(text: str, longest: int) -> str:
    """Return the beginning of *text* that has at most *longest* bytes."""
    return text.encode()[:longest].decode(errors="ignore")


def _last_lines(text: str, longest: int) -> list[str]:
    """Return the last lines of *text*, with at most *longest* bytes."""
    lines = text.encode()[-longest:].decode(errors="ignore").splitlines()
    return lines if len(text.encode()) <= longest else lines[1:]


def _pack(message: ErrorInfo | LocalizedMessage | RetryInfo | BadRequest | DebugInfo) -> Any:
    packed = Any()
    packed.Pack(message)
    return packed


def _unpack(detail: Any, message: M) -> M:
    detail.Unpack(message)
    return message
