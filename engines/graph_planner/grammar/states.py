"""Finds words that select nodes by state and request nothing, such as "muted" in "delete all muted nodes"."""

from collections.abc import Sequence

from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Count, Marker, Verb

STATES = frozenset({Verb.MUTE, Verb.BYPASS, Verb.ENABLE, Verb.DISCONNECT, Verb.CONNECT})
"""The words that may be a state; each command decides whether it can select by it."""
_NODES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART)
_IS = frozenset({"is", "are", "'s", "’s", "it's", "being", "currently"})
_OTHER = frozenset({Verb.REMOVE, Verb.MUTE, Verb.BYPASS, Verb.ENABLE, Verb.DISCONNECT})


def split_state(text: TokenizedText, tokens: Sequence[Token]) -> tuple[tuple[Token, ...], Verb | None]:
    """Return *tokens* without the word that is a state, and the state; None if every verb is a request.

    A verb is a state only next to another verb: a participle before what it describes ("all muted nodes"), the Chinese
    word before 的 (静音的节点), or after "that are".
    """
    for index, token in enumerate(tokens):
        others = [one for one in tokens if one is not token and isinstance(one.word, Verb) and not one.senses]
        if token.word not in STATES or token.senses or not isinstance(token.word, Verb) or not others:
            continue
        if _is_chinese_state(tokens, index) or (_is_participle(text, token) and _describes(tokens, index)):
            return (*tokens[:index], *tokens[index + 1 :]), token.word
        start = _find_relative(text, tokens, index)
        if start is not None and _is_participle(text, token):
            return (*tokens[:start], *tokens[index + 1 :]), token.word
    return tuple(tokens), None


def is_connected_group(text: TokenizedText, tokens: Sequence[Token]) -> bool:
    """Return whether nodes are described by their connections: "delete all nodes connected to the sampler"."""
    nodes = [at for at, token in enumerate(tokens) if token.word in (Marker.NODE, Marker.ALL)]
    has_link = any(token.word is Marker.LINK for token in tokens)
    verbs = {token.word for token in tokens}
    if has_link or Verb.CONNECT not in verbs or not verbs & {Verb.REMOVE, Verb.MUTE, Verb.BYPASS, Verb.ENABLE}:
        return False
    return any(
        token.word is Verb.CONNECT
        and ((_is_participle(text, token) and any(at < index for at in nodes)) or _is_chinese_state(tokens, index))
        for index, token in enumerate(tokens)
    )


def _is_participle(text: TokenizedText, token: Token) -> bool:
    return text.text[token.start : token.end].lower().endswith(("ed", "linked", "hooked up", "wired up"))


def _is_chinese_state(tokens: Sequence[Token], index: int) -> bool:
    """Return whether 的 or 节点 follows: 静音的节点, 静音节点, but not 断开采样器的连线."""
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is None or following.start > tokens[index].end:
        return False
    is_node = following.word is Marker.NODE and tokens[index].word is not Verb.CONNECT
    return is_node or (following.word is Marker.OF and following.end - following.start == 1)


def _describes(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a name or "node" follows, as in "the muted sampler"."""
    after = next((token for token in tokens[index + 1 :] if token.word is not Marker.FILLER), None)
    if after is None:
        return False
    is_name = any(sense.kind in _NODES for sense in after.senses)
    before = tokens[index - 1] if index else None
    is_first = before is None or isinstance(before.word, Verb | Count) or before.word in (
        Marker.ALL, Marker.FILLER, Marker.EXCEPT, Marker.ONLY, Marker.AND, Marker.LAST, Marker.OF, Marker.REST,
    )  # fmt: skip
    if tokens[index].word is Verb.CONNECT:
        is_first = before is not None and before.word in (Marker.ALL, Marker.FILLER)
    return is_first and (is_name or after.word is Marker.NODE)


def _find_relative(text: TokenizedText, tokens: Sequence[Token], index: int) -> int | None:
    """Return the start of "that are" before a state, None if there is none."""
    raws = [text.text[token.start : token.end].lower() for token in tokens]
    start = index
    while start and raws[start - 1] in _IS:
        start -= 1
    return start - 1 if start and start < index and raws[start - 1] in ("that", "which", "who") else None


def joins_states(tokens: Sequence[Token]) -> bool:
    """Return whether a clause has two commands that lose something, one of which may be a description."""
    verbs = {token.word for token in tokens if isinstance(token.word, Verb) and not token.senses}
    if any(token.word is Marker.LINK for token in tokens):
        verbs -= {Verb.REMOVE}  # "cut and remove the links"
    return len(verbs & _OTHER) > 1
