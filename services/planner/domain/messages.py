"""Normalizes the earlier messages of a session."""

from collections.abc import Sequence
from dataclasses import replace

from services.common.contract.session import ChatMessage


def normalize_messages(messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
    """Return *messages* with the role "user" for any role other than "user" and "assistant"."""
    return tuple(one if one.role == "assistant" else replace(one, role="user") for one in messages)
