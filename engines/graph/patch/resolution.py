"""Resolves an author's operations to plain RFC 6902 on our JSON form: ids instead of "-", indices and local ids."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from engines.graph.finding import Reason
from engines.graph.frontend_types import FRONTEND_TYPES
from engines.graph.json_values import join_pointer, same_json
from engines.graph.node_types.node_type import NodeTypes
from engines.graph.patch.document import Document, PointerUnknown, Tokens
from engines.graph.patch.operations import ParsedOperation, reject
from engines.graph.patch.values import Author, Operation
from engines.graph.validation.alternatives import nearest
from engines.graph.validation.parameters import exists
from engines.graph.validation.slots import WIDGETS
from services.common.text.choices import list_names

TABLES = ("nodes", "edges", "groups")
# Members that the author of an operation may write, below a node, an edge or a group.
_MEMBERS = {
    "nodes": ("type", "title", "mode", "group", "data"),
    "edges": ("source", "sourceHandle", "target", "targetHandle"),
    "groups": ("title", "color"),
}
_PLACED = ("position", "size", "placedByUser")
_DEFAULTS = {"title": None, "mode": "active", "group": None, "position": None, "size": None, "placedByUser": False}
_NEW_MEMBERS = {
    "nodes": ("localId", "type", "data", "title", "mode", "group"),
    "edges": (
        "source", "sourceLocalId", "sourceHandle", "target", "targetLocalId", "targetHandle",
    ),
    "groups": ("title", "color"),
}  # fmt: skip


class Resolution:
    """Resolves the operations of one patch, one after the other, against the current document."""

    def __init__(self, document: Document, types: NodeTypes, new_id: Callable[[], str], author: Author) -> None:
        self._document = document
        self._types = types
        self._next_id = new_id
        self._is_user = author is not Author.ASSISTANT
        self._restores = author in (Author.HISTORY, Author.REBASE)
        self._declared: set[str] = set()
        self.local_ids: dict[str, str] = {}

    def _new_id(self) -> str:
        while (new_id := self._next_id()) in self._document.form["nodes"] or new_id in self._document.form["edges"]:
            pass
        return new_id

    def declare(self, operations: Iterable[ParsedOperation]) -> None:
        """Assign an id to each `localId` of the patch: an edge may precede its nodes."""
        for operation in operations:
            value = operation.value
            if operation.op == "add" and operation.path == ("nodes", "-") and isinstance(value, Mapping):
                local_id = value.get("localId")
                if isinstance(local_id, str):
                    self.local_ids.setdefault(local_id, self._new_id())

    def order(self, operations: Sequence[ParsedOperation]) -> list[ParsedOperation]:
        """Return *operations* with the links that name a local id before its node moved to the end.

        The inverse thus removes a link before its nodes, and every prefix of a patch results in a graph.
        """
        added: set[str] = set()
        ordered: list[ParsedOperation] = []
        deferred: list[ParsedOperation] = []
        pending = {
            str(op.value["localId"]) for op in operations if isinstance(op.value, Mapping) and "localId" in op.value
        }
        for operation in operations:
            value = operation.value if isinstance(operation.value, Mapping) else {}
            if operation.path == ("nodes", "-") and "localId" in value:
                added.add(str(value["localId"]))
            names = {str(value.get(name)) for name in ("source", "sourceLocalId", "target", "targetLocalId")}
            is_early = operation.path == ("edges", "-") and bool(names & (pending - added))
            (deferred if is_early else ordered).append(operation)
        return ordered + deferred

    def resolve(self, operation: ParsedOperation) -> Iterator[Operation]:
        """Yield the plain operations for *operation*. Raises OperationInvalid or PointerUnknown.

        An operation is resolved after the previous one has been applied.
        """
        is_new = operation.op in ("add", "copy", "move") and len(operation.path) == 2
        path = operation.path if is_new else self._resolve_index(operation.path)
        if operation.op == "test":
            yield {"op": "test", "path": join_pointer(*path), "value": operation.value}
        elif len(path) == 2 and path[0] in TABLES:
            yield from self._resolve_entry(operation, path)
        else:
            self._check_member(operation, path)
            source = self._resolve_index(operation.source)
            if operation.op == "move":
                self._check_member(operation, source)
            yield from self._resolve_member(operation, source, path)

    def _resolve_entry(self, operation: ParsedOperation, path: Tokens) -> Iterator[Operation]:
        table = path[0]
        match operation.op:
            case "add":
                yield self._resolve_new(operation, table, path[1], operation.value)
            case "copy" if table == "nodes" and operation.source[:1] == ("nodes",) and len(operation.source) == 2:
                value = deepcopy(dict(self._document.get(self._resolve_index(operation.source))))
                for name in _PLACED:
                    value.pop(name, None)
                yield self._add(table, self._choose_id(operation, table, path[1]), value)
            case "remove":
                yield from self._remove(table, path[1])
            case _:
                members = _MEMBERS[table]
                raise reject(
                    operation.index, operation.pointer, Reason.POINTER_NOT_ALLOWED,
                    f"不能整个替换或移动；请修改它的 {'、'.join(members)}，或者删除后再添加。",
                    f"An entry is not replaced or moved whole; change its {', '.join(members)}, or remove and add.",
                    tuple(f"{join_pointer(*path)}/{member}" for member in members),
                )  # fmt: skip

    def _resolve_new(self, operation: ParsedOperation, table: str, key: str, value: object) -> Operation:
        if not isinstance(value, Mapping):
            zh, en = "要添加的内容应是一个对象。", "What is added is an object."
            raise reject(operation.index, "/value", Reason.MALFORMED_OPERATION, zh, en)
        new_id = self._choose_id(operation, table, key)
        form = dict(value)
        self._check_new_members(operation, table, form)
        if table == "nodes":
            new_id = self._take_local_id(operation, form, new_id)
            form.setdefault("data", {})
            self._take_value_names(form)
            self._add_defaults(form)
        if table == "edges":
            self._resolve_end(operation, form, "source")
            self._resolve_end(operation, form, "target")
        return self._add(table, new_id or self._new_id(), form)

    def _add(self, table: str, new_id: str, form: Mapping[str, Any]) -> Operation:
        return {"op": "add", "path": join_pointer(table, new_id or self._new_id()), "value": dict(form)}

    def _choose_id(self, operation: ParsedOperation, table: str, key: str) -> str:
        """Return the id that the author supplies; "" if one must be assigned."""
        if key == "-":
            return ""
        if not self._is_user:
            pointer = f"/{table}/-"
            zh, en = f"id 由系统分配：请添加到 {pointer}。", f"Ids are assigned: add to {pointer}."
            raise reject(operation.index, operation.pointer, Reason.ID_SUPPLIED, zh, en, (pointer,))
        if self._document.has((table, key)):
            zh, en = f"已有 id“{key}”。", f'The id "{key}" exists.'
            raise reject(operation.index, operation.pointer, Reason.ID_EXISTS, zh, en)
        return key

    def _check_new_members(self, operation: ParsedOperation, table: str, form: Mapping[str, Any]) -> None:
        allowed = _NEW_MEMBERS[table] + ((*_PLACED, "extra") if self._is_user else ())
        for name in form:
            if name in allowed:
                continue
            pointer = join_pointer("value", name)
            if name == "id":
                zh, en = "id 由系统分配，请不要提供。", "Ids are assigned; do not supply one."
                raise reject(operation.index, pointer, Reason.ID_SUPPLIED, zh, en)
            if name in _PLACED:
                zh, en = "位置由布局决定，请不要提供。", "Layout assigns positions; do not supply one."
                raise reject(operation.index, pointer, Reason.POSITION_SUPPLIED, zh, en)
            names = list_names(allowed)
            zh, en = f"没有“{name}”这一项；可用：{names.zh}。", f'There is no member "{name}"; there are: {names.en}.'
            raise reject(operation.index, pointer, Reason.MALFORMED_OPERATION, zh, en, nearest(name, allowed))

    def _take_local_id(self, operation: ParsedOperation, form: dict[str, Any], new_id: str) -> str:
        if "localId" not in form:
            return new_id
        local_id = form.pop("localId")
        if not isinstance(local_id, str) or not local_id or new_id:
            zh, en = "localId 应是非空的文字，且只用于 /nodes/-。", "A localId is a text, for /nodes/- alone."
            raise reject(operation.index, "/value/localId", Reason.MALFORMED_OPERATION, zh, en)
        if local_id in self._declared:
            zh, en = f"localId“{local_id}”用了两次。", f'The localId "{local_id}" is used twice.'
            raise reject(operation.index, "/value/localId", Reason.LOCAL_ID_DUPLICATE, zh, en)
        self._declared.add(local_id)
        return self.local_ids[local_id]

    def _take_value_names(self, form: dict[str, Any]) -> None:
        """Give a new node the slots and names of values of a node of its type, if only that one has these names.

        Thus a copy of a node retains the values that an imported document does not name, "widget_0".
        """
        node_type, data = self._types.get(str(form.get("type"))), form["data"]
        if not isinstance(data, Mapping) or "extra" in form or self._restores:
            return
        names = {name for name in data if node_type is None or node_type.find_parameter(name) is None}
        nodes = [node for node in self._document.form["nodes"].values() if node.get("type") == form.get("type")]
        models = [node for node in nodes if names <= set(_list_value_names(node))] if names else []
        if models:
            same = next((node for node in models if same_json(node.get("data"), dict(data))), models[0])
            form["extra"] = deepcopy(same["extra"])

    def _add_defaults(self, form: dict[str, Any]) -> None:
        node_type = self._types.get(str(form.get("type"))) or FRONTEND_TYPES.get(str(form.get("type")))
        data = form.get("data", {})
        if node_type is None or not isinstance(data, Mapping) or self._restores:
            return
        complete = dict(data)
        for parameter in node_type.parameters:
            if parameter.default is not None and exists(parameter, complete):
                complete.setdefault(parameter.name, parameter.default)
        form["data"] = complete

    def _resolve_end(self, operation: ParsedOperation, form: dict[str, Any], end: str) -> None:
        local_id = form.pop(f"{end}LocalId", None)
        if local_id is None:
            # A model often uses a local id in place of an id, which is unambiguous.
            given = form.get(end)
            if isinstance(given, str) and given in self.local_ids and not self._document.has(("nodes", given)):
                form[end] = self.local_ids[given]
            return
        pointer = f"/value/{end}LocalId"
        if end in form:
            zh, en = f"{end} 和 {end}LocalId 只能写一个。", f"Give {end} or {end}LocalId, not both."
            raise reject(operation.index, pointer, Reason.MALFORMED_OPERATION, zh, en)
        if not isinstance(local_id, str) or local_id not in self.local_ids:
            zh, en = f"没有 localId“{local_id}”。", f'There is no localId "{local_id}".'
            alternatives = nearest(str(local_id), self.local_ids)
            raise reject(operation.index, pointer, Reason.LOCAL_ID_UNKNOWN, zh, en, alternatives)
        form[end] = self.local_ids[local_id]

    def _remove(self, table: str, key: str) -> Iterator[Operation]:
        """Yield the removals of the dependents of an entry, then its own removal."""
        self._document.get((table, key))
        form = self._document.form
        if table == "nodes":
            for edge_id in [name for name, edge in form["edges"].items() if key in (edge["source"], edge["target"])]:
                yield {"op": "remove", "path": join_pointer("edges", edge_id)}
        if table == "groups":
            for node_id in [name for name, node in form["nodes"].items() if node.get("group") == key]:
                yield {"op": "remove", "path": join_pointer("nodes", node_id, "group")}
        yield {"op": "remove", "path": join_pointer(table, key)}

    def _resolve_member(self, operation: ParsedOperation, source: Tokens, path: Tokens) -> Iterator[Operation]:
        pointer = join_pointer(*path)
        if operation.op in ("add", "replace") and self._is_default(path, operation.value):
            # Our JSON form omits a member with its default.
            if self._document.has(path):
                yield {"op": "remove", "path": pointer}
            return
        match operation.op:
            case "move":
                yield {"op": "move", "from": join_pointer(*source), "path": pointer}
            case "copy":
                # Not the value of the document, which later operations change.
                yield {"op": "add", "path": pointer, "value": deepcopy(self._document.get(source))}
            case "remove":
                yield {"op": "remove", "path": pointer}
            case "replace" if not self._document.has(path) and self._can_be_absent(path):
                yield {"op": "add", "path": pointer, "value": operation.value}
            case op:
                yield {"op": op, "path": pointer, "value": operation.value}

    def _is_default(self, path: Tokens, value: object) -> bool:
        return len(path) == 3 and path[2] in _DEFAULTS and same_json(_DEFAULTS[path[2]], value)

    def _can_be_absent(self, path: Tokens) -> bool:
        """Return whether the value at *path* has a default and may be missing."""
        if len(path) == 3:
            return path[2] in (*_MEMBERS[path[0]], *_PLACED) and self._document.has(path[:2])
        return len(path) == 4 and path[2] == "data" and self._document.has(path[:3])

    def _check_member(self, operation: ParsedOperation, path: Tokens) -> None:
        """Reject a pointer to a member that this author may not change."""
        if len(path) < 3 or path[0] not in TABLES:
            choices = tuple(f"/{table}/…" for table in TABLES)
            raise reject(
                operation.index, operation.pointer, Reason.POINTER_NOT_ALLOWED,
                "指针不在图中：应以 /nodes/ID、/edges/ID 或 /groups/ID 开头。",
                "The pointer is outside the graph: it must start with /nodes/ID, /edges/ID or /groups/ID.",
                choices,
            )  # fmt: skip
        self._document.get(path[:2])
        member = path[2]
        if member in _MEMBERS[path[0]] or (self._is_user and member in _PLACED):
            return
        if member in _PLACED:
            zh, en = "位置由布局决定，请不要提供。", "Layout assigns positions; do not supply one."
            raise reject(operation.index, operation.pointer, Reason.POSITION_SUPPLIED, zh, en)
        names = _MEMBERS[path[0]]
        zh, en = (
            f"“{member}”不能修改；可用：{'、'.join(names)}。",
            f'"{member}" cannot be changed; there are: {", ".join(names)}.',
        )
        raise reject(operation.index, operation.pointer, Reason.POINTER_NOT_ALLOWED, zh, en, nearest(member, names))

    def _resolve_index(self, path: Tokens) -> Tokens:
        """Return *path* with the id in place of an array index. An id that looks like an index is an id."""
        if len(path) < 2 or path[0] not in TABLES or path[1] == "-" or self._restores:
            return path
        table: Mapping[str, Any] = self._document.form[path[0]]
        key = path[1]
        if key in table or not (key.isascii() and key.isdecimal()) or len(key) > 6:
            return path
        if path[0] == "nodes" and key in self.local_ids:
            return path
        if int(key) >= len(table):
            raise PointerUnknown(path[:2], tuple(table))
        return (path[0], list(table)[int(key)], *path[2:])


def _list_value_names(node: Mapping[str, Any]) -> list[str]:
    names = node.get("extra", {}).get(WIDGETS)
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
