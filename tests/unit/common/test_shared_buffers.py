"""The buffers of the embedded PostgreSQL follow the memory of the container, within limits."""

from pathlib import Path

import pytest

from services.common.database.memory import LEAST, MOST, choose_shared_buffers


@pytest.mark.parametrize(("limit", "expected"), [("1073741824", LEAST), ("4294967296", 256 << 20)])
def test_the_buffers_take_a_sixteenth_of_the_memory_of_the_container_and_at_least_the_minimum(
    limit: str, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sysconf", lambda name: 1 << 20 if name == "SC_PHYS_PAGES" else 1 << 16)  # 64 GB
    file = tmp_path / "memory.max"
    file.write_text(limit + "\n")
    assert choose_shared_buffers(file) == expected


@pytest.mark.parametrize("content", ["max\n", None])
def test_without_a_limit_the_memory_of_the_machine_counts_up_to_the_maximum(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sysconf", lambda name: 1 << 20 if name == "SC_PHYS_PAGES" else 1 << 16)
    file = tmp_path / "memory.max"
    if content is not None:
        file.write_text(content)
    assert choose_shared_buffers(file) == MOST
