"""Graph jobs: functions that run in worker processes, JSON bytes in, JSON bytes out.

Each imports the engine itself, as the image jobs do.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from services.common.contract.field_error import FieldError
from services.common.contract.graphs.graph import MAX_GRAPH_BYTES, MAX_OPERATIONS_BYTES, AppliedPatch, GraphLayout
from services.common.contract.graphs.graph import OperationError as ReportedError
from services.common.contract.graphs.graph_requests import ApplyPatch, ConvertGraph, Layout
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text
from services.executor.adapters.graph_ids import new_id
from services.executor.domain.patch_summary import summarize_patch

if TYPE_CHECKING:
    from engines.graph.patch.values import Applied, Operation, OperationError

MAX_ERRORS = 100
# Lengths of an error as the contract states them: a patch may quote texts of any length.
MAX_MESSAGE = 2_000
MAX_ALTERNATIVE = 256
TOO_LARGE = Text(f"改动后的图超过 {MAX_GRAPH_BYTES} 字节。", f"The changed graph would exceed {MAX_GRAPH_BYTES} bytes.")
TOO_MANY_OPERATIONS = Text(
    f"这次改动的操作超过 {MAX_OPERATIONS_BYTES} 字节。", f"The operations would exceed {MAX_OPERATIONS_BYTES} bytes."
)
NO_LIST = Text("操作应是一个 JSON 数组。", "The operations are a JSON array.")


def apply_operations(request: ApplyPatch, language: Language) -> AppliedPatch:
    """Return the result of applying the operations to a copy of the graph. Raises GRAPH_INVALID."""
    from engines.graph.json_form import parse_graph
    from engines.graph.node_types.json_form import load_types
    from engines.graph.patch.apply import apply_patch
    from engines.graph.patch.rebase import rebase
    from engines.graph.patch.values import Author, Conflict, Rejected

    with map_invalid_graph():
        graph, types = parse_graph(request.graph.content), load_types(request.nodes.node_types)
        since = [operation for part in request.since for operation in _parse_operations(part)]
    try:
        operations = _parse_operations(request.operations)
    except FieldError as error:
        return _reject(Text(error.text.zh, error.text.en), language)
    if since:
        rebased = rebase(operations, since)
        if isinstance(rebased, Conflict):
            return AppliedPatch(conflicts=tuple(one.pointer for one in rebased.collisions)[:MAX_ERRORS])
        operations = list(rebased)
    author = Author.USER if request.resolved else Author.ASSISTANT
    if request.applied_before:
        author = Author.REBASE if request.since else Author.HISTORY
    outcome = apply_patch(graph, operations, types, new_id, author=author)
    if isinstance(outcome, Rejected):
        return AppliedPatch(errors=tuple(_report(error, language) for error in outcome.errors[:MAX_ERRORS]))
    return _to_result(outcome, request, language)


def place_nodes(request: Layout) -> GraphLayout:
    """Return the operations that place the nodes of a graph. Raises GRAPH_INVALID."""
    from engines.graph.json_form import parse_graph
    from engines.graph.json_values import dump_json
    from engines.graph.layout.arrangement import arrange_graph, list_moves
    from engines.graph.node_types.json_form import load_types
    from engines.graph.patch.apply import apply_patch
    from engines.graph.patch.values import Applied, Author

    with map_invalid_graph():
        graph = parse_graph(request.graph.content)
        types = load_types(request.nodes.node_types if request.nodes else b"")
        if request.operations:
            applied = apply_patch(graph, _parse_operations(request.operations), types, new_id, author=Author.USER)
            if not isinstance(applied, Applied):
                raise ReflowError(Code.PATCH_REJECTED, details=str(applied.errors[0]))
            graph = applied.graph
        operations = list_moves(graph, arrange_graph(graph, types, everything=request.all))
    return GraphLayout(dump_json(list(operations)).encode(), len(operations))


def convert_graph(request: ConvertGraph) -> bytes:
    """Return a graph in another form, the form detected where none is named. Raises GRAPH_INVALID."""
    from engines.graph.formats import Format, export_graph, import_graph
    from engines.graph.formats.comfyui.value_names import name_values
    from engines.graph.json_values import dump_json
    from engines.graph.node_types.core_types import load_core_types
    from engines.graph.node_types.json_form import load_types

    with map_invalid_graph():
        source = Format(request.from_format) if request.from_format else None
        types = {**load_core_types(), **load_types(request.nodes.node_types if request.nodes else b"")}
        graph = name_values(import_graph(request.content, source, types).graph, types)
        exported = export_graph(graph, Format(request.to_format or Format.REFLOW), types)
        content = dump_json(exported.document).encode()
    if len(content) > MAX_GRAPH_BYTES:
        raise ReflowError(Code.GRAPH_INVALID, TOO_LARGE, field="content")
    return content


def _to_result(outcome: "Applied", request: ApplyPatch, language: Language) -> AppliedPatch:

    from engines.graph.json_form import serialize_graph
    from engines.graph.json_values import dump_json

    content = serialize_graph(outcome.graph).encode()
    if len(content) > MAX_GRAPH_BYTES:
        return _reject(TOO_LARGE, language)
    operations = dump_json(list(outcome.operations)).encode()
    if len(operations) > MAX_OPERATIONS_BYTES:
        return _reject(TOO_MANY_OPERATIONS, language)
    return AppliedPatch(
        operations=operations,
        inverse=dump_json(list(outcome.inverse)).encode() if request.with_content else b"",
        created_node_ids=outcome.created,
        removed_edge_ids=outcome.removed_edges,
        summary=summarize_patch(outcome.operations, language),
        content=content if request.with_content else b"",
    )


def _parse_operations(content: bytes) -> "list[Operation]":
    """Return the operations of a JSON array. Raises FieldError."""
    from engines.graph.json_values import load_json

    value: Any = load_json(content)
    if not isinstance(value, list):
        raise FieldError("", NO_LIST)
    return value


def _reject(text: Text, language: Language) -> AppliedPatch:
    return AppliedPatch(errors=(ReportedError(0, "", "TOO_LARGE", text.pick(language)),))


def _report(error: "OperationError", language: Language) -> ReportedError:
    message = error.text.pick(language)[:MAX_MESSAGE]
    alternatives = tuple(alternative[:MAX_ALTERNATIVE] for alternative in error.alternatives)
    return ReportedError(error.index, error.pointer, error.reason, message, alternatives, error.local_id)


@contextmanager
def map_invalid_graph() -> Iterator[None]:
    """Raise GRAPH_INVALID, naming the place, for a FieldError of the engine."""
    try:
        yield
    except FieldError as error:
        where = error.field or "/"
        text = Text(f"图的 {where} 处有误：{error.text.zh}", f"Invalid graph at {where}: {error.text.en}")
        raise ReflowError(Code.GRAPH_INVALID, text, field=f"content{error.field}"[:256], node="executor") from error
