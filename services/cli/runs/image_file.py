"""Image files with descriptive names: written atomically, never over another image."""

import os
import unicodedata
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from services.cli.umask import user_umask

MAX_SLUG = 40
# File systems allow names of 255 bytes, which include the id, a number and a temporary suffix.
MAX_SLUG_BYTES = 160
ID_DIGITS = 8
DEFAULT_SLUG = "picture"


def slugify(text: str, default: str = DEFAULT_SLUG) -> str:
    """Return *text* as part of a file name: letters, marks and digits of any script, all else as one '-'."""
    normal = unicodedata.normalize("NFKC", text)
    parts = "".join(character if unicodedata.category(character)[0] in "LMN" else " " for character in normal).split()
    short = "-".join(parts)[:MAX_SLUG]
    while len(short.encode()) > MAX_SLUG_BYTES:
        short = short[:-1]
    return short.strip("-") or default


def file_names(text: str, asset_id: str) -> Iterator[str]:
    """Yield names for the image *asset_id* of the prompt *text*, best first, indefinitely."""
    stem = f"{slugify(text)}-{asset_id[:ID_DIGITS]}"
    return (f"{stem}.png" if number == 1 else f"{stem}-{number}.png" for number in count(1))


def save_image(folder: Path, text: str, asset_id: str, content: bytes) -> Path:
    """Write *content* under *folder*, created if missing, and return its path. Raises OSError.

    An existing file with the same content is reused; any other file is not changed.
    """
    with user_umask():
        folder.mkdir(parents=True, exist_ok=True)
        temporary = _write_temporary(folder, asset_id, content)
    try:
        return next(
            path
            for name in file_names(text, asset_id)
            if _publish(path := folder / name, temporary) or _has_content(path, content)
        )
    finally:
        temporary.unlink(missing_ok=True)


def _write_temporary(folder: Path, asset_id: str, content: bytes) -> Path:
    path = folder / f".{asset_id[:ID_DIGITS]}-{os.getpid()}.part"
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return path


def _publish(path: Path, temporary: Path) -> bool:
    """Rename the finished file to *path* unless that exists; a hard link does both atomically."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links
        if path.exists():
            return False
        temporary.replace(path)
    return True


def _has_content(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
