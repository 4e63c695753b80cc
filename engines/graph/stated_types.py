"""Node types as far as the nodes of an imported graph state them: slots, and values with names."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engines.graph.node_types.catalog_error import CatalogError
from engines.graph.node_types.json_form import parse_node_type, to_json
from engines.graph.node_types.node_type import JSON, Input, NodeType, Output, Parameter, ParameterKind
from engines.graph.validation.slots import INPUTS, OUTPUTS, WIDGETS, read_slots
from services.common.text.language import Text

_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z]{2})(?=[A-Z][a-z])|[_\s]+")
UNNAMED = re.compile(r"widget_\d+")
"""Name that the import gives to a value without one: its meaning is unknown."""


def list_stated_types(nodes: object, unknown: Collection[str]) -> list[NodeType]:
    """Return the *unknown* types of which *nodes*, the table of a graph in its JSON form, state slots or values.

    Which inputs must have a link, ranges and choices are not stated, so nothing is required. A value without a name is
    no parameter. A type of which a name or a number of slots is not allowed stays unknown: documents are untrusted.
    """
    stated: dict[str, list[Mapping[str, Any]]] = {}
    for node in nodes.values() if isinstance(nodes, dict) else ():
        kind = node.get("type") if isinstance(node, dict) else None
        if (
            isinstance(kind, str)
            and kind in unknown
            and any(_read_extra(node, key) for key in (INPUTS, OUTPUTS, WIDGETS))
        ):
            stated.setdefault(kind, []).append(node)
    types = [_merge(kind, examples) for kind, examples in sorted(stated.items())]
    return [node_type for node_type in types if _is_allowed(node_type)]


def _is_allowed(node_type: NodeType) -> bool:
    try:
        parse_node_type(to_json(node_type))
    except CatalogError:
        return False
    return True


def _merge(full_name: str, nodes: Sequence[Mapping[str, Any]]) -> NodeType:
    namespace, _, name = full_name.partition(":")
    title = " ".join(word for word in _WORDS.split(name) if word)
    inputs = {slot: kind for node in reversed(nodes) for slot, kind in read_slots(_read_extra(node, INPUTS))}
    outputs = {slot: kind for node in reversed(nodes) for slot, kind in read_slots(_read_extra(node, OUTPUTS))}
    values = {key: value for node in reversed(nodes) for key, value in _read_values(node) if key not in inputs}
    return NodeType(
        namespace,
        name,
        Text(title, title),
        inputs=tuple(Input(slot, (kind,), optional=True) for slot, kind in inputs.items()),
        outputs=tuple(Output(slot, kind) for slot, kind in outputs.items()),
        parameters=tuple(Parameter(key, _find_kind(value)) for key, value in values.items()),
    )


def _states_something(node: Mapping[str, Any]) -> bool:
    return bool(_read_values(node)) or any(_read_extra(node, member) for member in (INPUTS, OUTPUTS, WIDGETS))


def _read_extra(node: Mapping[str, Any], member: str) -> list[Any]:
    extra = node.get("extra")
    value = extra.get(member) if isinstance(extra, dict) else None
    return value if isinstance(value, list) else []


def _read_values(node: Mapping[str, Any]) -> list[tuple[str, JSON]]:
    """Return the named values: an API prompt names all of them, a workflow those that its editor saved with names."""
    data = node.get("data")
    if not isinstance(data, dict):
        return []
    return [(name, value) for name, value in data.items() if not UNNAMED.fullmatch(name)]


def _find_kind(value: JSON) -> ParameterKind:
    """Return the kind of a parameter with *value*; a whole number may be one of a range of fractions."""
    if isinstance(value, bool):
        return ParameterKind.BOOLEAN
    if isinstance(value, int | float):
        return ParameterKind.NUMBER
    return ParameterKind.TEXT if isinstance(value, str) else ParameterKind.JSON
