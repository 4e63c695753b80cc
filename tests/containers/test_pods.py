"""The built images as pods of the rendered manifests."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.containers.podman import podman, wait
from tests.containers.pods import REPLICAS, SERVICES, Cluster, cluster
from tests.containers.runs import has_ended, has_succeeded, is_cut_off

TIMEOUT = httpx.Timeout(120.0)
# Calls the planner and prints the status.
PLAN = """
import asyncio, grpc
from reflow.v1 import planner_pb2, planner_pb2_grpc
from services.common.rpc import open_channel

async def call():
    async with open_channel("dns:///planner:50051", "{folder}") as channel:
        try:
            await planner_pb2_grpc.PlannerServiceStub(channel).ParseIntent(planner_pb2.ParseIntentRequest()).read()
        except grpc.aio.AioRpcError as error:
            print(error.code().name)

asyncio.run(call())
"""
ATTEMPTS = 60
SIZE = {"width": 256, "height": 256}


@pytest.fixture(scope="module")
def pods(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("pods")
    for parent in (folder, folder.parent, folder.parent.parent):
        parent.chmod(0o755)  # the pods are another user
    with cluster(folder) as started:
        yield started


def paint(pods: Cluster, number: int) -> str:
    """Run one image chat through a replica of the gateway and return its stream, as a client does that resumes."""
    url = f"http://127.0.0.1:{pods.port(number % REPLICAS)}/api/agent/chat"
    body: dict[str, Any] = {"text": f"ink wash mountains {number}", **SIZE}
    headers = {"Idempotency-Key": f"run-{number}", "Accept": "text/event-stream"}
    stream = ""
    for _ in range(ATTEMPTS):  # the same key starts nothing twice
        with suppress(httpx.TransportError):  # a replica that is being replaced
            stream = httpx.post(url, json=body, headers=headers, timeout=TIMEOUT).text
            if has_ended(stream):
                return stream
            assert is_cut_off(stream), stream
        time.sleep(1.0)
        number += 1
        url = f"http://127.0.0.1:{pods.port(number % REPLICAS)}/api/agent/chat"
    raise AssertionError(f"no replica of the gateway has the end of the run: {stream}")


def test_a_run_succeeds(pods: Cluster) -> None:
    stream = paint(pods, 0)
    assert has_succeeded(stream), stream[-2_000:]


@pytest.mark.parametrize("service", SERVICES)
def test_an_image_has_labels_a_health_check_and_its_sbom_and_no_build_tools(pods: Cluster, service: str) -> None:
    (image,) = json.loads(podman("image", "inspect", f"localhost/reflow-{service}"))
    assert image["Labels"]["org.opencontainers.image.version"]
    inside = ("exec", f"{service}-0-service")
    sbom = json.loads(podman(*inside, "cat", "/app/sbom.cdx.json"))
    assert sbom["bomFormat"] == "CycloneDX" and "grpcio" in {one["name"] for one in sbom["components"]}
    podman(*inside, "python", "-m", "services.common.health_check")
    assert podman(*inside, "sh", "-c", "command -v cc gcc make uv", check=False) == ""


def test_the_images_run_as_another_user_on_a_read_only_root(pods: Cluster) -> None:
    for service in SERVICES:
        assert podman("exec", f"{service}-0-service", "id", "-u").strip() == "10001"
        written = podman("exec", f"{service}-0-service", "sh", "-c", "echo 1 > /app/any || echo rejected", check=False)
        assert "rejected" in written


@pytest.mark.parametrize(
    ("caller", "days", "code", "logged"),
    [
        ("orchestrator", 1, "INVALID_ARGUMENT", ""),  # admitted; the request is empty
        ("critic", 1, "PERMISSION_DENIED", "spiffe://reflow/critic may not call"),
        ("orchestrator", -1, "UNAVAILABLE", "certificate has expired"),
        ("", 0, "UNAVAILABLE", "Handshake failed with error SSL_ERROR_SSL: error:100000f7"),
    ],
    ids=["its own certificate", "that of another service", "an expired one", "none"],
)
def test_a_pod_is_admitted_only_by_its_certificate_and_others_are_logged(
    pods: Cluster, tmp_path: Path, caller: str, days: int, code: str, logged: str
) -> None:
    shown = pods.authority.issue(pods.folder / f"caller{caller}{days}", caller, days=days) if caller else None
    assert code in pods.call(PLAN.format(folder="/tls" if caller else ""), shown)
    wait(lambda: logged in pods.logs("planner"), logged)


def test_a_killed_pod_loses_no_run(pods: Cluster) -> None:
    streams: list[str] = []
    runs = [threading.Thread(target=lambda n=n: streams.append(paint(pods, n))) for n in range(100, 106)]
    for run in runs:
        run.start()
    pods.replace("executor", 0, kill=True)
    for run in runs:
        run.join()
    assert len(streams) == len(runs)
    assert all(map(has_succeeded, streams)), streams


@pytest.mark.parametrize("service", SERVICES)
def test_a_rolling_restart_under_load_loses_and_repeats_no_run(pods: Cluster, service: str) -> None:
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
    assert all(map(has_succeeded, streams.values())), streams
    listed = httpx.get(f"http://127.0.0.1:{pods.port(0)}/api/runs?limit=100", timeout=TIMEOUT).json()
    texts = [one.get("text", "") for one in listed["runs"]]
    assert all(texts.count(f"ink wash mountains {n}") <= 1 for n in range(base, base + 6))
