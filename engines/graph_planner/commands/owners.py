"""Finds the nodes and parameters of a setting."""

import re

from engines.graph.node_types.node_type import NodeType, Parameter, ParameterKind
from engines.graph_planner import texts
from engines.graph_planner.commands.colors import has_color, is_color, is_phrase
from engines.graph_planner.commands.context import ClauseContext, list_exceptions
from engines.graph_planner.commands.values import SIDES
from engines.graph_planner.grammar.items import ALL, Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.synonyms import COMPOUND
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker
from engines.graph_planner.values import UnclearError
from services.common.text.language import Text

_ALL_BUT = re.compile(r"\b(?:all|everything|every \w+|everywhere|both)(?: \w+)? (?:but|except)\b")
NUMBERS = (ParameterKind.INTEGER, ParameterKind.NUMBER)


def list_named(node_type: NodeType, named: Named) -> list[Parameter]:
    """Return the parameters that a name denotes in a type: by the type's own names, else by those of any type."""
    own = {one.value for one in named.senses if one.kind is Kind.PARAMETER and one.owner == node_type.full_name}
    is_type = any(one.kind is Kind.TYPE for one in named.senses)  # a saturation is not the amount of a contrast
    names = own if own or is_type else named.names(Kind.PARAMETER)
    return [one for one in node_type.parameters if one.name in names]


def find_owners(context: ClauseContext, named: Named | None, value: Item | None, last: list[str] | None) -> list[str]:
    """Return the nodes of a parameter: those that the clause names, else the only one that has it."""
    resolver = context.resolver
    mention = _find_mention(context, named)
    focus = [*context.draft.touched, *resolver.request.selected, *resolver.request.recent]
    is_loose = mention is not None and mention.pointer is Marker.IT and not focus  # "make it 512 wide": the image
    is_any = mention is not None and not mention.senses and mention.count == ALL  # "the cfg of both"
    if named and mention is not None and mention in list_exceptions(context.text, context.items):
        return _list_unexcepted(context, named, [mention])  # "set the cfg to 5 for all but the base"
    if is_any and context.has(Marker.EXCEPT):
        raise UnclearError(texts.WHICH_NODES)
    if is_any and named:
        return [one.id for one in context.draft.nodes.values() if (found := context.draft.find_type(one.id))
                and list_named(found, named)]  # fmt: skip
    if is_any and isinstance(value, Value) and value.size is not None:  # "both images should be 768x768"
        return [one.id for one in context.draft.nodes.values() if (found := context.draft.find_type(one.id))
                and _covers(found, frozenset(SIDES), value)]  # fmt: skip
    if mention is not None and mention.count == ALL and context.has(Marker.EXCEPT):
        return context.find_targets()  # "on all samplers except Base"
    if mention is not None and not is_loose:
        joined = _list_joined(context, mention, is_open=named is None)
        return list(dict.fromkeys(node_id for one in joined for node_id in _find_fitting(context, one, named, value)))
    names = named.names(Kind.PARAMETER) if named else _names_of_value(value)
    if not names and (focus or mention is not None):
        return resolver.find_nodes(Mention(context.clause.start, context.clause.end, pointer=Marker.IT))
    if not names:
        raise UnclearError(texts.NO_VALUE)
    nodes = [
        node.id
        for node in context.draft.nodes.values()
        if (node_type := context.draft.find_type(node.id)) and _covers(node_type, names, value)
    ]
    nodes = _keep_owners(context, named, nodes)
    if named and named.polarity:
        nodes = [one for one in nodes if resolver._has_polarity(one, named.polarity)]
    near = [one for one in (last or context.draft.touched) if one in nodes]
    if not nodes:
        raise UnclearError(texts.NO_PARAMETER, context.text.quote(named.start, named.end) if named else "")
    if len(nodes) == 1:
        return nodes
    if len(near) == 1:
        return near
    start, end = (named.start, named.end) if named else (context.clause.start, context.clause.end)
    phrase = Mention(start, end)
    return [resolver.ask_node(phrase, context.draft.order(nodes))]


def _find_fitting(context: ClauseContext, mention: Mention, named: Named | None, value: Item | None) -> list[str]:
    """Return the nodes of a phrase; of several that a word is a part of, the only one that has such a parameter."""
    found = context.resolver.list_candidates(mention)
    is_open = mention.count is None and mention.ordinal is None and not mention.names(Kind.TYPE, Kind.TITLE)
    names = named.names(Kind.PARAMETER) if named else _names_of_value(value)
    if is_open and len(found) > 1 and names:
        types = {one: context.draft.find_type(one) for one in found}
        fitting = [one for one, kind in types.items() if kind and _covers(kind, names, value)]
        if len(fitting) == 1:
            return fitting
    return context.resolver.find_nodes(mention)


def _list_unexcepted(context: ClauseContext, named: Named, excepted: list[Mention]) -> list[str]:
    """Return the nodes that have a parameter, except those of *excepted*. Raises UnclearError for none."""
    exceptions = {node_id for one in excepted for node_id in context.resolver.find_nodes(one)}
    context.draft.consulted |= exceptions
    others = [one for one in context.draft.nodes if one not in exceptions and (kind := context.draft.find_type(one))
              and list_named(kind, named)]  # fmt: skip
    if not others or (context.find(Marker.ALL, Marker.REST) is None and not _ALL_BUT.search(context.text.plain)):
        raise UnclearError(texts.WHICH_NODES)
    return others


def _keep_owners(context: ClauseContext, named: Named | None, nodes: list[str]) -> list[str]:
    """Return the nodes whose type has the name itself: "brightness" is the amount of one type."""
    owners = {sense.owner for sense in named.senses if sense.kind is Kind.PARAMETER} if named else set[str]()
    return [one for one in nodes if context.draft.nodes[one].type in owners] or nodes


def _covers(node_type: NodeType, names: frozenset[str], value: Item | None) -> bool:
    if isinstance(value, Value) and value.size is not None:
        return all(node_type.find_parameter(side) for side in SIDES) and bool(names & set(SIDES))
    return any(parameter.name in names for parameter in node_type.parameters)


def _names_of_value(value: Item | None) -> frozenset[str]:
    if isinstance(value, Value) and value.size is not None:
        return frozenset(SIDES)
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


def _list_joined(context: ClauseContext, mention: Mention, *, is_open: bool) -> list[Mention]:
    """Return a node phrase and those joined to it by only "and": "Base and Refiner need 30 steps".

    With *is_open*, no parameter follows, and the phrases after it belong to it, too: "blur and brightness to 0.2".
    """
    joined = [mention]
    items = [item for item in context.items if not (isinstance(item, Token) and item.word is Marker.FILLER)]
    index = items.index(mention) if mention in items else 0
    while index > 1 and isinstance(items[index - 2], Mention):
        before, between = items[index - 2], items[index - 1]
        if not isinstance(between, Token) or between.word is not Marker.AND or not isinstance(before, Mention):
            break
        joined.insert(0, before)
        index -= 2
    index = items.index(mention) if mention in items and is_open else len(items)
    while index + 2 < len(items) and isinstance(items[index + 2], Mention):
        between, after = items[index + 1], items[index + 2]
        if not isinstance(between, Token) or between.word is not Marker.AND or not isinstance(after, Mention):
            break
        joined.append(after)
        index += 2
    return joined


def find_parameters(
    context: ClauseContext, node_id: str, named: Named | None, value: Item | None, *, is_number: bool = False
) -> list[Parameter]:
    """Return the parameters of a node that match. Raises UnclearError for none, AmbiguousError for several."""
    node_type = context.draft.find_type(node_id)
    if node_type is None:
        raise UnclearError(texts.NO_PARAMETER)
    if isinstance(value, Value) and value.size is not None:
        return [one for side in SIDES if (one := node_type.find_parameter(side))]
    names = _names_of_value(value)
    fitting = list_named(node_type, named) if named else [one for one in node_type.parameters if one.name in names]
    if not fitting and named is None:
        is_number = is_number or (isinstance(value, Value) and value.number is not None)
        kinds = NUMBERS if is_number else (ParameterKind.TEXT,)
        fitting = [one for one in node_type.parameters if one.kind in kinds]
    if not fitting:
        quote = context.text.quote(named.start, named.end) if named else ""
        raise UnclearError(texts.NO_PARAMETER, quote)
    if named is None:
        fitting = keep_color(fitting, value)
    if len(fitting) > 1 and named is None:
        fitting = _narrow(context, fitting, value)
    if len(fitting) == 1 or (named and context.text.quote(named.start, named.end) in COMPOUND):
        return fitting
    quote = context.text.quote(context.clause.start, context.clause.end)
    answer = context.resolver.choose(
        f"parameter-{context.clause.start}",
        texts.fill(texts.WHICH_PARAMETER, quote=quote),
        [(one.name, title_parameter(one)) for one in fitting],
    )
    return [one for one in fitting if one.name == answer]


def keep_color(fitting: list[Parameter], value: Item | None) -> list[Parameter]:
    """Return the parameters that are a color where the value is one without quotes: #ffcc00, "red"."""
    quoted = value.quoted if isinstance(value, Value) else None
    if value is None or not quoted or value.end - value.start != len(quoted):
        return fitting
    if not quoted.startswith("#") and not is_color(quoted):
        return fitting
    return [one for one in fitting if has_color(one)] or fitting


def _narrow(context: ClauseContext, fitting: list[Parameter], value: Item | None) -> list[Parameter]:
    """Return the parameter of the clause before ("base to 30 steps and refiner to 15"), else the main text."""
    clause, names = context.draft.last_set
    same = [one for one in fitting if one.name in names]
    if same and clause == context.draft.clause - 1:
        return same
    is_quoted = isinstance(value, Value) and value.quoted is not None
    is_words = isinstance(value, Token) and is_phrase(context.text.quote(value.start, context.clause.end))
    return fitting[:1] if is_quoted or is_words else fitting  # "the headline to big summer sale" is no color


def title_parameter(parameter: Parameter) -> Text:
    """Return the titles of a parameter, with its name in place of an empty one."""
    titles = parameter.titles
    return Text(titles.zh or parameter.name, titles.en or parameter.name)
