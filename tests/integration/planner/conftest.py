"""Planners that serve gRPC, with a chat model of the fake providers or without a model."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest

from services.common.limits import Limits
from services.common.rpc import open_channel
from services.common.settings import Environment
from services.common.telemetry import start_telemetry
from services.planner.bootstrap import run_planner
from services.planner.settings import PlannerSettings
from tests.fixtures.services.providers import KEYS, FakeProviders
from tests.integration.planner.client import PlannerClient


class Serving(Protocol):
    """Serves a planner whose model gets its schema in one of three ways, with limits."""

    def __call__(
        self, structured: str = "json_schema", **limits: float
    ) -> AbstractAsyncContextManager[PlannerClient]: ...


@asynccontextmanager
async def _served(models: str, limits: dict[str, float]) -> AsyncIterator[PlannerClient]:
    settings = PlannerSettings(
        listen="127.0.0.1:0",
        models=models,
        model_calls="loopback",
        environment=Environment.DEVELOPMENT,
        limits=Limits.model_validate(limits),
    )
    telemetry = start_telemetry("test")
    async with run_planner(settings, telemetry) as server, open_channel(server.address) as channel:
        yield PlannerClient(channel)
    telemetry.shutdown()


@pytest.fixture
def serving(providers: FakeProviders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Serving:
    """Return a function that serves a planner with a chat model."""
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)

    def serve(structured: str = "json_schema", **limits: float) -> AbstractAsyncContextManager[PlannerClient]:
        path = providers.models_toml(tmp_path, roles=("planner",), engines=(), structured=structured, prices=True)
        return _served(str(path), limits)

    return serve


@pytest.fixture
async def planner(serving: Serving) -> AsyncIterator[PlannerClient]:
    """A planner with a chat model."""
    async with serving() as planner:
        yield planner


@pytest.fixture
async def builtin_planner() -> AsyncIterator[PlannerClient]:
    """A planner without a model."""
    async with _served("", {}) as planner:
        yield planner
