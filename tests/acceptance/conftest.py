"""The systems that the acceptance tests share: each is started once, for the first test that needs it."""

from collections.abc import Iterator

import pytest

from tests.fixtures.postgres.database import empty_database
from tests.fixtures.systems.command_line import PATIENT
from tests.fixtures.systems.open_system import OpenSystem, open_system
from tests.fixtures.systems.prompted_system import PromptedSystem, prompted_system
from tests.fixtures.systems.remote_system import RemoteSystem, remote_system
from tests.fixtures.systems.system import System, running
from tests.fixtures.team.systems import team_system


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """`reflow up` with its default limits, except for long timeouts: the machine may be busy."""
    with running(tmp_path_factory.mktemp("system"), **PATIENT) as system:
        yield system


@pytest.fixture(scope="session")
def prompted(postgres_url: str) -> Iterator[PromptedSystem]:
    """Orchestrator and gateway with small limits, and role services that follow the prompt."""
    with empty_database(postgres_url) as url, prompted_system(url) as prompted:
        yield prompted


@pytest.fixture(scope="session")
def opened(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenSystem]:
    """`reflow up` that may fetch images from this machine and whose retrieval cache expires within seconds."""
    with empty_database(postgres_url) as url, open_system(url, tmp_path_factory.mktemp("opened")) as opened:
        yield opened


@pytest.fixture(scope="session")
def shared_remote(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteSystem]:
    """`reflow up` on fake remote models for every role, with every kind of image engine."""
    with remote_system(tmp_path_factory.mktemp("remote"), prices=True) as remote:
        yield remote


@pytest.fixture(scope="session")
def shared_team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteSystem]:
    """`reflow up` for the agent team, with MCP servers."""
    with team_system(tmp_path_factory.mktemp("team")) as remote:
        yield remote


@pytest.fixture
def team(shared_team: RemoteSystem) -> RemoteSystem:
    """The system of the agent team, with its models reset."""
    shared_team.providers.reset()
    return shared_team


@pytest.fixture
def remote(shared_remote: RemoteSystem) -> RemoteSystem:
    """The system on remote models, with its providers reset."""
    shared_remote.providers.reset()
    return shared_remote
