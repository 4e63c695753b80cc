"""Endpoints that violate the API: a usable, paid response is never lost, an unusable one is reported with its text."""

import time
from typing import Any

import pytest

from services.common.errors import Code
from services.common.llm.client import TRAILING_SECONDS
from tests.fixtures.services.providers import FakeProviders
from tests.integration.llm.conftest import KEY, Opened, Opening
from tests.integration.llm.model_answers import answering
from tests.integration.llm.model_calls import GOOD, Prompt, answer, question, text

CHAT, EMBEDDINGS = "openai.chat", "openai.embeddings"
# Much longer than an answer takes. A test never waits this long.
SECONDS = 120
TEXT = "一只橘猫，坐在窗边，看着外面的雨。"
ANSWERS: dict[str, dict[str, Any]] = {
    "whole": {"quirks": ["whole"]},
    "whole, in parts, without usage and finish": {"quirks": ["whole", "parts", "bad_usage", "no_finish"]},
    "usage": {"quirks": ["bad_usage"]},
    "no finish": {"quirks": ["no_finish"]},
    "unknown finish": {"finish": "eos_token_reached"},
    "parts": {"quirks": ["parts"]},
    "empty events": {"quirks": ["empty_events"]},
    "no end": {"quirks": ["no_done"]},
    "open after the end": {"quirks": ["stays_open"]},
    "open after finish": {"quirks": ["no_done", "stays_open"]},
    "open, without finish": {"quirks": ["no_finish", "stays_open"]},
}


@pytest.mark.parametrize("behavior", ANSWERS.values(), ids=ANSWERS.keys())
async def test_a_valid_answer_is_used_despite_malformed_metadata(
    behavior: dict[str, Any], providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": GOOD, **behavior})
    started_at = time.monotonic()

    reported = await answer(opened_models.chat, question(seconds=SECONDS))

    assert reported.answer.value == Prompt.model_validate(GOOD)
    assert reported.text == GOOD["reply"]
    (used,) = reported.used
    assert len(providers.request_log(CHAT)) == 1
    assert (used.output_tokens > 0) == ("bad_usage" not in behavior.get("quirks", ()))
    assert time.monotonic() - started_at < TRAILING_SECONDS + SECONDS / 4


@pytest.mark.parametrize("quirks", [["whole"], ["no_finish", "stays_open"], ["parts", "empty_events"]])
async def test_a_valid_text_is_accepted_despite_malformed_metadata(
    quirks: list[str], providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": TEXT, "quirks": quirks})

    assert (await text(opened_models.chat, question(seconds=SECONDS))).answer.value == TEXT


async def test_a_complete_value_is_accepted_without_an_end_marker(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": GOOD, "quirks": ["no_finish", "no_done"]})

    assert (await answer(opened_models.chat, question())).answer.value == Prompt.model_validate(GOOD)


async def test_a_text_without_an_end_marker_is_treated_as_truncated(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": TEXT, "quirks": ["no_finish", "no_done"]})

    reported = await text(opened_models.chat, question())

    assert reported.error is not None and "in the middle" in reported.error.details


@pytest.mark.parametrize(
    ("quirk", "shown"), [("page", "Sign in to the model gateway"), ("error_object", "No model is loaded")]
)
async def test_an_invalid_answer_is_reported_with_the_providers_text_and_not_retried(
    quirk: str, shown: str, providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"quirks": [quirk], "echo_key": True})

    reported = await answer(opened_models.chat, question())

    assert reported.error is not None
    assert (reported.error.code, reported.error.kind.retryable) == (Code.LLM_REFUSED, False)
    assert shown in reported.error.details
    assert KEY not in reported.error.details and "***" in reported.error.details
    assert "color: red" not in reported.error.details and "<" not in reported.error.details


@pytest.mark.parametrize(("quirk", "shown"), [("page", "Sign in"), ("error_object", "No model is loaded")])
async def test_an_invalid_answer_to_an_embedding_request_is_reported_with_its_text(
    quirk: str, shown: str, providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(EMBEDDINGS, {"quirks": [quirk]})

    with pytest.raises(Exception, match=shown):
        await opened_models.embedding.embed(("a cat",), time.monotonic() + SECONDS)


async def test_vectors_without_index_or_with_malformed_usage_are_accepted(
    providers: FakeProviders, opened_models: Opened
) -> None:
    usual = await opened_models.embedding.embed(("a cat", "a dog"), time.monotonic() + SECONDS)
    providers.script(EMBEDDINGS, {"quirks": ["no_index", "bad_usage"]})

    other = await opened_models.embedding.embed(("a dog", "a bird"), time.monotonic() + SECONDS)

    assert other.vectors[0].tolist() == usual.vectors[1].tolist()


@pytest.mark.parametrize(
    ("quirk", "setting", "parameters"),
    [
        ("rejects_stream", "stream = false", set()),
        ("rejects_stream_options", "stream_options = false", {"stream"}),
    ],
)
async def test_an_endpoint_without_streams_is_used_by_a_setting(
    quirk: str, setting: str, parameters: set[str], providers: FakeProviders, open_models: Opening
) -> None:
    providers.script(CHAT, {"answer": GOOD, "quirks": [quirk], "always": True})
    models = await open_models(providers.url, provider=setting)

    reported = await answer(models.chat, question())

    assert reported.answer.value == Prompt.model_validate(GOOD) and reported.text == GOOD["reply"]
    (request,) = providers.request_log(CHAT)
    assert request["body"].keys() & {"stream", "stream_options"} == parameters


# Secrets that must not leave the process or reach a report


async def test_no_variable_of_the_environment_is_sent_to_a_provider(
    monkeypatch: pytest.MonkeyPatch, open_models: Opening
) -> None:
    for name in ("CUSTOM_HEADERS", "ORG_ID", "PROJECT_ID", "API_KEY", "ADMIN_KEY", "WEBHOOK_SECRET", "BASE_URL"):
        value = "X-Marked: marked" if name == "CUSTOM_HEADERS" else "http://marked/"
        monkeypatch.setenv(f"OPENAI_{name}", value)
    async with answering("500 Down") as (url, requested):
        models = await open_models(url)
        await answer(models.chat, question())
        with pytest.raises(Exception, match="500"):
            await models.embedding.embed(("a cat",), time.monotonic() + SECONDS)

    assert len(requested) == 2
    assert all("arked/" not in head and "X-Marked" not in head and "openai-" not in head.lower() for head in requested)
    assert all("stainless" not in head.lower() and "uthorization: Bearer sk-" in head for head in requested)


@pytest.mark.parametrize(
    "behavior",
    [
        {"finish": KEY},
        {"finish": f"length {KEY}"},
        {"headers": {"Content-Encoding": KEY}},
        {"headers": {"Content-Encoding": f"gzip-and-some-other-coding-{KEY}"}},
        {"status": 500, "body": {"error": {"message": "who?", "type": KEY.upper()}}},
        {"status": 404, "body": f"<html><b>{KEY}</b></html>"},
    ],
)
async def test_a_key_that_the_provider_echoes_is_in_no_report(
    behavior: dict[str, Any], providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": GOOD, **behavior} if "status" not in behavior else behavior)

    reported = await answer(opened_models.chat, question())

    spans = "".join(span.to_json() for span in opened_models.spans.get_finished_spans())
    details = reported.error.details if reported.error else ""
    assert KEY[:12].lower() not in (details + spans + repr(reported.used)).lower()
