"""The tables of this folder are measured on the library that their labels know.

A topic on which the labels name no note may have one in a newer file of library/notes.
tests/unit/engines/note_writer/test_everyday_notes.py measures the whole library.
"""

import pytest

from tests.fixtures.notes.pipeline import Library


@pytest.fixture(autouse=True)
def labeled_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write notes from the library of the labels."""
    monkeypatch.setattr(Library, "is_labeled", True)
