"""The working folder of an agent: from the files of its task, or from the snapshot of its last step."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from services.common.contract.agent_team.team import AgentTask, FileKind, TeamFile
from services.common.errors import Code, ReflowError
from services.common.limits import MEGABYTE
from services.common.text.language import Text
from services.executor.adapters.workspace import Workspace, WorkspaceError, WorkspaceLimits
from services.executor.adapters.workspace.snapshot import Blobs, restore_snapshot, store_snapshot
from services.executor.domain.agents.files import list_files

LIMITS = WorkspaceLimits(
    files=600,
    file_bytes=4 * MEGABYTE,
    total_bytes=32 * MEGABYTE,
    read_lines=400,
    read_characters=12_000,
    line_characters=1_000,
    grep_matches=80,
    glob_paths=200,
)
"""The result of a call must fit into the conversation of a model, so results are shorter than for a user."""
MAX_CHANGED_FILES, MAX_CHANGED_BYTES = 100, 16 * MEGABYTE
_DATA_SUFFIXES = frozenset({".json", ".jsonl", ".csv", ".tsv", ".yaml", ".yml", ".toml", ".xml"})
_TOO_MUCH = Text(
    f"这个阶段改动的文件太多：最多 {MAX_CHANGED_FILES} 个、共 {MAX_CHANGED_BYTES // MEGABYTE} MB。",
    f"This stage changed too much: at most {MAX_CHANGED_FILES} files, {MAX_CHANGED_BYTES // MEGABYTE} MB together.",
)


class WorkingFolders:
    """Working folders whose snapshots are in *blobs*, so that any replica can continue the work of another one."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    @asynccontextmanager
    async def open(self, task: AgentTask, snapshot: str) -> AsyncIterator[Path]:
        """Yield the folder of *snapshot*, or of the files of *task* if it is ""; the folder is deleted afterwards."""
        with tempfile.TemporaryDirectory(prefix="reflow-agent-") as parent:
            root = Path(parent) / "files"
            try:
                if snapshot:
                    await restore_snapshot(snapshot, self._blobs, root, LIMITS)
                else:
                    await asyncio.to_thread(_write_files, root, list_files(task))
            except WorkspaceError as error:
                raise ReflowError(Code.INVALID_INPUT_FORMAT, error.text, field="attachments") from error
            yield root

    async def store(self, root: Path) -> str:
        """Store the folder *root*; return its snapshot."""
        return (await store_snapshot(root, self._blobs, LIMITS)).digest

    async def list_changes(self, task: AgentTask, snapshot: str) -> tuple[TeamFile, ...]:
        """Return the files of *snapshot* that are new or differ from those of *task*. Raises TOOL_FAILED."""
        if not snapshot:
            return ()
        async with self.open(task, snapshot) as root:
            content = await asyncio.to_thread(read_files, root)
        before = list_files(task)
        changed = {path: data for path, data in content.items() if before.get(path) != data}
        if len(changed) > MAX_CHANGED_FILES or sum(map(len, changed.values())) > MAX_CHANGED_BYTES:
            raise ReflowError(Code.TOOL_FAILED, _TOO_MUCH, node=task.agent.id)
        return tuple(TeamFile(path, _find_kind(path), content=data) for path, data in changed.items())


def read_files(root: Path) -> Mapping[str, bytes]:
    """Return the files of the folder *root* by path. Blocking."""
    with Workspace.open(root, LIMITS) as workspace:
        return {entry.path: content for entry, content in workspace.read_entries() if entry.kind == "file"}


def _write_files(root: Path, files: Mapping[str, bytes]) -> None:
    root.mkdir()
    with Workspace.open(root, LIMITS) as workspace:
        for path, content in files.items():
            workspace.write(path, content)


def _find_kind(path: str) -> FileKind:
    return FileKind.DATA if Path(path).suffix in _DATA_SUFFIXES else FileKind.TEXT
