"""A gateway on a real port before scripted services on a real socket."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.common.telemetry import Telemetry, start_telemetry
from services.gateway.bootstrap import run_gateway
from services.gateway.settings import GatewaySettings
from tests.fixtures.scripted_orchestrator import Script, scripted_services, whole_run

Gateway = Callable[..., Any]


@pytest.fixture
def script() -> Script:
    return Script(events=whole_run())


@pytest.fixture
def telemetry() -> Telemetry:
    return start_telemetry("test")


@pytest.fixture
async def short_folder() -> AsyncIterator[Path]:
    """A folder whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="gw-") as folder:
        yield Path(folder)


@pytest.fixture
async def gateway(script: Script, telemetry: Telemetry, short_folder: Path) -> AsyncIterator[Gateway]:
    """Return what starts a gateway with the settings given, and a client of it."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(scripted_services(short_folder, script, telemetry))

        @asynccontextmanager
        async def start(**settings: object) -> AsyncIterator[httpx.AsyncClient]:
            given: dict[str, Any] = {
                "host": "127.0.0.1",
                "port": 0,
                "orchestrator_address": server.address,
                "executor_address": server.address,
                "rag_address": server.address,
                "blobs_url": (short_folder / "blobs").as_uri(),
            }
            async with (
                run_gateway(GatewaySettings(**(given | settings)), telemetry) as url,
                httpx.AsyncClient(base_url=url, timeout=10, trust_env=False) as client,
            ):
                yield client

        yield start


@pytest.fixture
async def client(gateway: Gateway) -> AsyncIterator[httpx.AsyncClient]:
    async with gateway() as client:
        yield client
