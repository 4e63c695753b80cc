"""Command that moves a node to another place of the flow."""

import re

from engines.graph.node_types.node_type import types_match
from engines.graph_planner import texts
from engines.graph_planner.commands.context import RELATIONS, ClauseContext
from engines.graph_planner.commands.links import Place, place_between_words, place_earlier, place_node
from engines.graph_planner.draft import Draft, Link
from engines.graph_planner.grammar.items import Mention
from engines.graph_planner.grammar.names import Kind, Sense
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError

_MASK = "MASK"
_OBJECT = re.compile(r"遮罩|蒙版|选区|\bmask\b|\bselection\b", re.IGNORECASE)
"""In the name of what changes a mask: 遮罩反转, "grow the mask"."""


def move_nodes(context: ClauseContext) -> None:
    """Move the node of the clause, or the last one, before or after others: "move the blur before the crop"."""
    context.reject_unknown()
    place = place_between_words(context) or _find_order(context)
    if place is None and context.clause.verb is None and len(context.mentions) == 1:
        place = Place(Marker.BEFORE, context.mentions)  # "resize to 800x600, then save"
    if place is None:
        raise UnclearError(texts.WHICH_NODES)
    rest = [item for item in context.mentions if item not in place.anchors]
    if sum(bool(one.senses) for one in rest) > 1:
        raise UnclearError(texts.WHICH_NODES)  # "put the headline and the blur in front of the brightness"
    if not rest and (several := _list_loose(context.draft)):
        for node_id in several:
            place_node(context, place, node_id)
            place = Place(Marker.AFTER, [_point_at(context, node_id)])
        return
    node_id = context.resolver.find_node(
        rest[0] if rest else Mention(context.clause.start, context.clause.start, pointer=Marker.IT)
    )
    anchors = {one for mention in place.anchors for one in context.resolver.find_nodes(mention)}
    if node_id in anchors:
        raise UnclearError(texts.WHICH_NODES)
    take_out(context, node_id)
    place_node(context, place, node_id)
    if node_id in context.draft.created:
        place_earlier(context, node_id)
    context.touch([node_id])


def _list_loose(draft: Draft) -> list[str]:
    """Return the several nodes without links that the text has just added: 各加一个，排在亮度后面."""
    ends = {one for link in draft.links for one in (link[0], link[2])}
    is_new = all(one in draft.created and one not in ends for one in draft.touched)
    return list(draft.touched) if len(draft.touched) > 1 and is_new else []


def _point_at(context: ClauseContext, node_id: str) -> Mention:
    start = context.clause.start
    return Mention(start, start, frozenset({Sense(Kind.TITLE, node_id)}))


def _find_order(context: ClauseContext) -> Place | None:
    """Return the place of the second of two neighbors that are swapped: "swap the order of blur and crop"."""
    if context.clause.verb not in (Verb.REPLACE, Verb.SET) or len(context.mentions) != 2:
        return None
    nodes = [context.resolver.find_node(one) for one in context.mentions]
    first, second = context.draft.order(nodes)
    if not any(link[2] == second for link in context.draft.links_from(first)):
        raise UnclearError(texts.WHICH_NODES)
    return Place(Marker.BEFORE, [context.mentions[nodes.index(first)]])


def take_out(context: ClauseContext, node_id: str) -> None:
    """Link the source of a node to its targets, as if it were not there. Raises UnclearError if types differ."""
    draft = context.draft
    outgoing = draft.links_from(node_id)
    bridges = [(before, link) for link in outgoing if (before := _find_source(draft, node_id, link))]
    if len(bridges) < len(outgoing):
        raise UnclearError(texts.NO_PLACE)
    removed = dict.fromkeys([*(before for before, _ in bridges), *outgoing])
    for link in removed:
        draft.unlink(link)
    for before, after in bridges:
        draft.link((before[0], before[1], after[2], after[3]))
    context.report_links(removed, texts.UNLINKED)
    context.report_links([(before[0], before[1], after[2], after[3]) for before, after in bridges])


def _find_source(draft: Draft, node_id: str, link: Link) -> Link | None:
    """Return the link into a node whose data the target of *link* also accepts."""
    target_type = draft.find_type(link[2])
    slot = target_type.find_input(link[3]) if target_type else None
    for before in draft.links_into(node_id):
        source_type = draft.find_type(before[0])
        output = source_type.find_output(before[1]) if source_type else None
        if slot is not None and output is not None and types_match(output.type, slot.types):
            return before
    return None


def place_on_object(context: ClauseContext) -> Place | None:
    """Return the place of "invert the mask": after the only node of the graph that makes a mask from nothing.

    It has a link, so that the change takes effect, and the clause has no verb of adding; no later one states a place.
    """
    draft = context.draft
    named = [one for one in context.mentions if one.senses]
    names = named[0].names(Kind.TYPE) if len(named) == 1 else frozenset()
    later = [token.word for token in context.text.tokens if token.start >= context.clause.end]
    if any(word in (*RELATIONS, Verb.CONNECT, Verb.MOVE) for word in later):
        return None  # 反转遮罩，接在加载遮罩后面
    if context.clause.verb is not None or len(names) != 1 or not _OBJECT.search(context.resolver.quote(named[0])):
        return None
    makers = {
        link[0]
        for link in draft.links
        if (kind := draft.find_type(link[0])) and (output := kind.find_output(link[1])) and output.type == _MASK
        if not any(_MASK in slot.types for slot in kind.inputs)
    }
    node_type = draft.types[next(iter(names))]
    fits = [slot.types for slot in node_type.inputs] == [(_MASK,)] and [one.type for one in node_type.outputs] == [
        _MASK
    ]
    if not fits or len(makers) != 1 or any(node.type in names for node in draft.nodes.values()):
        return None
    start = context.clause.start
    return Place(Marker.AFTER, [Mention(start, start, frozenset({Sense(Kind.TITLE, makers.pop())}))])
