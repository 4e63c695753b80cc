"""The tool run_checks for the files of a task: ruff and pytest in a sandbox, if this machine allows one."""

import asyncio
import tempfile
import threading
from pathlib import Path

from services.common.text.language import Text
from services.executor.adapters.jobs.code import Files
from services.executor.adapters.sandbox import (
    CheckReport,
    Checks,
    Sandbox,
    SandboxLimits,
    SandboxUnavailable,
    find_sandbox,
)
from services.executor.adapters.workspace import Workspace, WorkspaceError, WorkspaceLimits

# Seconds; short enough for a run without models.
TEST_SECONDS = 20.0
_LIMITS = WorkspaceLimits()


class CodeChecks:
    """Runs checks one after the other, each in a separate folder that is deleted afterwards."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._sandbox: Sandbox | SandboxUnavailable | None = None

    async def run(self, files: Files) -> CheckReport | Text:
        """Return the report about *files*, or why they could not be checked. Cancelling the call ends the checks."""
        stop = threading.Event()
        async with self._lock:
            if self._sandbox is None:
                self._sandbox = await asyncio.to_thread(_find_sandbox)
            try:
                return await asyncio.to_thread(_check, files, self._sandbox, stop)
            finally:
                stop.set()


def _find_sandbox() -> Sandbox | SandboxUnavailable:
    try:
        return find_sandbox()
    except SandboxUnavailable as error:
        return error


def _check(files: Files, sandbox: Sandbox | SandboxUnavailable, stop: threading.Event) -> CheckReport | Text:
    if isinstance(sandbox, SandboxUnavailable):
        return sandbox.text
    with tempfile.TemporaryDirectory(prefix="reflow-checks-") as folder:
        root = Path(folder)
        try:
            with Workspace.open(root, _LIMITS) as workspace:
                for path, content in files.items():
                    workspace.write(path, content)
            return Checks(sandbox, SandboxLimits(seconds=TEST_SECONDS)).run(root, _LIMITS, stop)
        except WorkspaceError as error:
            return error.text
        except SandboxUnavailable as error:
            return error.text
