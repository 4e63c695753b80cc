"""Sockets of the services on this machine."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def socket_folder() -> Iterator[Path]:
    """Create a folder that only this user may enter, with a path short enough for sockets (103 bytes on macOS)."""
    with tempfile.TemporaryDirectory(prefix="reflow-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
