"""Command that makes a chain of nodes, each with its settings: "decode -> sharpen 0.3 -> upscale 2 -> save"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engines.graph.node_types.node_type import types_match
from engines.graph_planner import texts
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.commands.continuations import continue_chain
from engines.graph_planner.commands.settings import read_settings
from engines.graph_planner.connections import Handles, connect, list_links
from engines.graph_planner.draft import Link
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.items import Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind, Sense
from engines.graph_planner.grammar.parser import parse_items
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Ordinal, Verb
from engines.graph_planner.resolution import Resolver
from engines.graph_planner.values import UnclearError

_JOINING = (Verb.ADD, Verb.CONNECT)
"""Verbs at the edges of a chain, which add no meaning: 把 A → B 连起来."""
_LEADING = (*_JOINING, Marker.COLON, Marker.FILLER, Marker.IN_ORDER, Marker.OBJECT, Marker.AND)
_EMPTY = (Marker.FILLER, Marker.ARTICLE, Marker.OF, Marker.WITH, Marker.NODE, Marker.COLON, Marker.BY, Marker.TO,
          Marker.DATA, Marker.AND)  # fmt: skip
_SLOTS = (Kind.INPUT, Kind.OUTPUT)


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a chain: the name of one node, and the items of the part."""

    mention: Mention
    clause: Clause
    items: tuple[Item, ...]


def split_chain(text: TokenizedText, clause: Clause) -> list[Segment]:
    """Return the parts of a chain, nothing where a clause is none: a part with no name, or with two, is no part."""
    verbs = {token.word for token in clause.tokens if isinstance(token.word, Verb) and not token.senses}
    if not clause.has(Marker.ARROW) or not verbs <= {*_JOINING, Verb.SCALE, Verb.SET}:
        return []
    parts: list[list[Token]] = [[]]
    for token in clause.tokens:
        if token.word is Marker.ARROW:
            parts.append([])
        else:
            parts[-1].append(token)
    parts[0], parts[-1] = _strip(parts[0], 0), _strip(parts[-1], -1)
    segments = [_read_segment(text, part) for part in parts]
    found = [one for one in segments if one is not None]
    return found if len(found) == len(parts) > 1 else []


def _strip(part: list[Token], edge: int) -> list[Token]:
    """Return *part* without the verb at its edge: "add", 连起来."""
    part = list(part)
    while len(part) > 1 and part[edge].word in _LEADING and (not part[edge].senses or len(part) > 2):
        del part[edge]
    return part


def _read_segment(text: TokenizedText, part: list[Token]) -> Segment | None:
    if not part:
        return None
    clause = Clause(tuple(_read_ordinal(part)), None)
    for verb in (Verb.ADD, Verb.CONNECT):
        items = parse_items(text, clause, verb)
        named = [item for item in items if isinstance(item, Mention) and (item.senses or item.pointer is Marker.IT)]
        others = [item for item in items if isinstance(item, Mention) and item not in named]
        words = [item for item in items if isinstance(item, Token) and item.word is not None]
        is_plain = all(item.word in _EMPTY or item.word is Verb.SET for item in words)
        data = [item for item in items if isinstance(item, Token) and item.word is Marker.DATA]
        if not named and len(data) == 1:
            named = [Mention(data[0].start, data[0].end, text.vocabulary.loader)]  # "the photo -> …"
        if len(named) == 1 and not others and is_plain and named[0].count in (None, 1):
            return Segment(named[0], clause, tuple(items))
    return None


def _read_ordinal(part: list[Token]) -> list[Token]:
    """Return *part* with "first" after a name as the input of that name: "blend first", 混合的第一路."""
    at = next((at for at, token in enumerate(part) if isinstance(token.word, Ordinal)), 0)
    if not at or not any(token.senses for token in part[:at]):
        return part
    word = part[at].word
    name = {1: "first", 2: "second"}.get(word.value) if isinstance(word, Ordinal) else None
    rest = [token for token in part[at + 1 :] if token.word is not Marker.INPUT and not _is_way(token)]
    slot = replace(part[at], word=None, senses=frozenset({Sense(Kind.INPUT, name)})) if name else part[at]
    return [*part[:at], slot, *rest]


def _is_way(token: Token) -> bool:
    """Return whether a token is the classifier of an input: 第一路."""
    return token.is_unknown and token.end - token.start == 1


def is_chain(text: TokenizedText, clause: Clause, resolver: Resolver) -> bool:
    """Return whether a clause is a chain of which each part names a node: two names of one are a slot and its node."""
    found = [resolver.list_candidates(one.mention) for one in split_chain(text, clause)]
    certain = [nodes[0] for nodes in found if len(nodes) == 1]
    return bool(found) and len(set(certain)) == len(certain)


def chain_nodes(context: ClauseContext) -> None:
    """Connect the nodes of a chain in their order; those that the graph does not have are added with their settings."""
    segments = split_chain(context.text, context.clause)
    context.items = [item for one in segments for item in one.items]
    context.reject_unknown_words()
    nodes: list[str | None] = _find_known(context, segments)
    if any(node is None and one.mention not in one.items for node, one in zip(nodes, segments, strict=True)):
        raise UnclearError(texts.WHICH_NODES)  # "the image -> …", which no node loads
    if not any(nodes) and not all(one.mention.names(Kind.TYPE, Kind.TYPE_PART) for one in segments):
        raise UnclearError(texts.NO_SUCH_NODE)
    new = [index for index, node in enumerate(nodes) if node is None]
    chain: list[str] = []
    for index, (segment, node) in enumerate(zip(segments, nodes, strict=True)):
        following = next((one for one in nodes[index + 1 :] if one is not None), None)
        chain.append(node or _add(context, segment, chain[-1] if chain else None, following))
    for index, segment in enumerate(segments):
        _set(context, segment, chain[index], is_new=index in new)
    _lead_in(context, chain, new)
    if 0 in new:
        continue_chain(context, chain[0])
    for index, (before, target) in enumerate(pairwise(chain)):
        source = _pass_sink(context, before)
        own = [item for one in segments[index : index + 2] for item in one.items if isinstance(item, Named)]
        handles = _find_handles(context, source, target, own)
        if index + 1 not in new and index in new and not handles.inputs:
            handles = _find_gap(context, chain[: index + 1], new, target) or handles
        if not any(_fits(link, handles) and link[0] == source for link in context.draft.links_into(target)):
            context.report_links(connect(context.draft, source, target, handles, context.ask_link))
    context.draft.consulted.update(chain)
    context.touch([chain[index] for index in new] or chain)


def _pass_sink(context: ClauseContext, node_id: str) -> str:
    """Return what feeds a step that offers nothing, unless an arrow starts from it: "crop, preview, then save"."""
    node_type, sources = context.draft.find_type(node_id), {link[0] for link in context.draft.links_into(node_id)}
    has_arrow = any(token.word is Marker.ARROW and token.end > token.start for token in context.clause.tokens)
    is_sink = node_type is not None and not node_type.outputs
    return sources.pop() if is_sink and not has_arrow and len(sources) == 1 else node_id


def _find_known(context: ClauseContext, segments: Sequence[Segment]) -> list[str | None]:
    """Return the node of the graph that each part names; None for a new one.

    A node is named once: of the nodes that "the mask" may be, another part has named the feathered one. Of several
    that are left, only one may take and offer what its neighbors do.
    """
    listed = [_list_nodes(context, one) for one in segments]
    certain = [found[0] for found in listed if len(found) == 1]
    narrowed = [[one for one in found if one not in certain] or found if len(found) > 1 else found for found in listed]
    chosen: list[str | None] = []
    for index, found in enumerate(narrowed):
        if len(found) > 1:
            before = narrowed[index - 1] if index else []
            after = narrowed[index + 1] if index + 1 < len(narrowed) else []
            fitting = [one for one in found if _joins(context, before, [one]) and _joins(context, [one], after)]
            found = fitting or found
        if len(found) > 1:
            chosen.append(context.resolver.ask_node(segments[index].mention, found))
        else:
            chosen.append(found[0] if found else None)
    return chosen


def _list_nodes(context: ClauseContext, segment: Segment) -> list[str]:
    if any(isinstance(item, Token) and item.word is Marker.ARTICLE for item in segment.items):
        return []
    if segment.mention.ordinal is not None or segment.mention.pointer:
        return context.resolver.find_nodes(segment.mention)
    return context.resolver.list_candidates(segment.mention)


def _joins(context: ClauseContext, sources: Sequence[str], targets: Sequence[str]) -> bool:
    """Return whether a source may feed a target; true where either is not known yet."""
    pairs = [(one, other) for one in sources for other in targets if one != other]
    return not pairs or any(list_links(context.draft, *pair) for pair in pairs)


def _add(context: ClauseContext, segment: Segment, before: str | None, after: str | None) -> str:
    """Add the node of a part, of the type that takes what the node before offers."""
    types = segment.mention.names(Kind.TYPE) or segment.mention.names(Kind.TYPE_PART)
    fitting = [one for one in types if _takes(context, before, one) and _feeds(context, one, after)]
    weak = [one for one in segment.mention.names(Kind.TYPE_PART) if _takes(context, before, one)
            and _feeds(context, one, after)]  # fmt: skip
    chosen = fitting if len(fitting) == 1 else weak if not fitting and len(weak) == 1 else []
    full_name = chosen[0] if chosen else context.resolver.find_type(segment.mention)
    node_id = context.draft.add_node(full_name)
    context.report(texts.ADDED, node=context.name(node_id))
    return node_id


def _takes(context: ClauseContext, source: str | None, full_name: str) -> bool:
    known = context.draft.find_type(source) if source else None
    slots = context.draft.types[full_name].inputs
    return known is None or any(types_match(out.type, slot.types) for out in known.outputs for slot in slots)


def _feeds(context: ClauseContext, full_name: str, target: str | None) -> bool:
    """Return whether a type offers anything, where another node follows."""
    return target is None or bool(context.draft.types[full_name].outputs)


def _set(context: ClauseContext, segment: Segment, node_id: str, *, is_new: bool) -> None:
    own = [item for item in segment.items if isinstance(item, Value)]
    part = replace(context, clause=segment.clause, items=list(segment.items))
    for name, value in read_settings(part, node_id, context.resolver.quote(segment.mention) if is_new else "", own):
        node = context.draft.nodes[node_id] if is_new else context.draft.change(node_id)
        node.data[name] = value
        context.report(texts.SET, node=context.name(node_id), parameter=name, value=str(value))


def _lead_in(context: ClauseContext, chain: Sequence[str], new: Sequence[int]) -> None:
    """Link what feeds the first known node of a chain to the new nodes before it: 先锐化再保存."""
    first = next((index for index in range(len(chain)) if index not in new), 0)
    links = context.draft.links_into(chain[first]) if first else []
    feeding = [
        one
        for link in links
        for one in list_links(context.draft, link[0], chain[0], Handles(frozenset({link[1]})))
        if not context.draft.links_into(chain[0], one[3])
    ]
    if len(feeding) == 1:
        context.draft.link(feeding[0])
        context.report_links(feeding)


def _find_handles(context: ClauseContext, source: str, target: str, named: Sequence[Named]) -> Handles:
    source_type, target_type = context.draft.find_type(source), context.draft.find_type(target)
    names = {name for one in named for name in one.names(*_SLOTS)}
    outputs = {one.name for one in source_type.outputs} & names if source_type else set[str]()
    inputs = {one.name for one in target_type.inputs} & names if target_type else set[str]()
    return Handles(frozenset(outputs if len(outputs - inputs) else set()), frozenset(inputs))


def _find_gap(context: ClauseContext, chain: Sequence[str], new: Sequence[int], target: str) -> Handles | None:
    """Return the input of *target* that the last known node of *chain* feeds, where new nodes go in between."""
    known = [node for index, node in enumerate(chain) if index not in new]
    links = [link for link in context.draft.links_into(target) if known and link[0] == known[-1]]
    return Handles(inputs=frozenset({links[0][3]})) if len(links) == 1 else None


def _fits(link: Link, handles: Handles) -> bool:
    return (not handles.inputs or link[3] in handles.inputs) and (not handles.outputs or link[1] in handles.outputs)
