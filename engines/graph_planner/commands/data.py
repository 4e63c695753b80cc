"""Reads "the photo" and 图 as the node that outputs it, if a clause is about links."""

from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.grammar.items import Item, Mention
from engines.graph_planner.grammar.names import Kind, Sense
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker

_LOADED = (
    "photo",
    "photos",
    "照片",
    "原图",
    "原片",
    "the photo",
    "original image",
    "original photo",
    "original picture",
)


def read_data(context: ClauseContext) -> None:
    """Read data as its source: the node that fed a removed one, else the only node that loads an image."""
    freed = [one for one in context.draft.freed if one in context.draft.nodes]
    loaders = list_loaders(context)
    for index, item in enumerate(context.items):
        if not isinstance(item, Token) or item.word is not Marker.DATA:
            continue
        is_loaded = context.text.plain[item.start : item.end] in _LOADED and len(loaders) == 1
        sources = loaders if is_loaded else freed
        if len(sources) == 1:
            named: Item = Mention(item.start, item.end, frozenset({Sense(Kind.TITLE, sources[0])}))
            context.items[index] = named


def find_loaded(context: ClauseContext) -> str | None:
    """Return the only node that loads what "the photo" and 原图 mean, where the clause has such a word."""
    words = [context.text.plain[item.start : item.end] for item in context.items
             if isinstance(item, Token) and item.word is Marker.DATA]  # fmt: skip
    loaders = list_loaders(context)
    return loaders[0] if len(loaders) == 1 and any(word in _LOADED for word in words) else None


def list_loaders(context: ClauseContext) -> list[str]:
    """Return the nodes that output an image and have no inputs."""
    return [
        node.id
        for node in context.draft.nodes.values()
        if (kind := context.draft.find_type(node.id))
        and not kind.inputs
        and any(one.type == "IMAGE" for one in kind.outputs)
    ]


def shows_another(context: ClauseContext, mention: Mention) -> bool:
    """Return whether a node that takes results shows another one than "it": "then preview that" needs a new one."""
    draft, known = context.draft, context.resolver.list_candidates(mention)
    shown = {one for node_id in draft.touched for one in draft.list_reachable(node_id, is_after=True)}
    ends = [one for one in known if (kind := draft.find_type(one)) and not kind.outputs]
    return bool(ends) and ends == known and not shown & set(known) and bool(set(draft.touched) & set(draft.created))
