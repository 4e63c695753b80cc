"""ComfyUI's object_info, the response of a server at `/object_info`, as node types. V1 and V3 schemas.

https://docs.comfy.org/custom-nodes/backend/server_overview and `comfy_api/latest/_io.py` of ComfyUI describe the form.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.graph.node_types.catalog_error import CatalogError
from engines.graph.node_types.fields import Fields, check_value, escape
from engines.graph.node_types.json_form import (
    MAX_ALIASES,
    MAX_CHOICES,
    MAX_DATA_TYPES,
    MAX_DESCRIPTION,
    MAX_EXTRA_BYTES,
    MAX_NAME,
    MAX_SLOTS,
    MAX_TITLE,
    split_name,
    validate_slots,
)
from engines.graph.node_types.node_type import ANY, JSON, Input, NodeType, Output, Parameter, ParameterKind
from services.common.text.language import Text

_KINDS = {
    "INT": ParameterKind.INTEGER,
    "FLOAT": ParameterKind.NUMBER,
    "STRING": ParameterKind.TEXT,
    "BOOLEAN": ParameterKind.BOOLEAN,
    "COMBO": ParameterKind.CHOICE,
}
"""Types of inputs that are widgets, unless `forceInput` is set."""
_DYNAMIC_COMBO = "COMFY_DYNAMICCOMBO_V3"
_AUTOGROW = "COMFY_AUTOGROW_V3"
_MATCH_TYPE = "COMFY_MATCHTYPE_V3"
_MULTI_TYPE = "COMFY_MULTITYPED_V3"
_SECTIONS = ("required", "optional")
MAX_GROWN = 32
"""Maximum slots of an input that grows, even if the server allows more."""
_MAX_COMBO_DEPTH = 4


def parse_object_info_node(name: str, value: object, namespace: str, pointer: str) -> NodeType:
    """Return the type *name* in *value*, an entry of object_info. Unknown fields are stored in `extra`.

    Raises:
        CatalogError: a field is invalid; its pointer starts with *pointer*.

    """
    fields = Fields(value, pointer)
    if isinstance(value, Mapping) and not ({"input", "output"} & value.keys()):  # a graph, or other JSON
        raise CatalogError(
            pointer, Text("没有 input 和 output，不是节点类型", "has no input and output, so it is not a node type")
        )
    split_name(f"{namespace}:{name}", pointer)
    node_type = NodeType(
        namespace=namespace,
        name=name,
        titles=Text("", fields.text("display_name", MAX_TITLE) or name),
        descriptions=Text("", fields.text("description", MAX_DESCRIPTION)),
        aliases=fields.texts("search_aliases", MAX_ALIASES, MAX_TITLE),
        category=fields.text("category", MAX_TITLE),
        is_output=fields.flag("output_node"),
        outputs=_parse_outputs(fields, pointer),
    )
    takes_lists = fields.flag("is_input_list")
    slots = tuple(_parse_inputs(fields.take("input"), fields.take("input_order"), f"{pointer}/input"))
    node_type = replace(
        node_type,
        inputs=tuple(replace(slot, is_list=takes_lists) for slot in slots if isinstance(slot, Input)),
        parameters=tuple(slot for slot in slots if isinstance(slot, Parameter)),
        extra=fields.take_rest(MAX_EXTRA_BYTES),
    )
    if len(slots) > MAX_SLOTS:
        raise CatalogError(f"{pointer}/input", Text(f"超过 {MAX_SLOTS} 项", f"has more than {MAX_SLOTS} entries"))
    validate_slots(node_type, pointer)
    return node_type


def _parse_inputs(value: JSON, order: JSON, pointer: str, prefix: str = "") -> Iterator[Input | Parameter]:
    """Yield the slots of sections {"required": {name: spec}}, or of the flat form {name: spec} of V3."""
    if value is None:
        return
    if not isinstance(value, dict):
        raise CatalogError(pointer, Text("应是一个 JSON 对象", "should be a JSON object"))
    if not any(section in value for section in (*_SECTIONS, "hidden")):
        value = {"required": value}
    for section in _SECTIONS:
        specs = value.get(section) or {}
        place = f"{pointer}/{section}"
        if not isinstance(specs, dict):
            raise CatalogError(place, Text("应是一个 JSON 对象", "should be a JSON object"))
        for name in _sort_names(specs, order.get(section) if isinstance(order, dict) else None):
            yield from _parse_spec(
                prefix + name, specs[name], f"{place}/{escape(name)}", required=section == "required"
            )


def _sort_names(specs: Mapping[str, JSON], order: JSON) -> Sequence[str]:
    """Return the names of *specs* in *order*; names that *order* lacks come last."""
    listed = [name for name in order if isinstance(name, str) and name in specs] if isinstance(order, list) else []
    return [*dict.fromkeys(listed), *(name for name in specs if name not in listed)]


def _parse_spec(
    name: str, spec: JSON, pointer: str, *, required: bool, depth: int = _MAX_COMBO_DEPTH
) -> Iterator[Input | Parameter]:
    """Yield the slots of one input: [type, options], where a list of choices is a type, too."""
    if isinstance(spec, str):
        spec = [spec]
    if not isinstance(spec, list) or not spec or not isinstance(spec[0], str | list):
        raise CatalogError(pointer, Text("应是 [类型, 选项]", "should be [type, options]"))
    if len(name) > MAX_NAME or not name.strip():
        raise CatalogError(
            pointer, Text(f"名称应在 1 到 {MAX_NAME} 个字之间", f"its name must have 1 to {MAX_NAME} letters")
        )
    kind = spec[0]
    options = Fields(spec[1] if len(spec) > 1 and spec[1] is not None else {}, f"{pointer}/1")
    required = required and not options.flag("optional")
    if kind == _DYNAMIC_COMBO:
        yield from _parse_dynamic_combo(name, options, pointer, required=required, depth=depth)
    elif kind == _AUTOGROW:
        yield from _grow_inputs(name, options, pointer, required=required)
    elif isinstance(kind, list) or (kind in _KINDS and not options.flag("forceInput")):
        yield _parse_widget(name, kind, options, pointer, required=required)
    else:
        yield _parse_slot(name, kind, options, required=required)


def _parse_slot(name: str, kind: str, options: Fields, *, required: bool) -> Input:
    """Return an input whose value only a link can provide."""
    return Input(
        name=name,
        types=_parse_types(kind, options),
        optional=not required,
        lazy=options.flag("lazy"),
        titles=Text("", options.text("display_name", MAX_TITLE)),
        extra=options.take_rest(MAX_EXTRA_BYTES),
    )


def _parse_types(kind: str, options: Fields) -> tuple[str, ...]:
    """Return the data types of `IMAGE,MASK`, of a type that must match another slot, or of a list of types."""
    if kind == _MATCH_TYPE:
        template = options.take("template")
        allowed = template.get("allowed_types") if isinstance(template, dict) else None
        kind = allowed if isinstance(allowed, str) else ANY
    elif kind == _MULTI_TYPE:
        allowed = options.take("types")
        kind = ",".join(map(str, allowed)) if isinstance(allowed, list) else ANY
    types = tuple(dict.fromkeys(part.strip()[:MAX_NAME] for part in kind.split(",") if part.strip()))[:MAX_DATA_TYPES]
    return types or (ANY,)


def _parse_widget(name: str, kind: str | list[JSON], options: Fields, pointer: str, *, required: bool) -> Parameter:
    """Return an input that has a widget. A link can replace its value, unless it is `socketless`."""
    choices: list[JSON] = list(kind) if isinstance(kind, list) else []
    if kind == "COMBO":
        choices = list(options.take_list("options", MAX_CHOICES))
    if len(choices) > MAX_CHOICES:
        raise CatalogError(pointer, Text(f"选项超过 {MAX_CHOICES} 个", f"has more than {MAX_CHOICES} choices"))
    check_value(choices, pointer)
    parameter_kind = ParameterKind.CHOICE if isinstance(kind, list) else _KINDS[kind]
    default = options.take("default")
    if default is None and parameter_kind is ParameterKind.CHOICE and choices:
        default = choices[0]
    multiselect = options.take("multiselect") or options.take("multi_select")
    return Parameter(
        name=name,
        kind=parameter_kind,
        default=default,
        minimum=_parse_number(options.take("min")),
        maximum=_parse_number(options.take("max")),
        step=_parse_number(options.take("step")) or None,
        choices=tuple(choices),
        multiselect=bool(multiselect),
        required=required,
        types=() if options.flag("socketless") else ("COMBO" if isinstance(kind, list) else kind,),
        titles=Text("", options.text("display_name", MAX_TITLE)),
        extra=options.take_rest(MAX_EXTRA_BYTES),
    )


def _parse_number(value: JSON) -> float | None:
    """Return a limit; some nodes define a text, which ComfyUI ignores, too."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _parse_dynamic_combo(
    name: str, options: Fields, pointer: str, *, required: bool, depth: int
) -> Iterator[Input | Parameter]:
    """Yield the choice, then the inputs of each of its options under `NAME.INPUT`, which exist only for that option."""
    entries = options.take_list("options", MAX_CHOICES)
    if depth == 0:
        raise CatalogError(pointer, Text("动态选项嵌套太深", "dynamic choices are nested too deeply"))
    by_key: dict[str, JSON] = {}
    for index, entry in enumerate(entries):
        option = Fields(entry, f"{pointer}/1/options/{index}")
        by_key[option.text("key", MAX_NAME, required=True)] = option.take("inputs")
    default = options.take("default")
    yield Parameter(
        name=name,
        kind=ParameterKind.CHOICE,
        default=default if default in by_key else next(iter(by_key), None),
        choices=tuple(by_key),
        required=required,
        titles=Text("", options.text("display_name", MAX_TITLE)),
        extra=options.take_rest(MAX_EXTRA_BYTES),
    )
    yield from _merge_options(name, by_key, pointer, depth)


def _merge_options(name: str, by_key: Mapping[str, JSON], pointer: str, depth: int) -> Iterator[Input | Parameter]:
    """Yield the inputs of all options; one that several options have exists for all of them."""
    merged: dict[str, Input | Parameter] = {}
    keys: dict[str, list[JSON]] = {}
    for key, inputs in by_key.items():
        for section, specs in inputs.items() if isinstance(inputs, dict) else ():
            for inner, spec in specs.items() if isinstance(specs, dict) else ():
                place = f"{pointer}/1/options/{escape(key)}/{escape(inner)}"
                for slot in _parse_spec(
                    f"{name}.{inner}", spec, place, required=section == "required", depth=depth - 1
                ):
                    merged.setdefault(slot.name, slot)
                    keys.setdefault(slot.name, []).append(key)
    for slot_name, slot in merged.items():
        if isinstance(slot, Parameter):
            yield replace(slot, depends_on={**slot.depends_on, name: tuple(keys[slot_name])})
        else:  # a slot may stay empty: its option may not be selected
            yield replace(slot, optional=True)


def _grow_inputs(name: str, options: Fields, pointer: str, *, required: bool) -> Iterator[Input]:
    """Yield the slots of a growing input: `NAME.PREFIX0`, `NAME.PREFIX1`, … or the listed names."""
    template = Fields(options.take("template") or {}, f"{pointer}/1/template")
    names = [str(one) for one in template.take_list("names", MAX_SLOTS)]
    prefix, least, most = template.text("prefix", MAX_NAME), template.number("min"), template.number("max")
    names = names or [f"{prefix}{index}" for index in range(min(int(most or MAX_GROWN), MAX_GROWN))]
    inner = next(iter(_parse_inputs(template.take("input"), None, f"{pointer}/1/template/input")), None)
    types = inner.types if inner is not None else (ANY,)
    for index, one in enumerate(names):
        yield Input(f"{name}.{one}"[:MAX_NAME], types or (ANY,), optional=not required or index >= (least or 0))


def _parse_outputs(fields: Fields, pointer: str) -> tuple[Output, ...]:
    """Return the outputs: parallel lists in V1, {id: [type, options]} in V3. A repeated name gets its index."""
    value = fields.take("output")
    if isinstance(value, dict):
        specs = value.items()
        return tuple(_parse_v3_output(name, spec, f"{pointer}/output/{escape(name)}") for name, spec in specs)
    types = value if isinstance(value, list) else []
    if len(types) > MAX_SLOTS:
        raise CatalogError(f"{pointer}/output", Text(f"超过 {MAX_SLOTS} 项", f"has more than {MAX_SLOTS} entries"))
    names, lists = fields.take_list("output_name"), fields.take_list("output_is_list")
    outputs: list[Output] = []
    for index, kind in enumerate(types):
        given = names[index] if index < len(names) else None
        data_type = _name_output_type(kind)
        name = (given if isinstance(given, str) and given.strip() else data_type).strip()[:MAX_NAME]
        if any(output.name == name for output in outputs):
            name = f"{name}_{index}"[-MAX_NAME:]
        outputs.append(Output(name, data_type, is_list=index < len(lists) and lists[index] is True))
    return tuple(outputs)


def _name_output_type(kind: JSON) -> str:
    """Return the data type of an output: COMBO for a list of choices, any type for one that matches an input."""
    if isinstance(kind, list):
        return "COMBO"
    if kind == _MATCH_TYPE or not isinstance(kind, str):
        return ANY
    return kind.strip()[:MAX_NAME] or ANY


def _parse_v3_output(name: str, spec: JSON, pointer: str) -> Output:
    if not isinstance(spec, list) or not spec:
        raise CatalogError(pointer, Text("应是 [类型, 选项]", "should be [type, options]"))
    options = Fields(spec[1] if len(spec) > 1 and spec[1] is not None else {}, f"{pointer}/1")
    return Output(
        name=name[:MAX_NAME],
        type=_name_output_type(spec[0]),
        is_list=options.flag("is_output_list"),
        titles=Text("", options.text("display_name", MAX_TITLE)),
        extra=options.take_rest(MAX_EXTRA_BYTES),
    )
