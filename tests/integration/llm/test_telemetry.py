"""Telemetry of model calls: durations and counts, never the text of requests or responses."""

import time
from typing import Any

from opentelemetry.trace import SpanKind, StatusCode

from tests.fixtures.services.providers import FakeProviders
from tests.integration.llm.conftest import KEY, Opened
from tests.integration.llm.model_calls import GOOD, answer, question

CHAT = "openai.chat"


def points(models: Opened, metric: str) -> list[Any]:
    data = models.metrics.get_metrics_data()
    assert data is not None
    found = [each for resource in data.resource_metrics for scope in resource.scope_metrics for each in scope.metrics]
    return [point for each in found if each.name == metric for point in each.data.data_points]


async def test_a_call_is_a_span_with_its_usage(opened_models: Opened) -> None:
    reported = await answer(opened_models.chat, question())

    (span,) = opened_models.spans.get_finished_spans()
    attributes = dict(span.attributes or {})
    assert (span.name, span.kind) == ("chat fake-chat", SpanKind.CLIENT)
    assert attributes["gen_ai.operation.name"] == "chat"
    assert attributes["gen_ai.provider.name"] == "fake"
    assert attributes["gen_ai.request.model"] == "fake-chat"
    assert attributes["gen_ai.usage.input_tokens"] == reported.used[0].input_tokens
    assert attributes["gen_ai.usage.output_tokens"] == reported.used[0].output_tokens
    assert attributes["gen_ai.response.finish_reasons"] == ("stop",)


async def test_an_embedding_call_is_a_span(opened_models: Opened) -> None:
    await opened_models.embedding.embed(("a cat",), time.monotonic() + 10)

    (span,) = opened_models.spans.get_finished_spans()
    assert span.name == "embeddings fake-embedding"


async def test_tokens_and_seconds_are_measured(opened_models: Opened) -> None:
    reported = await answer(opened_models.chat, question())

    tokens = {
        point.attributes["gen_ai.token.type"]: point.sum for point in points(opened_models, "gen_ai.client.token.usage")
    }
    (duration,) = points(opened_models, "gen_ai.client.operation.duration")
    assert tokens == {"input": reported.used[0].input_tokens, "output": reported.used[0].output_tokens}
    assert 0 < duration.sum < 60


async def test_a_failed_call_has_the_type_of_its_error(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"failure": "rate_limit"})

    await answer(opened_models.chat, question())

    (span,) = opened_models.spans.get_finished_spans()
    (duration,) = points(opened_models, "gen_ai.client.operation.duration")
    assert dict(span.attributes or {})["error.type"] == "LLM_RATE_LIMIT"
    assert span.status.status_code is StatusCode.ERROR
    assert duration.attributes["error.type"] == "LLM_RATE_LIMIT"


async def test_telemetry_has_neither_texts_nor_keys(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"answer": GOOD}, {"echo_key": True})
    await answer(opened_models.chat, question("a marked wish"))
    await answer(opened_models.chat, question("a marked wish", fresh=True))

    reported = "".join(span.to_json() for span in opened_models.spans.get_finished_spans())
    assert "marked" not in reported
    assert "橘猫" not in reported
    assert KEY not in reported
