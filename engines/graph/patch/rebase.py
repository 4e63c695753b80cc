"""Rebases a patch on concurrent changes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engines.graph.json_values import join_pointer
from engines.graph.patch.document import Tokens, parse_pointer
from engines.graph.patch.values import Collision, Conflict, Operation
from services.common.text.language import Text

_MAX_COLLISIONS = 20


def rebase(operations: Sequence[Operation], since: Sequence[Operation]) -> tuple[Operation, ...] | Conflict:
    """Return *operations* for the graph after *since*, or the conflicting changes.

    Args:
        operations: `Applied.operations` of the patch on its base revision.
        since: `Applied.operations` of the later revisions, oldest first.

    The operations refer to everything by id, so they do not change; this function determines whether they still have
    the same meaning. The result must be applied (`apply_patch`, Author.REBASE), since two patches can close a cycle
    together.

    """
    changes = _Changes(since)
    collisions = [found for index, operation in enumerate(operations) for found in changes.find(index, operation)]
    return Conflict(tuple(collisions[:_MAX_COLLISIONS])) if collisions else tuple(operations)


class _Changes:
    """Paths that the later patches have written and read, by entry."""

    def __init__(self, since: Sequence[Operation]) -> None:
        self._writes: dict[Tokens, list[tuple[Tokens, Operation]]] = defaultdict(list)
        self._reads: dict[Tokens, list[tuple[Tokens, Operation]]] = defaultdict(list)
        for operation in since:
            for path in find_writes(operation):
                self._writes[path[:2]].append((path, operation))
            for path in find_reads(operation):
                self._reads[path[:2]].append((path, operation))

    def find(self, index: int, operation: Operation) -> Iterator[Collision]:
        """Yield the changed paths that *operation* reads or writes, and the read paths that it changes."""
        seen: set[str] = set()
        writes, reads = tuple(find_writes(operation)), tuple(find_reads(operation))
        for path in (*writes, *reads):
            yield from _collide(index, path, self._writes[path[:2]], seen)
        for path in writes:
            yield from _collide(index, path, self._reads[path[:2]], seen)


def find_writes(operation: Operation) -> Iterator[Tokens]:
    """Yield the paths that a plain operation changes. The slot of a link is ("input NODE", HANDLE)."""
    tokens = _parse_unit(operation, "path")
    if operation.get("op") == "test" or not tokens:
        return
    yield tokens
    source = _parse_unit(operation, "from")
    if source:
        yield source
    value = operation.get("value")
    if tokens[0] == "edges" and len(tokens) == 2 and isinstance(value, Mapping):
        yield (f"input {value.get('target')}", str(value.get("targetHandle")))


def find_reads(operation: Operation) -> Iterator[Tokens]:
    """Yield the paths whose value a plain operation depends on."""
    tokens = _parse_unit(operation, "path")
    if not tokens:
        return
    value = operation.get("value")
    if operation.get("op") == "test":
        yield tokens
    if tokens[0] == "edges" and isinstance(value, Mapping):
        # A link depends on both nodes and on their types.
        for node_id in (value.get("source"), value.get("target")):
            yield ("nodes", str(node_id), "type")
    if tokens[0] == "edges" and len(tokens) == 3:
        yield tokens[:2]
        if tokens[2] in ("source", "target"):
            yield ("nodes", str(value), "type")
    if tokens[0] == "nodes" and tokens[2:3] == ("data",):
        yield ("nodes", tokens[1], "type")
    if tokens[0] == "nodes" and tokens[2:] == ("type",):
        yield ("nodes", tokens[1], "data")
    group = value.get("group") if isinstance(value, Mapping) else value if tokens[2:] == ("group",) else None
    if tokens[0] == "nodes" and isinstance(group, str):
        yield ("groups", group)


def _parse_unit(operation: Operation, member: str) -> Tokens:
    """Return the path of the member or parameter that contains the pointer: an index in it may change concurrently.

    Empty for a path outside of graphs, which `apply_patch` rejects.
    """
    try:
        tokens = parse_pointer(str(operation.get(member, ""))) if isinstance(operation, Mapping) else ()
    except ValueError:
        return ()
    return tokens[:4] if tokens[2:3] == ("data",) else tokens[:3]


def _collide(
    index: int, path: Tokens, changes: Iterable[tuple[Tokens, Operation]], seen: set[str]
) -> Iterator[Collision]:
    for changed, operation in changes:
        length = min(len(path), len(changed))
        pointer = join_pointer(*path)
        if path[:length] == changed[:length] and pointer not in seen:
            seen.add(pointer)
            yield Collision(index, pointer, operation, _describe(path, operation))


def _describe(path: Tokens, operation: Operation) -> Text:
    if path[0].startswith("input "):
        node_id, handle = path[0].removeprefix("input "), path[1]
        return Text(
            f"节点“{node_id}”的输入“{handle}”在此期间已接上别的线。",
            f'The input "{handle}" of node "{node_id}" was linked meanwhile.',
        )
    pointer = join_pointer(*path)
    if operation["op"] == "remove":
        return Text(f"{pointer} 在此期间已被删除。", f"{pointer} was removed meanwhile.")
    return Text(f"{pointer} 在此期间已被修改。", f"{pointer} was changed meanwhile.")
