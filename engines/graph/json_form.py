"""Our JSON form of a graph: JSON pointers refer to it, stores contain it and the canvas receives it.

`{"nodes": {id: {"type", "title", "position": {"x", "y"}, "size": {"width", "height"}, "mode", "placedByUser", "group",
"data", "extra"}}, "edges": {id: {"source", "sourceHandle", "target", "targetHandle"}}, "groups": {id: {"title",
"position", "size", "color", "extra"}}, "extra"}`; members with their default are omitted, except `data`.
"""

from collections.abc import Mapping
from typing import Any, cast

from engines.graph.errors import invalid
from engines.graph.graph import Edge, Graph, Group, Mode, Node, Point, Size
from engines.graph.json_values import check_json, dump_json, join_pointer, load_json
from engines.graph.limits import DEFAULT_LIMITS, GraphLimits
from engines.graph.node_types.node_type import JSON
from services.common.text.choices import list_names

# "format" and "revision" may accompany a graph in a file or message; they are not part of its value.
_MEMBERS = frozenset({"nodes", "edges", "groups", "extra", "format", "revision"})
_NODE_MEMBERS = frozenset({"type", "title", "position", "size", "mode", "placedByUser", "group", "data", "extra"})
_EDGE_MEMBERS = frozenset({"source", "sourceHandle", "target", "targetHandle"})
_GROUP_MEMBERS = frozenset({"title", "position", "size", "color", "extra"})
_MAX_COORDINATE = 1e7


def parse_graph(content: bytes | str, limits: GraphLimits = DEFAULT_LIMITS) -> Graph:
    """Parse our JSON form from untrusted text. Raises GraphInvalid with the pointer of the first violation."""
    return graph_from_json(load_json(content, limits), limits)


def serialize_graph(graph: Graph) -> str:
    """Return *graph* as compact JSON text."""
    return dump_json(graph_to_json(graph))


def graph_to_json(graph: Graph) -> dict[str, Any]:
    """Return *graph* in our JSON form. The values of `data` and `extra` are shared with the graph, not copied."""
    form: dict[str, Any] = {
        "nodes": {node.id: node_to_json(node) for node in graph.nodes.values()},
        "edges": {edge.id: edge_to_json(edge) for edge in graph.edges.values()},
        "groups": {group.id: group_to_json(group) for group in graph.groups.values()},
    }
    if graph.extra:
        form["extra"] = dict(graph.extra)
    return form


def node_to_json(node: Node) -> dict[str, Any]:
    """Return the members of a node."""
    form: dict[str, Any] = {"type": node.type}
    if node.title is not None:
        form["title"] = node.title
    form |= _frame_to_json(node.position, node.size)
    if node.mode is not Mode.ACTIVE:
        form["mode"] = node.mode.value
    if node.placed_by_user:
        form["placedByUser"] = True
    if node.group is not None:
        form["group"] = node.group
    form["data"] = dict(node.data)
    if node.extra:
        form["extra"] = dict(node.extra)
    return form


def edge_to_json(edge: Edge) -> dict[str, Any]:
    """Return the members of an edge."""
    return {
        "source": edge.source,
        "sourceHandle": edge.source_handle,
        "target": edge.target,
        "targetHandle": edge.target_handle,
    }


def group_to_json(group: Group) -> dict[str, Any]:
    """Return the members of a group."""
    form: dict[str, Any] = {"title": group.title} | _frame_to_json(group.position, group.size)
    if group.color:
        form["color"] = group.color
    if group.extra:
        form["extra"] = dict(group.extra)
    return form


def graph_from_json(value: object, limits: GraphLimits = DEFAULT_LIMITS) -> Graph:
    """Return the graph of our JSON form. Raises GraphInvalid with the pointer of the first violation.

    References are not resolved here: an edge may name a node that does not exist; `validation` reports it.
    """
    check_json(value, limits)
    form = _read_object(value, "", _MEMBERS)
    nodes = _read_table(form, "nodes", limits.nodes, limits)
    edges = _read_table(form, "edges", limits.edges, limits)
    groups = _read_table(form, "groups", limits.groups, limits)
    return Graph(
        {key: node_from_json(key, node, limits) for key, node in nodes.items()},
        {key: edge_from_json(key, edge, limits) for key, edge in edges.items()},
        {key: group_from_json(key, group, limits) for key, group in groups.items()},
        _read_extra(form, ""),
    )


def node_from_json(node_id: str, value: object, limits: GraphLimits = DEFAULT_LIMITS) -> Node:
    """Return the node of *value*, JSON within the limits. Raises GraphInvalid."""
    where = join_pointer("nodes", node_id)
    form = _read_object(value, where, _NODE_MEMBERS)
    mode = form.get("mode", Mode.ACTIVE.value)
    if mode not in tuple(Mode):
        raise invalid(f"{where}/mode", f"应为 {'、'.join(Mode)} 之一。", f"The mode must be one of {', '.join(Mode)}.")
    placed = form.get("placedByUser", False)
    if not isinstance(placed, bool):
        raise invalid(f"{where}/placedByUser", "应为 true 或 false。", "This must be true or false.")
    return Node(
        node_id,
        type=_read_name(form, "type", where, limits),
        title=None if form.get("title") is None else _read_name(form, "title", where, limits, can_be_empty=True),
        position=_read_position(form, where),
        size=_read_size(form, where),
        mode=Mode(mode),
        placed_by_user=placed,
        group=None if form.get("group") is None else _read_name(form, "group", where, limits),
        data=cast(Mapping[str, JSON], _read_object(form.get("data", {}), f"{where}/data")),
        extra=_read_extra(form, where),
    )


def edge_from_json(edge_id: str, value: object, limits: GraphLimits = DEFAULT_LIMITS) -> Edge:
    """Return the edge of *value*. Raises GraphInvalid."""
    where = join_pointer("edges", edge_id)
    form = _read_object(value, where, _EDGE_MEMBERS)
    names = ("source", "sourceHandle", "target", "targetHandle")
    source, source_handle, target, target_handle = (_read_name(form, name, where, limits) for name in names)
    return Edge(edge_id, source, source_handle, target, target_handle)


def group_from_json(group_id: str, value: object, limits: GraphLimits = DEFAULT_LIMITS) -> Group:
    """Return the group of *value*. Raises GraphInvalid."""
    where = join_pointer("groups", group_id)
    form = _read_object(value, where, _GROUP_MEMBERS)
    return Group(
        group_id,
        _read_name(form, "title", where, limits, can_be_empty=True) if "title" in form else "",
        _read_position(form, where),
        _read_size(form, where),
        _read_name(form, "color", where, limits, can_be_empty=True) if "color" in form else "",
        _read_extra(form, where),
    )


def _frame_to_json(position: Point | None, size: Size | None) -> dict[str, Any]:
    form: dict[str, Any] = {}
    if position is not None:
        form["position"] = {"x": position.x, "y": position.y}
    if size is not None:
        form["size"] = {"width": size.width, "height": size.height}
    return form


def _read_object(value: object, where: str, members: frozenset[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise invalid(where, "应为一个对象。", "This must be an object.")
    unknown = next((key for key in value if members is not None and key not in members), None)
    if unknown is not None:
        names = list_names(sorted(members or ()))
        raise invalid(
            f"{where}{join_pointer(unknown)}",
            f"没有这一项；可用：{names.zh}。",
            f"Unknown member; available: {names.en}.",
        )
    return value


def _read_table(form: Mapping[str, Any], name: str, limit: int, limits: GraphLimits) -> Mapping[str, Any]:
    table = _read_object(form.get(name, {}), f"/{name}")
    if len(table) > limit:
        raise invalid(f"/{name}", f"超过 {limit} 个。", f"There are more than {limit}.")
    for key in table:
        if not 0 < len(key) <= limits.name:
            raise invalid(
                f"/{name}", f"id 应有 1 到 {limits.name} 个字符。", f"An id must have 1 to {limits.name} characters."
            )
    return table


def _read_name(
    form: Mapping[str, Any], name: str, where: str, limits: GraphLimits, *, can_be_empty: bool = False
) -> str:
    value = form.get(name)
    if not isinstance(value, str) or len(value) > limits.name or not (value or can_be_empty):
        raise invalid(
            f"{where}/{name}",
            f"应为不超过 {limits.name} 个字符的文字。",
            f"This must be a text of at most {limits.name} characters.",
        )
    return value


def _read_position(form: Mapping[str, Any], where: str) -> Point | None:
    pair = _read_pair(form, "position", ("x", "y"), where)
    return None if pair is None else Point(*pair)


def _read_size(form: Mapping[str, Any], where: str) -> Size | None:
    pair = _read_pair(form, "size", ("width", "height"), where)
    if pair is not None and min(pair) < 0:
        raise invalid(f"{where}/size", "宽和高不能为负。", "Width and height must not be negative.")
    return None if pair is None else Size(*pair)


def _read_pair(form: Mapping[str, Any], name: str, members: tuple[str, str], where: str) -> tuple[float, float] | None:
    if form.get(name) is None:
        return None
    pair = _read_object(form[name], f"{where}/{name}", frozenset(members))
    first, second = (pair.get(member) for member in members)
    if not is_coordinate(first) or not is_coordinate(second):
        both = " 和 ".join(members)
        raise invalid(f"{where}/{name}", f"应有数字 {both}。", f"This must have the numbers {' and '.join(members)}.")
    return cast(float, first), cast(float, second)


def is_coordinate(value: object) -> bool:
    """Return whether *value* is a number that a canvas can have as coordinate or side."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _MAX_COORDINATE


def _read_extra(form: Mapping[str, Any], where: str) -> Mapping[str, JSON]:
    return cast(Mapping[str, JSON], _read_object(form.get("extra", {}), f"{where}/extra"))
