"""Models connected to the fake providers."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from services.common.llm.configuration import Role
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.llm.values import ChatModel, EmbeddingModel
from services.common.settings import ServiceSettings
from services.common.telemetry import start_telemetry
from tests.fixtures.services.providers import FakeProviders

KEY = "sk-Marked0123456789abcdef"

CONFIGURATION = """
[providers.fake]
base_url = "{url}/openai/v1"
key_variable = "FAKE_KEY"
structured = "json_schema"
requests_per_minute = {per_minute}
{provider}

[roles.planner]
provider = "fake"
model = "fake-chat"
structured = "{structured}"
prices = {{ input = 2.0, output = 8.0, currency = "USD" }}
{more}
[roles.embedding]
provider = "fake"
model = "fake-embedding"
dimensions = 64
"""


@dataclass
class Opened:
    """The models and their telemetry."""

    models: ModelRegistry
    spans: InMemorySpanExporter
    metrics: InMemoryMetricReader

    @property
    def chat(self) -> ChatModel:
        model = self.models.chat(Role.PLANNER)
        assert model is not None
        return model

    @property
    def embedding(self) -> EmbeddingModel:
        model = self.models.embedding()
        assert model is not None
        return model


Opening = Callable[..., Awaitable[Opened]]


@pytest.fixture
async def opened_models(providers: FakeProviders, open_models: "Opening") -> Opened:
    return await open_models(providers.url)


@pytest.fixture
async def open_models(tmp_path: Path) -> AsyncIterator[Opening]:
    async with AsyncExitStack() as stack:

        async def open_them(
            url: str, *, structured: str = "json_schema", per_minute: int = 100, more: str = "", provider: str = ""
        ) -> Opened:
            path = tmp_path / f"models-{structured}.toml"
            text = CONFIGURATION.format(
                url=url, structured=structured, per_minute=per_minute, more=more, provider=provider
            )
            path.write_text(text)
            spans, metrics = InMemorySpanExporter(), InMemoryMetricReader()
            telemetry = start_telemetry("test", span_processor=SimpleSpanProcessor(spans), metric_reader=metrics)
            stack.callback(telemetry.shutdown)
            settings = ServiceSettings(models=str(path), model_calls="loopback")
            models = await stack.enter_async_context(open_registry(settings, telemetry, environ={"FAKE_KEY": KEY}))
            return Opened(models, spans, metrics)

        yield open_them
