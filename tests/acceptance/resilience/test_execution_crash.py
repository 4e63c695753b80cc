"""kill -9 while a graph is executed: the resumed run repeats no finished node."""

import asyncio
import json
import signal
from collections import Counter
from collections.abc import Iterator

import grpc
import pytest
from reflow.v1 import graph_execution_pb2, graphs_pb2, graphs_pb2_grpc, orchestrator_pb2, orchestrator_pb2_grpc

from tests.fixtures.runs.customer import Customer, check_right
from tests.fixtures.runs.executed_graphs import SWITCH
from tests.fixtures.runs.replicas import Cluster, RolesProcess, replicas


@pytest.fixture
def cluster(database_url: str, roles: list[RolesProcess]) -> Iterator[Cluster]:
    """A cluster without orchestrators yet."""
    with replicas(database_url, roles, {}, "local") as cluster:
        yield cluster


async def test_a_resumed_execution_repeats_no_finished_node(cluster: Cluster) -> None:
    doomed = await asyncio.to_thread(cluster.add, endpoint=1, crash_at="calling:3")
    async with grpc.aio.insecure_channel(cluster.address(1)) as channel:
        graphs = graphs_pb2_grpc.GraphServiceStub(channel)
        content = json.dumps(SWITCH).encode()
        created = await graphs.CreateGraph(graphs_pb2.CreateGraphRequest(content=content), timeout=60)
        execution = graph_execution_pb2.GraphExecutionInput(graph_id=created.graph.graph_id)
        request = orchestrator_pb2.StartRunRequest(graph_execution=execution)
        customer = Customer([orchestrator_pb2_grpc.OrchestratorServiceStub(channel)], request)
        served = asyncio.create_task(customer.served())
        died = await asyncio.to_thread(doomed.process.wait, 60)
        await asyncio.to_thread(cluster.add, endpoint=1)
        events = await served
    assert died == -signal.SIGKILL
    check_right(events)
    finished = [event.step for event in events if event.HasField("step_finished")]
    assert set(Counter(finished).values()) == {1}
    resumed = next(event.sequence for event in events if event.HasField("run_resumed"))
    before = {event.step for event in events if event.HasField("step_finished") and event.sequence < resumed}
    again = {event.step for event in events if event.HasField("step_started") and event.sequence > resumed}
    assert before and not before & again
    delivered = next(event.work_delivered for event in events if event.HasField("work_delivered"))
    assert [json.loads(one.json) for one in delivered.graph_outputs.outputs] == ["yes"]
