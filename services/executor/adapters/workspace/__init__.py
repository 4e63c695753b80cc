"""The working folder of a run, and its tools."""

from services.common.files.errors import Reason, WorkspaceError
from services.common.files.limits import WorkspaceLimits
from services.executor.adapters.workspace.archive import pack, unpack
from services.executor.adapters.workspace.snapshot import Snapshot, restore_snapshot, store_snapshot
from services.executor.adapters.workspace.values import (
    FileContent,
    FileEdited,
    FileWritten,
    GlobResult,
    GrepMatch,
    GrepResult,
)
from services.executor.adapters.workspace.workspace import Workspace
from services.executor.adapters.workspace.zip_import import ZipImport, import_zip

__all__ = [
    "FileContent",
    "FileEdited",
    "FileWritten",
    "GlobResult",
    "GrepMatch",
    "GrepResult",
    "Reason",
    "Snapshot",
    "Workspace",
    "WorkspaceError",
    "WorkspaceLimits",
    "ZipImport",
    "import_zip",
    "pack",
    "restore_snapshot",
    "store_snapshot",
    "unpack",
]
