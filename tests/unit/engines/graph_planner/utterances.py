"""Requests with their expected changes, and the changes of a plan in the same form, independent of ids."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.graph.graph import Graph
from engines.graph.json_form import graph_from_json
from engines.graph.node_types.core_types import load_core_types
from engines.graph.node_types.json_form import parse_node_type
from engines.graph.node_types.node_type import NodeTypes
from engines.graph_planner.planner import plan_change
from engines.graph_planner.values import ChangeRequest, NotUnderstood, Outcome, Plan, Question
from services.common.text.language import Language

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True, slots=True)
class Utterance:
    """A request and its expected outcome.

    `expect` is "question", "not_understood", or the changes: `+Type` (a second one `+Type#2`) with parameters or title,
    `-node`, `source.output>target.input`, `source.output/>target.input` for a removed link, `node.parameter=JSON`,
    `node.parameter=default`, `node=defaults`, `node:mode`, `node:title=JSON`. With `unclear`, a part must be reported.
    """

    graph: str
    text: str
    expect: str | tuple[str, ...]
    unclear: bool = False
    recent: tuple[str, ...] = ()
    selected: tuple[str, ...] = ()


def load_utterances(name: str) -> list[Utterance]:
    """Return the requests of the file *name*.jsonl."""
    rows = (json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    return [_parse(row) for row in rows]


def _parse(row: dict[str, Any]) -> Utterance:
    expect = row["expect"] if isinstance(row["expect"], str) else tuple(row["expect"])
    recent, selected = tuple(row.get("recent", ())), tuple(row.get("selected", ()))
    return Utterance(row["graph"], row["text"], expect, row.get("unclear", False), recent, selected)


def load_types() -> NodeTypes:
    """Return the core types and a few imported ones."""
    lines = (FOLDER / "imported_types.jsonl").read_text(encoding="utf-8").splitlines()
    imported = [parse_node_type(json.loads(line), "") for line in lines]
    return {**load_core_types(), **{one.full_name: one for one in imported}}


def load_graphs() -> Mapping[str, Graph]:
    """Return the shared graphs, whose nodes were created in the order of the file."""
    forms = json.loads((FOLDER / "graphs.json").read_text(encoding="utf-8"))
    return {name: graph_from_json(_number(form)) for name, form in forms.items()}


def _number(form: dict[str, Any]) -> dict[str, Any]:
    ids = {node_id: f"{index}-{node_id}" for index, node_id in enumerate(form["nodes"], 10)}
    edges = {
        edge_id: {**edge, "source": ids[edge["source"]], "target": ids[edge["target"]]}
        for edge_id, edge in form["edges"].items()
    }
    return {"nodes": {ids[node_id]: node for node_id, node in form["nodes"].items()}, "edges": edges}


def plan(utterance: Utterance, graphs: Mapping[str, Graph], types: NodeTypes) -> Outcome:
    """Return the planner's outcome."""
    graph = graphs[utterance.graph]
    by_name = {node_id.split("-", 1)[1]: node_id for node_id in graph.nodes}
    is_chinese = any("\u4e00" <= letter <= "\u9fff" for letter in utterance.text)
    return plan_change(
        ChangeRequest(
            utterance.text,
            Language.CHINESE if is_chinese else Language.ENGLISH,
            graph,
            types,
            tuple(by_name[one] for one in utterance.selected),
            tuple(by_name[one] for one in utterance.recent),
        )
    )


def is_expected(utterance: Utterance, outcome: Outcome, graphs: Mapping[str, Graph], types: NodeTypes) -> bool:
    """Return whether *outcome* is exactly what *utterance* expects."""
    match outcome:
        case Question():
            return utterance.expect == "question"
        case NotUnderstood():
            if isinstance(utterance.expect, str):
                return utterance.expect == "not_understood"
            return not list(_expand(utterance, graphs[utterance.graph], types))  # the graph already has this value
        case Plan():
            if isinstance(utterance.expect, str) or bool(outcome.problems) != utterance.unclear:
                return False
            graph = graphs[utterance.graph]
            return Counter(describe(outcome, graph)) == Counter(_expand(utterance, graph, types))


def _expand(utterance: Utterance, graph: Graph, types: NodeTypes) -> Iterable[str]:
    """Yield the expected changes with defaults as values, and parameters in the order of their names."""
    nodes = {node_id.split("-", 1)[1]: node for node_id, node in graph.nodes.items()}
    for change in utterance.expect:
        if change.endswith("=defaults"):
            node = nodes[change.removesuffix("=defaults")]
            for parameter in types[node.type].parameters:
                if parameter.name in node.data and node.data[parameter.name] != parameter.default:
                    yield f"{change.removesuffix('=defaults')}.{parameter.name}={dump(parameter.default)}"
        elif change.endswith("=default"):
            name, parameter_name = change.removesuffix("=default").split(".")
            node = nodes[name]
            found = types[node.type].find_parameter(parameter_name)
            if found is not None and node.data.get(parameter_name) != found.default:
                yield f"{name}.{parameter_name}={dump(found.default)}"
        elif "=" in change and not change.startswith("+") and ":" not in change.split("=", 1)[0]:
            name, value = change.split("=", 1)
            yield f"{name}={dump(json.loads(value))}"
        elif change.startswith("+") and "{" in change and ">" not in change:
            start = change.index("{")
            data, end = json.JSONDecoder().raw_decode(change, start)
            yield change[:start] + dump(data) + change[end:]
        else:
            yield change


def describe(outcome: Plan, graph: Graph) -> Iterable[str]:
    """Yield the changes of a plan."""
    labels: dict[str, str] = {}
    counts: Counter[str] = Counter()
    operations = [dict(operation) for operation in outcome.operations]
    for operation in operations:
        value: Any = operation.get("value")
        if operation["path"] == "/nodes/-":
            name = value["type"].split(":")[1]
            counts[name] += 1
            labels[value["localId"]] = f"+{name}" + (f"#{counts[name]}" if counts[name] > 1 else "")
    for operation in operations:
        value, path = operation.get("value"), str(operation["path"])
        parts = path.split("/")[1:]
        if path == "/nodes/-":
            data = dump(value["data"]) if value["data"] else ""
            title = f":title={dump(value['title'])}" if value.get("title") else ""
            mode = f":{value['mode']}" if value.get("mode") else ""
            yield labels[value["localId"]] + data + title + mode
        elif path == "/edges/-":
            source = labels.get(value.get("sourceLocalId")) or _strip(value["source"])
            target = labels.get(value.get("targetLocalId")) or _strip(value["target"])
            yield f"{source}.{value['sourceHandle']}>{target}.{value['targetHandle']}"
        elif parts[0] == "edges":
            edge = graph.edges[path.removeprefix("/edges/").replace("~1", "/")]
            yield f"{_strip(edge.source)}.{edge.source_handle}/>{_strip(edge.target)}.{edge.target_handle}"
        elif operation["op"] == "remove":
            yield f"-{_strip(parts[1])}"
        elif parts[2] == "data":
            yield f"{_strip(parts[1])}.{parts[3]}={dump(value)}"
        elif parts[2] == "mode":
            yield f"{_strip(parts[1])}:{value}"
        else:
            yield f"{_strip(parts[1])}:{parts[2]}={dump(value)}"


def dump(value: object) -> str:
    """Return *value* as JSON in one form: 7.0 is 7."""
    return json.dumps(json.loads(json.dumps(value), parse_float=_parse_float), ensure_ascii=False, sort_keys=True)


def _parse_float(text: str) -> float:
    number = float(text)
    return int(number) if number == int(number) else number


def _strip(node_id: str) -> str:
    return node_id.split("-", 1)[1]
