"""The built images as pods. Slow, and podman is needed: `scripts/check_containers` builds the images and runs this."""

import os
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.containers.pods import REPLICAS, SERVICES, Cluster, cluster, podman

pytestmark = [
    pytest.mark.skipif(
        os.environ.get("REFLOW_TEST_CONTAINERS") != "1",
        reason="scripts/check_containers builds the images and sets REFLOW_TEST_CONTAINERS",
    ),
    pytest.mark.xdist_group("containers"),
]
TIMEOUT = httpx.Timeout(120.0)
SIZE = {"width": 256, "height": 256}


@pytest.fixture(scope="module")
def pods(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("pods")
    for parent in (folder, folder.parent, folder.parent.parent):
        parent.chmod(0o755)  # the pods are another user
    with cluster(folder) as started:
        yield started


def paint(pods: Cluster, number: int) -> str:
    """Run one image chat through a replica of the gateway and return its stream."""
    url = f"http://127.0.0.1:{pods.port(number % REPLICAS)}/api/agent/chat"
    body: dict[str, Any] = {"text": f"ink wash mountains {number}", **SIZE}
    headers = {"Idempotency-Key": f"run-{number}", "Accept": "text/event-stream"}
    for _ in range(20):  # a replica that is being replaced: the same key starts nothing twice
        try:
            return httpx.post(url, json=body, headers=headers, timeout=TIMEOUT).text
        except httpx.TransportError:
            time.sleep(1.0)
            number += 1
            url = f"http://127.0.0.1:{pods.port(number % REPLICAS)}/api/agent/chat"
    raise AssertionError("no replica of the gateway answers")


def test_a_run_passes(pods: Cluster) -> None:
    stream = paint(pods, 0)
    assert "event: end" in stream or '"type":"end"' in stream.replace(" ", ""), stream[-2_000:]


def test_the_images_run_as_another_user_on_a_read_only_root(pods: Cluster) -> None:
    for service in SERVICES:
        assert podman("exec", f"{service}-0-service", "id", "-u").strip() == "10001"
        written = podman("exec", f"{service}-0-service", "sh", "-c", "echo 1 > /app/any || echo rejected", check=False)
        assert "rejected" in written


def test_a_killed_pod_loses_no_run(pods: Cluster) -> None:
    streams: list[str] = []
    runs = [threading.Thread(target=lambda n=n: streams.append(paint(pods, n))) for n in range(100, 106)]
    for run in runs:
        run.start()
    pods.replace("executor", 0, kill=True)
    for run in runs:
        run.join()
    assert len(streams) == len(runs)
    assert all('"error"' not in stream for stream in streams), streams


@pytest.mark.parametrize("service", SERVICES)
def test_a_rolling_restart_under_load_loses_and_doubles_nothing(pods: Cluster, service: str) -> None:
    base = 1_000 * (1 + SERVICES.index(service))
    streams: dict[int, str] = {}
    runs = [threading.Thread(target=lambda n=n: streams.update({n: paint(pods, n)})) for n in range(base, base + 6)]
    for run in runs:
        run.start()
    for replica in range(REPLICAS):
        pods.replace(service, replica)
    for run in runs:
        run.join()
    assert len(streams) == len(runs)
    listed = httpx.get(f"http://127.0.0.1:{pods.port(0)}/api/runs?limit=100", timeout=TIMEOUT).json()
    texts = [one.get("text", "") for one in listed["runs"]]
    assert all(texts.count(f"ink wash mountains {n}") <= 1 for n in range(base, base + 6))
