"""The core types: those that reflow includes and can execute."""

import json
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from engines.graph.node_types.json_form import parse_node_type
from engines.graph.node_types.node_type import NodeTypes


@cache
def load_core_types() -> NodeTypes:
    """Return the types of core.jsonl by their full names. Blocking: reads the file once per process."""
    lines = files("engines.graph.node_types").joinpath("core.jsonl").read_text(encoding="utf-8").splitlines()
    types = [parse_node_type(json.loads(line), f"/{index}") for index, line in enumerate(lines)]
    return MappingProxyType({node_type.full_name: node_type for node_type in types})
