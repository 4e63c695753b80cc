"""Clauses other than requests: statements, the topic of the next clause, and parts that must not change."""

from dataclasses import dataclass

from engines.graph.graph import Graph
from engines.graph_planner import texts
from engines.graph_planner.commands.context import MODES
from engines.graph_planner.commentary import (
    announces,
    find_forbidden,
    is_intended,
    is_rest,
    is_statement,
    is_topic,
    is_untouched,
    states_purpose,
    states_unwanted,
)
from engines.graph_planner.draft import Draft, Link
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.items import Item, Mention, Named
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.parser import parse_items
from engines.graph_planner.grammar.tokens import TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.interpretation import NO_NEED
from engines.graph_planner.resolution import Resolver
from engines.graph_planner.values import ChangeRequest, Problem

_PERCEIVED = ("compare", "对比", "比较")
"""Verbs of a statement ("I want to compare") that are also types of nodes."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A clause that requests nothing.

    Attributes:
        problem: the report if the text requests nothing else.
        nodes, parameters, types: the names in it.
        is_unwanted: whether a change of them is expected: "I don't need the headline", 先别存了.
        is_limit: whether these must not change; with a *verb*, only that must not be done to them.

    """

    problem: Problem
    nodes: tuple[str, ...] = ()
    parameters: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    is_limit: bool = False
    is_unwanted: bool = False
    verb: Verb | None = None


def read_aside(
    request: ChangeRequest, text: TokenizedText, clause: Clause, draft: Draft, following: Clause | None
) -> Aside | None:
    """Return the aside in a clause; None if the clause is a request, or may be one."""
    problem = Problem(text.quote(clause.start, clause.end), texts.NO_REQUEST)
    if is_rest(text, clause):
        return Aside(problem)
    if _negates_value(clause, draft):
        return Aside(problem)
    forbidden = find_forbidden(text, clause)
    is_limit = forbidden is not None or is_untouched(text, clause)
    is_request = following is None and NO_NEED.search(text.text[clause.start :].lower()) is not None
    is_unwanted = not is_limit and not is_request and states_unwanted(text, clause)
    is_about_next = not is_limit and is_topic(text, clause) and _continues(request, text, following, draft)
    if following is not None and (announces(text, clause, following) or states_purpose(clause, following)):
        return Aside(problem)
    if not is_limit and not is_unwanted and not is_about_next and not is_statement(text, clause):
        return None
    items = parse_items(text, clause, Verb.MUTE)
    mentions = [item for item in items if isinstance(item, Mention)]
    if any(one.senses for one in mentions):
        mentions = [one for one in mentions if one.senses]  # "the refiner is fine as it is"
    resolver = Resolver(request, text, draft, lambda name: name)
    found = {one: resolver.list_candidates(one) for one in mentions}
    new = [one for one in mentions if not found[one] and one.names(Kind.TYPE) and not _is_definite(text, one)]
    new = [one for one in new if text.quote(one.start, one.end).lower() not in _PERCEIVED]
    if is_limit and forbidden is None:
        new = [one for one in new if not one.names(Kind.PARAMETER)]
    types = frozenset(name for one in new for name in one.names(Kind.TYPE))
    if types and forbidden is not Verb.ADD and not is_intended(text, clause):
        return None  # "I see a preview there": a missing node may be requested
    if is_limit and any(
        one.senses and not found[one] and not one.names(Kind.PARAMETER) and one not in new for one in mentions
    ):
        return None  # "… but don't remove the save", which was removed
    fed = _list_fed(request, items)
    nodes = tuple(dict.fromkeys(fed if fed else (node_id for nodes in found.values() for node_id in nodes)))
    if is_about_next and (not nodes or any(len(one) != (mention.count or 1) for mention, one in found.items())):
        return None
    parameters = frozenset(
        name
        for item in items
        if isinstance(item, Named) or (item in mentions and not found[item])
        for name in item.names(Kind.PARAMETER)
    )
    if is_limit and not nodes and not parameters and not types and forbidden is not Verb.CONNECT:
        return None if any(token.is_unknown for token in clause.tokens) else Aside(problem)
    if is_unwanted and (not nodes or parameters):
        return Aside(problem) if is_statement(text, clause) else None
    return Aside(problem, nodes, parameters, types, is_limit, is_unwanted, forbidden)


def _list_fed(request: ChangeRequest, items: list[Item]) -> list[str]:
    """Return the nodes that only a polarity names: 那个负向的 is the node that feeds such an input."""
    if any(isinstance(item, Mention) and item.senses for item in items):
        return []
    slots = {name for item in items if isinstance(item, Named) for name in item.names(Kind.INPUT)}
    polarities = slots & {"positive", "negative"}
    return [edge.source for edge in request.graph.edges.values() if edge.target_handle in polarities]


def _is_definite(text: TokenizedText, mention: Mention) -> bool:
    """Return whether a name refers to something known, or is part of a phrase: "on screen", "the text"."""
    before = text.text[: mention.start].lower().rstrip()
    return before.endswith((" the", " this", " that", " my", " our", " on", " raw", "原", "这", "那"))


def _negates_value(clause: Clause, draft: Draft) -> bool:
    """Return whether a clause only rejects a number that the clause before did not set: "to 0.2, not 0.3"."""
    content = [token for token in clause.tokens if token.word is not Marker.FILLER]
    changed = [one for one, number in draft.changed_by.items() if number == draft.clause - 1 and one in draft.nodes]
    if len(content) != 2 or content[0].word is not Marker.BLOCK or content[1].number is None or not changed:
        return False
    return all(content[1].number not in draft.nodes[one].data.values() for one in changed)


def note_aside(aside: Aside, draft: Draft) -> None:
    """Store the topic of an aside, for "it" and a value without a name."""
    if aside.nodes and len(aside.nodes) < len(draft.nodes) and not (aside.is_limit and aside.verb is None):
        draft.touched = list(aside.nodes)
        draft.topic = draft.clause
    elif not aside.nodes and len(aside.parameters) == 1 and not aside.is_limit:
        _note_parameter(aside, draft)


def _note_parameter(aside: Aside, draft: Draft) -> None:
    """Remember the only node that has the parameter of an aside: 混合比例三七开不好看，改成 40%."""
    (name,) = aside.parameters
    owners = [one for one in draft.nodes if (found := draft.find_type(one)) and found.find_parameter(name)]
    if len(owners) == 1:
        draft.touched, draft.topic, draft.last_set = owners, draft.clause, (draft.clause, aside.parameters)


def is_broken(aside: Aside, draft: Draft, graph: Graph) -> bool:
    """Return whether a part that must not change is changed, or a forbidden change is made."""
    if not aside.is_limit:
        return False
    nodes = aside.nodes or tuple(draft.nodes)
    if aside.verb is Verb.CONNECT:
        new = [link for link, clause in draft.links.items() if clause is not None]
        return any(not aside.nodes or node_id in (link[0], link[2]) for link in new for node_id in nodes)
    if aside.verb is Verb.DISCONNECT:
        lost = _list_links(graph) - draft.links.keys()
        return any(node_id in (link[0], link[2]) for link in lost for node_id in nodes)
    if aside.verb is Verb.ADD:
        return any(draft.nodes[one].type in aside.types for one in draft.created)
    if aside.verb in (Verb.REMOVE, Verb.REPLACE):
        return any(one not in draft.nodes for one in aside.nodes)
    if aside.verb in MODES:
        return any(draft.nodes[one].mode is MODES[aside.verb] for one in aside.nodes if one in draft.nodes)
    return any(_is_changed(aside, draft, graph, one) for one in nodes)


def is_unmet(aside: Aside, draft: Draft, graph: Graph) -> bool:
    """Return whether the change leaves an unwanted part unchanged."""
    if not aside.is_unwanted:
        return False
    moved = {node_id for link in _list_links(graph) ^ draft.links.keys() for node_id in (link[0], link[2])}
    return not any(one in moved or _is_changed(aside, draft, graph, one) for one in aside.nodes)


def _list_links(graph: Graph) -> set[Link]:
    return {(one.source, one.source_handle, one.target, one.target_handle) for one in graph.edges.values()}


def _is_changed(aside: Aside, draft: Draft, graph: Graph, node_id: str) -> bool:
    before, after = graph.nodes.get(node_id), draft.nodes.get(node_id)
    if before is None:
        return False
    if after is None:
        return aside.verb is None and not aside.parameters
    names = aside.parameters or before.data.keys() | after.data.keys()
    is_other = any(before.data.get(name) != after.data.get(name) for name in names)
    return is_other or (not aside.parameters and (before.mode, before.title) != (after.mode, after.title))


def _continues(request: ChangeRequest, text: TokenizedText, following: Clause | None, draft: Draft) -> bool:
    """Return whether the next clause is a request without a name, to which the topic applies."""
    if following is None:
        return False
    mentions = [item for item in parse_items(text, following, following.verb) if isinstance(item, Mention)]
    resolver = Resolver(request, text, draft, lambda name: name)
    is_own = any(one.senses and resolver.list_candidates(one) for one in mentions)
    return not is_own and not following.has(Marker.TOO)
