"""Several orchestrators as they are deployed: a process each, one database, the roles in another process."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from reflow.v1 import orchestrator_pb2_grpc

from benchmarks.caller import Caller, SpreadCaller
from benchmarks.deployment import Orchestrator, new_database, orchestrator, resident_bytes
from services.common.serving import open_channel

LOCAL, DBOS = "local", "dbos"
SIGNED_ON = "replica signed on"
POOLED_CONNECTIONS = 20
"""Of all orchestrators together: the embedded PostgreSQL has 60, and each orchestrator takes some beside its pool."""
MOST_POOLED = 10
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
DRIVERS = """
SELECT run_id, executor_id FROM runs JOIN reflow_dbos.workflow_status ON workflow_uuid = drive_id
WHERE executor_id IS NOT NULL
"""
BEGUN = "SELECT count(*) FROM runs WHERE run_id = ANY(%s) AND last_sequence > 1"
BEGIN_WITHIN = 60.0
PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class Replica:
    """One orchestrator, and its caller. It has an id where it is one of several."""

    running: Orchestrator
    caller: Caller
    replica_id: str

    async def end(self, how: signal.Signals) -> None:
        """Send the process a signal; it may take its time to end."""
        self.running.process.send_signal(how)


@dataclass(frozen=True, slots=True)
class Held:
    """What the orchestrators hold in all: resident bytes, threads, connections to the database."""

    memory: int
    threads: int
    connections: int


class Replicas:
    """The orchestrators on one database; more are added as they are wanted."""

    def __init__(
        self, stack: AsyncExitStack, folder: Path, database_url: str, roles: str, settings: Mapping[str, str]
    ) -> None:
        self._stack = stack
        self._folder = folder
        self._roles = roles
        self._settings = settings
        self.database_url = database_url
        self.all: list[Replica] = []

    async def add(self) -> Replica:
        """Start one more and return it once it is ready."""
        starting = orchestrator(self._folder, self.database_url, self._roles, self._settings)
        running = await self._stack.enter_async_context(starting)
        channel = await self._stack.enter_async_context(open_channel(running.address))
        stub: Any = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
        replica = Replica(running, Caller(stub), _replica_id(running.log))
        self.all.append(replica)
        return replica

    def caller(self) -> Caller:
        """Return a caller that takes turns over them."""
        return SpreadCaller([replica.caller.stub for replica in self.all])

    async def apart(self) -> dict[str, tuple[Replica, Replica]]:
        """Return, for each run that is being driven, which of two drives it, and the other one."""
        first, second = self.all
        pairs = {first.replica_id: (first, second), second.replica_id: (second, first)}
        return {run_id: pairs[replica_id] for run_id, replica_id in (await self.drivers()).items()}

    async def drivers(self) -> dict[str, str]:
        """Return, for each run that is being driven, the id of the replica that drives it."""
        return dict(await self._asked(DRIVERS))

    async def begun(self, run_ids: Sequence[str]) -> None:
        """Wait until all of these runs are being driven. Raises TimeoutError."""
        async with asyncio.timeout(BEGIN_WITHIN):
            while True:
                ((count,),) = await self._asked(BEGUN, (list(run_ids),))
                if count == len(run_ids):
                    return
                await asyncio.sleep(PAUSE)

    async def held(self) -> Held:
        """Return what they hold now."""
        processes = [replica.running.process.pid for replica in self.all]
        threads = sum(len(list((Path("/proc") / str(process) / "task").iterdir())) for process in processes)
        connections = (await self._asked(CONNECTIONS))[0][0]
        return Held(sum(map(resident_bytes, processes)), threads, connections)

    async def _asked(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        async with await psycopg.AsyncConnection.connect(self.database_url) as connection:
            return await (await connection.execute(statement.encode(), values)).fetchall()


@asynccontextmanager
async def replicas(
    folder: Path,
    server_url: str,
    roles: str,
    *,
    name: str,
    driving: str,
    count: int,
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[Replicas]:
    """Run *count* orchestrators on a new database *name* of a server, until the context ends."""
    database_url = await asyncio.to_thread(new_database, server_url, name)
    pool = {"REFLOW_DRIVING": driving, "REFLOW_POOL_SIZE": str(min(MOST_POOLED, POOLED_CONNECTIONS // count))}
    async with AsyncExitStack() as stack:
        running = Replicas(stack, folder, database_url, roles, {**pool, **(settings or {})})
        for _ in range(count):
            await running.add()
        yield running


def _replica_id(log: Path) -> str:
    """Return under which id an orchestrator signed on, as its log says; nothing for one that drives alone."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if SIGNED_ON in line]
    return str(lines[0]["replica_id"]) if lines else ""
