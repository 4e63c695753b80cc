"""Plans the order in which the nodes of a graph are executed, and reports nodes that cannot be. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from graphlib import TopologicalSorter

from engines.graph.execution.evaluation import ONE_IMAGE
from engines.graph.execution.support import (
    DECODE_LATENT,
    EMPTY_LATENT,
    IGNORED,
    LOAD_IMAGE,
    PASS_THROUGH,
    REJECTED,
    SAMPLER,
)
from engines.graph.finding import Reason
from engines.graph.graph import Edge, Graph, Mode, Node, id_order
from engines.graph.node_types.node_type import CORE, JSON, NO_TEXT, NodeType, NodeTypes, types_match
from engines.graph.patch.document import parse_pointer
from engines.graph.validation.graph_validator import validate_graph
from engines.graph.validation.slots import find_type
from services.common.text.choices import list_names
from services.common.text.language import Text

MAX_NODES = 200
MAX_ASPECT = 4

NO_OUTPUT = Text(
    "图没有输出：请以“保存图像”、“预览图像”或“输出”结尾。",
    "The graph has no output: end it with Save Image, Preview Image or Output.",
)
OUTPUTS_OFF = Text("图的输出节点都停用或跳过了。", "Every output node of the graph is muted or bypassed.")
TOO_MANY = Text(f"一次最多执行 {MAX_NODES} 个节点。", f"At most {MAX_NODES} nodes are executed in one run.")
FOREIGN = Text(
    "只有 core 类型的节点可以在这里执行；ComfyUI 的图可以交给 ComfyUI 服务器（--on）。",
    "Only nodes of core types can be executed here; graphs of ComfyUI need a ComfyUI server (--on).",
)
MUTED = Text("它依赖的节点已停用，没有执行。", "It depends on a muted node and is not executed.")
NO_ASSET = Text("没有指定图片。", "No image is specified.")
NO_TRANSPARENCY = Text(
    "图片保存时不带透明通道，“加载图像”给不出遮罩；请用“加载遮罩”或“形状遮罩”。",
    "Images are stored without transparency, so Load Image has no mask: use Load Mask or Shape Mask.",
)
FROM_EMPTY = Text(
    "采样只能从空白潜空间开始。", "Sampling starts from an Empty Latent only: the engines have no latent space."
)
FROM_SAMPLER = Text("只能解码采样器的结果。", "Only the result of a Sampler can be decoded.")


@dataclass(frozen=True, slots=True)
class Link:
    """A link into a node, with bypassed nodes on its path resolved."""

    handle: str
    source: str
    source_handle: str


@dataclass(frozen=True, slots=True)
class ExecutableNode:
    """A node to execute: its type, its parameters with their defaults and the links into it."""

    node: Node
    type: NodeType
    data: Mapping[str, JSON]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Rejection:
    """Reason why a node cannot be executed; without an id it concerns the whole graph."""

    node_id: str
    type: str
    text: Text
    title: Text = NO_TEXT


@dataclass(frozen=True, slots=True)
class Plan:
    """The nodes that the outputs need, each after the nodes that it needs; or the rejected nodes."""

    nodes: tuple[ExecutableNode, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    notes: tuple[Text, ...] = field(default=())


def plan_execution(graph: Graph, types: NodeTypes) -> Plan:
    """Return the plan for *graph*, with only the nodes that an active output needs; *types* are the core types."""
    return _Planner(graph, types).plan()


class _Planner:
    def __init__(self, graph: Graph, types: NodeTypes) -> None:
        self._graph = graph
        self._types = types
        self._into: dict[str, list[Edge]] = {}
        for edge in graph.edges.values():
            self._into.setdefault(edge.target, []).append(edge)
        self._links: dict[str, tuple[Link, ...]] = {}
        self._blocked: dict[str, bool] = {}

    def plan(self) -> Plan:
        cycle = next((one for one in validate_graph(self._graph, self._types) if one.reason is Reason.CYCLE), None)
        if cycle is not None:
            return Plan(rejections=(Rejection("", "", cycle.text),))
        outputs = [node.id for node in self._graph.nodes.values() if self._is_output(node)]
        active = [node_id for node_id in outputs if not self._is_blocked(node_id)]
        if not active:
            return Plan(rejections=(Rejection("", "", MUTED if outputs else self._explain_no_output()),))
        needed = self._find_needed(active)
        if len(needed) > MAX_NODES:
            return Plan(rejections=(Rejection("", "", TOO_MANY),))
        rejections = tuple(dict.fromkeys(self._reject(needed)))
        if rejections:
            return Plan(rejections=rejections)
        skipped = [self._note_skipped(node_id) for node_id in outputs if node_id not in active]
        nodes = tuple(map(self._build, needed))
        return Plan(nodes, (), (*skipped, *(note for one in nodes for note in _note_ignored(one))))

    def _explain_no_output(self) -> Text:
        types = (self._types.get(node.type) for node in self._graph.nodes.values())
        return OUTPUTS_OFF if any(one is not None and one.is_output for one in types) else NO_OUTPUT

    def _is_output(self, node: Node) -> bool:
        node_type = self._types.get(node.type)
        return node_type is not None and node_type.is_output and node.mode is Mode.ACTIVE

    def _is_blocked(self, node_id: str) -> bool:
        """Return whether the node is muted or needs a muted one. Iterative, since a chain may be long."""
        stack = [node_id]
        while stack:
            current = stack[-1]
            if current in self._blocked:
                stack.pop()
                continue
            sources = [link.source for link in self._required_links(current)]
            unknown = [source for source in sources if source not in self._blocked]
            if self._graph.nodes[current].mode is Mode.MUTED:
                self._blocked[current] = True
            elif unknown:
                stack += unknown
            else:
                self._blocked[current] = any(self._blocked[source] for source in sources)
        return self._blocked[node_id]

    def _required_links(self, node_id: str) -> Iterator[Link]:
        node_type = find_type(self._graph.nodes[node_id], self._types)
        for link in self._find_links(node_id):
            slot = node_type.find_input(link.handle) if node_type else None
            if slot is None or not slot.optional or (node_type and node_type.find_parameter(link.handle)):
                yield link

    def _find_needed(self, outputs: list[str]) -> list[str]:
        """Return the nodes that *outputs* need, each after the nodes that it needs."""
        sources: dict[str, set[str]] = {}
        stack = list(outputs)
        while stack:
            node_id = stack.pop()
            if node_id not in sources:
                sources[node_id] = {link.source for link in self._active_links(node_id)}
                stack += sources[node_id]
        sorter = TopologicalSorter(sources)
        sorter.prepare()
        order: list[str] = []
        while sorter.is_active():
            ready = sorted(sorter.get_ready(), key=id_order)
            order += ready
            sorter.done(*ready)
        return order

    def _active_links(self, node_id: str) -> tuple[Link, ...]:
        return tuple(link for link in self._find_links(node_id) if not self._is_blocked(link.source))

    def _find_links(self, node_id: str) -> tuple[Link, ...]:
        known = self._links.get(node_id)
        if known is None:
            resolved = ((edge.target_handle, self._resolve(edge)) for edge in self._into.get(node_id, ()))
            found = (Link(handle, edge.source, edge.source_handle) for handle, edge in resolved if edge is not None)
            known = self._links[node_id] = tuple(found)
        return known

    def _resolve(self, edge: Edge) -> Edge | None:
        """Return the edge whose value arrives through *edge*: bypassed nodes pass on an input of the same type."""
        current: Edge | None = edge
        while current is not None:
            source = self._graph.nodes.get(current.source)
            if source is None or source.mode is not Mode.BYPASSED:
                return current if source is not None else None
            current = self._find_passed(source, current.source_handle)
        return None

    def _find_passed(self, node: Node, handle: str) -> Edge | None:
        node_type = find_type(node, self._types)
        output = node_type.find_output(handle) if node_type else None
        if node_type is None or output is None:
            return None
        for slot in node_type.inputs:
            edge = next((one for one in self._into.get(node.id, ()) if one.target_handle == slot.name), None)
            if edge is not None and types_match(output.type, slot.types):
                return edge
        return None

    def _reject(self, needed: list[str]) -> Iterator[Rejection]:
        yield from self._reject_invalid(frozenset(needed))
        for node_id in needed:
            node = self._graph.nodes[node_id]
            node_type = self._types.get(node.type)
            if node_type is None or node_type.namespace != CORE:
                yield self._build_rejection(node, FOREIGN)
            elif node.type in REJECTED:
                yield self._build_rejection(node, REJECTED[node.type])
            else:
                yield from (self._build_rejection(node, text) for text in self._check_inputs(node, node_type))

    def _reject_invalid(self, needed: frozenset[str]) -> Iterator[Rejection]:
        for finding in validate_graph(self._graph, self._types):
            if finding.reason in (Reason.INPUT_MISSING, Reason.TYPE_UNKNOWN, Reason.NAMESPACE_UNKNOWN):
                continue  # checked after bypassed nodes are resolved, and reported only for needed nodes
            table, entry_id = (*parse_pointer(finding.pointer), "", "")[:2]
            edge = self._graph.edges.get(entry_id) if table == "edges" else None
            node = self._graph.nodes.get(edge.target if edge else entry_id)
            if node is not None and node.id in needed:
                yield self._build_rejection(node, finding.text)

    def _build_rejection(self, node: Node, text: Text) -> Rejection:
        return Rejection(node.id, node.type, text, name_node(node, self._types.get(node.type)))

    def _check_inputs(self, node: Node, node_type: NodeType) -> Iterator[Text]:
        links = self._active_links(node.id)
        linked = {link.handle for link in links}
        for slot in node_type.inputs:
            if not slot.optional and slot.name not in linked:
                yield Text(f"输入“{slot.name}”还没有连线。", f'The input "{slot.name}" has no link.')
        if any(link.source_handle == "mask" and self._graph.nodes[link.source].type == LOAD_IMAGE for link in links):
            yield NO_TRANSPARENCY
        data = _complete_data(node, node_type)
        if "asset" in data and not data["asset"] and "asset" not in linked:
            yield NO_ASSET
        if node.type == EMPTY_LATENT and data["batch"] != 1 and "batch" not in linked:
            yield ONE_IMAGE
        if node.type == SAMPLER and self._find_origins(links, "latent") - {EMPTY_LATENT}:
            yield FROM_EMPTY
        if node.type == DECODE_LATENT and self._find_origins(links, "latent") - {SAMPLER}:
            yield FROM_SAMPLER

    def _find_origins(self, links: tuple[Link, ...], handle: str) -> set[str]:
        """Return the types of the nodes that the value of an input comes from, through switches and reroutes."""
        origins, stack = set[str](), [link.source for link in links if link.handle == handle]
        while stack:
            node = self._graph.nodes[stack.pop()]
            if node.type in PASS_THROUGH:
                stack += [link.source for link in self._active_links(node.id) if link.handle != "condition"]
            else:
                origins.add(node.type)
        return origins

    def _build(self, node_id: str) -> ExecutableNode:
        node = self._graph.nodes[node_id]
        node_type = self._types[node.type]
        return ExecutableNode(node, node_type, _complete_data(node, node_type), self._active_links(node_id))

    def _note_skipped(self, node_id: str) -> Text:
        node = self._graph.nodes[node_id]
        title = name_node(node, self._types.get(node.type))
        return Text(f"“{title.zh}”：{MUTED.zh}", f'"{title.en}": {MUTED.en}')


def name_node(node: Node, node_type: NodeType | None) -> Text:
    """Return the title of *node* that users see: its own, else that of its type; the type's name where it has none."""
    if node.title or node_type is None:
        title = node.title or node.type
        return Text(title, title)
    zh, en = node_type.titles.zh, node_type.titles.en
    return Text(zh or en or node.type, en or zh or node.type)


def _complete_data(node: Node, node_type: NodeType) -> dict[str, JSON]:
    """Return the parameters of *node* with their defaults."""
    return {parameter.name: node.data.get(parameter.name, parameter.default) for parameter in node_type.parameters}


def _note_ignored(one: ExecutableNode) -> Iterator[Text]:
    """Yield the settings of a node that no engine supports, if the node sets any."""
    linked = {link.handle for link in one.links}
    names = [name for name in IGNORED.get(one.node.type, ()) if name in linked or name in one.node.data]
    if names:
        listed, title = list_names(names), name_node(one.node, one.type)
        yield Text(
            f"“{title.zh}”的 {listed.zh} 不起作用。", f'The image engines do not support {listed.en} of "{title.en}".'
        )
