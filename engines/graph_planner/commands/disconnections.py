"""Command that removes links."""

from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.draft import Link
from engines.graph_planner.grammar.items import ALL, Mention
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.words import Marker
from engines.graph_planner.values import UnclearError

_ONE_LINK = frozenset(("link", "connection", "wire", "edge", "noodle", "cable", "那根线", "那条线"))


def disconnect_nodes(context: ClauseContext) -> None:
    """Remove the links between the nodes of the clause, or all of one node."""
    context.reject_unknown()
    draft = context.draft
    if context.clause.state is not None:
        raise UnclearError(texts.WHICH_NODES)
    groups = [context.resolver.find_nodes(mention) for mention in context.mentions if not _is_all_links(mention)]
    if context.has(Marker.BETWEEN, Marker.BETWEEN_THEM) and sum(map(len, groups)) < 2:
        raise UnclearError(texts.WHICH_NODES)  # the other end is not named
    if not groups:
        groups = [context.find_targets()]
    if len(groups) == 1 and len(groups[0]) == 2 and not context.has(Marker.LINK):
        groups = [[groups[0][0]], [groups[0][1]]]
    names = {name for named in context.parameters for name in named.names(Kind.INPUT, Kind.OUTPUT, Kind.PARAMETER)}
    if len(groups) == 1:
        ids = set(groups[0])
        links = [link for link in draft.links if ids & {link[0], link[2]}]
        links = [
            link
            for link in links
            if not names or (link[2] in ids and link[3] in names) or (link[0] in ids and link[1] in names)
        ]
        links = _filter_direction(context, links, ids)
        links = _choose_side(context, links, ids) if names else links
    else:
        first, rest = set(groups[0]), {node_id for group in groups[1:] for node_id in group}
        links = [
            link
            for link in draft.links
            if (link[0] in first and link[2] in rest) or (link[0] in rest and link[2] in first)
        ]
        links = [link for link in links if not names or {link[1], link[3]} & names]
    if not links:
        raise UnclearError(texts.NO_LINK)
    if len(links) > 1 and len(groups) == 1 and not names and _names_one_link(context):
        links = [context.resolver.ask_link(context.clause.start, links, texts.WHICH_UNLINK)]
    context.report_links(links, texts.UNLINKED)
    for link in links:
        draft.unlink(link)
    context.touch([node_id for group in groups for node_id in group])


def _choose_side(context: ClauseContext, links: list[Link], ids: set[str]) -> list[Link]:
    """Return the links of the input or of the output if both have the name: "unhook the latent from the sampler"."""
    into = [link for link in links if link[2] in ids]
    if not into or len(into) == len(links):
        return links
    if context.has(Marker.FROM):
        return into
    return [context.resolver.ask_link(context.clause.start, links, texts.WHICH_UNLINK)]


def _names_one_link(context: ClauseContext) -> bool:
    """Return whether a clause is about one link: "delete the connection from the blur"."""
    words = [context.text.plain[one.start : one.end] for one in context.clause.tokens if one.word is Marker.LINK]
    return any(word in _ONE_LINK for word in words) and not context.has(Marker.ALL)


def _is_all_links(mention: Mention) -> bool:
    return not mention.senses and mention.count == ALL and mention.pointer is None


def _filter_direction(context: ClauseContext, links: list[Link], ids: set[str]) -> list[Link]:
    is_input = context.has(Marker.INPUT) or context.has(Marker.TO)  # "all links into the sampler"
    if is_input and not context.has(Marker.OUTPUT):
        return [link for link in links if link[2] in ids]
    if context.has(Marker.OUTPUT) and not context.has(Marker.INPUT):
        return [link for link in links if link[0] in ids]
    return links
