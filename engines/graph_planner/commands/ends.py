"""Finds the start and end nodes of a connection, also if the text names only a slot or the data."""

from collections.abc import Callable

from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.connections import Handles, list_links
from engines.graph_planner.grammar.items import Item, Mention, Named
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError


def find_implied_ends(context: ClauseContext, known: list[str]) -> list[list[str]]:
    """Return both ends of a connection if the clause names at most one of them, or an empty list.

    The other is named by its slot ("the vae to the decoder", "plug it into steps") or as data ("the photo to save").
    *known* are the nodes of the named end, else the nodes that the text mentioned before.
    """
    before, after = _split_at_separator(context)
    if _has_mention(after) and not _has_mention(before):
        if slot := _find_slot(before):
            return [[_find_source(context, slot, known)], known]
        if any(isinstance(item, Token) and item.word is Marker.DATA for item in before):
            return [[_find_data(context, known)], known]
    elif not _has_mention(after) and (slot := _find_slot(after)):
        if isinstance(after[0], Token) and any(isinstance(one, Token) and one.word is Marker.FROM for one in after):
            return [[_find_source(context, slot, known)], known]  # "the sampler is fed from the latent"
        return [known, [_find_target(context, slot, known)]]
    return []


def find_listed_sources(context: ClauseContext) -> list[tuple[str, str, Handles]]:
    """Return the pairs of "plug the model and the latent into the sampler", where a slot names a source."""
    before, after = _split_at_separator(context)
    ends = [item for item in after if isinstance(item, Mention)]
    sources = [item for item in before if isinstance(item, Named | Mention)]
    has_and = any(isinstance(item, Token) and item.word is Marker.AND for item in before)
    has_of = any(isinstance(item, Token) and item.word is Marker.OF for item in before)
    is_mixed = any(isinstance(item, Named) for item in sources) and len(sources) > 1
    if len(ends) != 1 or not has_and or has_of or not is_mixed or _find_slot(after):
        return []
    target = context.resolver.find_node(ends[0])
    pairs = []
    for item in sources:
        if isinstance(item, Named):
            handles = Handles(outputs=item.names(Kind.OUTPUT))
            pairs.append((_find_source(context, item, [target]), target, handles))
        else:
            pairs += [(one, target, Handles()) for one in context.resolver.find_nodes(item)]
    return pairs


def find_separator(context: ClauseContext, mentions: list[Mention]) -> int:
    """Return the number of *mentions* before the only "to" or verb between them; 0 for none or several."""
    starts = [one.start for one in mentions]
    words = [item.start for item in context.items if isinstance(item, Token) and item.word in (Marker.TO, Verb.CONNECT)]
    places = {sum(start < word for start in starts) for word in words} - {0, len(starts)}
    is_chain = context.has(Marker.ARROW, Marker.IN_ORDER)
    return places.pop() if len(places) == 1 and not is_chain else 0


def narrow_mentions(context: ClauseContext, mentions: list[Mention]) -> list[list[str]]:
    """Return the nodes of two phrases if the data types allow exactly one pair; else an empty list.

    "Connect the latent to the sampler": of the nodes with that word in their names only one has such an output.
    """
    if len(mentions) != 2 or any(one.count or one.ordinal or one.pointer or not one.senses for one in mentions):
        return []
    first, second = (context.resolver.list_candidates(one) for one in mentions)
    if len(first) == len(second) == 1 and first != second:
        return []
    if first == second and len(first) == 1:  # "VAE 连到解码": one of the two names a slot
        slot = Named(mentions[0].start, mentions[0].end, mentions[0].senses)
        return [[_find_source(context, slot, second)], second] if slot.names(Kind.OUTPUT) else []
    pairs = [
        (one, other) for one in first for other in second if one != other and list_links(context.draft, one, other)
    ]
    return [[pairs[0][0]], [pairs[0][1]]] if len(pairs) == 1 else []


def _split_at_separator(context: ClauseContext) -> tuple[list[Item], list[Item]]:
    """Return the items before and after "to", an arrow or, without these, the verb."""
    for words in ((Marker.TO, Marker.ARROW), (Verb.CONNECT,)):
        index = context.find(*words)
        if index is not None:
            return context.items[:index], context.items[index + 1 :]
    return [], context.items


def _has_mention(items: list[Item]) -> bool:
    return any(isinstance(item, Mention) for item in items)


def _find_slot(items: list[Item]) -> Named | None:
    return next((item for item in items if isinstance(item, Named)), None)


def _find_source(context: ClauseContext, slot: Named, targets: list[str]) -> str:
    """Return the node with the word in its name, else the only one with such an output."""
    types, titled = slot.names(Kind.TYPE_PART), slot.names(Kind.TITLE_PART)

    def is_named(node_id: str) -> bool:
        return node_id in titled or context.draft.nodes[node_id].type in types

    found = _filter(
        context, targets, lambda one, target: bool(list_links(context.draft, one, target)) and is_named(one)
    )
    if len(found) != 1:
        handles = Handles(outputs=slot.names(Kind.OUTPUT))
        by_output = _filter(
            context,
            targets,
            lambda one, target: bool(handles.outputs and list_links(context.draft, one, target, handles)),
        )
        found = found or by_output
    return _choose(context, slot, found)


def _find_target(context: ClauseContext, slot: Named, sources: list[str]) -> str:
    handles = Handles(inputs=slot.names(Kind.INPUT, Kind.PARAMETER))
    found = _filter(
        context, sources, lambda one, source: bool(handles.inputs and list_links(context.draft, source, one, handles))
    )
    return _choose(context, slot, found)


def _find_data(context: ClauseContext, targets: list[str]) -> str:
    """Return the node whose output is "the image": the only one that fits, else the one without outgoing links."""
    found = _filter(context, targets, lambda one, target: bool(list_links(context.draft, one, target)))
    if len(found) > 1:
        found = [one for one in found if not context.draft.links_from(one)] or found
    return _choose(context, Mention(context.clause.start, context.clause.end), found)


def _filter(context: ClauseContext, others: list[str], fits: Callable[[str, str], bool]) -> list[str]:
    """Return the nodes that fit one of the others, in the order of the flow."""
    known = [one for one in context.draft.nodes if context.draft.find_type(one) is not None and one not in others]
    return context.draft.order(one for one in known if any(fits(one, other) for other in others))


def _choose(context: ClauseContext, phrase: Named | Mention, found: list[str]) -> str:
    if not found:
        raise UnclearError(texts.WHICH_NODES)
    return found[0] if len(found) == 1 else context.resolver.ask_node(Mention(phrase.start, phrase.end), found)
