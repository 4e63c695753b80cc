"""Questions that a run asks a user, and their answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Decision(StrEnum):
    """Decision of an answer."""

    APPROVE = "approve"
    REJECT = "reject"
    MODIFY = "modify"
    CHOOSE = "choose"


class Selection(StrEnum):
    """Number of options that can be chosen."""

    SINGLE = "single"
    MULTIPLE = "multiple"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a question."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A user's answer. With the decision MODIFY, `content` replaces what the question displayed."""

    decision: Decision
    feedback: str = ""
    chosen: tuple[str, ...] = ()
    content: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the user. Each key is used once in a run.

    `kind` is its subject ("content", "clarity", ...), `decisions` are those that an answer can take, and `shown` is the
    JSON object that the user reviews. After `expires_in` seconds, `default` becomes the answer; without it the question
    never expires.
    """

    key: str
    kind: str
    text: str
    decisions: tuple[Decision, ...]
    options: tuple[Option, ...] = ()
    selection: Selection = Selection.SINGLE
    allow_custom: bool = False
    shown: Mapping[str, Any] = field(default_factory=dict)
    expires_in: float | None = None
    default: Answer | None = None
