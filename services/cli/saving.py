"""Pictures under telling names: whole or not at all, never over another picture."""

import os
import unicodedata
from collections.abc import Iterator
from itertools import count
from pathlib import Path

LONGEST_SLUG = 40
# File systems allow names of 255 bytes; the id, a number and the temporary ending need room beside the slug.
LONGEST_SLUG_BYTES = 160
ID_DIGITS = 8
NO_WORDS = "picture"


def slug(text: str, without_words: str = NO_WORDS) -> str:
    """Return *text* as part of a file name: letters, marks and digits of any script, other runs as one '-'."""
    normal = unicodedata.normalize("NFKC", text)
    words = "".join(character if unicodedata.category(character)[0] in "LMN" else " " for character in normal).split()
    short = "-".join(words)[:LONGEST_SLUG]
    while len(short.encode()) > LONGEST_SLUG_BYTES:
        short = short[:-1]
    return short.strip("-") or without_words


def file_names(text: str, asset_id: str) -> Iterator[str]:
    """Return names for the picture *asset_id* made from *text*, best first, without end."""
    stem = f"{slug(text)}-{asset_id[:ID_DIGITS]}"
    return (f"{stem}.png" if number == 1 else f"{stem}-{number}.png" for number in count(1))


def save_picture(folder: Path, text: str, asset_id: str, content: bytes) -> Path:
    """Write *content* under *folder* (made when missing) and return its path. Raises OSError.

    A file of that name with the same content is the same picture and stays; any other file is left alone.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = _write_beside(folder, asset_id, content)
    try:
        return next(
            path
            for name in file_names(text, asset_id)
            if _take(path := folder / name, written) or _holds(path, content)
        )
    finally:
        written.unlink(missing_ok=True)


def _write_beside(folder: Path, asset_id: str, content: bytes) -> Path:
    path = folder / f".{asset_id[:ID_DIGITS]}-{os.getpid()}.part"
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return path


def _take(path: Path, written: Path) -> bool:
    """Give the finished file the name *path*, unless that is taken; a link does both at once."""
    try:
        path.hardlink_to(written)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        if path.exists():
            return False
        written.replace(path)
    return True


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
