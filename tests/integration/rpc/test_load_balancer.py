"""Replicas behind one name: load is balanced, new replicas are found, and removed ones are no longer called."""

import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from reflow.v1 import orchestrator_pb2, orchestrator_pb2_grpc

from services.common.rpc import open_channel
from tests.fixtures.network.name_server import NameServer, name_server
from tests.fixtures.network.named_servers import named_server
from tests.fixtures.systems.eventually import eventually

FIRST, SECOND, THIRD = "127.0.0.2", "127.0.0.3", "127.0.0.4"
# Maximum age of a connection in seconds: the name is resolved again when a connection ends.
AGE = 1.0
# A busy machine may take many times that; gRPC's own interval, one resolution in 30 s, would be too slow.
TIMEOUT = 25.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is no address of this machine")


class Replicas:
    """Servers on one port of several addresses, and a caller that has only their name."""

    def __init__(self, names: NameServer, stub: "orchestrator_pb2_grpc.OrchestratorServiceAsyncStub") -> None:
        self.names = names
        self._stub = stub

    async def requested(self, times: int) -> set[str]:
        """Return the names of the servers that answered so many calls. No call may fail."""
        request = orchestrator_pb2.GetRunRequest(run_id="any")
        return {(await self._stub.GetRun(request, timeout=TIMEOUT)).run.run_id for _ in range(times)}


@asynccontextmanager
async def replicas(*serving: str, known: tuple[str, ...]) -> AsyncIterator[Replicas]:
    """Run servers at *serving*; the name resolves to the *known* addresses."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(named_server(f"{serving[0]}:0", max_connection_age=AGE))
        port = int(first.address.rpartition(":")[2])
        for address in serving[1:]:
            await stack.enter_async_context(named_server(f"{address}:{port}", max_connection_age=AGE))
        names = stack.enter_context(name_server(*known))
        channel = await stack.enter_async_context(open_channel(names.target(port)))
        yield Replicas(names, orchestrator_pb2_grpc.OrchestratorServiceStub(channel))


async def test_calls_are_spread_over_all_replicas_behind_a_name() -> None:
    async with replicas(FIRST, SECOND, known=(FIRST, SECOND)) as group:
        assert await eventually(lambda: _exactly(group, {FIRST, SECOND}), timeout=TIMEOUT)


async def test_a_replica_added_to_the_name_is_used_once_a_connection_has_aged_and_no_call_fails() -> None:
    async with replicas(FIRST, SECOND, known=(FIRST,)) as group:
        assert await group.requested(20) == {FIRST}
        group.names.addresses = (FIRST, SECOND)
        assert await eventually(lambda: _exactly(group, {FIRST, SECOND}), timeout=TIMEOUT)


async def test_a_replica_removed_from_the_name_is_unused_once_a_connection_has_aged_and_no_call_fails() -> None:
    async with replicas(FIRST, SECOND, THIRD, known=(FIRST, SECOND)) as group:
        assert await eventually(lambda: _exactly(group, {FIRST, SECOND}), timeout=TIMEOUT)
        group.names.addresses = (THIRD,)
        assert await eventually(lambda: _exactly(group, {THIRD}), timeout=TIMEOUT)
        assert await group.requested(50) == {THIRD}


async def _exactly(group: Replicas, names: set[str]) -> bool:
    return await group.requested(20) == names
