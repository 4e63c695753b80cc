"""The planner, really serving gRPC, with a chat model of the fake providers behind it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import grpc
import pytest
from reflow.v1 import planner_pb2, planner_pb2_grpc, steps_pb2

from services.common.errors import ReflowError
from services.common.errors.wire import from_rpc_error
from services.common.limits import Limits
from services.common.serving import open_channel
from services.common.settings import Environment
from services.common.telemetry import start_telemetry
from services.planner.bootstrap import run_planner
from services.planner.settings import PlannerSettings
from tests.fixtures.providers import KEYS, FakeProviders, fake_providers

STEP_KEY = "run-1/planner-1"


@dataclass
class Heard:
    """What the planner streamed."""

    responses: list[planner_pb2.ParseIntentResponse] = field(default_factory=list)
    error: ReflowError | None = None

    @property
    def activities(self) -> list[steps_pb2.Activity]:
        return [response.activity for response in self.responses if response.HasField("activity")]

    @property
    def messages(self) -> list[str]:
        return [activity.message.text for activity in self.activities if activity.HasField("message")]

    @property
    def usage(self) -> list[steps_pb2.Usage]:
        return [activity.usage for activity in self.activities if activity.HasField("usage")]

    @property
    def intents(self) -> list[planner_pb2.Intent]:
        return [response.intent for response in self.responses if response.HasField("intent")]

    @property
    def intent(self) -> planner_pb2.Intent:
        assert self.error is None, f"{self.error!r}: {self.error.details}"
        (intent,) = self.intents
        assert self.responses[-1].HasField("intent")
        return intent


class Planner:
    """A planner that is asked over gRPC."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel
        self._stub: Any = planner_pb2_grpc.PlannerServiceStub(channel)

    def call(self, text: str = "画一只猫", *, locale: str = "zh", builtin_context: bool = False, **fields: Any) -> Any:
        """Return the call, under way."""
        work = steps_pb2.StepContext(
            run_id="run-1",
            session_id="session-1",
            step="planner-1",
            attempt=1,
            locale=locale,
            idempotency_key=STEP_KEY,
            builtin_only=builtin_context,
        )
        return self._stub.ParseIntent(planner_pb2.ParseIntentRequest(context=work, text=text, **fields), timeout=20)

    async def ask(self, text: str = "画一只猫", **fields: Any) -> Heard:
        """Return all that is heard, also of a call that fails."""
        heard = Heard()
        try:
            async for response in self.call(text, **fields):
                heard.responses.append(response)
        except grpc.aio.AioRpcError as error:
            heard.error = from_rpc_error(error)
        return heard


class Serving(Protocol):
    """Serves a planner whose model is held to its shape in one of three ways, within limits."""

    def __call__(self, structured: str = "json_schema", **limits: float) -> AbstractAsyncContextManager[Planner]: ...


@asynccontextmanager
async def _served(models: str, limits: dict[str, float]) -> AsyncIterator[Planner]:
    settings = PlannerSettings(
        listen="127.0.0.1:0",
        models=models,
        model_calls="loopback",
        environment=Environment.DEVELOPMENT,
        limits=Limits.model_validate(limits),
    )
    telemetry = start_telemetry("test")
    async with run_planner(settings, telemetry) as server, open_channel(server.address) as channel:
        yield Planner(channel)
    telemetry.shutdown()


@pytest.fixture(scope="module")
def running_providers() -> Iterator[FakeProviders]:
    with fake_providers() as running:
        yield running


@pytest.fixture
def providers(running_providers: FakeProviders) -> FakeProviders:
    """The fake providers, as just started."""
    running_providers.reset()
    return running_providers


@pytest.fixture
def serving(providers: FakeProviders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Serving:
    """How to serve a planner with a chat model."""
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)

    def serve(structured: str = "json_schema", **limits: float) -> AbstractAsyncContextManager[Planner]:
        path = providers.models_toml(tmp_path, roles=("planner",), engines=(), structured=structured, prices=True)
        return _served(str(path), limits)

    return serve


@pytest.fixture
async def planner(serving: Serving) -> AsyncIterator[Planner]:
    """A planner with a chat model."""
    async with serving() as planner:
        yield planner


@pytest.fixture
async def builtin_planner() -> AsyncIterator[Planner]:
    """A planner for which no model is configured."""
    async with _served("", {}) as planner:
        yield planner
