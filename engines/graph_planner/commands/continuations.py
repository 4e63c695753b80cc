"""A step that continues the chain of the steps before it: "load an image, then crop it, finally save"."""

from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.connections import Handles, connect, list_links
from engines.graph_planner.draft import Draft
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.sequence_words import SEQUENCE
from engines.graph_planner.grammar.tokens import TokenizedText
from engines.graph_planner.grammar.words import Marker

_JOINTS = (Marker.BREAK, Marker.AND, Marker.FILLER, Marker.ARTICLE)


def is_next_step(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause is a step after the one before: "then blur", 最后保存; not "then add a save"."""
    content = next((token for token in clause.tokens if token.word not in _JOINTS), None)
    if clause.verb is not None or content is None:
        return False
    return SEQUENCE.search(text.plain[find_joint(text, clause) : content.start]) is not None


def find_joint(text: TokenizedText, clause: Clause) -> int:
    """Return the start of the words between the clause before and *clause*."""
    start = clause.start
    for token in reversed([one for one in text.tokens if one.end <= start]):
        if token.word not in _JOINTS:
            break
        start = token.start
    return start


def find_chain_end(draft: Draft) -> str | None:
    """Return the new node that the steps before ended in; what feeds it where it offers nothing, as a preview."""
    recent = [one for one in draft.touched if one in draft.created]
    ends = [one for one in recent if not any(link[2] in recent for link in draft.links_from(one))]
    if len(recent) != len(draft.touched) or len(ends) != 1:
        return None
    node_type = draft.find_type(ends[0])
    if node_type is not None and node_type.outputs:
        return ends[0]
    sources = {link[0] for link in draft.links_into(ends[0])}
    return sources.pop() if len(sources) == 1 else None


def continue_chain(context: ClauseContext, node_id: str) -> None:
    """Link a new node without a place to the end of the steps before, if that offers what it takes.

    Only where a word states the order, or the step before continued a chain itself: a list of nodes is no chain.
    """
    end = find_chain_end(context.draft)
    if end is None or end == node_id or context.clause.verb is not None or not list_links(context.draft, end, node_id):
        return
    is_continued = any(link[0] in context.draft.created for link in context.draft.links_into(end))
    if is_continued or is_next_step(context.text, context.clause):
        context.report_links(connect(context.draft, end, node_id, Handles(), context.ask_link))
