"""All processes are killed repeatedly while 500 runs are executed: each succeeds and reaches its watcher completely."""

import asyncio
import os
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack

import grpc
import psycopg
import pytest
from reflow.v1 import events_pb2, orchestrator_pb2_grpc

from tests.fixtures.postgres.embedded_server import FAST, IMMEDIATE
from tests.fixtures.postgres.restartable_postgres import Restart, restartable_postgres
from tests.fixtures.runs.customer import IMAGE_STEPS, Customer, check_right, image
from tests.fixtures.runs.replicas import Cluster, ReplicaProcess, cluster

RUNS = 500
DEATHS = 2
# Limits of admission: customers beyond them are rejected, and retry.
AT_ONCE = 150
STEP_SECONDS = 0.3
TIMEOUT = 900.0
# Each death costs time; the test requires that it costs nothing else.
LIMITS = {
    "REFLOW_LIMITS__RETRY_PACE": "0.05",
    "REFLOW_LIMITS__STEP_RETRIES": "20",
    "REFLOW_LIMITS__RUN_SECONDS": "900",
    "REFLOW_LIMITS__RAG_SECONDS": "60",
    "REFLOW_LIMITS__EXECUTOR_SECONDS": "60",
    "REFLOW_LIMITS__CRITIC_SECONDS": "60",
    "REFLOW_LIMITS__PLANNER_SECONDS": "60",
}


# Alone, so that processes die as often as on an idle machine.
@pytest.mark.alone
async def test_every_run_ends_correctly_although_database_orchestrators_and_roles_keep_dying() -> None:
    seed = int(os.environ.get("REFLOW_CHAOS_SEED") or random.randrange(1_000_000))
    print(f"REFLOW_CHAOS_SEED={seed}")  # noqa: T201  # pytest shows it where the test fails
    async with restartable_postgres() as (url, restart):
        with cluster(url, STEP_SECONDS, LIMITS, roles=3) as running:
            chaos = Chaos(running, restart, random.Random(seed))
            await chaos.begin()
            logs = await chaos.during(RUNS)
        rows = await asyncio.to_thread(stored, url)
    assert chaos.is_enough
    for log in logs:
        check_image_or_lost_steps(log)
    assert rows == (["succeeded"] * len(logs), sum(map(len, logs)))


def check_image_or_lost_steps(events: Sequence[events_pb2.RunEvent]) -> None:
    """Fail unless a run is correct and has all its steps, except those that the specification allows it to skip.

    These are retrieval and review, once they have lost their role service in more than one attempt.
    """
    check_right(events)
    finished = {event.step for event in events if event.HasField("step_finished")}
    failures = Counter(event.step for event in events if event.HasField("step_failed"))
    missing = set(IMAGE_STEPS) - finished
    assert missing <= {"rag-1", "critic-1"}
    assert all(failures[step] > 1 for step in missing), failures


def stored(url: str) -> tuple[list[str], int]:
    """Return the status of every run in the database, and the number of its events."""
    with psycopg.connect(url) as connection:
        statuses = [status for (status,) in connection.execute("SELECT status FROM runs")]
        (events,) = connection.execute("SELECT count(*) FROM run_events").fetchone() or (0,)
    return statuses, events


class Chaos:
    """Kills the processes that a system depends on, and restarts them."""

    def __init__(self, running: Cluster, restart: Restart, chance: random.Random) -> None:
        self._running = running
        self._restart = restart
        self._chance = chance
        self._replicas: dict[int, ReplicaProcess] = {}
        self._over = asyncio.Event()
        self.deaths: Counter[str] = Counter()

    @property
    def is_enough(self) -> bool:
        """Return whether each kind of process has died DEATHS times."""
        return min(self.deaths[kind] for kind in ("database", "orchestrator", "roles")) >= DEATHS

    async def begin(self) -> None:
        """Start two orchestrators."""
        for endpoint in (1, 2):
            await self._start(endpoint)

    async def during(self, runs: int) -> Sequence[Sequence[events_pb2.RunEvent]]:
        """Kill and restart until *runs* runs have ended and everything died often enough; return the events."""
        async with AsyncExitStack() as stack:
            channels = [
                await stack.enter_async_context(grpc.aio.insecure_channel(self._running.address(endpoint)))
                for endpoint in (1, 2)
            ]
            stubs = [orchestrator_pb2_grpc.OrchestratorServiceStub(channel) for channel in channels]
            room = asyncio.Semaphore(AT_ONCE)

            async def serve(number: int) -> Sequence[events_pb2.RunEvent]:
                endpoints = stubs[::-1] if number % 2 else stubs
                async with room:
                    return await Customer(endpoints, image(), TIMEOUT).served()

            async def serve_all() -> list[Sequence[events_pb2.RunEvent]]:
                logs = list(await asyncio.gather(*(serve(number) for number in range(runs))))
                while not self.is_enough:
                    logs.append(await serve(len(logs)))
                return logs

            killing = [
                asyncio.create_task(kill())
                for kill in (self._kill_database, self._kill_orchestrators, self._kill_roles)
            ]
            try:
                return await serve_all()
            finally:
                self._over.set()
                await asyncio.gather(*killing)

    async def _kill_database(self) -> None:
        while await self._goes_on(2, 5):
            await self._restart(self._chance.choice([FAST, IMMEDIATE]))
            self.deaths["database"] += 1

    async def _kill_roles(self) -> None:
        while await self._goes_on(1.5, 3):
            roles = self._chance.choice(self._running.roles)
            roles.kill()
            self.deaths["roles"] += 1
            await asyncio.to_thread(roles.start)

    async def _kill_orchestrators(self) -> None:
        while await self._goes_on(0.5, 2):
            endpoint = self._chance.choice([1, 2])
            await asyncio.to_thread(self._replicas[endpoint].kill)
            self.deaths["orchestrator"] += 1
            await self._start(endpoint)

    async def _goes_on(self, least: float, most: float) -> bool:
        """Wait for a random time; return whether runs are still active."""
        await asyncio.wait([asyncio.ensure_future(self._over.wait())], timeout=self._chance.uniform(least, most))
        return not self._over.is_set()

    async def _start(self, endpoint: int) -> None:
        """Start an orchestrator; repeat while the database is unavailable, as a supervisor would."""
        while True:
            try:
                self._replicas[endpoint] = await asyncio.to_thread(self._running.add, endpoint=endpoint)
            except AssertionError:
                self.deaths["stillborn"] += 1
            else:
                return
