"""Files of a run: where its state names them, and their content."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reflow.v1 import orchestrator_pb2, team_pb2

from services.common.contract.input_validation import is_relative_path
from services.common.errors import Code, ReflowError
from services.common.text.choices import list_names
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies
from services.gateway.json_mapper.runs import run_to_json

_ASSET_URL = re.compile(r"/api/assets/([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class RunFile:
    """A file of a run: a text, by its asset where it is large, or an image; *stage_id* is "" for an attachment.

    *size* is that of a text, in bytes.
    """

    path: str
    stage_id: str
    content: bytes = b""
    asset_id: str = ""
    size: int = 0
    is_image: bool = True


def list_files(run: orchestrator_pb2.Run) -> list[RunFile]:
    """Return the files of *run*: attachments and generated files of a task, images of any other run."""
    if run.HasField("team"):
        attached = [_to_file(file, "") for file in run.team.input.attachments]
        generated = [_to_file(file, stage.stage_id) for stage in run.team.stages for file in stage.generated_files]
        return [*attached, *generated]
    asset_ids = dict.fromkeys(_find_assets(run_to_json(run, expose_details=False)))
    return [RunFile(f"{asset_id[:12]}.png", "", asset_id=asset_id) for asset_id in asset_ids]


def list_generated_files(run: orchestrator_pb2.Run) -> list[RunFile]:
    """Return the files of *run* without the attachments of a task."""
    return [file for file in list_files(run) if file.stage_id or not run.HasField("team")]


def find_file(run: orchestrator_pb2.Run, path: str, stage_id: str | None) -> RunFile:
    """Return the last file of *run* with this path or URL. Raises INVALID_INPUT_FORMAT that lists the files."""
    files = list_files(run)
    url = _ASSET_URL.fullmatch(path)
    for file in reversed(files):
        is_same = file.asset_id == url[1] if url else file.path == path
        if is_same and stage_id in (None, file.stage_id):
            return file
    listed = list_names([file.path for file in files[:20]] or ["-"])
    text = Text(f"这次运行里没有这个文件，现有：{listed.zh}。", f"The run has no such file; there are: {listed.en}.")
    raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="path")


async def read_content(file: RunFile, deps: Dependencies) -> bytes:
    """Return the content of *file*. Raises ASSET_UNKNOWN."""
    if not file.asset_id:
        return file.content
    content = await deps.blobs.get(f"assets/{file.asset_id}.png")
    if content is None:
        raise ReflowError(Code.ASSET_UNKNOWN, field="path")
    return content


def name_files(files: Sequence[RunFile], taken: Collection[str] = ()) -> list[str]:
    """Return a relative path of its own for each of *files*, none of those *taken*."""
    names = list[str]()
    for file in files:
        name = file.path if is_relative_path(file.path) else "file"
        while name in names or name in taken:
            name = f"{file.stage_id or 'input'}/{name}"
        names.append(name)
    return names


def _to_file(file: team_pb2.TeamFile, stage_id: str) -> RunFile:
    is_image = file.kind == team_pb2.TEAM_FILE_KIND_IMAGE
    return RunFile(file.path, stage_id, file.content, file.asset_id, file.size or len(file.content), is_image)


def _find_assets(value: Any) -> Iterator[str]:
    """Yield the asset ids of all image URLs in *value*, in their order."""
    match value:
        case str():
            if url := _ASSET_URL.fullmatch(value):
                yield url[1]
        case list():
            for item in value:
                yield from _find_assets(item)
        case dict():
            for item in value.values():
                yield from _find_assets(item)
