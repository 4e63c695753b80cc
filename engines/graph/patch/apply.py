"""Application of a patch: all operations or none."""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engines.graph.errors import GraphInvalid
from engines.graph.finding import Finding, Reason
from engines.graph.graph import Graph, Node
from engines.graph.json_form import edge_from_json, graph_to_json, group_from_json, node_from_json
from engines.graph.json_values import dump_json, join_pointer
from engines.graph.limits import DEFAULT_LIMITS, GraphLimits
from engines.graph.node_types.node_type import NodeTypes
from engines.graph.patch.document import Document, PointerUnknown, ValueDiffers, parse_pointer
from engines.graph.patch.operations import OperationInvalid, ParsedOperation, parse_operations, reject
from engines.graph.patch.resolution import TABLES, Resolution
from engines.graph.patch.values import Applied, Author, Operation, OperationError, Rejected
from engines.graph.patch.written_pointers import WrittenPointers
from engines.graph.validation.alternatives import nearest
from engines.graph.validation.graph_validator import check_group, check_type
from engines.graph.validation.links import LinkValidator
from engines.graph.validation.parameters import check_parameter
from engines.graph.validation.slots import find_type, is_known
from services.common.text.language import Text

MAX_ERRORS = 100
"""Maximum number of reported errors of one patch."""
_PARSERS = {"nodes": node_from_json, "edges": edge_from_json, "groups": group_from_json}
# Properties that concurrent changes can break; the others were validated when the patch was first applied.
_SHARED = frozenset(
    {Reason.NODE_UNKNOWN, Reason.GROUP_UNKNOWN, Reason.INPUT_OCCUPIED, Reason.EDGE_DUPLICATE, Reason.CYCLE}
)
Key = tuple[str, str]


def apply_patch(
    graph: Graph,
    operations: Sequence[Operation],
    types: NodeTypes,
    new_id: Callable[[], str],
    *,
    author: Author = Author.ASSISTANT,
    limits: GraphLimits = DEFAULT_LIMITS,
) -> Applied | Rejected:
    """Apply *operations* to *graph*, all or none.

    Args:
        graph: the graph; its existing violations (an imported graph may have some) are not reported.
        operations: untrusted JSON values.
        types: the node types by full name. The slots that a foreign document defines for a node are added.
        new_id: returns a new sortable id at each call, such as a UUID version 7.
        author: determines whether ids, positions and groups may be set.
        limits: limits of the patch and of the result.

    """
    parsed, errors = parse_operations(operations, limits)
    if errors:
        return Rejected(tuple(errors[:MAX_ERRORS]))
    return _Patch(graph, types, new_id, author, limits).run(parsed)


class _Patch:
    """The application of one patch to a copy."""

    def __init__(
        self, graph: Graph, types: NodeTypes, new_id: Callable[[], str], author: Author, limits: GraphLimits
    ) -> None:
        self._graph = graph
        self._types = types
        self._limits = limits
        self._author = author
        self._is_user = author is Author.USER
        self._document = Document(graph_to_json(graph))
        self._resolution = Resolution(self._document, types, new_id, author)
        self._applied: list[Operation] = []
        self._inverse: list[Operation] = []
        self._errors: list[OperationError] = []
        self._removed_edges: list[str] = []
        self._created: list[str] = []
        self._failed: set[str] = set()
        self._written = WrittenPointers(author)
        # Entries that the patch changes, by table and id, with the last operation that changed them.
        self._touched: dict[Key, int] = {}
        self._parameters: dict[Key, int] = {}
        self._retyped: dict[str, int] = {}

    def run(self, operations: Sequence[ParsedOperation]) -> Applied | Rejected:
        self._written.declare(operations)
        self._resolution.declare(operations)
        for operation in self._resolution.order(operations):
            try:
                self._apply_operation(operation)
            except OperationInvalid as invalid:
                self._errors.append(invalid.error)
                self._note_failure(operation)
                if invalid.error.reason is Reason.TEST_FAILED:
                    return Rejected((invalid.error,))  # the patch expects another graph
        graph = self._build_graph()
        if graph is not None:
            self._errors += self._validate(graph)
        if self._errors or graph is None:
            errors = sorted(map(self._written.restore, self._errors), key=lambda error: error.index)
            return Rejected(tuple(dict.fromkeys(errors))[:MAX_ERRORS])
        return Applied(
            graph,
            tuple(self._applied),
            tuple(reversed(self._inverse)),
            tuple(node_id for node_id in self._created if node_id in graph.nodes),
            tuple(self._removed_edges),
            {name: node_id for name, node_id in self._resolution.local_ids.items() if node_id in graph.nodes},
        )

    def _apply_operation(self, operation: ParsedOperation) -> None:
        try:
            for plain in self._resolution.resolve(operation):
                self._own(plain)
                undo = self._document.apply(plain)
                self._record(plain, undo, operation)
        except PointerUnknown as error:
            raise self._describe_pointer(operation, error) from None
        except ValueDiffers as error:
            actual = dump_json(error.actual)[:200]
            zh, en = f"值不同：现在是 {actual}。", f"The value differs: it is {actual}."
            raise reject(operation.index, operation.pointer, Reason.TEST_FAILED, zh, en) from None

    def _own(self, plain: Operation) -> None:
        """Copy the entries that *plain* changes, because the document shares their values with the graph."""
        for member in ("path", "from"):
            tokens = parse_pointer(str(plain.get(member, "")))
            if len(tokens) > 2 and plain["op"] != "test" and (tokens[0], tokens[1]) not in self._touched:
                table = self._document.form[tokens[0]]
                if tokens[1] in table:
                    table[tokens[1]] = copy.deepcopy(table[tokens[1]])

    def _record(self, plain: Operation, undo: Sequence[Operation], operation: ParsedOperation) -> None:
        self._applied.append(plain)
        if plain["op"] == "test":
            return
        self._inverse += reversed(undo)
        for member, written in (("path", operation.path), ("from", operation.source)):
            tokens = parse_pointer(str(plain.get(member, "")))
            if len(tokens) >= 2:
                self._touch(tokens, plain, operation)
                is_added = plain["op"] == "add" and len(tokens) == 2
                self._written.record(tokens, written, operation, is_added=is_added)

    def _touch(self, tokens: tuple[str, ...], plain: Operation, operation: ParsedOperation) -> None:
        table, key = tokens[:2]
        self._touched[table, key] = operation.index
        is_whole = len(tokens) == 2
        if table == "nodes" and is_whole and plain["op"] == "add":
            self._created.append(key)
        if table == "edges" and is_whole and plain["op"] == "remove" and operation.path[0] == "nodes":
            self._removed_edges.append(key)
        if table == "nodes" and (is_whole or tokens[2] in ("type", "data")):
            if is_whole or tokens[2] == "type":
                self._retyped[key] = operation.index
            elif len(tokens) > 3:
                self._parameters[key, tokens[3]] = operation.index
            if is_whole or len(tokens) == 3:
                entry = self._document.form["nodes"].get(key, {})
                data = entry.get("data") if isinstance(entry, dict) else None
                for name in data if isinstance(data, dict) else ():
                    self._parameters[key, name] = operation.index

    def _note_failure(self, operation: ParsedOperation) -> None:
        """Record the node that was not added, so that its links are not reported, too."""
        value = operation.value
        if operation.op == "add" and isinstance(value, dict) and isinstance(value.get("localId"), str):
            self._failed.add(self._resolution.local_ids.get(str(value["localId"]), ""))

    def _describe_pointer(self, operation: ParsedOperation, error: PointerUnknown) -> OperationInvalid:
        known = [choice for choice in error.choices if not self._written.is_new(choice)]
        choices = nearest(error.tokens[-1], known) if error.tokens else ()
        prefix = join_pointer(*error.tokens[:-1])
        is_source = error.tokens == operation.source[: len(error.tokens)] and bool(operation.source)
        pointer = join_pointer(*operation.source) if is_source else operation.pointer
        where = join_pointer(*error.tokens)[:200]
        return reject(
            operation.index, pointer, Reason.POINTER_UNKNOWN,
            f"图中没有 {where}。", f"There is no {where} in the graph.",
            tuple(f"{prefix}{join_pointer(choice)}" for choice in choices),
        )  # fmt: skip

    def _build_graph(self) -> Graph | None:
        """Return the graph of the document. Unchanged entries are the same objects."""
        form, tables = self._document.form, {}
        for table in TABLES:
            tables[table] = dict(getattr(self._graph, table))
            limit = getattr(self._limits, table)
            if len(form[table]) > max(limit, len(tables[table])):
                last = max((index for (name, _), index in self._touched.items() if name == table), default=0)
                text = Text(f"{table} 不能超过 {limit} 个。", f"There can be at most {limit} {table}.")
                self._errors.append(OperationError(last, f"/{table}", Reason.TOO_LARGE, text))
                return None
        for (table, key), index in self._touched.items():
            tables[table].pop(key, None)
            if key in form[table]:
                try:
                    tables[table][key] = _PARSERS[table](key, form[table][key], self._limits)
                except GraphInvalid as error:
                    self._errors.append(
                        OperationError(index, error.field[:1000], Reason.MALFORMED_OPERATION, error.text)
                    )
                    self._failed.add(key)
        return replace(self._graph, **tables)

    def _validate(self, graph: Graph) -> Iterator[OperationError]:
        match self._author:
            case Author.HISTORY:
                return iter(())
            case Author.REBASE:
                return (error for error in self._validate_all(graph) if error.reason in _SHARED)
            case _:
                return self._validate_all(graph)

    def _validate_all(self, graph: Graph) -> Iterator[OperationError]:
        for key, index in self._touched.items():
            if key[0] == "nodes" and key[1] in graph.nodes:
                yield from _to_errors(index, self._validate_node(graph, graph.nodes[key[1]]))
        for (node_id, name), index in self._parameters.items():
            node = graph.nodes.get(node_id)
            node_type = find_type(node, self._types) if node else None
            if node is not None and node_type is not None and is_known(node, self._types) and name in node.data:
                yield from _to_errors(index, check_parameter(node, node_type, name))
        yield from self._validate_edges(graph)

    def _validate_node(self, graph: Graph, node: Node) -> Iterator[Finding]:
        yield from check_group(graph, node)
        known_before = node.id in self._graph.nodes and self._graph.nodes[node.id].type == node.type
        # A node with slots of its document was imported: the undo of its removal restores it.
        restored = self._is_user and bool(node.extra)
        if node.id in self._retyped and not known_before and not restored:
            for finding in check_type(node, self._types):
                self._failed.add(node.id)
                yield finding

    def _validate_edges(self, graph: Graph) -> Iterator[OperationError]:
        touched = {key: index for (table, key), index in self._touched.items() if table == "edges"}
        for edge in graph.edges.values():
            for node_id in (edge.source, edge.target):
                if node_id in self._retyped:
                    touched.setdefault(edge.id, self._retyped[node_id])
        if not touched:
            return
        links = LinkValidator(graph, self._types, self._written.name_entries(self._resolution.local_ids))
        has_cycle = bool(links.find_cycle())
        for edge_id, index in sorted(touched.items(), key=lambda item: item[1]):
            if edge_id not in graph.edges:
                continue
            edge = graph.edges[edge_id]
            if self._failed & {edge.source, edge.target, edge.id}:
                continue
            yield from _to_errors(index, links.check_edge(edge))
            former = self._graph.edges.get(edge_id)
            is_moved = former is None or (former.source, former.target) != (edge.source, edge.target)
            if has_cycle and is_moved:
                yield from _to_errors(index, links.check_cycle(edge))


def _to_errors(index: int, findings: Iterator[Finding]) -> Iterator[OperationError]:
    for finding in findings:
        yield OperationError(index, finding.pointer, finding.reason, finding.text, finding.alternatives)
