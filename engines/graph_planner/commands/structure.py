"""Commands that add and remove nodes."""

import re
from itertools import pairwise

from engines.graph_planner import texts
from engines.graph_planner.commands.context import RELATIONS, ClauseContext
from engines.graph_planner.commands.continuations import continue_chain
from engines.graph_planner.commands.data import find_loaded, shows_another
from engines.graph_planner.commands.file_names import cut_file_name
from engines.graph_planner.commands.links import (
    Place,
    place_at_node,
    place_between_words,
    place_earlier,
    place_node,
)
from engines.graph_planner.commands.moves import place_on_object, take_out
from engines.graph_planner.commands.settings import find_main_text, list_foreign, list_own_values, read_settings
from engines.graph_planner.commands.values import reject_no_name
from engines.graph_planner.connections import Handles, connect, connect_in_order, list_links
from engines.graph_planner.grammar.items import ALL, Item, Mention, Value
from engines.graph_planner.grammar.names import Kind, Sense
from engines.graph_planner.grammar.sequence_words import SEQUENCE
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError
from engines.language.characters import is_chinese

_MAX_BETWEEN = 12
_INTO_TEXT = ("里", "中", "末尾", "后面", "最后", "加上", "再加", "补上", "补一", "再补", "加一句", "加一段")
"""What follows the name of a node with a text that a quoted one is appended to."""
_RESULT = re.compile(r"\bthe (?:final )?(?:result|image|picture|output)\b")
MAX_ADDED = 20
"""Maximum nodes that one phrase may add."""


def add_nodes(context: ClauseContext) -> None:
    """Add the nodes of the clause at their place, with their parameters."""
    if _append_text(context):
        return
    if _has_two_places(context):
        raise UnclearError(texts.WHICH_NODES)
    title = reject_no_name(cut_file_name(context))
    place = (
        place_between_words(context)
        or _place_after_it(context, title)
        or _place_next(context)
        or place_at_node(context)
        or _place_at_known(context)
        or _place_at_topic(context)
        or place_on_object(context)
    )
    if place is None and context.has(*RELATIONS):
        raise UnclearError(texts.WHICH_NODES)  # 调整之前先镜像一下, where no node is named
    anchors = place.anchors if place else []
    added: list[tuple[Mention, str]] = []
    mentions = [item for item in context.mentions if item not in anchors and not item.pointer]
    mentions = [one for one in mentions if one.senses or one.count != ALL or not context.draft.created]
    exception = context.find(Marker.EXCEPT)
    if exception is not None and place is None:
        raise UnclearError(texts.WHICH_NODES)  # "add everything except a sampler"
    if exception is not None and place is not None:  # "解码后面除了保存，再接个预览"
        exception_end = next(
            (at for at in range(exception, len(context.items)) if _is_verb(context.items[at])), exception
        )
        mentions = [item for item in mentions if not exception < context.items.index(item) < exception_end]
    if place is not None and context.clause.verb is not Verb.ADD:  # "blur the decoded image before saving it"
        fresh = [mention for mention in mentions if not context.resolver.list_candidates(mention)]
        is_apart = place.anchors[0].pointer is Marker.IT and len(mentions) == 1 and shows_another(context, mentions[0])
        mentions = mentions if is_apart and not fresh else fresh
    if place is not None and any(_is_second_anchor(context, place, one) for one in mentions):
        raise UnclearError(texts.WHICH_NODES)
    is_named = any(one.senses for one in anchors)
    has_data = any(token.word is Marker.DATA for token in context.clause.tokens)
    if not mentions and context.draft.created and not context.list_unknown() and not is_named and not has_data:
        return  # "a crop and a blur are missing, create both", "insert it there"
    if not mentions:
        raise UnclearError(texts.NO_SUCH_TYPE, "、".join(context.list_unknown()))
    for mention in mentions:
        if not mention.names(Kind.TYPE, Kind.TYPE_PART) and context.resolver.list_candidates(mention):
            raise UnclearError(texts.NO_REQUEST, context.resolver.quote(mention))  # "Base needs …": it exists
        if place is None and len(mentions) == 1 and _is_known(context, mention):
            raise UnclearError(texts.NO_REQUEST)  # "show me the sampler"
        full_name = context.resolver.find_type(mention)
        count = mention.count or 1
        if count == ALL or count > MAX_ADDED:
            raise UnclearError(texts.fill(texts.TOO_MANY, count=str(MAX_ADDED)), context.resolver.quote(mention))
        for _ in range(count):
            node_id = context.draft.add_node(full_name)
            added.append((mention, node_id))
            context.report(texts.ADDED, node=context.name(node_id))
            node_type = context.draft.types[full_name]
            if title and node_type.find_parameter("name") is not None:
                context.draft.nodes[node_id].data["name"] = title
                title = ""
    _reject_unknown_names(context, mentions)
    if not place and len(added) == 1:
        _connect_result(context, added[0][1])
        continue_chain(context, added[0][1])
    if not place and len(added) > 1 and context.has(Marker.IN_ORDER):
        context.report_links(connect_in_order(context.draft, [node_id for _, node_id in added]))
    if place:
        for _, node_id in added:
            place_node(context, place, node_id)
            context.draft.placed = (context.draft.clause, node_id)
            place_earlier(context, node_id)
            if place.anchors[0].pointer is Marker.IT:
                context.touch([node_id])  # "rotate it and preview it": one after the other
    for mention, node_id in added:
        name, own = context.resolver.quote(mention), list_own_values(context, mentions, mention)
        for parameter, value in read_settings(context, node_id, name, own, list_foreign(context, added, mention)):
            context.draft.nodes[node_id].data[parameter] = value
            context.report(texts.SET, node=context.name(node_id), parameter=parameter, value=str(value))
    context.touch(node_id for _, node_id in added)


def _is_known(context: ClauseContext, mention: Mention) -> bool:
    """Return whether a name with "the" refers to a node of the graph."""
    is_definite = context.text.plain[: mention.start].endswith("the ")
    return is_definite and mention.count is None and bool(context.resolver.list_candidates(mention))


def _place_at_known(context: ClauseContext) -> Place | None:
    """Return the place of "put a preview on the decoder's output": next to the node of the graph, which is not added.

    A name refers to a node of the graph if another one is new, and it has no count and is not in a list.
    """
    named = [one for one in context.mentions if one.senses]
    known = [one for one in named if context.resolver.list_candidates(one)]
    if len(named) != 2 or len(known) != 1 or known[0].count is not None:
        return None
    index = context.items.index(known[0])
    between = context.items[min(map(context.items.index, named)) : max(map(context.items.index, named))]
    is_list = any(isinstance(item, Token) and item.word in (Marker.AND, Marker.ARROW) for item in between)
    before = context.items[index - 1] if index else None
    has_article = isinstance(before, Token) and before.word is Marker.ARTICLE
    return None if is_list or has_article else Place(Marker.TO, known)


def _place_at_topic(context: ClauseContext) -> Place | None:
    """Return the place of a node that only shows or saves what the clause before is about: 解码的图看一眼，接个预览."""
    draft = context.draft
    named = [one for one in context.mentions if one.senses]
    if draft.topic != draft.clause - 1 or len(draft.touched) != 1 or len(named) != 1:
        return None
    names = named[0].names(Kind.TYPE) or named[0].names(Kind.TYPE_PART)
    is_sink = len(names) == 1 and not draft.types[next(iter(names))].outputs
    return Place(Marker.TO, [Mention(named[0].start, named[0].start, pointer=Marker.IT)]) if is_sink else None


def _is_verb(item: Item) -> bool:
    return isinstance(item, Token) and isinstance(item.word, Verb)


def _is_second_anchor(context: ClauseContext, place: Place, mention: Mention) -> bool:
    """Return whether a node of the graph is joined to the place: "after the blur and the crop" are two places."""
    anchor = place.anchors[-1]
    if place.relation is Marker.TO or mention.start < anchor.end or anchor not in context.items:
        return False
    between = context.items[context.items.index(anchor) + 1 : context.items.index(mention)]
    words = [item.word for item in between if isinstance(item, Token) and item.word is not Marker.FILLER]
    return words == [Marker.AND] and mention.count is None and bool(context.resolver.list_candidates(mention))


def _has_two_places(context: ClauseContext) -> bool:
    """Return whether two places are joined: "before and after the blur", "after the blur and one before save"."""
    places = [at for at, item in enumerate(context.items) if isinstance(item, Token) and item.word in RELATIONS]
    between = context.items[places[0] : places[-1]] if places else []
    if any(following == at + 1 for at, following in pairwise(places)):
        return True  # 在模糊前后各加一个锐化
    if (place := place_between_words(context)) and place.relation is Marker.BETWEEN:
        return False  # "after the decoder and before the save"
    return any(isinstance(item, Token) and item.word is Marker.AND and context.text.text[item.start] != "、"
               for item in between)  # fmt: skip


def _append_text(context: ClauseContext) -> bool:
    """Append a quoted text to that of an existing node: "append 'snow' to the positive prompt", 提示词里加上“下雪”."""
    quoted = [item for item in context.items if isinstance(item, Value) and item.quoted]
    mentions = [one for one in context.mentions if not one.pointer]
    if len(quoted) != 1 or len(mentions) != 1 or not context.resolver.list_candidates(mentions[0]):
        return False
    before = [token.word for token in context.clause.tokens if token.start < mentions[0].start]
    own = [one for one in context.parameters if mentions[0].end <= one.start < quoted[0].start]
    after = context.text.text[(own or mentions)[-1].end :].lstrip(" 的")
    is_into = before[-3:].count(Marker.TO) > 0 and quoted[0].start < mentions[0].start
    if not is_into and not after.startswith(_INTO_TEXT):
        return False
    context.reject_unknown_words()
    node_id = context.resolver.find_node(mentions[0])
    node_type = context.draft.find_type(node_id)
    parameter = find_main_text(node_type) if node_type else None
    if parameter is None or any(parameter.name not in one.names(Kind.PARAMETER) for one in own):
        raise UnclearError(texts.NO_PARAMETER)
    context.use(quoted[0])
    old, new = (
        str(context.draft.nodes[node_id].data.get(parameter.name, parameter.default) or ""),
        quoted[0].quoted or "",
    )
    separator = "" if not old or not new[0].isalnum() else "，" if is_chinese(old + new) else ", "
    context.draft.change(node_id).data[parameter.name] = old + separator + new
    context.report(texts.SET, node=context.name(node_id), parameter=parameter.name, value=old + separator + new)
    context.touch([node_id])
    return True


def _connect_result(context: ClauseContext, node_id: str) -> None:
    """Link a new node without outputs to the current end of the graph: "also save the result"."""
    draft, node_type = context.draft, context.draft.find_type(node_id)
    own = context.text.plain[context.clause.start : context.clause.end]
    has_data = any(token.word is Marker.DATA for token in context.clause.tokens) or bool(_RESULT.search(own))
    loaded = find_loaded(context)
    if loaded is not None and node_type is not None and len(list_links(draft, loaded, node_id)) == 1:
        context.report_links(connect(draft, loaded, node_id, Handles(), context.ask_link))
        return  # "a preview of the photo", 原图也挂一个预览
    if node_type is None or node_type.outputs or not has_data:
        return
    ends = [link for link in draft.links if (kind := draft.find_type(link[2])) is not None and not kind.outputs]
    sources = list(dict.fromkeys(link[0] for link in ends))
    sources = sources or [one for one in draft.freed if one in draft.nodes and not draft.links_from(one)]
    if len(sources) == 1 and list_links(draft, sources[0], node_id):
        context.report_links(connect(draft, sources[0], node_id, Handles(), context.ask_link))


def _place_next(context: ClauseContext) -> Place | None:
    """Return the place after the node that the last clause inserted: "before saving, add a crop and then a blur"."""
    clause, node_id = context.draft.placed
    first = next((one for one in context.mentions if one.senses), None)
    if clause != context.draft.clause - 1 or first is None or node_id not in context.draft.nodes:
        return None
    if (node_type := context.draft.find_type(node_id)) and not node_type.outputs:
        return None  # "preview it, then save": after what the preview shows
    before = context.text.plain[max(0, context.clause.start - _MAX_BETWEEN) : first.start]
    if not SEQUENCE.search(before) and context.clause.tokens[0].word is not Marker.IN_ORDER:
        return None
    return Place(Marker.AFTER, [Mention(first.start, first.start, frozenset({Sense(Kind.TITLE, node_id)}))])


def _place_after_it(context: ClauseContext, title: str = "") -> Place | None:
    """Return the place of "sharpen it": after the node that the text mentioned before."""
    pointed = [mention for mention in context.mentions if mention.pointer is Marker.IT]
    has_data = any(token.word is Marker.DATA for token in context.clause.tokens)
    has_focus = any(one in context.draft.created for one in context.draft.touched)
    if not pointed and has_focus and (title or has_data):
        pointed = [Mention(context.clause.start, context.clause.start, pointer=Marker.IT)]  # "and save it as fox"
    after = context.find(Marker.AFTER_IT)
    is_bare = after is not None and not any(isinstance(item, Mention) for item in context.items[:after])
    if not pointed and has_focus and is_bare:
        pointed = [Mention(context.clause.start, context.clause.start, pointer=Marker.IT)]  # 后面加个预览
    return Place(Marker.AFTER, pointed[:1]) if pointed and context.draft.created else None


def _reject_unknown_names(context: ClauseContext, mentions: list[Mention]) -> None:
    """Raise for an unknown word right before a name: "a quantum sampler" is not a sampler."""
    for mention in mentions:
        index = context.items.index(mention)
        before = context.items[index - 1] if index else None
        if isinstance(before, Token) and before.is_unknown and mention.start - before.end <= 1:
            raise UnclearError(texts.NO_SUCH_TYPE, context.text.quote(before.start, mention.end))
        after = context.items[index + 1] if index + 1 < len(context.items) else None
        is_weak = not mention.names(Kind.TYPE, Kind.TITLE)
        if isinstance(after, Token) and after.is_unknown and after.start - mention.end <= 1 and is_weak:
            raise UnclearError(texts.NO_SUCH_TYPE, context.text.quote(mention.start, after.end))


def remove_nodes(context: ClauseContext) -> None:
    """Remove the nodes of the clause and their links."""
    context.reject_unknown()
    if context.parameters or names_source(context.items) or _names_target(context):
        raise UnclearError(texts.WHICH_NODES)  # "remove the image from the decoder"
    for node_id in context.find_targets(is_lost=True):
        if context.clause.has(Marker.BRIDGE):
            take_out(context, node_id)
        context.report(texts.REMOVED, node=context.name(node_id))
        context.draft.remove_node(node_id)


def _names_target(context: ClauseContext) -> bool:
    """Return whether "to" is between two nodes: the target of a link is not removed."""
    places = [at for at, item in enumerate(context.items) if isinstance(item, Token) and item.word is Marker.TO]
    return any(
        any(isinstance(item, Mention) for item in context.items[:at])
        and any(isinstance(item, Mention) for item in context.items[at:])
        for at in places
    )


def names_source(items: list[Item]) -> bool:
    """Return whether a node follows "from", so that it is not the removed one: 把模糊从标题里去掉."""
    index = next((at for at, item in enumerate(items) if isinstance(item, Token) and item.word is Marker.FROM), None)
    after = next((item for item in items[index:] if isinstance(item, Mention)), None) if index is not None else None
    return after is not None
