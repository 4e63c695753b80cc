"""The private folder of a running server's socket."""

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
"""Maximum bytes of a path; PostgreSQL accepts 1,023 (MAXPGPATH) including the names of its own files."""


def make_runtime_folder(account: Account, last: Path | None = None) -> Path:
    """Return a new folder of mode 0700 that belongs to *account*; it replaces the *last* one under the same name.

    So the clients of a killed server find its successor at the same path. Without a last one, or if that name is not
    available, the name is random, so that no other user of the machine can create it first. Every process finds the
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
        last.mkdir(mode=0o700)  # fails if it is not empty, or if another process was faster
    except OSError:
        return None
    return last


def remove_runtime_folder(runtime: Path | None) -> None:
    """Remove *runtime* if `make_runtime_folder` created it. Failures are ignored."""
    if runtime is not None and runtime.name.startswith(_PREFIX):
        shutil.rmtree(runtime, ignore_errors=True)


def path_for_server(cluster: Path, runtime: Path) -> Path:
    """Return a path by which the server can open *cluster*: its own, or a link in *runtime*.

    A path beyond MAXPGPATH would be truncated. Spaces, quotes and line breaks are harmless, since the path is never
    part of a shell command or a list of folders.
    """
    real = cluster.resolve()
    if len(os.fsencode(real)) <= _MAX_DATA_PATH:
        return real
    link = runtime / "data"
    link.symlink_to(real)
    return link
