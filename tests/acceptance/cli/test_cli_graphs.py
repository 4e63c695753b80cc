"""`reflow graphs` on the graphs of a running system, and `reflow run --workflow graph`."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.fixtures.systems.command_line import CommandLine, Ended
from tests.fixtures.systems.system import System

PATCH = {"Content-Type": "application/json-patch+json", "If-Match": "*"}


@pytest.fixture(scope="module")
def graph_id(up: System) -> str:
    """A stored graph with a node of an unknown type, changed twice."""
    nodes = {"s": {"type": "core:Sampler", "data": {"steps": 20}}, "own": {"type": "own:Secret", "data": {"deep": [1]}}}
    created = up.http.post("/api/graphs", params={"title": "流程\x1b[31m"}, json={"nodes": nodes, "edges": {}})
    graph_id = str(created.json()["graphId"])
    changes: list[dict[str, Any]] = [
        {"op": "replace", "path": "/nodes/s/data/steps", "value": 30},
        {"op": "remove", "path": "/nodes/own"},
    ]
    for change in changes:
        assert up.http.patch(f"/api/graphs/{graph_id}", content=json.dumps([change]), headers=PATCH).status_code == 200
    return graph_id


def get(joined: CommandLine, graph_id: str, *arguments: str) -> Any:
    """Return the graph that `reflow graphs get` prints."""
    ended = joined.reflow("graphs", "get", graph_id, *arguments)
    assert (ended.status, ended.err) == (0, [])
    return json.loads("\n".join(ended.out))


def test_stored_graphs_are_listed_printed_undone_and_redone(joined: CommandLine, graph_id: str) -> None:
    (listed,) = [one for one in joined.reflow("graphs", "list", "--json").events if one["graphId"] == graph_id]
    assert (listed["revision"], listed["title"].startswith("流程")) == (3, True)
    assert "\x1b" not in "\n".join(joined.reflow("graphs", "list").out)
    assert set(get(joined, graph_id)["nodes"]) == {"s"}
    assert get(joined, graph_id, "--revision", "1", "--json")["nodes"]["s"]["data"]["steps"] == 20
    revisions = joined.reflow("graphs", "revisions", graph_id, "--json").events
    assert [(one["revision"], one["kind"]) for one in revisions] == [(3, "patch"), (2, "patch"), (1, "created")]
    (undone,) = joined.reflow("graphs", "undo", graph_id, "--json").events
    assert (undone["revision"], undone["kind"], undone["target"]) == (4, "undo", 3)
    assert get(joined, graph_id)["nodes"]["own"] == {"type": "own:Secret", "data": {"deep": [1]}}
    (redone,) = joined.reflow("graphs", "redo", graph_id).out
    assert redone.split("\t")[:2] == ["5", "redo"]
    assert set(get(joined, graph_id)["nodes"]) == {"s"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("get", "nothing"),
        ("get", "GRAPH", "--revision", "99"),
        ("revisions", "nothing"),
        ("undo", "nothing"),
        ("redo", "GRAPH"),
    ],
)
def test_an_error_is_reported_in_one_line(joined: CommandLine, graph_id: str, arguments: tuple[str, ...]) -> None:
    ended = joined.reflow("graphs", *(graph_id if one == "GRAPH" else one for one in arguments))
    assert (ended.status, ended.out, len(ended.err)) == (2, [], 1)
    assert "Traceback" not in ended.err[0]


def test_a_run_changes_a_file_in_its_format_and_draws_it(joined: CommandLine, tmp_path: Path) -> None:
    flow, new = tmp_path / "flow.json", tmp_path / "made" / f"new-{uuid4().hex}.json"
    flow.write_text(json.dumps({"nodes": [{"id": "1", "type": "core:LoadModel", "data": {}}], "edges": []}))
    new.parent.mkdir()
    ended: Ended = joined.reflow(
        "run", "--workflow", "graph", "加一个采样器，接到加载模型后面", "--graph", str(flow), "--out", str(new)
    )
    assert ended.status == 0, ended.err
    changed = json.loads(new.read_text())
    assert [node["type"] for node in changed["nodes"]] == ["core:LoadModel", "core:Sampler"]
    assert len(changed["edges"]) == 1
    assert any(line.lstrip().startswith("+") and "采样" in line for line in (*ended.out, *ended.err))
    drawings = [Path("out") / f"{new.stem}{suffix}" for suffix in (".svg", ".png")]
    heads = [drawing.read_bytes()[:8] for drawing in drawings]
    for drawing in drawings:
        drawing.unlink()
    assert heads[0].startswith(b"<") and heads[1] == b"\x89PNG\r\n\x1a\n"


def test_a_value_without_a_name_in_its_workflow_is_set_by_the_name_of_its_imported_type(
    joined: CommandLine, tmp_path: Path
) -> None:
    catalog, source, target = (tmp_path / name for name in ("types.json", "flow.json", f"{uuid4().hex}.json"))
    inputs = {"glitter": ["INT", {"default": 1, "min": 0, "max": 99}], "shade": ["FLOAT", {"default": 0.5}]}
    catalog.write_text(json.dumps({"Glitterer": {"input": {"required": inputs}, "output": ["IMAGE"]}}))
    node = {"id": 1, "type": "Glitterer", "pos": [0, 0], "size": [200, 80], "widgets_values": [3, 0.25]}
    source.write_text(json.dumps({"nodes": [node], "links": [], "version": 0.4}))
    assert joined.reflow("nodes", "import", str(catalog)).status == 0
    try:
        ended = joined.reflow(
            "run", "--workflow", "graph", "set glitter to 7", "--graph", str(source), "--out", str(target)
        )
        assert ended.status == 0, ended.err
    finally:
        joined.reflow("nodes", "remove", "comfy:Glitterer")
    assert json.loads(target.read_text())["nodes"][0] == node | {"widgets_values": [7, 0.25]}
    for suffix in (".svg", ".png"):
        (Path("out") / f"{target.stem}{suffix}").unlink()
