"""Command that changes the source of an input: "decode the base instead of the refiner", "it gets its vae from …"."""

import re

from engines.graph_planner import texts
from engines.graph_planner.commands.context import RELATIONS, ClauseContext
from engines.graph_planner.commands.data import read_data
from engines.graph_planner.connections import Handles, list_links
from engines.graph_planner.draft import Draft, Link
from engines.graph_planner.grammar.items import Mention, Named, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.words import Marker
from engines.graph_planner.values import AmbiguousError, UnclearError

_INSTEAD = re.compile(r"\b(?:instead of|rather than)\b")
_FROM = re.compile(r"\bfrom\b|取自|来自|改自|改?用的?是?|改?吃")
"""What the new source follows."""
_SWAPPED = re.compile(r"\b(?:swap|exchange|switch)\b.*\binputs\b|\binputs\b.*\bswapped\b|"
                      r"\b(?:trade|swap|switch) places in\b|"
                      "输入(?:对调|互换|交换|调换)|(?:对调|互换|交换|调换).*输入")  # fmt: skip
Change = tuple[list[Link], list[Link]]
"""Links to remove, and links to add."""


def rewire_inputs(context: ClauseContext) -> None:
    """Replace the links of the clause. Raises UnclearError if it has none."""
    change = find_rewire(context)
    if change is None:
        raise UnclearError(texts.NO_LINK)
    context.reject_unknown()
    removed, added = change
    for link in removed:
        if link in context.draft.links:
            context.draft.unlink(link)
    for link in added:
        context.draft.link(link)
    context.report_links(removed, texts.UNLINKED)
    context.report_links(added)
    context.touch(added[0][2::-2])


def find_rewire(context: ClauseContext) -> Change | None:
    """Return the links that a clause replaces, None if it requests something else."""
    own = context.text.plain[context.clause.start : context.clause.end]
    if _SWAPPED.search(own):
        return _find_swap(context)
    if match := _INSTEAD.search(own):
        return _find_instead(context, context.clause.start + match.start())
    has_value = any(isinstance(item, Value) for item in context.items)
    if (match := _FROM.search(own)) and not has_value and not context.has(*RELATIONS, Marker.BLOCK, Marker.ALL):
        return _find_from(context, context.clause.start + match.end())
    return None


def _find_swap(context: ClauseContext) -> Change | None:
    nodes = [one for mention in context.mentions if mention.senses for one in _list_known(context, mention)]
    targets = [one for one in nodes if len(context.draft.links_into(one)) == 2]
    if len(targets) != 1 or len(nodes) not in (1, 3):
        return None
    first, second = context.draft.links_into(targets[0])
    added = [(*first[:3], second[3]), (*second[:3], first[3])]
    if {first[0], second[0]} | {targets[0]} != set(nodes) and len(nodes) == 3:
        return None
    return [first, second], [link for link in added if _is_possible(context.draft, link)]


def _is_possible(draft: Draft, link: Link) -> bool:
    handles = Handles(frozenset({link[1]}), frozenset({link[3]}))
    return link in list_links(draft, link[0], link[2], handles)


def _find_instead(context: ClauseContext, start: int) -> Change | None:
    read_data(context)
    before = [_list_known(context, one) for one in context.mentions if one.start < start]
    after = [_list_known(context, one) for one in context.mentions if one.start > start]
    if len(before) != 2 or len(after) != 1 or any(len(one) != 1 for one in (*before, *after)):
        return None
    old, ends = after[0][0], [one[0] for one in before]
    for target, source in (ends, ends[::-1]):
        links = [link for link in context.draft.links_from(old) if link[2] == target]
        if len(links) == 1 and source != old:
            new = list_links(context.draft, source, target, Handles(inputs=frozenset({links[0][3]})))
            return (links, new) if len(new) == 1 else None
    return None


def _find_from(context: ClauseContext, start: int) -> Change | None:
    """Return the change of "the refiner gets its latent from …", and of "vae from the checkpoint" of a new node."""
    read_data(context)
    listed: list[Mention | Named] = [*context.mentions, *context.parameters]
    named = [one for one in listed if one.senses]
    after = [_list_known(context, one) for one in named if isinstance(one, Mention) and one.start >= start]
    before = sorted((one for one in named if one.start < start), key=lambda one: one.start)
    if len(after) != 1 or len(after[0]) != 1 or not before:
        return None
    draft, source = context.draft, after[0][0]
    first = _list_known(context, before[0]) if isinstance(before[0], Mention) else []
    is_named = len(first) == 1 and bool(before[0].names(Kind.TYPE, Kind.TITLE) or len(before) > 1 or not draft.touched)
    targets, slots = (first, before[1:]) if is_named else (draft.touched, before)
    if len(targets) != 1 or targets[0] == source:
        return None
    links = list_links(draft, source, targets[0])
    for slot in slots:
        names = set(slot.names(Kind.INPUT, Kind.OUTPUT, Kind.PARAMETER))
        links = [link for link in links if {link[1], link[3]} & names]
    if len(links) != 1 or links[0] in draft.links:
        return None
    return list(draft.links_into(targets[0], links[0][3])), links


def _list_known(context: ClauseContext, mention: Mention) -> list[str]:
    if not mention.senses:
        return []
    try:
        return context.resolver.find_nodes(mention)
    except (UnclearError, AmbiguousError):
        return []
