"""Folders for embedded databases."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.common.database.embedded import EmbeddedPostgres
from services.common.database.postmaster import read_postmaster
from tests.integration.database.holder import Hold


def _open_ground() -> Iterator[Path]:
    """Yield a temporary folder that every user of this machine can traverse, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="reflow-ground-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


ground = pytest.fixture(_open_ground, name="ground")
_used_ground = pytest.fixture(_open_ground, name="used_ground", scope="module")


@pytest.fixture
def used_data(used_ground: Path) -> Iterator[Path]:
    """A data folder that the tests of one file use in turn; creating one for each test would take a second each.

    A server that a test leaves behind is killed.
    """
    data = used_ground / "data"
    yield data
    left = read_postmaster(data / "cluster")
    if left is not None and left.serves(data / "cluster"):
        os.kill(left.pid, signal.SIGKILL)


@pytest.fixture
def state(ground: Path) -> Path:
    """The folder for programs and data of root that the server's account cannot reach in their own place."""
    return ground / "state"


@pytest.fixture
def hold(state: Path) -> Iterator[Hold]:
    """Return a `Hold`."""
    limited: list[EmbeddedPostgres] = []

    def make(folder: Path) -> EmbeddedPostgres:
        limited.append(EmbeddedPostgres(folder, root_state=state))
        return limited[-1]

    yield make
    for postgres in limited:
        postgres.stop()
