"""Two users at two orchestrators on one database edit one graph at once: no edit is lost."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from reflow.v1 import graphs_pb2, graphs_pb2_grpc

from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from tests.fixtures.runs.replicas import Cluster, RolesProcess, replicas

EDITS = 15
"""Edits of each user."""
SEEN_SECONDS = 120


@pytest.fixture
def cluster(database_url: str, roles: list[RolesProcess]) -> Iterator[Cluster]:
    """Two orchestrators on one database."""
    with replicas(database_url, roles, {}, "dbos") as cluster:
        for endpoint in (1, 2):
            cluster.add(endpoint=endpoint)
        yield cluster


class User:
    """A user at one of the orchestrators, who edits the revision that was seen last."""

    def __init__(self, name: str, channel: grpc.aio.Channel, graph_id: str) -> None:
        self.name = name
        self.stub: Any = graphs_pb2_grpc.GraphServiceStub(channel)
        self.graph_id = graph_id
        self.revision = 1
        self.stored: dict[int, object] = {}

    async def edit(self, operation: dict[str, object]) -> bool:
        """Make one edit; return whether it was stored, False if it conflicts with another one."""
        content = json.dumps([operation]).encode()
        request = graphs_pb2.PatchGraphRequest(graph_id=self.graph_id, revision=self.revision, operations=content)
        try:
            response = await self.stub.PatchGraph(request, timeout=60)
        except grpc.aio.AioRpcError as error:
            rejection = from_rpc_error(error)
            assert rejection.code is Code.GRAPH_CONFLICT, rejection
            self.revision = int(rejection.metadata["revision"])
            return False
        assert not response.errors
        self.revision = response.graph.revision
        self.stored[self.revision] = operation
        return True

    async def watch(self, last: asyncio.Future[int]) -> list[int]:
        """Return the revisions that this user's orchestrator pushes, up to *last*."""
        seen: list[int] = []
        async with asyncio.timeout(SEEN_SECONDS):
            call = self.stub.WatchGraph(graphs_pb2.WatchGraphRequest(graph_id=self.graph_id, after_revision=0))
            async for pushed in call:
                seen.append(pushed.revision.revision)
                if last.done() and seen[-1] >= last.result():
                    call.cancel()
                    break
        return seen


def connect(cluster: Cluster, endpoint: int) -> grpc.aio.Channel:
    return grpc.aio.insecure_channel(cluster.address(endpoint))


async def load(user: User) -> Any:
    response = await user.stub.GetGraph(graphs_pb2.GetGraphRequest(graph_id=user.graph_id))
    return json.loads(response.graph.content), response.graph.revision


async def create(channel: grpc.aio.Channel, graph: object) -> str:
    request = graphs_pb2.CreateGraphRequest(content=json.dumps(graph).encode(), format="reflow")
    created = await graphs_pb2_grpc.GraphServiceStub(channel).CreateGraph(request, timeout=60)
    return str(created.graph.graph_id)


async def test_every_edit_of_both_users_is_in_the_graph_and_seen_once_at_both_orchestrators(cluster: Cluster) -> None:
    async with (
        grpc.aio.insecure_channel(cluster.address(1)) as one,
        grpc.aio.insecure_channel(cluster.address(2)) as two,
    ):
        graph_id = await create(one, {"nodes": {"s": {"type": "core:Sampler", "data": {"steps": 20}}}, "edges": {}})
        users = [User("ann", one, graph_id), User("bob", two, graph_id)]
        last: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        watchers = [asyncio.create_task(user.watch(last)) for user in users]

        async def add_nodes(user: User) -> None:
            for number in range(EDITS):
                value = {"type": "core:Blur", "title": f"{user.name} {number}"}
                assert await user.edit({"op": "add", "path": "/nodes/-", "value": value})

        await asyncio.gather(*map(add_nodes, users))
        last.set_result(2 * EDITS + 2)
        await users[0].edit({"op": "replace", "path": "/nodes/s/title", "value": "last"})
        seen = await asyncio.gather(*watchers)
        graph, revision = await load(users[1])
    titles = {node.get("title") for node in graph["nodes"].values()}
    assert titles == {"last"} | {f"{name} {number}" for name in ("ann", "bob") for number in range(EDITS)}
    assert revision == 2 * EDITS + 2
    assert sorted([*users[0].stored, *users[1].stored]) == list(range(2, revision + 1))
    assert seen == [list(range(1, revision + 1))] * 2


async def test_of_edits_of_one_value_none_overwrites_another_unseen(cluster: Cluster) -> None:
    async with (
        grpc.aio.insecure_channel(cluster.address(1)) as one,
        grpc.aio.insecure_channel(cluster.address(2)) as two,
    ):
        graph_id = await create(one, {"nodes": {"s": {"type": "core:Sampler", "data": {"steps": 1}}}, "edges": {}})
        users = [User("ann", one, graph_id), User("bob", two, graph_id)]
        based_on: dict[int, int] = {}
        conflicts = 0

        async def set_steps(user: User, first: int) -> None:
            nonlocal conflicts
            for steps in range(first, first + EDITS):
                seen = user.revision
                if await user.edit({"op": "replace", "path": "/nodes/s/data/steps", "value": steps}):
                    based_on[user.revision] = seen
                else:
                    conflicts += 1

        await asyncio.gather(set_steps(users[0], 10), set_steps(users[1], 50))
        graph, revision = await load(users[0])
    assert based_on == {stored: stored - 1 for stored in range(2, revision + 1)}, "each edit had seen the one before"
    assert len(based_on) + conflicts == 2 * EDITS and conflicts
    newest = (users[0].stored | users[1].stored)[revision]
    assert isinstance(newest, dict) and graph["nodes"]["s"]["data"]["steps"] == newest["value"]
