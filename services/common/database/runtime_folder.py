"""The small private folder that holds a running server's socket."""

import os
import re
import shutil
import tempfile
from pathlib import Path

from services.common.database.account import Account

_PREFIX = "reflow-pg-"
_PLAIN = re.compile(r"[A-Za-z0-9/_.+-]{1,70}")
"""Temporary folders that can be used: no comma or space for PostgreSQL's list of folders, and short, since a socket's
whole path has 103 bytes at most on macOS."""
_MAX_DATA_PATH = 900
"""Bytes; PostgreSQL takes 1,023 (MAXPGPATH) with the names of its own files behind."""


def make_runtime_folder(account: Account, last: Path | None = None) -> Path:
    """Return a new folder of mode 0700 that belongs to *account*, in place of the *last* one and with its name.

    So those who use a server that was killed find the next one where it was. Without a last one, or where that name
    cannot be had, the name is new, so that no other user of the machine can be there first. Every process finds the
    folder through postmaster.pid in the data folder, whatever its own TMPDIR is.
    """
    temporary = tempfile.gettempdir()
    parent = temporary if _PLAIN.fullmatch(temporary) else "/tmp"  # noqa: S108 - mkdtemp makes a private folder there
    remove_runtime_folder(last)
    runtime = _recreate(last, Path(parent)) or Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
    os.chown(runtime, account.uid, account.gid)
    return runtime


def _recreate(last: Path | None, parent: Path) -> Path | None:
    if last is None or last.parent != parent or not last.name.startswith(_PREFIX):
        return None
    try:
        last.mkdir(mode=0o700)  # fails where anything is left or another process was faster
    except OSError:
        return None
    return last


def remove_runtime_folder(runtime: Path | None) -> None:
    """Remove *runtime* if it is one that `make_runtime_folder` made; failing to is no failure."""
    if runtime is not None and runtime.name.startswith(_PREFIX):
        shutil.rmtree(runtime, ignore_errors=True)


def path_for_server(cluster: Path, runtime: Path) -> Path:
    """Return a path by which the server can open *cluster*: its own, or a link in *runtime*.

    A path beyond MAXPGPATH would be cut off. Spaces, quotes and line breaks do no harm, since no shell and no list of
    folders sees the path.
    """
    real = cluster.resolve()
    if len(os.fsencode(real)) <= _MAX_DATA_PATH:
        return real
    link = runtime / "data"
    link.symlink_to(real)
    return link
