"""Maps failures to the contract and back: the message carries what the catalog states about the code."""

from reflow.v1 import errors_pb2

from services.common.contract.failure import Failure
from services.common.errors import CATALOG, Category, Code


def category_to_proto(category: Category) -> errors_pb2.ErrorCategory.ValueType:
    """Return *category* as a member of the contract's enum."""
    return errors_pb2.ErrorCategory.Value(f"ERROR_CATEGORY_{category.name}")


def failure_to_proto(failure: Failure) -> errors_pb2.Error:
    """Return *failure* as a message, with the entry of its code in the catalog."""
    kind = CATALOG[failure.code]
    message = errors_pb2.Error(
        code=failure.code,
        category=category_to_proto(kind.category),
        level=errors_pb2.ErrorLevel.Value(f"ERROR_LEVEL_{kind.level.name}"),
        message=failure.message,
        details=failure.details,
        node=failure.node,
        recoverable=kind.recoverable,
        retryable=kind.retryable,
        max_retries=kind.max_retries,
        trace_id=failure.trace_id,
    )
    if failure.retry_after is not None:
        message.retry_after.FromNanoseconds(round(failure.retry_after * 1e9))
    return message


def failure_from_proto(message: errors_pb2.Error) -> Failure:
    """Return the failure of *message*. A code that this version does not know becomes UNKNOWN_ERROR."""
    return Failure(
        code=Code.named(message.code),
        message=message.message,
        details=message.details,
        node=message.node,
        retry_after=message.retry_after.ToNanoseconds() / 1e9 if message.HasField("retry_after") else None,
        trace_id=message.trace_id,
    )
