"""A node of ComfyUI's workflow JSON: mapping from and to a node of our graph."""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from engines.graph.formats.values import SOURCE, as_list, as_object, name_slots
from engines.graph.graph import Mode, Node, Point, Size
from engines.graph.json_form import is_coordinate
from engines.graph.json_values import same_json
from engines.graph.node_types.node_type import COMFY, CORE, JSON, NodeType
from engines.graph.validation.parameters import exists
from engines.graph.validation.slots import INPUTS, OUTPUTS, WIDGETS

CONTROL = "control_after_generate"
"""Widget that the editor adds after a seed: the change of the seed after each run."""
_CONTROLS = ("fixed", "increment", "decrement", "randomize")
_SEEDS = ("seed", "noise_seed")
_MODES = {2: Mode.MUTED, 4: Mode.BYPASSED}
_NUMBERS = {Mode.ACTIVE: 0, Mode.MUTED: 2, Mode.BYPASSED: 4}

DEFAULT_SIZE = Size(240, 120)
"""Size of a new node without one."""


def to_full_name(kind: str) -> str:
    """Return the full name of a type of the document. Types of other namespaces contain theirs."""
    return kind if kind.startswith(f"{CORE}:") else f"{COMFY}:{kind}"


def to_kind(full_name: str) -> str:
    """Return the type as it is named in the document."""
    return full_name.removeprefix(f"{COMFY}:")


def read_node(raw: Mapping[str, Any], node_type: NodeType | None, widgets: list[str] | None = None) -> Node:
    """Return the node of *raw*, whose id and type are valid. *widgets* are the names given at the import."""
    names = name_widgets(raw, node_type) if widgets is None else widgets
    values = raw.get("widgets_values")
    data = dict(values) if isinstance(values, Mapping) else dict(zip(names, as_list(values), strict=False))
    extra: dict[str, JSON] = {SOURCE: raw["id"]}
    if names:
        extra[WIDGETS] = list[JSON](names)
    for member, key in ((INPUTS, "inputs"), (OUTPUTS, "outputs")):
        kinds = [as_object(slot).get("type") for slot in as_list(raw.get(key))]
        slots: list[JSON] = [
            [name, kind if isinstance(kind, str) else "*"]
            for name, kind in zip(name_slots(raw.get(key)), kinds, strict=True)
        ]
        if slots:
            extra[member] = slots
    title = raw.get("title")
    return Node(
        id=str(raw["id"]),
        type=to_full_name(raw["type"]),
        title=title if isinstance(title, str) and len(title) <= 200 else None,
        position=None if (point := _read_pair(raw.get("pos"))) is None else Point(*point),
        size=None if (size := _read_pair(raw.get("size"))) is None else Size(max(size[0], 0), max(size[1], 0)),
        mode=_MODES.get(raw.get("mode", 0), Mode.ACTIVE) if isinstance(raw.get("mode", 0), int) else Mode.ACTIVE,
        data=data,
        extra=extra,
    )


def name_widgets(raw: Mapping[str, Any], node_type: NodeType | None) -> list[str]:
    """Return a name for each entry of `widgets_values`: the document contains only values.

    The names are those of the type; else of the inputs that are widgets; else "widget_0", "widget_1", …
    """
    values = as_list(raw.get("widgets_values"))
    if not values:
        return []
    proxies = [as_list(entry) for entry in as_list(as_object(raw.get("properties")).get("proxyWidgets"))]
    if proxies and len(proxies) == len(values):
        return _make_unique([f"{proxy[0]}.{proxy[1]}" if len(proxy) > 1 else "" for proxy in proxies])
    if node_type is not None and node_type.parameters:
        return _make_unique(_name_by_type(values, node_type))
    inputs = [as_object(as_object(slot).get("widget")).get("name") for slot in as_list(raw.get("inputs"))]
    names = list(_name_in_order(values, [name for name in inputs if isinstance(name, str)]))
    return _make_unique(names if len(names) == len(values) else [""] * len(values))


def _name_by_type(values: Any, node_type: NodeType) -> list[str]:
    data: dict[str, JSON] = {}
    names: list[str] = []
    for parameter in node_type.parameters:
        if len(names) >= len(values):
            break
        if parameter.name in data or not exists(parameter, data):
            continue
        data[parameter.name] = values[len(names)]
        names.append(parameter.name)
        if _is_control(values, names):
            names.append(CONTROL)
    return names[: len(values)] + [""] * (len(values) - len(names))


def _name_in_order(values: Any, inputs: list[str]) -> Iterator[str]:
    names: list[str] = []
    for name in inputs:
        names.append(name)
        yield name
        if _is_control(values, names):
            names.append(CONTROL)
            yield CONTROL


def _is_control(values: Any, names: list[str]) -> bool:
    """Return whether the value after the named ones is the control of the last seed."""
    return len(names) < len(values) and "seed" in names[-1].lower() and values[len(names)] in _CONTROLS


def _make_unique(names: list[str]) -> list[str]:
    unique: list[str] = []
    for index, name in enumerate(names):
        unique.append(f"widget_{index}" if not name or name in unique else name)
    return unique


def _read_pair(value: object) -> tuple[float, float] | None:
    pair: list[Any] = [value.get("0"), value.get("1")] if isinstance(value, Mapping) else list(as_list(value))[:2]
    if len(pair) == 2 and all(is_coordinate(number) for number in pair):
        return pair[0], pair[1]
    return None


def write_node(raw: dict[str, Any], node: Node, node_type: NodeType | None) -> list[str]:
    """Update *raw* with the changes of *node*. Returns the names of values that it cannot store."""
    widgets = node.extra.get(WIDGETS)
    names = [str(name) for name in widgets] if isinstance(widgets, list) else []
    base = read_node(raw, None, names)
    if node.type != base.type:
        raw["type"] = to_kind(node.type)
    if node.position != base.position and node.position is not None:
        raw["pos"] = _write_pair(raw.get("pos"), node.position.x, node.position.y)
    if node.size != base.size and node.size is not None:
        raw["size"] = _write_pair(raw.get("size"), node.size.width, node.size.height)
    if node.mode is not base.mode:
        raw["mode"] = _NUMBERS[node.mode]
    if node.title != base.title:
        raw.pop("title", None)
        if node.title is not None:
            raw["title"] = node.title
    return _write_values(raw, node, base, names, node_type)


def _write_values(
    raw: dict[str, Any], node: Node, base: Node, names: list[str], node_type: NodeType | None
) -> list[str]:
    changed = [
        name
        for name in dict.fromkeys((*base.data, *node.data))
        if (name in base.data) != (name in node.data) or not same_json(base.data.get(name), node.data.get(name))
    ]
    if not changed:
        return []
    values = raw.get("widgets_values")
    if isinstance(values, dict):
        for name in changed:
            values.pop(name, None)
            if name in node.data:
                values[name] = copy.deepcopy(node.data[name])
        return []
    if node_type is not None and (node.type != base.type or set(changed) - set(names)):
        raw["widgets_values"] = list_values(node, node_type)
        return [name for name in changed if name in node.data and node_type.find_parameter(name) is None]
    values = raw.setdefault("widgets_values", [])
    for name in changed:
        if name in names:
            default = node_type.find_parameter(name) if node_type else None
            value = node.data.get(name, default.default if default else None)
            values[names.index(name)] = copy.deepcopy(value)
    return [name for name in changed if name not in names]


def list_values(node: Node, node_type: NodeType) -> list[Any]:
    """Return the `widgets_values` of a node of a known type: its parameters in order, with the control of a seed."""
    values: list[Any] = []
    done: set[str] = set()
    data = {parameter.name: parameter.default for parameter in node_type.parameters} | dict(node.data)
    for parameter in node_type.parameters:
        if parameter.name in done or not exists(parameter, data):
            continue
        done.add(parameter.name)
        values.append(copy.deepcopy(data[parameter.name]))
        if parameter.name in _SEEDS or parameter.extra.get(CONTROL):
            values.append(data.get(CONTROL, "fixed"))
    return values


def _list_value(node: Node, name: str) -> list[Any]:
    """Return a value of a node of an unknown type, with the control if it is a seed."""
    control = [node.data.get(CONTROL, "fixed")] if name in _SEEDS else []
    return [copy.deepcopy(node.data[name]), *control]


def create_raw(node: Node, raw_id: int | str, node_type: NodeType | None, order: int) -> dict[str, Any]:
    """Return a new node of the document, without links."""
    kind = to_kind(node.type)
    position, size = node.position or Point(0, 0), node.size or DEFAULT_SIZE
    inputs: list[dict[str, Any]] = (
        [{"name": slot.name, "type": ",".join(slot.types), "link": None} for slot in node_type.inputs]
        if node_type
        else []
    )
    outputs = [{"name": slot.name, "type": slot.type, "links": []} for slot in node_type.outputs] if node_type else []
    values: Any = list_values(node, node_type) if node_type else []
    if node_type is None or not node_type.parameters:
        # Without the type the names of the values would be lost: the editor lists them among the inputs.
        names = [name for name in node.data if name != CONTROL]
        inputs += [{"name": name, "type": "*", "link": None, "widget": {"name": name}} for name in names]
        values = [value for name in names for value in _list_value(node, name)]
    raw: dict[str, Any] = {
        "id": raw_id,
        "type": kind,
        "pos": [position.x, position.y],
        "size": [size.width, size.height],
        "flags": {},
        "order": order,
        "mode": _NUMBERS[node.mode],
        "inputs": inputs,
        "outputs": outputs,
        "properties": {"Node name for S&R": kind},
        "widgets_values": values,
    }
    if node.title is not None:
        raw["title"] = node.title
    return raw


def copy_raw(template: Mapping[str, Any], raw_id: int | str) -> dict[str, Any]:
    """Return a copy of a node of the document, without links."""
    raw = copy.deepcopy(dict(template)) | {"id": raw_id}
    for slot in as_list(raw.get("inputs")):
        if isinstance(slot, dict) and "link" in slot:
            slot["link"] = None
    for slot in as_list(raw.get("outputs")):
        if isinstance(slot, dict) and "links" in slot:
            slot["links"] = []
    return raw


def _write_pair(former: object, first: float, second: float) -> Any:
    if isinstance(former, dict):
        return former | {"0": first, "1": second}
    return [first, second, *list(as_list(former))[2:]]
