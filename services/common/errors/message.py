"""An error as the contract's message: what it states, and what the catalog states about its code."""

from collections.abc import Mapping

from reflow.v1 import errors_pb2

from services.common.errors import retry_advice
from services.common.errors.catalog import CATALOG
from services.common.errors.codes import Category, Code, Level
from services.common.errors.error import ReflowError
from services.common.text.language import Text


def build_message(
    code: Code,
    message: str,
    *,
    details: str = "",
    stack: str = "",
    node: str = "",
    field: str = "",
    retry_after: float | None = None,
    metadata: Mapping[str, str],
    trace_id: str = "",
) -> errors_pb2.Error:
    """Return an error of *code* as a message. Its time stays unset."""
    kind = CATALOG[code]
    error = errors_pb2.Error(
        code=code,
        category=category_to_proto(kind.category),
        level=level_to_proto(kind.level),
        message=message,
        details=details,
        node=node,
        recoverable=kind.recoverable,
        retryable=kind.retryable,
        max_retries=kind.max_retries,
        trace_id=trace_id,
        field=field,
        metadata=metadata,
        stack=stack,
    )
    if retry_after is not None:
        error.retry_after.FromNanoseconds(round(retry_after * 1e9))
    return error


def to_error(message: errors_pb2.Error) -> ReflowError:
    """Return the error of a run that *message* describes. A code that this version does not know is UNKNOWN_ERROR."""
    retry_after = message.retry_after.ToNanoseconds() / 1e9 if message.HasField("retry_after") else None
    text = retry_advice.remove_advice(message.message, retry_after)
    error = ReflowError(
        Code.named(message.code),
        Text(text, text),
        details=message.details,
        field=message.field or None,
        node=message.node or None,
        retry_after=retry_after,
        metadata=message.metadata,
    )
    error.trace_id, error.stack = message.trace_id, message.stack
    return error


def category_to_proto(category: Category) -> errors_pb2.ErrorCategory.ValueType:
    """Return *category* as a member of the contract's enum."""
    return errors_pb2.ErrorCategory.Value(f"ERROR_CATEGORY_{category.name}")


def level_to_proto(level: Level) -> errors_pb2.ErrorLevel.ValueType:
    """Return *level* as a member of the contract's enum."""
    return errors_pb2.ErrorLevel.Value(f"ERROR_LEVEL_{level.name}")
