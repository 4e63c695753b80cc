"""Files that are too large for a message: stored as assets, loaded by the stages that receive them."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from services.common.blobs import open_blob_store
from services.common.contract.agent_team.team import (
    MAX_INLINE_BYTES,
    MAX_INLINE_TOTAL,
    AgentIteration,
    AgentTask,
    FileKind,
    Stage,
    StageContext,
    StageMetadata,
    StageStatus,
    TeamAgent,
    TeamFile,
    WorkflowContext,
)
from services.common.errors import ReflowError
from services.executor.adapters.agent_tools.large_files import LargeFiles
from services.executor.adapters.asset_store import AssetStore

STAGE, AGENT = Stage("a", "coder"), TeamAgent("coder", "Coder", "", 3, "Write.")


@pytest.fixture
def large_files(tmp_path: Path) -> LargeFiles:
    blobs = open_blob_store(f"file://{tmp_path}")
    return LargeFiles(AssetStore(blobs, lambda: datetime.now(UTC)))


def text(path: str, size: int) -> TeamFile:
    return TeamFile(path, FileKind.TEXT, content=path[0].encode() * size)


def receive(files: tuple[TeamFile, ...]) -> AgentTask:
    """Return the task of a stage whose input left *files*."""
    left = StageContext("b", StageStatus.DONE, StageMetadata("coder"), generated_files=files)
    return AgentTask(STAGE, AGENT, WorkflowContext("task", stages=(left,)))


async def test_large_files_are_stored_and_loaded_unchanged_and_small_files_and_images_stay_inline(
    large_files: LargeFiles,
) -> None:
    image = TeamFile("d.png", FileKind.IMAGE, "0" * 64)
    files = (text("a.txt", 10), text("b.txt", MAX_INLINE_BYTES + 1), image)
    stored = await large_files.store(AgentIteration("", generated_files=files))
    assert [len(file.content) for file in stored.generated_files] == [10, 0, 0]
    assert [file.size for file in stored.generated_files] == [0, MAX_INLINE_BYTES + 1, 0]
    assert stored.generated_files[1].summary.startswith("1 lines: bbb")
    loaded = await large_files.load(receive(stored.generated_files))
    assert [file.content for file in loaded.workflow.stages[0].generated_files] == [file.content for file in files]


async def test_many_files_together_are_never_too_large_for_a_message(large_files: LargeFiles) -> None:
    files = tuple(text(f"{number}.txt", MAX_INLINE_BYTES) for number in range(20))
    stored = await large_files.store(AgentIteration("", generated_files=files))
    assert sum(len(file.content) for file in stored.generated_files) == MAX_INLINE_TOTAL
    loaded = await large_files.load(receive(stored.generated_files))
    assert [file.content for file in loaded.workflow.stages[0].generated_files] == [file.content for file in files]


async def test_a_missing_asset_is_an_error(large_files: LargeFiles) -> None:
    (stored,) = (await large_files.store(AgentIteration("", generated_files=(text("a", 100_000),)))).generated_files
    with pytest.raises(ReflowError):
        await large_files.load(receive((replace(stored, asset_id="ab" * 32),)))
