"""Commands that replace nodes: the new one takes over the links that fit it."""

from engines.graph.node_types.node_type import types_match
from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.commands.settings import read_settings
from engines.graph_planner.connections import describe_type
from engines.graph_planner.draft import Draft
from engines.graph_planner.grammar.items import ALL, Mention, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError
from engines.language.characters import is_chinese

_INSTEAD = ("instead of", "in place of", "rather than", "in lieu of")
"""What the old node follows: "a preview instead of the save"."""


def replace_nodes(context: ClauseContext) -> None:
    """Replace a node by one of another type, with the links and parameters that fit."""
    context.reject_unknown_words()
    if context.has(Marker.INPUT, Marker.OUTPUT, Marker.BEFORE, Marker.AFTER):
        raise UnclearError(texts.NO_REPLACEMENT)
    old, new = _find_pair(context)
    named = [one for one in context.parameters if one.names(Kind.PARAMETER) and one.start < new.start]
    if new.count not in (None, 1) or named:
        raise UnclearError(texts.NO_REPLACEMENT)  # "the headline with two blurs", "the steps of base with …"
    node_id = context.resolver.find_node(old)
    full_name = context.resolver.find_type(new)
    draft = context.draft
    replacement = draft.add_node(full_name)
    node_type, before = draft.types[full_name], draft.nodes[node_id]
    for name, value in before.data.items():
        same = node_type.find_parameter(name)
        was = draft.types[before.type].find_parameter(name) if before.type in draft.types else None
        if same is not None and was is not None and same.kind is was.kind:
            draft.nodes[replacement].data[name] = value
    own = [item for item in context.items if isinstance(item, Value) and item.start > new.start]
    for name, value in read_settings(context, replacement, context.resolver.quote(new), own):
        draft.nodes[replacement].data[name] = value
    context.reject_unknown()
    context.report(texts.REPLACED, node=context.name(node_id), type=describe_type(node_type.titles, node_type.name))
    _move_links(draft, node_id, replacement)
    draft.remove_node(node_id)
    context.touch([replacement])


def _find_pair(context: ClauseContext) -> tuple[Mention, Mention]:
    """Return the replaced node and its replacement."""
    mentions = context.mentions
    if context.has(Marker.BLOCK):
        mentions = [mention for mention in mentions if mention.senses]  # "do not save it, replace that with a preview"
    if len(mentions) == 1 and mentions[0].count in (2, ALL):
        raise UnclearError(texts.NO_REPLACEMENT)  # "swap the two samplers"
    if len(mentions) == 1 and _lacks_new(context, mentions[0]):
        raise UnclearError(texts.NO_REPLACEMENT)  # 种子随便换一个
    if len(mentions) == 1:
        mentions = [Mention(context.clause.start, context.clause.start, pointer=Marker.IT), *mentions]
    if len(mentions) != 2 or (mentions[1].count not in (None, 1) and mentions[0].count not in (None, 1)):
        raise UnclearError(texts.NO_REPLACEMENT)
    first, second = mentions
    between = [item.word for item in context.items[: context.items.index(second)] if isinstance(item, Token)
               and item.start > first.start]  # fmt: skip
    if Marker.AND in between and not {Verb.REPLACE, Marker.TO, Marker.WITH, Marker.FOR} & set(between):
        raise UnclearError(texts.NO_REPLACEMENT)  # "swap A and B": neither is replaced
    verb = context.find(Verb.REPLACE)
    is_between = (
        verb is not None
        and first in context.items
        and (context.items.index(first) < verb < context.items.index(second))
    )
    is_instead = (
        verb is not None and context.text.quote(context.items[verb].start, context.items[verb].end).lower() in _INSTEAD
    )
    uses_new_first = is_between and (
        is_instead or any(_comes_before(context, one, first) for one in (Verb.SET, Verb.ADD))
    )
    return (second, first) if uses_new_first and not context.has(Marker.BLOCK) else (first, second)


def _lacks_new(context: ClauseContext, mention: Mention) -> bool:
    """Return whether only what is replaced is named: it precedes a Chinese verb, at the end of the clause."""
    verb = context.find(Verb.REPLACE)
    if verb is None or mention not in context.items or context.items.index(mention) > verb:
        return False
    return is_chinese(context.text.quote(context.items[verb].start, context.items[verb].end))


def _comes_before(context: ClauseContext, verb: Verb, mention: Mention) -> bool:
    index = context.find(verb)
    return index is not None and index < context.items.index(mention)


def _move_links(draft: Draft, old: str, new: str) -> None:
    old_type, new_type = draft.find_type(old), draft.find_type(new)
    if old_type is None or new_type is None:
        return
    for link in draft.links_into(old):
        source_type = draft.find_type(link[0])
        output = source_type.find_output(link[1]) if source_type else None
        fitting = [
            slot.name
            for slot in new_type.inputs
            if output and types_match(output.type, slot.types) and not draft.links_into(new, slot.name)
        ]
        if fitting:
            draft.link((link[0], link[1], new, link[3] if link[3] in fitting else fitting[0]))
    for link in draft.links_from(old):
        target_type = draft.find_type(link[2])
        slot = target_type.find_input(link[3]) if target_type else None
        outputs = [one.name for one in new_type.outputs if slot and types_match(one.type, slot.types)]
        if outputs:
            draft.link((new, link[1] if link[1] in outputs else outputs[0], link[2], link[3]))
