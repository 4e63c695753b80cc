"""Computations of the worker processes for graphs: the checks in code, and the changed graph as data of a prompt."""

from collections.abc import Iterable
from typing import Any

from services.common.contract.field_error import FieldError
from services.common.contract.graphs.graph_requests import ReviewGraph
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text
from services.critic.domain.graph.verdict import GraphAssessment

MAX_PROBLEMS = 50
MAX_PROMPT_LENGTH = 40_000
_NOT_APPLIED = Text("改动无法应用", "The change cannot be applied")


def assess_change(request: ReviewGraph, language: Language) -> GraphAssessment:
    """Return the problems that the change introduces, and the changed graph. Raises GRAPH_INVALID."""
    from engines.graph.finding import Reason
    from engines.graph.json_form import edge_to_json, node_to_json, parse_graph
    from engines.graph.json_values import dump_json, load_json
    from engines.graph.node_types.json_form import load_types
    from engines.graph.patch.apply import apply_patch
    from engines.graph.patch.values import Author, Rejected
    from engines.graph.validation.graph_validator import validate_graph

    try:
        graph, types = parse_graph(request.graph.content), load_types(request.nodes.node_types)
        operations: Any = load_json(request.operations)
    except FieldError as error:
        raise ReflowError(Code.GRAPH_INVALID, Text(error.text.zh, error.text.en), field=error.field) from None
    if not isinstance(operations, list):
        raise ReflowError(Code.GRAPH_INVALID, field="operations")
    # The ids are already resolved, so none is generated. Operations without an id are invalid.
    numbers = iter(range(len(operations) * 2 + 2))
    outcome = apply_patch(graph, operations, types, lambda: f"~review-{next(numbers)}", author=Author.USER)
    if isinstance(outcome, Rejected):
        reasons = (f"{_NOT_APPLIED.pick(language)}: {error.text.pick(language)}" for error in outcome.errors)
        return GraphAssessment(tuple(reasons)[:MAX_PROBLEMS], ())
    before = {(finding.pointer, finding.reason) for finding in validate_graph(graph, types)}
    findings = [one for one in validate_graph(outcome.graph, types) if (one.pointer, one.reason) not in before]
    missing = [one for one in findings if one.reason is Reason.INPUT_MISSING]
    broken = [one for one in findings if one.reason is not Reason.INPUT_MISSING]
    changed = outcome.graph
    lines = (
        *(dump_json({"node": node.id, **node_to_json(node), "position": None}) for node in changed.nodes.values()),
        *(dump_json({"edge": edge.id, **edge_to_json(edge)}) for edge in changed.edges.values()),
    )
    return GraphAssessment(
        tuple(one.text.pick(language) for one in broken)[:MAX_PROBLEMS],
        tuple(one.text.pick(language).rstrip("。.") for one in missing)[:MAX_PROBLEMS],
        _bound(lines),
    )


def _bound(lines: Iterable[str]) -> str:
    text = "\n".join(lines)
    return text if len(text) <= MAX_PROMPT_LENGTH else f"{text[:MAX_PROMPT_LENGTH]}…"
