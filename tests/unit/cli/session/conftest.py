"""Undoes the changes that opening a data folder makes in this process, after each test."""

import os
from collections.abc import Iterator

import pytest

from services.cli import umask


@pytest.fixture(autouse=True)
def own_umask(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the usual umask before the test and restore it afterwards."""
    monkeypatch.setattr(umask, "_user", None)
    previous = os.umask(0o022)
    yield
    os.umask(previous)
