"""A graph as SVG: groups, links, and nodes with their slots and values."""

from collections.abc import Collection, Iterator
from html import escape
from math import hypot

from engines.graph.drawing.colors import ADDED, BORDER, CHANGED, INK, PAPER, QUIET, color_category, color_type
from engines.graph.graph import Edge, Graph, Group, Mode, Node, Point
from engines.graph.layout.arrangement import Frame, arrange_graph, frame_node, locate_slot
from engines.graph.layout.node_size import (
    HEADER,
    PADDING,
    ROW,
    find_displayed_type,
    list_parameters,
    measure_title_offset,
)
from engines.graph.node_types.node_type import Input, NodeType, NodeTypes, Output, Parameter
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line
from services.common.text.width import measure_width

_MARGIN = 48.0
_FONT = "'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', system-ui, sans-serif"
_SIZE = 12.0
_LINE = 16.0
_CELL = 6.6  # mean width of a Latin letter at the size of the text
_BEHIND = 'stroke-width="1.8" stroke-opacity="0.4" stroke-dasharray="3 5"'
_MODES = {Mode.MUTED: Text("静音", "muted"), Mode.BYPASSED: Text("绕过", "bypassed")}


def draw_svg(
    graph: Graph,
    types: NodeTypes,
    language: Language,
    *,
    added: Collection[str] = (),
    changed: Collection[str] = (),
) -> str:
    """Return *graph* as SVG text.

    Args:
        graph: nodes without a position are placed first.
        types: node types by full name, for titles, slots and colors.
        language: language of the titles.
        added: ids of nodes to highlight as new.
        changed: ids of nodes to highlight as changed.

    """
    if any(node.position is None for node in graph.nodes.values()):
        graph = arrange_graph(graph, types)
    return _Drawing(graph, types, language, added, changed).draw()


class _Drawing:
    """One drawing: the frame and the type of each node."""

    def __init__(
        self, graph: Graph, types: NodeTypes, language: Language, added: Collection[str], changed: Collection[str]
    ) -> None:
        self._graph = graph
        self._language = language
        self._added, self._changed = set(added), set(changed)
        self._types = {node.id: find_displayed_type(node, types) for node in graph.nodes.values()}
        offset = measure_title_offset(graph)
        self._frames = {node.id: frame_node(node, self._types[node.id], offset) for node in graph.nodes.values()}
        self._linked = {(edge.target, edge.target_handle) for edge in graph.edges.values()}

    def draw(self) -> str:
        frames = [*self._frames.values(), *(frame for group in self._graph.groups.values() for frame in _frames(group))]
        whole = Frame.around(frames) if frames else Frame(0, 0, 320, 120)
        width, height = whole.right - whole.left + 2 * _MARGIN, whole.bottom - whole.top + 2 * _MARGIN
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="{whole.left - _MARGIN:.0f} {whole.top - _MARGIN:.0f} {width:.0f} {height:.0f}" '
            f'font-family="{_FONT}" font-size="{_SIZE:g}">',
            f'<rect x="{whole.left - _MARGIN:.0f}" y="{whole.top - _MARGIN:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" fill="{PAPER}"/>',
        ]
        for group in self._graph.groups.values():
            parts += self._draw_group(group)
        curves = [curve for edge in self._graph.edges.values() if (curve := self._trace_edge(edge))]
        for path, color in curves:
            parts.append(f'<path d="{path}" fill="none" stroke="{PAPER}" stroke-width="6"/>')
            parts.append(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="2.4"/>')
        for group in self._graph.groups.values():
            parts += _draw_group_title(group)  # above the links, which would make it unreadable
        for node in self._graph.nodes.values():
            parts += self._draw_node(node)
        # Behind a node a link is faint, so that its other end can be found and the text of the node be read.
        parts += [f'<path d="{path}" fill="none" stroke="{color}" {_BEHIND}/>' for path, color in curves]
        return "\n".join([*parts, "</svg>", ""])

    def _draw_group(self, group: Group) -> Iterator[str]:
        color = group.color if group.color.startswith("#") and group.color[1:].isalnum() else "#94a3b8"
        for box in _frames(group):
            yield (
                f'<rect x="{box.left:.0f}" y="{box.top:.0f}" width="{box.right - box.left:.0f}" '
                f'height="{box.bottom - box.top:.0f}" rx="10" fill="{color}" fill-opacity="0.13" stroke="{color}" '
                'stroke-opacity="0.7"/>'
            )

    def _trace_edge(self, edge: Edge) -> tuple[str, str] | None:
        """Return the path and the color of a link; None if one of its ends is missing."""
        if edge.source not in self._frames or edge.target not in self._frames:
            return None
        source_type, target_type = self._types[edge.source], self._types[edge.target]
        start = Point(
            self._frames[edge.source].right,
            self._frames[edge.source].top + locate_slot(source_type, edge.source_handle, is_input=False),
        )
        end = Point(
            self._frames[edge.target].left,
            self._frames[edge.target].top + self._locate_input(edge.target, target_type, edge.target_handle),
        )
        output = source_type.find_output(edge.source_handle) if source_type else None
        # Between close nodes a fixed minimum would make the curve turn back.
        shortest = min(40.0, hypot(end.x - start.x, end.y - start.y) / 4)
        pull = min(220.0, max(shortest, abs(end.x - start.x) / 2))
        path = f"M{start.x:.1f} {start.y:.1f}C{start.x + pull:.1f} {start.y:.1f} {end.x - pull:.1f} {end.y:.1f} "
        path += f"{end.x:.1f} {end.y:.1f}"
        return path, color_type(output.type if output else "*")

    def _locate_input(self, node_id: str, node_type: NodeType | None, handle: str) -> float:
        if node_type is not None and any(slot.name == handle for slot in node_type.inputs):
            return locate_slot(node_type, handle, is_input=True)
        node = self._graph.nodes[node_id]
        rows = max(len(node_type.inputs), len(node_type.outputs)) if node_type else 0
        names = [name for name, _ in list_parameters(node, node_type)]
        return HEADER + (rows + (names.index(handle) if handle in names else 0) + 0.5) * ROW

    def _draw_node(self, node: Node) -> Iterator[str]:
        box, node_type = self._frames[node.id], self._types[node.id]
        width, height = box.right - box.left, box.bottom - box.top
        highlight = ADDED if node.id in self._added else CHANGED if node.id in self._changed else ""
        yield f'<g transform="translate({box.left:.1f} {box.top:.1f})"{"" if node.mode is Mode.ACTIVE else _FADED}>'
        if highlight:
            yield (
                f'<rect x="-5" y="-5" width="{width + 10:.1f}" height="{height + 10:.1f}" rx="12" fill="{highlight}" '
                f'fill-opacity="0.16" stroke="{highlight}" stroke-width="2.5"/>'
            )
        dash = ' stroke-dasharray="5 4"' if node.mode is Mode.MUTED else ""
        header = color_category(node_type.category if node_type else "")
        yield (
            f'<rect width="{width:.1f}" height="{height:.1f}" rx="8" fill="#ffffff" stroke="{BORDER}" '
            f'stroke-width="1.2"{dash}/>'
        )
        yield f'<path d="M0 {HEADER:g}V8a8 8 0 0 1 8-8H{width - 8:.1f}a8 8 0 0 1 8 8V{HEADER:g}z" fill="{header}"/>'
        label = self._describe_mode(node)
        title = f"{self._find_title(node, node_type)}{f' · {label}' if label else ''}"
        yield _text(10, 20, title, 13, "#ffffff", int((width - 20) / (_CELL * 1.12)), weight="bold")
        yield from self._draw_slots(node_type, width)
        yield from self._draw_values(node, node_type, width, height)
        yield "</g>"

    def _draw_slots(self, node_type: NodeType | None, width: float) -> Iterator[str]:
        cells = int((width / 2 - 16) / _CELL)
        for slot in node_type.inputs if node_type else ():
            y = locate_slot(node_type, slot.name, is_input=True)
            yield _dot(0, y, color_type(slot.types[0] if slot.types else "*"), hollow=slot.optional)
            yield _text(12, y + 4, self._pick(slot), _SIZE, INK, cells)
        for output in node_type.outputs if node_type else ():
            y = locate_slot(node_type, output.name, is_input=False)
            yield _dot(width, y, color_type(output.type))
            yield _text(width - 12, y + 4, self._pick(output), _SIZE, INK, cells, anchor="end")

    def _draw_values(self, node: Node, node_type: NodeType | None, width: float, height: float) -> Iterator[str]:
        rows = max(len(node_type.inputs), len(node_type.outputs)) if node_type else 0
        values = list_parameters(node, node_type)
        # A node that its user made higher than its rows has room for more lines of the last text, such as a prompt.
        spare = int((height - HEADER - (rows + len(values)) * ROW - PADDING) / _LINE)
        for index, (name, value) in enumerate(values):
            y = HEADER + (rows + index + 0.5) * ROW
            if y + ROW / 2 > height:
                return
            parameter = node_type.find_parameter(name) if node_type else None
            is_linked = (node.id, name) in self._linked
            label = self._pick(parameter) if parameter else name
            cells = int((width - 32) / _CELL)
            label_cells = min(measure_width(label), cells * 3 // 5)
            value_cells = cells - label_cells - 2
            is_long = index == len(values) - 1 and not is_linked and _truncate(value, value_cells) != value
            lines = wrap_text(value, cells, spare) if is_long and spare > 0 else ()
            block = 18 + len(lines) * _LINE
            yield f'<rect x="8" y="{y - 9:.1f}" width="{width - 16:.1f}" height="{block:g}" rx="5" fill="#f0f3f6"/>'
            if is_linked:
                yield _dot(0, y, color_type(parameter.types[0] if parameter and parameter.types else "*"))
            yield _text(14, y + 4, label, 11, QUIET, label_cells)
            if not is_linked and not lines:
                yield _text(width - 14, y + 4, value, 11, INK, value_cells, anchor="end")
            for number, line in enumerate(lines, start=1):
                yield _text(14, y + 4 + number * _LINE, line, 11, INK, cells)

    def _find_title(self, node: Node, node_type: NodeType | None) -> str:
        bare = node.type.partition(":")[2]
        return node.title or (node_type.titles.pick(self._language) if node_type else "") or bare

    def _describe_mode(self, node: Node) -> str:
        return _MODES[node.mode].pick(self._language) if node.mode in _MODES else ""

    def _pick(self, slot: Input | Output | Parameter) -> str:
        return slot.titles.pick(self._language) or ("" if slot.name.startswith("#") else slot.name)


def _draw_group_title(group: Group) -> Iterator[str]:
    for box in _frames(group):
        cells = int((box.right - box.left - 28) / (_CELL * 1.25))
        yield _text(box.left + 14, box.top + 23, group.title, 15, INK, cells, weight="bold")


_FADED = ' opacity="0.55"'


def _frames(group: Group) -> Iterator[Frame]:
    if group.position is not None and group.size is not None:
        position, size = group.position, group.size
        yield Frame(position.x, position.y, position.x + size.width, position.y + size.height)


def _dot(x: float, y: float, color: str, *, hollow: bool = False) -> str:
    fill = "#ffffff" if hollow else color
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{fill}" stroke="{color}" stroke-width="2"/>'


def _text(
    x: float, y: float, text: str, size: float, color: str, cells: int, *, anchor: str = "start", weight: str = "normal"
) -> str:
    content = escape(_truncate(to_one_line(text), cells))
    bold = ' font-weight="bold"' if weight == "bold" else ""
    end = ' text-anchor="end"' if anchor == "end" else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{color}"{bold}{end}>{content}</text>'


def wrap_text(text: str, cells: int, max_lines: int) -> tuple[str, ...]:
    """Return *text* in at most *max_lines* lines of *cells* columns, at spaces where there are some."""
    lines: list[str] = []
    rest = to_one_line(text)
    while rest and len(lines) < max_lines - 1:
        end = _count_fitting(rest, cells)
        space = rest.rfind(" ", 0, end + 1)
        end = space if end < len(rest) and space > end // 2 else max(end, 1)
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return (*lines, _truncate(rest, cells)) if rest else tuple(lines)


def _truncate(text: str, cells: int) -> str:
    """Return *text* truncated to *cells* columns, with an ellipsis if it is longer."""
    if measure_width(text[:500]) <= cells and len(text) <= 500:
        return text
    return f"{text[: _count_fitting(text, cells - 1)].rstrip()}…"


def _count_fitting(text: str, cells: int) -> int:
    """Return the number of letters at the start of *text* that fit into *cells* columns."""
    width = 0
    for count, letter in enumerate(text):
        width += measure_width(letter)
        if width > cells:
            return count
    return len(text)
