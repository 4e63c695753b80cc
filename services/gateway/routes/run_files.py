"""/api/runs/{runId}/files: the files of a run, one by one or as a zip."""

import asyncio
import io
import zipfile
from collections.abc import Mapping
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Response
from reflow.v1 import events_pb2

from services.common.errors import Code, ReflowError
from services.common.images.formats import media_type
from services.common.limits import MEGABYTE
from services.common.text.language import Text
from services.gateway.dependencies import Deps
from services.gateway.json_mapper.values import asset_url
from services.gateway.openapi import failures
from services.gateway.responses import JsonResponse
from services.gateway.runs import queries
from services.gateway.runs.files import find_file, list_files, list_generated_files, name_files, read_content

MAX_ARCHIVE_BYTES = 200 * MEGABYTE
_TEXT = "text/plain; charset=utf-8"
_ZIP = "application/zip"
_TOO_LARGE = Text(
    f"文件合起来超过 {MAX_ARCHIVE_BYTES // MEGABYTE} MB，请逐个下载。",
    f"The files have more than {MAX_ARCHIVE_BYTES // MEGABYTE} MB together: download them one by one.",
)
_NO_FILES = Text("这次运行还没有生成文件。", "The run has generated no files yet.")

router = APIRouter(prefix="/api/runs/{run_id}", tags=["runs"])


@router.get("/files", summary="The files of a run", responses=failures(404))
async def list_run_files(run_id: str, deps: Deps) -> JsonResponse:
    """Return `{files, partial}`: path, stageId (null for an attachment), url and size of each; of an image it is null.

    `partial` is true unless the run has succeeded: then further files may be missing.
    """
    run = await queries.get_run(run_id, deps)
    files = [
        {
            "path": file.path,
            "stageId": file.stage_id or None,
            "url": asset_url(file.asset_id)
            if file.is_image
            else f"/api/runs/{run_id}/files/{file.stage_id or '-'}/{quote(file.path)}",
            "size": None if file.is_image else file.size,
        }
        for file in list_files(run)
    ]
    return JsonResponse({"files": files, "partial": run.status != events_pb2.RUN_STATUS_SUCCEEDED})


@router.get(
    "/files/{stage_id}/{path:path}",
    summary="A file of a run",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **failures(400, 404)},
)
async def get_run_file(
    run_id: str,
    stage_id: Annotated[str, Path(max_length=64, description="Its stage; - for an attachment.")],
    path: Annotated[str, Path(max_length=1_000)],
    deps: Deps,
) -> Response:
    """Return a file to download. Texts are plain, whatever their name, so that no browser executes them."""
    file = find_file(await queries.get_run(run_id, deps), path, "" if stage_id == "-" else stage_id)
    content = await read_content(file, deps)
    kind = media_type(content) if file.is_image else _TEXT
    return Response(content, media_type=kind, headers=_attach(path.rpartition("/")[2]))


@router.get(
    "/archive",
    summary="All generated files of a run as a zip",
    response_class=Response,
    responses={200: {"content": {_ZIP: {}}}, **failures(400, 404)},
)
async def get_archive(run_id: str, deps: Deps) -> Response:
    """Return the generated files as a zip; it is named `partial` unless the run has succeeded."""
    run = await queries.get_run(run_id, deps)
    files = list_generated_files(run)
    if not files:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, _NO_FILES, field="runId")
    contents, size = list[bytes](), 0
    for file in files:
        contents.append(await read_content(file, deps))
        size += len(contents[-1])
        if size > MAX_ARCHIVE_BYTES:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, _TOO_LARGE, field="runId")
    kind = "reflow" if run.status == events_pb2.RUN_STATUS_SUCCEEDED else "partial"
    archive = await asyncio.to_thread(_zip, dict(zip(name_files(files), contents, strict=True)))
    return Response(archive, media_type=_ZIP, headers=_attach(f"{kind}-{run_id[-8:]}.zip"))


def _zip(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


def _attach(name: str) -> dict[str, str]:
    """Return the header that has a browser save the file under *name* (RFC 6266)."""
    return {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
