"""Commands that connect, disconnect and insert nodes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.commands.data import list_loaders
from engines.graph_planner.commands.ends import find_implied_ends, find_listed_sources, find_separator, narrow_mentions
from engines.graph_planner.connections import Handles, connect, connect_in_order, list_links
from engines.graph_planner.draft import Link
from engines.graph_planner.grammar.items import ALL, Item, Mention, Named
from engines.graph_planner.grammar.names import Kind, Sense
from engines.graph_planner.grammar.sequence_words import SEQUENCE
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError

_BEFORE_ANCHOR = {Marker.BETWEEN: Marker.BETWEEN, Marker.AFTER: Marker.AFTER, Marker.BEFORE: Marker.BEFORE}
_SIDES = (Marker.AFTER, Marker.BEFORE, Marker.AFTER_IT, Marker.BEFORE_IT)
_AFTER_ANCHOR = {Marker.BETWEEN_THEM: Marker.BETWEEN, Marker.AFTER_IT: Marker.AFTER, Marker.BEFORE_IT: Marker.BEFORE}


@dataclass(frozen=True, slots=True)
class Place:
    """Where to insert a node: between two others, after or before one."""

    relation: Marker
    anchors: list[Mention]


def place_between_words(context: ClauseContext) -> Place | None:
    """Return the place that the clause names: "between A and B", "在A后面"."""
    if pair := _find_both_sides(context):
        return Place(Marker.BETWEEN, pair)
    for index, item in enumerate(context.items):
        word = item.word if isinstance(item, Token) and isinstance(item.word, Marker) else None
        if word in _BEFORE_ANCHOR:
            anchor_count = 2 if word is Marker.BETWEEN else 1
            after = [one for one in context.items[index:] if isinstance(one, Mention)]
            if anchor_count == 1 and len(after) > 1 and after[0].pointer and after[1].senses:
                after = after[1:]  # "before it is saved": before the node that saves
            if not after and word is Marker.AFTER and (loaded := _find_loaded(context, index)):
                return Place(Marker.AFTER, [loaded])
            return _build_place(context, _BEFORE_ANCHOR[word], after[:anchor_count])
        if word in _AFTER_ANCHOR:
            relation = _AFTER_ANCHOR[word]
            anchor_count = 2 if relation is Marker.BETWEEN else 1
            before = [one for one in context.items[:index] if isinstance(one, Mention)]
            if before:
                return _build_place(context, relation, before[-anchor_count:])
    return None


def _find_loaded(context: ClauseContext, index: int) -> Mention | None:
    """Return the only node that loads the data of "after the photo"."""
    data = next((one for one in context.items[index:] if isinstance(one, Token) and one.word is Marker.DATA), None)
    sources = list_loaders(context)
    if data is None or len(sources) != 1:
        return None
    return Mention(data.start, data.end, frozenset({Sense(Kind.TITLE, sources[0])}))


def _find_both_sides(context: ClauseContext) -> list[Mention]:
    """Return the two nodes of "after the decoder and before the save", the first in the flow first; else nothing."""
    sides = [at for at, item in enumerate(context.items) if isinstance(item, Token) and item.word in _SIDES]
    words = [item.word for item in context.items if isinstance(item, Token) and item.word in _SIDES]
    if len(sides) != 2 or set(words) not in ({Marker.AFTER, Marker.BEFORE}, {Marker.AFTER_IT, Marker.BEFORE_IT}):
        return []
    is_prefix = words[0] in (Marker.AFTER, Marker.BEFORE)
    spans = [context.items[sides[0] : sides[1]], context.items[sides[1] :]]
    if not is_prefix:
        spans = [context.items[: sides[0]], context.items[sides[0] : sides[1]]]
    named = [[one for one in span if isinstance(one, Mention) and one.senses] for span in spans]
    if len(named[0]) != 1 or not named[1] or (not is_prefix and len(named[1]) != 1):
        return []
    end = context.items[sides[1]].start if is_prefix else 0
    joins = [one for one in context.clause.tokens if named[0][0].end <= one.start < end]
    if any(one.word not in (Marker.AND, Marker.FILLER) for one in joins):
        return []
    pair = [named[0][0], named[1][0]]
    return pair if words[0] in (Marker.AFTER, Marker.AFTER_IT) else pair[::-1]


def place_at_node(context: ClauseContext) -> Place | None:
    """Return the place of "attach a preview to the decoder", "preview the decoded image": next to a node of the graph.

    With a verb that adds, it is the name after "to" or "for"; otherwise the name after the new node.
    """
    start = context.find(Marker.TO, Marker.FOR, Marker.OF) if context.clause.verb is Verb.ADD else -1
    if start is None:
        return None
    names = [one for one in context.items[start + 1 :] if isinstance(one, Mention)]
    pointed = [one for one in context.mentions if one.pointer is Marker.IT]
    if context.clause.verb is Verb.CONNECT and pointed:
        return Place(Marker.TO, pointed[:1])
    names = [one for one in names if one.senses]
    known = [one for one in names if context.resolver.list_candidates(one)]
    is_all = len(known) == len([one for one in context.mentions if one.senses])
    return Place(Marker.TO, known[:1]) if known and not is_all else None


def _build_place(context: ClauseContext, relation: Marker, anchors: list[Mention]) -> Place:
    is_pair = len(anchors) == 1 and anchors[0].count in (2, ALL)
    if len(anchors) < (2 if relation is Marker.BETWEEN and not is_pair else 1):
        raise UnclearError(texts.WHICH_NODES)
    if relation is not Marker.BETWEEN and anchors[0].count not in (None, 1):
        raise UnclearError(texts.WHICH_NODES)  # "preview after each step": one node has one place
    return Place(relation, anchors)


def place_node(context: ClauseContext, place: Place, node_id: str) -> None:
    """Insert a node of the draft at *place*."""
    anchors = _find_anchors(context, place)
    draft = context.draft
    draft.consulted.update(anchors)
    if place.relation is Marker.TO and len(anchors) > 1:
        _connect_pair(context, [node_id], anchors)  # "a seed node for both samplers"
        return
    if place.relation is Marker.BETWEEN:
        first, second = draft.order(anchors[:2]) if _linked(context, anchors[1], anchors[0]) else anchors[:2]
        links = [link for link in draft.links_from(first) if link[2] == second]
        if not links:
            added = connect(draft, first, node_id, Handles(), context.ask_link)
            added += connect(draft, node_id, second, Handles(), context.ask_link)
            context.report_links(added)
            return
    elif place.relation is Marker.BEFORE:
        links = draft.links_into(anchors[0])
    else:
        links = draft.links_from(anchors[0]) if not context.parameters or place.relation is Marker.AFTER else []
    _insert(context, place, anchors[0], node_id, [link for link in links if node_id not in (link[0], link[2])])


def place_earlier(context: ClauseContext, node_id: str) -> None:
    """Insert the new nodes of the preceding clauses that have no place yet: "rotate it, then flip, then save"."""
    draft, following = context.draft, node_id
    for earlier in reversed([one for one in draft.created if one != node_id]):
        clause = draft.nodes[earlier].clause
        is_linked = bool(draft.links_from(earlier) or draft.links_into(earlier))
        is_next = clause is not None and clause + 1 == draft.nodes[following].clause
        if is_linked or not is_next or not SEQUENCE.search(context.text.plain[: context.clause.start]):
            return
        start = context.clause.start
        anchor = Mention(start, start, frozenset({Sense(Kind.TITLE, following)}))
        place_node(context, Place(Marker.BEFORE, [anchor]), earlier)
        following = earlier


def _find_anchors(context: ClauseContext, place: Place) -> list[str]:
    """Return the nodes of a place. Of several matches, "the mask" is the one that outputs it without such an input."""
    draft, anchors = context.draft, list[str]()
    for mention in place.anchors:
        found = context.resolver.list_candidates(mention)
        is_part = not mention.names(Kind.TYPE, Kind.TITLE) and mention.count is None and mention.ordinal is None
        sources = [one for one in found if (kind := draft.find_type(one)) and not kind.inputs]
        others = {kind.full_name for one in found if (kind := draft.find_type(one))}
        if is_part and len(sources) == 1 and len(found) == len(others) > 1:
            anchors += sources
        else:
            anchors += context.resolver.find_nodes(mention)
    return anchors


def _linked(context: ClauseContext, source: str, target: str) -> bool:
    return any(link[2] == target for link in context.draft.links_from(source))


def _insert(context: ClauseContext, place: Place, anchor: str, node_id: str, links: list[Link]) -> None:
    draft = context.draft
    routes = [(link, *route) for link in links if (route := _find_route(context, link, node_id))]
    if len(routes) > 1 and (near := _list_other_ends(context, place, node_id)):
        routes = [one for one in routes if near & {one[0][0], one[0][2]}] or routes
    if not routes and place.relation is Marker.BETWEEN:
        raise UnclearError(texts.NO_PLACE)
    if not routes and place.relation is Marker.TO:
        source, target = (anchor, node_id) if list_links(draft, anchor, node_id) else (node_id, anchor)
        handles = _find_handles(context, source, target)
        context.report_links(connect(draft, source, target, handles, context.ask_link))
        return
    if not routes and place.relation is Marker.BEFORE and _ends(context, node_id):
        added = [
            one for link in links for one in list_links(draft, link[0], node_id, Handles(frozenset({link[1]})))[:1]
        ]
        if len(added) == 1:  # "a preview before save": the saved image is also displayed
            draft.link(added[0])
            context.report_links(added)
            return
    if not routes:
        source, target = (anchor, node_id) if place.relation is Marker.AFTER else (node_id, anchor)
        if not list_links(draft, source, target):
            raise UnclearError(texts.NO_PLACE)
        context.report_links(connect(draft, source, target, Handles(), context.ask_link))
        return
    chosen = routes[0][0]
    if len(routes) > 1:
        chosen = context.resolver.ask_link(context.clause.start, [one[0] for one in routes], texts.WHICH_PLACE)
    link, before, after = next(one for one in routes if one[0] == chosen)
    draft.unlink(link)
    for new in (before, after):
        draft.link(new)
    context.report_links([link], texts.UNLINKED)
    context.report_links([before, after])


def _ends(context: ClauseContext, node_id: str) -> bool:
    """Return whether a node has no outputs."""
    node_type = context.draft.find_type(node_id)
    return node_type is not None and not node_type.outputs


def _list_other_ends(context: ClauseContext, place: Place, node_id: str) -> set[str]:
    """Return the nodes that the clause names next to the place: "blur the sky before the blend"."""
    others = [one for one in context.mentions if one.senses and one not in place.anchors]
    return {one for mention in others for one in context.resolver.list_candidates(mention)} - {node_id}


def _find_route(context: ClauseContext, link: Link, node_id: str) -> tuple[Link, Link] | None:
    """Return the two links through a node in place of *link*: by one data type only, not by a parameter."""
    draft = context.draft
    node_type = draft.find_type(node_id)
    if node_type is None or draft.find_type(link[0]) is None or draft.find_type(link[2]) is None:
        return None
    slots = {slot.name for slot in node_type.inputs}
    before = [one for one in list_links(draft, link[0], node_id, Handles(frozenset({link[1]}))) if one[3] in slots]
    after = list_links(draft, node_id, link[2], Handles(inputs=frozenset({link[3]})))
    return (before[0], after[0]) if before and after else None


def connect_nodes(context: ClauseContext) -> None:
    """Connect the nodes that the clause names."""
    place = place_between_words(context)
    draft, mentions = context.draft, _drop_replaced(context)
    plural = [mention for mention in mentions if mention.pointer is Marker.THEM and mention.ordinal is None]
    rest = [item for item in mentions if place is None or item not in place.anchors]
    is_pointed = len(rest) == 1 and rest[0].pointer is Marker.IT  # "it goes between the blur and the headline"
    if place is not None and (place.relation is not Marker.BETWEEN or is_pointed):
        moved = rest[0] if rest else Mention(context.clause.start, context.clause.start, pointer=Marker.IT)
        node_id = context.resolver.find_node(moved)
        place_node(context, place, node_id)
        context.touch([node_id])
        return
    mentions = [mention for mention in mentions if mention not in plural]
    if listed := find_listed_sources(context):
        connect_listed(context, listed)
        return
    groups = narrow_mentions(context, mentions) or [_find_group(context, mention) for mention in mentions]
    if not plural and len(groups) < 2 and context.parameters + [one for one in context.items if _is_data(one)]:
        known = groups[0] if groups else list(draft.touched)
        groups = (known and find_implied_ends(context, known)) or groups
    if len(groups) == 1 and len(groups[0]) > 1 and (focus := _find_shared(context, groups[0])):
        groups, mentions = [[focus], groups[0]], []  # 接到两个采样器
    if not groups or (len(groups) == 1 and len(groups[0]) > 1):
        nodes = groups[0] if groups else _find_all(context, plural)
        links = connect_in_order(draft, nodes)
        if not links and any({link[0], link[2]} <= set(nodes) for link in draft.links):
            return  # connected already
        if not links:
            raise UnclearError(texts.NOTHING_TO_CONNECT)
        context.report_links(links)
        context.touch(nodes)
        return
    if len(groups) == 1:
        groups = [_find_focus(context, groups[0][0]), groups[0]]
        mentions = []
    _connect_groups(context, groups, mentions)


def _is_data(item: Item) -> bool:
    return isinstance(item, Token) and item.word is Marker.DATA


def _drop_replaced(context: ClauseContext) -> list[Mention]:
    """Return the nodes to connect, without C of "connect A to B instead of C", whose link is replaced."""
    end = context.find(Verb.REPLACE)
    return [one for one in context.mentions if end is None or context.items.index(one) < end]


def _find_group(context: ClauseContext, mention: Mention) -> list[str]:
    """Return the nodes of a phrase; with "its clip" the one with such a handle, an output before an input."""
    after = context.items[context.items.index(mention) + 1 :] if mention.pointer is Marker.IT else []
    named = next((item for item in after if isinstance(item, Named)), None)
    names = named.names(Kind.INPUT, Kind.OUTPUT) if named else frozenset[str]()
    types = [(one, context.draft.find_type(one)) for one in context.draft.touched]
    for kind in ("outputs", "inputs"):
        fitting = [one for one, node_type in types if any(slot.name in names for slot in getattr(node_type, kind, ()))]
        if len(fitting) == 1:
            return fitting
    return context.resolver.find_nodes(mention)


def _connect_groups(context: ClauseContext, groups: list[list[str]], mentions: list[Mention]) -> None:
    words = [item.word for item in context.items if isinstance(item, Token)]
    is_chain = context.has(Marker.ARROW, Marker.IN_ORDER) or max(words.count(Verb.CONNECT), words.count(Marker.TO)) > 1
    end = find_separator(context, mentions) if len(groups) > 2 and len(groups) == len(mentions) else 0
    if end:
        sources = [node_id for group in groups[:end] for node_id in group]
        _connect_pair(context, sources, [node_id for group in groups[end:] for node_id in group])
    elif len(groups) > 2 and not is_chain and not context.has(Marker.TO):
        links = connect_in_order(context.draft, [node_id for group in groups for node_id in group])
        if not links:
            raise UnclearError(texts.NOTHING_TO_CONNECT)
        context.report_links(links)
    elif len(groups) > 2 and not is_chain:
        _connect_pair(context, [node_id for group in groups[:-1] for node_id in group], groups[-1])
    else:
        for sources, targets in pairwise(groups):
            _connect_pair(context, sources, targets)
    context.touch([node_id for group in groups for node_id in group])


def _connect_pair(context: ClauseContext, sources: list[str], targets: list[str]) -> None:
    for index, source in enumerate(sources):
        waiting = len(sources) - index

        def ask(links: Sequence[Link], waiting: int = waiting) -> Link:
            """Return the first of the free inputs, one for each node: "both images into the blend"."""
            is_full = len(sources) > 1 and len({link[1] for link in links}) == 1 and len(links) == waiting
            return links[0] if is_full or (waiting == 1 and len(links) == 1) else context.ask_link(links)

        for target in targets:
            handles = _find_handles(context, source, target)
            context.report_links(connect(context.draft, source, target, handles, ask))


def connect_listed(context: ClauseContext, listed: list[tuple[str, str, Handles]]) -> None:
    """Connect pairs of nodes by the handles that were named."""
    for source, target, handles in listed:
        context.report_links(connect(context.draft, source, target, handles, context.ask_link))
    context.touch([one for source, target, _ in listed for one in (source, target)])


def _find_all(context: ClauseContext, plural: list[Mention]) -> list[str]:
    if plural:
        resolver = context.resolver
        nodes = resolver.list_candidates(plural[0])
        if len(nodes) > 1 and (len(nodes) < len(context.draft.nodes) or plural[0].count == ALL):
            return nodes
    if len(context.draft.created) > 1:
        return list(context.draft.created)
    if len(context.draft.touched) > 1:
        return list(context.draft.touched)
    raise UnclearError(texts.WHICH_NODES)


def _find_shared(context: ClauseContext, targets: list[str]) -> str | None:
    """Return the new node of the clause before, if this clause only names its target."""
    words = [context.text.plain[item.start : item.end] for item in context.items
             if isinstance(item, Token) and item.word in (Verb.CONNECT, Marker.TO)]  # fmt: skip
    known = [one for one in context.draft.touched if one not in targets]
    is_directed = any(word.endswith(("到", "给", "进", "入", "to", "into", "feed", "feeds")) for word in words)
    return known[0] if is_directed and len(known) == 1 and known[0] in context.draft.created else None


def _find_focus(context: ClauseContext, other: str) -> list[str]:
    """Return the nodes that the text mentioned before: "add a preview and connect it to the decoder"."""
    known = [one for one in context.draft.touched if one != other] or [
        one for one in context.resolver.request.selected if one in context.draft.nodes and one != other
    ]
    if not known:
        raise UnclearError(texts.WHICH_NODES)
    return known


def _find_handles(context: ClauseContext, source: str, target: str) -> Handles:
    """Return the handles that the clause names, for this pair."""
    outputs: set[str] = set()
    inputs: set[str] = set()
    source_type, target_type = context.draft.find_type(source), context.draft.find_type(target)
    for named in context.parameters:
        if source_type:
            own = {one for one in named.names(Kind.OUTPUT) if source_type.find_output(one)}
            into = {
                one
                for one in named.names(Kind.INPUT, Kind.PARAMETER)
                if target_type and target_type.find_input(one) is not None
            }
            if own and (not into or _belongs_to_first(context, named)):
                outputs |= own
            else:
                inputs |= into
    return Handles(frozenset(outputs), frozenset(inputs))


def _belongs_to_first(context: ClauseContext, named: Named) -> bool:
    after = [item for item in context.items[context.items.index(named) :] if isinstance(item, Mention)]
    before = [item for item in context.items[: context.items.index(named)] if isinstance(item, Mention)]
    return len(before) <= 1 and bool(after)
