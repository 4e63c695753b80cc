"""Maps failures to the contract: the message carries what the catalog states about the code."""

from reflow.v1 import errors_pb2

from services.common.contract.failure import Failure
from services.common.contract.proto_mapper import to_proto
from services.common.errors import CATALOG, Category


def category_to_proto(category: Category) -> errors_pb2.ErrorCategory.ValueType:
    """Return *category* as a member of the contract's enum."""
    return errors_pb2.ErrorCategory.Value(f"ERROR_CATEGORY_{category.name}")


def failure_to_proto(failure: Failure) -> errors_pb2.Error:
    """Return *failure* as a message, with the entry of its code in the catalog."""
    message = to_proto(failure, errors_pb2.Error)
    message.MergeFrom(to_proto(CATALOG[failure.code], errors_pb2.Error))
    return message
