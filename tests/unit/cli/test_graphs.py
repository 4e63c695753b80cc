"""`reflow graphs`: files in, files out, without a running system."""

import json
from pathlib import Path

import pytest

from services.cli.app import run_app

SAMPLES = Path(__file__).parents[1] / "engines" / "graph" / "samples"
SAMPLE = SAMPLES / "plain" / "comfyui-04-text-to-image.json"


def run(*argv: object) -> int:
    return run_app(["graphs", *map(str, argv)])


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


def test_files_keep_their_names_and_are_unchanged_after_conversion_there_and_back(tmp_path: Path) -> None:
    samples = sorted(SAMPLES.rglob("comfyui-*.json"), key=lambda path: path.name)
    assert run("convert", *samples, "--to", "reflow", "--out", tmp_path / "own") == 0
    own = sorted((tmp_path / "own").iterdir())
    assert [path.name for path in own] == [path.name for path in samples]
    assert run("convert", *own, "--to", "comfyui", "--out", tmp_path / "back") == 0
    for path in samples:
        assert json.loads((tmp_path / "back" / path.name).read_text()) == json.loads(path.read_text()), path.name


def test_a_conversion_as_json_names_both_files_both_formats_and_what_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = [SAMPLE, SAMPLES / "structures" / "comfyui-04-subgraph.json"]
    assert run("convert", *samples, "--to", "comfyui-api", "--out", tmp_path / "api", "--json") == 0
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    assert [(line["source"], line["from"], line["to"]) for line in lines] == [
        (str(path), "comfyui", "comfyui-api") for path in samples
    ]
    assert all(Path(line["file"]).parent == tmp_path / "api" and Path(line["file"]).exists() for line in lines)
    assert printed.err == ""


def test_layout_arranges_a_whole_imported_graph_in_stages_from_left_to_right(tmp_path: Path) -> None:
    assert run("layout", SAMPLE, "--all", "--out", tmp_path) == 0
    arranged = json.loads((tmp_path / SAMPLE.name).read_text())
    at = {node["id"]: node["pos"][0] for node in arranged["nodes"]}
    links = [(link[1], link[3]) for link in arranged["links"]]
    assert links and all(at[source] < at[target] for source, target in links)


def test_one_unreadable_file_leaves_nothing_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.json").write_text('{"nodes": 5}')
    assert run("convert", SAMPLE, tmp_path / "bad.json", "--to", "vueflow", "--out", tmp_path / "out") == 2
    assert not (tmp_path / "out").exists()
    assert capsys.readouterr().err.count("\n") == 1


def test_a_source_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "flow.json"
    copy.write_bytes(SAMPLE.read_bytes())
    assert run("layout", copy, "--all", "--out", tmp_path) == 2
    assert "overwrite" in capsys.readouterr().err
    assert copy.read_bytes() == SAMPLE.read_bytes()


def test_a_patch_is_written_and_its_differences_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    patch = tmp_path / "patch.json"
    patch.write_text('[{"op": "replace", "path": "/nodes/5/mode", "value": "muted"}]')
    assert run("patch", SAMPLE, patch, "--out", tmp_path / "out") == 0
    assert "~ KSampler #5: mode active → muted" in capsys.readouterr().out
    assert run("diff", SAMPLE, tmp_path / "out" / SAMPLE.name, "--json", "--out", tmp_path / "drawn") == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert (entry["kind"], entry["id"]) == ("changed", "5")
    assert sorted(path.suffix for path in (tmp_path / "drawn").iterdir()) == [".png", ".svg"]


def test_a_rejected_patch_reports_each_operation_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    patch = tmp_path / "patch.json"
    patch.write_text('[{"op": "remove", "path": "/nodes/77"}]')
    assert run("patch", SAMPLE, patch, "--out", tmp_path / "out", "--json") == 1
    output = capsys.readouterr()
    assert json.loads(output.out)["errors"][0]["reason"] == "POINTER_UNKNOWN"
    assert "unchanged" in output.err
    assert not (tmp_path / "out").exists()


def test_validate_returns_1_for_an_invalid_graph_and_reports_its_problems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    valid, invalid = tmp_path / "valid.json", tmp_path / "invalid.json"
    node = {"type": "core:Sharpen", "data": {"amount": 999}}
    valid.write_text('{"nodes": {"1": {"type": "core:Seed"}}}')
    invalid.write_text(json.dumps({"nodes": {"1": node}}))
    assert run("validate", valid) == 0
    capsys.readouterr()
    assert run("validate", invalid, "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert {finding["reason"] for finding in report["findings"]} == {"OUT_OF_RANGE", "INPUT_MISSING"}


def test_validate_states_where_the_types_of_other_namespaces_come_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("validate", SAMPLE) == 1
    assert "--types" in capsys.readouterr().err


def test_show_prints_a_graph_in_each_format(capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted(SAMPLES.rglob("*.json")):
        assert run("show", path) == 0, path.name
    assert "#5 comfy:KSampler" in capsys.readouterr().out


def test_validate_continues_after_a_file_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    valid, broken, missing = tmp_path / "valid.json", tmp_path / "broken.json", tmp_path / "missing.json"
    valid.write_text('{"nodes": {}, "edges": {}}')
    broken.write_text("{")
    assert run("validate", broken, missing, valid) == 2
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert [str(path) in line for path, line in zip((broken, missing, valid), lines, strict=True)] == [True] * 3
    assert captured.err == "not readable: 2.\n"
    assert run("validate", broken, valid, "--json") == 2
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in entry for entry in entries] == [True, False] and entries[1]["findings"] == []
