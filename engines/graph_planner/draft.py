"""A graph while the clauses of a text change it, and the operations of the change."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from engines.graph.graph import Edge, Graph, Mode
from engines.graph.json_values import join_pointer
from engines.graph.node_types.node_type import JSON, NodeType, NodeTypes
from engines.graph.patch.values import Operation
from engines.graph_planner.grammar.names import Senses
from services.common.text.language import Text

Link = tuple[str, str, str, str]
"""Source, its handle, target, its handle."""


@dataclass(slots=True)
class DraftNode:
    """A node of the draft. `clause` is the clause that added it, None for a node of the graph."""

    id: str
    type: str
    title: str | None
    mode: Mode
    data: dict[str, JSON]
    clause: int | None = None


@dataclass(frozen=True, slots=True)
class DraftState:
    """A snapshot of a draft."""

    nodes: tuple[DraftNode, ...]
    links: Mapping[Link, int | None]
    created: tuple[str, ...]
    touched: tuple[str, ...]
    explanation: tuple[Text, ...]
    changed_by: Mapping[str, int]
    stated: Mapping[tuple[str, str], tuple[int, JSON]]


@dataclass(slots=True)
class Draft:
    """A graph that clauses change.

    Attributes:
        clause: number of the clause that is being applied; every operation belongs to one.
        created: ids of the added nodes, in order.
        touched: ids of the nodes that the text named last, for "it".
        explanation: what each clause changes.
        last_named: the senses of the last name, for "the second one".
        topic: the last clause that only named the topic of the next: "the blur is too strong".
        placed: the last clause that inserted a node, and the node.
        freed: ids of the nodes that fed a removed node: "and put the image straight into the save".
        consulted: ids of the nodes whose values a clause has read: "the same seed as the base".
        last_set: the last clause that named a parameter to set, and its names: "base to 30 steps and refiner to 15".
        stated: clause and value of each parameter of a new node, by node and name, stated since the last verb.

    """

    graph: Graph
    types: NodeTypes
    nodes: dict[str, DraftNode] = field(init=False)
    links: dict[Link, int | None] = field(init=False)
    clause: int = 0
    created: list[str] = field(default_factory=list)
    touched: list[str] = field(default_factory=list)
    explanation: list[Text] = field(default_factory=list)
    changed_by: dict[str, int] = field(default_factory=dict)
    last_named: Senses = frozenset()
    last_set: tuple[int, frozenset[str]] = (-1, frozenset())
    topic: int = -2
    placed: tuple[int, str] = (-2, "")
    freed: list[str] = field(default_factory=list)
    consulted: set[str] = field(default_factory=set)
    stated: dict[tuple[str, str], tuple[int, JSON]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.nodes = {
            node.id: DraftNode(node.id, node.type, node.title, node.mode, dict(node.data))
            for node in self.graph.nodes.values()
        }
        self.links = dict.fromkeys(list_graph_links(self.graph))

    def save(self) -> "DraftState":
        """Return the state of the draft, to restore it if a clause fails halfway."""
        nodes = tuple(replace(node, data=dict(node.data)) for node in self.nodes.values())
        return DraftState(
            nodes,
            dict(self.links),
            tuple(self.created),
            tuple(self.touched),
            tuple(self.explanation),
            dict(self.changed_by),
            dict(self.stated),
        )

    def restore(self, state: "DraftState") -> None:
        """Undo all changes since *state*."""
        self.nodes = {node.id: replace(node, data=dict(node.data)) for node in state.nodes}
        self.links, self.changed_by = dict(state.links), dict(state.changed_by)
        self.created, self.touched = list(state.created), list(state.touched)
        self.explanation, self.stated = list(state.explanation), dict(state.stated)

    def find_type(self, node_id: str) -> NodeType | None:
        """Return the type of a node, None if it is unknown."""
        return self.types.get(self.nodes[node_id].type)

    def add_node(self, full_name: str, data: Mapping[str, JSON] | None = None) -> str:
        """Add a node and return its provisional id, which is its `localId` in the operations."""
        number = len(self.created) + 1
        local_id = f"new{number}"
        while local_id in self.nodes:
            local_id += "_"
        self.nodes[local_id] = DraftNode(local_id, full_name, None, Mode.ACTIVE, dict(data or {}), self.clause)
        self.created.append(local_id)
        return local_id

    def remove_node(self, node_id: str) -> None:
        """Remove a node and its links."""
        del self.nodes[node_id]
        sources = [link[0] for link in self.links_into(node_id)]
        self.freed = [one for one in dict.fromkeys([*self.freed, *sources]) if one != node_id]
        self.links = {link: clause for link, clause in self.links.items() if node_id not in (link[0], link[2])}
        self.changed_by[node_id] = self.clause
        self.touched = [one for one in self.touched if one != node_id]
        self.created = [one for one in self.created if one != node_id]

    def link(self, link: Link) -> None:
        """Add a link; it replaces another link of an input that accepts only one."""
        node_type = self.find_type(link[2])
        slot = node_type.find_input(link[3]) if node_type else None
        if slot is None or not slot.multiple_links:
            for other in self.links_into(link[2], link[3]):
                if other != link:
                    self.unlink(other)
        self.links.setdefault(link, self.clause)

    def unlink(self, link: Link) -> None:
        """Remove a link."""
        del self.links[link]
        self.changed_by["\0".join(link)] = self.clause

    def links_into(self, node_id: str, handle: str | None = None) -> list[Link]:
        """Return the links that end in a node, or in one of its inputs."""
        return [link for link in self.links if link[2] == node_id and handle in (None, link[3])]

    def links_from(self, node_id: str) -> list[Link]:
        """Return the links that start from a node."""
        return [link for link in self.links if link[0] == node_id]

    def change(self, node_id: str) -> DraftNode:
        """Return a node for a change, and record the change."""
        self.changed_by[node_id] = self.clause
        return self.nodes[node_id]

    def order(self, node_ids: Iterable[str]) -> list[str]:
        """Return *node_ids* in the order of the flow; unordered nodes by their creation."""
        position = {node_id: index for index, node_id in enumerate(self.nodes)}
        waiting = {node_id: {link[0] for link in self.links_into(node_id)} & position.keys() for node_id in position}
        ranks: dict[str, int] = {}
        ready = [one for one, sources in waiting.items() if not sources]
        targets: dict[str, list[str]] = {}
        for link in self.links:
            targets.setdefault(link[0], []).append(link[2])
        while ready:
            current = min(ready, key=position.__getitem__)
            ready.remove(current)
            ranks[current] = len(ranks)
            for target in dict.fromkeys(targets.get(current, ())):
                waiting[target].discard(current)
                if not waiting[target] and target not in ranks and target not in ready:
                    ready.append(target)
        end = len(ranks)
        new = {node_id: self.nodes[node_id].clause is not None for node_id in position}
        return sorted(node_ids, key=lambda one: (new[one], ranks.get(one, end), position[one]))

    def list_reachable(self, node_id: str, *, is_after: bool) -> list[str]:
        """Return the nodes that a node feeds, or those that feed it, directly or through others."""
        found: dict[str, None] = {}
        waiting = [node_id]
        while waiting:
            current = waiting.pop()
            links = self.links_from(current) if is_after else self.links_into(current)
            following = [link[2] if is_after else link[0] for link in links]
            waiting += [one for one in following if one not in found]
            found.update(dict.fromkeys(following))
        return self.order(found)

    def to_operations(self) -> tuple[list[Operation], list[int]]:
        """Return the operations of the change, and the number of the clause of each."""
        operations: list[Operation] = []
        clauses: list[int] = []

        def append(clause: int | None, op: str, path: str, **value: JSON) -> None:
            operations.append({"op": op, "path": path, **value})
            clauses.append(clause or 0)

        for edge in self.graph.edges.values():
            link = _to_link(edge)
            if link not in self.links and edge.source in self.nodes and edge.target in self.nodes:
                append(self.changed_by.get("\0".join(link)), "remove", join_pointer("edges", edge.id))
        for node_id in self.graph.nodes:
            if node_id not in self.nodes:
                append(self.changed_by.get(node_id), "remove", join_pointer("nodes", node_id))
        for node in self.nodes.values():
            if node.clause is not None:
                value: dict[str, JSON] = {"localId": node.id, "type": node.type, "data": node.data}
                if node.title is not None:
                    value["title"] = node.title
                if node.mode is not Mode.ACTIVE:
                    value["mode"] = node.mode.value
                append(node.clause, "add", "/nodes/-", value=value)
            else:
                self._append_changes(node, append)
        for link, clause in self.links.items():
            if clause is not None:
                append(clause, "add", "/edges/-", value=self._to_edge(link))
        return operations, clauses

    def _append_changes(self, node: DraftNode, append: Callable[..., None]) -> None:
        before, clause = self.graph.nodes[node.id], self.changed_by.get(node.id)
        if node.title != before.title:
            append(clause, "add", join_pointer("nodes", node.id, "title"), value=node.title)
        if node.mode != before.mode:
            append(clause, "add", join_pointer("nodes", node.id, "mode"), value=node.mode.value)
        for name, value in node.data.items():
            if name not in before.data or before.data[name] != value:
                op = "replace" if name in before.data else "add"
                append(clause, op, join_pointer("nodes", node.id, "data", name), value=value)

    def _to_edge(self, link: Link) -> dict[str, JSON]:
        source, target = self.nodes[link[0]], self.nodes[link[2]]
        return {
            "sourceLocalId" if source.clause is not None else "source": link[0],
            "sourceHandle": link[1],
            "targetLocalId" if target.clause is not None else "target": link[2],
            "targetHandle": link[3],
        }


def list_graph_links(graph: Graph) -> list[Link]:
    """Return the links of a graph."""
    return [_to_link(edge) for edge in graph.edges.values()]


def _to_link(edge: Edge) -> Link:
    return edge.source, edge.source_handle, edge.target, edge.target_handle
