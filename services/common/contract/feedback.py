"""Values of what became of a user's feedback; they mirror the messages of the contract."""

from dataclasses import dataclass
from enum import StrEnum


class ChangeOutcome(StrEnum):
    """What became of a requested change. `FeedbackChange.outcome` is one of these values."""

    DONE = "done"
    NOT_POSSIBLE = "not_possible"
    NOT_UNDERSTOOD = "not_understood"


@dataclass(frozen=True, slots=True)
class FeedbackChange:
    """One change that a reviewer's feedback requests, in the reviewer's words, and what became of it."""

    text: str
    outcome: str = ChangeOutcome.DONE
