"""Commands that set and reset parameters."""

from engines.graph.node_types.node_type import JSON, Parameter, ParameterKind
from engines.graph_planner import texts
from engines.graph_planner.commands.amounts import add_owner, copy_value, is_percent, is_times, scale_number
from engines.graph_planner.commands.calculations import set_formula
from engines.graph_planner.commands.colors import list_looks, read_colors
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.commands.owners import (
    NUMBERS,
    find_owners,
    find_parameters,
    list_named,
    title_parameter,
)
from engines.graph_planner.commands.settings import find_main_text, state_value
from engines.graph_planner.commands.values import find_free_value, pair_values, read_value, to_kind
from engines.graph_planner.grammar.items import ALL, Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind, Sense
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError

_RELATIVE = (Verb.INCREASE, Verb.DECREASE, Verb.SCALE)
Assignment = tuple[str, Item | None]
"""The name of a parameter in the clause, and its value."""


def set_parameters(context: ClauseContext, verb: Verb) -> None:
    """Set the parameters of the clause, or change them by a number."""
    if context.clause.has(Marker.TOO):
        _note_topic(context)
        return
    if _replace_quoted(context) or set_formula(context) or copy_value(context):
        return
    targets: list[str] = []
    last: list[str] | None = None
    add_owner(context)
    _drop_old_value(context)
    read_colors(context)
    _read_parameters_of_all(context)
    context.read_fed_slots()
    _read_joined_nodes(context)
    if slot := next((one for one in context.parameters if not one.names(Kind.PARAMETER)), None):
        raise UnclearError(texts.NO_PARAMETER, context.text.quote(slot.start, slot.end))
    pairs = _drop_repeated(list(pair_values(context))) or _find_batch(context)
    pairs += list_looks(context, pairs)
    if not pairs:
        value = find_free_value(context)
        if not isinstance(value, Value) and not _states_value(context):
            raise UnclearError(texts.NO_REQUEST)  # "make it nicer": which node "it" is makes no difference
        pairs = [(None, value)]
    for written, value in pairs:
        named = None if written and _is_generic(context, written, last) else written
        node = _find_named_node(context, named)
        named = None if node else named
        owners = node or find_owners(context, named, value, last)
        numbers = [item for item in context.items if isinstance(item, Value) and item.number is not None]
        if len(pairs) == 1 and len(numbers) > 1 and len(owners) > 1:
            if len(numbers) != len(owners):
                raise UnclearError(texts.NO_VALUE)
            for node_id, own in zip(owners, numbers, strict=True):  # "the seeds to 5 and 6"
                _assign(context, verb, node_id, find_parameters(context, node_id, named, own)[0], named, own)
            targets += owners
            continue
        for node_id in owners:
            for parameter in find_parameters(context, node_id, named, value, is_number=verb in _RELATIVE):
                _assign(context, verb, node_id, parameter, named, value)
            if named is not None:
                context.draft.last_set = (context.draft.clause, named.names(Kind.PARAMETER))
            elif context.draft.last_set[0] == context.draft.clause - 1:
                context.draft.last_set = (context.draft.clause, context.draft.last_set[1])
        last = owners
        targets += owners
    context.touch(targets)


def _states_value(context: ClauseContext) -> bool:
    """Return whether a word before a text states that it is the new value: "to", 改成."""
    verbs = [item for item in context.items if isinstance(item, Token) and item.word in (Verb.SET, Verb.REPLACE)]
    return context.has(Marker.TO, Marker.COLON) or any(
        context.text.quote(one.start, one.end).endswith(("成", "为")) for one in verbs
    )


def _drop_repeated(pairs: list[tuple[Named | None, Item | None]]) -> list[tuple[Named | None, Item | None]]:
    """Drop a name without a value that occurs again with one: 步数再加 10 步."""
    valued = [named.names(Kind.PARAMETER) for named, value in pairs if named and value is not None]
    return [(named, value) for named, value in pairs if value or not named or named.names(Kind.PARAMETER) not in valued]


def swap_values(context: ClauseContext) -> None:
    """Exchange the values of two parameters of a node, or of one parameter of two nodes: "swap width and height"."""
    context.reject_unknown()
    _read_owners(context)
    named = [one for one in context.parameters if one.names(Kind.PARAMETER)]
    places: list[tuple[str, Parameter]] = []
    for one in named:
        owners = context.find_targets() if context.mentions else find_owners(context, one, None, None)
        places += [
            (node_id, parameter) for node_id in owners for parameter in find_parameters(context, node_id, one, None)
        ]
    if len(places) != 2:
        raise UnclearError(texts.NO_REPLACEMENT)
    nodes = context.draft.nodes
    values = [nodes[node_id].data.get(parameter.name, parameter.default) for node_id, parameter in places]
    for (node_id, parameter), value in zip(places, reversed(values), strict=True):
        context.draft.change(node_id).data[parameter.name] = value
        context.report(texts.SET, node=context.name(node_id), parameter=title_parameter(parameter), value=str(value))
    context.touch([node_id for node_id, _ in places])


def _read_owners(context: ClauseContext) -> None:
    """Read names after "of" as nodes: "the amounts of blur and brightness", where an amount is called brightness."""
    start = context.find(Marker.OF)
    if start is None or not any(isinstance(item, Named) for item in context.items[:start]):
        return
    for index, item in enumerate(context.items):
        if index > start and isinstance(item, Named):
            mention = Mention(item.start, item.end, item.senses)
            if item.names(Kind.TYPE, Kind.TITLE) and context.resolver.list_candidates(mention):
                context.items[index] = mention


def _replace_quoted(context: ClauseContext) -> bool:
    """Replace a quoted part of the only text that has it: "change 'a cat' to 'a tiger'"."""
    quoted = [item for item in context.items if isinstance(item, Value) and item.quoted]
    if len(quoted) != 2 or context.mentions or context.parameters or context.list_unknown(values=False):
        return False
    old, new = (item.quoted or "" for item in quoted)
    found = [
        (node.id, parameter)
        for node in context.draft.nodes.values()
        if (node_type := context.draft.find_type(node.id))
        for parameter in node_type.parameters
        if parameter.kind is ParameterKind.TEXT and old in str(node.data.get(parameter.name, ""))
    ]
    if len(found) != 1:
        raise UnclearError(texts.NO_VALUE)
    for item in quoted:
        context.use(item)
    node_id, parameter = found[0]
    value = str(context.draft.nodes[node_id].data[parameter.name]).replace(old, new)
    context.draft.change(node_id).data[parameter.name] = value
    context.report(texts.SET, node=context.name(node_id), parameter=title_parameter(parameter), value=value)
    context.touch([node_id])
    return True


def _read_parameters_of_all(context: ClauseContext) -> None:
    """Read "both prompts" as a parameter of all its owners if the graph has no such nodes."""
    for mention in context.mentions:
        is_parameter = mention.count is not None and bool(mention.names(Kind.PARAMETER))
        if is_parameter and not context.parameters and not context.resolver.list_candidates(mention):
            index = context.items.index(mention)
            everything = Mention(mention.start, mention.start, count=ALL)
            context.items[index : index + 1] = [everything, Named(mention.start, mention.end, mention.senses)]
            return


def _read_joined_nodes(context: ClauseContext) -> None:
    """Read a name as a node of the graph where only "and" joins it to another: 亮度和模糊都调到 0.2."""
    items = [item for item in context.items if not (isinstance(item, Token) and item.word is Marker.FILLER)]
    for first, joint, second in zip(items, items[1:], items[2:], strict=False):
        if not isinstance(joint, Token) or joint.word is not Marker.AND:
            continue
        for one, other in ((first, second), (second, first)):
            if not isinstance(one, Named) or not isinstance(other, Mention) or not other.senses:
                continue
            mention = Mention(one.start, one.end, one.senses)
            if mention.names(Kind.TYPE) and len(context.resolver.list_candidates(mention)) == 1:
                context.items[context.items.index(one)] = mention


def _find_batch(context: ClauseContext) -> list[tuple[Named | None, Item | None]]:
    """Return the number of images of one run: 一次出四张, "generate 3 images"."""
    numbers = [item for item in context.items if isinstance(item, Value) and item.number is not None]
    is_data = any(token.word is Marker.DATA for token in context.clause.tokens)
    if len(numbers) != 1 or context.mentions or context.list_unknown(values=False):
        return []
    value = numbers[0]
    if not is_data and not context.text.quote(value.start, value.end).endswith("张"):
        return []
    sense = Sense(Kind.PARAMETER, "batch")
    return [(Named(value.start, value.end, frozenset({sense})), value)]


def _note_topic(context: ClauseContext) -> None:
    """Store the topic of a complaint, which changes nothing itself: "the blur is too strong"."""
    context.reject_unknown_words()
    context.draft.topic = context.draft.clause
    named = next((one for one in context.parameters if one.names(Kind.PARAMETER)), None)
    if named is None and not context.mentions:
        return  # "set it to -0.2, a bit darker", 图大一点
    for item in context.list_unused():
        context.use(item)
    if named is not None:
        context.draft.last_set = (context.draft.clause, named.names(Kind.PARAMETER))
    context.touch(_find_named_node(context, named) or find_owners(context, named, None, None))


def _is_generic(context: ClauseContext, named: Named, last: list[str] | None) -> bool:
    """Return whether a name is only "the value" of the node of the text: its type has no parameter of that name."""
    is_word = any(token.word is Marker.PARAMETERS and token.start == named.start for token in context.clause.tokens)
    types = [context.draft.find_type(one) for one in last or context.draft.touched]
    return is_word and bool(types) and not any(node_type and list_named(node_type, named) for node_type in types)


def _find_named_node(context: ClauseContext, named: Named | None) -> list[str]:
    """Return the nodes of a name that is not a parameter, but a node: "the prompt should be 'a cat'"."""
    if named is None or context.mentions:
        return []
    types = {node.type for node in context.draft.nodes.values()} & context.draft.types.keys()
    if any(list_named(context.draft.types[one], named) for one in types):
        return []
    mention = Mention(named.start, named.end, named.senses, polarity=named.polarity)
    return context.resolver.find_nodes(mention) if context.resolver.list_candidates(mention) else []


def _drop_old_value(context: ClauseContext) -> None:
    """Drop the 7 of "from 7 to 6" and of "6 instead of 7"."""
    instead = context.find(Verb.REPLACE)
    if instead is not None:
        old = context.items[instead + 1 : instead + 2]
        if old and isinstance(old[0], Value) and any(isinstance(one, Value) for one in context.items[:instead]):
            del context.items[instead : instead + 2]  # "0.25 instead of 0.1"
            return
    start = context.find(Marker.FROM)
    values = [item for item in context.items[start:] if isinstance(item, Value)] if start is not None else []
    if start is not None and len(values) > 1 and context.items[start + 1] is values[0]:
        del context.items[start : start + 2]


def _assign(
    context: ClauseContext, verb: Verb, node_id: str, parameter: Parameter, named: Named | None, value: Item | None
) -> None:
    node = context.draft.nodes[node_id]
    current = node.data.get(parameter.name, parameter.default)
    if isinstance(value, Value) and value.of_now and not is_times(context, parameter, value):
        result: JSON = scale_number(context, verb, node_id, parameter, value)
    elif verb in _RELATIVE and (changed := _change_number(context, verb, parameter, current, value)) is not None:
        result = changed
    elif (raised := _raise_number(context, parameter, current, value)) is not None:
        result = raised
    else:
        result = read_value(context, parameter, named, value)
        if node.clause is not None:
            state_value(context, node_id, parameter, result)
    context.draft.change(node_id).data[parameter.name] = result
    context.report(texts.SET, node=context.name(node_id), parameter=title_parameter(parameter), value=str(result))


def _raise_number(context: ClauseContext, parameter: Parameter, current: JSON, value: Item | None) -> float | None:
    """Return the number after "steps +5", None if the plus may be the sign of a value."""
    if not isinstance(value, Value) or value.number is None or not isinstance(current, int | float):
        return None
    is_signed = parameter.minimum is None or parameter.minimum < 0
    if context.text.plain[value.start] != "+" or context.has(Marker.TO, Marker.COLON) or is_signed:
        return None
    context.use(value)
    return to_kind(parameter, current + value.number)


def _change_number(
    context: ClauseContext, verb: Verb, parameter: Parameter, current: JSON, value: Item | None
) -> float | None:
    """Return the number after an increase or a decrease; None for "increase to 30", which is a new value."""
    to = context.find(Marker.TO)
    is_new = to is not None and value in context.items[to:]  # unlike "add 5 to the steps"
    if is_new and verb in (Verb.INCREASE, Verb.DECREASE):
        return None
    if parameter.kind not in NUMBERS or isinstance(current, bool) or not isinstance(current, int | float):
        raise UnclearError(texts.NOT_A_NUMBER)
    amount = value.number if isinstance(value, Value) else None
    context.use(value)
    if verb is Verb.SCALE:
        raise UnclearError(texts.NO_VALUE)
    if amount is None or not isinstance(value, Value):
        raise UnclearError(texts.NO_VALUE)
    is_share = parameter.maximum == 1 and parameter.minimum in (0, -1)
    if is_percent(context, value) and not is_share:
        amount *= current  # "by 50%" is relative to the current value
    return to_kind(parameter, current + (amount if verb is Verb.INCREASE else -amount))


def reset_parameters(context: ClauseContext) -> None:
    """Reset the parameters of the clause to their defaults; without any, all parameters of its nodes."""
    context.reject_unknown()
    named: list[Named | None] = [one for one in context.parameters if one.names(Kind.PARAMETER)]
    if context.mentions and not any(context.resolver.list_candidates(one) for one in context.mentions):
        named += [Named(one.start, one.end, one.senses) for one in context.mentions if one.names(Kind.PARAMETER)]
        context.items = [item for item in context.items if item not in context.mentions]
    for one in named or [None]:
        owners = context.find_targets() if one is None else find_owners(context, one, None, None)
        for node_id in owners:
            node_type = context.draft.find_type(node_id)
            chosen = (
                find_parameters(context, node_id, one, None) if one else (node_type.parameters if node_type else ())
            )
            for parameter in chosen:
                if parameter.name in context.draft.nodes[node_id].data or one is not None:
                    context.draft.change(node_id).data[parameter.name] = parameter.default
                    context.report(
                        texts.SET,
                        node=context.name(node_id),
                        parameter=title_parameter(parameter),
                        value=str(parameter.default),
                    )
        context.touch(owners)


def clear_texts(context: ClauseContext) -> None:
    """Empty the text of the nodes of the clause: "clear the negative prompt" keeps the node."""
    context.reject_unknown()
    known = [one for one in context.mentions if not one.senses or context.resolver.list_candidates(one)]
    if known:  # "the text in the negative prompt"
        context.items = [one for one in context.items
                         if not isinstance(one, Mention) or one in known or not one.names(Kind.PARAMETER)]  # fmt: skip
    targets = context.find_targets()
    for node_id in targets:
        node_type = context.draft.find_type(node_id)
        parameter = find_main_text(node_type) if node_type else None
        if parameter is None:
            raise UnclearError(texts.NO_PARAMETER)
        context.draft.change(node_id).data[parameter.name] = ""
        context.report(texts.SET, node=context.name(node_id), parameter=title_parameter(parameter), value='""')
    context.touch(targets)
