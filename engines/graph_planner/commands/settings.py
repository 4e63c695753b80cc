"""Reads the parameters of new nodes: "a sampler with 30 steps", "contrast 0.3"."""

from collections.abc import Collection, Iterator, Sequence

from engines.graph.node_types.node_type import JSON, NodeType, Parameter, ParameterKind
from engines.graph_planner import texts
from engines.graph_planner.commands.calculations import read_formula
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.commands.owners import NUMBERS, keep_color, list_named
from engines.graph_planner.commands.values import SIDES, pair_values, read_value, to_kind
from engines.graph_planner.grammar.amounts.qualities import SIGNS
from engines.graph_planner.grammar.items import Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind, find_choice
from engines.graph_planner.grammar.synonyms import COMPOUND, PRESETS
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker
from engines.graph_planner.values import UnclearError
from engines.language.characters import fold


def read_settings(
    context: ClauseContext, node_id: str, name: str, own: Sequence[Value], foreign: Collection[Named] = ()
) -> Iterator[tuple[str, JSON]]:
    """Yield the parameters that the clause sets in a new node: "with 30 steps".

    A value of *own* without a name is for the only parameter of its kind: "contrast 0.3", "with 'Hello'". A choice
    may be in the *name* of the node, as in "vertical flip". The names of *foreign* are about another node. Raises
    UnclearError for two values of one parameter.
    """
    node_type = context.draft.find_type(node_id)
    if node_type is None:
        return
    for parameter in node_type.parameters:
        choice = find_choice(name, parameter.choices)
        if choice is not None and choice != parameter.default:
            yield parameter.name, choice
        preset = PRESETS.get(parameter.name, {}).get(fold(name))
        if preset is not None:
            yield parameter.name, to_kind(parameter, preset)
    sizes = [item for item in context.items if isinstance(item, Value) and item.size is not None]
    if sizes and all(node_type.find_parameter(side) for side in SIDES):
        context.use(sizes[0])
        yield from zip(SIDES, sizes[0].size or (), strict=True)
    yield from _read_own_switch(context, node_type, name)
    named_values: list[Item] = []
    for named, value in pair_values(context):
        if named is None or named in foreign or value is None or (isinstance(value, Value) and value.size is not None):
            continue
        is_compound = context.text.plain[named.start : named.end] in COMPOUND
        for parameter in list_named(node_type, named)[: None if is_compound else 1]:
            named_values.append(value)
            yield parameter.name, state_value(context, node_id, parameter, read_value(context, parameter, named, value))
    for item in own:
        if item.formula is not None:
            yield from read_formula(context, node_type, item)
            continue
        unnamed = _find_unnamed(node_type, item) if item not in named_values else None
        if unnamed is not None:
            read = state_value(context, node_id, unnamed, read_value(context, unnamed, None, item))
            is_less = SIGNS.get(fold(name)) == -1 and unnamed.minimum is not None and unnamed.minimum < 0
            yield unnamed.name, -abs(read) if is_less and isinstance(read, int | float) else read  # "darken by 0.3"


def state_value(context: ClauseContext, node_id: str, parameter: Parameter, value: JSON) -> JSON:
    """Return a value that the text states for a parameter of a new node, and note it.

    Raises UnclearError if this clause, or those since the last verb, state another one: "amounts 0.4 and 0.8", "with 30
    steps, steps 20". A value for several nodes may have an exception: "two blurs, amount 0.4, the second 0.8".
    """
    stated, clause = context.draft.stated, context.draft.clause
    noted = stated.get((node_id, parameter.name), (clause, value))
    sharing = [name for (_, name), other in stated.items() if name == parameter.name and other == noted]
    if noted[1] != value and (noted[0] == clause or len(sharing) == 1):
        raise UnclearError(texts.TWO_VALUES, context.text.quote(context.clause.start, context.clause.end))
    stated[node_id, parameter.name] = (clause, value)
    return value


def _read_own_switch(context: ClauseContext, node_type: NodeType, name: str) -> Iterator[tuple[str, JSON]]:
    """Yield the only switch of a new node if the clause contains "true" or "off" after its *name*."""
    switches = [one for one in node_type.parameters if one.kind is ParameterKind.BOOLEAN]
    names = {one for item in context.parameters for one in item.names(Kind.PARAMETER)}
    switched = [item for item in context.items if isinstance(item, Token) and item.word in (Marker.YES, Marker.NO)]
    if len(switches) == len(switched) == 1 and switches[0].name not in names and name:
        yield switches[0].name, switched[0].word is Marker.YES


def find_main_text(node_type: NodeType) -> Parameter | None:
    """Return the parameter that "the text" of a node means: its first text."""
    return _find_unnamed(node_type, Value(0, 0, quoted=""))


def _find_unnamed(node_type: NodeType, value: Value) -> Parameter | None:
    """Return the parameter for a value without a name: the only number, the first text, the one with the choice."""
    if value.choices:
        names = {sense.value for sense in value.choices}
        return next((one for one in node_type.parameters if one.name in names and _has_choice(one, value)), None)
    kinds = NUMBERS if value.number is not None else (ParameterKind.TEXT,)
    fitting = [one for one in node_type.parameters if one.kind in kinds and value.size is None]
    fitting = keep_color(fitting, value)
    return fitting[0] if len(fitting) == 1 or (fitting and value.quoted is not None) else None


def _has_choice(parameter: Parameter, value: Value) -> bool:
    return any(sense.choice in parameter.choices for sense in value.choices)


def list_own_values(context: ClauseContext, mentions: Sequence[Mention], mention: Mention) -> list[Value]:
    """Return the values of one of the new nodes: those after it, up to the next node."""
    start, end = _find_span(context, mentions, mention)
    return [item for item in context.items if isinstance(item, Value) and start < item.start < end]


def list_foreign(context: ClauseContext, added: Sequence[tuple[Mention, str]], mention: Mention) -> list[Named]:
    """Return the parameters that the clause states for another new node than that of *mention*.

    A parameter after the last node is also for the nodes before it that have no values of their own: "a blur and a
    sharpen with amount 0.4".
    """
    mentions = list(dict.fromkeys(one for one, _ in added))
    found: list[Named] = []
    has_own = any(_is_in(item, _find_span(context, mentions, mention)) for item in context.items
                  if isinstance(item, Value | Named))  # fmt: skip
    for other, node_id in added:
        node_type = context.draft.find_type(node_id)
        if other is mention or node_type is None or (other is mentions[-1] and not has_own):
            continue
        span = _find_span(context, mentions, other)
        found += [one for one in context.parameters if _is_in(one, span) and list_named(node_type, one)]
    return found


def _is_in(item: Item, span: tuple[int, int]) -> bool:
    return span[0] < item.start < span[1]


def _find_span(context: ClauseContext, mentions: Sequence[Mention], mention: Mention) -> tuple[int, int]:
    """Return where the clause is about one of its new nodes: "a 0.4 blur" and "a 0.8 blur"."""
    index = mentions.index(mention)
    start = _find_joint(context, mentions[index - 1], mention) if index else -1
    following = mentions[index + 1] if index + 1 < len(mentions) else None
    return start, _find_joint(context, mention, following) if following else context.clause.end


def _find_joint(context: ClauseContext, first: Mention, second: Mention) -> int:
    """Return the start of the last "and" between two nodes, else that of the second node."""
    joints = [item.start for item in context.items if isinstance(item, Token) and item.word is Marker.AND
              and first.end <= item.start < second.start]  # fmt: skip
    return joints[-1] if joints else second.start
