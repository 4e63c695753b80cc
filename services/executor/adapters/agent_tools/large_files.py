"""Large files between stages: stored as assets; later stages receive a reference with a summary."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from services.common.contract.agent_team.team import (
    MAX_INLINE_BYTES,
    MAX_INLINE_TOTAL,
    AgentIteration,
    AgentTask,
    FileKind,
    StageContext,
    TeamFile,
)
from services.common.contract.assets import AssetKind
from services.common.errors import Code
from services.executor.adapters.asset_store import AssetStore, ImageOrigin

# Characters of the beginning of a file in its summary.
MAX_BEGINNING = 300


@dataclass(frozen=True, slots=True)
class LargeFiles:
    """Stores files that are too large for a message in *assets*, and loads them."""

    assets: AssetStore

    async def store(self, iteration: AgentIteration) -> AgentIteration:
        """Return *iteration* with its large files as assets. Raises STORAGE_FULL."""
        large = {file.path for file in _select_large(iteration.generated_files)}
        files = [await self._store_file(file) if file.path in large else file for file in iteration.generated_files]
        return replace(iteration, generated_files=tuple(files))

    async def load(self, task: AgentTask) -> AgentTask:
        """Return *task* with the contents of the files that its input stages generated. Raises ASSET_UNKNOWN."""
        stages = tuple([await self._load_stage(stage) for stage in task.workflow.stages])
        return replace(task, workflow=replace(task.workflow, stages=stages))

    async def _load_stage(self, stage: StageContext) -> StageContext:
        files = [await self._load_file(file) if _is_asset(file) else file for file in stage.generated_files]
        return replace(stage, generated_files=tuple(files))

    async def _store_file(self, file: TeamFile) -> TeamFile:
        record = await self.assets.put(file.content, AssetKind.FILE, (0, 0), ImageOrigin())
        size, summary = len(file.content), summarize(file.content)
        return replace(file, content=b"", asset_id=record.asset_id, size=size, summary=summary)

    async def _load_file(self, file: TeamFile) -> TeamFile:
        _, content = await self.assets.get(file.asset_id, AssetKind.FILE, Code.ASSET_UNKNOWN, "task")
        return replace(file, content=content)


def summarize(content: bytes) -> str:
    """Return the number of lines of *content*, and its beginning."""
    text = content[: 4 * MAX_BEGINNING].decode("utf-8", "replace")
    beginning = " ".join(text.split())[:MAX_BEGINNING]
    count = content.count(b"\n") + (not content.endswith(b"\n"))
    return f"{count} lines: {beginning}…"


def _select_large(files: tuple[TeamFile, ...]) -> Iterator[TeamFile]:
    """Yield the texts and data that are too large themselves, or together with those before."""
    total = 0
    for file in files:
        if file.kind is FileKind.IMAGE or file.asset_id:
            continue
        if len(file.content) > MAX_INLINE_BYTES or total + len(file.content) > MAX_INLINE_TOTAL:
            yield file
        else:
            total += len(file.content)


def _is_asset(file: TeamFile) -> bool:
    return file.kind is not FileKind.IMAGE and bool(file.asset_id)
