"""A running system for the commands of one file, on its own data folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures.systems.command_line import PATIENT, CommandLine
from tests.fixtures.systems.system import System, running


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data folder shared by the tests of a file, since the creation of a database takes long."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def up(data: Path) -> Iterator[System]:
    """System on the data folder that the commands join."""
    with running(data, **PATIENT) as system:
        yield system


@pytest.fixture
def joined(up: System, data: Path, tmp_path: Path) -> CommandLine:
    """Command that joins a running `reflow up`."""
    return CommandLine(data, tmp_path / "out")
