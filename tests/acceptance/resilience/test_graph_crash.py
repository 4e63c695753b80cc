"""kill -9 between storing a change of a graph and pushing it: the change is stored once and received once."""

import asyncio
import json
import signal
from collections.abc import Iterator

import grpc
import pytest
from reflow.v1 import events_pb2, graphs_pb2, graphs_pb2_grpc, orchestrator_pb2, orchestrator_pb2_grpc

from tests.fixtures.runs.customer import PASSING, Customer, check_right
from tests.fixtures.runs.replicas import Cluster, RolesProcess, replicas

UNDONE = 3
"""The last revision: the graph is created, changed by the run, and the change is undone."""


@pytest.fixture
def cluster(database_url: str, roles: list[RolesProcess]) -> Iterator[Cluster]:
    """A cluster without orchestrators yet."""
    with replicas(database_url, roles, {}, "local") as cluster:
        yield cluster


async def test_a_change_is_stored_once_and_seen_once_although_the_orchestrator_dies_before_it_is_pushed(
    cluster: Cluster,
) -> None:
    doomed = await asyncio.to_thread(cluster.add, endpoint=1, crash_at="changed:1")
    async with grpc.aio.insecure_channel(cluster.address(1)) as channel:
        graphs = graphs_pb2_grpc.GraphServiceStub(channel)
        created = await graphs.CreateGraph(graphs_pb2.CreateGraphRequest(request_id="a"), timeout=60)
        graph_id = created.graph.graph_id
        watchers = [asyncio.create_task(_watch(graphs, graph_id)) for _ in range(2)]
        request = orchestrator_pb2.StartRunRequest(
            graph=graphs_pb2.GraphAssistantInput(text="加一个加载模型", graph_id=graph_id)
        )
        customer = Customer([orchestrator_pb2_grpc.OrchestratorServiceStub(channel)], request)
        served = asyncio.create_task(customer.served())
        died = await asyncio.to_thread(doomed.process.wait, 60)
        await asyncio.to_thread(cluster.add, endpoint=1)
        events = await served
        changed = await graphs.GetGraph(graphs_pb2.GetGraphRequest(graph_id=graph_id), timeout=60)
        # A further change: what is pushed before it a second time is seen.
        await graphs.UndoGraph(graphs_pb2.UndoGraphRequest(graph_id=graph_id), timeout=60)
        seen = await asyncio.gather(*watchers)
        revisions = await graphs.ListGraphRevisions(graphs_pb2.ListGraphRevisionsRequest(graph_id=graph_id))
    assert died == -signal.SIGKILL
    assert customer.broken
    check_right(events)
    assert _attempts(events, "store-1") == 2
    assert len(json.loads(changed.graph.content)["nodes"]) == 1
    assert [(one.revision, one.run_id) for one in revisions.revisions][1:] == [(2, customer.run_id), (1, "")]
    assert seen == [[1, 2, 3], [1, 2, 3]]


def _attempts(events: list[events_pb2.RunEvent], step: str) -> int:
    return sum(event.HasField("step_started") and event.step == step for event in events)


async def _watch(graphs: "graphs_pb2_grpc.GraphServiceAsyncStub", graph_id: str) -> list[int]:
    """Return the revisions that a subscriber sees, which resumes from its cursor when its stream breaks."""
    seen: list[int] = []
    async with asyncio.timeout(120):
        while UNDONE not in seen:
            request = graphs_pb2.WatchGraphRequest(graph_id=graph_id, after_revision=max(seen, default=0))
            try:
                async for pushed in graphs.WatchGraph(request):
                    seen.append(pushed.revision.revision)
                    if pushed.revision.revision >= UNDONE:
                        break
            except grpc.aio.AioRpcError as error:
                assert error.code() in PASSING, error
                await asyncio.sleep(0.05)
    return seen
