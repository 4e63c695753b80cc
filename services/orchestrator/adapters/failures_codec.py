"""Failures to messages of the contract and back; what else steps take and make is mirrored as it is."""

from reflow.v1 import errors_pb2

from services.common.errors import CATALOGUE, Category, Code, Level
from services.orchestrator.domain.values import Failure

CATEGORIES = {
    Category.API: errors_pb2.ERROR_CATEGORY_API,
    Category.VALIDATION: errors_pb2.ERROR_CATEGORY_VALIDATION,
    Category.BUSINESS: errors_pb2.ERROR_CATEGORY_BUSINESS,
    Category.RESOURCE: errors_pb2.ERROR_CATEGORY_RESOURCE,
    Category.NETWORK: errors_pb2.ERROR_CATEGORY_NETWORK,
    Category.UNKNOWN: errors_pb2.ERROR_CATEGORY_UNKNOWN,
}
_LEVELS = {
    Level.INFO: errors_pb2.ERROR_LEVEL_INFO,
    Level.WARNING: errors_pb2.ERROR_LEVEL_WARNING,
    Level.ERROR: errors_pb2.ERROR_LEVEL_ERROR,
    Level.CRITICAL: errors_pb2.ERROR_LEVEL_CRITICAL,
}


def error_message(failure: Failure) -> errors_pb2.Error:
    """Return *failure* with what the catalogue says of its code; details are kept out of streams."""
    kind = CATALOGUE[failure.code]
    message = errors_pb2.Error(
        code=failure.code,
        category=CATEGORIES[kind.category],
        level=_LEVELS[kind.level],
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


def failure(message: errors_pb2.Error) -> Failure:
    """Return the failure that *message* tells."""
    retry_after = message.retry_after.ToNanoseconds() / 1e9 if message.HasField("retry_after") else None
    return Failure(
        Code.named(message.code), message.message, message.details, message.node, retry_after, message.trace_id
    )
