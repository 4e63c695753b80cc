"""Permissions of new files: those of the data folder are private, output files follow the user's umask."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

PRIVATE = 0o077
_user: int | None = None


def make_private() -> None:
    """Restrict files that this process and its children create to their user."""
    global _user
    previous = os.umask(PRIVATE)
    if _user is None:
        _user = previous


@contextmanager
def user_umask() -> Iterator[None]:
    """Create files with the umask that the user had set, until the context ends."""
    if _user is None:
        yield
        return
    private = os.umask(_user)
    try:
        yield
    finally:
        os.umask(private)
