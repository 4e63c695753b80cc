"""Failures as exit statuses and as one line."""

import signal

import pytest

from services.cli.failing import CommandFailed, Interrupted, exit_status, one_line, told
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text

ASKED_WRONGLY = {
    Code.INVALID_INPUT_EMPTY,
    Code.INVALID_INPUT_FORMAT,
    Code.MASK_DATA_MISSING,
    Code.MASK_DATA_INVALID,
    Code.INTENT_UNKNOWN,
    Code.SESSION_EXPIRED,
    Code.SESSION_UNKNOWN,
    Code.RUN_UNKNOWN,
    Code.QUESTION_UNKNOWN,
    Code.ANSWER_CONFLICT,
    Code.ANSWER_STALE,
    Code.ASSET_UNKNOWN,
    Code.STYLE_UNKNOWN,
    Code.NOTE_UNKNOWN,
    Code.CREATIVE_UNKNOWN,
    Code.PROMPT_UNKNOWN,
    Code.TEMPLATE_UNKNOWN,
    Code.THREAD_WAITING,
    Code.MODEL_UNKNOWN,
    Code.CONTENT_REFUSED,
}


@pytest.mark.parametrize("code", list(Code))
def test_status_is_2_for_what_the_person_can_mend_and_1_for_the_rest(code: Code) -> None:
    assert exit_status(code) == (2 if code in ASKED_WRONGLY else 1)


def test_a_failure_of_the_system_names_its_trace_and_a_mistake_of_the_person_does_not() -> None:
    broken, mistaken = ReflowError(Code.EXECUTION_FAILED), ReflowError(Code.INTENT_UNKNOWN)
    broken.trace_id = mistaken.trace_id = "abc123"
    assert told(broken, Language.ENGLISH)[0].endswith("(trace abc123)")
    assert "abc123" not in told(mistaken, Language.ENGLISH)[0]


def test_a_signal_gives_the_status_a_shell_gives() -> None:
    assert told(Interrupted(signal.SIGINT), Language.CHINESE) == ("已取消。", 130)
    assert told(Interrupted(signal.SIGTERM), Language.ENGLISH) == ("Cancelled.", 143)


def test_a_message_of_several_lines_is_told_on_one_without_control_codes() -> None:
    line, _ = told(CommandFailed(Text("一\n二\x1b[31m", "one")), Language.CHINESE)
    assert line == "一 二 [31m"
    assert one_line("a\r\n\tb\x07") == "a b "
