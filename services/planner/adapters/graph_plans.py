"""Computations of the worker processes about graphs: plans by rules, and the data of a prompt.

Each function imports the engine itself: the service process does not need it. Their cost grows with the size of the
graph.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from services.common.contract.field_error import FieldError
from services.common.contract.graphs.graph import (
    MAX_OPERATIONS_BYTES,
    PatchAnswer,
    PatchChoice,
    PatchPlan,
    PatchQuestion,
)
from services.common.contract.graphs.graph_requests import PlanPatch
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text

if TYPE_CHECKING:
    from engines.graph.graph import Graph
    from engines.graph.node_types.node_type import NodeTypes
    from engines.graph_planner.values import Outcome, Problem

MAX_EXPLANATION_LENGTH = 4_000
MAX_QUOTE_LENGTH = 1_000
MAX_PROBLEMS = 50
MAX_PROMPT_NODES = 300
MAX_PROMPT_LENGTH = 60_000
"""Maximum characters of the graph, and of the node types, in a prompt."""
_NOT_DONE = Text("没有做：“{quote}”——{reason}", 'Not done: "{quote}". {reason}')
_PLAN_TOO_LARGE = Text("改动太大，请分几次说。", "The change is too large: request it in several steps.")


def load_libraries() -> None:
    """Load the libraries of the other functions."""
    import engines.graph_planner.planner  # noqa: F401


def plan_by_rules(request: PlanPatch, language: Language) -> PatchPlan:
    """Return the plan of the built-in rules. Raises GRAPH_INVALID."""
    from engines.graph_planner.planner import plan_change
    from engines.graph_planner.values import ChangeRequest

    graph, types = _load(request)
    change = ChangeRequest(
        request.text,
        language,
        graph,
        types,
        request.selected_node_ids,
        request.recent_node_ids,
        {answer.key: _read_answer(answer) for answer in request.answers},
        request.graph.graph_id,
    )
    return _to_plan(plan_change(change), language)


def format_context(request: PlanPatch) -> tuple[str, str]:
    """Return the graph and the node types as data of a prompt, both bounded. Raises GRAPH_INVALID."""
    graph, types = _load(request)
    order = {name: rank for rank, name in enumerate(request.nodes.found)}
    in_graph = {node.type for node in graph.nodes.values()}
    names = sorted(types, key=lambda name: (name not in in_graph, order.get(name, len(order)), name))
    return _format_graph(graph), _format_types([types[name] for name in names])


def _load(request: PlanPatch) -> "tuple[Graph, NodeTypes]":
    """Return the graph and the node types. Raises GRAPH_INVALID, also for an edge of a missing node."""
    from engines.graph.json_form import parse_graph
    from engines.graph.node_types.json_form import load_types
    from engines.graph.validation.graph_validator import check_ends

    try:
        graph, types = parse_graph(request.graph.content), load_types(request.nodes.node_types)
    except FieldError as error:
        raise ReflowError(Code.GRAPH_INVALID, Text(error.text.zh, error.text.en), field=error.field) from None
    if (finding := next(check_ends(graph, types), None)) is not None:
        raise ReflowError(Code.GRAPH_INVALID, finding.text, field=finding.pointer)
    return graph, types


def _read_answer(answer: PatchAnswer) -> str:
    return answer.choices[0] if answer.choices else answer.text


def _to_plan(outcome: "Outcome", language: Language) -> PatchPlan:
    from engines.graph.json_values import dump_json
    from engines.graph_planner.values import NotUnderstood, Plan, Question

    match outcome:
        case Question(key, text, choices):
            listed = tuple(PatchChoice(choice.id, choice.label.pick(language)) for choice in choices)
            return PatchPlan(question=PatchQuestion(key, text.pick(language), listed))
        case NotUnderstood(problems):
            return PatchPlan(explanation=_explain([], problems, language), not_understood=_quote(problems))
        case Plan(operations, explanation, problems):
            content = dump_json(list(operations)).encode()
            if len(content) > MAX_OPERATIONS_BYTES:
                return PatchPlan(explanation=_PLAN_TOO_LARGE.pick(language), not_understood=_quote(problems))
            lines = [line.pick(language) for line in explanation]
            return PatchPlan(content, _explain(lines, problems, language), not_understood=_quote(problems))


def _explain(lines: "list[str]", problems: "tuple[Problem, ...]", language: Language) -> str:
    reasons = [
        _NOT_DONE.pick(language).format(quote=problem.quote, reason=problem.reason.pick(language))
        for problem in problems[:MAX_PROBLEMS]
    ]
    return "\n".join([*reasons, *lines])[:MAX_EXPLANATION_LENGTH]


def _quote(problems: "tuple[Problem, ...]") -> tuple[str, ...]:
    return tuple(problem.quote[:MAX_QUOTE_LENGTH] for problem in problems[:MAX_PROBLEMS])


def _format_graph(graph: "Graph") -> str:
    from engines.graph.json_values import dump_json

    nodes = [
        _shorten({"node": node.id, "type": node.type, "title": node.title, "mode": node.mode, "data": dict(node.data)})
        for node in list(graph.nodes.values())[:MAX_PROMPT_NODES]
    ]
    listed = {node["node"] for node in nodes}
    edges = [
        {"edge": edge.id, "from": [edge.source, edge.source_handle], "to": [edge.target, edge.target_handle]}
        for edge in graph.edges.values()
        if edge.source in listed and edge.target in listed
    ]
    left_out = len(graph.nodes) - len(nodes)
    lines = [dump_json(line) for line in (*nodes, *edges, *([{"nodes left out": left_out}] if left_out else ()))]
    return _bound(lines)


def _format_types(types: "list[Any]") -> str:
    from engines.graph.json_values import dump_json
    from engines.graph.node_types.json_form import to_json

    members = ("type", "titles", "inputs", "outputs", "parameters")
    return _bound(dump_json({key: value for key, value in to_json(one).items() if key in members}) for one in types)


def _shorten(form: Mapping[str, Any]) -> dict[str, Any]:
    data = {name: value[:200] if isinstance(value, str) else value for name, value in form["data"].items()}
    return {name: value for name, value in {**form, "data": data}.items() if value is not None}


def _bound(lines: Any) -> str:
    """Return the first whole lines, as many as a prompt may have."""
    retained, length = list[str](), 0
    for line in lines:
        length += len(line) + 1
        if length > MAX_PROMPT_LENGTH:
            retained.append('{"rest": "left out"}')
            break
        retained.append(line)
    return "\n".join(retained)
