"""Answers to questions, parsed from the user's input. Pure."""

import re
from enum import Enum
from typing import Any

from google.protobuf.json_format import ParseDict, ParseError
from reflow.v1 import questions_pb2

from services.cli.errors import bad_input
from services.common.contract.questions import Option

_SEPARATORS = re.compile(r"[\s,，、;；]+")


class ReviewAction(Enum):
    """What a user does with a displayed product: a decision, or leave the question open."""

    APPROVE = questions_pb2.DECISION_APPROVE
    REJECT = questions_pb2.DECISION_REJECT
    EDIT = questions_pb2.DECISION_MODIFY
    LEAVE = None


_KEYWORDS = {
    ReviewAction.APPROVE: ("", "y", "yes", "ok", "是", "好", "同意", "继续"),
    ReviewAction.REJECT: ("n", "no", "不", "否", "退回"),
    ReviewAction.EDIT: ("e", "edit", "改", "修改"),
    ReviewAction.LEAVE: ("q", "quit", "退出"),
}


_BLANK = ""
# Kinds of questions whose approval has effects beyond the run: an empty line is no decision.
EFFECTS = frozenset({"tool_calls"})


def allowed_actions(question: questions_pb2.Question) -> tuple[ReviewAction, ...]:
    """Return the actions that *question* allows."""
    return tuple(action for action in ReviewAction if action.value is None or action.value in question.decisions)


def parse_action(read_line: str, question: questions_pb2.Question) -> ReviewAction | None:
    """Return the action that *line* names, None if *question* does not allow it."""
    typed = read_line.strip().lower()
    if typed == _BLANK and question.kind in EFFECTS:
        return None
    return next((action for action in allowed_actions(question) if typed in _KEYWORDS[action]), None)


def approve() -> questions_pb2.Answer:
    """Return the answer that accepts the displayed product."""
    return questions_pb2.Answer(decision=questions_pb2.DECISION_APPROVE)


def reject(feedback: str) -> questions_pb2.Answer:
    """Return the answer that sends the product back."""
    return questions_pb2.Answer(decision=questions_pb2.DECISION_REJECT, feedback=feedback.strip())


def modify(content: dict[str, Any]) -> questions_pb2.Answer:
    """Return the answer that replaces the displayed product by *content*. Raises INVALID_INPUT_FORMAT."""
    answer = questions_pb2.Answer(decision=questions_pb2.DECISION_MODIFY)
    try:
        ParseDict(content, answer.content)
    except (ParseError, ValueError, OverflowError) as error:
        raise bad_input(
            "内容无法使用：其中有太大的数、残缺的字符，或嵌套太深。", f"The content cannot be used: {error}."
        ) from None
    return answer


def parse_choice(read_line: str, question: questions_pb2.Question) -> questions_pb2.Answer:
    """Return the answer in *line*: options or free text; an empty line selects the default.

    An option is named as in an answer without a terminal: by its id, its label, the name in its label, or its place.

    Raises INVALID_INPUT_FORMAT for an answer that the question does not allow.
    """
    typed = read_line.strip()
    if not typed:
        return approve()
    chosen = [_find_option(part, question) for part in _split_choice(typed, question)]
    ids = [option for option in dict.fromkeys(chosen) if option]
    if ids and all(chosen):
        return choose(ids, "", question)
    if not question.allow_custom:
        raise bad_input("请输入选项前面的编号，或选项的名称。", "Type the number in front of an option, or its name.")
    return choose([], typed, question)


def choose(ids: list[str], text: str, question: questions_pb2.Question) -> questions_pb2.Answer:
    """Return the answer that selects *ids* and adds *text*. Raises INVALID_INPUT_FORMAT for too many options."""
    if len(ids) > 1 and question.selection != questions_pb2.SELECTION_MULTIPLE:
        raise bad_input("这个问题只能选一项。", "Only one option can be chosen.")
    return questions_pb2.Answer(decision=questions_pb2.DECISION_CHOOSE, chosen=ids, feedback=text)


def number_options(question: questions_pb2.Question) -> tuple[str, ...]:
    """Return what to type for each option: its place, or its id where a place is the id or the label of another one."""
    places = tuple(str(place) for place in range(1, len(question.options) + 1))
    ids = tuple(option.id for option in question.options)
    return places if tuple(_find_option(place, question) for place in places) == ids else ids


def _split_choice(typed: str, question: questions_pb2.Question) -> list[str]:
    """Return the options that the line names, or the whole line if it names one."""
    return [typed] if _find_option(typed, question) else [part for part in _SEPARATORS.split(typed) if part]


def _find_option(part: str, question: questions_pb2.Question) -> str:
    """Return the id of the option that *part* names, "" for none."""
    # Not loaded at the start, which answers no question.
    from engines.language.parsers.options import find_option

    return find_option(part, [Option(option.id, option.label) for option in question.options])
