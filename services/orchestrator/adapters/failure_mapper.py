"""Maps failures to the contract and back: the message carries what the catalog states about the code."""

from reflow.v1 import errors_pb2

from services.common.contract.failure import Failure
from services.common.errors import Code
from services.common.errors.message import build_message


def failure_to_proto(failure: Failure) -> errors_pb2.Error:
    """Return *failure* as a message, with the entry of its code in the catalog."""
    return build_message(
        failure.code,
        failure.message,
        details=failure.details,
        stack=failure.stack,
        node=failure.node,
        field=failure.invalid_field,
        retry_after=failure.retry_after,
        metadata=failure.metadata,
        trace_id=failure.trace_id,
    )


def failure_from_proto(message: errors_pb2.Error) -> Failure:
    """Return the failure of *message*. A code that this version does not know becomes UNKNOWN_ERROR."""
    return Failure(
        code=Code.named(message.code),
        message=message.message,
        details=message.details,
        node=message.node,
        retry_after=message.retry_after.ToNanoseconds() / 1e9 if message.HasField("retry_after") else None,
        trace_id=message.trace_id,
        invalid_field=message.field,
        metadata=dict(message.metadata),
        stack=message.stack,
    )
