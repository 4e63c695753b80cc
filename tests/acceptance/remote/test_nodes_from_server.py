"""`reflow nodes import URL`: the node types of a running ComfyUI server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.fake_providers.comfyui.nodes import NODES, build_object_info
from tests.fixtures.network.http_thread import QuietHandler, serve_http
from tests.fixtures.systems.command_line import CommandLine
from tests.fixtures.systems.remote_system import RemoteSystem

WORKFLOW = Path(__file__).parents[2] / "unit/engines/graph/samples/plain/comfyui-04-text-to-image.json"


@pytest.fixture
def command(remote: RemoteSystem, tmp_path: Path) -> Iterator[CommandLine]:
    """The command line of the system, which has no imported types before and after."""
    command = CommandLine(remote.data, tmp_path)
    yield command
    imported = [entry["type"] for entry in command.reflow("nodes", "list", "--namespace", "comfy", "--json").events]
    if imported:
        assert command.reflow("nodes", "remove", *imported).status == 0


def test_the_types_of_a_configured_server_are_imported_and_name_the_values_of_a_workflow(
    remote: RemoteSystem, command: CommandLine
) -> None:
    imported = command.reflow("nodes", "import", f"{remote.providers.url}/comfyui", "--json")
    assert (imported.status, imported.events[0]["count"]) == (0, len(NODES)), imported.err
    assert len(remote.providers.request_log("comfyui.object_info")) == 1
    listed = command.reflow("nodes", "list", "--namespace", "comfy", "--json").events
    assert {entry["type"] for entry in listed} == {f"comfy:{name}" for name in NODES}

    http = remote.endpoint.http
    created = http.post("/api/graphs", json=json.loads(WORKFLOW.read_text())).json()
    url, headers = f"/api/graphs/{created['graphId']}", {"Content-Type": "application/json-patch+json", "If-Match": "*"}
    assert http.get(url).json()["graph"]["nodes"]["5"]["data"]["steps"] == 20
    for steps, status in ((33, 200), (10**9, 422)):
        operation = {"op": "replace", "path": "/nodes/5/data/steps", "value": steps}
        response = http.patch(url, content=json.dumps([operation]), headers=headers)
        assert response.status_code == status, response.text
    assert response.json()["operationErrors"][0]["reason"] == "OUT_OF_RANGE"
    exported = http.get(url, params={"format": "comfyui"}).json()
    assert 33 in next(node for node in exported["graph"]["nodes"] if node["id"] == 5)["widgets_values"]


def test_a_private_server_that_is_not_configured_is_not_fetched(remote: RemoteSystem, command: CommandLine) -> None:
    requested: list[str] = []

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            requested.append(self.path)
            content = json.dumps(build_object_info()).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    with serve_http(Handler) as port:
        rejected = command.reflow("nodes", "import", f"http://127.0.0.1:{port}", "--json")
    assert (rejected.status, requested) == (2, []), rejected.err
    assert not command.reflow("nodes", "list", "--namespace", "comfy", "--json").out


def test_a_server_that_fails_imports_nothing(remote: RemoteSystem, command: CommandLine) -> None:
    remote.providers.script("comfyui.object_info", {"status": 503, "always": True})
    failed = command.reflow("nodes", "import", f"{remote.providers.url}/comfyui", "--json")
    assert failed.status != 0 and len(failed.err) == 1
    assert not command.reflow("nodes", "list", "--namespace", "comfy", "--json").out
