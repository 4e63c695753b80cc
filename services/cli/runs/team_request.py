"""Request of `reflow run --workflow team`, validated before a system is started."""

import os
from collections.abc import Sequence
from pathlib import Path

from services.cli.errors import bad_input
from services.cli.files import read_bytes
from services.cli.runs.request import (
    RunArguments,
    RunRequest,
    list_image_options,
    read_text,
    reject_graph_option,
    reject_options,
    validate_output_folder,
    validate_seed,
)
from services.common.contract.agent_team.team import MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, MAX_FILE_BYTES, AgentTeamInput
from services.common.contract.input_validation import validate_input
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.text.language import Text

_EMPTY_TASK = Text(
    "请说明任务，例如“找出图里的文字并标注”。", 'Describe the task, such as "mark the text in the image".'
)


def parse_team_request(arguments: RunArguments, limits: Limits) -> RunRequest:
    """Return the request for a task. Raises INVALID_INPUT_* naming the invalid argument."""
    options = list_image_options(arguments)
    reject_options(options, "不能和 --workflow team 一起用", "not with --workflow team")
    reject_graph_option(arguments)
    validate_output_folder(arguments.out)
    validate_seed(arguments.seed)
    if len(arguments.images) > MAX_ATTACHMENTS:
        raise bad_input(f"--image 最多 {MAX_ATTACHMENTS} 张。", f"--image: at most {MAX_ATTACHMENTS} images.")
    text = read_text(arguments.text) or arguments.template
    requested = AgentTeamInput(text=text, template=arguments.template, seed=arguments.seed)
    if not text.strip():
        raise ReflowError(Code.INVALID_INPUT_EMPTY, _EMPTY_TASK, field="text")
    run_input = validate_input(requested, limits)
    names = name_attachments(arguments.images)
    contents = [read_bytes(path, limits.image_bytes) for path in arguments.images]
    attachments = tuple(zip(names, contents, strict=True))
    sources = read_sources(arguments.folder) if arguments.folder is not None else ()
    return RunRequest(run_input, arguments.session, attachments=attachments, sources=sources)


def read_sources(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Return the Python files in *folder* by their relative paths; hidden ones, caches and links are left out.

    Raises INVALID_INPUT_FORMAT for a folder that cannot be read, contains no such file, or more than a task may have.
    """
    if not folder.is_dir():
        raise bad_input(f"--folder 不是文件夹：{folder}。", f"--folder is not a folder: {folder}.")
    sources = list[tuple[str, bytes]]()
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
        for path in (Path(parent, name) for name in sorted(names) if name.endswith(".py") and name[0] != "."):
            if not path.is_symlink():
                sources.append((path.relative_to(folder).as_posix(), read_bytes(path, MAX_FILE_BYTES)))
            if len(sources) > MAX_ATTACHMENTS or sum(len(one) for _, one in sources) > MAX_ATTACHED_BYTES:
                raise bad_input(
                    f"--folder 最多 {MAX_ATTACHMENTS} 个 Python 文件，合计 {MAX_ATTACHED_BYTES} 字节。",
                    f"--folder: at most {MAX_ATTACHMENTS} Python files of {MAX_ATTACHED_BYTES} bytes together.",
                )
    if not sources:
        raise bad_input(f"{folder} 里没有 Python 文件。", f"There are no Python files in {folder}.")
    return tuple(sources)


def name_attachments(paths: Sequence[Path]) -> tuple[str, ...]:
    """Return a unique name for each file, similar to its own."""
    names = list[str]()
    for number, path in enumerate(paths, start=1):
        name = "".join(letter for letter in path.name if letter.isprintable() and letter not in ":\\")[-100:]
        name = name if name.strip(".") else f"image-{number}.png"
        names.append(name if name not in names else f"{number}-{name}")
    return tuple(names)
