"""Violations in a graph or in a change of it."""

from dataclasses import dataclass
from enum import StrEnum

from services.common.text.language import Text


class Reason(StrEnum):
    """Code for the reason of an error."""

    MALFORMED_OPERATION = "MALFORMED_OPERATION"
    TOO_MANY_OPERATIONS = "TOO_MANY_OPERATIONS"
    TOO_LARGE = "TOO_LARGE"
    FORBIDDEN_KEY = "FORBIDDEN_KEY"
    POINTER_UNKNOWN = "POINTER_UNKNOWN"
    POINTER_NOT_ALLOWED = "POINTER_NOT_ALLOWED"
    TEST_FAILED = "TEST_FAILED"
    ID_SUPPLIED = "ID_SUPPLIED"
    ID_EXISTS = "ID_EXISTS"
    POSITION_SUPPLIED = "POSITION_SUPPLIED"
    LOCAL_ID_DUPLICATE = "LOCAL_ID_DUPLICATE"
    LOCAL_ID_UNKNOWN = "LOCAL_ID_UNKNOWN"
    NAMESPACE_UNKNOWN = "NAMESPACE_UNKNOWN"
    TYPE_UNKNOWN = "TYPE_UNKNOWN"
    NODE_UNKNOWN = "NODE_UNKNOWN"
    GROUP_UNKNOWN = "GROUP_UNKNOWN"
    HANDLE_UNKNOWN = "HANDLE_UNKNOWN"
    TYPE_MISMATCH = "TYPE_MISMATCH"
    INPUT_OCCUPIED = "INPUT_OCCUPIED"
    INPUT_MISSING = "INPUT_MISSING"
    EDGE_DUPLICATE = "EDGE_DUPLICATE"
    CYCLE = "CYCLE"
    PARAMETER_UNKNOWN = "PARAMETER_UNKNOWN"
    PARAMETER_MISSING = "PARAMETER_MISSING"
    PARAMETER_TYPE = "PARAMETER_TYPE"
    OUT_OF_RANGE = "OUT_OF_RANGE"
    NOT_A_CHOICE = "NOT_A_CHOICE"


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation at *pointer* in our JSON form.

    Attributes:
        text: message for users in both languages.
        alternatives: the nearest valid values, best first; may be empty.

    """

    pointer: str
    reason: Reason
    text: Text
    alternatives: tuple[str, ...] = ()
