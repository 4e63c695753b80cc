"""Implementation of `reflow graphs convert / validate / show / diff / layout / patch`."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.graph.diff import Difference, Kind, compare_graphs
from engines.graph.finding import Finding, Reason
from engines.graph.formats import Format
from engines.graph.graph import Graph, Mode
from engines.graph.json_form import graph_to_json
from engines.graph.layout.arrangement import arrange_graph, list_moves
from engines.graph.layout.node_size import list_parameters
from engines.graph.node_types.node_type import NodeTypes
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Author, OperationError, Rejected
from engines.graph.validation.graph_validator import validate_graph
from engines.graph.validation.slots import find_type
from services.cli.errors import BAD_INPUT, FAILED, CommandFailed, bad_input
from services.cli.execution import print_error
from services.cli.graphs.files import (
    GraphFile,
    export_file,
    format_graph,
    number_ids,
    read_graph,
    read_operations,
    read_types,
    write_files,
)
from services.common.errors import ReflowError
from services.common.text.language import Language, Text
from services.common.text.quantities import count_noun
from services.common.text.sanitization import to_one_line

_NO_DIFFERENCE = Text("没有差别。", "No difference.")
_VALID = Text("没有问题", "valid")
_TYPES_HINT = Text(
    "其他命名空间的节点类型用 --types 给出，例如从 ComfyUI 保存的 object_info.json。",
    "Give the node types of other namespaces with --types, such as ComfyUI's object_info saved as a file.",
)


async def convert(
    paths: Sequence[Path], form: Format, out: Path, catalog: Path | None, as_json: bool, language: Language
) -> None:
    """Write each file in another format under its own name; write none if one of them cannot be read."""
    types = read_types(catalog)
    repeated = [name for name, number in Counter(path.name for path in paths).items() if number > 1]
    if repeated:
        raise bad_input(f"有两个文件都叫 {repeated[0]}。", f"Two files are named {repeated[0]}.", field="files")
    files = [read_graph(path, types) for path in paths]
    texts = [format_graph(file, file.graph, form, types) for file in files]
    contents = {file.path.name: text for file, (text, _) in zip(files, texts, strict=True)}
    written = write_files(out, contents, paths)
    for file, (_, left_out), path in zip(files, texts, written, strict=True):
        notes = [note.pick(language) for note in (*file.imported.notes, *left_out)]
        if as_json:
            formats = {"from": file.imported.format, "to": form}
            print(_dump({"source": str(file.path), "file": str(path), **formats, "notes": notes}))
            continue
        for note in notes:
            print_error(f"{file.path}: {note}")
        print(path)


async def validate(paths: Sequence[Path], catalog: Path | None, as_json: bool, language: Language) -> None:
    """Print the problems of each graph, even after one that cannot be read. Raises CommandFailed if there are any."""
    types = read_types(catalog)
    invalid = unreadable = 0
    has_foreign = False
    for path in paths:
        try:
            file = read_graph(path, types)
        except ReflowError as error:
            unreadable += 1
            _report_unreadable(path, error, language, as_json=as_json)
            continue
        findings = validate_graph(file.graph, types)
        invalid += bool(findings)
        has_foreign = has_foreign or any(finding.reason is Reason.NAMESPACE_UNKNOWN for finding in findings)
        if as_json:
            print(_dump({"file": str(path), "format": file.imported.format, "findings": _to_json(findings, language)}))
            continue
        _report_notes(file, language)
        print(f"{path}: {_count_problems(len(findings)).pick(language) if findings else _VALID.pick(language)}")
        for finding in findings:
            print(f"  {_format(finding, language)}")
    if has_foreign and catalog is None and not as_json:
        print_error(_TYPES_HINT.pick(language))
    if invalid or unreadable:
        counts = [
            *([Text(f"{invalid} 张图有问题", f"not valid: {invalid}")] if invalid else []),
            *([Text(f"{unreadable} 个文件读不出来", f"not readable: {unreadable}")] if unreadable else []),
        ]
        text = Text("，".join(one.zh for one in counts) + "。", ", ".join(one.en for one in counts) + ".")
        raise CommandFailed(text, BAD_INPUT if unreadable else FAILED)


def _count_problems(count: int) -> Text:
    return Text(f"{count} 处问题", count_noun(count, "problem"))


async def show(path: Path, catalog: Path | None, out: Path | None, as_json: bool, language: Language) -> None:
    """Print a graph, and draw it if *out* is given."""
    types = read_types(catalog)
    file = read_graph(path, types)
    _report_notes(file, language)
    if as_json:
        print(_dump(graph_to_json(file.graph)))
    else:
        _print_graph(file, types, language)
    if out is not None:
        _draw(path, file.graph, types, language, out, as_json=as_json)


async def diff(
    before: Path, after: Path, catalog: Path | None, out: Path | None, as_json: bool, language: Language
) -> None:
    """Print the differences between two graphs, and draw the second if *out* is given."""
    types = read_types(catalog)
    old, new = read_graph(before, types), read_graph(after, types)
    differences = compare_graphs(old.graph, new.graph, types)
    _print_differences(differences, as_json, language)
    if out is not None:
        _draw(after, new.graph, types, language, out, differences, as_json=as_json)


async def layout(
    path: Path, everything: bool, out: Path, catalog: Path | None, as_json: bool, language: Language
) -> None:
    """Write the graph with its nodes placed, in its format, under its name."""
    types = read_types(catalog)
    file = read_graph(path, types)
    arranged = arrange_graph(file.graph, types, everything=everything)
    moves = list_moves(file.graph, arranged)
    content = export_file(file, arranged, file.imported.format, types, language)
    (written,) = write_files(out, {path.name: content}, [path])
    if as_json:
        print(_dump({"file": str(written), "operations": list(moves)}))
    else:
        placed = sum(str(move["path"]).endswith("/position") for move in moves)
        print(
            Text(
                f"移动了 {placed} 个节点和分组。", f"{count_noun(placed, 'node or group', 'nodes and groups')} placed."
            ).pick(language)
        )
        print(written)


async def patch(
    path: Path, operations: Path, out: Path, catalog: Path | None, as_json: bool, language: Language
) -> None:
    """Apply a JSON Patch file and write the graph in its format, under its name. Raises CommandFailed if rejected."""
    types = read_types(catalog)
    file = read_graph(path, types)
    outcome = apply_patch(file.graph, read_operations(operations), types, number_ids(file.graph), author=Author.USER)
    if isinstance(outcome, Rejected):
        if as_json:
            print(_dump({"errors": _to_json(outcome.errors, language)}))
        for error in outcome.errors if not as_json else ():
            print_error(f"[{error.index}] {_format(error, language)}")
        number = len(outcome.errors)
        raise CommandFailed(
            Text(f"补丁有 {number} 处错误，图没有改动。", f"{count_noun(number, 'error')}; the graph is unchanged.")
        )
    arranged = arrange_graph(outcome.graph, types)
    content = export_file(file, arranged, file.imported.format, types, language)
    (written,) = write_files(out, {path.name: content}, [path, operations])
    if as_json:
        result = {"operations": outcome.operations, "inverse": outcome.inverse, "created": outcome.created}
        print(_dump({"file": str(written), **result, "removedEdges": outcome.removed_edges}))
        return
    _print_differences(compare_graphs(file.graph, arranged, types), as_json, language)
    print(written)


def _print_graph(file: GraphFile, types: NodeTypes, language: Language) -> None:
    graph = file.graph
    counts = (len(graph.nodes), len(graph.edges), len(graph.groups))
    print(
        Text(
            f"{file.path}：{file.imported.format}，{counts[0]} 个节点，{counts[1]} 条连线，{counts[2]} 个分组",
            f"{file.path}: {file.imported.format}, "
            f"{count_noun(counts[0], 'node')}, {count_noun(counts[1], 'link')}, {count_noun(counts[2], 'group')}",
        ).pick(language)
    )
    for node in graph.nodes.values():
        node_type = find_type(node, types)
        title = node.title or (node_type.titles.pick(language) if node_type else "")
        mode = "" if node.mode is Mode.ACTIVE else f" [{node.mode}]"
        print(to_one_line(f"#{node.id} {node.type}{f' {title}' if title else ''}{mode}"))
        for name, value in list_parameters(node, node_type):
            print("   ", to_one_line(f"{name} = {value[:100]}"))
        for edge in graph.outgoing(node.id):
            print("   ", to_one_line(f"{edge.source_handle} → #{edge.target} {edge.target_handle}"))


def _print_differences(differences: Sequence[Difference], as_json: bool, language: Language) -> None:
    if as_json:
        entries = [
            {"kind": one.kind, "table": one.table, "id": one.id, "text": one.text.pick(language)} for one in differences
        ]
        print(_dump(entries))
        return
    for difference in differences:
        print(to_one_line(difference.format(language)))
    if not differences:
        print(_NO_DIFFERENCE.pick(language))


def _draw(
    path: Path,
    graph: Graph,
    types: NodeTypes,
    language: Language,
    out: Path,
    differences: Sequence[Difference] = (),
    *,
    as_json: bool,
) -> None:
    """Write STEM.svg and STEM.png; new and changed nodes are highlighted."""
    from engines.graph.drawing.png import render_png
    from engines.graph.drawing.svg import draw_svg

    added = [one.id for one in differences if one.table == "nodes" and one.kind is Kind.ADDED]
    changed = [one.id for one in differences if one.table == "nodes" and one.kind is Kind.CHANGED]
    svg = draw_svg(graph, types, language, added=added, changed=changed)
    for written in write_files(out, {f"{path.stem}.svg": svg, f"{path.stem}.png": render_png(svg)}, [path]):
        if as_json:
            print_error(str(written))
        else:
            print(written)


def _report_unreadable(path: Path, error: ReflowError, language: Language, *, as_json: bool) -> None:
    message = to_one_line(error.message(language))
    if as_json:
        print(_dump({"file": str(path), "error": message}))
    else:
        print(message)


def _report_notes(file: GraphFile, language: Language) -> None:
    for note in file.imported.notes:
        print_error(f"{file.path}: {note.pick(language)}")


def _format(finding: Finding | OperationError, language: Language) -> str:
    hint = Text("可用：{}", "nearest: {}").pick(language)
    nearest = f" ({hint.format(', '.join(finding.alternatives))})" if finding.alternatives else ""
    name = f" ({finding.local_id})" if isinstance(finding, OperationError) and finding.local_id else ""
    return to_one_line(f"{finding.pointer}{name} {finding.reason}: {finding.text.pick(language)}{nearest}")


def _to_json(findings: Sequence[Finding] | Sequence[OperationError], language: Language) -> list[dict[str, Any]]:
    return [
        ({"index": finding.index} if isinstance(finding, OperationError) else {})
        | {
            "pointer": finding.pointer,
            "reason": finding.reason,
            "message": finding.text.pick(language),
            "alternatives": list(finding.alternatives),
        }
        | ({"localId": finding.local_id} if isinstance(finding, OperationError) and finding.local_id else {})
        for finding in findings
    ]


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=dict)
