"""A gateway process with few file descriptors: it raises its limit, and continues when none are left."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
import pytest

from tests.fixtures.network.sockets import free_port
from tests.fixtures.systems.clean_environment import without_settings
from tests.fixtures.systems.eventually import eventually

# The process has 20 open files at rest, so that half of the hard limit, its share for connections, does not fit.
SOFT, HARD = 24, 32
START_SECONDS = 120.0


@dataclass(frozen=True)
class ScarceGateway:
    """A gateway process, its port and its log."""

    process: psutil.Process
    port: int
    log: Path

    def is_served(self) -> bool:
        """Return whether a request is answered."""
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/healthz", timeout=60, trust_env=False).is_success
        except httpx.TransportError:
            return False

    def cpu_seconds(self) -> float:
        """Return the CPU time that the process has used."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def records(self, event: str) -> list[dict[str, object]]:
        """Return the log records of *event*."""
        lines = self.log.read_text().splitlines(keepends=True)
        records = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("\n")]
        return [record for record in records if record["event"] == event]


@pytest.fixture(scope="module")
def scarce(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScarceGateway]:
    folder, port = tmp_path_factory.mktemp("gateway"), free_port()
    nowhere = f"unix:{folder}/nowhere"
    settings = {
        "REFLOW_HOST": "127.0.0.1", "REFLOW_PORT": str(port), "REFLOW_HEADER_SECONDS": "2",
        "REFLOW_CONNECTIONS_PER_ADDRESS": "1000",
        "REFLOW_ORCHESTRATOR_ADDRESS": nowhere, "REFLOW_EXECUTOR_ADDRESS": nowhere, "REFLOW_RAG_ADDRESS": nowhere,
        "REFLOW_BLOBS_URL": folder.as_uri(),
    }  # fmt: skip
    command = f'ulimit -Sn {SOFT} && ulimit -Hn {HARD} && exec "$0" -m services.gateway'
    with (folder / "log").open("w") as log:
        environment = without_settings(os.environ) | settings
        process = subprocess.Popen(["/bin/sh", "-c", command, sys.executable], env=environment, stderr=log)
    try:
        gateway = ScarceGateway(psutil.Process(process.pid), port, folder / "log")
        deadline = time.monotonic() + START_SECONDS
        while not gateway.records("gateway ready"):
            assert process.poll() is None and time.monotonic() < deadline, gateway.log.read_text()
            time.sleep(0.05)
        yield gateway
    finally:
        process.terminate()
        process.wait()


def test_the_soft_limit_of_descriptors_is_raised_to_the_hard_one_at_start(scarce: ScarceGateway) -> None:
    assert scarce.process.rlimit(psutil.RLIMIT_NOFILE) == (HARD, HARD)


def test_at_most_half_of_the_descriptors_are_for_connections(scarce: ScarceGateway) -> None:
    (ready,) = scarce.records("gateway ready")
    assert ready["connections"] == HARD // 2


async def test_running_out_of_descriptors_is_logged_once_and_uses_no_cpu_and_the_gateway_recovers(
    scarce: ScarceGateway,
) -> None:
    started_at, used = time.monotonic(), scarce.cpu_seconds()
    with ExitStack() as stack:
        for _ in range(HARD):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", scarce.port)))
            connection.sendall(b"GET /")
        await eventually(lambda: scarce.records("connections not accepted"), timeout=60)
        assert scarce.is_served()
    share = (scarce.cpu_seconds() - used) / (time.monotonic() - started_at)
    assert share < 0.1  # a busy loop would use all CPU time of the machine
    (failure,) = scarce.records("connections not accepted")
    assert failure["reason"] == "Too many open files"
