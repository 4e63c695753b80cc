"""Undoes the changes that opening a data folder makes in this process, after each test."""

import os
from collections.abc import Iterator

import pytest

from services.cli import umask


@pytest.fixture(autouse=True)
def own_umask(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The usual umask, before and after the test."""
    monkeypatch.setattr(umask, "_user", None)
    previous = os.umask(0o022)
    yield
    os.umask(previous)
