"""The tests get their database from a Docker API, here podman's, if one responds."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.containers.podman import POSTGRES, ROOT, podman, wait
from tests.fixtures.postgres.database import IMAGE

TESTS = ("test_fixtures.py", "test_migrations.py", "test_roles.py")


@pytest.fixture
def docker_host(tmp_path: Path) -> Iterator[str]:
    """The address of a Docker API that has the image of the tests."""
    podman("tag", POSTGRES, IMAGE)
    socket = tmp_path / "docker.sock"
    command = [shutil.which("podman") or "podman", "system", "service", "--time", "0", f"unix://{socket}"]
    with subprocess.Popen(command) as service:
        try:
            wait(socket.exists, "the Docker API")
            yield f"unix://{socket}"
        finally:
            service.terminate()


def test_the_tests_of_the_database_pass_on_a_server_that_a_docker_api_starts(docker_host: str) -> None:
    environment = os.environ | {
        "DOCKER_HOST": docker_host,
        "TESTCONTAINERS_RYUK_DISABLED": "true",  # its image is one more to pull; the fixture stops its container
        "TESTCONTAINERS_CONNECTION_MODE": "docker_host",  # this machine may be a container itself
    }
    folder = "tests/integration/database"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *(f"{folder}/{name}" for name in TESTS)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    started = podman("events", "--stream=false", "--since", "1h", "--filter", "event=start", "--format", "{{.Image}}")
    assert IMAGE in started
