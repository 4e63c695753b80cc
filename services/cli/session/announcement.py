"""Announcement of a running `reflow up` in its data folder: other commands connect to it and start no second system."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from services.cli.errors import CommandFailed, cannot_start
from services.cli.session.addresses import Addresses
from services.cli.session.data_folder import open_data_folder
from services.common.text.language import Text

ANNOUNCEMENT = "running.json"
LOCK = "up.lock"


@contextmanager
def lock_data_folder(data: Path) -> Iterator[None]:
    """Lock *data*, created and closed to other users, for one `reflow up` until the context ends. Raises CommandFailed.

    The lock is taken before anything is started; the system is announced only once it is ready.
    """
    try:
        open_data_folder(data)
        file = (data / LOCK).open("w")
    except OSError as error:
        raise cannot_start(error) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            text = Text(f"reflow 已经在 {data} 上运行。", f"reflow is already running on {data}.")
            raise CommandFailed(text) from None
        yield


@contextmanager
def announce(data: Path, addresses: Addresses) -> Iterator[None]:
    """Announce the system at *addresses* to other commands on *data* until the context ends."""
    path = data / ANNOUNCEMENT
    unfinished = path.with_suffix(f".{os.getpid()}")
    with unfinished.open("w", encoding="utf-8") as file:
        # The kernel releases the lock of a process that dies, so its remaining file announces nothing.
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(json.dumps(asdict(addresses)))
        file.flush()
        unfinished.replace(path)
        try:
            yield
        finally:
            if _is_at(file, path):
                path.unlink()


def find_running(data: Path) -> Addresses | None:
    """Return the addresses of the system that runs on *data*, or None. Ignores the file of a killed system."""
    try:
        with (data / ANNOUNCEMENT).open(encoding="utf-8") as file:
            return Addresses(**json.load(file)) if _is_locked(file) else None
    except (OSError, ValueError, TypeError):
        return None


def _is_at(file: TextIO, path: Path) -> bool:
    """Return whether *path* still names the open *file*, and not the file of another system."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _is_locked(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
