"""A type of nodes: its names, inputs, outputs and parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from services.common.text.language import Text

CORE = "core"
"""Namespace of the types that reflow includes and can execute."""
COMFY = "comfy"
"""Namespace of types of ComfyUI."""
ANY = "*"
"""Data type that every other one matches."""

JSON: TypeAlias = bool | int | float | str | list["JSON"] | dict[str, "JSON"] | None
NO_JSON: Mapping[str, JSON] = MappingProxyType({})
"""An empty object. Python 3.11 does not accept it as the default of a dataclass, because it treats it as mutable."""
NO_TEXT = Text("", "")


class ParameterKind(StrEnum):
    """Kind of the value of a parameter."""

    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Input:
    """A slot that links end in.

    Attributes:
        name: the `targetHandle` of its links.
        types: the data types it accepts, any of them; `("*",)` accepts every type.
        optional: whether a link may be missing.
        is_list: whether it takes all entries of a list at once; otherwise its node is executed once for each entry.
        multiple_links: whether more than one link may end in it.
        lazy: whether it is computed only if the node requests it.
        titles: its title in both languages; empty for the name.
        extra: properties of a foreign format that reflow does not interpret.

    """

    name: str
    types: tuple[str, ...]
    optional: bool = False
    is_list: bool = False
    multiple_links: bool = False
    lazy: bool = False
    titles: Text = NO_TEXT
    extra: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Output:
    """A slot that links start from; `name` is their `sourceHandle`, `type` the data type of its value."""

    name: str
    type: str
    is_list: bool = False
    titles: Text = NO_TEXT
    extra: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value that is set in the node, under `data/NAME`.

    Attributes:
        name: its key in the node's `data`.
        kind: the kind of its value.
        default: the value of a node that does not set it; None if there is none.
        minimum, maximum: the range of a number, both included; None for no limit.
        step: the step of a number.
        choices: the allowed values of a choice, in order; empty if they are not known.
        multiselect: whether the value is a list of choices.
        required: whether a node without a default must set it.
        types: the data types of a link that replaces the value, as if it were an input of this name; empty if it cannot
            be linked.
        depends_on: the choices of other parameters that this one needs: `{"model": ("a", "b")}`; empty for always.
        titles: its title in both languages; empty for the name.
        extra: properties of a foreign format that reflow does not interpret.

    """

    name: str
    kind: ParameterKind
    default: JSON = None
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    choices: tuple[JSON, ...] = ()
    multiselect: bool = False
    required: bool = False
    types: tuple[str, ...] = ()
    depends_on: Mapping[str, tuple[JSON, ...]] = field(default_factory=dict)
    titles: Text = NO_TEXT
    extra: Mapping[str, JSON] = field(default_factory=dict)

    @property
    def input(self) -> Input | None:
        """The input in which a link to this parameter ends; None if it cannot be linked."""
        return Input(self.name, self.types, optional=True, titles=self.titles) if self.types else None


@dataclass(frozen=True, slots=True)
class NodeType:
    """A type of nodes.

    Attributes:
        namespace, name: together its full name, `namespace:Name`.
        titles: its title in both languages; one may be empty.
        descriptions: its description in both languages; may be empty.
        aliases: other names, in either language.
        category: its place in a menu, `image/adjust`.
        inputs, outputs, parameters: in the order in which they are displayed.
        is_output: whether a graph may end in it: its result is saved or displayed.
        extra: properties of a foreign format that reflow does not interpret.

    """

    namespace: str
    name: str
    titles: Text = NO_TEXT
    descriptions: Text = NO_TEXT
    aliases: tuple[str, ...] = ()
    category: str = ""
    inputs: tuple[Input, ...] = ()
    outputs: tuple[Output, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    is_output: bool = False
    extra: Mapping[str, JSON] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        """The `type` of its nodes: `namespace:Name`."""
        return f"{self.namespace}:{self.name}"

    def find_input(self, name: str) -> Input | None:
        """Return the input that links to *name* end in: a slot, or a parameter that can be linked."""
        for slot in self.inputs:
            if slot.name == name:
                return slot
        parameter = self.find_parameter(name)
        return None if parameter is None else parameter.input

    def find_output(self, name: str) -> Output | None:
        """Return the output *name*."""
        return next((output for output in self.outputs if output.name == name), None)

    def find_parameter(self, name: str) -> Parameter | None:
        """Return the parameter *name*."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)


NodeTypes = Mapping[str, NodeType]
"""Types by their full names."""


def types_match(source: str, targets: tuple[str, ...]) -> bool:
    """Return whether a value of the data type *source* may enter an input of the types *targets*.

    A type may be a union, `IMAGE,MASK`; `*` on either side matches everything. Whether a slot is a list does not
    matter, as in ComfyUI (`map_node_over_list` of its execution.py): a node is executed once for each entry of a list,
    unless its input takes the whole list, and a single value is a list of one.
    """
    sources = set(source.split(","))
    accepted = {part for target in targets for part in target.split(",")}
    return ANY in sources or ANY in accepted or bool(sources & accepted)
