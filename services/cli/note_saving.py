"""Notes in folders of their own: whole or not at all, never over anything else."""

import errno
import os
import shutil
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

from services.cli.saving import ID_DIGITS, slug

NOTE = "note.md"
NO_WORDS = "note"
_TAKEN = (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR, errno.EISDIR)


def folder_names(title: str, run_id: str) -> Iterator[str]:
    """Return names for the folder of the note that *run_id* made, best first, without end."""
    stem = f"{slug(title, NO_WORDS)}-{run_id[:ID_DIGITS]}"
    return (stem if number == 1 else f"{stem}-{number}" for number in count(1))


def save_note(folder: Path, title: str, run_id: str, files: Mapping[str, bytes]) -> Path:
    """Write *files* into a folder of their own under *folder* and return the path of the note. Raises OSError.

    A folder of that name with the same files is the same note and stays; anything else is left alone.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / f".{run_id[:ID_DIGITS]}-{os.getpid()}.part"
    try:
        _write(written, files)
        return next(
            path / NOTE
            for name in folder_names(title, run_id)
            if _holds(path := folder / name, files) or _take(path, written)
        )
    finally:
        shutil.rmtree(written, ignore_errors=True)


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir()
    for name, content in files.items():
        with (folder / name).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def _take(path: Path, written: Path) -> bool:
    """Give the finished folder the name *path*, unless that is taken."""
    if path.exists() or path.is_symlink():
        return False
    try:
        written.rename(path)
    except OSError as error:
        if error.errno in _TAKEN:  # by another, in between
            return False
        raise
    return True


def _holds(path: Path, files: Mapping[str, bytes]) -> bool:
    if path.is_symlink() or not path.is_dir():
        return False
    return {one.name for one in path.iterdir()} == set(files) and all(
        (path / name).is_file() and (path / name).read_bytes() == content for name, content in files.items()
    )
