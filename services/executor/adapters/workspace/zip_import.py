"""Uploaded zip archives as folders: a rejected one leaves nothing behind."""

from dataclasses import dataclass
from pathlib import Path

from services.common.files.limits import DEFAULT_LIMITS, WorkspaceLimits
from services.common.files.zip_archive import read_zip
from services.executor.adapters.workspace.tree import write_tree


@dataclass(frozen=True, slots=True)
class ZipImport:
    """Paths that were imported, and the number of skipped metadata entries of file managers."""

    paths: tuple[str, ...]
    skipped: int


def import_zip(data: bytes, root: Path, limits: WorkspaceLimits = DEFAULT_LIMITS) -> ZipImport:
    """Extract the files of the zip *data* to *root*, which must not exist or must be empty. Raises WorkspaceError."""
    tree, skipped = read_zip(data, limits)
    write_tree(tree, root, limits)
    return ZipImport(tuple(file.path for file in tree.files), skipped)
