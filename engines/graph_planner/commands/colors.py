"""Names of colors as values: "make the headline red", "color dark blue and align right"."""

import re
from collections.abc import Sequence

from engines.graph.node_types.node_type import Parameter
from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.grammar.items import Item, Mention, Named, Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.synonyms import COLORS, SHADES
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Marker
from engines.language.characters import is_chinese

_NAMES = "|".join(sorted(COLORS, key=len, reverse=True))
_COLOR = re.compile(rf"(?:(?:{'|'.join(SHADES)}) )*(?:{_NAMES})(?![a-z])")
_MIN_CHINESE = 3
_NO_PHRASE = re.compile(
    r"(?:some|any|no|every)thing\b|(?:an?|the|my|our|one) (?:\w+ )?"
    r"(?:one|font|style|position|place|size|color|colour)\b|"
    r"(?:a |an )?(?:better|nicer|different|new|other|more|less|much|very|too|so|same|bold|italics?|upper ?case|caps)\b|"
    r"(?:be|match|fit|look|what|whatever|it|that|them|[\w]+er\b(?= (?:and|or|than)\b))\b|"
    r"[更再很太最比稍别另]|.*(?:一点|一些|点儿?|些|的)$|大写|小写|粗体|斜体"
)
"""What describes a text instead of being one: "something catchier", 更大的."""
"""Characters of a Chinese text that is no adjective."""


def is_color(text: str) -> bool:
    """Return whether *text* is only the name of a color."""
    return _COLOR.fullmatch(text.lower()) is not None


def has_color(parameter: Parameter) -> bool:
    """Return whether a parameter is a color."""
    return "color" in parameter.name or "颜色" in parameter.titles.zh


def is_phrase(text: str) -> bool:
    """Return whether *text* has several words: no single adjective."""
    if _NO_PHRASE.match(text.lower()):
        return False
    return len(text) >= _MIN_CHINESE if is_chinese(text) else len(text.split()) > 1


def read_colors(context: ClauseContext) -> None:
    """Read the names of colors in the clause as values, after the name of a color or for a node that has one."""
    named = [one for one in context.parameters if one.names(Kind.PARAMETER)]
    is_named = any("color" in one.names(Kind.PARAMETER) for one in named)
    if not is_named and not (_is_of_colored(context) and (not named or context.mentions)):
        return
    for index, item in enumerate(context.items):
        is_free = (isinstance(item, Token) and item.is_unknown) or (isinstance(item, Value) and bool(item.choices))
        is_free = is_free or context.text.plain[item.start : item.end] in SHADES
        match = _COLOR.match(context.text.plain, item.start) if is_free else None
        if match is None or match.end() < item.end:
            continue
        end = next((at for at in range(index, len(context.items)) if context.items[at].start >= match.end()), None)
        after = context.items[end] if end is not None else None
        is_end = after is None or isinstance(after, Named)
        if not is_end and not (isinstance(after, Token) and after.word in (Marker.AND, Marker.FILLER, Marker.BREAK)):
            return  # "to red carpet": a text
        color = Value(item.start, match.end(), quoted=context.text.text[item.start : match.end()])
        context.items[index : end if end is not None else len(context.items)] = [color]
        return


def list_looks(
    context: ClauseContext, pairs: Sequence[tuple[Named | None, Item | None]]
) -> list[tuple[Named | None, Item | None]]:
    """Return the values without a name next to others: a color and choices, as in "red and left-aligned"."""
    values = [item for item in context.items if isinstance(item, Value) and item not in [value for _, value in pairs]]
    looks = [one for one in values if one.choices or (one.quoted is not None and is_color(one.quoted))]
    has_color = any(one.quoted is not None for one in looks)
    return [(None, one) for one in looks] if has_color and len(looks) + len(pairs) > 1 else []


def _names(context: ClauseContext, mention: Mention) -> bool:
    return bool(mention.senses) and context.text.plain[mention.start : mention.end] not in SHADES


def _is_of_colored(context: ClauseContext) -> bool:
    nodes = [
        one
        for mention in context.mentions
        if _names(context, mention)
        for one in context.resolver.list_candidates(mention)
    ]
    types = [context.draft.find_type(one) for one in nodes or context.draft.touched]
    return bool(types) and all(one is not None and any(map(has_color, one.parameters)) for one in types)
