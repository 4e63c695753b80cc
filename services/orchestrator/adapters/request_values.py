"""Parsers of request values that several services share: page tokens and enum members."""

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from typing import Any, TypeVar

from services.common.contract.proto_values.enums import enum_member
from services.common.errors import Code, ReflowError

Member = TypeVar("Member", bound=Enum)


def parse_member(enum: Any, number: int, kind: type[Member], field: str) -> Member:
    """Return the member of *kind* with the name of *number*. Raises INVALID_INPUT_FORMAT for 0 and an unknown one."""
    try:
        return enum_member(enum, number, kind)
    except ValueError:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field=field) from None


def parse_page_token(token: str) -> tuple[datetime, str] | None:
    """Return the position after which the page of *token* starts, None for the first. Raises INVALID_INPUT_FORMAT."""
    if not token:
        return None
    at, _, entry_id = token.partition(" ")
    try:
        return datetime.fromisoformat(at), entry_id
    except ValueError:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field="page_token") from None


def format_page_token(positions: Sequence[tuple[datetime, str]], page_size: int) -> str:
    """Return the token of the page that follows a page with *positions*, "" where it was not full."""
    if len(positions) < page_size:
        return ""
    at, entry_id = positions[-1]
    return f"{at.isoformat()} {entry_id}"
