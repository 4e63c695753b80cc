"""The check of what an applied patch records: its inverse, and its operations for a redo."""

from engines.graph.graph import Graph
from engines.graph.json_form import serialize_graph
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Applied, Author
from tests.unit.engines.graph.types import TYPES, count_ids


def check_inverse(graph: Graph, outcome: Applied) -> None:
    """Check that the inverse leads back to *graph*, and the recorded operations from there to the result."""
    restored = apply_patch(outcome.graph, outcome.inverse, TYPES, count_ids(), author=Author.HISTORY)
    assert isinstance(restored, Applied), restored
    assert serialize_graph(restored.graph) == serialize_graph(graph)
    again = apply_patch(graph, outcome.operations, TYPES, count_ids(), author=Author.HISTORY)
    assert isinstance(again, Applied), again
    assert again.graph == outcome.graph
