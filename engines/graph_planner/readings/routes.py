"""Recognizes clauses about links without a verb of connecting: "the photo straight into the save"."""

import re
from itertools import pairwise

from engines.graph_planner.commands.context import RELATIONS, ClauseContext
from engines.graph_planner.commands.rewires import find_rewire
from engines.graph_planner.draft import Draft
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.items import Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.parser import parse_items
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.resolution import Resolver
from engines.graph_planner.values import ChangeRequest

LOSING = (Verb.REMOVE, Verb.MUTE, Verb.BYPASS, Verb.DISCONNECT, Verb.REPLACE, Verb.CLEAR)
"""Verbs that do not apply to the next clause, unless it only names more objects."""
_STRAIGHT = re.compile(r"直接|直连|\b(?:straight|directly|direct|right in(?:to)?)\b|\brun(?:s)? (?:in)?to\b")


def is_list(items: list[Item]) -> bool:
    """Return whether a clause only names more nodes that the previous one removes: "the blur goes, the crop too"."""
    words = (Marker.FILLER, Marker.AND, Marker.ALL, Marker.OBJECT, Marker.OF, Marker.ARTICLE, Marker.NODE, Marker.LINK,
             Marker.TOO, Marker.EXCEPT, Marker.ONLY, Marker.REST, Marker.FROM, Marker.INPUT, Marker.OUTPUT,
             Marker.BETWEEN_THEM, Marker.BETWEEN)  # fmt: skip
    content = [item for item in items if not (isinstance(item, Token) and item.word in (Marker.FILLER, Marker.ARTICLE))]
    is_object = any(isinstance(one, Mention) and isinstance(two, Mention) for one, two in pairwise(content))
    return not is_object and all(not isinstance(item, Token) or item.word in words for item in items)


def goes_into(request: ChangeRequest, text: TokenizedText, clause: Clause, draft: Draft) -> bool:
    """Return whether the output of one node goes to another: "the photo straight into the save", 照片直接给模糊."""
    items = parse_items(text, clause, Verb.CONNECT)
    own = text.plain[clause.start : clause.end]
    straight = _STRAIGHT.search(own)
    ends = [item.start for item in items if isinstance(item, Token) and item.word is Marker.TO]
    at = ends[0] if ends else clause.start + straight.start() if straight else None
    if at is None or not straight or clause.has(*RELATIONS, Marker.REST, Marker.EXCEPT, Marker.BLOCK):
        return False
    resolver = Resolver(request, text, draft, lambda name: name)
    targets = [item for item in items if isinstance(item, Mention) and item.start > at]
    sources = [item for item in items if item.start < at
               and (isinstance(item, Mention) or (isinstance(item, Token) and item.word is Marker.DATA))]  # fmt: skip
    known = [one for one in (*targets, *sources) if isinstance(one, Mention) and one.senses]
    return len(targets) == len(sources) == 1 and all(resolver.list_candidates(one) for one in known)


def rewires(request: ChangeRequest, text: TokenizedText, clause: Clause, draft: Draft) -> bool:
    """Return whether a clause changes the source of an input: "decode the base instead of the refiner"."""
    if clause.verb in (Verb.REMOVE, Verb.DISCONNECT, Verb.MUTE, Verb.BYPASS):
        return False
    items = parse_items(text, clause, Verb.CONNECT)
    context = ClauseContext(text, clause, items, draft, Resolver(request, text, draft, lambda name: name))
    return find_rewire(context) is not None


def names_sink(request: ChangeRequest, text: TokenizedText, clause: Clause, items: list[Item], draft: Draft) -> bool:
    """Return whether the result goes to a node without outputs that the graph lacks: "save the result"."""
    mentions = [item for item in items if isinstance(item, Mention)]
    if clause.verb is not None or not clause.has(Marker.DATA) or len(mentions) != 1 or clause.has(*RELATIONS):
        return False
    names = mentions[0].names(Kind.TYPE) or mentions[0].names(Kind.TYPE_PART)
    is_new = not Resolver(request, text, draft, lambda name: name).list_candidates(mentions[0])
    return is_new and bool(names) and bool(draft.nodes) and not any(draft.types[one].outputs for one in names)


def names_another(text: TokenizedText, clause: Clause, items: list[Item], draft: Draft) -> bool:
    """Return whether a clause names one more new node, after one that adds some.

    It starts with an article and names types that the graph did not have before the text, or goes on with a list.
    """
    present = {node.type for node in draft.graph.nodes.values()}
    first = next((token for token in clause.tokens if token.word is not Marker.FILLER), None)
    types = {one.value for token in clause.tokens for one in token.senses if one.kind is Kind.TYPE}
    is_new = first is not None and first.word is Marker.ARTICLE and bool(types) and not types & present
    return is_new or _continues_list(text, clause, items, draft)


def _continues_list(text: TokenizedText, clause: Clause, items: list[Item], draft: Draft) -> bool:
    """Return whether a clause, read as a setting, would overwrite what the text states of a new node.

    "add a blur 0.4, a sharpen 0.2, a blur 0.8" has two blurs, "add positive prompt 'a cat', negative prompt 'blurry'"
    two prompts; "add a sampler with 30 steps, sampler cfg 8" has one sampler.
    """
    mentions = [item for item in items if isinstance(item, Mention)]
    if clause.verb is not None or len(mentions) != 1 or not mentions[0].names(Kind.TYPE):
        return False
    mention = mentions[0]
    is_plain = mention.count in (None, 1) and mention.ordinal is None and not mention.is_recent
    if not is_plain or mention.is_selected or clause.has(*RELATIONS, Marker.TO):
        return False
    if text.plain[: mention.start].endswith("the "):
        return False
    if not mention.polarity and (mention.names(Kind.TITLE) or _starts_setting(clause, items, mention)):
        return False
    new = [one for one in draft.created if draft.nodes[one].type in mention.names(Kind.TYPE)]
    values = [item for item in items if isinstance(item, Value)]
    names = {name for item in items if isinstance(item, Named) for name in item.names(Kind.PARAMETER)}
    is_set = bool(values) and all(draft.nodes[one].data.keys() & (names or draft.nodes[one].data.keys()) for one in new)
    return bool(new) and (is_set or bool(mention.polarity))


def _starts_setting(clause: Clause, items: list[Item], mention: Mention) -> bool:
    """Return whether a parameter follows a node without an article or a count: "sampler steps 30"."""
    after = items[items.index(mention) + 1 :]
    return mention.count is None and not clause.has(Marker.ARTICLE) and bool(after) and isinstance(after[0], Named)
