"""What a run asks a person, and what a person answers. Pure."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from services.common.language import Text


class Decision(StrEnum):
    """How a person answers."""

    APPROVE = "approve"
    REJECT = "reject"
    MODIFY = "modify"
    CHOOSE = "choose"


class Selection(StrEnum):
    """How many of the options can be chosen."""

    SINGLE = "single"
    MULTIPLE = "multiple"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person answers. `content` takes the place of what was shown, where the decision is to modify it."""

    decision: Decision
    feedback: str = ""
    chosen: tuple[str, ...] = ()
    content: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. A run asks each key once.

    `kind` says what it is about ("content", "clarity", ...); `decisions` how it can be answered; `shown` is what the
    person is to judge, as a JSON object. With `expires_in` seconds it is answered with `default` when they are over;
    without, it waits for ever.
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


def digest_of(question: Question) -> str:
    """Return what names the thing shown: SHA-256 of the key and the shown as canonical JSON, in hex."""
    shown = json.dumps([question.key, question.shown], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(shown.encode(errors="surrogatepass")).hexdigest()


class Unfit(Exception):
    """An answer that the question does not allow; *field* is the part of the answer at fault, *why* says how."""

    def __init__(self, field_name: str, why: Text) -> None:
        super().__init__(why.en)
        self.field = field_name
        self.why = why


def check(question: Question, answer: Answer) -> None:
    """Raise Unfit unless *answer* is one that *question* allows. What `content` may be is the workflow's to say."""
    if answer.decision not in question.decisions:
        allowed = ", ".join(question.decisions)
        why = Text(f"不能用 {answer.decision} 回答，可用的有：{allowed}", f"{answer.decision} is not among {allowed}")
        raise Unfit("decision", why)
    if answer.decision is Decision.MODIFY and not answer.content:
        raise Unfit("content", Text("要修改就得给出修改后的内容", "to modify needs a content"))
    if answer.decision is Decision.CHOOSE:
        _check_choice(question, answer)


def _check_choice(question: Question, answer: Answer) -> None:
    unknown = [chosen for chosen in answer.chosen if chosen not in {option.id for option in question.options}]
    if unknown:
        raise Unfit("chosen", Text(f"没有“{unknown[0][:64]}”这个选项", f"{unknown[0][:64]!r} is no option"))
    if len(set(answer.chosen)) != len(answer.chosen):
        raise Unfit("chosen", Text("同一个选项选了两次", "an option is chosen twice"))
    if question.selection is Selection.SINGLE and len(answer.chosen) > 1:
        raise Unfit("chosen", Text("只能选一个", "only one option can be chosen"))
    if answer.chosen or (question.allow_custom and answer.feedback.strip()):
        return
    raise Unfit("chosen", Text("还没有选", "nothing is chosen"))
