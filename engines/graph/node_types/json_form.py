"""reflow's own JSON form of node types: docs/nodes.md describes it."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from engines.graph.node_types.catalog_error import CatalogError
from engines.graph.node_types.fields import Fields
from engines.graph.node_types.node_type import (
    ANY,
    JSON,
    Input,
    NodeType,
    NodeTypes,
    Output,
    Parameter,
    ParameterKind,
)
from services.common.text.choices import list_names
from services.common.text.language import Text
from services.common.text.parse_errors import describe_json_error

MAX_NAME = 128
MAX_TITLE = 200
MAX_DESCRIPTION = 4_000
MAX_ALIASES = 40
MAX_SLOTS = 200
"""Maximum number of inputs, outputs or parameters of a type."""
MAX_DATA_TYPES = 40
MAX_CHOICES = 5_000
MAX_EXTRA_BYTES = 65_536
MAX_DEFINITION_BYTES = 262_144
"""Maximum bytes of a type in this form."""

_NAMESPACE = re.compile(r"[a-z][a-z0-9_-]{0,63}")


def to_json(node_type: NodeType) -> dict[str, JSON]:
    """Return *node_type* as a JSON object. Fields with their default value are omitted."""
    return _drop_defaults(
        {
            "type": node_type.full_name,
            "titles": _text_to_json(node_type.titles),
            "descriptions": _text_to_json(node_type.descriptions),
            "aliases": list(node_type.aliases),
            "category": node_type.category,
            "inputs": [_input_to_json(slot) for slot in node_type.inputs],
            "outputs": [_output_to_json(output) for output in node_type.outputs],
            "parameters": [_parameter_to_json(parameter) for parameter in node_type.parameters],
            "isOutput": node_type.is_output,
            "extra": dict(node_type.extra),
        }
    )


def parse_node_type(value: object, pointer: str = "") -> NodeType:
    """Return the type in *value*, a JSON object. Unknown fields become `extra`.

    Raises:
        CatalogError: a field is invalid; its pointer starts with *pointer*.

    """
    fields = Fields(value, pointer)
    namespace, name = split_name(fields.text("type", MAX_NAME + 65, required=True), f"{pointer}/type")
    node_type = NodeType(
        namespace=namespace,
        name=name,
        titles=fields.localized("titles", MAX_TITLE),
        descriptions=fields.localized("descriptions", MAX_DESCRIPTION),
        aliases=fields.texts("aliases", MAX_ALIASES, MAX_TITLE),
        category=fields.text("category", MAX_TITLE),
        inputs=fields.take_all("inputs", MAX_SLOTS, _parse_input),
        outputs=fields.take_all("outputs", MAX_SLOTS, _parse_output),
        parameters=fields.take_all("parameters", MAX_SLOTS, parse_parameter),
        is_output=fields.flag("isOutput"),
        extra=_take_extra(fields),
    )
    validate_slots(node_type, pointer)
    return node_type


def load_types(node_types: bytes) -> NodeTypes:
    """Return the types in *node_types*, a JSON array in UTF-8, by their full names. Raises CatalogError."""
    try:
        values = json.loads(node_types) if node_types else []
    except (ValueError, RecursionError) as error:
        why = describe_json_error(error)
        raise CatalogError("", Text(f"不是 JSON（{why.zh}）", f"not JSON ({why.en})")) from error
    if not isinstance(values, list):
        raise CatalogError("", Text("应是列表", "should be a list"))
    parsed = (parse_node_type(value, f"/{index}") for index, value in enumerate(values))
    return {node_type.full_name: node_type for node_type in parsed}


def dump_types(node_types: Iterable[NodeType]) -> bytes:
    """Return *node_types* as a JSON array in UTF-8, which `load_types` reads."""
    return dump([to_json(node_type) for node_type in node_types])


def dump(value: JSON) -> bytes:
    """Return *value* as compact JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def split_name(full_name: str, pointer: str = "") -> tuple[str, str]:
    """Return namespace and name of `namespace:Name`. Raises CatalogError."""
    namespace, colon, name = full_name.partition(":")
    if not colon or not _NAMESPACE.fullmatch(namespace) or not name.strip() or len(name) > MAX_NAME:
        raise CatalogError(
            pointer,
            Text(
                f"“{full_name[:80]}”不是“命名空间:名称”，如 core:TextToImage",
                f'"{full_name[:80]}" is not "namespace:Name", such as core:TextToImage',
            ),
        )
    return namespace, name


def validate_slots(node_type: NodeType, pointer: str) -> None:
    """Raise CatalogError if two outputs have one name, or two inputs and parameters."""
    targets = [slot.name for slot in node_type.inputs] + [parameter.name for parameter in node_type.parameters]
    for names in (targets, [output.name for output in node_type.outputs]):
        repeated = next((name for name, count in Counter(names).items() if count > 1), None)
        if repeated is not None:
            raise CatalogError(
                pointer, Text(f"“{repeated}”出现了两次", f'"{repeated}" is the name of two slots or parameters')
            )


def _parse_input(value: JSON, pointer: str) -> Input:
    fields = Fields(value, pointer)
    return Input(
        name=fields.text("name", MAX_NAME, required=True),
        types=fields.texts("types", MAX_DATA_TYPES, MAX_NAME) or (ANY,),
        optional=fields.flag("optional"),
        is_list=fields.flag("isList"),
        multiple_links=fields.flag("multipleLinks"),
        lazy=fields.flag("lazy"),
        titles=fields.localized("titles", MAX_TITLE),
        extra=_take_extra(fields),
    )


def _parse_output(value: JSON, pointer: str) -> Output:
    fields = Fields(value, pointer)
    return Output(
        name=fields.text("name", MAX_NAME, required=True),
        type=fields.text("type", MAX_NAME) or ANY,
        is_list=fields.flag("isList"),
        titles=fields.localized("titles", MAX_TITLE),
        extra=_take_extra(fields),
    )


def parse_parameter(value: JSON, pointer: str) -> Parameter:
    """Return the parameter in *value*. Raises CatalogError."""
    fields = Fields(value, pointer)
    kind = fields.text("kind", MAX_NAME, required=True)
    if kind not in tuple(ParameterKind):
        kinds = list_names(ParameterKind)
        fields.reject("kind", f"“{kind}”无效，可用的有 {kinds.zh}", f'"{kind}" is not valid; valid kinds: {kinds.en}')
    parameter = Parameter(
        name=fields.text("name", MAX_NAME, required=True),
        kind=ParameterKind(kind),
        default=fields.take("default"),
        minimum=fields.number("minimum"),
        maximum=fields.number("maximum"),
        step=fields.number("step"),
        choices=fields.take_list("choices", MAX_CHOICES),
        multiselect=fields.flag("multiselect"),
        required=fields.flag("required"),
        types=fields.texts("types", MAX_DATA_TYPES, MAX_NAME),
        depends_on=_parse_conditions(fields.take("dependsOn"), f"{pointer}/dependsOn"),
        titles=fields.localized("titles", MAX_TITLE),
        extra=_take_extra(fields),
    )
    if parameter.minimum is not None and parameter.maximum is not None and parameter.minimum > parameter.maximum:
        fields.reject("minimum", "大于 maximum", "is greater than maximum")
    return parameter


def _parse_conditions(value: JSON, pointer: str) -> Mapping[str, tuple[JSON, ...]]:
    if value is None:
        return {}
    fields = Fields(value, pointer)
    return {name: fields.take_list(name, MAX_CHOICES) for name in list(value)} if isinstance(value, dict) else {}


def _take_extra(fields: Fields) -> Mapping[str, JSON]:
    """Return the field `extra` with the unknown fields."""
    extra = fields.take("extra")
    if extra is not None and not isinstance(extra, dict):
        fields.reject("extra", "应是一个 JSON 对象", "should be a JSON object")
    return {**(extra or {}), **fields.take_rest(MAX_EXTRA_BYTES)}


def _input_to_json(slot: Input) -> dict[str, JSON]:
    return _drop_defaults(
        {
            "name": slot.name,
            "types": list(slot.types),
            "optional": slot.optional,
            "isList": slot.is_list,
            "multipleLinks": slot.multiple_links,
            "lazy": slot.lazy,
            "titles": _text_to_json(slot.titles),
            "extra": dict(slot.extra),
        }
    )


def _output_to_json(output: Output) -> dict[str, JSON]:
    return _drop_defaults(
        {
            "name": output.name,
            "type": output.type,
            "isList": output.is_list,
            "titles": _text_to_json(output.titles),
            "extra": dict(output.extra),
        }
    )


def _parameter_to_json(parameter: Parameter) -> dict[str, JSON]:
    conditions: dict[str, JSON] = {name: list(values) for name, values in parameter.depends_on.items()}
    entries: dict[str, JSON] = {
        "name": parameter.name,
        "kind": parameter.kind.value,
        "minimum": parameter.minimum,
        "maximum": parameter.maximum,
        "step": parameter.step,
        "choices": list(parameter.choices),
        "multiselect": parameter.multiselect,
        "required": parameter.required,
        "types": list(parameter.types),
        "dependsOn": conditions,
        "titles": _text_to_json(parameter.titles),
        "extra": dict(parameter.extra),
    }
    default: dict[str, JSON] = {} if parameter.default is None else {"default": parameter.default}
    return _drop_defaults(entries) | default


def _text_to_json(text: Text) -> dict[str, JSON]:
    return _drop_defaults({"zh": text.zh, "en": text.en})


def _drop_defaults(entries: dict[str, Any]) -> dict[str, JSON]:
    """Return *entries* without empty and false ones; numbers are retained, including 0."""
    return {key: value for key, value in entries.items() if value or type(value) in (int, float)}
