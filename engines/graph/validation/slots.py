"""Type of one node: the type of the catalog, with the slots that a foreign document defines for this node."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engines.graph.frontend_types import FRONTEND_TYPES
from engines.graph.graph import Node
from engines.graph.node_types.node_type import ANY, Input, NodeType, NodeTypes, Output

# Members of `Node.extra` that `formats` writes: [[name, data type], …] in the order of the slots.
INPUTS, OUTPUTS = "inputs", "outputs"
WIDGETS = "widgets"
"""Member of `Node.extra` that `formats` writes: names of the values in the order of the document's list."""


def find_type(node: Node, types: NodeTypes) -> NodeType | None:
    """Return the type of *node* with all its slots; None if it is unknown."""
    known = types.get(node.type) or FRONTEND_TYPES.get(node.type)
    inputs, outputs = read_slots(node.extra.get(INPUTS)), read_slots(node.extra.get(OUTPUTS))
    if not inputs and not outputs:
        return known
    return _complete_type(known or _name_type(node.type), inputs, outputs)


def is_known(node: Node, types: NodeTypes) -> bool:
    """Return whether the catalog has the type of *node*."""
    return node.type in types or node.type in FRONTEND_TYPES


Slots = tuple[tuple[str, str], ...]


def _complete_type(base: NodeType, inputs: Slots, outputs: Slots) -> NodeType:
    new_inputs = tuple(Input(name, (kind,)) for name, kind in inputs if base.find_input(name) is None)
    new_outputs = tuple(Output(name, kind) for name, kind in outputs if base.find_output(name) is None)
    if not new_inputs and not new_outputs:
        return base
    return replace(base, inputs=base.inputs + new_inputs, outputs=base.outputs + new_outputs)


@lru_cache(maxsize=1_000)
def _name_type(full_name: str) -> NodeType:
    namespace, _, name = full_name.partition(":")
    return NodeType(namespace, name)


def read_slots(value: object) -> Slots:
    """Return names and data types of the slots in *value*, a member of `Node.extra`; what is malformed is left out."""
    return tuple(_iterate_slots(value))


def _iterate_slots(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for slot in value:
            if isinstance(slot, list) and len(slot) == 2:
                name, kind = slot
                yield str(name), kind if isinstance(kind, str) and kind else ANY
