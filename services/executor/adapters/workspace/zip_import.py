"""Uploaded zip archives as folders: a rejected one leaves nothing behind."""

from dataclasses import dataclass
from pathlib import Path

from services.common.files.limits import DEFAULT_LIMITS, WorkspaceLimits
from services.common.files.zip_archive import read_zip
from services.executor.adapters.workspace.tree import write_tree


@dataclass(frozen=True, slots=True)
class ZipImport:
    """Paths that were imported, and how many entries of file managers were left out."""

    paths: tuple[str, ...]
    skipped: int


def import_zip(data: bytes, root: Path, limits: WorkspaceLimits = DEFAULT_LIMITS) -> ZipImport:
    """Make *root*, which must not exist or be empty, hold the files of the zip *data*. Raises WorkspaceError."""
    tree, skipped = read_zip(data, limits)
    write_tree(tree, root, limits)
    return ZipImport(tuple(file.path for file in tree.files), skipped)
