"""Differences between two graphs, for readers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engines.graph.graph import Edge, Graph, Mode, Node
from engines.graph.json_values import dump_json, same_json
from engines.graph.node_types.node_type import JSON, NodeTypes
from services.common.text.language import Language, Text

_MAX_VALUE = 60


class Kind(StrEnum):
    """Kind of a difference."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


_SIGNS = {Kind.ADDED: "+", Kind.REMOVED: "-", Kind.CHANGED: "~"}
_MODES = {
    Mode.ACTIVE: Text("启用", "active"),
    Mode.MUTED: Text("停用", "muted"),
    Mode.BYPASSED: Text("绕过", "bypassed"),
}
_UNSET = Text("（未设置）", "(unset)")


@dataclass(frozen=True, slots=True)
class Difference:
    """One entry that differs. `table` is "nodes", "edges" or "groups"; `text` is one line without a sign."""

    kind: Kind
    table: str
    id: str
    text: Text

    def format(self, language: Language) -> str:
        """Return the line with its sign: "+ …", "- …", "~ …"."""
        return f"{_SIGNS[self.kind]} {self.text.pick(language)}"


def compare_graphs(before: Graph, after: Graph, types: NodeTypes | None = None) -> tuple[Difference, ...]:
    """Return the differences: removed and added nodes, their changes, links, groups. Positions are ignored."""
    names = _Names(types or {})
    return (
        *_compare_nodes(before, after, names),
        *_compare_edges(before, after, names),
        *_compare_groups(before, after),
    )


def describe_change(before: Graph, after: Graph, language: Language, types: NodeTypes | None = None) -> str:
    """Return the differences as lines of text; "" for none."""
    return "\n".join(difference.format(language) for difference in compare_graphs(before, after, types))


class _Names:
    """Names of nodes for users: the title with the id."""

    def __init__(self, types: NodeTypes) -> None:
        self._types = types

    def describe(self, node: Node | None, node_id: str) -> Text:
        """Return "Title #id"."""
        if node is None:
            return Text(f"#{node_id}", f"#{node_id}")
        node_type = self._types.get(node.type)
        bare = node.type.partition(":")[2] or node.type
        zh = node.title or (node_type.titles.zh if node_type else "") or bare
        en = node.title or (node_type.titles.en if node_type else "") or bare
        return Text(f"{zh} #{node_id}", f"{en} #{node_id}")


def _compare_nodes(before: Graph, after: Graph, names: _Names) -> Iterator[Difference]:
    for node in before.nodes.values():
        if node.id not in after.nodes:
            name = names.describe(node, node.id)
            text = Text(f"节点 {name.zh}（{node.type}）", f"node {name.en} ({node.type})")
            yield Difference(Kind.REMOVED, "nodes", node.id, text)
    for node in after.nodes.values():
        name = names.describe(node, node.id)
        if node.id not in before.nodes:
            text = Text(f"节点 {name.zh}（{node.type}）", f"node {name.en} ({node.type})")
            yield Difference(Kind.ADDED, "nodes", node.id, text)
            continue
        for change in _compare_node(before.nodes[node.id], node):
            yield Difference(Kind.CHANGED, "nodes", node.id, Text(f"{name.zh}：{change.zh}", f"{name.en}: {change.en}"))


def _compare_node(before: Node, after: Node) -> Iterator[Text]:
    if before.type != after.type:
        yield Text(f"类型 {before.type} → {after.type}", f"type {before.type} → {after.type}")
    if before.title != after.title:
        old, new = (_quote(node.title) for node in (before, after))
        yield Text(f"标题 {old.zh} → {new.zh}", f"title {old.en} → {new.en}")
    if before.mode is not after.mode:
        old, new = _MODES[before.mode], _MODES[after.mode]
        yield Text(f"状态 {old.zh} → {new.zh}", f"mode {old.en} → {new.en}")
    if before.group != after.group:
        old, new = _quote(before.group), _quote(after.group)
        yield Text(f"分组 {old.zh} → {new.zh}", f"group {old.en} → {new.en}")
    for name in dict.fromkeys((*before.data, *after.data)):
        if (name in before.data) != (name in after.data) or not same_json(before.data.get(name), after.data.get(name)):
            old, new = _read_value(before.data, name), _read_value(after.data, name)
            yield Text(f"{name} {old.zh} → {new.zh}", f"{name} {old.en} → {new.en}")


def _compare_edges(before: Graph, after: Graph, names: _Names) -> Iterator[Difference]:
    for edge in before.edges.values():
        if after.edges.get(edge.id) != edge:
            yield Difference(Kind.REMOVED, "edges", edge.id, _describe_edge(edge, before, names))
    for edge in after.edges.values():
        if before.edges.get(edge.id) != edge:
            yield Difference(Kind.ADDED, "edges", edge.id, _describe_edge(edge, after, names))


def _describe_edge(edge: Edge, graph: Graph, names: _Names) -> Text:
    source = names.describe(graph.nodes.get(edge.source), edge.source)
    target = names.describe(graph.nodes.get(edge.target), edge.target)
    return Text(
        f"连线 {source.zh} {edge.source_handle} → {target.zh} {edge.target_handle}",
        f"link {source.en} {edge.source_handle} → {target.en} {edge.target_handle}",
    )


def _compare_groups(before: Graph, after: Graph) -> Iterator[Difference]:
    for group_id in dict.fromkeys((*before.groups, *after.groups)):
        old, new = before.groups.get(group_id), after.groups.get(group_id)
        if old is None and new is not None:
            title = new.title or group_id
            yield Difference(Kind.ADDED, "groups", group_id, Text(f"分组 {title}", f"group {title}"))
        elif new is None and old is not None:
            title = old.title or group_id
            yield Difference(Kind.REMOVED, "groups", group_id, Text(f"分组 {title}", f"group {title}"))
        elif old is not None and new is not None and old.title != new.title:
            text = Text(f"分组 {old.title} → {new.title}", f"group {old.title} → {new.title}")
            yield Difference(Kind.CHANGED, "groups", group_id, text)


def _read_value(data: Mapping[str, JSON], name: str) -> Text:
    if name not in data:
        return _UNSET
    text = dump_json(data[name])
    short = text if len(text) <= _MAX_VALUE else f"{text[: _MAX_VALUE - 1]}…"
    return Text(short, short)


def _quote(value: str | None) -> Text:
    return _UNSET if value is None else Text(f"“{value}”", f'"{value}"')
