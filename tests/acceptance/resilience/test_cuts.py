"""Connections between the orchestrator, its database and the role services are cut: no run is lost or repeated."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from reflow.v1 import orchestrator_pb2_grpc

from tests.fixtures.network.proxied_url import proxy_url, target_of
from tests.fixtures.network.tcp_proxy import tcp_proxy
from tests.fixtures.runs.customer import NOTE, Customer, check_right, fallback, image
from tests.fixtures.runs.replicas import Cluster, cluster
from tests.fixtures.systems.eventually import eventually

TIMEOUT = 60.0
LIMITS = {"REFLOW_LIMITS__RETRY_PACE": "0.02", "REFLOW_LIMITS__RUN_SECONDS": "120"}
DRIVINGS = pytest.mark.parametrize("scheduler", ["local", "dbos"])


@asynccontextmanager
async def endpoint(running: Cluster, number: int) -> AsyncIterator[Any]:
    """Open the endpoint of that number."""
    async with grpc.aio.insecure_channel(running.address(number)) as channel:
        yield orchestrator_pb2_grpc.OrchestratorServiceStub(channel)


@DRIVINGS
async def test_runs_continue_where_they_were_after_the_database_was_unavailable(
    database_url: str, scheduler: str
) -> None:
    async with tcp_proxy(target_of(database_url)) as proxy:
        with cluster(proxy_url(proxy, database_url), 0.2, LIMITS, scheduler=scheduler) as running:
            await asyncio.to_thread(running.add, endpoint=1)
            async with endpoint(running, 1) as stub:
                early = [Customer([stub], request) for request in (NOTE, *[image()] * 5)]
                served = asyncio.create_task(fallback(early))
                await eventually(lambda: sum(len(one.events) for one in early) > 20, timeout=TIMEOUT)
                await proxy.stop()
                late = asyncio.create_task(Customer([stub], image()).served())
                await asyncio.sleep(2.5)  # length of the outage
                await proxy.start()
                for events in [*await served, await late]:
                    check_right(events)


@DRIVINGS
async def test_connections_that_break_repeatedly_break_no_run(database_url: str, scheduler: str) -> None:
    async with tcp_proxy(target_of(database_url)) as proxy:
        with cluster(proxy_url(proxy, database_url), 0.5, LIMITS, scheduler=scheduler) as running:
            await asyncio.to_thread(running.add, endpoint=1)
            async with endpoint(running, 1) as stub:
                customers = [Customer([stub], image()) for _ in range(100)]
                served = asyncio.create_task(fallback(customers))
                while not served.done():
                    proxy.cut()
                    await asyncio.wait([served], timeout=1.0)  # interval of the cuts
                for events in await served:
                    check_right(events)


async def test_a_step_whose_service_was_cut_off_is_retried_under_the_same_key(database_url: str) -> None:
    with cluster(database_url, 1.0, LIMITS, scheduler="local") as plain:
        async with tcp_proxy(f"127.0.0.1:{plain.roles[0].port}") as proxy:
            plain.settings["REFLOW_EXECUTOR_ADDRESS"] = f"127.0.0.1:{proxy.port}"
            await asyncio.to_thread(plain.add, endpoint=1)
            async with endpoint(plain, 1) as stub:
                customer = Customer([stub], image())
                served = asyncio.create_task(customer.served())
                await eventually(lambda: plain.calls("started")[customer.run_id, "executor-1"], timeout=TIMEOUT)
                await proxy.stop()
                await eventually(lambda: failed(customer), timeout=TIMEOUT)
                await proxy.start()
                events = await served
    check_right(events)
    finished = next(event for event in events if event.HasField("step_finished") and event.step == "executor-1")
    assert finished.attempt > 1


def failed(customer: Customer) -> bool:
    """Return whether an attempt of a step has failed."""
    return any(event.HasField("step_failed") for event in customer.events)
