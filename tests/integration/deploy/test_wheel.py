"""The wheel, installed outside the repository: it runs, and suggests commands in the form in which it was called."""

import os
import subprocess
from pathlib import Path

from tests.fixtures.systems.clean_environment import without_settings
from tests.integration.deploy.test_extras_alone import install


def test_the_wheel_runs_outside_the_repository_and_suggests_the_command_as_it_was_called(tmp_path: Path) -> None:
    tmp_path.chmod(0o711)  # under root the database runs as another user, who must be able to traverse the folder
    install(tmp_path / "environment", ["all"], "--no-editable")
    environment = without_settings(os.environ) | {"REFLOW_DATA": str(tmp_path / "data"), "PYTHONPATH": ""}
    environment.pop("UV_RUN_RECURSION_DEPTH", None)
    command = ["environment/bin/reflow", "run", "ink wash mountains", "--size", "256x256", "--lang", "en"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    path = tmp_path / done.stdout.splitlines()[-1]
    assert path.read_bytes().startswith(b"\x89PNG")
    assert "environment/bin/reflow run " in done.stdout + done.stderr
