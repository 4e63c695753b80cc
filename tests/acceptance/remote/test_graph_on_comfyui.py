"""A whole graph on a ComfyUI server: progress per node, images as assets, rejections, and cancellation."""

import json
from pathlib import Path
from typing import Any

from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.remote_system import RemoteSystem, status
from tests.fixtures.systems.system import read_events

SERVER = "fake-comfyui"
WORKFLOW = Path(__file__).parents[2] / "unit/engines/graph/samples/plain/comfyui-04-text-to-image.json"
GENERATE = Path(__file__).parents[3] / "services" / "executor" / "adapters" / "comfyui" / "generate.json"


def store(remote: RemoteSystem, **replaced: Any) -> str:
    """Store a text-to-image graph in ComfyUI's API form, with nodes *replaced*; return its id."""
    prompt = json.loads(GENERATE.read_text())
    for entry in prompt.values():
        if entry["class_type"] == "CheckpointLoaderSimple":
            entry["inputs"]["ckpt_name"] = "fake.safetensors"
    created = remote.endpoint.http.post("/api/graphs", json=prompt | replaced)
    assert created.status_code == 201, created.text
    return str(created.json()["graphId"])


def execute(remote: RemoteSystem, graph_id: str) -> list[Any]:
    """Execute the graph on the server and return the events."""
    url, body = f"/api/graphs/{graph_id}/run", {"server": SERVER}
    with remote.endpoint.http.stream("POST", url, json=body) as response:
        assert response.status_code == 200, response.read()
        return list(read_events(response.iter_lines()))


def test_a_graph_is_executed_once_with_progress_for_each_node_and_its_image_is_an_asset(remote: RemoteSystem) -> None:
    events = execute(remote, store(remote))
    assert status(events) == "succeeded", events[-1].data
    nodes = set(json.loads(GENERATE.read_text()))
    for kind, field in (("tool_call", "input"), ("tool_result", "output")):
        reported = [event.data[field]["nodeId"] for event in events if event.data.get("kind") == kind]
        assert sorted(reported) == sorted(nodes)
    delivered = next(event.data["graphOutputs"] for event in events if event.data.get("kind") == "work")
    assert remote.endpoint.http.get(delivered[0]["asset"]["url"]).status_code == 200
    assert len(remote.providers.paid("comfyui.prompt")) == 1


def test_a_workflow_whose_values_have_no_names_is_executed_with_the_names_of_the_server(remote: RemoteSystem) -> None:
    workflow = json.loads(WORKFLOW.read_text())
    workflow["nodes"][0]["widgets_values"] = ["fake.safetensors"]
    created = remote.endpoint.http.post("/api/graphs", json=workflow)
    events = execute(remote, created.json()["graphId"])
    assert status(events) == "succeeded", events[-1].data
    (sent,) = remote.providers.paid("comfyui.prompt")
    assert sent["body"]["prompt"]["5"]["inputs"]["steps"] == 20


def test_a_graph_with_types_that_the_server_does_not_have_is_rejected_and_never_sent(remote: RemoteSystem) -> None:
    events = execute(remote, store(remote, **{"99": {"class_type": "Missing", "inputs": {}}}))
    error = events[-1].data["error"]
    assert (error["code"], "Missing" in error["message"]) == ("GRAPH_NOT_EXECUTABLE", True)
    assert not remote.providers.request_log("comfyui.prompt")


def test_a_server_that_is_not_configured_is_named(remote: RemoteSystem) -> None:
    url = f"/api/graphs/{store(remote)}/run"
    with remote.endpoint.http.stream("POST", url, json={"server": "nope"}) as response:
        events = list(read_events(response.iter_lines()))
    assert (events[-1].data["error"]["code"], SERVER in events[-1].data["error"]["message"]) == ("MODEL_UNKNOWN", True)


async def test_cancelling_the_run_interrupts_the_server(remote: RemoteSystem) -> None:
    remote.providers.script("comfyui.prompt", {"lasts": 60})
    url = f"/api/graphs/{store(remote)}/run"
    with remote.endpoint.http.stream("POST", url, json={"server": SERVER}) as response:
        run_id = response.headers["X-Run-Id"]
        for event in read_events(response.iter_lines()):
            if event.data.get("kind") == "tool_call":
                break
    remote.endpoint.http.post(f"/api/runs/{run_id}/cancel")
    await eventually(lambda: remote.providers.request_log("comfyui.interrupt"))
