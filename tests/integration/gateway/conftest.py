"""A gateway on a real port, connected to scripted services over a real socket."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.common.telemetry import Telemetry, start_telemetry
from services.gateway.bootstrap import run_gateway
from services.gateway.settings import GatewaySettings
from tests.fixtures.gateway.note_events import note_run
from tests.fixtures.gateway.scripted_note_orchestrator import NoteScript, scripted_note_services
from tests.fixtures.gateway.scripted_orchestrator import Script, image_chat_run, scripted_services

Gateway = Callable[..., Any]


@pytest.fixture
def script() -> Script:
    return Script(events=image_chat_run())


@pytest.fixture
def telemetry() -> Telemetry:
    return start_telemetry("test")


@pytest.fixture
async def short_folder() -> AsyncIterator[Path]:
    """A folder whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="gw-") as folder:
        yield Path(folder)


def starter(address: str, telemetry: Telemetry, folder: Path) -> Gateway:
    """Return a function that starts a gateway for the services at *address*, and a client of the gateway."""

    @asynccontextmanager
    async def start(**settings: object) -> AsyncIterator[httpx.AsyncClient]:
        given: dict[str, Any] = {
            "host": "127.0.0.1",
            "port": 0,
            "orchestrator_address": address,
            "executor_address": address,
            "rag_address": address,
            "blobs_url": (folder / "blobs").as_uri(),
        }
        async with (
            run_gateway(GatewaySettings(**(given | settings)), telemetry) as url,
            httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client,
        ):
            yield client

    return start


@pytest.fixture
async def gateway(script: Script, telemetry: Telemetry, short_folder: Path) -> AsyncIterator[Gateway]:
    """Return a function that starts a gateway with its arguments as settings, and a client of the gateway."""
    async with scripted_services(short_folder, script, telemetry) as server:
        yield starter(server.address, telemetry, short_folder)


@pytest.fixture
async def client(gateway: Gateway) -> AsyncIterator[httpx.AsyncClient]:
    async with gateway() as client:
        yield client


@pytest.fixture
def note_script() -> NoteScript:
    return NoteScript(events=note_run())


@pytest.fixture
async def note_gateway(note_script: NoteScript, telemetry: Telemetry, short_folder: Path) -> AsyncIterator[Gateway]:
    """Return a function that starts a gateway for services that play the run of a note."""
    async with scripted_note_services(short_folder, note_script, telemetry) as server:
        yield starter(server.address, telemetry, short_folder)


@pytest.fixture
async def notes(note_gateway: Gateway) -> AsyncIterator[httpx.AsyncClient]:
    async with note_gateway() as client:
        yield client
