"""Inputs and outputs of nodes, in memory and in the contract's form."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engines.graph.json_values import dump_json
from services.common.contract.graphs.graph_execution import MAX_VALUE_BYTES, NodeValue
from services.common.errors import Code, ReflowError
from services.common.text.language import Text

TOO_LARGE = Text(f"节点的值超过 {MAX_VALUE_BYTES} 字节。", f"A value of a node is larger than {MAX_VALUE_BYTES} bytes.")


@dataclass(frozen=True, slots=True)
class StoredImage:
    """An image or mask among the values of a node."""

    asset_id: str


def decode_values(data: bytes, values: Iterable[NodeValue]) -> dict[str, Any]:
    """Return the parameters in *data*, overridden and completed by *values*. Raises INVALID_INPUT_FORMAT."""
    try:
        decoded = dict(json.loads(data or b"{}"))
        for value in values:
            decoded[value.handle] = StoredImage(value.asset_id) if value.asset_id else json.loads(value.json)
    except (ValueError, TypeError, RecursionError) as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field="values", node="executor", details=str(error)) from None
    return decoded


def encode_values(outputs: Mapping[str, Any]) -> tuple[NodeValue, ...]:
    """Return the values of *outputs*. Raises INVALID_INPUT_FORMAT for one that is too large."""
    return tuple(encode_value(handle, value) for handle, value in outputs.items())


def encode_value(handle: str, value: Any) -> NodeValue:
    """Return *value* at *handle*. Raises INVALID_INPUT_FORMAT for one that is too large."""
    if isinstance(value, StoredImage):
        return NodeValue(handle, asset_id=value.asset_id)
    encoded = dump_json(value).encode()
    if len(encoded) > MAX_VALUE_BYTES:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, TOO_LARGE, field=handle, node="executor")
    return NodeValue(handle, json=encoded)
