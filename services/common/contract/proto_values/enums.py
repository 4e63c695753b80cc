"""Members of the contract's enums by their short names: SUCCEEDED for RUN_STATUS_SUCCEEDED (buf: ENUM_VALUE_PREFIX).

An enum is given by its descriptor, as `events_pb2.RunStatus.DESCRIPTOR`.
"""

from enum import Enum
from functools import cache
from typing import Any, TypeVar

Member = TypeVar("Member", bound=Enum)


def enum_number(enum: Any, name: str) -> Any:
    """Return the number of the member *name*, in any case, with - or _ between words. Raises ValueError for none."""
    value = enum.values_by_name.get(_prefix(enum) + name.upper().replace("-", "_"))
    if value is None:
        raise ValueError(f"{enum.full_name} has no member {name}")
    return value.number


def enum_name(enum: Any, number: int, default: str = "unknown") -> str:
    """Return the name of *number* in lower case, *default* for 0 and for numbers that this version does not know."""
    value = enum.values_by_number.get(number)
    return short_enum_name(enum, value.name) if value is not None and number else default


def short_enum_name(enum: Any, name: str) -> str:
    """Return the *name* of a member in lower case, without the prefix of the enum."""
    return name.removeprefix(_prefix(enum)).lower()


def enum_member(enum: Any, number: int, kind: type[Member]) -> Member:
    """Return the member of *kind* with the name of *number*. Raises ValueError for 0 and for an unknown number."""
    member = kind.__members__.get(enum_name(enum, number, "").upper())
    if member is None:
        raise ValueError(f"{enum.full_name} has no member {number} that this version knows")
    return member


@cache
def _prefix(enum: Any) -> str:
    prefix: str = enum.values[0].name.removesuffix("UNSPECIFIED")
    return prefix
