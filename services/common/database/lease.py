"""Users of a folder: file locks, which the kernel releases when a process dies.

`start.lock` is held while a server is being started or stopped, `users.lock` is shared by the processes that use it,
and `server.lock` is inherited by the server and all its processes: as long as one of them runs, in any container on
this kernel, no process starts a second server on the same files.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from services.common.database.account import open_for_owner
from services.common.database.unavailable import DatabaseUnavailable
from services.common.text.language import Text

_PAUSE = 0.02


class Lease:
    """A shared lock on *folder*, held until it is released or the process dies."""

    def __init__(self, folder: Path) -> None:
        self._descriptor = open_for_owner(folder / "users.lock", os.O_RDONLY)
        fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def give_back(self) -> bool:
        """Release the lock; return whether it was the last one. Call it under `folder_lock`."""
        try:
            return _try_lock(self._descriptor)
        finally:
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)  # also for a copy of the descriptor in a forked process
            os.close(self._descriptor)


@contextmanager
def folder_lock(folder: Path, timeout: float) -> Iterator[None]:
    """Hold the lock that serializes starts and stops of the server of *folder*; wait up to *timeout* seconds for it."""
    with _exclusive(folder / "start.lock", timeout, _busy(folder)):
        yield


@contextmanager
def server_lock(folder: Path, timeout: float) -> Iterator[int]:
    """Yield the descriptor of the lock that a server of *folder* inherits.

    Raises:
        DatabaseUnavailable: processes of another server still hold it after *timeout* seconds.

    """
    with _exclusive(folder / "server.lock", timeout, _in_use(folder)) as descriptor:
        yield descriptor


@contextmanager
def _exclusive(path: Path, timeout: float, otherwise: DatabaseUnavailable) -> Iterator[int]:
    deadline = time.monotonic() + timeout
    descriptor = open_for_owner(path, os.O_RDONLY)
    try:
        while not _try_lock(descriptor):
            if time.monotonic() > deadline:
                raise otherwise
            time.sleep(_PAUSE)
        yield descriptor
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _busy(folder: Path) -> DatabaseUnavailable:
    return DatabaseUnavailable(
        Text(
            f"另一个进程一直在启动或停止 {folder} 里的数据库。请稍后重试。",
            f"Another process is still starting or stopping the database in {folder}. Try again shortly.",
        )
    )


def _in_use(folder: Path) -> DatabaseUnavailable:
    return DatabaseUnavailable(
        Text(
            f"{folder} 里的数据库正被别处的 PostgreSQL 使用（例如另一个容器），或刚被终止、尚未退出。"
            "请停掉它或稍后重试，也可以换一个数据文件夹。",
            f"The database in {folder} is served by a PostgreSQL elsewhere (another container, say), or by one that "
            "was killed and has not quite ended. Stop it, or try again shortly, or choose another data folder.",
        )
    )
