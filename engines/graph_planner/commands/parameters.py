"""Commands that set and reset parameters."""

from collections.abc import Iterator, Sequence

from engines.graph.node_types.node_type import JSON, NodeType, Parameter, ParameterKind
from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.grammar.items import Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError
from engines.language.characters import fold
from services.common.text.language import Text

_NUMBERS = (ParameterKind.INTEGER, ParameterKind.NUMBER)
_RELATIVE = (Verb.INCREASE, Verb.DECREASE, Verb.DOUBLE, Verb.HALVE)
_SIDES = ("width", "height")
_VALUE_WORDS = (Marker.YES, Marker.NO, Marker.DEFAULT)
Assignment = tuple[str, Item | None]
"""The name of a parameter as the clause has it, and its value."""


def set_parameters(context: ClauseContext, verb: Verb) -> None:
    """Set the parameters of the clause, or change them by a number."""
    targets: list[str] = []
    last: list[str] | None = None
    pairs = list(_pair_values(context))
    if not pairs:
        pairs = [(None, _find_free_value(context))]
    for named, value in pairs:
        owners = _find_owners(context, named, value, last)
        for node_id in owners:
            for parameter in _find_parameters(context, node_id, named, value):
                _assign(context, verb, node_id, parameter, named, value)
        last = owners
        targets += owners
    context.touch(targets)


def _assign(
    context: ClauseContext, verb: Verb, node_id: str, parameter: Parameter, named: Named | None, value: Item | None
) -> None:
    node = context.draft.nodes[node_id]
    current = node.data.get(parameter.name, parameter.default)
    if verb in _RELATIVE and (changed := _change_number(context, verb, parameter, current, value)) is not None:
        result: JSON = changed
    else:
        result = _read_value(context, parameter, named, value)
    context.draft.change(node_id).data[parameter.name] = result
    context.report(texts.SET, node=context.name(node_id), parameter=_title(parameter), value=str(result))


def _change_number(
    context: ClauseContext, verb: Verb, parameter: Parameter, current: JSON, value: Item | None
) -> float | None:
    """Return the number after an increase or a decrease; None for "increase to 30", which is a new value."""
    if context.has(Marker.TO) and verb in (Verb.INCREASE, Verb.DECREASE):
        return None
    if parameter.kind not in _NUMBERS or isinstance(current, bool) or not isinstance(current, int | float):
        raise UnclearError(texts.NOT_A_NUMBER)
    amount = value.number if isinstance(value, Value) else None
    if verb in (Verb.DOUBLE, Verb.HALVE):
        return _to_kind(parameter, current * (2 if verb is Verb.DOUBLE else 0.5))
    if amount is None:
        raise UnclearError(texts.NO_VALUE)
    return _to_kind(parameter, current + (amount if verb is Verb.INCREASE else -amount))


def read_settings(context: ClauseContext, node_ids: Sequence[str]) -> Iterator[tuple[str, JSON]]:
    """Yield the parameters that the clause sets in the type of *node_ids*: "with 30 steps"."""
    node_type = context.draft.find_type(node_ids[0])
    if node_type is None:
        return
    sizes = [item for item in context.items if isinstance(item, Value) and item.size is not None]
    if sizes and all(node_type.find_parameter(side) for side in _SIDES):
        yield from zip(_SIDES, sizes[0].size or (), strict=True)
    for named, value in _pair_values(context):
        if named is None or value is None or (isinstance(value, Value) and value.size is not None):
            continue
        fitting = [one for one in node_type.parameters if one.name in named.names(Kind.PARAMETER)]
        for parameter in fitting[:1]:
            yield parameter.name, _read_value(context, parameter, named, value)


def reset_parameters(context: ClauseContext) -> None:
    """Set the parameters of the clause back to their defaults; without any, all of its nodes."""
    context.reject_unknown()
    named: list[Named | None] = [one for one in context.parameters if one.names(Kind.PARAMETER)]
    for one in named or [None]:
        owners = context.find_targets() if one is None else _find_owners(context, one, None, None)
        for node_id in owners:
            node_type = context.draft.find_type(node_id)
            chosen = (
                _find_parameters(context, node_id, one, None) if one else (node_type.parameters if node_type else ())
            )
            for parameter in chosen:
                if parameter.name in context.draft.nodes[node_id].data or one is not None:
                    context.draft.change(node_id).data[parameter.name] = parameter.default
                    context.report(
                        texts.SET, node=context.name(node_id), parameter=_title(parameter), value=str(parameter.default)
                    )
        context.touch(owners)


def _pair_values(context: ClauseContext) -> Iterator[tuple[Named | None, Item | None]]:
    """Yield the parameters of the clause with their values; a size has no parameter."""
    items = [item for item in context.items if not (isinstance(item, Token) and item.word is Marker.FILLER)]
    used: set[int] = set()
    for index, item in enumerate(items):
        if isinstance(item, Named) and item.names(Kind.PARAMETER):
            yield item, _take_value(items, index, used)
    for index, item in enumerate(items):
        is_size = isinstance(item, Value) and item.size is not None
        if is_size and index not in used:
            yield None, item
        if isinstance(item, Value) and item.choices and index not in used and not used:
            yield None, item


def _take_value(items: list[Item], index: int, used: set[int]) -> Item | None:
    """Return the value of the parameter at *index*: after it, or right before it."""
    before = items[index - 1] if index else None
    following = next((at for at in range(index + 1, len(items)) if isinstance(items[at], Named)), len(items))
    after = next((at for at in range(index + 1, following) if isinstance(items[at], Value)), None)
    is_adjacent = isinstance(before, Value) and index - 1 not in used
    rest = [item for item in items[index:following] if isinstance(item, Token)]
    has_to = any(item.word in (Marker.TO, Marker.COLON, Verb.SET) for item in rest)
    if is_adjacent and not has_to and (after is None or following < len(items) or after > index + 1):
        used.add(index - 1)
        return before
    if after is not None:
        used.add(after)
        return items[after]
    unknown = next((item for item in rest if item.is_unknown), None)
    return unknown or next((item for item in rest if item.word in _VALUE_WORDS), None)


def _find_free_value(context: ClauseContext) -> Item | None:
    values = [item for item in context.items if isinstance(item, Value)]
    return (
        values[-1]
        if values
        else next((item for item in context.items if isinstance(item, Token) and item.is_unknown), None)
    )


def _find_owners(context: ClauseContext, named: Named | None, value: Item | None, last: list[str] | None) -> list[str]:
    """Return the nodes whose parameter is meant: those that the clause names, else the only one that has it."""
    resolver = context.resolver
    mention = _find_mention(context, named)
    if mention is not None:
        return resolver.find_nodes(mention)
    names = named.names(Kind.PARAMETER) if named else _names_of_value(value)
    if not names:
        raise UnclearError(texts.NO_VALUE)
    nodes = [
        node.id
        for node in context.draft.nodes.values()
        if (node_type := context.draft.find_type(node.id)) and _covers(node_type, names, value)
    ]
    if named and named.polarity:
        nodes = [one for one in nodes if resolver._has_polarity(one, named.polarity)]
    focus = [one for one in (last or context.draft.touched) if one in nodes]
    if not nodes:
        raise UnclearError(texts.NO_PARAMETER, context.text.quote(named.start, named.end) if named else "")
    if len(nodes) == 1:
        return nodes
    if len(focus) == 1:
        return focus
    start, end = (named.start, named.end) if named else (context.clause.start, context.clause.end)
    phrase = Mention(start, end)
    return [resolver.ask_node(phrase, context.draft.order(nodes))]


def _covers(node_type: NodeType, names: frozenset[str], value: Item | None) -> bool:
    if isinstance(value, Value) and value.size is not None:
        return all(node_type.find_parameter(side) for side in _SIDES) and bool(names & set(_SIDES))
    return any(parameter.name in names for parameter in node_type.parameters)


def _names_of_value(value: Item | None) -> frozenset[str]:
    if isinstance(value, Value) and value.size is not None:
        return frozenset(_SIDES)
    if isinstance(value, Value) and value.choices:
        return frozenset(sense.value for sense in value.choices)
    return frozenset()


def _find_mention(context: ClauseContext, named: Named | None) -> Mention | None:
    """Return the node phrase of a parameter: the last before it, else the one after it ("on both samplers")."""
    if not context.mentions:
        return None
    if named is None:
        return context.mentions[0]
    index = context.items.index(named)
    before = [item for item in context.items[:index] if isinstance(item, Mention)]
    return before[-1] if before else next(item for item in context.items[index:] if isinstance(item, Mention))


def _find_parameters(context: ClauseContext, node_id: str, named: Named | None, value: Item | None) -> list[Parameter]:
    node_type = context.draft.find_type(node_id)
    if node_type is None:
        raise UnclearError(texts.NO_PARAMETER)
    if isinstance(value, Value) and value.size is not None:
        return [one for side in _SIDES if (one := node_type.find_parameter(side))]
    names = named.names(Kind.PARAMETER) if named else _names_of_value(value)
    fitting = [one for one in node_type.parameters if one.name in names]
    if not fitting and named is None:
        kinds = _NUMBERS if isinstance(value, Value) and value.number is not None else (ParameterKind.TEXT,)
        fitting = [one for one in node_type.parameters if one.kind in kinds]
    if not fitting:
        quote = context.text.quote(named.start, named.end) if named else ""
        raise UnclearError(texts.NO_PARAMETER, quote)
    if len(fitting) == 1:
        return fitting
    quote = context.text.quote(context.clause.start, context.clause.end)
    answer = context.resolver.choose(
        f"parameter-{context.clause.start}",
        texts.fill(texts.WHICH_PARAMETER, quote=quote),
        [(one.name, _title(one)) for one in fitting],
    )
    return [one for one in fitting if one.name == answer]


def _read_value(context: ClauseContext, parameter: Parameter, named: Named | None, value: Item | None) -> JSON:
    """Return the value of *parameter*. Raises UnclearError where the text has none of its kind."""
    if isinstance(value, Token) and value.word is Marker.DEFAULT:
        return parameter.default
    if isinstance(value, Value) and value.size is not None:
        return value.size[_SIDES.index(parameter.name)]
    match parameter.kind:
        case ParameterKind.INTEGER | ParameterKind.NUMBER:
            if not isinstance(value, Value) or value.number is None:
                raise UnclearError(texts.NOT_A_NUMBER)
            return _to_kind(parameter, value.number)
        case ParameterKind.BOOLEAN:
            return _read_switch(value)
        case ParameterKind.CHOICE:
            return _read_choice(context, parameter, value)
        case _:
            return _read_text(context, named, value)


def _read_text(context: ClauseContext, named: Named | None, value: Item | None) -> str:
    if isinstance(value, Value) and value.quoted is not None:
        return value.quoted
    start = context.items.index(named) if named in context.items else _last_mention(context)
    separators = [
        index
        for index, item in enumerate(context.items)
        if index > start and isinstance(item, Token) and item.word in (Marker.TO, Marker.COLON, Verb.SET)
    ]
    text = context.free_text(separators[0] if separators else start)
    if not text:
        raise UnclearError(texts.NO_VALUE)
    return text


def _last_mention(context: ClauseContext) -> int:
    first = context.mentions[0] if context.mentions else None
    return context.items.index(first) if first else -1


def _read_switch(value: Item | None) -> bool:
    if isinstance(value, Token) and value.word in (Marker.YES, Marker.NO):
        return value.word is Marker.YES
    raise UnclearError(texts.NO_VALUE)


def _read_choice(context: ClauseContext, parameter: Parameter, value: Item | None) -> JSON:
    if isinstance(value, Value):
        for sense in sorted(value.choices):
            if sense.choice in parameter.choices:
                return sense.choice
    raw = (
        value.quoted
        if isinstance(value, Value) and value.quoted
        else (context.text.quote(value.start, value.end) if value is not None else "")
    )
    for choice in parameter.choices:
        if isinstance(choice, str) and fold(choice).replace("_", " ") == fold(raw).replace("_", " "):
            return choice
    return raw if raw and not parameter.choices else _reject_value(raw)


def _reject_value(raw: str) -> JSON:
    raise UnclearError(texts.NO_VALUE, raw)


def _to_kind(parameter: Parameter, number: float) -> float:
    return (
        int(number)
        if parameter.kind is ParameterKind.INTEGER and number == int(number)
        else (int(number) if number == int(number) and parameter.kind is ParameterKind.NUMBER else number)
    )


def _title(parameter: Parameter) -> Text:
    titles = parameter.titles
    return Text(titles.zh or parameter.name, titles.en or parameter.name)
