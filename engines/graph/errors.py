"""Errors about graphs and documents, with texts for users."""

from services.common.contract.field_error import FieldError
from services.common.text.language import Text


class GraphInvalid(FieldError):
    """A document is not a graph. `field` is the JSON pointer of the invalid value, "" for the whole document."""


def invalid(pointer: str, zh: str, en: str) -> GraphInvalid:
    """Return the error for the value at *pointer*."""
    return GraphInvalid(pointer, Text(zh, en))
