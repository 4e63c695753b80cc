"""Rejects a clause with words that its command does not read: each of them could change what is requested.

A command reads its own verb, the words of every request, and those listed for it here. The words of a text to set are
not words of the request, except where they set something themselves.
"""

from engines.graph_planner import texts
from engines.graph_planner.commands.context import MODES, ClauseContext
from engines.graph_planner.grammar.assignments import starts_assignment
from engines.graph_planner.grammar.items import Value
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.synonyms import COLORS
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Count, Marker, Ordinal, Verb, Word
from engines.graph_planner.values import UnclearError

_COMMON: frozenset[Word] = frozenset((
    Marker.FILLER, Marker.ARTICLE, Marker.OF, Marker.IT, Marker.THIS, Marker.RECENT, Marker.OBJECT, Marker.AND,
    Marker.NODE, Marker.BREAK, Marker.AT, Marker.DATA, Marker.COLON, Marker.ALL, Marker.LAST, Marker.TO, Verb.SET,
    Marker.OR, Marker.THEM, Marker.COPY, Marker.FORMER, Marker.LATTER,
))  # fmt: skip
_PLACES = (Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.BETWEEN_THEM, Marker.AFTER_IT, Marker.BEFORE_IT)
_SIDES = (Marker.EXCEPT, Marker.ONLY, Marker.REST, *_PLACES)
_LINKS = (Marker.LINK, Marker.INPUT, Marker.OUTPUT, Marker.FROM)
_VALUES = (Marker.WITH, Marker.FOR, Marker.BY, Marker.PARAMETERS, Marker.SIZE, Marker.YES, Marker.NO, Marker.FROM,
           Marker.DEFAULT)  # fmt: skip
_AMOUNTS: tuple[Word, ...] = (*_VALUES, Marker.TOO, Verb.ADD, Verb.REMOVE, Verb.SCALE, Marker.EXCEPT, Marker.REST)
_READS: dict[Verb, tuple[Word, ...]] = {
    Verb.ADD: (*_PLACES, *_VALUES, Marker.IN_ORDER, Marker.INPUT, Marker.OUTPUT, Marker.EXCEPT, Marker.TOO,
               Marker.ARROW, Verb.CONNECT, Verb.REMOVE, Verb.SCALE),
    Verb.REMOVE: (*_SIDES, Marker.BRIDGE, Marker.FOR, Marker.TOO, Verb.CLEAR, Marker.LINK),
    Verb.CLEAR: (Marker.FOR, Marker.FROM, Marker.REST, Marker.ONLY),
    Verb.CONNECT: (*_PLACES, *_LINKS, Marker.IN_ORDER, Marker.WITH, Marker.FOR, Marker.ARROW, Marker.BLOCK, Marker.YES,
                   Verb.ADD, Verb.REPLACE),
    Verb.DISCONNECT: (*_LINKS, Marker.BETWEEN, Marker.BETWEEN_THEM, Marker.NO, Marker.FOR, Marker.AND, Verb.REMOVE,
                      Verb.CONNECT),
    Verb.REPLACE: (Marker.WITH, Marker.FOR, Marker.BY, Marker.BLOCK, Marker.YES, Marker.NO, Marker.PARAMETERS,
                   Verb.ADD, Verb.REMOVE),
    Verb.RESET: (Marker.PARAMETERS, Marker.DEFAULT, Marker.SIZE, Marker.FOR, Marker.REST, Marker.EXCEPT, Verb.ADD),
    Verb.RENAME: tuple(Marker) + tuple(Verb),
    Verb.DUPLICATE: (Marker.WITH, Marker.FOR, Verb.ADD),
    Verb.MOVE: (*_PLACES, Marker.IN_ORDER, Marker.FROM, Verb.ADD, Verb.REPLACE, Verb.CONNECT),
    Verb.SWAP: (Verb.REPLACE, Marker.BETWEEN, Marker.FOR, Marker.PARAMETERS, Marker.WITH),
    Verb.KEEP: (*_SIDES, Verb.ADD, Verb.CONNECT),
    Verb.REWIRE: (*_LINKS, Marker.FOR, Verb.REPLACE, Verb.CONNECT, Verb.ADD),
    Verb.CHAIN: (Marker.ARROW, Marker.IN_ORDER, Marker.INPUT, Marker.OUTPUT, Verb.ADD, Verb.CONNECT, *_VALUES,
                 Verb.SCALE),
    Verb.SET: (*_AMOUNTS, Marker.ARROW, Verb.REPLACE, Verb.RENAME, Verb.CONNECT, Verb.RESET),
    Verb.INCREASE: _AMOUNTS,
    Verb.DECREASE: (*_AMOUNTS, Verb.DISCONNECT),
    Verb.SCALE: (*_AMOUNTS, Verb.DISCONNECT),
}  # fmt: skip
"""What a command reads in addition to its own verb and the common words."""
_OF_MODES: tuple[Word, ...] = (*_SIDES, Marker.FOR, Marker.YES, Marker.NO, Marker.WITH, Verb.ADD, Verb.CONNECT,
                               Verb.MUTE, Verb.BYPASS)  # fmt: skip
_SAME = frozenset(("same", "相同", "同样"))
"""Refers to something that is not named, unless a name or a value follows."""
_THERE = frozenset(("there", "那里", "那儿", "原位"))
"""A place that only the clauses before name."""


def reject_unread(context: ClauseContext, verb: Verb) -> None:
    """Raise UnclearError for a word that the command of *verb* does not read. Call it after the command."""
    reads = _COMMON | {verb, *(_OF_MODES if verb in MODES else _READS[verb])}
    for token in context.clause.tokens:
        if token.senses or context.is_free(token) or token.word is None or isinstance(token.word, Count | Ordinal):
            continue
        raw = context.text.plain[token.start : token.end]
        is_vague = raw in _SAME and verb is Verb.ADD and not any(item.start in context.used for item in context.items)
        if token.word not in reads or is_vague:
            raise UnclearError(texts.EXTRA_WORDS, context.text.quote(token.start, token.end))
    _reject_text(context, verb)
    is_there = verb is Verb.ADD and any(
        context.text.plain[one.start : one.end] in _THERE for one in context.clause.tokens
    )
    ends = {one for link in context.draft.links for one in (link[0], link[2])}
    if is_there and not ends & set(context.draft.touched):
        raise UnclearError(texts.WHICH_NODES)  # "remove it and put a blur there"


def _reject_text(context: ClauseContext, verb: Verb) -> None:
    """Raise UnclearError for a text without quotes that sets something itself, or is the name of a node."""
    unquoted = [(one.start, one.end) for one in context.clause.tokens
                if one.quoted is not None and context.text.text[one.start : one.end] == one.quoted]  # fmt: skip
    for start, end in (*context.free_spans, *unquoted):
        inside = [token for token in context.text.tokens if start <= token.start < end]
        is_used = any(isinstance(item, Value) and item.choices and item.start in context.used
                      and start < item.start < end for item in context.items)  # fmt: skip
        content = [one for one in inside if one.word not in (Marker.ARTICLE, Marker.FILLER)]
        names_node = len(content) == 1 and content[0].quoted is None and _names_node(context, content[0])
        names_node = names_node and verb is not Verb.RENAME
        is_joined = any(starts_assignment(context.text.text, inside[at:], context.text.vocabulary)
                        for at in range(1, len(inside)))  # fmt: skip
        if is_used or names_node or is_joined or any(_sets(context, content[at:]) for at in range(len(content) - 1)):
            raise UnclearError(texts.QUOTE_TEXT, context.text.quote(start, end))


def _names_node(context: ClauseContext, token: Token) -> bool:
    kinds = (Kind.TITLE, Kind.TITLE_PART)
    return any(sense.kind in kinds and sense.value in context.draft.nodes for sense in token.senses)


def _sets(context: ClauseContext, tokens: list[Token]) -> bool:
    """Return whether tokens start with a parameter of the graph and a value: "with cfg 5", 颜色红色, 尺寸768x512."""
    name, rest = tokens[0], [one for one in tokens[1:] if one.word not in (Marker.TO, Marker.COLON, Verb.SET)]
    if not rest:
        return False
    value, words = rest[0], context.text.plain[rest[0].start : rest[0].end]
    if name.word is Marker.SIZE and value.size is not None:
        return True
    names = {sense.value for sense in name.senses if sense.kind is Kind.PARAMETER}
    types = [found for one in context.draft.nodes if (found := context.draft.find_type(one))]
    owned = {one for one in names if any(found.find_parameter(one) is not None for found in types)}
    choices = {sense.value for sense in value.senses if sense.kind is Kind.CHOICE}
    is_written = len(rest) < len(tokens) - 1 and bool(owned & {"text", "prompt"})  # 夜空 Sea 提示词写沙滩
    is_value = value.number is not None or value.size is not None or isinstance(value.word, Count)
    return bool(owned) and (is_value or bool(choices & owned) or ("color" in owned and words in COLORS) or is_written)
