"""Log files of bounded size: NAME.log, and older ones as NAME.log.1 (the newest) and so on."""

import os
import shutil
import threading
from pathlib import Path

OLD_FILES = 3


class RotatingLog:
    """A log file that is rotated when it exceeds *max_bytes*. Several processes may write to one."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._file = path.open("a", encoding="utf-8")

    def write(self, text: str) -> int:
        """Append *text*, to a new file if this one is full."""
        with self._lock:
            if self._file.tell() >= self._max_bytes:
                self._rotate()
            return self._file.write(text)

    def flush(self) -> None:
        """Write what is buffered."""
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _rotate(self) -> None:
        self._file.close()
        # Another process may have rotated the file already: then this one continues in the new file.
        if self._path.exists() and self._path.stat().st_size >= self._max_bytes:
            _shift(self._path)
            self._path.replace(_old(self._path, 1))
        self._file = self._path.open("a", encoding="utf-8")


def rotate_open_log(path: Path, max_bytes: int) -> None:
    """Rotate a log that another process appends to, if it exceeds *max_bytes*.

    The file is copied and emptied, since the other process goes on with the same file; lines that it writes in between
    are lost.
    """
    if path.stat().st_size >= max_bytes:
        _shift(path)
        shutil.copyfile(path, _old(path, 1))
        os.truncate(path, 0)


def _shift(path: Path) -> None:
    """Rename the older files, and drop the oldest."""
    for number in range(OLD_FILES - 1, 0, -1):
        if _old(path, number).exists():
            _old(path, number).replace(_old(path, number + 1))


def _old(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.{number}")
