"""A `reflow up` of the same data folder is found and used, rather than a second system started beside it."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from services.cli.failing import CommandFailed
from services.common.language import Text

ANNOUNCEMENT = "running.json"
CLAIM = "up.lock"


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a system can be reached: gRPC addresses and the blob store's URL."""

    orchestrator: str
    executor: str
    rag: str
    blobs: str


@contextmanager
def claimed(data: Path) -> Iterator[None]:
    """Be the one `reflow up` on *data*, made when missing, until the context ends. Raises CommandFailed.

    It is claimed before anything is started: what is not ready yet is not announced.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
        file = (data / CLAIM).open("w")
    except OSError as error:
        raise CommandFailed(Text(f"无法启动：{error}", f"Cannot start: {error}")) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            text = Text(f"reflow 已经在 {data} 上运行。", f"reflow is already running on {data}.")
            raise CommandFailed(text) from None
        yield


@contextmanager
def announced(data: Path, addresses: Addresses) -> Iterator[None]:
    """Let other commands on *data* find the system at *addresses* until the context ends."""
    path = data / ANNOUNCEMENT
    unfinished = path.with_suffix(f".{os.getpid()}")
    with unfinished.open("w", encoding="utf-8") as file:
        # The kernel takes the lock back from a process that dies: what it leaves behind then announces nothing.
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
    """Return where the system that runs on *data* can be reached, or None; what a killed one left is passed over."""
    try:
        with (data / ANNOUNCEMENT).open(encoding="utf-8") as file:
            return Addresses(**json.load(file)) if _is_held(file) else None
    except (OSError, ValueError, TypeError):
        return None


def _is_at(file: TextIO, path: Path) -> bool:
    """Whether *path* still names the open *file*, and not what another system has put there."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _is_held(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
