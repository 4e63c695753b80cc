"""Requests for changes of graphs, validated before a system is started."""

from pathlib import Path

import pytest

from services.cli.runs.graph_request import parse_graph_request
from services.cli.runs.request import RunArguments
from services.cli.workflow import Workflow
from services.common.errors import Code, ReflowError
from services.common.limits import Limits

SAMPLE = Path(__file__).parents[2] / "engines" / "graph" / "samples" / "plain" / "comfyui-04-text-to-image.json"


def test_a_run_never_overwrites_the_graph_it_reads(tmp_path: Path) -> None:
    graph = tmp_path / "flow.json"
    graph.write_bytes(SAMPLE.read_bytes())
    same_file = tmp_path / "out" / ".." / "flow.json"
    given = RunArguments(
        text="remove node 5", image=None, mask=None, model="", session="", size="", seed=None, out=same_file,
        data=None, workflow=Workflow.GRAPH, graph=str(graph),
    )  # fmt: skip
    with pytest.raises(ReflowError) as raised:
        parse_graph_request(given, Limits())
    assert (raised.value.code, raised.value.field) == (Code.INVALID_INPUT_FORMAT, "out")
