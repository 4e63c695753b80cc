"""Each way in which a provider fails, and its error. None of them is retried at this level."""

import socket
import time
from typing import Any

import pytest

from services.common.errors import Code, ReflowError
from services.common.llm.endpoint import RealModelCall
from tests.fixtures.services.providers import FakeProviders
from tests.integration.llm.conftest import KEY, Opened, Opening
from tests.integration.llm.model_calls import GOOD, WRONG, Reported, answer, question, text

CHAT = "openai.chat"


async def failing(providers: FakeProviders, models: Opened, *behaviors: dict[str, Any]) -> tuple[ReflowError, Reported]:
    """Call a provider with *behaviors* once; it must receive exactly as many requests as there are behaviors."""
    providers.script(CHAT, *behaviors)
    reported = await answer(models.chat, question())
    assert reported.error is not None, reported.events
    assert len(providers.request_log(CHAT)) == len(behaviors)
    return reported.error, reported


async def test_a_rate_limit_with_a_retry_delay_has_this_delay(providers: FakeProviders, opened_models: Opened) -> None:
    error, reported = await failing(providers, opened_models, {"failure": "rate_limit", "retry_after": 7})

    assert (error.code, error.retry_after) == (Code.LLM_RATE_LIMIT, 7)
    assert reported.used == []


async def test_a_rate_limit_without_a_retry_delay_has_the_default_delay(
    providers: FakeProviders, opened_models: Opened
) -> None:
    error, _ = await failing(providers, opened_models, {"failure": "rate_limit"})

    assert (error.code, error.retry_after) == (Code.LLM_RATE_LIMIT, 60)


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_server_error_is_an_api_error(status: int, providers: FakeProviders, opened_models: Opened) -> None:
    error, _ = await failing(providers, opened_models, {"status": status})

    assert error.code is Code.LLM_API_ERROR


async def test_a_rejected_connection(open_models: Opening) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # never listens
        models = await open_models(f"http://127.0.0.1:{taken.getsockname()[1]}")

        reported = await answer(models.chat, question())

    assert reported.error is not None
    assert reported.error.code is Code.LLM_API_ERROR


async def test_a_connection_that_is_reset_is_an_api_error(providers: FakeProviders, opened_models: Opened) -> None:
    error, _ = await failing(providers, opened_models, {"reset": True})

    assert error.code is Code.LLM_API_ERROR


async def test_a_call_without_an_answer_by_the_deadline_times_out(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"hang": True})
    began = time.monotonic()

    reported = await answer(opened_models.chat, question(seconds=0.3))

    assert reported.error is not None
    assert reported.error.code is Code.LLM_TIMEOUT
    assert time.monotonic() - began < 60


async def test_a_stream_that_is_not_complete_by_the_deadline_times_out(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": "word " * 100, "pause": 0.1})

    reported = await text(opened_models.chat, question(seconds=0.6))

    assert reported.error is not None
    assert reported.error.code is Code.LLM_TIMEOUT
    assert len(reported.used) == 1


async def test_after_the_deadline_no_request_is_sent(providers: FakeProviders, opened_models: Opened) -> None:
    await answer(opened_models.chat, question("so that there is a connection"))

    reported = await answer(opened_models.chat, question(seconds=-1))

    assert reported.error is not None
    assert reported.error.code is Code.LLM_TIMEOUT
    assert len(providers.request_log(CHAT)) == 1


async def test_an_event_with_truncated_json_is_an_api_error(providers: FakeProviders, opened_models: Opened) -> None:
    error, reported = await failing(providers, opened_models, {"answer": GOOD, "broken": True})

    assert error.code is Code.LLM_API_ERROR
    assert len(reported.used) == 1


async def test_an_answer_that_is_not_json_even_after_a_repair_request_is_an_api_error(
    providers: FakeProviders, opened_models: Opened
) -> None:
    error, reported = await failing(providers, opened_models, {"answer": "I sing."}, {"answer": "La la."})

    assert error.code is Code.LLM_API_ERROR
    assert "also after a repair request" in error.details
    assert [used.output_tokens > 0 for used in reported.used] == [True, True]


async def test_the_details_of_a_repeated_schema_mismatch_do_not_quote_the_answer(
    providers: FakeProviders, opened_models: Opened
) -> None:
    wrong = {**WRONG, "action": "a secret of the person"}

    error, _ = await failing(providers, opened_models, {"answer": wrong}, {"answer": wrong})

    assert "action" in error.details
    assert "secret" not in error.details


async def test_an_answer_without_choices_is_an_api_error(providers: FakeProviders, opened_models: Opened) -> None:
    error, reported = await failing(providers, opened_models, {"empty": True})

    assert error.code is Code.LLM_API_ERROR
    assert "no choices" in error.details
    assert len(reported.used) == 1


async def test_a_content_filter_that_stops_the_answer_has_its_own_code(
    providers: FakeProviders, opened_models: Opened
) -> None:
    error, reported = await failing(providers, opened_models, {"answer": GOOD, "content_filter": True})

    assert error.code is Code.CONTENT_REFUSED
    assert len(reported.used) == 1


async def test_a_content_filter_that_rejects_the_request_has_its_own_code(
    providers: FakeProviders, opened_models: Opened
) -> None:
    error, _ = await failing(providers, opened_models, {"failure": "content"})

    assert error.code is Code.CONTENT_REFUSED


async def test_a_model_that_declines_has_the_code_of_a_content_filter(
    providers: FakeProviders, opened_models: Opened
) -> None:
    error, _ = await failing(providers, opened_models, {"refusal": "I cannot help with that."})

    assert error.code is Code.CONTENT_REFUSED


async def test_an_answer_that_hits_the_length_limit_is_an_api_error(
    providers: FakeProviders, opened_models: Opened
) -> None:
    error, _ = await failing(providers, opened_models, {"answer": GOOD, "finish": "length"})

    assert error.code is Code.LLM_API_ERROR


@pytest.mark.parametrize("chunks", [0, 1, 3])
async def test_a_stream_that_is_cut_in_the_middle_is_an_api_error(
    chunks: int, providers: FakeProviders, opened_models: Opened
) -> None:
    error, reported = await failing(providers, opened_models, {"answer": GOOD, "cut_after": chunks})

    assert error.code is Code.LLM_API_ERROR
    assert len(reported.used) == 1


async def test_an_error_in_the_middle_of_a_stream_has_its_own_code(
    providers: FakeProviders, opened_models: Opened
) -> None:
    behavior = {"answer": GOOD, "after_chunks": 2, "failure": "rate_limit"}

    error, reported = await failing(providers, opened_models, behavior)

    assert error.code is Code.LLM_RATE_LIMIT
    assert len(reported.used) == 1


@pytest.mark.parametrize("failure", ["key", "quota", "model", "invalid"])
async def test_a_failure_that_no_retry_can_repair_has_its_own_code(
    failure: str, providers: FakeProviders, opened_models: Opened
) -> None:
    error, _ = await failing(providers, opened_models, {"failure": failure})

    assert error.code is Code.LLM_REFUSED


async def test_a_key_that_the_provider_repeats_is_not_in_the_error(
    providers: FakeProviders, opened_models: Opened
) -> None:
    error, _ = await failing(providers, opened_models, {"echo_key": True})

    chain = [error, error.__cause__, error.__context__]
    assert error.code is Code.LLM_REFUSED
    assert KEY not in repr([(vars(each), str(each)) for each in chain if each is not None])
    assert error.__cause__ is None
    assert error.__context__ is None


async def test_a_real_model_call_has_its_own_error(open_models: Opening) -> None:
    models = await open_models("https://api.openai.com")

    with pytest.raises(RealModelCall):
        await answer(models.chat, question())
    with pytest.raises(RealModelCall):
        await models.embedding.embed(("a cat",), time.monotonic() + 10)
