"""Memory that the embedded PostgreSQL may take for its buffers."""

import os
from contextlib import suppress
from pathlib import Path

LIMIT = Path("/sys/fs/cgroup/memory.max")
"""Memory limit of this container, in bytes; "max" without one. Missing outside of Linux with cgroup v2."""
LEAST, MOST, SHARE = 128 << 20, 512 << 20, 16
"""512 MB hold the vector index of 100,000 entries and their rows (docs/retrieval.md). PostgreSQL takes memory only for
pages that it has read, so a small database takes little whatever its limit."""


def choose_shared_buffers(limit: Path = LIMIT) -> int:
    """Return the bytes of shared buffers: a sixteenth of the memory of this machine or container, 128 to 512 MB."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):  # without a limit
        memory = min(memory, int(limit.read_text()))
    return min(max(memory // SHARE, LEAST), MOST)
