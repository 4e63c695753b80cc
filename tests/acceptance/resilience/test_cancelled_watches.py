"""Cancelled watches leave nothing behind in the orchestrator."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest
from reflow.v1 import orchestrator_pb2, orchestrator_pb2_grpc

from tests.fixtures.postgres.database import empty_database
from tests.fixtures.runs.replicas import cluster

WATCHES, WARM_UP, AT_ONCE = 6_000, 4_000, 50
# 1600 bytes per watch, less than a task or a call uses. Allocators return freed memory late, but that amount does not
# grow with each watch.
MOST_GROWTH = 1_600 * WATCHES
FOREVER = "36000"
SETTINGS = {
    "REFLOW_MAX_CONNECTION_AGE_SECONDS": FOREVER,
    "REFLOW_LIMITS__PLANNER_SECONDS": FOREVER,
    "REFLOW_LIMITS__RUN_SECONDS": FOREVER,
}


async def open_and_cancel(address: str, run_id: str, watches: int) -> None:
    """Watch a run *watches* times, each time until its first events have arrived."""
    request, left = orchestrator_pb2.WatchRunRequest(run_id=run_id), iter(range(watches))
    async with grpc.aio.insecure_channel(address) as channel:
        stub: Any = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)

        async def watch() -> None:
            for _ in left:
                call = stub.WatchRun(request)
                assert (await call.read()).events
                call.cancel()

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(watch())


def resident_bytes(process_id: int) -> int:
    """Return the resident memory of a process."""
    status = Path(f"/proc/{process_id}/status").read_text().splitlines()
    (kilobytes,) = (line.split()[1] for line in status if line.startswith("VmRSS:"))
    return int(kilobytes) * 1024


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_thousands_of_cancelled_watches_leave_nothing_behind(postgres_url: str) -> None:
    with (
        empty_database(postgres_url) as url,
        cluster(url, float(FOREVER), SETTINGS, scheduler="local") as running,
    ):
        replica = running.add()
        run_id, address = replica.start(), running.address(1)
        await open_and_cancel(address, run_id, WARM_UP)
        before = resident_bytes(replica.process.pid)
        await open_and_cancel(address, run_id, WATCHES)
        grown = resident_bytes(replica.process.pid) - before
        assert grown < MOST_GROWTH, f"{grown / WATCHES:.0f} bytes a watch"
