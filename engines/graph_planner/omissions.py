"""Checks that the change of a clause uses every name in it: an unused name would be lost silently."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise

from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext, list_exceptions
from engines.graph_planner.commands.data import list_loaders
from engines.graph_planner.draft import Draft, DraftState
from engines.graph_planner.grammar.items import LAST, Mention, Named, find_polarity
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError

_LINKS = (Verb.CONNECT, Verb.DISCONNECT, Verb.REWIRE, Verb.CHAIN)
_SLOTS = (Kind.PARAMETER, Kind.INPUT, Kind.OUTPUT)
_VALUE = frozenset(("value",))
"""Words that apply to every parameter: "a contrast with value 0.2"."""


@dataclass(frozen=True, slots=True)
class ClauseNames:
    """The names of a clause, before its command.

    Attributes:
        nodes: the nodes that each name matches.
        parameters: its parameters and slots.
        excepted: nodes and parameters that must not change.
        before: the draft.

    """

    nodes: Mapping[Mention, list[str]]
    parameters: tuple[Named, ...]
    excepted: tuple[Mention | Named, ...]
    before: DraftState


def note_names(context: ClauseContext) -> ClauseNames:
    """Return the names of a clause, for `reject_omission`."""
    nodes = {one: _list_nodes(context, one) for one in context.mentions if one.senses}
    excepted = tuple(list_exceptions(context.text, context.items))
    return ClauseNames(nodes, tuple(context.parameters), excepted, context.draft.save())


def _list_nodes(context: ClauseContext, mention: Mention) -> list[str]:
    """Return the nodes that a name matches: one for "the first sampler"."""
    found = context.resolver.list_candidates(mention)
    if mention.ordinal is None:
        return found
    return found[-1:] if mention.ordinal == LAST else found[mention.ordinal - 1 : mention.ordinal]


def reject_omission(context: ClauseContext, verb: Verb, noted: ClauseNames) -> None:
    """Raise UnclearError if a change ignores a name of its clause, or changes an excepted node or parameter.

    Args:
        context: the clause, after its command has been applied.
        verb: the applied verb.
        noted: the names of the clause.

    """
    draft, known, before = context.draft, noted.nodes, noted.before
    changed = set(_list_changed(draft, before))
    ends = {one for link in before.links.keys() ^ draft.links.keys() for one in (link[0], link[2])}
    if not changed | ends:
        return
    excepted = noted.excepted if verb is not Verb.KEEP else ()
    slots = set(_list_slots(draft, before, changed))
    lost = changed | ends if verb in _LINKS else changed
    affected = changed | ends | draft.consulted
    if verb in _LINKS:
        affected |= _list_joined(draft, set(chain(*known.values())))
    types = {draft.nodes[one].type for one in affected if one in draft.nodes}
    if verb is Verb.REPLACE and _ignores_data(context, ends):
        raise UnclearError(texts.WHICH_NODES)
    listed: list[Mention | Named] = [*known, *noted.parameters]
    for one in listed:
        if context.is_free(one):
            continue
        names, nodes = set(one.names(*_SLOTS)), set(known.get(one, ())) if isinstance(one, Mention) else set[str]()
        if one in excepted:
            is_lost = bool(lost & nodes) or (not nodes and _is_new_value(draft, before, names))
        else:
            nodes |= set(one.names(Kind.TITLE, Kind.TITLE_PART))
            kinds = set(one.names(Kind.TYPE, Kind.TYPE_PART)) if not _is_slot(one, verb) else set[str]()
            is_lost = (
                not affected & nodes and not types & kinds and not slots & names and not _qualifies(context, one, verb)
            )
            is_lost = is_lost or _is_other_owner(context, one, affected)
        if is_lost:
            raise UnclearError(texts.EXTRA_WORDS, context.text.quote(one.start, one.end))


def _is_slot(one: Mention | Named, verb: Verb) -> bool:
    """Return whether a name is that of a slot to connect: the vae, although a VAE decoder is named after it."""
    return verb is Verb.CONNECT and isinstance(one, Named) and bool(one.names(Kind.INPUT) & one.names(Kind.OUTPUT))


def reject_overwriting(draft: Draft, noted: ClauseNames) -> None:
    """Raise UnclearError if a link takes the place of one that the text stated before: 天空接预览，大海也接预览."""
    for link, clause in noted.before.links.items():
        if clause is None or link in draft.links or link[2] not in draft.nodes:
            continue
        sources = {one[0] for one in draft.links_into(link[2], link[3])}
        is_put_between = any(one[0] == link[0] for source in sources for one in draft.links_into(source))
        if sources and not is_put_between:
            raise UnclearError(texts.LINKED_TWICE)


def _is_other_owner(context: ClauseContext, one: Mention | Named, affected: set[str]) -> bool:
    """Return whether a parameter of a node's own name is set in another one: the amount of a blur is no brightness."""
    owners = {sense.owner for sense in one.senses if sense.kind is Kind.PARAMETER and sense.owner}
    if isinstance(one, Mention) or len(owners) != 1 or not set(one.names(Kind.TYPE)) & owners:
        return False
    nodes = {node.id for node in context.draft.nodes.values() if node.type in owners}
    return bool(nodes) and not nodes & affected


def _ignores_data(context: ClauseContext, ends: set[str]) -> bool:
    """Return whether "a mask of the photo" names the input of a new node, and no link from it is new."""
    loaders = set(list_loaders(context))
    words = [item.word if isinstance(item, Token) else None for item in context.items]
    has_data = any(pair in ((Marker.OF, Marker.DATA), (Marker.FROM, Marker.DATA)) for pair in pairwise(words))
    return has_data and bool(loaders) and not loaders & ends


def _list_changed(draft: Draft, before: DraftState) -> Iterator[str]:
    """Yield the nodes that are new, removed or set since *before*."""
    old = {node.id: node for node in before.nodes}
    for node_id in old.keys() | draft.nodes.keys():
        if old.get(node_id) != draft.nodes.get(node_id) or draft.changed_by.get(node_id) == draft.clause:
            yield node_id


def _list_slots(draft: Draft, before: DraftState, changed: set[str]) -> Iterator[str]:
    """Yield the names of the parameters of changed nodes that have a value, and the handles of changed links."""
    for node_id in changed & draft.nodes.keys():
        yield from draft.nodes[node_id].data
    for link in before.links.keys() ^ draft.links.keys():
        yield link[1]
        yield link[3]


def _list_joined(draft: Draft, named: set[str]) -> set[str]:
    """Return the named nodes with a link to another named one, new or existing."""
    return {one for link in draft.links if {link[0], link[2]} <= named for one in (link[0], link[2])}


def _is_new_value(draft: Draft, before: DraftState, names: set[str]) -> bool:
    """Return whether the value of a parameter of *names* has changed."""
    old = {node.id: node.data for node in before.nodes}
    return any(
        node_id in draft.nodes and draft.nodes[node_id].data.get(name) != data.get(name)
        for node_id, data in old.items()
        for name in names
    )


def _qualifies(context: ClauseContext, one: Mention | Named, verb: Verb) -> bool:
    """Return whether a name only qualifies another one: 正向负向两个提示词, "with the value 0.2"."""
    if isinstance(one, Mention):
        return False
    is_polarity = bool(one.polarity or find_polarity(context.text.quote(one.start, one.end)))
    if verb is Verb.ADD and is_polarity:
        nodes = {link[0] for link in context.draft.links if link[3] in one.names(Kind.INPUT)}
        return not nodes  # 负向里加一个水印: the node that feeds it exists
    return (is_polarity and bool(context.mentions)) or one.names(Kind.PARAMETER) == _VALUE
