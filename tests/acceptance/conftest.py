"""The systems that the acceptance tests share: each is started once, when the first test asks for it."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.fixtures.command_line import PATIENT
from tests.fixtures.database import empty_database
from tests.fixtures.picture_server import PictureServer, picture_server
from tests.fixtures.system import System, running
from tests.fixtures.told_system import ToldSystem, told_system

# Limits small enough to be reached; what reaches them is told by the wishes themselves.
SMALL = {
    "planner_seconds": "1",
    "rag_seconds": "1",
    "executor_seconds": "1",
    "executor_remote_seconds": "2",
    "critic_seconds": "1",
    "run_seconds": "3",
    "run_remote_seconds": "4",
    "retry_pace": "0.002",
    "running": "2",
    "waiting": "2",
    "history_messages": "6",
    "run_bytes": "100000",
    "ui_components": "3",
    "session_idle_seconds": "4",
}
CACHE_SECONDS = 4.0


@dataclass(frozen=True)
class OpenSystem:
    """A system that may fetch pictures from 127.0.0.1, the server there, and the system's database."""

    door: System
    pictures: PictureServer
    database_url: str


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """`reflow up` with the limits it ships with."""
    with running(tmp_path_factory.mktemp("system"), **PATIENT) as system:
        yield system


@pytest.fixture(scope="session")
def told(postgres_url: str) -> Iterator[ToldSystem]:
    """Orchestrator and gateway with SMALL limits, before role services that do what the wish says."""
    settings = {f"REFLOW_LIMITS__{name.upper()}": number for name, number in SMALL.items()}
    with empty_database(postgres_url) as url, told_system(url, settings) as told:
        yield told


@pytest.fixture(scope="session")
def opened(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenSystem]:
    """`reflow up` on a database of ours, allowed to fetch from 127.0.0.1, with a cache of CACHE_SECONDS."""
    settings = {
        "REFLOW_FETCH_ALLOW": '["127.0.0.1"]',
        "REFLOW_LIMITS__CACHE_SECONDS": str(CACHE_SECONDS),
    }
    with empty_database(postgres_url) as url, picture_server() as pictures:
        data = tmp_path_factory.mktemp("opened")
        with running(data, **PATIENT, **settings, REFLOW_DATABASE_URL=url) as door:
            yield OpenSystem(door, pictures, url)
