"""Size of a node: its title, then a row for each pair of slots, then a row for each parameter."""

from dataclasses import replace

from engines.graph.format import FORMAT, Format
from engines.graph.graph import Graph, Node, Size
from engines.graph.json_values import dump_json
from engines.graph.node_types.node_type import JSON, NodeType, NodeTypes, Parameter, ParameterKind
from engines.graph.validation.parameters import exists
from engines.graph.validation.slots import find_type
from services.common.text.width import measure_width

HEADER = 30.0
ROW = 22.0
PADDING = 10.0
_CELL = 7.0  # width of a Latin letter in the text of a node
_MIN_WIDTH, _MAX_WIDTH = 160.0, 340.0
_MAX_VALUE_CELLS = 24


def find_displayed_type(node: Node, types: NodeTypes) -> NodeType | None:
    """Return the type of *node* with its inputs that are also values as parameters, as the editor displays them.

    A workflow lists the widgets of a node among its inputs; without its type they would have two rows.
    """
    node_type = find_type(node, types)
    widgets = [slot for slot in node_type.inputs if slot.name in node.data] if node_type is not None else []
    if node_type is None or not widgets:
        return node_type
    rows = [Parameter(slot.name, ParameterKind.JSON, types=slot.types, titles=slot.titles) for slot in widgets]
    inputs = tuple(slot for slot in node_type.inputs if slot.name not in node.data)
    return replace(node_type, inputs=inputs, parameters=(*node_type.parameters, *rows))


def measure_node(node: Node, node_type: NodeType | None) -> Size:
    """Return the size of *node*: its own, or the size that its slots and parameters need."""
    if node.size is not None and node.size.width > 0 and node.size.height > 0:
        # ComfyUI does not include the title in the stored height; a frame that is too high is harmless.
        return Size(node.size.width, node.size.height + HEADER)
    titles = [node.title or "", node.type.partition(":")[2]]
    if node_type is None:
        return Size(_width(max(map(measure_width, titles)) + 4), HEADER + ROW + PADDING)
    titles += [] if node.title else [node_type.titles.zh, node_type.titles.en]
    slots = max(len(node_type.inputs), len(node_type.outputs))
    names = [measure_width(slot.titles.zh or slot.name) for slot in node_type.inputs]
    names += [measure_width(slot.titles.zh or slot.name) for slot in node_type.outputs]
    rows = list_parameters(node, node_type)
    pairs = [measure_width(name) + min(measure_width(value), _MAX_VALUE_CELLS) + 4 for name, value in rows]
    cells = max([*(measure_width(title) + 4 for title in titles), 2 * max(names, default=0) + 4, *pairs])
    return Size(_width(cells), HEADER + (slots + len(rows)) * ROW + PADDING)


def measure_title_offset(graph: Graph) -> float:
    """Return the height of the titles above the positions of the nodes: ComfyUI's position is that of the body."""
    return HEADER if graph.extra.get(FORMAT) == Format.COMFYUI else 0.0


def list_parameters(node: Node, node_type: NodeType | None) -> list[tuple[str, str]]:
    """Return the name and the value, as one line of text, of each parameter that *node* displays."""
    values: dict[str, JSON] = {}
    for parameter in node_type.parameters if node_type else ():
        if exists(parameter, node.data):
            values[parameter.name] = parameter.default
    values |= dict(node.data)
    return [(name, format_value(value)) for name, value in values.items()]


def format_value(value: JSON) -> str:
    """Return *value* on one line."""
    text = value if isinstance(value, str) else "" if value is None else dump_json(value)
    return " ".join(text.split())


def _width(cells: float) -> float:
    return min(_MAX_WIDTH, max(_MIN_WIDTH, cells * _CELL + 2 * PADDING))
