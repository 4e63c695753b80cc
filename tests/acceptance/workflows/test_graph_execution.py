"""Execution of graphs of core types through HTTP: every node is a step of a run."""

import json
from pathlib import Path
from typing import Any

from tests.fixtures.runs.executed_graphs import SWITCH, graph, link, node
from tests.fixtures.systems.command_line import CommandLine
from tests.fixtures.systems.system import System, read_events


def execute(system: System, document: dict[str, Any], **body: Any) -> list[Any]:
    """Store *document*, execute it, and return the events."""
    created = system.http.post("/api/graphs", json=document)
    assert created.status_code == 201, created.text
    graph_id = created.json()["graphId"]
    with system.http.stream("POST", f"/api/graphs/{graph_id}/run", json=body) as response:
        assert response.status_code == 200, response.read()
        return list(read_events(response.iter_lines()))


def outputs(events: list[Any]) -> dict[str, Any]:
    """Return the results of the run by the names of their nodes."""
    delivered = next(event for event in events if "graphOutputs" in event.data)
    return {one["name"]: one for one in delivered.data["graphOutputs"]}


PAINTING = graph(
    {
        "t": node("Text", value="a red fox"),
        "g": node("TextToImage", prompt="", width=256, height=192, seed=3),
        "b": node("AdjustBrightness", amount=0.4),
        "m": node("ShapeMask", shape="ellipse"),
        "f": node("FeatherMask", pixels=12),
        "x": node("Blur", amount=1.0),
        "c": node("CompositeImages"),
        "o": node("OverlayText", text="fox", height=0.3),
        "z": node("ImageSize"),
        "k": node("Calculate", second=2, operation="multiply"),
        "s": node("SaveImage", name="fox"),
        "r": node("Output", name="double"),
    },
    link("t", "text", "g", "prompt"),
    link("g", "image", "b", "image"),
    link("g", "image", "m", "image"),
    link("m", "mask", "f", "mask"),
    link("g", "image", "x", "image"),
    link("b", "image", "c", "background"),
    link("x", "image", "c", "foreground"),
    link("f", "mask", "c", "mask"),
    link("c", "image", "o", "image"),
    link("o", "image", "s", "image"),
    link("o", "image", "z", "image"),
    link("z", "width", "k", "first"),
    link("k", "integer", "r", "value"),
)


def test_a_graph_of_core_types_paints_adjusts_masks_and_overlays(system: System) -> None:
    events = execute(system, PAINTING)
    assert events[-1].data["status"] == "succeeded", events[-1].data
    results = outputs(events)
    assert results["double"]["value"] == 512
    asset = results["fox"]["asset"]
    assert (asset["width"], asset["height"]) == (256, 192)
    assert system.http.get(asset["url"]).headers["content-type"] == "image/png"
    finished = [event.data["nodeResult"]["nodeId"] for event in events if "nodeResult" in event.data]
    assert sorted(finished) == sorted(PAINTING["nodes"])
    assert finished.index("g") < finished.index("c") < finished.index("s")


def test_the_sampler_chain_paints_the_prompt_in_the_size_of_the_latent(system: System) -> None:
    chain = graph(
        {
            "l": node("LoadModel"),
            "p": node("Prompt", text="a blue boat"),
            "e": node("EmptyLatent", width=128, height=256),
            "k": node("Sampler", steps=30),
            "d": node("DecodeLatent"),
            "s": node("SaveImage"),
        },
        link("l", "model", "k", "model"),
        link("l", "clip", "p", "clip"),
        link("p", "conditioning", "k", "positive"),
        link("e", "latent", "k", "latent"),
        link("k", "latent", "d", "latent"),
        link("l", "vae", "d", "vae"),
        link("d", "image", "s", "image"),
    )
    events = execute(system, chain)
    asset = outputs(events)["reflow"]["asset"]
    assert (asset["width"], asset["height"]) == (128, 256)
    (warning,) = [event.data["message"] for event in events if event.data.get("level") == "warning"]
    assert "steps" in warning


def test_nodes_that_cannot_be_executed_are_listed_before_any_is(system: System) -> None:
    document = graph(
        {
            "a": {"type": "comfy:KSampler", "data": {}},
            "b": node("EncodeImage"),
            "c": node("ResizeLatent"),
            "r": node("Output"),
        },
        link("b", "latent", "c", "latent"),
        link("c", "latent", "r", "value"),
    )
    events = execute(system, document)
    assert events[-1].data["error"]["code"] == "GRAPH_NOT_EXECUTABLE"
    plan = next(event.data["executionPlan"] for event in events if "executionPlan" in event.data)
    assert {one["nodeId"] for one in plan["rejected"]} == {"b", "c"}
    assert all(one["reason"] for one in plan["rejected"])
    assert not [event for event in events if "nodeResult" in event.data]


def test_the_command_line_executes_a_file_and_saves_its_results(system: System, tmp_path: Path) -> None:
    nodes = {"g": node("TextToImage", prompt="a boat", width=64, height=64), "s": node("SaveImage", name="boat")}
    both = graph({**nodes, **SWITCH["nodes"]}, link("g", "image", "s", "image"), *SWITCH["edges"].values())
    (tmp_path / "flow.json").write_text(json.dumps(both))
    command = CommandLine(system.data, tmp_path / "out")
    ended = command.reflow("graphs", "run", str(tmp_path / "flow.json"), "--out", str(tmp_path / "out"))
    assert ended.status == 0, ended.err
    (saved,) = (tmp_path / "out").iterdir()
    assert saved.read_bytes().startswith(b"\x89PNG")
    assert {str(saved), 'answer: "yes"'} <= set(ended.out)
