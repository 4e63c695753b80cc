"""The time of a retry in messages."""

import pytest

from services.common.contract.failure import Failure
from services.common.errors import CATALOG, Code, ReflowError
from services.common.errors.message import failure_to_proto, to_error
from services.common.errors.retry_advice import add_notice, remove_notice
from services.common.text.language import Language, Text

WITH_WAIT = [code for code, kind in CATALOG.items() if kind.retry_after is not None]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("code", WITH_WAIT)
def test_a_message_states_after_how_many_seconds_to_try_again(code: Code, language: Language) -> None:
    wait = CATALOG[code].retry_after
    assert (
        ReflowError(code)
        .message(language)
        .endswith(
            {
                Language.CHINESE: f"请在 {wait:g} 秒后再试。" if wait else "可以立即再试。",
                Language.ENGLISH: f" Try again in {wait:g} s." if wait else " You can try again at once.",
            }[language]
        )
    )


@pytest.mark.parametrize("language", Language)
def test_a_text_of_the_catalog_has_no_retry_advice_of_its_own(language: Language) -> None:
    for code in WITH_WAIT:
        text = CATALOG[code].text.pick(language)
        assert not any(word in text.lower() for word in ("try again", "再试", "重试")), code


def test_a_wait_of_the_provider_replaces_that_of_the_catalog_and_is_rounded_up() -> None:
    assert "17 s" in ReflowError(Code.LLM_RATE_LIMIT, retry_after=16.2).message(Language.ENGLISH)


def test_an_error_that_a_retry_cannot_repair_has_no_wait() -> None:
    error = ReflowError(Code.LLM_REFUSED, Text("不行", "no"), retry_after=5)
    assert (error.retry_after, error.message(Language.ENGLISH)) == (None, "no")


@pytest.mark.parametrize("language", Language)
def test_the_error_of_a_message_states_it_once(language: Language) -> None:
    message = ReflowError(Code.QUEUE_FULL).message(language)
    received = to_error(failure_to_proto(Failure(Code.QUEUE_FULL, message, retry_after=5)))
    assert received.message(language) == message


@pytest.mark.parametrize("language", Language)
def test_the_notice_of_an_automatic_retry_can_be_removed(language: Language) -> None:
    assert remove_notice(add_notice("坏了。", 4.2, language), 4.2) == "坏了。"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("wait", [None, 17.0])
def test_a_recorded_failure_that_becomes_a_warning_states_it_once(language: Language, wait: float | None) -> None:
    error = ReflowError(Code.LLM_API_ERROR, retry_after=wait)
    recorded = Failure.from_error(error, error.message(language), "0" * 32, with_details=False)
    assert recorded.to_error().message(language) == recorded.message


def test_a_recorded_failure_without_a_time_has_no_advice_as_a_warning_and_on_the_command_line() -> None:
    recorded = Failure(Code.LLM_API_ERROR, "Built-in rules planned it.", trace_id="0" * 32)
    assert recorded.to_error().message(Language.ENGLISH) == "Built-in rules planned it."
    assert to_error(failure_to_proto(recorded)).message(Language.ENGLISH) == "Built-in rules planned it."
