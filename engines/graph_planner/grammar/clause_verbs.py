"""Finds the verb of the words of a clause."""

from collections.abc import Sequence
from itertools import pairwise

from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token
from engines.graph_planner.grammar.words import Count, Marker, Verb

_PRIORITY = (
    Verb.RENAME, Verb.DUPLICATE, Verb.MOVE, Verb.REPLACE, Verb.RESET, Verb.ENABLE, Verb.MUTE, Verb.BYPASS,
    Verb.DISCONNECT, Verb.CLEAR, Verb.REMOVE, Verb.ADD, Verb.CONNECT, Verb.INCREASE, Verb.DECREASE, Verb.SCALE,
    Verb.SET,
)  # fmt: skip
_BEFORE_ANCHOR = (Marker.AFTER, Marker.BEFORE, Marker.BETWEEN)
NAME_KINDS = frozenset({Kind.TYPE, Kind.TITLE, Kind.PARAMETER})
NODE_KINDS = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART)


def find_verb(tokens: list[Token]) -> Verb | None:
    """Return the verb of *tokens*. A word that is also a name is one only where there is no other."""
    tokens = _cut_text(tokens)
    content = [token for token in tokens if not is_filler(token)]
    verbs = {token.word for token in _skip_modal(tokens) if isinstance(token.word, Verb) and not token.senses}
    if content and isinstance(content[0].word, Verb) and {one.kind for one in content[0].senses} == {Kind.CHOICE}:
        verbs.add(content[0].word)  # "add a blur", where "add" is also what a calculation does
    verbs = verbs or {token.word for token in _skip_anchors(tokens) if isinstance(token.word, Verb)}
    if Verb.SET in verbs and any(token.word is Marker.BLOCK for token in tokens) and is_replacement(tokens):
        return Verb.REPLACE
    has_link = any(token.word is Marker.LINK for token in tokens)
    names_all = any(token.word in (Marker.ALL, Marker.REST) for token in tokens) and not has_sense(tokens, *NODE_KINDS)
    if Verb.CLEAR in verbs and (has_link or names_all):
        verbs = verbs - {Verb.CLEAR} | {Verb.REMOVE}  # "clear the canvas"
    if verbs & {Verb.DISCONNECT, Verb.REMOVE} and any(token.of_now for token in tokens):
        return Verb.SCALE if Verb.SCALE in verbs else Verb.DECREASE  # "cut the steps in half", "by a quarter"
    if Verb.REMOVE in verbs and _names_inputs(tokens):
        return Verb.DISCONNECT  # "remove all inputs of the sampler"
    if Verb.REMOVE in verbs and (has_link or Verb.CONNECT in verbs):
        return Verb.DISCONNECT
    if has_link and verbs <= {Verb.ADD, Verb.SET}:
        return Verb.CONNECT
    if {Verb.CONNECT, Verb.REPLACE} <= verbs:
        return Verb.CONNECT  # "connect A to B instead of C"
    if Verb.DUPLICATE not in verbs and verbs & {Verb.SET, Verb.ADD} and _copies(tokens):
        return Verb.DUPLICATE
    return next((verb for verb in _PRIORITY if verb in verbs), None)


def _skip_anchors(tokens: list[Token]) -> list[Token]:
    """Return *tokens* without the names of places: "before you adjust it" adjusts nothing."""
    content = [token for token in tokens if not is_filler(token)]
    anchors = [after for before, after in pairwise(content) if before.word in _BEFORE_ANCHOR and after.senses]
    return [token for token in tokens if token not in anchors]


def _cut_text(tokens: list[Token]) -> list[Token]:
    """Return *tokens* up to a text to set, whose words are no verbs: 提示词改成：墙上挂着画."""
    start = next((at for at, one in enumerate(tokens) if one.word in (Marker.COLON, Verb.SET)), len(tokens))
    end = next((at for at in range(start, len(tokens)) if tokens[at].is_unknown), len(tokens))
    has_verb = any(isinstance(one.word, Verb) and one.word is not Verb.SET for one in tokens[start:end])
    return tokens if has_verb or not has_sense(tokens[:start], *NAME_KINDS) else tokens[:end]


def _names_inputs(tokens: list[Token]) -> bool:
    """Return whether the inputs or outputs of a node are named, not a node of type "output"."""
    slots = [at for at, token in enumerate(tokens) if token.word in (Marker.INPUT, Marker.OUTPUT)]
    named = [
        at for at, token in enumerate(tokens) if any(one.kind in NODE_KINDS for one in token.senses) and at not in slots
    ]
    return bool(slots and named) and not any(token.word is Marker.AND for token in tokens)


def _skip_modal(tokens: list[Token]) -> list[Token]:
    """Return the tokens from the object on, where a verb follows it: "我要把步数改成 5" requests no node."""
    at = next((index for index, token in enumerate(tokens) if token.word is Marker.OBJECT), 0)
    return tokens[at:] if any(isinstance(token.word, Verb) and not token.senses for token in tokens[at:]) else tokens


def is_replacement(tokens: Sequence[Token]) -> bool:
    """Return whether tokens request another node in place of one: "no load mask, use a shape mask"."""
    words = [token.word for token in tokens]
    if Marker.BLOCK not in words or not {Verb.SET, Verb.REPLACE} & set(words):
        return False
    block = words.index(Marker.BLOCK)
    verb = next((at for at, word in enumerate(words) if at > block and word in (Verb.SET, Verb.REPLACE)), 0)
    return has_sense(list(tokens[block:verb]), *NODE_KINDS) and has_sense(
        list(tokens[verb:]), Kind.TYPE, Kind.TYPE_PART
    )


def _copies(tokens: list[Token]) -> bool:
    words = [token.word for token in tokens]
    return any(word is Marker.COPY and words[index + 1 : index + 2] == [Marker.OF] for index, word in enumerate(words))


def has_sense(part: list[Token], *kinds: Kind) -> bool:
    """Return whether a name of one of *kinds* is in a part."""
    return any(sense.kind in kinds for token in part for sense in token.senses)


def has_value(part: list[Token]) -> bool:
    """Return whether a value is in a part."""
    return has_sense(part, Kind.CHOICE) or any(
        token.number is not None or token.size is not None or token.quoted is not None or token.formula is not None
        for token in part
    )


def has_own_value(part: list[Token]) -> bool:
    """Return whether a part has a value that is no name of a parameter: "brightness" is also a channel of a mask."""
    return has_value([token for token in part if not has_sense([token], Kind.PARAMETER)])


def is_filler(token: Token) -> bool:
    """Return whether a word adds nothing."""
    return token.word is Marker.FILLER


def has_number(token: Token) -> bool:
    """Return whether a token is a number, in digits or words."""
    return token.number is not None or (isinstance(token.word, Count) and not token.senses)
