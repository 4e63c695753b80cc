"""Validation of the values of a node's parameters."""

from collections.abc import Iterator, Mapping

from engines.graph.finding import Finding, Reason
from engines.graph.graph import Node
from engines.graph.json_values import dump_json, join_pointer, same_json
from engines.graph.node_types.node_type import JSON, NodeType, Parameter, ParameterKind
from engines.graph.validation.alternatives import nearest
from engines.graph.validation.slots import WIDGETS
from services.common.text.language import Text

_KINDS = {
    ParameterKind.INTEGER: Text("整数", "an integer"),
    ParameterKind.NUMBER: Text("数字", "a number"),
    ParameterKind.TEXT: Text("文字", "a text"),
    ParameterKind.BOOLEAN: Text("true 或 false", "true or false"),
}


def check_parameter(node: Node, node_type: NodeType, name: str) -> Iterator[Finding]:
    """Yield the violations of the value of the parameter *name* of *node*."""
    pointer = join_pointer("nodes", node.id, "data", name)
    candidates = [parameter for parameter in node_type.parameters if parameter.name == name]
    widgets = node.extra.get(WIDGETS)
    if not candidates and isinstance(widgets, list) and name in widgets:
        return  # a value of the imported document that belongs to its editor
    if not candidates:
        names = [parameter.name for parameter in node_type.parameters if exists(parameter, node.data)]
        yield Finding(
            pointer,
            Reason.PARAMETER_UNKNOWN,
            Text(f"{node_type.full_name} 没有参数“{name}”。", f'{node_type.full_name} has no parameter "{name}".'),
            nearest(name, names),
        )
        return
    parameter = next((candidate for candidate in candidates if exists(candidate, node.data)), None)
    if parameter is None:
        yield _describe_condition(pointer, candidates[0])
    elif name in node.data:
        yield from check_value(pointer, parameter, node.data[name])


def exists(parameter: Parameter, data: Mapping[str, JSON]) -> bool:
    """Return whether a node with *data* has *parameter*, which may depend on the choice of another one."""
    return all(
        any(same_json(data.get(name), choice) for choice in choices) for name, choices in parameter.depends_on.items()
    )


def find_missing(node: Node, node_type: NodeType) -> Iterator[Finding]:
    """Yield the required parameters without a default that the node does not set."""
    for parameter in node_type.parameters:
        unset = parameter.name not in node.data and parameter.default is None
        if parameter.required and unset and exists(parameter, node.data):
            yield Finding(
                join_pointer("nodes", node.id, "data", parameter.name),
                Reason.PARAMETER_MISSING,
                Text(f"必须设置参数“{parameter.name}”。", f'The parameter "{parameter.name}" must be set.'),
            )


def check_value(pointer: str, parameter: Parameter, value: JSON) -> Iterator[Finding]:
    """Yield the violations of *value* of *parameter*."""
    match parameter.kind:
        case ParameterKind.JSON:
            return
        case ParameterKind.CHOICE:
            yield from _check_choice(pointer, parameter, value)
        case kind if not _has_kind(value, kind):
            label = _KINDS[kind]
            yield Finding(
                pointer,
                Reason.PARAMETER_TYPE,
                Text(
                    f"参数“{parameter.name}”应是{label.zh}，收到 {_quote(value)}。",
                    f'The parameter "{parameter.name}" must be {label.en}, not {_quote(value)}.',
                ),
            )
        case _:
            yield from _check_range(pointer, parameter, value)


def _has_kind(value: JSON, kind: ParameterKind) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    match kind:
        case ParameterKind.INTEGER:
            return is_number and float(value).is_integer()  # type: ignore[arg-type]
        case ParameterKind.NUMBER:
            return is_number
        case ParameterKind.TEXT:
            return isinstance(value, str)
        case ParameterKind.BOOLEAN:
            return isinstance(value, bool)
        case _:
            return True


def _check_range(pointer: str, parameter: Parameter, value: JSON) -> Iterator[Finding]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    low, high = parameter.minimum, parameter.maximum
    nearest_value = low if low is not None and value < low else high if high is not None and value > high else None
    if nearest_value is None:
        return
    range_text = f"{'' if low is None else _format(low)}…{'' if high is None else _format(high)}"
    yield Finding(
        pointer,
        Reason.OUT_OF_RANGE,
        Text(
            f"参数“{parameter.name}”的范围是 {range_text}，收到 {_quote(value)}。",
            f'The parameter "{parameter.name}" must be within {range_text}, not {_quote(value)}.',
        ),
        (_format(nearest_value),),
    )


def _check_choice(pointer: str, parameter: Parameter, value: JSON) -> Iterator[Finding]:
    if not parameter.choices:  # unknown: those of a remote list
        return
    if parameter.multiselect and not isinstance(value, list):
        yield Finding(
            pointer,
            Reason.PARAMETER_TYPE,
            Text(
                f"参数“{parameter.name}”应是选项的列表。",
                f'The parameter "{parameter.name}" must be a list of choices.',
            ),
        )
        return
    for item in value if parameter.multiselect and isinstance(value, list) else [value]:
        if not any(same_json(item, choice) for choice in parameter.choices):
            label = item if isinstance(item, str) else dump_json(item)
            yield Finding(
                pointer,
                Reason.NOT_A_CHOICE,
                Text(
                    f"{_quote(item)} 不是参数“{parameter.name}”的选项。",
                    f'{_quote(item)} is not a choice of the parameter "{parameter.name}".',
                ),
                nearest(label, (_to_label(choice) for choice in parameter.choices)),
            )


def _describe_condition(pointer: str, parameter: Parameter) -> Finding:
    conditions = "; ".join(
        f"{name} = {' | '.join(_to_label(choice) for choice in choices)}"
        for name, choices in parameter.depends_on.items()
    )
    return Finding(
        pointer,
        Reason.PARAMETER_UNKNOWN,
        Text(
            f"参数“{parameter.name}”只在 {conditions} 时存在。",
            f'The parameter "{parameter.name}" exists only with {conditions}.',
        ),
    )


def _to_label(value: JSON) -> str:
    return value if isinstance(value, str) else dump_json(value)


def _format(number: float) -> str:
    return str(int(number)) if float(number).is_integer() and abs(number) < 1e15 else f"{number:g}"


def _quote(value: JSON) -> str:
    text = dump_json(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
