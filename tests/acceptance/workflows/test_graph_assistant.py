"""The graph assistant through HTTP and a WebSocket, without a model."""

import asyncio
import json
from itertools import islice
from typing import Any

import httpx
import pytest
import websockets

from tests.fixtures.systems.system import System, read_events

PATCH = {"Content-Type": "application/json-patch+json"}


@pytest.fixture
def graph_id(system: System) -> str:
    """A new empty graph."""
    created = system.http.post("/api/graphs", params={"title": "test"}, json={"nodes": {}, "edges": {}})
    assert (created.status_code, created.headers["ETag"]) == (201, '"1"')
    return str(created.json()["graphId"])


def ask(system: System, text: str, **body: Any) -> list[Any]:
    """Return the events of a request to the graph assistant."""
    with system.http.stream("POST", "/api/agent/graph", json={"text": text, **body}) as response:
        assert response.status_code == 200, response.read()
        return list(read_events(response.iter_lines()))


def patch(system: System, graph_id: str, revision: str, *operations: object) -> httpx.Response:
    """Change a graph by hand."""
    headers = {**PATCH, "If-Match": revision}
    return system.http.patch(f"/api/graphs/{graph_id}", content=json.dumps(operations), headers=headers)


def test_a_sentence_changes_a_graph_and_a_second_one_refers_to_it(system: System, graph_id: str) -> None:
    events = ask(system, "加一个加载模型和采样器并连起来", graphId=graph_id)
    assert events[-1].data["status"] == "succeeded"
    ask(system, "把采样器的步数改成 33", graphId=graph_id)
    got = system.http.get(f"/api/graphs/{graph_id}").json()
    nodes = {node["type"]: node for node in got["graph"]["nodes"].values()}
    assert set(nodes) == {"core:LoadModel", "core:Sampler"}
    assert nodes["core:Sampler"]["data"]["steps"] == 33
    assert all("position" in node for node in nodes.values())
    assert (len(got["graph"]["edges"]), got["revision"], got["canUndo"]) == (1, 3, True)
    (sampler,) = [node_id for node_id, node in got["graph"]["nodes"].items() if node["type"] == "core:Sampler"]
    ask(system, "把这个的步数改成 12，再加一个文本", graphId=graph_id, selectedNodeIds=[sampler])
    changed = system.http.get(f"/api/graphs/{graph_id}").json()["graph"]["nodes"]
    assert changed[sampler]["data"]["steps"] == 12
    (added,) = set(changed) - set(got["graph"]["nodes"])
    assert added > max(got["graph"]["nodes"]), "ids sort by their creation"


def test_a_request_that_is_not_understood_is_reported_and_changes_nothing(system: System, graph_id: str) -> None:
    events = ask(system, "今天天气怎么样", graphId=graph_id)
    assert events[-1].data["error"]["code"] == "INTENT_UNKNOWN"
    assert system.http.get(f"/api/graphs/{graph_id}").json()["revision"] == 1


def test_a_manual_patch_requires_the_revision_it_is_based_on(system: System, graph_id: str) -> None:
    node = {"op": "add", "path": "/nodes/s", "value": {"type": "core:Sampler", "data": {}}}
    steps = {"op": "replace", "path": "/nodes/s/data/steps", "value": 30}
    url = f"/api/graphs/{graph_id}"
    assert system.http.patch(url, content=json.dumps([node]), headers=PATCH).status_code == 428
    assert system.http.patch(url, json=[node], headers={"If-Match": "*"}).status_code == 415
    assert patch(system, graph_id, '"1"', node).headers["ETag"] == '"2"'
    assert patch(system, graph_id, '"2"', steps).json()["revision"] == 3
    stale = patch(system, graph_id, '"2"', {**steps, "value": 31})
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "GRAPH_CONFLICT")
    rejected = patch(system, graph_id, '"3"', {**steps, "value": -5})
    assert (rejected.status_code, rejected.json()["error"]["code"]) == (422, "PATCH_REJECTED")
    assert [error["index"] for error in rejected.json()["operationErrors"]] == [0]
    broken = system.http.patch(url, content="[{", headers={**PATCH, "If-Match": "*"})
    assert (broken.status_code, broken.json()["error"]["code"]) == (422, "PATCH_REJECTED")
    undone = system.http.post(f"{url}/undo").json()
    assert (undone["revision"], undone["change"]["target"]) == (4, 3)
    assert system.http.post(f"{url}/redo").json()["graph"]["nodes"]["s"]["data"]["steps"] == 30
    kinds = [one["kind"] for one in system.http.get(f"{url}/revisions").json()["revisions"]]
    assert kinds == ["redo", "undo", "patch", "patch", "created"]
    assert system.http.get("/api/graphs/nothing").status_code == 404
    assert system.http.get(url, headers={"If-None-Match": '"5"'}).status_code == 304
    assert system.http.get(url, headers={"If-None-Match": '"4"'}).status_code == 200


def test_a_patch_by_hand_may_use_every_type_and_a_misspelled_one_gets_the_nearest(
    system: System, graph_id: str
) -> None:
    blur = {"op": "add", "path": "/nodes/b", "value": {"type": "core:Blur", "data": {}}}
    assert patch(system, graph_id, '"1"', blur).status_code == 200
    changed = patch(system, graph_id, '"2"', {"op": "replace", "path": "/nodes/b/type", "value": "core:Sharpen"})
    assert (changed.status_code, changed.json()["graph"]["nodes"]["b"]["type"]) == (200, "core:Sharpen")
    misspelled = {"core:Feathr": "core:FeatherMask", "core:KSampler": "core:Sampler", "采样器": "core:Sampler"}
    for name, nearest in misspelled.items():
        node = {"op": "add", "path": "/nodes/-", "value": {"type": name}}
        (error,) = patch(system, graph_id, "*", node).json()["operationErrors"]
        assert (error["pointer"], nearest in error["alternatives"]) == ("/nodes/-/type", True), error


def test_the_nodes_of_a_stored_graph_are_placed_and_moved_back(system: System) -> None:
    nodes = {key: {"type": "core:LoadModel", "position": {"x": 0, "y": 0}} for key in ("a", "b")}
    created = system.http.post("/api/graphs", json={"nodes": nodes, "edges": {}}).json()
    url = f"/api/graphs/{created['graphId']}"
    unmoved = system.http.post(f"{url}/layout")
    assert (unmoved.status_code, unmoved.json()["revision"]) == (200, 1)
    stale = system.http.post(f"{url}/layout?all=true", headers={"If-Match": '"7"'})
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "GRAPH_CONFLICT")
    key = {"Idempotency-Key": "layout-once"}
    placed = [system.http.post(f"{url}/layout?all=true", headers=key) for _ in range(2)]
    assert [(one.status_code, one.headers["ETag"]) for one in placed] == [(200, '"2"')] * 2
    positions = [tuple(node["position"].values()) for node in placed[0].json()["graph"]["nodes"].values()]
    assert len(set(positions)) == 2
    undone = system.http.post(f"{url}/undo").json()["graph"]["nodes"]
    assert [node["position"] for node in undone.values()] == [{"x": 0, "y": 0}] * 2


async def test_a_socket_pushes_each_revision_once_and_resumes_by_its_cursor(system: System, graph_id: str) -> None:
    url = f"{system.url.replace('http', 'ws')}/api/ws"
    async with websockets.connect(url) as socket:
        await socket.send(json.dumps({"type": "subscribe", "graphId": graph_id}))
        assert [(await receive(socket))["type"] for _ in range(2)] == ["subscribed", "UPDATE_WORKFLOW_STATE_FROM_AGENT"]
        await asyncio.to_thread(ask, system, "加一个加载模型", graphId=graph_id)
        update = (await receive(socket))["payload"]
    assert update["revision"] == 2
    assert update["runId"]
    assert update["patch"][0]["op"] == "add"
    assert update["inverse"]
    (node,) = update["graph"]["nodes"].values()
    assert "position" in node
    await asyncio.to_thread(ask, system, "加一个采样器", graphId=graph_id)
    async with websockets.connect(url) as socket:
        await socket.send(json.dumps({"type": "subscribe", "graphId": graph_id, "afterRevision": 2}))
        assert (await receive(socket))["type"] == "subscribed"
        assert (await receive(socket))["payload"]["revision"] == 3
        for message, code in (("nonsense", "INVALID_INPUT_FORMAT"), (json.dumps({"type": "subscribe"}), None)):
            await socket.send(message)
            error = await receive(socket)
            assert error["type"] == "error"
            assert code is None or error["error"]["code"] == code
            assert error["error"]["metadata"]["traceId"] == ""
        await socket.send("[1]")
        assert "ping" in (await receive(socket))["error"]["message"]
        await socket.send(json.dumps({"type": "subscribe", "graphId": "nothing"}))
        assert (await receive(socket))["error"]["code"] == "GRAPH_UNKNOWN"
        await socket.send(json.dumps({"type": "ping"}))
        assert await receive(socket) == {"type": "pong"}


async def test_a_socket_resumes_the_events_of_a_run_and_ends_with_it(system: System, graph_id: str) -> None:
    events = await asyncio.to_thread(ask, system, "加一个文本", graphId=graph_id)
    run_id = events[0].body["runId"]
    received: list[dict[str, Any]] = []
    async with websockets.connect(f"{system.url.replace('http', 'ws')}/api/ws") as socket:
        await socket.send(json.dumps({"type": "subscribe", "runId": run_id, "afterSequence": 2}))
        while not received or received[-1]["type"] != "unsubscribed":
            received.append(await receive(socket))
    sequences = [one["sequence"] for one in received if "sequence" in one]
    assert sequences[0] == 3 and sequences == sorted(set(sequences))
    assert received[0]["type"] == "subscribed" and received[-1]["runId"] == run_id


def test_server_sent_events_of_a_graph_resume_by_their_id(system: System, graph_id: str) -> None:
    node = {"op": "add", "path": "/nodes/-", "value": {"type": "core:LoadModel"}}
    for revision in ('"1"', '"2"'):
        patch(system, graph_id, revision, node)
    url = f"/api/graphs/{graph_id}/events"
    with system.http.stream("GET", url, headers={"Last-Event-ID": "1"}) as response:
        events = list(islice(read_events(response.iter_lines()), 2))
    assert [event.body["revision"] for event in events] == [2, 3]
    assert events[0].body["inverse"][0]["op"] == "remove"
    assert len(events[1].body["graph"]["nodes"]) == 2


async def test_a_socket_of_another_site_or_one_that_floods_is_closed(system: System) -> None:
    url = f"{system.url.replace('http', 'ws')}/api/ws"
    with pytest.raises(websockets.InvalidStatus) as rejected:
        async with websockets.connect(url, origin="https://evil.example"):  # type: ignore[arg-type]
            pass
    assert rejected.value.response.status_code == 403
    async with websockets.connect(url) as socket:
        for _ in range(600):
            await socket.send(json.dumps({"type": "ping"}))
        with pytest.raises(websockets.ConnectionClosed) as closed:
            for _ in range(700):
                await receive(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


async def test_a_socket_limits_its_subscriptions_and_accepts_no_large_message(system: System) -> None:
    graphs = [system.http.post("/api/graphs", json={"nodes": {}, "edges": {}}).json()["graphId"] for _ in range(51)]
    async with websockets.connect(f"{system.url.replace('http', 'ws')}/api/ws") as socket:
        for graph in graphs:
            await socket.send(json.dumps({"type": "subscribe", "graphId": graph}))
        received: list[dict[str, Any]] = []
        while not received or received[-1]["type"] != "error":
            received.append(await receive(socket))
        assert sum(one["type"] == "subscribed" for one in received) == 50
        assert "50" in received[-1]["error"]["message"] and received[-1]["error"]["metadata"]["field"] == "graphId"
        await socket.send(json.dumps({"type": "ping", "padding": "x" * 20_000}))
        with pytest.raises(websockets.ConnectionClosed) as closed:
            for _ in range(100):
                await receive(socket)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


async def receive(socket: Any) -> Any:
    """Return the next message."""
    return json.loads(await asyncio.wait_for(socket.recv(), 60))
