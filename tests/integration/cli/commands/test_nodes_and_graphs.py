"""`reflow nodes`, `reflow graphs` and `reflow engines`: their requests and their output."""

import json
from pathlib import Path

import pytest
from reflow.v1 import executor_pb2, graphs_pb2, nodes_pb2

from services.common.errors import Code, ReflowError
from tests.fixtures.services.scripted_system import Reflow

SAMPLER = nodes_pb2.NodeRecord(
    type="core:Sampler",
    revision=2,
    definition=json.dumps(
        {
            "type": "core:Sampler",
            "category": "sampling",
            "titles": {"zh": "采样器", "en": "Sampler"},
            "descriptions": {"en": "Draws."},
            "inputs": [{"name": "model", "types": ["MODEL"]}],
            "parameters": [
                {"name": "steps", "kind": "integer", "minimum": 1, "maximum": 100, "default": 20},
                {"name": "mode", "kind": "choice", "choices": [f"m{number}" for number in range(14)]},
            ],
            "outputs": [{"name": "latent", "type": "LATENT"}],
        }
    ).encode(),
)
PLAIN = nodes_pb2.NodeRecord(type="core:Plain", definition=b'{"type": "core:Plain"}')
MATCHES = nodes_pb2.FindNodesResponse(matches=[nodes_pb2.NodeMatch(type=SAMPLER, similarity=0.71239)])


def test_node_types_of_all_pages_are_listed_with_title_and_category(reflow: Reflow) -> None:
    reflow.script(
        "ListNodes",
        nodes_pb2.ListNodesResponse(types=[SAMPLER], next_page_token="2"),
        nodes_pb2.ListNodesResponse(types=[PLAIN]),
    )
    lines = reflow.run("nodes", "list", "--namespace", "core").lines
    assert lines == ["core:Sampler\tSampler\tsampling", "core:Plain\t\t"]
    assert getattr(reflow.requests[0], "namespace", "") == "core"


def test_a_node_type_is_shown_with_ranges_choices_and_defaults(reflow: Reflow) -> None:
    reflow.script("GetNode", nodes_pb2.GetNodeResponse(type=SAMPLER))
    page = reflow.run("nodes", "show", "core:Sampler").out
    assert "steps  integer  1…100  = 20" in page and "m11|…" in page and "m12" not in page and "latent  LATENT" in page


def test_a_node_type_as_json_has_its_definition_and_revision(reflow: Reflow) -> None:
    reflow.script("GetNode", nodes_pb2.GetNodeResponse(type=SAMPLER))
    fields = json.loads(reflow.run("nodes", "show", "core:Sampler", "--json").out)
    assert (fields["category"], fields["revision"]) == ("sampling", 2)


def test_node_types_of_a_search_have_their_similarity_as_json(reflow: Reflow) -> None:
    reflow.script("FindNodes", MATCHES, MATCHES)
    assert json.loads(reflow.run("nodes", "search", "sample", "--json").out)["similarity"] == 0.7124
    assert reflow.run("nodes", "search", "sample", "--limit", 3).lines == ["core:Sampler\tSampler\tsampling"]
    assert getattr(reflow.requests[1], "limit", 0) == 3


def test_a_search_by_name_only_states_that_and_that_nothing_matches(reflow: Reflow) -> None:
    reflow.script("FindNodes", nodes_pb2.FindNodesResponse(by_name=True))
    lines = reflow.run("nodes", "search", "nothing").lines
    assert len(lines) == 2 and "only names" in lines[0] and lines[1] == "No node type matches."


def test_a_catalog_is_imported_from_a_file_or_by_the_service_from_a_url(reflow: Reflow, tmp_path: Path) -> None:
    file = tmp_path / "info.json"
    file.write_bytes(b"{}")
    response = nodes_pb2.ImportNodesResponse(count=2, revision=5)
    reflow.script("ImportNodes", response, response)
    assert reflow.run("nodes", "import", file).out == "Imported 2 node types.\n"
    by_url = reflow.run("nodes", "import", "http://127.0.0.1:1", "--namespace", "mine", "--json")
    assert json.loads(by_url.out) == {"count": 2, "revision": 5}
    of_file, of_url = reflow.requests
    assert isinstance(of_file, nodes_pb2.ImportNodesRequest) and isinstance(of_url, nodes_pb2.ImportNodesRequest)
    assert (of_file.chunk, of_url.url, of_url.namespace) == (b"{}", "http://127.0.0.1:1", "mine")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_removed_node_types_are_named(reflow: Reflow, options: tuple[str, ...]) -> None:
    ended = reflow.run("nodes", "remove", "a:A", "a:B", *options)
    (request,) = reflow.requests
    assert isinstance(request, nodes_pb2.RemoveNodesRequest) and list(request.types) == ["a:A", "a:B"]
    assert json.loads(ended.out) == {"removed": ["a:A", "a:B"]} if options else "a:A, a:B" in ended.out


def test_stored_graphs_are_listed_on_one_line_each(reflow: Reflow) -> None:
    graph = graphs_pb2.Graph(graph_id="g1", revision=4, title="two\nlines")
    response = graphs_pb2.ListGraphsResponse(graphs=[graph])
    reflow.script("ListGraphs", response, response)
    (line,) = reflow.run("graphs", "list").lines
    assert line.split("\t")[:2] == ["g1", "4"] and line.endswith("two lines")
    assert json.loads(reflow.run("graphs", "list", "--json").out)["graphId"] == "g1"
    assert reflow.run("graphs", "list").out == "There are no stored graphs.\n"


def test_a_stored_graph_is_printed_at_its_revision(reflow: Reflow) -> None:
    reflow.script("GetGraph", graphs_pb2.GetGraphResponse(graph=graphs_pb2.Graph(content=b'{"nodes":[]}')))
    assert reflow.run("graphs", "get", "g1", "--revision", 3).out == '{"nodes":[]}\n'
    assert getattr(reflow.requests[0], "revision", 0) == 3


UNDONE = graphs_pb2.GraphRevision(revision=5, kind=graphs_pb2.REVISION_KIND_UNDO, target=3, summary="undo")


def test_the_changes_of_a_graph_are_listed_with_their_kind(reflow: Reflow) -> None:
    reflow.script("ListGraphRevisions", graphs_pb2.ListGraphRevisionsResponse(revisions=[UNDONE]))
    described = json.loads(reflow.run("graphs", "revisions", "g1", "--json").out)
    assert (described["revision"], described["kind"], described["target"], described["runId"]) == (5, "undo", 3, None)


@pytest.mark.parametrize(("command", "method"), [("undo", "UndoGraph"), ("redo", "RedoGraph")])
def test_each_command_undoes_or_redoes_one_change(reflow: Reflow, command: str, method: str) -> None:
    response = {"undo": graphs_pb2.UndoGraphResponse, "redo": graphs_pb2.RedoGraphResponse}[command]
    reflow.script(method, response(revision=UNDONE))
    (line,) = reflow.run("graphs", command, "g1").lines
    assert line.startswith("5\tundo\t") and line.endswith("\t3\t\tundo")
    assert getattr(reflow.requests[0], "request_id", "")


def test_nothing_to_undo_is_the_error_of_the_service(reflow: Reflow) -> None:
    reflow.script("UndoGraph", ReflowError(Code.NOTHING_TO_UNDO))
    ended = reflow.run("graphs", "undo", "g1")
    assert ended.status != 0 and ended.out == "" and ended.err.count("\n") == 1


BUILT_IN = executor_pb2.ImageEngine(name="builtin", is_default=True, can_repaint=True, ready=True)
REMOTE = executor_pb2.ImageEngine(
    name="flux",
    reason="no key",
    sizes=[executor_pb2.ImageSize(width=1024, height=768)],
    reference_uses=[executor_pb2.REFERENCE_USE_PALETTE, executor_pb2.REFERENCE_USE_COMPOSITION],
)


def test_engines_are_listed_with_what_they_can_do_and_why_one_is_not_ready(reflow: Reflow) -> None:
    response = executor_pb2.ListEnginesResponse(engines=[BUILT_IN, REMOTE])
    reflow.script("ListEngines", response, response)
    assert reflow.run("engines").lines == [
        "builtin\tgenerate · repaint\tany\tready",
        "flux\tgenerate · reference (palette, composition)\t1024x768\tno key",
    ]
    as_json = [json.loads(line) for line in reflow.run("engines", "--json").lines]
    assert [one["ready"] for one in as_json] == [True, False]
