"""Each extra of the distribution by itself: its service starts, serves and stops without other extras."""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.fixtures.systems.clean_environment import without_settings

ROOT = Path(__file__).parents[3]
SERVICES = ("planner", "rag", "executor", "critic", "orchestrator", "gateway")
SECONDS = 120.0
PAUSE = 0.05


def install(folder: Path, extras: Sequence[str], project: str = "--no-install-project") -> Path:
    """Install *extras*, and optionally the *project*, into the new environment *folder*; return its Python."""
    chosen = [word for extra in extras for word in ("--extra", extra)]
    command = [os.environ.get("UV", "uv"), "sync", "--locked", "--quiet", "--no-default-groups", project]
    environment = os.environ | {"UV_PROJECT_ENVIRONMENT": str(folder), "VIRTUAL_ENV": ""}
    subprocess.run([*command, *chosen], cwd=ROOT, env=environment, check=True)
    return folder / "bin" / "python"


def environment_of(database_url: str, blobs: Path) -> dict[str, str]:
    """Return the settings of any service; nothing listens at the addresses of the others."""
    names = ("PLANNER", "RAG", "EXECUTOR", "CRITIC", "ORCHESTRATOR")
    settings = {f"REFLOW_{name}_ADDRESS": "unix:/nonexistent/socket" for name in names}
    settings |= {"REFLOW_DATABASE_URL": database_url, "REFLOW_BLOBS_URL": blobs.as_uri(), "REFLOW_PORT": "0"}
    return without_settings(os.environ) | settings | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "gen")))}


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_starts_and_stops_with_only_its_extra(service: str, empty_database_url: str, tmp_path: Path) -> None:
    python, log = install(tmp_path / "environment", [service]), tmp_path / "log"
    environment = environment_of(empty_database_url, tmp_path)
    with log.open("wb") as output:
        process = subprocess.Popen(
            [python, "-m", f"services.{service}"], env=environment, cwd=tmp_path, stdout=output, stderr=output
        )
    try:
        deadline = time.monotonic() + SECONDS
        while "ready" not in log.read_text("utf-8"):
            assert process.poll() is None and time.monotonic() < deadline, log.read_text("utf-8")
            time.sleep(PAUSE)
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS) == 0, log.read_text("utf-8")
    finally:
        process.kill()


def test_the_command_of_an_installation_without_its_extra_states_what_to_install(tmp_path: Path) -> None:
    python = install(tmp_path / "environment", [])
    environment = environment_of("", tmp_path)
    done = subprocess.run([python, "-m", "services.cli"], env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "pip install 'reflow[all]'" in line
