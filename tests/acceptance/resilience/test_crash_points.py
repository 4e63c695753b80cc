"""kill -9 at every crash point, with both schedulers: the run succeeds, and its watcher receives all of it."""

import asyncio
import signal
from collections.abc import Iterator

import grpc
import pytest
from reflow.v1 import orchestrator_pb2_grpc

from services.orchestrator.engine.crash_points import CrashPoint
from tests.fixtures.runs.customer import NOTE, Customer, check_right
from tests.fixtures.runs.replicas import Cluster, RolesProcess, replicas

# How often a point is reached before it kills, where the first time is not the hardest to survive. Of the appends of a
# note only those that something waits for are counted on: its start, two questions and its end.
LATER = {CrashPoint.APPENDING: 3, CrashPoint.APPENDED: 3, CrashPoint.RECEIVED: 8, CrashPoint.CALLING: 5}
# Points that only one kind of scheduler reaches.
SHARED_ALONE = {CrashPoint.DECIDED}
# Points that a note does not reach.
OTHERS = {CrashPoint.CHANGED, CrashPoint.SENT, CrashPoint.FIRED}
CASES = [
    pytest.param(scheduler, point, times, id=f"{scheduler}-{point}-{times}")
    for scheduler in ("local", "dbos")
    for point in CrashPoint
    if point not in OTHERS and (scheduler == "dbos" or point not in SHARED_ALONE)
    for times in sorted({1, LATER.get(point, 1)})
]


@pytest.fixture
def running(request: pytest.FixtureRequest, database_url: str, roles: list[RolesProcess]) -> Iterator[Cluster]:
    """A cluster without orchestrators yet, with one kind of scheduler."""
    with replicas(database_url, roles, {}, request.param) as cluster:
        yield cluster


@pytest.mark.parametrize(("running", "point", "times"), CASES, indirect=["running"])
async def test_a_note_is_completed_and_seen_in_full_although_its_orchestrator_dies_at_a_crash_point(
    running: Cluster, point: CrashPoint, times: int
) -> None:
    doomed = await asyncio.to_thread(running.add, endpoint=1, crash_at=f"{point}:{times}")
    async with grpc.aio.insecure_channel(running.address(1)) as channel:
        customer = Customer([orchestrator_pb2_grpc.OrchestratorServiceStub(channel)], NOTE)
        served = asyncio.create_task(customer.served())
        died = await asyncio.to_thread(doomed.process.wait, 60)
        await asyncio.to_thread(running.add, endpoint=1)
        events = await served
    assert died == -signal.SIGKILL
    assert customer.broken
    check_right(events)
