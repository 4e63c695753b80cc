"""The systems that the acceptance tests share: each is started once, when the first test requests it."""

from collections.abc import Iterator

import pytest

from tests.fixtures.postgres.database import empty_database
from tests.fixtures.systems.command_line import PATIENT
from tests.fixtures.systems.open_system import OpenSystem, open_system
from tests.fixtures.systems.prompted_system import PromptedSystem, prompted_system
from tests.fixtures.systems.remote_system import RemoteSystem, remote_system
from tests.fixtures.systems.system import System, running


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """`reflow up` with the limits it ships with, patient where a busy machine makes it wait."""
    with running(tmp_path_factory.mktemp("system"), **PATIENT) as system:
        yield system


@pytest.fixture(scope="session")
def prompted(postgres_url: str) -> Iterator[PromptedSystem]:
    """Orchestrator and gateway with small limits, before role services that do what the prompt states."""
    with empty_database(postgres_url) as url, prompted_system(url) as prompted:
        yield prompted


@pytest.fixture(scope="session")
def opened(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenSystem]:
    """`reflow up` that may fetch images from this machine and forgets what it has retrieved within seconds."""
    with empty_database(postgres_url) as url, open_system(url, tmp_path_factory.mktemp("opened")) as opened:
        yield opened


@pytest.fixture(scope="session")
def remote_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteSystem]:
    """`reflow up` on fake remote models for every role, with every kind of image engine."""
    with remote_system(tmp_path_factory.mktemp("remote"), prices=True) as remote:
        yield remote


@pytest.fixture
def remote(remote_house: RemoteSystem) -> RemoteSystem:
    """The system on remote models, its providers as just started."""
    remote_house.providers.reset()
    return remote_house
