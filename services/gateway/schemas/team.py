"""Bodies of the agent team."""

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field, StringConstraints

from services.common.contract.agent_team.team import (
    MAX_ATTACHED_BYTES,
    MAX_ATTACHMENTS,
    MAX_FILE_BYTES,
    MAX_PATH_LENGTH,
    AgentTeamInput,
)
from services.common.contract.input_validation import is_relative_path, validate_text
from services.common.errors import Code, ReflowError
from services.common.files.errors import WorkspaceError
from services.common.files.limits import WorkspaceLimits
from services.common.files.tree import check_tree
from services.common.files.zip_archive import read_zip
from services.common.images.formats import IMAGE_FORMATS, sniff
from services.common.limits import MEGABYTE, Limits
from services.gateway.rejections import reject_field
from services.gateway.schemas.base import MAX_SEED, Body, SessionId, compute_digest, parse_body
from services.gateway.uploads import ImageUpload, parse_reference

MAX_IMAGES = 20
MAX_ARCHIVE_BYTES = 16 * MEGABYTE
# Directories that are not part of a folder's own content: those of tools, and compiled Python.
_LEFT_OUT = (".", "__pycache__")
TemplateId = Annotated[str, StringConstraints(max_length=64, pattern="^[a-z0-9][a-z0-9-]*$")]


class TeamFileBody(Body):
    """A file of a task: a text, or bytes."""

    path: str = Field(
        min_length=1, max_length=MAX_PATH_LENGTH, description="Relative, with / between names: src/main.py"
    )
    text: str | None = Field(None, max_length=MAX_FILE_BYTES, description="Its text; or base64.")
    base64: str | None = Field(None, description="Its bytes: a text in UTF-8, or a PNG, JPEG or WebP; or text.")


class TeamBody(Body):
    """A task for the agent team."""

    text: str = Field(description="The task: at most 1,000 characters.")
    template: TemplateId | None = Field(None, description="A workflow template; left out, the planner chooses.")
    images: list[str] | None = Field(
        None,
        max_length=MAX_IMAGES,
        description="Up to 20 images: base64, data URLs, URLs, /api/assets/{id}, or paths in files or archive. "
        "Images of files and archive that are not listed here are attached as well.",
    )
    files: list[TeamFileBody] | None = Field(
        None, max_length=MAX_ATTACHMENTS, description="Texts and images of the working folder."
    )
    archive: str | None = Field(
        None,
        description="A folder as a zip in base64: texts and images, at most 16 MB. Hidden files and __pycache__ are "
        "left out.",
    )
    session_id: SessionId | None = Field(None, description="Left out, a new session is opened.")
    seed: int | None = Field(None, ge=0, le=MAX_SEED)
    fresh: bool | None = Field(None, description="Bypass the cache of model answers.")


@dataclass(frozen=True, slots=True)
class TeamAttachment:
    """A file of a request under its *path*: a text, or an image that is not imported yet; errors name *field*."""

    path: str
    field: str
    text: bytes = b""
    image: ImageUpload | None = None


@dataclass(frozen=True, slots=True)
class TeamRequest:
    """A validated request, its images not imported yet; *digest* of the body."""

    input: AgentTeamInput
    attachments: tuple[TeamAttachment, ...]
    session_id: str
    digest: str


def parse_team(body: bytes, limits: Limits) -> TeamRequest:
    """Return the request in *body*. Raises INVALID_INPUT_FORMAT that names the field and what is expected."""
    task = parse_body(TeamBody, body)
    return TeamRequest(
        input=AgentTeamInput(
            text=validate_text(task.text, limits.text_length, "text"),
            template=task.template or "",
            seed=task.seed,
            fresh=task.fresh or False,
        ),
        attachments=parse_attachments(task.images, task.files, task.archive, limits),
        session_id=task.session_id or "",
        digest=compute_digest(task),
    )


def parse_attachments(
    images: list[str] | None, files: list[TeamFileBody] | None, archive: str | None, limits: Limits
) -> tuple[TeamAttachment, ...]:
    """Return the files of a task: the images that are listed first, each once. Raises INVALID_INPUT_FORMAT."""
    sources = [*_read_files(files or [], limits), *(_read_archive(archive) if archive is not None else ())]
    by_path = {file.path: file for file in sources}
    listed = [_find_image(value, number, by_path, limits) for number, value in enumerate(images or ())]
    named = {file.path for file in listed}
    attachments = (*listed, *(file for file in sources if file.path not in named))
    _check_total(attachments)
    return attachments


def _read_files(files: list[TeamFileBody], limits: Limits) -> Iterator[TeamAttachment]:
    for number, file in enumerate(files):
        field = f"files[{number}]"
        if (file.text is None) == (file.base64 is None):
            raise reject_field(
                field, f"{field} 请给出 text 或 base64 其中一个。", f"Give either {field}.text or base64."
            )
        if not is_relative_path(file.path):
            raise reject_field(
                f"{field}.path",
                f"{field}.path 应是相对路径，不含“..”，例如 src/main.py。",
                f'{field}.path must be relative, without "..", such as src/main.py.',
            )
        content = (
            file.text.encode("utf-8", "surrogatepass")
            if file.text is not None
            else _decode(file.base64 or "", f"{field}.base64", limits.image_bytes)
        )
        yield _to_attachment(file.path, content, field)


def _read_archive(archive: str) -> Iterator[TeamAttachment]:
    """Yield the files of a zip. Raises INVALID_INPUT_FORMAT for an archive that is unsafe, damaged or too large."""
    content = _decode(archive, "archive", MAX_ARCHIVE_BYTES)
    limits = WorkspaceLimits(archive_bytes=MAX_ARCHIVE_BYTES, total_bytes=4 * MAX_ARCHIVE_BYTES)
    try:
        tree, _ = read_zip(content, limits)
        check_tree(tree, limits)
    except WorkspaceError as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, error.text, field="archive") from None
    for file in tree.files:
        if not any(part.startswith(_LEFT_OUT) for part in file.path.split("/")):
            yield _to_attachment(file.path.removeprefix("./"), file.content, "archive")


def _to_attachment(path: str, content: bytes, field: str) -> TeamAttachment:
    """Return a file by its content: an image, or a text. Raises INVALID_INPUT_FORMAT for anything else."""
    name = path[:100]
    if len(path) > MAX_PATH_LENGTH or not is_relative_path(path):
        raise reject_field(
            field,
            f"文件“{name}”的路径不可用：最多 {MAX_PATH_LENGTH} 个字符，不含 : 和不可见的字符。",
            f'The path of "{name}" cannot be used: at most {MAX_PATH_LENGTH} characters, without : and invisible ones.',
        )
    if sniff(content) in IMAGE_FORMATS:
        return TeamAttachment(path, field, image=ImageUpload(data=content))
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise reject_field(
            field,
            f"文件“{name}”既不是 UTF-8 文字，也不是 PNG、JPEG 或 WebP 图片，请去掉它。",
            f'The file "{name}" is neither text in UTF-8 nor a PNG, JPEG or WebP. Leave it out.',
        )
    if len(content) > MAX_FILE_BYTES:
        raise reject_field(
            field,
            f"文件“{name}”太大：文字文件最多 {MAX_FILE_BYTES // 1024} KB。",
            f'The file "{name}" is too large: a text may have at most {MAX_FILE_BYTES // 1024} KB.',
        )
    return TeamAttachment(path, field, text=content)


def _find_image(value: str, number: int, files: dict[str, TeamAttachment], limits: Limits) -> TeamAttachment:
    """Return the image that *value* names: a file of the request by its path, else an upload."""
    field = f"images[{number}]"
    file = files.get(value.strip())
    if file is None:
        return TeamAttachment(f"image-{number + 1}.png", field, image=parse_reference(value, limits, field))
    if file.image is None:
        raise reject_field(field, f"{field}：文件“{value[:100]}”不是图片。", f'{field}: "{value[:100]}" is no image.')
    return replace(file, field=field)


def _check_total(attachments: tuple[TeamAttachment, ...]) -> None:
    if len(attachments) > MAX_ATTACHMENTS or len({file.path for file in attachments}) < len(attachments):
        raise reject_field(
            "files",
            f"图片、files 和 archive 合起来最多 {MAX_ATTACHMENTS} 个文件，路径不能重复。",
            f"images, files and archive may have at most {MAX_ATTACHMENTS} files together, each with its own path.",
        )
    if sum(len(file.text) for file in attachments) > MAX_ATTACHED_BYTES:
        raise reject_field(
            "files",
            f"文字文件合起来最多 {MAX_ATTACHED_BYTES // MEGABYTE} MB。",
            f"The texts may have at most {MAX_ATTACHED_BYTES // MEGABYTE} MB together.",
        )


def _decode(value: str, field: str, max_bytes: int) -> bytes:
    """Return the bytes of base64, also of a data URL. Raises INVALID_INPUT_FORMAT."""
    encoded = value.partition(",")[2] if value[:5].lower() == "data:" else value
    if len(encoded) > (max_bytes + 2) // 3 * 4 + 4:
        raise reject_field(
            field,
            f"{field} 太大：解码后最多 {max_bytes / MEGABYTE:g} MB。",
            f"{field} is too large: at most {max_bytes / MEGABYTE:g} MB once decoded.",
        )
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise reject_field(field, f"{field} 不是有效的 base64。", f"{field} is not valid base64.") from None
