"""Outcomes of a user's feedback; the values mirror the messages of the contract."""

from dataclasses import dataclass
from enum import StrEnum


class ChangeOutcome(StrEnum):
    """Outcome of a requested change. `FeedbackChange.outcome` is one of these values."""

    DONE = "done"
    PARTLY = "partly"
    ALREADY_SO = "already_so"
    NOT_POSSIBLE = "not_possible"
    NOT_UNDERSTOOD = "not_understood"


@dataclass(frozen=True, slots=True)
class FeedbackChange:
    """One change that a reviewer's feedback requests, in the reviewer's words, and its outcome."""

    text: str
    outcome: str = ChangeOutcome.DONE
