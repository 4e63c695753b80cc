"""Commands about a node as a whole: its mode, its title, copies of it."""

from itertools import count

from engines.graph_planner import texts
from engines.graph_planner.commands.context import MODES, ClauseContext
from engines.graph_planner.commands.owners import NUMBERS, title_parameter
from engines.graph_planner.commands.structure import MAX_ADDED
from engines.graph_planner.commands.values import read_value
from engines.graph_planner.grammar.items import Mention, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError

MAX_TITLE = 200


def set_mode(context: ClauseContext, verb: Verb) -> None:
    """Mute, bypass or enable nodes."""
    value = _take_value(context) if verb is Verb.ENABLE else None
    context.reject_unknown()
    targets = context.find_targets(is_lost=True)
    if value is not None:
        set_only_number(context, targets, value)
    for node_id in targets:
        context.draft.change(node_id).mode = MODES[verb]
        context.report(texts.MODES[MODES[verb].value], node=context.name(node_id))
    context.touch(targets)


def set_only_number(context: ClauseContext, targets: list[str], value: Value) -> None:
    """Set the only number of the types of *targets*. Raises UnclearError for another count."""
    for node_id in targets:
        node_type = context.draft.find_type(node_id)
        numbers = [one for one in node_type.parameters if one.kind in NUMBERS] if node_type else []
        if len(numbers) != 1:
            raise UnclearError(texts.NO_VALUE)
        context.draft.change(node_id).data[numbers[0].name] = read_value(context, numbers[0], None, value)
        name = title_parameter(numbers[0])
        context.report(texts.SET, node=context.name(node_id), parameter=name, value=str(value.number))


def _take_value(context: ClauseContext) -> Value | None:
    """Return the number that the node gets as well: "turn the sharpen back on at 0.9"."""
    values = [item for item in context.items if isinstance(item, Value)]
    is_with = context.has(Marker.WITH, Marker.TO, Marker.AND) and not context.parameters
    if len(values) != 1 or values[0].number is None or values[0].of_now or not is_with or context.clause.state:
        return None
    context.use(values[0])
    return values[0]


def rename_node(context: ClauseContext) -> None:
    """Set the title of a node."""
    verb = context.find(Verb.RENAME)
    mentions = context.mentions
    titles = [item for item in context.items if isinstance(item, Value) and item.quoted]
    if len(titles) == len(mentions) > 1:
        for mention, value in zip(mentions, titles, strict=True):  # "call Base 'First' and Refiner 'Second'"
            _rename(context, mention, value.quoted or "")
            context.use(value)
        return
    if mentions and not mentions[-1].senses and not mentions[-1].pointer and context.items[-1] is mentions[-1]:
        mentions = mentions[:-1]  # "rename it to Final"
    if mentions and (verb is None or context.items.index(mentions[0]) > verb):
        separators = [
            index
            for index, item in enumerate(context.items)
            if isinstance(item, Token) and item.word in (Marker.TO, Marker.COLON, Verb.SET)
            and index > context.items.index(mentions[0])
        ]  # fmt: skip
        start = separators[0] if separators else context.items.index(mentions[0])
    else:
        start = verb if verb is not None else -1
    before = [item for item in mentions if context.items.index(item) <= start]
    target = before[-1] if before else Mention(context.clause.start, context.clause.end, pointer=Marker.IT)
    title = context.free_text(start)
    rest = [token for token in context.clause.tokens if start >= 0 and token.start > context.items[start].start]
    names_other = any(sense.kind in (Kind.TITLE, Kind.TYPE) for token in rest for sense in token.senses)
    if names_other and {Marker.TO, Marker.AND} <= {token.word for token in rest}:
        raise UnclearError(texts.NO_TITLE)  # "rename base to refiner and refiner to base"
    if not title or len(title) > MAX_TITLE:
        raise UnclearError(texts.NO_TITLE)
    _rename(context, target, title)


def _rename(context: ClauseContext, target: Mention, title: str) -> None:
    node_id = context.resolver.find_node(target)
    context.report(texts.RENAMED, node=context.name(node_id), title=title)
    context.draft.change(node_id).title = title
    context.touch([node_id])


def keep_nodes(context: ClauseContext) -> None:
    """Change nothing: "keep the save", or "then decode" if the new node already feeds the decoder."""
    context.reject_unknown()
    for mention in context.mentions:
        context.resolver.find_nodes(mention)


def _name_copy(context: ClauseContext, title: str | None) -> str | None:
    """Return a title for a copy that no other node has: "Refiner copy", "Refiner copy 2"; none of an untitled node."""
    if not title:
        return None
    name = texts.fill(texts.COPY, title=title).pick(context.resolver.request.language)
    taken = {node.title for node in context.draft.nodes.values()}
    free = next(one for number in count(1) if (one := name if number == 1 else f"{name} {number}") not in taken)
    return free if len(free) <= MAX_TITLE else title


def duplicate_nodes(context: ClauseContext) -> None:
    """Add copies with the same parameters, named after their originals, without links."""
    if context.parameters and len(context.mentions) > 1:
        raise UnclearError(texts.NO_VALUE)  # "copy the seed of base to the refiner" copies no node
    copies = 1
    for item in context.items:
        if isinstance(item, Value) and item.number is not None and 1 <= item.number <= MAX_ADDED:
            copies = int(item.number)
            context.use(item)
    added = []
    mentions = [item for item in context.mentions if item.pointer is not Marker.COPY]
    for mention in mentions or [Mention(context.clause.start, context.clause.end, pointer=Marker.IT)]:
        nodes = context.resolver.find_nodes(mention)
        context.draft.consulted.update(nodes)
        for node_id in nodes:
            for _ in range(copies):
                original = context.draft.nodes[node_id]
                if context.draft.find_type(node_id) is None:
                    raise UnclearError(texts.NO_SUCH_TYPE, context.resolver.quote(mention))
                added.append(context.draft.add_node(original.type, original.data))
                context.draft.nodes[added[-1]].title = _name_copy(context, original.title)
                context.report(texts.DUPLICATED, node=context.name(node_id))
    context.touch(added)
