"""What a person typed, understood. Pure."""

import re
from enum import Enum, auto
from typing import Any

from google.protobuf.json_format import ParseDict, ParseError
from reflow.v1 import questions_pb2

from services.cli.failing import bad_input

_SEPARATORS = re.compile(r"[\s,，、;；]+")


class Move(Enum):
    """What a person wants to do about what they are shown."""

    APPROVE = auto()
    REJECT = auto()
    EDIT = auto()
    LEAVE = auto()


_TYPED = {
    Move.APPROVE: ("", "y", "yes", "ok", "是", "好", "同意", "继续"),
    Move.REJECT: ("n", "no", "不", "否", "退回"),
    Move.EDIT: ("e", "edit", "改", "修改"),
    Move.LEAVE: ("q", "quit", "退出"),
}
_NEEDS = {
    Move.APPROVE: questions_pb2.DECISION_APPROVE,
    Move.REJECT: questions_pb2.DECISION_REJECT,
    Move.EDIT: questions_pb2.DECISION_MODIFY,
}


def moves(question: questions_pb2.Question) -> tuple[Move, ...]:
    """Return what can be done about *question*."""
    return tuple(move for move in Move if move not in _NEEDS or _NEEDS[move] in question.decisions)


def read_move(line: str, question: questions_pb2.Question) -> Move | None:
    """Return what *line* stands for, None where it stands for nothing that *question* allows."""
    typed = line.strip().lower()
    return next((move for move in moves(question) if typed in _TYPED[move]), None)


def approval() -> questions_pb2.Answer:
    """Return the answer that goes on with what was shown."""
    return questions_pb2.Answer(decision=questions_pb2.DECISION_APPROVE)


def rejection(feedback: str) -> questions_pb2.Answer:
    """Return the answer that has it made again."""
    return questions_pb2.Answer(decision=questions_pb2.DECISION_REJECT, feedback=feedback.strip())


def modification(content: dict[str, Any]) -> questions_pb2.Answer:
    """Return the answer that puts *content* in the place of what was shown. Raises INVALID_INPUT_FORMAT."""
    answer = questions_pb2.Answer(decision=questions_pb2.DECISION_MODIFY)
    try:
        ParseDict(content, answer.content)
    except (ParseError, ValueError, OverflowError) as error:
        raise bad_input(f"内容无法使用（{error}）。", f"The content cannot be used: {error}.") from None
    return answer


def read_choice(line: str, question: questions_pb2.Question) -> questions_pb2.Answer:
    """Return the answer that *line* stands for: numbers or labels of options, or own words; nothing lets it decide.

    Raises INVALID_INPUT_FORMAT for what the question does not allow.
    """
    typed = line.strip()
    if not typed:
        return approval()
    chosen = [_option(part, question) for part in _parts(typed, question)]
    ids = [option for option in dict.fromkeys(chosen) if option]
    if ids and all(chosen):
        return choice(ids, "", question)
    if not question.allow_custom:
        count = len(question.options)
        raise bad_input(f"请输入 1 到 {count} 的编号。", f"Type a number from 1 to {count}.")
    return choice([], typed, question)


def choice(ids: list[str], words: str, question: questions_pb2.Question) -> questions_pb2.Answer:
    """Return the answer that chooses *ids*, and adds *words*. Raises INVALID_INPUT_FORMAT for more than one of one."""
    if len(ids) > 1 and question.selection != questions_pb2.SELECTION_MULTIPLE:
        raise bad_input("这个问题只能选一项。", "Only one option can be chosen.")
    return questions_pb2.Answer(decision=questions_pb2.DECISION_CHOOSE, chosen=ids, feedback=words)


def _parts(typed: str, question: questions_pb2.Question) -> list[str]:
    """Return the numbers in *typed*; the whole of it where it is a label."""
    return [typed] if _option(typed, question) else [part for part in _SEPARATORS.split(typed) if part]


def _option(part: str, question: questions_pb2.Question) -> str:
    """Return the id of the option of that number, id or label, "" for none."""
    if part.isascii() and part.isdigit() and 1 <= int(part) <= len(question.options):
        return question.options[int(part) - 1].id
    named = (option.id for option in question.options if part.lower() in (option.id.lower(), option.label.lower()))
    return next(named, "")
