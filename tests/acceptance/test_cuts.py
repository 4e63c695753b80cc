"""The lines between the orchestrator, its database and the role services are cut: no run is lost, none done twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from reflow.v1 import orchestrator_pb2_grpc

from tests.fixtures.behind import behind, target_of
from tests.fixtures.customer import NOTE, Customer, check_right, picture, steady
from tests.fixtures.eventually import eventually
from tests.fixtures.replicas import Cluster, cluster
from tests.fixtures.tcp_proxy import tcp_proxy

PATIENCE = 60.0
LIMITS = {"REFLOW_LIMITS__RETRY_PACE": "0.02", "REFLOW_LIMITS__RUN_SECONDS": "120"}
DRIVINGS = pytest.mark.parametrize("driving", ["local", "dbos"])


@asynccontextmanager
async def door(running: Cluster, number: int) -> AsyncIterator[Any]:
    """Open the door of that number."""
    async with grpc.aio.insecure_channel(running.address(number)) as channel:
        yield orchestrator_pb2_grpc.OrchestratorServiceStub(channel)


@DRIVINGS
async def test_runs_go_on_where_they_were_after_the_database_was_away(database_url: str, driving: str) -> None:
    async with tcp_proxy(target_of(database_url)) as proxy:
        with cluster(behind(proxy, database_url), 0.2, LIMITS, driving=driving) as running:
            await asyncio.to_thread(running.add, door=1)
            async with door(running, 1) as stub:
                early = [Customer([stub], wish) for wish in (NOTE, *[picture()] * 5)]
                served = asyncio.create_task(steady(early))
                await eventually(lambda: sum(len(one.events) for one in early) > 20, timeout=PATIENCE)
                await proxy.stop()
                late = asyncio.create_task(Customer([stub], picture()).served())
                await asyncio.sleep(2.5)  # for so long it is away
                await proxy.start()
                for events in [*await served, await late]:
                    check_right(events)


@DRIVINGS
async def test_a_connection_that_breaks_now_and_then_breaks_no_run(database_url: str, driving: str) -> None:
    async with tcp_proxy(target_of(database_url)) as proxy:
        with cluster(behind(proxy, database_url), 0.5, LIMITS, driving=driving) as running:
            await asyncio.to_thread(running.add, door=1)
            async with door(running, 1) as stub:
                customers = [Customer([stub], picture()) for _ in range(100)]
                served = asyncio.create_task(steady(customers))
                while not served.done():
                    proxy.cut()
                    await asyncio.wait([served], timeout=1.0)  # as often as it is cut
                for events in await served:
                    check_right(events)


async def test_a_step_whose_service_was_cut_off_is_tried_again_under_the_same_key(database_url: str) -> None:
    with cluster(database_url, 1.0, LIMITS, driving="local") as plain:
        async with tcp_proxy(f"127.0.0.1:{plain.roles[0].port}") as proxy:
            plain.settings["REFLOW_EXECUTOR_ADDRESS"] = f"127.0.0.1:{proxy.port}"
            await asyncio.to_thread(plain.add, door=1)
            async with door(plain, 1) as stub:
                customer = Customer([stub], picture())
                served = asyncio.create_task(customer.served())
                await eventually(lambda: plain.calls("begun")[customer.run_id, "executor-1"], timeout=PATIENCE)
                await proxy.stop()
                await eventually(lambda: failed(customer), timeout=PATIENCE)
                await proxy.start()
                events = await served
    check_right(events)
    finished = next(event for event in events if event.HasField("step_finished") and event.step == "executor-1")
    assert finished.attempt > 1


def failed(customer: Customer) -> bool:
    """Return whether a try of a step has failed."""
    return any(event.HasField("step_failed") for event in customer.events)
