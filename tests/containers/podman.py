"""Runs podman for the tests of images, and waits for it."""

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
POSTGRES = "localhost/reflow-test-postgres"
READY_SECONDS = 300.0


def podman(*arguments: str, text: str | None = None, check: bool = True) -> str:
    """Run podman and return its output."""
    command = [shutil.which("podman") or "podman", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, f"{' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def wait(condition: Callable[[], bool], what: str) -> None:
    """Wait until *condition* holds."""
    deadline = time.monotonic() + READY_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"not ready: {what}"
        time.sleep(0.5)
