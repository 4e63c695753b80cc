"""Failures as exit statuses and as one line."""

import signal

import pytest

from services.cli.errors import CommandFailed, Interrupted, describe_failure, exit_status
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

INVALID_REQUESTS = {
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
    Code.NODE_TYPE_UNKNOWN,
    Code.WEBHOOK_UNKNOWN,
    Code.DELIVERY_UNKNOWN,
    Code.SCHEDULE_UNKNOWN,
    Code.GRAPH_UNKNOWN,
    Code.GRAPH_INVALID,
    Code.GRAPH_CONFLICT,
    Code.PATCH_REJECTED,
    Code.GRAPH_NOT_EXECUTABLE,
    Code.NOTHING_TO_UNDO,
    Code.CONTENT_REFUSED,
    Code.IDEMPOTENCY_KEY_REUSED,
}


@pytest.mark.parametrize("code", list(Code))
def test_the_status_is_2_for_invalid_requests_and_1_for_other_errors(code: Code) -> None:
    assert exit_status(code) == (2 if code in INVALID_REQUESTS else 1)


def test_an_error_of_the_system_names_its_trace_and_an_invalid_request_does_not() -> None:
    broken, mistaken = ReflowError(Code.EXECUTION_FAILED), ReflowError(Code.INTENT_UNKNOWN)
    broken.trace_id = mistaken.trace_id = "abc123"
    assert describe_failure(broken, Language.ENGLISH)[0].endswith("(trace abc123)")
    assert "abc123" not in describe_failure(mistaken, Language.ENGLISH)[0]


def test_a_signal_has_the_exit_status_that_a_shell_reports() -> None:
    assert describe_failure(Interrupted(signal.SIGINT), Language.CHINESE) == ("已取消。", 130)
    assert describe_failure(Interrupted(signal.SIGTERM), Language.ENGLISH) == ("Cancelled.", 143)


def test_a_message_of_several_lines_is_printed_on_one_without_control_codes() -> None:
    line, _ = describe_failure(CommandFailed(Text("一\n二\x1b[31m", "one")), Language.CHINESE)
    assert line == "一 二 [31m"
    assert to_one_line("a\r\n\tb\x07") == "a b"
