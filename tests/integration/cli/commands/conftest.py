"""The command line on a system with scripted responses."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures.services.scripted_system import Reflow, scripted_reflow


@pytest.fixture
def reflow(capsys: pytest.CaptureFixture[str]) -> Iterator[Reflow]:
    """The command in English; the path of its data folder is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="reflow-") as folder, scripted_reflow(Path(folder), capsys, "en") as found:
        yield found
