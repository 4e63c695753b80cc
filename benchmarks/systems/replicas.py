"""Several orchestrators as in a deployment: one process each, one database, the roles in another process."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.systems.caller import Caller, open_caller
from benchmarks.systems.deployment import Orchestrator, create_database, orchestrator, resident_bytes
from services.common.rpc import open_channel
from services.gateway.clients import open_orchestrator

LOCAL, DBOS = "local", "dbos"
REGISTERED = "replica registered"
POOLED_CONNECTIONS = 20
"""For all orchestrators together: the embedded PostgreSQL has 60, and each orchestrator uses some outside its pool."""
MAX_POOL_SIZE = 10
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
EXECUTORS = """
SELECT run_id, executor_id FROM runs JOIN reflow_dbos.workflow_status ON workflow_uuid = drive_id
WHERE workflow_status.status = 'PENDING'
"""
EXECUTING = "SELECT count(*) FROM runs WHERE run_id = ANY(%s) AND last_sequence > 1"
START_SECONDS = 60.0
PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class Replica:
    """One orchestrator and its caller. It has an id if it is one of several."""

    running: Orchestrator
    caller: Caller
    replica_id: str

    async def end(self, how: signal.Signals) -> None:
        """Send the process a signal, without waiting for its end."""
        self.running.process.send_signal(how)


@dataclass(frozen=True, slots=True)
class Resources:
    """Total resources of the orchestrators: resident bytes, threads, connections to the database."""

    memory: int
    threads: int
    connections: int


class Replicas:
    """The orchestrators on one database."""

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
        """Start another orchestrator and return it once it is ready."""
        starting = orchestrator(self._folder, self.database_url, self._roles, self._settings)
        running = await self._stack.enter_async_context(starting)
        channel = await self._stack.enter_async_context(open_channel(running.address))
        stub: Any = open_orchestrator(channel)
        replica = Replica(running, Caller(stub), _replica_id(running.log))
        self.all.append(replica)
        return replica

    async def open_caller(self) -> Caller:
        """Return a caller that shares its runs among all of them. A run that waits may be executed by another one."""
        addresses = ",".join(replica.running.address for replica in self.all)
        return await self._stack.enter_async_context(open_caller(f"ipv4:{addresses}"))

    async def replicas_by_run(self) -> dict[str, tuple[Replica, Replica]]:
        """Return, for each executing run, which of the two orchestrators executes it, and the other one."""
        first, second = self.all
        pairs = {first.replica_id: (first, second), second.replica_id: (second, first)}
        return {run_id: pairs[replica_id] for run_id, replica_id in (await self.executors()).items()}

    async def executors(self) -> dict[str, str]:
        """Return, for each executing run, the id of the replica that executes it."""
        return dict(await self._fetch(EXECUTORS))

    async def wait_until_executing(self, run_ids: Sequence[str]) -> None:
        """Wait until all of these runs are executing. Raises TimeoutError."""
        async with asyncio.timeout(START_SECONDS):
            while True:
                ((count,),) = await self._fetch(EXECUTING, (list(run_ids),))
                if count == len(run_ids):
                    return
                await asyncio.sleep(PAUSE)

    async def resources(self) -> Resources:
        """Return their current resources."""
        processes = [replica.running.process.pid for replica in self.all]
        threads = sum(len(list((Path("/proc") / str(process) / "task").iterdir())) for process in processes)
        connections = (await self._fetch(CONNECTIONS))[0][0]
        return Resources(sum(map(resident_bytes, processes)), threads, connections)

    async def _fetch(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        async with await psycopg.AsyncConnection.connect(self.database_url) as connection:
            return await (await connection.execute(statement.encode(), values)).fetchall()


@asynccontextmanager
async def replicas(
    folder: Path,
    server_url: str,
    roles: str,
    *,
    name: str,
    scheduler: str,
    count: int,
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[Replicas]:
    """Run *count* orchestrators on a new database *name* of a server, until the context ends."""
    database_url = await asyncio.to_thread(create_database, server_url, name)
    pool = {"REFLOW_SCHEDULER": scheduler, "REFLOW_POOL_SIZE": str(min(MAX_POOL_SIZE, POOLED_CONNECTIONS // count))}
    async with AsyncExitStack() as stack:
        running = Replicas(stack, folder, database_url, roles, {**pool, **(settings or {})})
        for _ in range(count):
            await running.add()
        yield running


def _replica_id(log: Path) -> str:
    """Return the id that the log of an orchestrator contains; empty for one with the local scheduler."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if REGISTERED in line]
    return str(lines[0]["replica_id"]) if lines else ""
