"""An error as the contract's message: its own fields, and those of its code in the catalog."""

from reflow.v1 import errors_pb2

from services.common.contract.failure import Failure
from services.common.contract.proto_mapper import to_proto
from services.common.contract.proto_values.enums import enum_number
from services.common.errors import retry_advice
from services.common.errors.catalog import CATALOG
from services.common.errors.codes import Category, Code
from services.common.errors.error import ReflowError
from services.common.text.language import Text


def failure_to_proto(failure: Failure) -> errors_pb2.Error:
    """Return *failure* as a message, with the entry of its code in the catalog. Its time stays unset."""
    message = to_proto(failure, errors_pb2.Error)
    message.MergeFrom(to_proto(CATALOG[failure.code], errors_pb2.Error))
    return message


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
    error.retry_after = retry_after  # not that of the catalog: a message without a time has no advice
    return error


def category_to_proto(category: Category) -> errors_pb2.ErrorCategory.ValueType:
    """Return *category* as a member of the contract's enum."""
    number: errors_pb2.ErrorCategory.ValueType = enum_number(errors_pb2.ErrorCategory.DESCRIPTOR, category.name)
    return number
