"""Announcement of a running `reflow up` in its data folder: other commands connect to it and start no second system."""

import asyncio
import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator
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
# Seconds that a command waits for a `reflow up` that is starting or stopping; about ten are usual.
MAX_WAIT_SECONDS, POLL_SECONDS = 30.0, 0.1
LOCK_ATTEMPTS, LOCK_PAUSE_SECONDS = 5, 0.01
WAITING = Text("reflow up 正在启动或停止，请稍候…", "reflow up is starting or stopping; waiting for it…")


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
        if not _lock(file):
            text = Text(f"reflow 已经在 {data} 上运行。", f"reflow is already running on {data}.")
            raise CommandFailed(text)
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


async def wait_for_running(
    data: Path, progress: Callable[[Text], None], seconds: float = MAX_WAIT_SECONDS
) -> Addresses | None:
    """Return the addresses of the system that runs on *data*, or None; wait for a `reflow up` that starts or stops.

    Raises CommandFailed if it has neither started nor stopped after *seconds*.
    """
    deadline = time.monotonic() + seconds
    while (addresses := find_running(data)) is None and _is_up_locked(data):
        progress(WAITING)
        if time.monotonic() >= deadline:
            text = Text(
                f"{data} 上的 reflow up 还没有启动好或停止，请稍后再试。",
                f"reflow up on {data} has neither started nor stopped yet: try again later.",
            )
            raise CommandFailed(text)
        await asyncio.sleep(POLL_SECONDS)
    return addresses


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


def _lock(file: TextIO) -> bool:
    """Lock *file* and return True, False if another process has locked it; `_is_locked` does so for a moment."""
    for _ in range(LOCK_ATTEMPTS):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(LOCK_PAUSE_SECONDS)
        else:
            return True
    return False


def _is_up_locked(data: Path) -> bool:
    """Return whether a `reflow up` has locked *data*: it is starting, running or stopping."""
    try:
        with (data / LOCK).open(encoding="utf-8") as file:
            return _is_locked(file)
    except OSError:
        return False


def _is_locked(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
