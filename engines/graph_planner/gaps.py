"""Closes the gap before a new node that takes the place of a link: what fed its target feeds the new node."""

from engines.graph.node_types.node_type import ANY
from engines.graph_planner.connections import list_links
from engines.graph_planner.draft import Draft, Link, list_graph_links
from engines.graph_planner.resolution import describe_link


def close_gaps(draft: Draft) -> None:
    """Link the old source of each replaced link to the new node in its place: 遮罩反转一下再给羽化.

    Only where the new node has exactly one free input for it, and the source feeds nothing else on the way.
    """
    for old in list_graph_links(draft.graph):
        if old in draft.links or old[0] not in draft.nodes or old[2] not in draft.nodes:
            continue
        new = next(iter(draft.links_into(old[2], old[3])), None)
        if new is None or old[2] in draft.list_reachable(old[0], is_after=True):
            continue
        found = _list_free(draft, new[0], old)
        if len(found) == 1:
            draft.clause = draft.links[new] or 0
            draft.link(found[0])
            draft.explanation.append(describe_link(draft, found[0]))


def _list_free(draft: Draft, node_id: str, old: Link) -> list[Link]:
    """Return the possible links from the source of *old* to the new nodes that feed *node_id*, and to itself."""
    chain = [one for one in (node_id, *draft.list_reachable(node_id, is_after=False)) if one in draft.created]
    return [
        link
        for one in chain
        for link in list_links(draft, old[0], one)
        if link[1] == old[1] and not draft.links_into(one, link[3]) and not _takes_any(draft, link)
    ]


def _takes_any(draft: Draft, link: Link) -> bool:
    """Return whether a link ends in a parameter, or in an input of any type."""
    node_type = draft.find_type(link[2])
    slot = next((one for one in node_type.inputs if one.name == link[3]), None) if node_type else None
    return slot is None or ANY in slot.types
