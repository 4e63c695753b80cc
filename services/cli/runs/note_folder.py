"""Folders of notes: written atomically, never over anything else."""

import errno
import os
import shutil
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

from services.cli.runs.image_file import slugify
from services.cli.runs.lookup import abbreviate
from services.cli.umask import user_umask

NOTE_FILE = "note.md"
DEFAULT_SLUG = "note"
_EXISTS_ERRORS = (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR, errno.EISDIR)


def folder_names(title: str, run_id: str) -> Iterator[str]:
    """Yield names for the folder of the note of *run_id*, best first, indefinitely."""
    stem = f"{slugify(title, DEFAULT_SLUG)}-{abbreviate(run_id)}"
    return (stem if number == 1 else f"{stem}-{number}" for number in count(1))


def save_note(folder: Path, title: str, run_id: str, files: Mapping[str, bytes]) -> Path:
    """Write *files* into a new folder under *folder* and return the path of the note. Raises OSError.

    An existing folder with the same files is reused; anything else is left alone.
    """
    with user_umask():
        folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / f".{abbreviate(run_id)}-{os.getpid()}.part"
    try:
        with user_umask():
            _write_files(temporary, files)
        return next(
            path / NOTE_FILE
            for name in folder_names(title, run_id)
            if _has_files(path := folder / name, files) or _publish(path, temporary)
        )
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir()
    for name, content in files.items():
        with (folder / name).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def _publish(path: Path, temporary: Path) -> bool:
    """Rename the finished folder to *path* unless that exists."""
    if path.exists() or path.is_symlink():
        return False
    try:
        temporary.rename(path)
    except OSError as error:
        if error.errno in _EXISTS_ERRORS:  # by another process, in between
            return False
        raise
    return True


def _has_files(path: Path, files: Mapping[str, bytes]) -> bool:
    if path.is_symlink() or not path.is_dir():
        return False
    return {one.name for one in path.iterdir()} == set(files) and all(
        (path / name).is_file() and (path / name).read_bytes() == content for name, content in files.items()
    )
