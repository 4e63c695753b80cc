"""Editing of a text in the user's editor."""

import asyncio
import os
import shlex
import shutil
import tempfile
from pathlib import Path

from services.cli.errors import bad_input
from services.cli.files import read_text

DEFAULT_EDITORS = ("nano", "vi")


def find_editor() -> list[str]:
    """Return the command that edits a file: VISUAL, else EDITOR, else a default. Raises INVALID_INPUT_FORMAT."""
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or next(filter(shutil.which, DEFAULT_EDITORS), "")
    try:
        command = shlex.split(chosen)
    except ValueError:
        command = []
    if not command or shutil.which(command[0]) is None:
        raise bad_input(
            f"找不到编辑器（{chosen or '未设置 EDITOR'}），请设置环境变量 EDITOR。",
            f"There is no editor ({chosen or 'EDITOR is not set'}): set the environment variable EDITOR.",
        )
    return command


async def edit_text(text: str, name: str) -> str:
    """Return *text* as edited by the user, in a file called *name*.

    Raises INVALID_INPUT_FORMAT if there is no editor, or it fails.
    """
    command = find_editor()
    with tempfile.TemporaryDirectory(prefix="reflow-") as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        process = await asyncio.create_subprocess_exec(*command, str(path))
        status = await process.wait()
        if status != 0:
            raise bad_input(
                f"编辑器没有正常结束（状态 {status}），没有改动。",
                f"The editor failed (status {status}); nothing changed.",
            )
        return read_text(path)
