"""Files and directories below an open directory. Links are never followed.

Each component is opened relative to the descriptor of the one before, with O_NOFOLLOW. A component that another process
replaces by a link between two calls is therefore an error and never leads outside.
"""

import os
import secrets
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from services.common.files.errors import link_found, not_a_file, not_found, too_large

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a walk: *kind* is "file", "directory" or "special" (links, devices, sockets, pipes, hard links)."""

    path: str
    kind: str
    size: int = 0
    executable: bool = False


def open_root(root: Path) -> int:
    """Return a descriptor of the directory *root*. Its parents may be links, *root* itself may not."""
    try:
        return os.open(root, _DIRECTORY)
    except FileNotFoundError as error:
        raise not_found(root.name) from error
    except OSError as error:
        raise not_a_file(root.name) from error


@contextmanager
def open_parent(root: int, parts: Sequence[str], *, create: bool = False) -> Iterator[int]:
    """Yield a descriptor of the parent directory of the last of *parts*; with *create*, missing ones are created."""
    path = "/".join(parts)
    current = os.dup(root)
    try:
        for part in parts[:-1]:
            if create:
                with suppress(FileExistsError):
                    os.mkdir(part, 0o755, dir_fd=current)
            following = _open_directory(current, part, path)
            os.close(current)
            current = following
        yield current
    finally:
        os.close(current)


def _open_directory(parent: int, name: str, path: str) -> int:
    try:
        return os.open(name, _DIRECTORY, dir_fd=parent)
    except FileNotFoundError as error:
        raise not_found(path) from error
    except OSError as error:
        if _is_link(parent, name):
            raise link_found(path) from error
        raise not_a_file(path) from error


def _is_link(parent: int, name: str) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)
    except OSError:
        return False


def read_file(root: int, parts: Sequence[str], limit: int) -> tuple[bytes, bool]:
    """Return the content of a regular file, and whether it is executable. Raises WorkspaceError."""
    path = "/".join(parts)
    with open_parent(root, parts) as parent:
        _check_regular(_stat(parent, parts[-1], path), path)  # before it is opened: opening a device can have effects
        try:
            descriptor = os.open(parts[-1], _READ, dir_fd=parent)
        except FileNotFoundError as error:
            raise not_found(path) from error
        except OSError as error:
            raise link_found(path) from error
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        _check_regular(found, path)
        if found.st_size > limit:
            raise too_large(path, found.st_size, limit)
        content = file.read(limit + 1)  # the file may have grown since
    if len(content) > limit:
        raise too_large(path, len(content), limit)
    return content, bool(found.st_mode & stat.S_IXUSR)


def _stat(parent: int, name: str, path: str) -> os.stat_result:
    try:
        return os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError as error:
        raise not_found(path) from error


def _check_regular(found: os.stat_result, path: str) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise not_a_file(path)
    if not is_plain_file(found):
        raise link_found(path)


def is_plain_file(found: os.stat_result) -> bool:
    """Whether *found* is a regular file with one name: a second name (hard link) may be outside of the folder."""
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1


def size_of_file(root: int, parts: Sequence[str]) -> int | None:
    """Return the size of the file that a write to *parts* would replace, or None if there is none.

    Raises:
        WorkspaceError: the path is not a regular file.

    """
    path = "/".join(parts)
    current = os.dup(root)
    try:
        for part in parts[:-1]:
            try:
                found = os.stat(part, dir_fd=current, follow_symlinks=False)
            except FileNotFoundError:
                return None
            if stat.S_ISLNK(found.st_mode):
                raise link_found(path)
            following = _open_directory(current, part, path)
            os.close(current)
            current = following
        try:
            found = os.stat(parts[-1], dir_fd=current, follow_symlinks=False)
        except FileNotFoundError:
            return None
        _check_regular(found, path)
        return found.st_size
    finally:
        os.close(current)


def write_file(root: int, parts: Sequence[str], content: bytes, *, executable: bool = False) -> None:
    """Replace or create a file atomically: written under a temporary name, then renamed over the old one."""
    with open_parent(root, parts, create=True) as parent:
        temporary = f".reflow-{secrets.token_hex(8)}"
        try:
            descriptor = os.open(temporary, _CREATE, 0o755 if executable else 0o644, dir_fd=parent)
        except FileNotFoundError as error:  # the directory was removed since it was opened
            raise not_found("/".join(parts)) from error
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            os.rename(temporary, parts[-1], src_dir_fd=parent, dst_dir_fd=parent)
        except IsADirectoryError as error:
            _remove(parent, temporary)
            raise not_a_file("/".join(parts)) from error
        except BaseException:
            _remove(parent, temporary)
            raise


def _remove(parent: int, name: str) -> None:
    with suppress(OSError):
        os.unlink(name, dir_fd=parent)


def walk(root: int, depth: int) -> Iterator[Entry]:
    """Yield every entry below *root* in the order of their paths, directories before their content.

    Links are entries of kind "special" and never followed; directories deeper than *depth* are "special", too.
    """
    yield from _walk(os.dup(root), "", depth)


def _walk(directory: int, prefix: str, depth: int) -> Iterator[Entry]:
    try:
        for name in sorted(os.listdir(directory)):
            path = f"{prefix}{name}"
            try:
                found = os.stat(name, dir_fd=directory, follow_symlinks=False)
            except OSError:
                continue  # removed since it was listed
            if is_plain_file(found):
                yield Entry(path, "file", found.st_size, bool(found.st_mode & stat.S_IXUSR))
            elif stat.S_ISDIR(found.st_mode) and depth > 1:
                yield Entry(path, "directory")
                with suppress(OSError):  # replaced by a link since it was listed: not entered
                    yield from _walk(os.open(name, _DIRECTORY, dir_fd=directory), f"{path}/", depth - 1)
            else:
                yield Entry(path, "special")
    finally:
        os.close(directory)
