import json
from pathlib import Path

import pytest

from services.common.llm.configuration import ImageEngineModel, ImageKind
from services.common.settings import SettingsInvalid
from services.executor.adapters.comfyui.workflow_files import load_workflows


def engine(**error: object) -> ImageEngineModel:
    return ImageEngineModel.model_validate(
        {"kind": ImageKind.COMFYUI, "base_url": "http://127.0.0.1:8188", "checkpoint": "sd.safetensors", **error}
    )


def test_without_configured_files_the_built_in_graphs_are_used() -> None:
    graphs = load_workflows("home", engine(steps=8))
    assert graphs.generate.samplers == graphs.inpaint.samplers == {"sampler"}
    assert (graphs.checkpoint, graphs.steps) == ("sd.safetensors", 8)


def test_a_configured_file_replaces_the_built_in_graph(tmp_path: Path) -> None:
    graph = {
        "1": {"class_type": "Text", "inputs": {"text": ""}, "_meta": {"title": "reflow:prompt"}},
        "2": {"class_type": "Noise", "inputs": {"seed": 0}, "_meta": {"title": "reflow:seed"}},
    }
    path = tmp_path / "own.json"
    path.write_text(json.dumps(graph), encoding="utf-8")
    assert load_workflows("home", engine(generate_workflow=str(path))).generate.graph == graph


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"1": {"class_type": "A", "inputs": {}}}'])
def test_a_file_that_cannot_be_used_is_named_with_its_setting(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(content)
    with pytest.raises(SettingsInvalid, match=r"images\.engines\.home\.repaint_workflow: .*own\.json: "):
        load_workflows("home", engine(repaint_workflow=str(path)))


def test_a_missing_file_is_named() -> None:
    with pytest.raises(SettingsInvalid, match=r"generate_workflow: /nowhere/own\.json"):
        load_workflows("home", engine(generate_workflow="/nowhere/own.json"))


def test_the_built_in_inpainting_graph_needs_a_checkpoint() -> None:
    with pytest.raises(SettingsInvalid, match="home needs a checkpoint"):
        load_workflows("home", engine(checkpoint="", generate_workflow="own.json"))
