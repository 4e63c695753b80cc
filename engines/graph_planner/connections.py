"""Chooses the handles of a link between two nodes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engines.graph.node_types.node_type import ANY, Input, types_match
from engines.graph_planner.draft import Draft, Link
from engines.graph_planner.grammar.synonyms import NEGATIVE, POSITIVE
from engines.graph_planner.values import UnclearError
from engines.language.characters import fold
from services.common.text.language import Text

_UNKNOWN = Text("不认识它的类型，没有改动它。", "Its type is not known, so it is left alone.")
_NO_PAIR = Text("“{source}”没有能接入“{target}”的输出。", 'No output of "{source}" fits an input of "{target}".')
_CONNECTED = Text("“{source}”和“{target}”已经连着了。", '"{source}" and "{target}" are already connected.')

AskLink = Callable[[list[Link]], Link]
"""Returns the link that the user chose, or raises AmbiguousError."""


@dataclass(frozen=True, slots=True)
class Handles:
    """Outputs and inputs that a text names; empty for any."""

    outputs: frozenset[str] = frozenset()
    inputs: frozenset[str] = frozenset()


def connect(draft: Draft, source: str, target: str, handles: Handles, ask: AskLink) -> list[Link]:
    """Link two nodes in the direction that their types allow, *source* first. Raises UnclearError, AmbiguousError."""
    links = list_links(draft, source, target, handles)
    if not links:
        source, target = target, source
        links = list_links(draft, source, target, handles)
    if not links:
        source, target = target, source
        raise UnclearError(_fill(_NO_PAIR, draft, source, target))
    chosen = choose_links(draft, links, ask, is_named=bool(handles.inputs))
    if not chosen:
        raise UnclearError(_fill(_CONNECTED, draft, source, target))
    for link in chosen:
        draft.link(link)
    return chosen


def list_links(draft: Draft, source: str, target: str, handles: Handles | None = None) -> list[Link]:
    """Return the links from *source* to *target* that their types allow: to slots, else to parameters."""
    handles = handles or Handles()
    source_type, target_type = draft.find_type(source), draft.find_type(target)
    if source_type is None or target_type is None:
        raise UnclearError(_UNKNOWN)
    parameters = [parameter.input for parameter in target_type.parameters if parameter.input is not None]

    def pair(inputs: Iterable[Input]) -> list[Link]:
        return [
            (source, output.name, target, slot.name)
            for output in source_type.outputs
            if not handles.outputs or output.name in handles.outputs
            for slot in inputs
            if (not handles.inputs or slot.name in handles.inputs) and types_match(output.type, slot.types)
        ]

    return pair(target_type.inputs) or pair(parameters)


def choose_links(draft: Draft, links: list[Link], ask: AskLink, *, is_named: bool = False) -> list[Link]:
    """Return the links to add: each fits one output and one input alone. None if all exist. Raises AmbiguousError."""
    new = [link for link in links if link not in draft.links]
    if not new:
        return []
    free = [link for link in new if not draft.links_into(link[2], link[3])]
    if not free and len(new) < len(links) and not is_named:
        return []
    candidates = free or new
    for narrow in (_prefer_typed, _prefer_polarity, _prefer_same_name):
        if _is_obvious(candidates):
            break
        candidates = narrow(draft, candidates)
    return candidates if _is_obvious(candidates) else [ask(candidates)]


def _is_obvious(links: list[Link]) -> bool:
    """Return whether no two links share an output or an input."""
    return len({link[1] for link in links}) == len({link[3] for link in links}) == len(links)


def _prefer_typed(draft: Draft, links: list[Link]) -> list[Link]:
    """Prefer inputs of the data type itself to those of any type."""
    typed = []
    for link in links:
        node_type = draft.find_type(link[2])
        slot = node_type.find_input(link[3]) if node_type else None
        if slot is not None and ANY not in slot.types:
            typed.append(link)
    return typed or links


def _prefer_same_name(draft: Draft, links: list[Link]) -> list[Link]:
    return [link for link in links if link[1] == link[3]] or links


def _prefer_polarity(draft: Draft, links: list[Link]) -> list[Link]:
    """Prefer the negative input for a node titled "Negative prompt"."""
    title = fold(draft.nodes[links[0][0]].title or "")
    for words, name in ((NEGATIVE, "negative"), (POSITIVE, "positive")):
        if any(word in title for word in words):
            return [link for link in links if name in link[3]] or links
    return links


def connect_in_order(draft: Draft, node_ids: list[str]) -> list[Link]:
    """Link nodes in their order: every free input to the nearest earlier node with such an output.

    An output feeds an input of a data type once per node: two prompts fill positive and negative in their order.
    """
    added: list[Link] = []
    nodes = _order_by_types(draft, node_ids)
    for index, target in enumerate(nodes):
        node_type = draft.find_type(target)
        for slot in node_type.inputs if node_type else ():
            if draft.links_into(target, slot.name) or (ANY in slot.types and index == 0):
                continue
            link = _find_source(draft, nodes[:index], target, slot)
            if link is not None:
                draft.link(link)
                added.append(link)
    return added


def _find_source(draft: Draft, sources: list[str], target: str, slot: Input) -> Link | None:
    used = {(link[0], link[1]) for link in draft.links_into(target)}
    fitting = []
    for source in reversed(sources):
        node_type = draft.find_type(source)
        for output in node_type.outputs if node_type else ():
            if (source, output.name) not in used and types_match(output.type, slot.types):
                fitting.append((source, output.name, target, slot.name))
    if not fitting:
        return None
    polar = [link for link in fitting if link in _prefer_polarity(draft, [link]) and _has_polarity(draft, link)]
    if polar:
        return polar[0]
    same = [link for link in fitting if _count_inputs(draft, target, slot) > 1]
    return same[-1] if same else fitting[0]


def _has_polarity(draft: Draft, link: Link) -> bool:
    title = fold(draft.nodes[link[0]].title or "")
    words = {"negative": NEGATIVE, "positive": POSITIVE}.get(link[3], ())
    return any(word in title for word in words)


def _count_inputs(draft: Draft, target: str, slot: Input) -> int:
    node_type = draft.find_type(target)
    return sum(one.types == slot.types for one in node_type.inputs) if node_type else 0


def _order_by_types(draft: Draft, node_ids: list[str]) -> list[str]:
    """Return the nodes so that a node follows those whose output types it takes; otherwise in the given order."""
    rest, ordered = list(node_ids), list[str]()
    while rest:
        following = next((one for one in rest if not _needs_any(draft, one, rest)), rest[0])
        rest.remove(following)
        ordered.append(following)
    return ordered


def _needs_any(draft: Draft, target: str, others: list[str]) -> bool:
    """Return whether another node offers a value that only a free, required input of *target* takes."""
    node_type = draft.find_type(target)
    if node_type is None:
        return False
    needed = [slot for slot in node_type.inputs if not slot.optional and not draft.links_into(target, slot.name)]
    own = {output.type for output in node_type.outputs}
    for other in others:
        other_type = draft.find_type(other)
        for output in other_type.outputs if other_type and other != target else ():
            takes = any(ANY not in slot.types and types_match(output.type, slot.types) for slot in needed)
            if takes and output.type not in own:
                return True
    return False


def _fill(text: Text, draft: Draft, source: str, target: str) -> Text:
    names = {"source": describe_node(draft, source), "target": describe_node(draft, target)}
    return Text(
        text.zh.format(**{key: name.zh for key, name in names.items()}),
        text.en.format(**{key: name.en for key, name in names.items()}),
    )


def describe_node(draft: Draft, node_id: str) -> Text:
    """Return what to call a node: its title, else that of its type."""
    node, node_type = draft.nodes[node_id], draft.find_type(node_id)
    if node.title:
        return Text(node.title, node.title)
    return describe_type(node_type.titles, node_type.name) if node_type else Text(node.type, node.type)


def describe_type(titles: Text, name: str) -> Text:
    """Return the titles of a type, its name where one is empty."""
    return Text(titles.zh or titles.en or name, titles.en or titles.zh or name)
