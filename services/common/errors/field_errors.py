"""Errors of engines about their input, as errors of the contract."""

from collections.abc import Iterator
from contextlib import contextmanager

from services.common.contract.field_error import FieldError
from services.common.errors.codes import Code
from services.common.errors.error import ReflowError


@contextmanager
def map_field_errors(node: str) -> Iterator[None]:
    """Raise INVALID_INPUT_FORMAT of *node* with the field of a FieldError in its place."""
    try:
        yield
    except FieldError as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, error.text, field=error.field, node=node) from error
