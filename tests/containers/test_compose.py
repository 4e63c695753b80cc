"""deploy/compose.yaml, really started by podman-compose, with the fakes of compose.yaml in this folder."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.containers.podman import ROOT, podman, wait
from tests.containers.runs import find_image_urls, has_succeeded

PROJECT = "reflow-test"
PORT = 18_090
URL = f"http://127.0.0.1:{PORT}"
FILES = ("-f", "deploy/compose.yaml", "-f", "tests/containers/compose.yaml")
TIMEOUT = httpx.Timeout(120.0)
VARIABLES = {"DATABASE_PASSWORD": "of-the-database", "OBJECTS_PASSWORD": "of-the-objects", "GATEWAY_PORT": str(PORT)}
INSIDE = ("planner", "critic", "orchestrator", "database", "objects")


def compose(*arguments: str) -> None:
    """Run podman-compose on the installation of the tests."""
    program = shutil.which("podman-compose", path=str(Path(sys.executable).parent))
    assert program is not None, "podman-compose is in the development group"
    command = [program, "-p", PROJECT, *FILES, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | VARIABLES, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def start() -> None:
    """Start all services and wait until the gateway reaches them."""
    compose("up", "-d", "--no-build")
    wait(is_ready, "the gateway")


def is_ready() -> bool:
    """Whether the gateway answers and reaches every service."""
    try:
        return all(httpx.get(f"{URL}/readyz").json()["services"].values())
    except (httpx.TransportError, ValueError, KeyError):
        return False


@pytest.fixture(scope="module", autouse=True)
def installation() -> Iterator[None]:
    try:
        start()
        yield
    finally:
        compose("down", "-v", "-t", "2")


def test_a_run_succeeds_and_its_image_outlives_the_containers() -> None:
    body = {"text": "ink wash mountains", "width": 256, "height": 256}
    headers = {"Accept": "text/event-stream"}
    stream = httpx.post(f"{URL}/api/agent/chat", json=body, headers=headers, timeout=TIMEOUT).text
    assert has_succeeded(stream), stream[-2_000:]
    url = next(find_image_urls(stream))
    image = httpx.get(url, timeout=TIMEOUT).content
    assert image.startswith(b"\x89PNG")
    compose("down", "-t", "10")
    start()
    assert httpx.get(url, timeout=TIMEOUT).content == image
    (run,) = httpx.get(f"{URL}/api/runs", timeout=TIMEOUT).json()["runs"]
    assert run["status"] == "succeeded"


def test_only_services_that_need_it_have_a_default_route() -> None:
    routes = {service: has_default_route(service) for service in (*INSIDE, "rag", "executor", "gateway")}
    assert routes == dict.fromkeys(INSIDE, False) | dict.fromkeys(("rag", "executor", "gateway"), True)


def has_default_route(service: str) -> bool:
    """Whether the container of *service* has a default route."""
    table = podman("exec", f"{PROJECT}_{service}_1", "cat", "/proc/net/route").splitlines()[1:]
    return any(line.split()[1] == "00000000" for line in table)


def test_the_services_run_as_another_user_on_a_read_only_root() -> None:
    for service in ("planner", "rag", "executor", "critic", "orchestrator", "gateway"):
        name = f"{PROJECT}_{service}_1"
        assert podman("exec", name, "id", "-u").strip() == "10001"
        written = podman("exec", name, "sh", "-c", "echo 1 > /app/any || echo rejected", check=False)
        assert "rejected" in written
