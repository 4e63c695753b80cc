"""Amounts relative to the current value, or to the value of another node."""

import re

from engines.graph.node_types.node_type import Parameter
from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.commands.owners import NUMBERS, find_parameters, title_parameter
from engines.graph_planner.commands.values import to_kind
from engines.graph_planner.grammar.items import Item, Mention, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError

_PERCENT = re.compile(r"%$|cent$|^百分之")
_TIMES = re.compile("倍$")
_SET_TO = re.compile("(?:设|改|调|换)(?:成|为|到)$")


def is_percent(context: ClauseContext, value: Value) -> bool:
    """Return whether a number is written as a percentage."""
    return _PERCENT.search(context.text.plain[value.start : value.end]) is not None


def is_times(context: ClauseContext, parameter: Parameter, value: Value) -> bool:
    """Return whether a multiple is the value itself: the scale of an upscaler is 3 for 放大 3 倍."""
    is_scale = any(word in parameter.name for word in ("scale", "factor", "times")) or "倍" in parameter.titles.zh
    return is_scale and _TIMES.search(context.text.plain[value.start : value.end]) is not None


def scale_number(context: ClauseContext, verb: Verb, node_id: str, parameter: Parameter, value: Value) -> float:
    """Return a multiple or a fraction of the current value, or of the value of the node to compare with."""
    context.use(value)
    reference = _find_reference(context, node_id, value)
    node = context.draft.nodes[reference or node_id]
    node_type = context.draft.find_type(node.id)
    same = node_type.find_parameter(parameter.name) if node_type else None
    current = node.data.get(parameter.name, same.default if same else None)
    number = value.number or 0.0
    if parameter.kind not in NUMBERS or isinstance(current, bool) or not isinstance(current, int | float):
        raise UnclearError(texts.NOT_A_NUMBER)
    before = context.text.plain[: value.start].rstrip()
    is_share = (parameter.minimum, parameter.maximum) == (0, 1)
    if is_share and _SET_TO.search(before) and number < 1:
        raise UnclearError(texts.NO_VALUE)  # 改成一半 of a share is 0.5, or half of the current value
    to = context.find(Marker.TO)
    is_new = to is not None and value in context.items[to:]
    if verb in (Verb.INCREASE, Verb.DECREASE) and not is_new and not reference:
        if number > 1 or (number == 1 and verb is Verb.DECREASE):
            raise UnclearError(texts.NO_VALUE)  # 增加两倍 is three times as much, or twice
        return to_kind(parameter, current * (1 + number if verb is Verb.INCREASE else 1 - number))
    if number == 1 and not reference:
        raise UnclearError(texts.NO_VALUE)
    return to_kind(parameter, current * number)


def copy_value(context: ClauseContext) -> bool:
    """Set a parameter to the value of another node: "give Sky the prompt of Sea", "the seed of A to that of B"."""
    named = [item for item in context.parameters if item.names(Kind.PARAMETER)]
    mentions = [item for item in context.mentions if item.senses]
    has_value = any(isinstance(item, Value) or (isinstance(item, Token) and item.is_unknown) for item in context.items)
    if len(named) != 1 or len(mentions) != 2 or has_value:
        return False
    items = [item for item in context.items if not (isinstance(item, Token) and item.word is Marker.FILLER)]
    before = [item for item in items[: items.index(mentions[1])] if item is not mentions[0]]
    is_of = bool(before) and isinstance(before[-1], Token) and before[-1].word in (Marker.OF, Marker.FROM)
    is_that = len(before) > 2 and isinstance(before[-2], Mention) and before[-2].pointer is Marker.IT
    is_other = mentions[0].start < named[0].start < mentions[1].start or is_that
    if not is_of or not is_other or items[-1] is not mentions[1]:
        return False
    source, targets = context.resolver.find_node(mentions[1]), context.resolver.find_nodes(mentions[0])
    context.draft.consulted.add(source)
    (parameter,) = find_parameters(context, source, named[0], None)
    value = context.draft.nodes[source].data.get(parameter.name, parameter.default)
    for node_id in targets:
        same = find_parameters(context, node_id, named[0], None)[0]
        context.draft.change(node_id).data[same.name] = value
        context.report(texts.SET, node=context.name(node_id), parameter=title_parameter(same), value=str(value))
    context.touch(targets)
    return True


def add_owner(context: ClauseContext) -> None:
    """Add "its" where only the node is named that a value is taken from: "refiner 12 steps, seed same as base"."""
    named = [item for item in context.mentions if item.senses]
    if len(named) != 1 or len(context.mentions) != 1 or not context.draft.touched:
        return
    before = context.items[: context.items.index(named[0])]
    words = [item for item in before if not (isinstance(item, Token) and item.word is Marker.FILLER)]
    if len(words) < 3:
        return
    value, joint = words[-2:]
    is_reference = isinstance(value, Value) and value.of_now and isinstance(joint, Token) and joint.word is Marker.TO
    if is_reference and context.text.plain[joint.start : joint.end] == "as":
        context.items.insert(0, Mention(context.clause.start, context.clause.start, pointer=Marker.IT))


def _find_reference(context: ClauseContext, node_id: str, value: Value) -> str | None:
    """Return the node of "as the refiner", "half of the base's", Refiner 的三倍; None for the node itself."""
    items = [item for item in context.items if not (isinstance(item, Token) and item.word is Marker.FILLER)]
    at = items.index(value)
    phrase = context.text.plain[value.start : value.end]
    before, after = _skip(items[:at]), items[at + 1 :]
    found: Item | None = None
    is_that = bool(after) and isinstance(after[0], Mention) and after[0].pointer is Marker.IT
    is_elliptic = context.clause.verb is None and not context.parameters and bool(context.mentions)
    last, touched = context.draft.last_set[0], context.draft.touched
    if (is_that or is_elliptic) and last == context.draft.clause - 1 and len(touched) == 1 and touched[0] != node_id:
        return touched[0]  # "base gets 30 steps and the refiner half of that"
    if phrase.endswith(" of") and after:
        found = after[0]
    elif (start := _find_as(context, after)) is not None:
        found = next((item for item in after[start:] if isinstance(item, Mention)), None)
    elif before and isinstance(before[-1], Mention) and any(isinstance(one, Mention) for one in before[:-1]):
        found = before[-1]
    if not isinstance(found, Mention) or not found.senses or found is context.mentions[0]:
        return None
    reference = context.resolver.find_node(found)
    context.draft.consulted.add(reference)
    return None if reference == node_id else reference


def _skip(items: list[Item]) -> list[Item]:
    """Return *items* without 的 at the end, and a parameter before it: "Refiner 的步数的"."""
    while items and isinstance(items[-1], Token) and items[-1].word is Marker.OF:
        items = items[:-1]
    return items


def _find_as(context: ClauseContext, items: list[Item]) -> int | None:
    return next(
        (at for at, item in enumerate(items)
         if isinstance(item, Token) and context.text.plain[item.start : item.end] == "as"),
        None,
    )  # fmt: skip
